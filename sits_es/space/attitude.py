"""Attitude: where a ship's nose points and how it is rolled; pivots and rolls; the six markers on its AVID."""

import math
from functools import cache
from typing import Final, Literal

from attrs import frozen
from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.space.avid import PLACES, Window, centre, distance, nearest_step, opposite, window_of
from sits_es.space.sphere import ZENITH, Direction, angle, blend, dot, starboard_of, swing, unit

#: Steps of roll in a full turn, 30 degrees each. Rule: sits rules 2.
ROLL_STEPS: Final = 12

#: Where the top of an unrolled ship points when its nose points straight up or down. Rule: sits rules 2.
_TOPS_ON_END: Final = {"+++": "D", "---": "A"}


@frozen
class Attitude:
    """One of the 600 ways in which a ship can lie: nothing between them, so nothing drifts over a long game.

    nose: the window that the nose points to. roll: 0 to 11 steps of 30 degrees, clockwise seen from astern; at 0 the
    top is as near the zenith as the nose allows. ValueError otherwise. Rule: flyer, "The AVID"; sits rules 2.
    """

    nose: Window
    roll: int = 0

    def __attrs_post_init__(self) -> None:
        if self.nose not in PLACES:
            raise ValueError(f"{self.nose} is not a window")
        if not 0 <= self.roll < ROLL_STEPS:
            raise ValueError(f"a roll is 0 to {ROLL_STEPS - 1} steps, not {self.roll}")

    def __str__(self) -> str:
        return f"nose {self.nose}, roll {self.roll}"


class Markers(Struct, frozen=True):
    """The windows that the six ends of a ship point to. Port and starboard are the flyer's angle brackets."""

    nose: Window
    stern: Window
    port: Window
    starboard: Window
    top: Window
    bottom: Window


class Frame(Struct, frozen=True):
    """A ship's axes as directions in space: forward, starboard and top, square to each other."""

    forward: Direction
    starboard: Direction
    top: Direction


class PivotPath(Struct, frozen=True):
    """A pivot as it will go.

    windows: the windows it takes, 1 to 6. path: the attitude after each window's worth of segments, one for each
    window; a path may name a window twice or skip one. end: the last of them, the nose in the ordered window.
    """

    windows: int
    path: tuple[Attitude, ...]
    end: Attitude


@cache
def _level_frame(nose: Window) -> Frame:
    """The axes of an unrolled ship."""
    forward = centre(nose)
    if nose in _TOPS_ON_END:
        top = centre(Window(_TOPS_ON_END[nose]))
    else:
        top = unit(blend(ZENITH, 1.0, forward, -dot(ZENITH, forward)))
    return Frame(forward, starboard_of(forward, top), top)


@cache
def frame(attitude: Attitude) -> Frame:
    """The ship's axes in space. Rule: sits rules 2."""
    level = _level_frame(attitude.nose)
    top = swing(level.top, level.starboard, 30 * attitude.roll)
    return Frame(level.forward, starboard_of(level.forward, top), top)


@cache
def markers(attitude: Attitude) -> Markers:
    """The windows of nose, stern, port, starboard, top and bottom.

    Rule: flyer, "The AVID"; the reading of each end into a window is house, sits rules 2.
    """
    nose, axes = attitude.nose, frame(attitude)
    starboard, top = window_of(axes.starboard), window_of(axes.top)
    return Markers(nose, opposite(nose), opposite(starboard), starboard, top, opposite(top))


def roll(attitude: Attitude, side: Literal["port", "starboard"], steps: int) -> Attitude:
    """Roll by so many steps of 30 degrees (0 up); to starboard is clockwise seen from astern. The nose stays."""
    turn = steps if side == "starboard" else -steps
    return Attitude(attitude.nose, (attitude.roll + turn) % ROLL_STEPS)


@cache
def pivot(attitude: Attitude, to: Window) -> PivotPath:
    """Swing the nose along the great circle to the ordered window.

    The top is carried along and taken to the nearest roll step. NotAllowedError when the nose is there already.
    Rule: sits rules 2.
    """
    if to == attitude.nose:
        raise NotAllowedError(f"The nose is already in {to}. Pivot to another window, or roll to turn about the nose.")
    windows = max(1, distance(attitude.nose, to))
    on_the_way = tuple(window_of(point) for point in arc_points(attitude, to))
    end = _carried(attitude, to)
    return PivotPath(windows, (*(_carried(attitude, window) for window in on_the_way), end), end)


def arc_points(start: Attitude, to: Window) -> tuple[Direction, ...]:
    """Where the nose points 30, 60, ... degrees along a pivot's arc, once for each of its windows but the last.

    Rule: sits rules 2.
    """
    forward, toward = _arc(start, to)
    return tuple(swing(forward, toward, 30 * step) for step in range(1, max(1, distance(start.nose, to))))


def _arc(start: Attitude, to: Window) -> tuple[Direction, Direction]:
    """Where a pivot starts, and the direction square to it that the nose makes for.

    An about-face goes to starboard about the ship's own top. Rule: sits rules 2.
    """
    axes = frame(start)
    if to == opposite(start.nose):
        return axes.forward, axes.starboard
    goal = centre(to)
    return axes.forward, unit(blend(goal, 1.0, axes.forward, -dot(goal, axes.forward)))


def _carried(start: Attitude, to: Window) -> Attitude:
    """The attitude after a pivot from `start` straight to `to`: the top carried along, taken to the nearest step."""
    if to == start.nose:
        return start
    return Attitude(to, nearest_step(carried_top(start, to), 30) % ROLL_STEPS)


def carried_top(start: Attitude, to: Window) -> float:
    """How far the top, carried along a pivot straight to a window, stands from that of an unrolled ship there.

    Degrees clockwise seen from astern, 0 to 360; the roll step is the nearest 30. Rule: sits rules 2.
    """
    if to == start.nose:
        return 30.0 * start.roll
    forward, toward = _arc(start, to)
    before, level = frame(start).top, _level_frame(to)
    along = dot(before, toward)
    carried = swing(toward, centre(opposite(start.nose)), angle(forward, centre(to)))
    top = blend(blend(before, 1.0, toward, -along), 1.0, carried, along)
    return math.degrees(math.atan2(dot(top, level.starboard), dot(top, level.top))) % 360
