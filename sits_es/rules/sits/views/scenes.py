"""The pictures of SITS: the map with its ships, a ship's AVID, and the arcs of a class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from sits_es.report.scenes import (
    AvidScene,
    End,
    HexPlace,
    MapScene,
    MapWords,
    Mark,
    Marker,
    Pointer,
    short_labels,
    sides_by_name,
)
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.sums.aiming import seen_through
from sits_es.space.arcs import MARKERS
from sits_es.space.attitude import Attitude, markers
from sits_es.space.avid import PLACES, WINDOWS, Window
from sits_es.space.hexes import DIRECTIONS, HexVector, Position

#: The six ends of a ship in the order in which they are listed. Rule: flyer, "The AVID".
ENDS: Final[tuple[End, ...]] = ("nose", "stern", "port", "starboard", "top", "bottom")

#: What things on the map are called.
WORDS: Final = MapWords(
    unit="ship",
    level="altitude",
    level_in_short="alt",
    pointer="nose",
    future="at the end of the segment",
    course="one turn ahead",
    directions=tuple(DIRECTIONS),
    compass="north",
)


def map_of(board: Board) -> MapScene:
    """The map with every ship still in the game."""
    afloat = board.standing()
    labels, sides = short_labels(sorted(board.ships)), sides_by_name(board.ships)
    return map_scene(
        [
            marker(
                labels[ship.name],
                ship.name,
                ship.position,
                ship.attitude.nose,
                future=ship.future,
                vectors=ship.vectors,
                side=ship.side,
                sides=sides,
            )
            for ship in afloat
        ]
    )


def map_scene(ships: list[Marker]) -> MapScene:
    """The map as seen from above, A being up, with these ships on it; the legend lists them in this order."""
    return MapScene(tuple(ships), WORDS)


@lru_cache(maxsize=256)
def marker(
    label: str,
    name: str,
    position: Position,
    nose: Window | None,
    *,
    future: Position | None,
    vectors: HexVector,
    side: str,
    sides: tuple[str, ...] = (),
) -> Marker:
    """A ship (or anything else that moves) on the map. nose: None for a thing without one; vectors: hexes per turn."""
    told = [f"at {position}"]
    told += [f"nose {nose}"] if nose is not None else []
    told.append(f"vectors {vectors}" if vectors else "still")
    told += [f"next {future}"] if future is not None else []
    return Marker(
        label=label,
        name=name,
        place=_place(position),
        side=side,
        sides=sides,
        pointer=None if nose is None else _pointer(nose),
        future=None if future is None else _place(future),
        course=_place(position + vectors),
        facts=tuple(told),
    )


def _place(position: Position) -> HexPlace:
    return HexPlace(position.q, position.r, position.altitude)


def _pointer(nose: Window) -> Pointer:
    azimuth, elevation = PLACES[nose]
    return Pointer(nose, None if abs(elevation) == 90 else azimuth, elevation > 0)


def led_to(board: Board, player: str, orders: Mapping[int, Sequence[Order]]) -> MapScene | None:
    """The map after the last segment that is ordered, if everybody else drifts; None if nothing moves."""
    from sits_es.rules.sits.orders.forecast import segments

    del player
    boards = [*segments(board, orders)]
    return map_of(boards[-1]) if boards else None


def around(board: Board, name: str) -> AvidScene | None:
    """A ship's AVID; None for one that is out of the game."""
    ship = board.ships.get(name)
    return None if ship is None or ship.destroyed is not None else avid_of(ship, board)


def avid_of(ship: Ship, board: Board) -> AvidScene:
    """The ship's AVID: its six markers and the windows that show its enemies."""
    seen = {other.name: seen_through(board, ship, other)[0] for other in board.standing() if other.side != ship.side}
    bearings = {name: window for name, window in seen.items() if window is not None}
    return avid_scene(ship.attitude, bearings, short_labels(sorted(board.ships)))


def avid_scene(
    attitude: Attitude | None,
    bearings: Mapping[str, Window] | None = None,
    labels: Mapping[str, str] | None = None,
) -> AvidScene:
    """The AVID as seen from above: a ship's six ends (none without an attitude) and the windows that show its targets.

    bearings: target names -> the windows of the map they are seen through, in the order in which they are listed;
    labels: those of the map, where there is one.
    Rule: flyer, "The AVID", "Calculating Bearing and Range".
    """
    bearings = bearings or {}
    ends = markers(attitude) if attitude else None
    marks = [Mark(end, end, getattr(ends, end)) for end in ENDS] if ends else []
    labels = labels or short_labels(bearings)
    marks += [Mark("target", name, window, labels[name]) for name, window in bearings.items()]
    cells: dict[Window, tuple[Mark, ...]] = dict.fromkeys(WINDOWS, ())
    for mark in marks:
        cells[mark.window] += (mark,)
    return AvidScene(cells, tuple(marks))


def arc_scene(ship_class: ShipClass) -> AvidScene:
    """The sphere as seen from on board: in each window the mounts that bear through it; the list has their markers."""
    labels = short_labels(mount.name for mount in ship_class.mounts)
    marks = {
        mount.name: Mark("target", mount.name, MARKERS[mount.facing], labels[mount.name]) for mount in ship_class.mounts
    }
    cells = {
        window: tuple(marks[mount.name] for mount in ship_class.mounts if window in mount.arc) for window in WINDOWS
    }
    return AvidScene(cells, tuple(marks.values()))
