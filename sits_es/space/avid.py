"""The AVID: a sphere of fifty windows fixed to the map, what lies in which, and how far apart they are."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from sits_es.space.sphere import TOLERANCE, Direction, angle, azimuth_and_elevation, direction_at
from sits_es.space.windows import (
    BEARINGS,
    CORNERS,
    PLACES,
    RINGS,
    WINDOW_AT,
    WINDOWS,
    Ring,
    Window,
    hemisphere,
    read_window,
    ring_of,
)

__all__ = [
    "BEARINGS",
    "CORNERS",
    "LIMITS",
    "PLACES",
    "RINGS",
    "WINDOWS",
    "WINDOW_AT",
    "Direction",
    "Ring",
    "Window",
    "centre",
    "distance",
    "hemisphere",
    "nearest_step",
    "opposite",
    "read_window",
    "ring_of",
    "window_of",
]

#: The highest elevation, in degrees, of the amber, blue and green rings; a limit belongs to the flatter ring.
#: Rule: rules/sits.md 2.
LIMITS: Final = (15.0, 45.0, 75.0)

_CENTRES: Final[dict[str, Direction]] = {window: direction_at(*place) for window, place in PLACES.items()}


def centre(window: Window) -> Direction:
    """The direction of the window's centre, of length 1."""
    return _CENTRES[window]


def nearest_step(degrees: float, width: int) -> int:
    """The multiple of `width` degrees nearest to an azimuth, counted in steps; midway, the anticlockwise one."""
    return math.ceil((degrees - TOLERANCE) / width - 0.5)


def window_of(direction: Direction) -> Window:
    """The window that a direction of any length but 0 is read into.

    Elevation names the ring, a limit belonging to the flatter one; azimuth the window, a direction midway taking the
    anticlockwise one. Rule: rules/sits.md 2, which speaks of midway in the green ring only (house for the others).
    """
    azimuth, elevation = azimuth_and_elevation(direction)
    ring = sum(abs(elevation) > limit + TOLERANCE for limit in LIMITS)
    if ring == len(LIMITS):
        return Window("+++" if elevation > 0 else "---")
    width = 60 if ring == 2 else 30
    return WINDOW_AT[nearest_step(azimuth, width) * width % 360, ring * (30 if elevation > 0 else -30)]


@cache
def distance(one: Window, other: Window) -> int:
    """Windows from one to the other, 0 to 6: the angle between their centres in units of 30 degrees, rounded.

    Rule: flyer, "180 degrees (six windows) away"; rules/sits.md 2.
    """
    return math.floor(angle(_CENTRES[one], _CENTRES[other]) / 30 + 0.5)


_OPPOSITES: Final = {
    window: WINDOW_AT[(azimuth + 180) % 360 if abs(elevation) < 90 else 0, -elevation]
    for window, (azimuth, elevation) in PLACES.items()
}


def opposite(window: Window) -> Window:
    """The window 180 degrees away. Rule: flyer, "The stern"."""
    return _OPPOSITES[window]
