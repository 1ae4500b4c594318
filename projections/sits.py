"""The read models of SITS: the map, movement grids and damage tracks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import orjson
from attrs import define, evolve, field, frozen

from projections.model import OneGame, ReadModel, Table
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameStarted, SegmentClosed
from sits_es.game.exchanges import Walk
from sits_es.rules.sits.events.damage import BoxDestroyed, RepairTried, ShipDestroyed, WallDisabled
from sits_es.rules.sits.events.miracles import BoxesReopened
from sits_es.rules.sits.events.motion import (
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    ShipMoved,
    ShipPlaced,
    ShipTurned,
)
from sits_es.rules.sits.play.movement import fill_grid
from sits_es.rules.sits.ship.reader import from_data
from sits_es.rules.sits.ship.tracks import marked, put_down, tried
from sits_es.rules.sits.state import HIT, WHOLE
from sits_es.rules.sits.story import unit_of
from sits_es.rules.sits.tables.tables import from_data as tables_from
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.space.hexes import HexVector
from sits_es.store import Recorded

__all__ = ["DAMAGE_TRACKS", "MAP", "MOVEMENT_GRIDS", "PROJECTIONS", "unit_of"]


@define
class MapRow:
    """One ship when a segment opened; segment 9 is the turn break. q, r: its hex; altitude in levels.

    nose: a window; roll: 0 to 11; vectors: hexes per turn, empty when still. future_*: the segment's future-position
    marker as it stands after all displacements, None until it is placed.
    """

    stream: str
    turn: int
    segment: int
    ship: str
    side: str
    q: int
    r: int
    altitude: int
    nose: str
    roll: int
    vectors: str
    future_q: int | None = None
    future_r: int | None = None
    future_altitude: int | None = None


@define
class MapRows(OneGame):
    """The rows of a game's map at work: ships as they stand, and their rows of the segment at hand.

    Destroyed ships are in neither.
    """

    now: dict[str, MapRow] = field(factory=dict)
    opened: dict[str, MapRow] = field(factory=dict)

    def rows_of(self, event: Event) -> Iterable[MapRow]:
        """The rows that an event changes: all ships' when a segment opens, one ship's for its marker."""
        match event:
            case GameStarted() | SegmentClosed():
                turn, segment = _opened_by(event)
                self.opened = {ship: evolve(row, turn=turn, segment=segment) for ship, row in self.now.items()}
                return self.opened.values()
            case FutureMarked(ship=ship, at=at) | FutureDisplaced(ship=ship, at=at) if ship in self.opened:
                row = self.opened[ship]
                row.future_q, row.future_r, row.future_altitude = at.q, at.r, at.altitude
                return (row,)
            case _:
                self._move(event)
        return ()

    def _move(self, event: Event) -> None:
        """Let an event change how ships stand."""
        match event:
            case ShipMoved(ship=ship, end=at):
                row = self.now[ship]
                row.q, row.r, row.altitude = at.q, at.r, at.altitude
            case ShipTurned(ship=ship, attitude=attitude):
                row = self.now[ship]
                row.nose, row.roll = attitude.nose, attitude.roll
            case GridFilled(ship=ship, vectors=vectors):
                self.now[ship].vectors = str(vectors)
            case ShipPlaced(ship=ship, side=side, position=at, vectors=vectors, attitude=faces):
                stands = (side, at.q, at.r, at.altitude, faces.nose, faces.roll, str(vectors))
                self.now[ship] = MapRow(self.stream, 0, 0, ship, *stands)
            case ShipDestroyed(ship=ship):
                self.now.pop(ship, None)


def _opened_by(event: GameStarted | SegmentClosed) -> tuple[int, int]:
    """Turn and segment that open once an exchange has closed, or the game begins."""
    if isinstance(event, GameStarted):
        return 1, 1
    return (event.turn + 1, 1) if event.segment > SEGMENTS else (event.turn, event.segment + 1)


MAP = ReadModel(
    name="sits.map",
    version=4,
    table=Table("sits_map", MapRow, ("stream", "turn", "segment", "ship")),
    rows=MapRows,
    in_force=("turn", "segment"),
)


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
def _tables(text: str) -> Tables:
    return tables_from(orjson.loads(text))


def grid_rows(stream: str, ship: str, grid: Grid, tables: Tables, *, in_force: bool) -> Iterator[GridRow]:
    """The eight rows of a grid."""
    vectors = str(grid.vectors)
    for row, move in enumerate(fill_grid(grid.vectors, tables).moves, start=1):
        yield GridRow(stream, ship, grid.turn, grid.segment, row, vectors, str(move), in_force)


@define
class GridRows(OneGame):
    """The rows of a game's grids at work: its rule tables as text, and the grids in force, by ship."""

    walk: Walk = field(factory=Walk)
    tables: str = ""
    grids: dict[str, Grid] = field(factory=dict)

    def rows_of(self, event: Event) -> Iterator[GridRow]:
        """The rows that an event changes: those of a new grid and of the one it replaces."""
        self.walk = self.walk.past(event)
        match event:
            case ShipPlaced(ship=ship, vectors=vectors) | GridFilled(ship=ship, vectors=vectors):
                yield from self._out_of_force(ship)
                grid = self.grids[ship] = Grid(self.walk.turn, self.walk.segment, vectors)
                yield from grid_rows(self.stream, ship, grid, _tables(self.tables), in_force=True)
            case ShipDestroyed(ship=ship):
                yield from self._out_of_force(ship)
            case GameCreated(tables=tables):
                self.tables = orjson.dumps(tables).decode()

    def _out_of_force(self, ship: str) -> Iterator[GridRow]:
        if (old := self.grids.pop(ship, None)) is not None:
            yield from grid_rows(self.stream, ship, old, _tables(self.tables), in_force=False)


