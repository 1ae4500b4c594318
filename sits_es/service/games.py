"""The games in a folder, for programs: begin, order, play, show, replay, fork, compare and verify them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from sits_es.game.events import DiceCommitted
from sits_es.rules.moments import Moment
from sits_es.service.audit import GameAudit, audit_game
from sits_es.service.comparison import Comparison, compare
from sits_es.service.fair_dice import commitments
from sits_es.service.forks import fork_game
from sits_es.service.orders import new_orders, played_lines, read_order_files
from sits_es.service.play import Recording, play
from sits_es.service.play import record as enter
from sits_es.service.replay import PlayedExchange, exchanges_between, play_back
from sits_es.service.scenario import found_game
from sits_es.service.session import Session


class GameView(Struct, frozen=True, kw_only=True):
    """A game after an event. event: its version; moment: the exchange at hand, or the last one; None before the start.

    at: that moment as players write it, such as 2.5; players: name and side by id; ended: the outcome once it is over;
    board: the rule system's own, as a value.
    """

    name: str
    title: str
    system: str
    event: int
    moment: Moment | None
    at: str
    players: Mapping[str, tuple[str, str | None]]
    ended: str | None
    board: Any


class Games(Session):
    """The games in a folder, by name. Use it in a `with` block, or close it.

    A refused request raises a GameError, in words for a player, and writes nothing.
    """

    def found_game(
        self,
        scenario: str,
        name: str,
        *,
        rules: str | None = None,
        cards: Path | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> GameView:
        """Begin a hot-seat game. scenario: a bundled one or a file; cards: a folder with cards of your own.

        rules: the rule system by its name or short name, where several have the scenario. secrets: by player, where
        dice are to be fair; `play` needs them again.
        """

        def fair(drawn: str, players: Collection[str]) -> Sequence[DiceCommitted]:
            return commitments(drawn, players, lambda player: (secrets or {}).get(player, ""))

        found_game(self, scenario, name, rules, cards, None if secrets is None else fair)
        return self.show(name)

    def orders(self, name: str, player: str) -> str:
        """An order file for the exchange at hand, ready to edit."""
        return new_orders(self.open_game(name), player)

    def play(
        self,
        name: str,
        orders: Sequence[str] = (),
        *,
        to: str | None = None,
        drift: Sequence[str] = (),
        secrets: Mapping[str, str] | None = None,
    ) -> list[PlayedExchange]:
        """Play with order files, given as texts, up to a moment or the last exchange that any of them orders.

        drift: players who order nothing. In a fork, all others without a file do what they did in the parent.
        secrets: by player, in a game with fair dice.
        """
        opened = self.open_game(name)
        fold = opened.fold()
        texts = [(f"orders {number}", text) for number, text in enumerate(orders, start=1)]
        files = read_order_files(fold, texts, played_lines(opened))
        upto = fold.system.read_moment(to) if to is not None else None
        return list(play(opened, files, upto, drift, lambda player: (secrets or {}).get(player, "")))

    def record(self, name: str, facts: str, *, player: str | None = None) -> Recording:
        """Enter facts, given as the text of a file. player: who enters them, if the text does not say."""
        return enter(self.open_game(name), "facts", facts, player)

    def show(self, name: str, at: str | None = None) -> GameView:
        """A game as it stands, or as it stood at a moment such as 2.5 or after an event such as #120."""
        opened = self.open_game(name)
        version = opened.version_of(at)
        fold, moment = opened.fold(version), opened.moment(version)
        game, rules = fold.game, fold.system
        return GameView(
            name=name,
            title=game.title,
            system=game.system,
            event=version,
            moment=moment if game.started else None,
            at=rules.label(moment) if game.started else "set-up",
            players={player: (who.name, who.side) for player, who in game.players.items()},
            ended=game.ended,
            board=rules.freeze(game.board),
        )

    def replay(self, name: str, first: str | None = None, last: str | None = None) -> list[PlayedExchange]:
        """The exchanges played from one moment to another, both included, with boards before and after."""
        opened = self.open_game(name)
        return list(play_back(opened, exchanges_between(opened, first, last)))

    def fork(self, name: str, at: str, child: str, options: Mapping[str, str] | None = None) -> GameView:
        """Open a what-if that leaves the game at a moment or after an event, with the same dice; nothing is copied."""
        fork_game(self.open_game(name), at, child, [f"{key}={value}" for key, value in (options or {}).items()])
        return self.show(child)

    def diff(self, one: str, other: str, at: str | None = None) -> Comparison:
        """What differs between two branches, by default at the last moment to which both have come."""
        return compare(self.open_game(one), self.open_game(other), at)

    def verify(self, name: str, checkpoints: Sequence[Path] = ()) -> GameAudit:
        """Check every byte of a game, and recompute each exchange from its orders, seals and dice."""
        return audit_game(self.open_game(name), checkpoints)
