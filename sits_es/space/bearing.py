"""Bearing and range: through which window a target is seen, and how far away it is, in whole numbers only."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Final

from attrs import frozen

from sits_es.space.avid import Ring, Window
from sits_es.space.hexes import DIRECTIONS, HexVector, Position, split

#: The two cells of the printed Range Angle Lookup Table that are wrong: (H, V) -> as printed. The formula gives 21.
#: Rule: card, "Range Angle Lookup Table (RALT)", row 21; sits_tables.toml [ralt].
RALT_MISPRINTS: Final = {(3, 21): 20, (4, 21): 20}


@frozen
class Bearing:
    """A target as an observer sees it.

    range: hexes, 0 up. hexes: H, hexes apart on the map. levels: V, the target's altitude less the observer's.
    ring and window: where on the observer's AVID; None when both share one hex and one altitude.
    Rule: flyer, "Calculating Bearing and Range"; rules/sits.md 3.
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


def side_or_corner(a: int, c: int, *, sides_only: bool = False) -> str:
    """The side or corner towards a hex that lies `a` hexes toward A and `c` toward C, the two not both 0.

    Three times as far one way as the other, or more, is a side. sides_only, for the green ring: the larger component,
    of equal ones the anticlockwise of the two, so that bearings stay reciprocal (house).
    Rule: flyer, "If the target is three times as far away in one map direction"; rules/sits.md 3.
    """
    (first, larger), *rest = split(a, c)
    if not rest:
        return first
    second, smaller = rest[0]
    if larger >= 3 * smaller or (sides_only and larger > smaller):
        return first
    second_is_next = (DIRECTIONS.index(first) + 1) % 6 == DIRECTIONS.index(second)
    one, other = (first, second) if second_is_next else (second, first)
    return one if sides_only else f"{one}/{other}"


@lru_cache(maxsize=1 << 17)
def bearing_of(a: int, c: int, up: int) -> Bearing:
    """The bearing of a target `a` hexes toward A, `c` toward C and `up` levels above (or below) the observer."""
    hexes = max(abs(a), abs(c), abs(a - c))
    if not hexes and not up:
        return Bearing(0, None, None, 0, 0)
    ring = ring_seen(hexes, up)
    sign = "+" if up > 0 else "-"
    if ring == "purple":
        name = sign * 3
    elif ring == "green":
        name = side_or_corner(a, c, sides_only=True) + sign * 2
    else:
        name = side_or_corner(a, c) + (sign if ring == "blue" else "")
    return Bearing(ralt(hexes, up), ring, Window(name), hexes, up)


def bearing(displacement: HexVector) -> Bearing:
    """The bearing and range of a target at this displacement from the observer.

    The target sees the observer through the opposite window. Rule: flyer, "Calculating Bearing and Range".
    """
    return bearing_of(displacement.a, displacement.c, displacement.up)


def bearing_between(observer: Position, target: Position) -> Bearing:
    """The bearing and range of one place from another; the quick way when there are many."""
    return bearing_of(observer.r - target.r, target.q - observer.q, target.altitude - observer.altitude)
