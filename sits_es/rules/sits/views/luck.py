"""What the dice of SITS give on average, and how each player's came out by kind of roll."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from sits_es.events import Event
from sits_es.report.luck import Luck, Throw, lucks
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.telling import told_of


def luck(events: Iterable[Event], chart: KillChart | None = None) -> list[Luck]:
    """What each player's dice came to, by kind of roll; a layer's dice are the defender's. chart: the game's own."""
    players: dict[str, str] = {}
    throws: list[Throw] = []
    for event in events:
        if isinstance(event, ShipPlaced):
            players[event.ship] = event.player
        elif isinstance(event, Fact) and (found := told_of(event).expected(chart)) is not None:
            throws.append(evolve(found, player=players[found.player]))
    return lucks(throws)
