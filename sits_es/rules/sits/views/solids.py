"""Ships of SITS in space: how each lies between the plates of its wedge, its sidewalls, and where its mounts bear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from sits_es.report.solids import FiringArc, Patch, Solid, UnitVector, joined
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEAM_ORDER, Mount
from sits_es.rules.sits.sums.aiming import beam_reach, in_tables
from sits_es.rules.sits.sums.tracks import rating, strength
from sits_es.sentences import counted
from sits_es.space.arcs import FACINGS, ship_windows
from sits_es.space.attitude import Attitude, frame
from sits_es.space.avid import PLACES, Window, ring_of

#: Degrees from the middle of a window to its left and right edge, by ring; and to its upper and lower edge.
HALF_WIDTH: Final = {"amber": 15, "blue": 15, "green": 30, "purple": 180}
HALF_HEIGHT: Final = 15


class _Seen:
    """A ship as it is looked at. Two are equal where nothing differs that is seen, so that each is drawn up once."""

    def __init__(self, board: Board, ship: Ship) -> None:
        self.board, self.ship = board, ship
        self._values = (ship.attitude, *ship.boxes.values())
        self._printed = (board.class_of(ship), board.tables)

    def __hash__(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        # cards and tables are large, and the same objects all through a game
        return (
            isinstance(other, _Seen)
            and self._values == other._values
            and all(ours is theirs for ours, theirs in zip(self._printed, other._printed, strict=True))
        )


def solids(board: Board) -> Mapping[str, Solid]:
    """Every ship still in the game, by name."""
    return {ship.name: _solid(_Seen(board, ship)) for ship in board.standing()}


@lru_cache(maxsize=256)
def _solid(seen: _Seen) -> Solid:
    board, ship = seen.board, seen.ship
    card, axes = board.class_of(ship), frame(ship.attitude)
    return Solid(
        build="plated",
        ahead=_on_the_map(axes.forward),
        top=_on_the_map(axes.top),
        walls=tuple(face for face in FACINGS if rating(card, ship, f"{face}-sidewall") is not None),
        arcs=tuple(arc for mount in card.mounts if (arc := _arc(board, ship, mount)) is not None),
    )


def _on_the_map(direction: UnitVector) -> UnitVector:
    """A direction to the east, to the north and up, from one to the north, to the east and up."""
    north, east, up = direction
    return east, north, up


def _arc(board: Board, ship: Ship, mount: Mount) -> FiringArc | None:
    """Where a mount bears now; None if nothing of it works."""
    reaches = dict(_beams(board, ship, mount))
    tubes = strength(board.class_of(ship), ship, mount.track("tubes"))
    told = [f"{kind} reaches {reach}" for kind, reach in reaches.items()]
    told += [counted(tubes, "tube")] if tubes else []
    if not told:
        return None
    return FiringArc(
        name=mount.name,
        patches=_patches(ship.attitude, mount.arc),
        reach=max(reaches.values(), default=0),
        told=", ".join(told),
    )


def _beams(board: Board, ship: Ship, mount: Mount) -> Iterator[tuple[str, int]]:
    """The beams of a mount that still work, with how far they reach."""
    for kind in BEAM_ORDER:
        weapon = mount.track(kind)
        if rating(board.class_of(ship), ship, weapon) is not None and in_tables(board, mount, weapon):
            yield kind, beam_reach(board.tables, mount, weapon)


@cache
def _patches(attitude: Attitude, arc: tuple[Window, ...]) -> tuple[Patch, ...]:
    """The windows of the map that a ship in this attitude has in an arc of its own. Rule: sits rules 4."""
    bears = frozenset(arc)
    seen = ship_windows(attitude.nose, attitude.roll)
    return joined(_cell(window) for window, own in seen.items() if own in bears)


def _cell(window: Window) -> Patch:
    azimuth, elevation = PLACES[window]
    wide = HALF_WIDTH[ring_of(window)]
    low, high = elevation - HALF_HEIGHT, elevation + HALF_HEIGHT
    return azimuth - wide, azimuth + wide, max(low, -90), min(high, 90)
