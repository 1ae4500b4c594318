"""Pivots and rolls: begun in step 4, gone on with in step 6. Rule: card, "Segment Procedure"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Pivot, Ship
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.motion.rules import why_not_steered
from sits_es.rules.sits.order_rules import OrderRules
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.pace import segments_due
from sits_es.rules.sits.sums.tracks import rating
from sits_es.rules.sits.turns.facts import PivotBegun, PivotOrdered, RollBegun, RollOrdered, ShipTurned, TurnSpent
from sits_es.space.attitude import ROLL_STEPS, Attitude, pivot, roll
from sits_es.space.avid import WINDOWS, Window, distance


class BeginPivot(OrderRules[PivotOrdered]):
    """A pivot of the nose to another window."""

    kind = "pivot"

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """Somebody steers, the ship still pivots, and its nose is elsewhere."""
        del given
        yield from why_not_steered(ship)
        if rating(board.class_of(ship), ship, "pivot") is None:
            yield no(ship.name, "pivot-destroyed")
        if self.fact.to == ship.attitude.nose:
            yield no(ship.name, "nose-there-already", self.fact.to)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """To the first window beside the nose."""
        del board
        yield PivotOrdered(ship=ship.name, to=windows_by_distance(ship)[0])


def windows_by_distance(ship: Ship) -> list[Window]:
    """The windows that the nose is not in, the nearest first."""
    others = [window for window in WINDOWS if window != ship.attitude.nose]
    return sorted(others, key=lambda window: distance(ship.attitude.nose, window))


class BeginRoll(OrderRules[RollOrdered]):
    """A roll to a side."""

    kind = "roll"

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """Somebody steers, the ship still rolls, and not all the way round."""
        del given
        yield from why_not_steered(ship)
        if rating(board.class_of(ship), ship, "roll") is None:
            yield no(ship.name, "roll-destroyed")
        if not 1 <= self.fact.steps < ROLL_STEPS:
            yield no(ship.name, "roll-too-far", self.fact.steps)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """One window to starboard."""
        del board
        yield RollOrdered(ship=ship.name, side="starboard", steps=1)


def begin_turns(work: Resolution) -> None:
    """Begin pivots and rolls; a new order takes the place of one under way, and its spent segments are lost."""
    tables = work.board.tables
    for ship, order in work.able(PivotOrdered):
        pace = rating(work.board.class_of(ship), ship, "pivot") or 0
        path = pivot(ship.attitude, order.to).path
        due = segments_due(tables, "pivot", pace, len(path))
        work.record(PivotBegun(ship=ship.name, to=order.to, path=path, due=due))
    for ship, rolled in work.able(RollOrdered):
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
