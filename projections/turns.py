"""The course of a game: one row for each exchange of orders, with its events counted by stored name."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from projections.model import OneGame, ReadModel, Table
from sits_es.events import REGISTRY
from sits_es.game.events import SeedMade
from sits_es.game.exchanges import Walk
from sits_es.store import Recorded


@define
class TurnRow:
    """One exchange; set-up is turn 0, segment 0. first_version, last_version: of its events, both included.

    seed: of its dice, hexadecimal, None until it is made; kept: taken over from a parent; closed: all has happened.
    counts: events by stored name.
    """

    stream: str
    turn: int = 0
    segment: int = 0
    first_version: int = 0
    last_version: int = 0
    seed: str | None = None
    kept: bool = False
    closed: bool = False
    counts: dict[str, int] = field(factory=dict)


@define
class TurnRows(OneGame):
    """The rows of a game's exchanges at work: that of the exchange at hand, and where its last event is."""

    row: TurnRow | None = None
    walk: Walk = field(factory=Walk)

    def take(self, events: Sequence[Recorded]) -> list[TurnRow]:
        """The rows of the exchanges that these events belong to."""
        row, walk, touched = self.row, self.walk, [] if self.row is None else [self.row]
        for _, version, event, _, _ in events:
            walk = walk.past(event)
            if row is None or row.segment != walk.segment or row.turn != walk.turn:
                row = TurnRow(self.stream, walk.turn, walk.segment, version)
                touched.append(row)
            if isinstance(event, SeedMade):
                row.seed, row.kept = event.seed, event.kept
            name = REGISTRY.stored_name(type(event)).name
            row.counts[name] = row.counts.get(name, 0) + 1
            row.last_version, row.closed = version, walk.closed
        self.row, self.walk = row, walk
        return touched


TURNS = ReadModel(name="turns", version=4, table=Table("turns", TurnRow, ("stream", "turn", "segment")), rows=TurnRows)