MOVEMENT_GRIDS = ReadModel(
    name="sits.movement_grids",
    version=5,
    table=Table("sits_movement_grids", GridRow, ("stream", "ship", "turn", "segment", "row")),
    rows=GridRows,
    in_force=("in_force",),
)


@frozen
class TrackRow:
    """One track. place: its place on the card, from 1; boxes: their values from left to right.

    marks: one sign a box, "." whole, "x" hit, "t" hit and tried once, "#" beyond repair, "d" disabled. rating: value of
    the leftmost whole box, None where there is none.
    """

    stream: str
    ship: str
    track: str
    place: int
    boxes: tuple[int, ...]
    marks: str
    rating: int | None


@frozen
class Track:
    """A track of a class. place: its place on the card, from 1; boxes: their values from left to right."""

    place: int
    boxes: tuple[int, ...]


@lru_cache(maxsize=8)
def tracks_of(classes: str) -> Mapping[str, Mapping[str, Track]]:
    """Tracks by class and name, from the classes that a game's first event holds, as JSON. Many games share theirs."""
    cards = {name: from_data(data) for name, data in orjson.loads(classes).items()}
    return {
        name: {track: Track(place, boxes) for place, (track, boxes) in enumerate(card.tracks.items(), start=1)}
        for name, card in cards.items()
    }


def marks_after(marks: str, event: BoxDestroyed | RepairTried | WallDisabled | BoxesReopened) -> str:
    """A track's marks after what happened to it."""
    match event:
        case BoxDestroyed(box=box):
            return marked(marks, box, HIT)
        case RepairTried(box=box, repaired=repaired, lost=lost):
            return tried(marks, box, repaired=repaired, lost=lost)
        case WallDisabled():
            return put_down(marks)
        case BoxesReopened(boxes=boxes):
            for box in boxes:
                marks = marked(marks, box, HIT)
            return marks


@define
class TrackRows(OneGame):
    """The rows of a game's damage tracks at work: the tracks of its classes, and the class and marks of each ship."""

    classes: Mapping[str, Mapping[str, Track]] = field(factory=dict)
    ships: dict[str, tuple[str, dict[str, str]]] = field(factory=dict)

    def take(self, events: Sequence[Recorded]) -> Iterable[TrackRow]:
        """The rows of the tracks that these events mark."""
        happened = (recorded.event for recorded in events)
        touched = dict.fromkeys(track for event in happened for track in self._mark(event))
        return [self._row(ship, track) for ship, track in touched]

    def _mark(self, event: Event) -> Iterable[tuple[str, str]]:
        """Let an event change the marks; returns ship and name of the tracks that it marks."""
        match event:
            case BoxDestroyed() | RepairTried() | WallDisabled() | BoxesReopened():
                marks = self.ships[event.ship][1]
                marks[event.track] = marks_after(marks[event.track], event)
                return ((event.ship, event.track),)
            case ShipPlaced(ship=ship, ship_class=kind):
                fresh = {track: WHOLE * len(each.boxes) for track, each in self.classes[kind].items()}
                self.ships[ship] = (kind, fresh)
                return [(ship, track) for track in fresh]
            case GameCreated(classes=classes):
                self.classes = tracks_of(orjson.dumps(classes).decode())
        return ()

    def _row(self, ship: str, name: str) -> TrackRow:
        kind, marks = self.ships[ship]
        track, box = self.classes[kind][name], marks[name].find(WHOLE)
        rating = None if box < 0 else track.boxes[box]
        return TrackRow(self.stream, ship, name, track.place, track.boxes, marks[name], rating)


DAMAGE_TRACKS = ReadModel(
    name="sits.damage_tracks",
    version=3,
    table=Table("sits_damage_tracks", TrackRow, ("stream", "ship", "track")),
    rows=TrackRows,
)

PROJECTIONS = (MAP, MOVEMENT_GRIDS, DAMAGE_TRACKS)
