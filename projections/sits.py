"""The read models of SITS: the map, movement grids and damage tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from projections.model import Instant, ReadModel
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.rules.sits.damage.facts import BoxDestroyed, ShipDestroyed
from sits_es.rules.sits.miracles.facts import BoxesReopened
from sits_es.rules.sits.motion.facts import FutureDisplaced, FutureMarked, GridFilled, ShipPlaced
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.tracks import WHOLE
from sits_es.rules.sits.walls.facts import WallDisabled

__all__ = ["DAMAGE_TRACKS", "MAP", "MOVEMENT_GRIDS", "PROJECTIONS"]


class MapRow(NamedTuple):
    """One ship when a segment opened; segment 9 is the turn break. q, r: its hex; altitude in levels.

    nose: a window; roll: 0 to 11; vectors: hexes per turn, empty when still. future_*: the segment's future-position
    marker as it stands after all displacements, None until it is placed.
    """

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
    future_q: int | None
    future_r: int | None
    future_altitude: int | None


def map_rows(instant: Instant) -> Iterator[MapRow]:
    """All ships in the game when a segment opens, one ship when its marker is placed: before that it has not moved."""
    board, event = instant.board, instant.event
    for ship in board.standing():
        if ship.name == getattr(event, "ship", ship.name):
            at, future, faces = ship.position, ship.future, ship.attitude
            marker = (None, None, None) if future is None else (future.q, future.r, future.altitude)
            stands = (at.q, at.r, at.altitude, faces.nose, faces.roll, str(ship.vectors))
            yield MapRow(board.turn, board.segment, ship.name, ship.side, *stands, *marker)


MAP = ReadModel(
    name="sits.map",
    version=5,
    row=MapRow,
    keys=3,
    rows=map_rows,
    facts=(GameStarted, SegmentClosed, FutureMarked, FutureDisplaced),
    newest=2,
)


class GridRow(NamedTuple):
    """One row of a grid. turn, segment: when it was filled out, 0 and 0 in set-up; row: the segment it is for, 1 to 8.

    vectors: of the whole grid, hexes per turn, empty when still; move: of this row, in hexes; in_force: until the ship
    fills another or is destroyed.
    """

    ship: str
    turn: int
    segment: int
    row: int
    vectors: str
    move: str
    in_force: bool


def grid_rows(instant: Instant) -> Iterator[GridRow]:
    """The grid that a ship fills out, and the one that is in force no longer."""
    board, walk, name = instant.board, instant.walk, instant.event.ship
    for old in instant.in_force.values():
        if old.ship == name:
            yield old._replace(in_force=False)
    if not isinstance(instant.event, ShipDestroyed):
        vectors = board.ships[name].vectors
        for row, move in enumerate(fill_grid(vectors, board.tables).moves, start=1):
            yield GridRow(name, walk.turn, walk.segment, row, str(vectors), str(move), True)


MOVEMENT_GRIDS = ReadModel(
    name="sits.movement_grids",
    version=6,
    row=GridRow,
    keys=4,
    rows=grid_rows,
    facts=(ShipPlaced, GridFilled, ShipDestroyed),
    flag="in_force",
)


class TrackRow(NamedTuple):
    """One track. place: its place on the card, from 1; boxes: their values from left to right.

    marks: one sign a box, "." whole, "x" hit, "t" hit and tried once, "#" beyond repair, "d" disabled. rating: value of
    the leftmost whole box, None if there is none.
    """

    ship: str
    track: str
    place: int
    boxes: tuple[int, ...]
    marks: str
    rating: int | None


def track_rows(instant: Instant) -> Iterator[TrackRow]:
    """The track that a fact marks, or all of a ship that is placed."""
    ship, of = instant.board.ships[instant.event.ship], getattr(instant.event, "track", None)
    for place, (track, boxes) in enumerate(instant.board.class_of(ship).tracks.items(), start=1):
        if of in (None, track):
            marks = ship.boxes[track]
            whole = marks.find(WHOLE)
            yield TrackRow(ship.name, track, place, boxes, marks, None if whole < 0 else boxes[whole])


DAMAGE_TRACKS = ReadModel(
    name="sits.damage_tracks",
    version=4,
    row=TrackRow,
    keys=2,
    rows=track_rows,
    facts=(ShipPlaced, BoxDestroyed, RepairTried, WallDisabled, BoxesReopened),
)

PROJECTIONS = (MAP, MOVEMENT_GRIDS, DAMAGE_TRACKS)
