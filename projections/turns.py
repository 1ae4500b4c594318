"""The course of a game: one row for each exchange of orders, with its events counted by stored name."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import asdict, astuple, define, field

from projections.model import OneGame, ReadModel, Table
from sits_es.events import REGISTRY, Data
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


class TurnRows(OneGame):
    """The rows of a game's exchanges at work."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        super().__init__(stream)
        self._row = TurnRow(**kept["row"]) if kept else None
        self._walk = Walk(*kept["walk"]) if kept else Walk()

    def take(self, events: Sequence[Recorded]) -> list[TurnRow]:
        """The rows of the exchanges that these events belong to."""
        row, walk, touched = self._row, self._walk, [] if self._row is None else [self._row]
        for _, version, event, _, _ in events:
            walk = walk.past(event)
            if row is None or row.segment != walk.segment or row.turn != walk.turn:
                row = TurnRow(self._stream, walk.turn, walk.segment, version)
                touched.append(row)
            if isinstance(event, SeedMade):
                row.seed, row.kept = event.seed, event.kept
            name = REGISTRY.stored_name(type(event)).name
            row.counts[name] = row.counts.get(name, 0) + 1
            row.last_version, row.closed = version, walk.closed
        self._row, self._walk = row, walk
        return touched

    def kept(self) -> Data:
        """The row of the exchange at hand, and where its last event is."""
        return {"row": None if self._row is None else asdict(self._row), "walk": astuple(self._walk)}


def turns() -> ReadModel:
    """The course of a game."""
    return ReadModel(
        name="turns",
        version=3,
        table=Table("turns", TurnRow, ("stream", "turn", "segment")),
        rows=TurnRows,
    )
