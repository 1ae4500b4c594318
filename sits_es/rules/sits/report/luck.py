"""The luck of a game of SITS: every roll that can be good or bad, by player and kind."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sits_es.events import Event
from sits_es.report.luck import Luck
from sits_es.rules.sits.events.motion import ShipPlaced
from sits_es.rules.sits.play.expectation import WORSE, Expected, Kind, expected


def luck(events: Iterable[Event]) -> list[Luck]:
    """What each player's dice came to, by kind of roll; a layer's dice are the defender's."""
    players: dict[str, str] = {}
    rolls: dict[tuple[str, Kind], list[Expected]] = {}
    for event in events:
        if isinstance(event, ShipPlaced):
            players[event.ship] = event.player
        elif (found := expected(event)) is not None:
            rolls.setdefault((players[found.ship], found.kind), []).append(found)
    return [
        Luck(
            player=player,
            kind=kind,
            rolls=len(found),
            observed=sum(roll.observed for roll in found),
            mean=sum((roll.mean for roll in found), Fraction()),
            square=sum((roll.square for roll in found), Fraction()),
            better=-1 if kind in WORSE else 1,
        )
        for (player, kind), found in sorted(rolls.items())
    ]
