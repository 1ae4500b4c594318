"""Movement grids and thrust breaks as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Working
from sits_es.rules.sits.events.motion import FutureMarked, GridFilled, ThrustBroke, WindowDots
from sits_es.rules.sits.play.movement import GridLine, fill_grid
from sits_es.rules.sits.play.plots import in_words, plots_of
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story.codes import step_in_words
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.tables.values import SEGMENTS, Segments, Tables
from sits_es.sentences import counted, listed
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import vectors_in_words

_GRID: Final = 'card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules 6'


def grid_words(vector: HexVector, tables: Tables) -> Iterator[str]:
    """How vectors are spread over the segments: whole eighths, remainders, the grids' cells, every segment's move."""
    grid = fill_grid(vector, tables)
    if not grid.rows:
        yield "Still: the grid is empty."
        return
    for row in grid.rows:
        whole = f"{row.speed} / {SEGMENTS} = {row.whole} in every segment"
        yield f"{row.speed}{row.direction}: {whole}, remainder {row.remainder}."
    flat = [row for row in grid.rows if row.direction not in "+-"]
    larger, smaller = ([row.remainder for row in flat] + [0, 0])[:2]
    if flat:
        yield from _horizontal(tables, flat, f"{larger}|{smaller}")
    for row in grid.rows:
        if row.direction in "+-":
            yield _vertical(tables, row, larger, smaller)
    yield f"Moves in segments 1 to {SEGMENTS}: {', '.join(str(move) or 'none' for move in grid.moves)}."


def _horizontal(tables: Tables, flat: list[GridLine], cell: str) -> Iterator[str]:
    """The cell of the horizontal grid: remainders of the larger and of the smaller vector."""
    read = "; ".join(f"{row.direction} in {_segments(row.segments)}" for row in flat)
    yield f"Horizontal grid, {cell} (larger | smaller): {read} ({source(tables, 'movement_grid', 'horizontal', cell)})."


def _vertical(tables: Tables, row: GridLine, larger: int, smaller: int) -> str:
    """The cell of the vertical grid: horizontal remainders added, less 8 once 8 or more, and the vertical one."""
    total = larger + smaller
    less = f", less {SEGMENTS}" if total >= SEGMENTS else ""
    cell = f"{total % SEGMENTS}|{row.remainder}"
    whose = source(tables, "movement_grid", "vertical", cell)
    added = f"{larger} + {smaller} = {total}{less}"
    return f"Vertical grid, {cell} ({added} | vertical): {row.direction} in {_segments(row.segments)} ({whose})."


def _segments(segments: Segments) -> str:
    return listed(map(str, segments), "no segment")


def _marked(context: Context) -> Working:
    marked: FutureMarked = context.event
    board: Board = context.board
    ship = board.ships[marked.ship]
    return Working(
        rule=_GRID,
        steps=(
            f"Vectors at the last thrust break: {vectors_in_words(ship.vectors)} a turn.",
            *grid_words(ship.vectors, board.tables),
            (
                f"Segment {board.segment}: {vectors_in_words(marked.move)}, so the marker goes from {ship.position} to "
                f"{marked.at}."
            ),
        ),
        expected="no dice.",
    )


def _filled(context: Context) -> Working:
    filled: GridFilled = context.event
    return Working(
        rule=_GRID,
        steps=(
            f"Vectors after the thrust break: {vectors_in_words(filled.vectors)} a turn.",
            *grid_words(filled.vectors, context.board.tables),
            "It is read from the next segment on, at that segment's own row.",
        ),
        expected="no dice.",
    )


def _broke(context: Context) -> Working:
    broke: ThrustBroke = context.event
    return Working(
        rule='card, "Thrust Break Condition"; sits rules 5.7 and 6',
        steps=(
            f"Why: {listed(broke.reasons)}. Vectors so far: {vectors_in_words(broke.before)}.",
            *(_plotted(context.board, each) for each in broke.dots),
            *(step_in_words(step) for step in broke.steps),
            f"Vectors now: {vectors_in_words(broke.after)}.",
        ),
        expected="no dice.",
        values={"before": str(broke.before), "after": str(broke.after)},
    )


def _plotted(board: Board, each: WindowDots) -> str:
    """The plot that the dots of a window became, and those that were allowed."""
    whose = source(board.tables, "plots", each.window, each.dots)
    by_default = "the default, nearest to the window's centre"
    if whose.endswith("own table"):
        by_default = "the default, the first of its row"
    how = "as its player named it" if each.named else by_default
    allowed = in_words(plots_of(board.tables, each.dots, each.window))
    dots = counted(each.dots, "dot")
    return f"{dots} in {each.window}: {vectors_in_words(each.plot)}, {how}; allowed are {allowed} (plots: {whose})."


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    FutureMarked: _marked,
    GridFilled: _filled,
    ThrustBroke: _broke,
}
