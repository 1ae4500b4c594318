"""Pivots and rolls: begun in step 4, gone on with in step 6. Rule: card, "Segment Procedure"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sits_es.events import Coded
from sits_es.rules.sits.board import Board, Pivot, Ship
from sits_es.rules.sits.motion.rules import bridge_problems
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.ship.tracks import rating
from sits_es.rules.sits.sums.pace import segments_due
from sits_es.rules.sits.turns.facts import PivotBegun, PivotOrdered, RollBegun, RollOrdered, ShipTurned, TurnSpent
from sits_es.space.attitude import ROLL_STEPS, Attitude, pivot, roll


def pivot_problems(board: Board, ship: Ship, order: PivotOrdered) -> Iterator[Coded]:
    """Say why the ship can't pivot so; silent when it can."""
    yield from bridge_problems(ship)
    if rating(board.class_of(ship), ship, "pivot") is None:
        yield Coded("pivot-destroyed")
    if order.to == ship.attitude.nose:
        yield Coded("nose-there-already", (order.to,))


def roll_problems(board: Board, ship: Ship, order: RollOrdered) -> Iterator[Coded]:
    """Say why the ship can't roll so; silent when it can."""
    yield from bridge_problems(ship)
    if rating(board.class_of(ship), ship, "roll") is None:
        yield Coded("roll-destroyed")
    if not 1 <= order.steps < ROLL_STEPS:
        yield Coded("roll-too-far", (order.steps,))


def begin_turns(work: Resolution) -> None:
    """Begin pivots and rolls; a new order takes the place of one under way, and its spent segments are lost."""
    tables = work.board.tables
    for ship, order in list(work.ordered(PivotOrdered)):
        if found := list(pivot_problems(work.board, ship, order)):
            work.void(order, found)
            continue
        pace = rating(work.board.class_of(ship), ship, "pivot") or 0
        path = pivot(ship.attitude, order.to).path
        due = segments_due(tables, "pivot", pace, len(path))
        work.record(PivotBegun(ship=ship.name, to=order.to, path=path, due=due))
    for ship, rolled in list(work.ordered(RollOrdered)):
        if found := list(roll_problems(work.board, ship, rolled)):
            work.void(rolled, found)
            continue
        pace = rating(work.board.class_of(ship), ship, "roll") or 0
        due = segments_due(tables, "roll", pace, rolled.steps)
        work.record(RollBegun(ship=ship.name, side=rolled.side, due=due))


def turn_ships(work: Resolution) -> None:
    """Step 6: each ship spends the segment on its pivot, or else on its roll, and turns when enough are spent."""
    for ship in work.board.standing():
        if (pivoting := ship.pivot) is not None:
            _turn(work, ship, "pivot", pivoting.spent + 1, pivoting.due)
        elif (rolling := ship.roll) is not None:
            _turn(work, ship, "roll", rolling.spent + 1, rolling.due)


def _turn(work: Resolution, ship: Ship, by: Literal["pivot", "roll"], spent: int, due: tuple[int, ...]) -> None:
    """Spend a segment on a pivot or roll. spent: with this one; due: when each window is done, perhaps two at once."""
    ending = due.count(spent)
    if not ending:
        work.record(TurnSpent(ship=ship.name, by=by, segments=spent, of=due[-1]))
        return
    done = sum(segments <= spent for segments in due)
    attitude = _attitude_after(ship, ship.pivot, done, ending)
    work.record(ShipTurned(ship=ship.name, by=by, attitude=attitude, windows=done, of=len(due)))


def _attitude_after(ship: Ship, pivoting: Pivot | None, done: int, ending: int) -> Attitude:
    """The attitude when so many windows of the turn are done, the last `ending` of them now."""
    if pivoting is not None:
        return pivoting.path[done - 1]
    if ship.roll is None:
        raise ValueError(f"{ship.name} neither pivots nor rolls")
    return roll(ship.attitude, ship.roll.side, ending)
