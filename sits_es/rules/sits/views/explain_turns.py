"""Pivots and rolls as a person would redo them on paper: arc, windows on the way, roll step, pace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ship.tracks import rating
from sits_es.rules.sits.tables.charts import pivot_row, roll_row
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned, Side, TurnSpent
from sits_es.rules.sits.views.provenance import of_track
from sits_es.sentences import counted, listed
from sits_es.space.attitude import ROLL_STEPS, Attitude, arc_points, carried_top, roll
from sits_es.space.avid import PLACES, Window, centre, opposite
from sits_es.space.sphere import TOLERANCE, Direction, angle, azimuth_and_elevation

_RULE: Final = "flyer, pivots and rolls; sits rules 2 (house)"


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


def _pivot(context: Context) -> Working:
    begun: PivotBegun = context.event
    board: Board = context.board
    start = board.ships[begun.ship].attitude
    return Working(
        rule=_RULE,
        modifiers=(_pace(board, begun.ship, "pivot"),),
        steps=(
            *pivot_steps(begun.ship, start, begun.to, begun.path),
            _due_words(board, begun.ship, "pivot", begun.due),
        ),
        expected="no dice.",
        values={"degrees": int(_apart(start.nose, begun.to)), "windows": len(begun.path)},
    )


def pivot_steps(ship: str, start: Attitude, to: Window, path: Sequence[Attitude]) -> Iterator[str]:
    """A pivot: its arc, and the attitude after each window."""
    yield f"{ship} lies {start}; the nose goes from {_stands(start.nose)} to {_stands(to)}."
    windows = counted(len(path), "window")
    yield f"The arc between them is {_apart(start.nose, to)} degrees; / 30, rounded, at least 1: {windows}."
    yield from _about_face(start, to)
    yield from _way(start, to, path)


def _apart(start: Window, to: Window) -> str:
    """Degrees between two windows, to the nearest whole one."""
    return _degrees(angle(centre(start), centre(to)))


def _about_face(start: Attitude, to: Window) -> tuple[str, ...]:
    """How the nose swings where every way round is as short."""
    return ("An about-face swings to starboard about the ship's own top.",) if to == opposite(start.nose) else ()


def _way(start: Attitude, to: Window, path: Sequence[Attitude]) -> Iterator[str]:
    """The window at each 30 degrees of the arc, and the roll step that the top is carried to."""
    points = [*arc_points(start, to), centre(to)]
    for step, (attitude, point) in enumerate(zip(path, points, strict=True), start=1):
        last = step == len(points)
        where = "At its end" if last else f"At {30 * step} degrees"
        top = int(_degrees(carried_top(start, attitude.nose))) % 360
        yield (
            f"{where} ({_place(point)}) the nose is in {attitude.nose}; the top, carried there from the start, "
            f"is {top} degrees from an unrolled ship's: roll step {attitude.roll}."
        )


def _roll(context: Context) -> Working:
    begun: RollBegun = context.event
    board: Board = context.board
    windows = len(begun.due)
    return Working(
        rule=_RULE,
        modifiers=(_pace(board, begun.ship, "roll"),),
        steps=(
            roll_step(board.ships[begun.ship].attitude, begun.side, windows),
            _due_words(board, begun.ship, "roll", begun.due),
        ),
        expected="no dice.",
        values={"windows": windows},
    )


def roll_step(start: Attitude, side: Side, windows: int) -> str:
    """A roll by so many steps."""
    return (
        f"Roll step {start.roll} {'+' if side == 'starboard' else '-'} {counted(windows, 'window')} of 30 degrees to "
        f"{side} is step {roll(start, side, windows).roll} (of 0 to {ROLL_STEPS - 1}, clockwise seen from astern)."
    )


def _pace(board: Board, ship: str, which: str) -> Modifier:
    """The rating of the track that says how fast a ship pivots or rolls."""
    found = rating(board.class_of(board.ships[ship]), board.ships[ship], which)
    return Modifier(name=f"{which} rating", value=str(found), rule=of_track(board, ship, which))


def _due_words(board: Board, ship: str, which: str, due: Sequence[int]) -> str:
    """Segments until each window is done, and by whose chart."""
    return due_words(board.tables, which, rating(board.class_of(board.ships[ship]), board.ships[ship], which) or 0, due)


def due_words(tables: Tables, which: str, pace: int, due: Sequence[int]) -> str:
    """The same for a rating. which: pivot or roll."""
    row = pivot_row(tables, pace) if which == "pivot" else roll_row(tables, pace)
    each = listed(map(str, due))
    whose = source(tables, f"{which}_chart", pace)
    segments = "segment" if len(due) == 1 == due[0] else "segments"
    if row is None:
        return f"{counted(pace, 'segment')} for each window: done after {each} {segments} ({whose})."
    return f"The {which} chart's row of {pace}: done after {each} {segments} ({whose})."


def _spent(context: Context) -> Working:
    spent: TurnSpent = context.event
    due = _under_way(context.board, spent.ship, spent.by)
    following = next((segments for segments in due if segments > spent.segments), spent.of)
    return Working(
        rule=_RULE,
        steps=(
            _windows_done(due, spent.by),
            f"{spent.segments - 1} + 1 = {spent.segments} spent: the next window is done at {following}.",
        ),
        expected="no dice.",
    )


def _windows_done(due: Sequence[int], by: str) -> str:
    """After which segments each window of a pivot or roll is done."""
    if len(due) == 1:
        return f"Its window is done after segment {due[0]} of this {by}."
    return f"Windows are done after segments {listed(map(str, due))} of this {by}."


def _under_way(board: Board, ship: str, by: str) -> tuple[int, ...]:
    turn = board.ships[ship].pivot if by == "pivot" else board.ships[ship].roll
    return () if turn is None else turn.due


def _turned(context: Context) -> Working:
    turned: ShipTurned = context.event
    board: Board = context.board
    ship = board.ships[turned.ship]
    turn = ship.pivot if turned.by == "pivot" else ship.roll
    due = _under_way(board, turned.ship, turned.by)
    spent = 0 if turn is None else turn.spent + 1
    return Working(
        rule=_RULE,
        steps=(
            _windows_done(due, turned.by),
            f"{spent - 1} + 1 = {spent} spent: {turned.windows} of {counted(turned.of, 'window')} done.",
            *(_pivoted(board, turned) if turned.by == "pivot" else _rolled(board, turned, due, spent)),
        ),
        expected="no dice.",
        values={"windows": turned.windows},
    )


def _pivoted(board: Board, turned: ShipTurned) -> Iterator[str]:
    """The arc of a pivot from where it began, and the window of it that is reached now."""
    ship = board.ships[turned.ship]
    if (pivot := ship.pivot) is not None:
        apart = _apart(pivot.start.nose, pivot.to)
        began = f"The pivot began with {pivot.start}"
        yield f"{began}: an arc of {apart} degrees from {_stands(pivot.start.nose)} to {_stands(pivot.to)}."
        yield from _about_face(pivot.start, pivot.to)
        yield tuple(_way(pivot.start, pivot.to, pivot.path))[turned.windows - 1]
    yield f"Window {turned.windows} of {turned.of}: {ship.attitude} becomes {turned.attitude}."


def _rolled(board: Board, turned: ShipTurned, due: Sequence[int], spent: int) -> Iterator[str]:
    ship, now = board.ships[turned.ship], due.count(spent)
    side = "starboard" if ship.roll is None else ship.roll.side
    sign = "+" if side == "starboard" else "-"
    yield (
        f"Roll step {ship.attitude.roll} {sign} {now}, to {side}, is step {turned.attitude.roll} of 0 to "
        f"{ROLL_STEPS - 1}: {ship.attitude} becomes {turned.attitude}."
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    PivotBegun: _pivot,
    RollBegun: _roll,
    TurnSpent: _spent,
    ShipTurned: _turned,
}
