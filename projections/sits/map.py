"""The map: where every ship stood when each segment opened, and where its future marker went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from attrs import astuple, define

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.rules.sits.events.damage import ShipDestroyed
from sits_es.rules.sits.events.motion import (
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    ShipMoved,
    ShipPlaced,
    ShipTurned,
)
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.store import Recorded

#: The facts that change how ships stand, and those that change rows; the map takes no notice of others.
MOVING = frozenset({ShipPlaced, ShipMoved, ShipTurned, GridFilled, ShipDestroyed})
SHOWN = frozenset({GameStarted, SegmentClosed, FutureMarked, FutureDisplaced})


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


#: What a ship's row says of where it is, whichever segment it is for.
_STANDS = ("side", "q", "r", "altitude", "nose", "roll", "vectors")
_standing = attrgetter(*_STANDS)


class MapRows:
    """The rows of a game's map at work: ships as they stand, and their rows of the segment at hand.

    Destroyed ships are in neither.
    """

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._now = _by_ship(kept["now"]) if kept else {}
        self._opened = _by_ship(kept["opened"]) if kept else {}

    def take(self, events: Sequence[Recorded]) -> list[MapRow]:
        """The rows that change: all ships' when a segment opens, one ship's for its marker."""
        touched: list[MapRow] = []
        for recorded in events:
            event = recorded.event
            if type(event) in MOVING:
                self._move(event)
            elif type(event) in SHOWN:
                touched += self._show(event)
        return touched

    def _show(self, event: Event) -> Iterable[MapRow]:
        """The rows that an event changes."""
        match event:
            case GameStarted() | SegmentClosed():
                turn, segment = _opened_by(event)
                self._opened = {
                    ship: MapRow(self._stream, turn, segment, ship, *_standing(row)) for ship, row in self._now.items()
                }
                return self._opened.values()
            case FutureMarked(ship=ship, at=at) | FutureDisplaced(ship=ship, at=at) if ship in self._opened:
                row = self._opened[ship]
                row.future_q, row.future_r, row.future_altitude = at.q, at.r, at.altitude
                return (row,)
        return ()

    def _move(self, event: Event) -> None:
        """Let an event change how ships stand."""
        match event:
            case ShipMoved(ship=ship, end=at):
                row = self._now[ship]
                row.q, row.r, row.altitude = at.q, at.r, at.altitude
            case ShipTurned(ship=ship, attitude=attitude):
                row = self._now[ship]
                row.nose, row.roll = attitude.nose, attitude.roll
            case GridFilled(ship=ship, vectors=vectors):
                self._now[ship].vectors = str(vectors)
            case ShipPlaced(ship=ship, side=side, position=at, vectors=vectors, attitude=faces):
                stands = (side, at.q, at.r, at.altitude, faces.nose, faces.roll, str(vectors))
                self._now[ship] = MapRow(self._stream, 0, 0, ship, *stands)
            case ShipDestroyed(ship=ship):
                self._now.pop(ship, None)

    def kept(self) -> Data:
        """Ships as they stand, and their rows of the segment at hand."""
        rows = {"now": self._now, "opened": self._opened}
        return {name: [astuple(row) for row in found.values()] for name, found in rows.items()}


def _opened_by(event: GameStarted | SegmentClosed) -> tuple[int, int]:
    """Turn and segment that open once an exchange has closed, or the game begins."""
    if isinstance(event, GameStarted):
        return 1, 1
    return (event.turn + 1, 1) if event.segment > SEGMENTS else (event.turn, event.segment + 1)


def _by_ship(kept: Iterable[Iterable[Any]]) -> dict[str, MapRow]:
    rows = [MapRow(*row) for row in kept]
    return {row.ship: row for row in rows}


MAP = ReadModel(
    name="sits.map",
    version=3,
    table=Table("sits_map", MapRow, ("stream", "turn", "segment", "ship")),
    rows=MapRows,
    in_force=("turn", "segment"),
)
