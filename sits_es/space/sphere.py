"""Directions in space as unit vectors, and how their angles are read.

A direction is (north, east, up): north is A, east lies between B and C, up is the zenith. Floats live only here and in
what fills the AVID's tables; no result that is stored is one.
"""

from __future__ import annotations

import math
from typing import Final

#: A direction in space as (north, east, up).
Direction = tuple[float, float, float]

#: Degrees by which a direction may pass a limit and still count as on it, so that every machine reads alike.
#: Rule: sits rules 2.
TOLERANCE: Final = 1e-6

ZENITH: Final[Direction] = (0.0, 0.0, 1.0)


def direction_at(azimuth: float, elevation: float) -> Direction:
    """The direction at an azimuth (degrees clockwise from A) and an elevation (degrees, -90 to 90)."""
    around, above = math.radians(azimuth), math.radians(elevation)
    return math.cos(above) * math.cos(around), math.cos(above) * math.sin(around), math.sin(above)


def azimuth_and_elevation(direction: Direction) -> tuple[float, float]:
    """Azimuth (0 to 360 degrees clockwise from A) and elevation (-90 to 90) of a direction of any length but 0."""
    north, east, up = direction
    return math.degrees(math.atan2(east, north)) % 360, math.degrees(math.atan2(up, math.hypot(north, east)))


def dot(one: Direction, other: Direction) -> float:
    """The length of one direction measured along the other, times the other's."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def starboard_of(forward: Direction, top: Direction) -> Direction:
    """The direction to starboard of a ship with this nose and top, which are square to each other."""
    return (
        top[1] * forward[2] - top[2] * forward[1],
        top[2] * forward[0] - top[0] * forward[2],
        top[0] * forward[1] - top[1] * forward[0],
    )


def blend(one: Direction, part: float, other: Direction, other_part: float) -> Direction:
    """So much of one direction added to so much of another."""
    return (
        one[0] * part + other[0] * other_part,
        one[1] * part + other[1] * other_part,
        one[2] * part + other[2] * other_part,
    )


def swing(start: Direction, toward: Direction, degrees: float) -> Direction:
    """The direction `degrees` along the great circle from `start` through `toward`, which is square to it."""
    return blend(start, math.cos(math.radians(degrees)), toward, math.sin(math.radians(degrees)))


def unit(direction: Direction) -> Direction:
    """The direction at length 1. ZeroDivisionError for no direction at all."""
    length = math.hypot(*direction)
    return direction[0] / length, direction[1] / length, direction[2] / length


def angle(one: Direction, other: Direction) -> float:
    """Degrees between two directions of any length but 0, from 0 to 180."""
    return math.degrees(2 * math.asin(min(1.0, math.dist(unit(one), unit(other)) / 2)))
