"""How pivots and rolls go: the windows on their way, and the segments that each takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from typing import TYPE_CHECKING, Literal

from sits_es.rules.sits.fact import Side
from sits_es.rules.sits.tables.printed_charts import pivot_row, roll_row
from sits_es.rules.sits.tables.section import source
from sits_es.rules.sits.tables.values import PaceRow, Tables
from sits_es.sentences import counted, listed
from sits_es.space.attitude import ROLL_STEPS, Attitude, arc_points, carried_top, roll
from sits_es.space.avid import PLACES, Window, centre, opposite
from sits_es.space.sphere import TOLERANCE, Direction, angle, azimuth_and_elevation

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Pivot

Turning = Literal["pivot", "roll"]


def segments_due(tables: Tables, which: Turning, pace: int, windows: int) -> tuple[int, ...]:
    """Segments until each window of a pivot or roll is done.

    pace: the rating in force: a row of the game's own chart, or without one segments for each window.
    Rule: sits rules 2 (house), 12.
    """
    row = _row(tables, which, pace)
    return tuple(pace * window for window in range(1, windows + 1)) if row is None else row.due[:windows]


def _row(tables: Tables, which: Turning, pace: int) -> PaceRow | None:
    return pivot_row(tables, pace) if which == "pivot" else roll_row(tables, pace)


def due_in_words(tables: Tables, which: Turning, pace: int, due: Sequence[int]) -> str:
    """Segments until each window is done, and by whose chart. pace: the rating in force."""
    each, whose = listed(map(str, due)), source(tables, f"{which}_chart", pace)
    segments = "segment" if len(due) == 1 == due[0] else "segments"
    if _row(tables, which, pace) is None:
        return f"{counted(pace, 'segment')} for each window: done after {each} {segments} ({whose})."
    return f"The {which} chart, row {pace}: done after {each} {segments} ({whose})."


def _degrees(number: float) -> str:
    """Degrees to the nearest whole one, half ones up."""
    return str(floor(number + 0.5 + TOLERANCE))


def _place(at: Direction) -> str:
    azimuth, elevation = azimuth_and_elevation(at)
    if abs(elevation) > 90 - TOLERANCE:
        return f"elevation {_degrees(elevation)}"
    return f"azimuth {int(_degrees(azimuth)) % 360}, elevation {_degrees(elevation)}"


def _stands(window: Window) -> str:
    """A window with where its middle lies."""
    azimuth, elevation = PLACES[window]
    where = f"elevation {elevation}" if abs(elevation) == 90 else f"azimuth {azimuth}, elevation {elevation}"
    return f"{window} ({where})"


def pivot_steps(ship: str, start: Attitude, to: Window, path: Sequence[Attitude]) -> Iterator[str]:
    """A pivot: its arc, and the attitude after each window."""
    yield f"{ship}'s attitude is {start}; the nose goes from {_stands(start.nose)} to {_stands(to)}."
    windows = counted(len(path), "window")
    yield f"The arc between them is {apart(start.nose, to)} degrees; / 30, rounded, at least 1: {windows}."
    yield from _about_face(start, to)
    yield from _way(start, to, path)


def apart(start: Window, to: Window) -> str:
    """Degrees between two windows, to the nearest whole one."""
    return _degrees(angle(centre(start), centre(to)))


def _about_face(start: Attitude, to: Window) -> tuple[str, ...]:
    """How the nose swings where every way round is as short."""
    return ("An about-face swings to starboard while the top stays still.",) if to == opposite(start.nose) else ()


def _way(start: Attitude, to: Window, path: Sequence[Attitude]) -> Iterator[str]:
    """The window at each 30 degrees of the arc, and the roll step that the top is carried to."""
    points = [*arc_points(start, to), centre(to)]
    for step, (attitude, point) in enumerate(zip(path, points, strict=True), start=1):
        last = step == len(points)
        where = "At its end" if last else f"At {30 * step} degrees"
        top = int(_degrees(carried_top(start, attitude.nose))) % 360
        yield (
            f"{where} ({_place(point)}) the nose is in {attitude.nose}; the top, carried there from the start, "
            f"is {top} degrees from an unrolled ship's top: roll step {attitude.roll}."
        )


def roll_step(start: Attitude, side: Side, windows: int) -> str:
    """A roll by so many steps."""
    return (
        f"Roll step {start.roll} {'+' if side == 'starboard' else '-'} {counted(windows, 'window')} of 30 degrees to "
        f"{side} is step {roll(start, side, windows).roll} (of 0 to {ROLL_STEPS - 1}, clockwise seen from astern)."
    )


def windows_done(due: Sequence[int], by: str) -> str:
    """After which segments each window of a pivot or roll is done."""
    if len(due) == 1:
        return f"The window is completed after segment {due[0]} of this {by}."
    return f"Windows are completed after segments {listed(map(str, due))} of this {by}."


def pivot_so_far(pivot: Pivot, windows: int) -> Iterator[str]:
    """The arc of a pivot from where it began, and the window of it that is reached when so many are done."""
    degrees, (nose, to) = apart(pivot.start.nose, pivot.to), (pivot.start.nose, pivot.to)
    yield f"The pivot began at {pivot.start}: an arc of {degrees} degrees from {_stands(nose)} to {_stands(to)}."
    yield from _about_face(pivot.start, pivot.to)
    yield tuple(_way(pivot.start, pivot.to, pivot.path))[windows - 1]


def roll_on(start: Attitude, side: Side, windows: int, end: Attitude) -> str:
    """A roll that goes on by so many windows."""
    sign = "+" if side == "starboard" else "-"
    return (
        f"Roll step {start.roll} {sign} {windows}, to {side}, is step {end.roll} of 0 to {ROLL_STEPS - 1}: "
        f"{start} becomes {end}."
    )
