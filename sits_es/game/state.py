"""A game as it stands: who plays, which exchange is owed, and the rule system's board."""

from __future__ import annotations

from typing import Any

from attrs import Factory, define, frozen

from sits_es.game.moments import Moment


@frozen(kw_only=True)
class Player:
    """Somebody who gives orders. name: as people know him; side: what he plays for."""

    name: str
    side: str


@define(kw_only=True)
class Game:
    """Everything that the facts of one branch come to.

    root: the name in its dice, the same in every fork; branch: the stream; system: name of the rule system;
    moment: the exchange whose orders are owed; sealed and revealed: commitments and nonces of that exchange so far;
    board: the system's own; ended: the outcome once the game is over; what_if: it keeps its parent's seeds.
    """

    root: str
    branch: str
    title: str
    scenario: str
    system: str
    play: str
    players: dict[str, Player] = Factory(dict)
    started: bool = False
    moment: Moment = Moment()
    sealed: dict[str, str] = Factory(dict)
    revealed: dict[str, str] = Factory(dict)
    seed: str | None = None
    board: Any = None
    ended: str | None = None
    parent: str | None = None
    what_if: bool = False

    def of_side(self, side: str) -> tuple[str, ...]:
        """Players of a side."""
        return tuple(player for player, who in sorted(self.players.items()) if who.side == side)
