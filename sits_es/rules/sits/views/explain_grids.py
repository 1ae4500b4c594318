"""Movement grids and thrust breaks as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.motion.facts import FutureMarked, GridFilled, ThrustBroke, WindowDots
from sits_es.rules.sits.story.codes import step_in_words
from sits_es.rules.sits.sums.plots import in_words, plots_of
from sits_es.rules.sits.tables.sources import OWN, source
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.views.sums import grid_words
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words

_GRID: Final = 'card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules 6'


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
            *(plotted(context.board.tables, each) for each in broke.dots),
            *(step_in_words(step) for step in broke.steps),
            f"Vectors now: {vectors_in_words(broke.after)}.",
        ),
        expected="no dice.",
        values={"before": str(broke.before), "after": str(broke.after)},
    )


def plotted(tables: Tables, each: WindowDots) -> str:
    """The plot that the dots of a window became, and those that were allowed."""
    whose = source(tables, "plots", each.window, each.dots)
    why = "the first of its row" if whose == OWN else "nearest to the window's centre"
    how = "as its player named it" if each.named else f"the default, {why}"
    allowed = in_words(plots_of(tables, each.dots, each.window))
    dots = counted(each.dots, "dot")
    return f"{dots} in {each.window}: {vectors_in_words(each.plot)}, {how}; allowed are {allowed} (plots: {whose})."


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    FutureMarked: _marked,
    GridFilled: _filled,
    ThrustBroke: _broke,
}
