"""Movement grids: every grid a ship has filled out, row by row, and which of them is in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import orjson
from attrs import astuple, frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameCreated
from sits_es.game.exchanges import Walk
from sits_es.rules.sits.events.damage import ShipDestroyed
from sits_es.rules.sits.events.motion import GridFilled, ShipPlaced
from sits_es.rules.sits.play.movement import fill_grid
from sits_es.rules.sits.tables.tables import from_data
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.hexes import HexVector
from sits_es.store import Recorded

#: The facts that change a grid; all others only count the exchanges.
FILLING = frozenset({GameCreated, ShipPlaced, GridFilled, ShipDestroyed})


@frozen
class GridRow:
    """One row of a grid. turn, segment: when it was filled out, 0 and 0 in set-up; row: the segment it is for, 1 to 8.

    vectors: of the whole grid, hexes per turn, empty when still; move: of this row, in hexes; in_force: until the ship
    fills another or is destroyed.
    """

    stream: str
    ship: str
    turn: int
    segment: int
    row: int
    vectors: str
    move: str
    in_force: bool


@frozen
class Grid:
    """A ship's grid in force: when it was filled out, and for which vectors."""

    turn: int
    segment: int
    vectors: HexVector


@lru_cache(maxsize=8)
def _tables(text: str, rules: int) -> Tables:
    return from_data(orjson.loads(text), rules)


def grid_rows(stream: str, ship: str, grid: Grid, tables: Tables, *, in_force: bool) -> Iterator[GridRow]:
    """The eight rows of a grid."""
    vectors = str(grid.vectors)
    for row, move in enumerate(fill_grid(grid.vectors, tables).moves, start=1):
        yield GridRow(stream, ship, grid.turn, grid.segment, row, vectors, str(move), in_force)


class GridRows:
    """The rows of a game's grids at work: its rule tables as text, their version, and the grids in force, by ship."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._walk = Walk(*kept["walk"]) if kept else Walk()
        self._tables, self._rules = (str(kept["tables"]), int(kept["rules"])) if kept else ("", 0)
        grids = kept["grids"].items() if kept else ()
        self._grids = {ship: Grid(turn, segment, HexVector(*vectors)) for ship, (turn, segment, vectors) in grids}

    def take(self, events: Sequence[Recorded]) -> list[GridRow]:
        """The rows that change: those of a new grid and of the one it replaces."""
        touched: list[GridRow] = []
        for recorded in events:
            event = recorded.event
            self._walk = self._walk.past(event)
            if type(event) in FILLING:
                touched += self._fill(event)
        return touched

    def _fill(self, event: Event) -> Iterator[GridRow]:
        """The rows that an event changes."""
        match event:
            case ShipPlaced(ship=ship, vectors=vectors) | GridFilled(ship=ship, vectors=vectors):
                yield from self._out_of_force(ship)
                grid = self._grids[ship] = Grid(self._walk.turn, self._walk.segment, vectors)
                yield from grid_rows(self._stream, ship, grid, _tables(self._tables, self._rules), in_force=True)
            case ShipDestroyed(ship=ship):
                yield from self._out_of_force(ship)
            case GameCreated(tables=tables, version=version):
                self._tables, self._rules = orjson.dumps(tables).decode(), version

    def _out_of_force(self, ship: str) -> Iterator[GridRow]:
        if (old := self._grids.pop(ship, None)) is not None:
            yield from grid_rows(self._stream, ship, old, _tables(self._tables, self._rules), in_force=False)

    def kept(self) -> Data:
        """The rule tables, the version of the rules, the grids in force, and where the last event is."""
        grids = {ship: (grid.turn, grid.segment, astuple(grid.vectors)) for ship, grid in self._grids.items()}
        return {"tables": self._tables, "rules": self._rules, "grids": grids, "walk": astuple(self._walk)}


MOVEMENT_GRIDS = ReadModel(
    name="sits.movement_grids",
    version=4,
    table=Table("sits_movement_grids", GridRow, ("stream", "ship", "turn", "segment", "row")),
    rows=GridRows,
    in_force=("in_force",),
)
