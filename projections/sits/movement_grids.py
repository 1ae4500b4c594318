"""Movement grids: every grid a ship has filled out, row by row, and which of them is in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import orjson
from attrs import evolve, field, frozen

from projections.place import SET_UP, Place, place_of
from projections.read_model import ReadModel, Table
from projections.sits.steps import STEPS
from sits_es.events import Event
from sits_es.game.events import GameCreated
from sits_es.rules.sits.events.damage import ShipDestroyed
from sits_es.rules.sits.events.motion import GridFilled, ShipPlaced
from sits_es.rules.sits.play.movement_grid import fill_grid
from sits_es.rules.sits.tables.tables import from_data
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.hexes import HexVector
from sits_es.store import Recorded


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


@frozen
class GridState:
    """tables: the game's rule tables as text; grids: those in force, by ship."""

    stream: str
    place: Place = SET_UP
    tables: str = ""
    grids: dict[str, Grid] = field(factory=dict)


@lru_cache(maxsize=8)
def _tables(text: str) -> Tables:
    return from_data(orjson.loads(text))


def filled(event: Event) -> tuple[str, HexVector] | None:
    """The ship that fills out a grid with this event, and its vectors; None otherwise."""
    match event:
        case ShipPlaced(ship=ship, vectors=vectors) | GridFilled(ship=ship, vectors=vectors):
            return ship, vectors
    return None


def grid_rows(stream: str, ship: str, grid: Grid, tables: Tables, *, in_force: bool) -> Iterator[GridRow]:
    """The eight rows of a grid."""
    for row, move in enumerate(fill_grid(grid.vectors, tables).moves, start=1):
        yield GridRow(stream, ship, grid.turn, grid.segment, row, str(grid.vectors), str(move), in_force)


def step(state: GridState, recorded: Recorded) -> tuple[GridState, Iterable[GridRow]]:
    """The grids after an event, and the rows it changes: those of a new grid and of the one it replaces."""
    event = recorded.event
    state = evolve(state, place=place_of(event, state.place, STEPS))
    if isinstance(event, GameCreated):
        return evolve(state, tables=orjson.dumps(event.tables).decode()), ()
    if isinstance(event, ShipDestroyed):
        grids = {ship: grid for ship, grid in state.grids.items() if ship != event.ship}
        return evolve(state, grids=grids), _out_of_force(state, event.ship)
    if (found := filled(event)) is None:
        return state, ()
    ship, vectors = found
    grid = Grid(state.place.turn, state.place.segment, vectors)
    rows = grid_rows(state.stream, ship, grid, _tables(state.tables), in_force=True)
    return evolve(state, grids={**state.grids, ship: grid}), [*_out_of_force(state, ship), *rows]


def _out_of_force(state: GridState, ship: str) -> list[GridRow]:
    old = state.grids.get(ship)
    return [] if old is None else [*grid_rows(state.stream, ship, old, _tables(state.tables), in_force=False)]


MOVEMENT_GRIDS = ReadModel(
    name="sits.movement_grids",
    version=1,
    table=Table("sits_movement_grids", GridRow, ("stream", "ship", "turn", "segment", "row")),
    new=GridState,
    step=step,
    state=GridState,
    in_force="in_force",
)
