"""Firing arcs: a target's window as seen from on board, the facing it lies on, the wedge and a mount's arc.

Ship-frame windows have the same fifty names as the map's, with the nose at `A` and the top at `+++`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from sits_es.space.attitude import Attitude, frame
from sits_es.space.avid import (
    LIMITS,
    PLACES,
    WINDOW_AT,
    WINDOWS,
    Window,
    centre,
    nearest_step,
    opposite,
    ring_of,
    window_of,
)
from sits_es.space.sphere import TOLERANCE, angle

Facing = Literal["port", "starboard", "forward", "aft"]

#: The four facings in the order that breaks a tie. Rule: house, sits rules 4.
FACINGS: Final[tuple[Facing, ...]] = ("port", "starboard", "forward", "aft")

#: Where each facing's marker is in the ship's frame. Rule: flyer, "Weapon Firing Arcs"; sits rules 4.
MARKERS: Final[dict[Facing, Window]] = {
    "port": Window("E/F"),
    "starboard": Window("B/C"),
    "forward": Window("A"),
    "aft": Window("D"),
}

#: Columns each way from a marker that a mount covers when its class says nothing. Rule: sits rules 4, after 2e.
DEFAULT_COLUMNS: Final = 2


def ship_window(attitude: Attitude, map_window: Window) -> Window:
    """The ship-frame window in which a ship in this attitude has what it sees through a window of the map.

    Counted from the nearest side marker as the flyer does it; a level ship with its nose at A reads each as itself.
    The window in which one of the six markers stands reads as that marker's own: port's as E/F, the top's as +++.
    Rule: flyer, "Now we find what weapons bear on the target"; sits rules 4.
    """
    return ship_windows(attitude.nose, attitude.roll)[map_window]


#: The windows of its own frame to which a ship's nose, starboard side and top point. Rule: sits rules 4.
_NOSE, _STARBOARD, _TOP = Window("A"), Window("B/C"), Window("+++")


@cache
def ship_windows(nose: Window, roll: int) -> Mapping[Window, Window]:
    """ship_window as a table for one of the 600 attitudes: every window of the map as the ship has it."""
    azimuth, elevation = PLACES[nose]
    if azimuth >= 60:  # the AVID looks the same every 60 degrees: only noses in the first sixth are worked out
        turn = azimuth // 60 * 60
        first = ship_windows(WINDOW_AT[azimuth - turn, elevation], roll)
        return MappingProxyType({window: first[back] for window, back in _turned_back(turn).items()})
    axes = frame(Attitude(nose, roll))
    ahead, right, upward = axes.forward, axes.starboard, axes.top
    marked: dict[Window, Window] = {}
    for end, own in ((nose, _NOSE), (window_of(right), _STARBOARD), (window_of(upward), _TOP)):
        marked[end], marked[opposite(end)] = own, opposite(own)
    found = dict.fromkeys(WINDOWS, nose) | marked
    for window, other, (north, east, up) in _HALF_THE_SPHERE:
        if window in marked:
            continue
        # the products of the centre with each axis, written out: these are most of what a battle's first round reckons
        forward = north * ahead[0] + east * ahead[1] + up * ahead[2]
        starboard = north * right[0] + east * right[1] + up * right[2]
        top = north * upward[0] + east * upward[1] + up * upward[2]
        found[window] = own = _counted(forward, starboard, top)
        # the green ring reads a direction midway toward the nose, so there the two are not each other's opposites
        found[other] = _counted(-forward, -starboard, -top) if ring_of(own) == "green" else opposite(own)
    return MappingProxyType(found)


#: Windows whose opposites make the other half: window, opposite, and where the window's centre lies.
_HALF_THE_SPHERE: Final = tuple(
    (window, opposite(window), centre(window))
    for at, window in enumerate(WINDOWS)
    if WINDOWS.index(opposite(window)) > at
)


@cache
def _turned_back(turn: int) -> dict[Window, Window]:
    """Every window, and the one that is `turn` degrees (a multiple of 60) anticlockwise of it on the map."""
    return {
        window: WINDOW_AT[(azimuth - turn) % 360 if abs(elevation) < 90 else 0, elevation]
        for window, (azimuth, elevation) in PLACES.items()
    }


#: Where the amber ring ends, as the tangent of an angle, and where green and purple begin, as its sine.
_AMBER: Final = math.tan(math.radians(LIMITS[0] + TOLERANCE))
_GREEN, _PURPLE = (math.sin(math.radians(limit + TOLERANCE)) for limit in LIMITS[1:])


def _counted(forward: float, starboard: float, top: float) -> Window:
    """The ship-frame window of a direction of length 1 given along the ship's axes. Rule: sits rules 4."""
    height = abs(top)
    half = 1 if top > 0 else -1
    if height > _PURPLE:
        return WINDOW_AT[0, 90 * half]
    if height > _GREEN:
        steps = nearest_step(math.degrees(math.atan2(abs(starboard), forward)), 60)  # midway: nearer the nose
        from_nose, row = 60 * steps, 2
    else:
        along, across = abs(forward), abs(starboard)
        # windows counted off from a marker: none within 15 degrees of it, else one
        if along > across:
            from_nose, row = 30 * (across > _AMBER * along), height > _AMBER * along
        else:
            from_nose, row = 90 - 30 * (along > _AMBER * across), height > _AMBER * across
        from_nose = from_nose if forward > 0 else 180 - from_nose
    return WINDOW_AT[(from_nose if starboard > 0 else -from_nose) % 360, 30 * row * half]


def _nearest(window: Window) -> tuple[Facing, ...]:
    apart = {facing: angle(centre(window), centre(MARKERS[facing])) for facing in FACINGS}
    return tuple(facing for facing in FACINGS if apart[facing] <= min(apart.values()) + TOLERANCE)


_NEAREST: Final = {window: _nearest(window) for window in WINDOWS}

_FACING: Final = {window: nearest[0] for window, nearest in _NEAREST.items()}


def facing(window: Window) -> Facing:
    """The facing on which a ship-frame window lies: its nearest marker, ties in the order of FACINGS.

    A shot that comes in through the window hits this facing. Rule: sits rules 4.
    """
    return _FACING[window]


def slide(window: Window) -> tuple[Facing, ...]:
    """The facings to which a missile aimed through this ship-frame window slides off the wedge, the first by default.

    More than one only straight above and below, where the defender chooses. Rule: house, sits rules 4.
    """
    return _NEAREST[window]


def behind_wedge(window: Window) -> bool:
    """Whether the wedge closes this ship-frame window: the green and purple rows, above and below.

    Rule: sits rules 4.
    """
    return ring_of(window) in ("green", "purple")


def in_blue_row(window: Window) -> bool:
    """Whether a shot through this ship-frame window meets a ship that has rolled part of its wedge into the way.

    Rule: flyer, "the rolled ship bonus (if any)"; which windows is house, sits rules 4.
    """
    return ring_of(window) == "blue"


@cache
def default_arc(mount: Facing) -> frozenset[Window]:
    """The ship-frame windows that a mount covers when its class says nothing: five columns by three rows.

    Two columns, 60 degrees, each way of the mount's marker on the amber and both blue rows.
    Rule: sits rules 4, after 2e.
    """
    middle = PLACES[MARKERS[mount]][0]
    columns = range(middle - 30 * DEFAULT_COLUMNS, middle + 30 * DEFAULT_COLUMNS + 1, 30)
    return frozenset(WINDOW_AT[azimuth % 360, elevation] for azimuth in columns for elevation in (-30, 0, 30))
