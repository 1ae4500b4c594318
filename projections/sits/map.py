"""The map: where every ship stood when each segment opened, and where its future marker went."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, field, frozen

from projections.place import SET_UP, Place, place_of
from projections.read_model import ReadModel, Table
from projections.sits.steps import STEPS
from sits_es.events import Event
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
from sits_es.space.hexes import Position
from sits_es.store import Recorded


@frozen
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


@frozen
class MapState:
    """now: ships as they stand; opened: their rows of the segment at hand. Destroyed ships are in neither."""

    stream: str
    place: Place = SET_UP
    now: dict[str, MapRow] = field(factory=dict)
    opened: dict[str, MapRow] = field(factory=dict)


def ships_after(now: dict[str, MapRow], event: Event, stream: str) -> dict[str, MapRow]:
    """Ships as they stand after an event."""
    match event:
        case ShipPlaced(ship=ship, position=at, attitude=attitude):
            row = MapRow(
                stream,
                0,
                0,
                ship,
                event.side,
                at.q,
                at.r,
                at.altitude,
                attitude.nose,
                attitude.roll,
                str(event.vectors),
            )
            return {**now, ship: row}
        case ShipMoved(ship=ship, end=at):
            return {**now, ship: evolve(now[ship], q=at.q, r=at.r, altitude=at.altitude)}
        case ShipTurned(ship=ship, attitude=attitude):
            return {**now, ship: evolve(now[ship], nose=attitude.nose, roll=attitude.roll)}
        case GridFilled(ship=ship, vectors=vectors):
            return {**now, ship: evolve(now[ship], vectors=str(vectors))}
        case ShipDestroyed(ship=ship):
            return {name: row for name, row in now.items() if name != ship}
    return now


def with_marker(row: MapRow, at: Position) -> MapRow:
    """A row with its future-position marker."""
    return evolve(row, future_q=at.q, future_r=at.r, future_altitude=at.altitude)


def _opened(now: dict[str, MapRow], place: Place) -> dict[str, MapRow]:
    return {ship: evolve(row, turn=place.turn, segment=place.segment) for ship, row in now.items()}


def step(state: MapState, recorded: Recorded) -> tuple[MapState, Iterable[MapRow]]:
    """The map after an event, and the rows it changes: all ships' when a segment opens, one ship's for its marker."""
    event = recorded.event
    place = place_of(event, state.place, STEPS)
    now = ships_after(state.now, event, state.stream)
    match event:
        case GameStarted() | SegmentClosed():
            opened = _opened(now, place.owed(STEPS))
            return MapState(state.stream, place, now, opened), opened.values()
        case FutureMarked(ship=ship, at=at) | FutureDisplaced(ship=ship, at=at) if ship in state.opened:
            row = with_marker(state.opened[ship], at)
            return MapState(state.stream, place, now, {**state.opened, ship: row}), (row,)
    return MapState(state.stream, place, now, state.opened), ()


MAP = ReadModel(
    name="sits.map",
    version=1,
    table=Table("sits_map", MapRow, ("stream", "turn", "segment", "ship")),
    new=MapState,
    step=step,
    state=MapState,
    in_force="(turn, segment) = "
    "(SELECT turn, segment FROM sits_map WHERE stream = :stream ORDER BY turn DESC, segment DESC LIMIT 1)",
)
