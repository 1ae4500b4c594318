"""Bearing and range: through which window a target is seen, and how far away it is, in whole numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

from msgspec import Struct

from sits_es.space.avid import RINGS, WINDOWS, Ring, Window, hemisphere, ring_of
from sits_es.space.hexes import HexVector, Position, sextant


def _round(ring: Ring, *, above: bool) -> tuple[Window, ...]:
    """The windows of a ring in one half of the sphere, clockwise from A, and the first once more."""
    half = 0 if ring == "amber" else 1 if above else -1
    names = tuple(window for window in WINDOWS if ring_of(window) == ring and hemisphere(window) == half)
    return (*names, names[0])


#: Ring -> its windows clockwise from A, for targets that are not above, and for those that are.
_ROUNDS: Final = {ring: (_round(ring, above=False), _round(ring, above=True)) for ring, _ in RINGS.values()}


class Bearing(NamedTuple):
    """A target as an observer sees it.

    range: hexes, 0 up. hexes: H, hexes apart on the map. levels: V, the target's altitude less the observer's.
    ring and window: where on the observer's AVID; None when both share one hex and one altitude.
    Rule: flyer, "Calculating Bearing and Range"; sits rules 3.
    """

    range: int
    ring: Ring | None
    window: Window | None
    hexes: int
    levels: int


def ralt(hexes: int, levels: int) -> int:
    """The Range Angle Lookup Table: the range of a target H hexes away and V levels above or below, dropped to a whole.

    The card's table ends at 50, the formula goes on; its two misprints are not followed. Rule: card, RALT.
    """
    return isqrt(hexes * hexes + levels * levels)


def ring_seen(hexes: int, levels: int) -> Ring:
    """The ring that shows a target H hexes (0 up) and V levels away, the two not both 0.

    Rule: flyer, "Where H is horizontal distance", "Multiply the smaller of H or V by 4".
    """
    height = abs(levels)
    if height <= hexes:
        return "blue" if 4 * height > hexes else "amber"
    return "green" if 4 * hexes > height else "purple"


def side_or_corner(first: int, second: int) -> int:
    """The bearing between two adjacent sides, in steps of 30 degrees clockwise from the first of them: 0, 1 or 2.

    first, second: hexes along the one and the next clockwise, not both 0. Three times as far one way as the other, or
    more, is that side; anything else the corner. Rule: flyer, "If the target is three times as far away in one map
    direction as the other".
    """
    if first >= 3 * second:
        return 0
    return 2 if second >= 3 * first else 1


def side_only(first: int, second: int) -> int:
    """Which of two adjacent sides the green ring, which has no corners, shows the target in: 0 or 1.

    The side of the larger component; of equal ones the anticlockwise, so that bearings stay reciprocal.
    Rule: house, sits rules 3.
    """
    return 0 if first >= second else 1


class RangeTable(Struct, frozen=True):
    """A Range Angle Lookup Table of one's own; what it leaves out goes by the formula.

    ranges: by levels apart, from 0, the range for H = 0, 1, 2 and so on. rings: likewise, the ring's first letter, a
    point where the formula's holds; a target in the observer's own place is at range 0 whatever they say.
    """

    ranges: tuple[tuple[int, ...], ...] = ()
    rings: tuple[str, ...] = ()

    def range(self, hexes: int, levels: int) -> int:
        """The range of a target, by this table or, beyond it, by the formula."""
        row = self.ranges[abs(levels)] if abs(levels) < len(self.ranges) else ()
        return row[hexes] if hexes < len(row) else ralt(hexes, levels)

    def ring(self, hexes: int, levels: int) -> Ring:
        """The ring that shows a target, by this table or, beyond it, by the formula."""
        row = self.rings[abs(levels)] if abs(levels) < len(self.rings) else ""
        letter = row[hexes] if hexes < len(row) else "."
        return ring_seen(hexes, levels) if letter == "." else RING_LETTERS[letter]


#: Letters that stand for rings in a range table.
RING_LETTERS: Final[Mapping[str, Ring]] = {"a": "amber", "b": "blue", "g": "green", "p": "purple"}

#: The table of the card: nothing but the formula.
FORMULA: Final = RangeTable()


@lru_cache(maxsize=1 << 17)
def bearing_of(a: int, c: int, up: int, table: RangeTable | None = None) -> Bearing:
    """The bearing of a target `a` hexes toward A, `c` toward C and `up` levels above (or below) the observer.

    table: a range table of one's own; None for the formula, which is the quicker way.
    """
    at, first, second = sextant(a, c)
    hexes = first + second
    if not hexes and not up:
        return Bearing(0, None, None, 0, 0)
    ring = ring_seen(hexes, up) if table is None else table.ring(hexes, up)
    if ring == "purple":
        step = 0
    elif ring == "green":
        step = at + side_only(first, second)
    else:
        step = 2 * at + side_or_corner(first, second)
    away = ralt(hexes, up) if table is None else table.range(hexes, up)
    return Bearing(away, ring, _ROUNDS[ring][up > 0][step], hexes, up)


def bearing(displacement: HexVector, table: RangeTable = FORMULA) -> Bearing:
    """The bearing and range of a target at this displacement from the observer.

    The target sees the observer through the opposite window. Rule: flyer, "Calculating Bearing and Range".
    """
    return bearing_of(displacement.a, displacement.c, displacement.up, None if table is FORMULA else table)


def bearing_between(observer: Position, target: Position, table: RangeTable = FORMULA) -> Bearing:
    """The bearing and range of one place from another; the quick way when there are many."""
    a, c, up = observer.r - target.r, target.q - observer.q, target.altitude - observer.altitude
    # without a table the place is looked up by its three numbers alone, which is half the work
    return bearing_of(a, c, up) if table is FORMULA else bearing_of(a, c, up, table)
