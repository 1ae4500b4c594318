"""Turns told: pivots and rolls, from the order to the last window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from sits_es.report.glance import DETAIL
from sits_es.rules.sits.fact import Side
from sits_es.rules.sits.telling import GivenOrder, SitsTold, no_dice
from sits_es.rules.sits.turns.facts import PivotBegun, PivotOrdered, RollBegun, RollOrdered, ShipTurned, TurnSpent
from sits_es.sentences import counted, listed

if TYPE_CHECKING:
    from sits_es.report.glance import Glimpse
    from sits_es.report.working import Context, Modifier, Working
    from sits_es.rules.sits.board import Board
    from sits_es.rules.sits.sums.pace import Turning

Begun = TypeVar("Begun", bound=PivotBegun | RollBegun)

_RULE: Final = "flyer, pivots and rolls; sits rules 2 (house)"


class _Given(GivenOrder[PivotOrdered | RollOrdered]):
    """Orders to turn."""


class _Begun(SitsTold[Begun]):
    """A pivot or roll that begins. by: which of them."""

    by: ClassVar[Turning]
    step = 4
    rank = 5

    def short(self) -> str:
        return f"{self.fact.ship} {self.by}s {self._where()}"

    def highlight(self, at: Context) -> str:
        return f"{self.fact.ship} begins to {self.by} {self._where()}"

    def _where(self) -> str:
        raise NotImplementedError

    @classmethod
    def glimpses(cls, found: Sequence[Context]) -> Iterator[Glimpse]:
        """All in one line."""
        from sits_es.report.glance import Glimpse

        yield Glimpse(", ".join(cls.row(type(at.event))(at.event).short() for at in found), DETAIL)

    def _pace(self, board: Board) -> Modifier:
        """The rating of the track that says how fast."""
        from sits_es.report.working import Modifier
        from sits_es.rules.sits.words import of_track

        found = str(self._rating(board))
        return Modifier(name=f"{self.by} rating", value=found, rule=of_track(board, self.fact.ship, self.by))

    def _rating(self, board: Board) -> int:
        from sits_es.rules.sits.sums.tracks import strength

        ship = board.ships[self.fact.ship]
        return strength(board.class_of(ship), ship, self.by)

    def _due(self, board: Board) -> str:
        from sits_es.rules.sits.sums.pace import due_in_words

        return due_in_words(board.tables, self.by, self._rating(board), self.fact.due)


def pace_in_words(due: Sequence[int]) -> str:
    """How fast a pivot or roll goes: so many segments for each window, or the segments after which each is done."""
    if all(segments == due[0] * window for window, segments in enumerate(due, start=1)):
        return f"{counted(due[0], 'segment')} each"
    return f"done after {listed(map(str, due))} segments"


class _Pivot(_Begun[PivotBegun]):
    by = "pivot"
    went_by = ("pivots",)

    def _where(self) -> str:
        return f"to {self.fact.to}"

    def sentence(self) -> str:
        begun = self.fact
        way = [attitude.nose for attitude in begun.path[:-1]]
        by = f" by way of {listed(way)}" if way else ""
        windows = counted(len(begun.path), "window")
        return f"{begun.ship} begins to pivot to {begun.to}{by}: {windows}, {pace_in_words(begun.due)}."

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.pace import apart, pivot_steps

        begun, start = self.fact, at.board.ships[self.fact.ship].attitude
        return no_dice(
            _RULE,
            *pivot_steps(begun.ship, start, begun.to, begun.path),
            self._due(at.board),
            modifiers=(self._pace(at.board),),
            degrees=int(apart(start.nose, begun.to)),
            windows=len(begun.path),
        )


class _Roll(_Begun[RollBegun]):
    by = "roll"
    went_by = ("rolls",)

    def _where(self) -> str:
        return f"{len(self.fact.due)} to {self.fact.side}"

    def sentence(self) -> str:
        begun, windows = self.fact, counted(len(self.fact.due), "window")
        return f"{begun.ship} begins to roll {windows} to {begun.side}, {pace_in_words(begun.due)}."

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.pace import roll_step

        begun, windows = self.fact, len(self.fact.due)
        return no_dice(
            _RULE,
            roll_step(at.board.ships[begun.ship].attitude, begun.side, windows),
            self._due(at.board),
            modifiers=(self._pace(at.board),),
            windows=windows,
        )


class _Spent(SitsTold[TurnSpent]):
    step = 6

    def sentence(self) -> str:
        spent = self.fact
        return f"{spent.ship} continues its {spent.by}: {spent.segments} of {counted(spent.of, 'segment')} spent."

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.pace import windows_done

        spent, due = self.fact, _under_way(at.board, self.fact)
        following = next((segments for segments in due if segments > spent.segments), spent.of)
        return no_dice(
            _RULE,
            windows_done(due, spent.by),
            f"{spent.segments - 1} + 1 = {spent.segments} spent: the next window is done at {following}.",
        )


def _under_way(board: Board, fact: TurnSpent | ShipTurned) -> tuple[int, ...]:
    """Segments until each window of the pivot or roll under way is done."""
    ship = board.ships[fact.ship]
    turn = ship.pivot if fact.by == "pivot" else ship.roll
    return () if turn is None else turn.due


class _Turned(SitsTold[ShipTurned]):
    step = 6

    def sentence(self) -> str:
        turned = self.fact
        done = "pivots" if turned.by == "pivot" else "rolls"
        return f"{turned.ship} {done} to {turned.attitude}: {turned.windows} of {counted(turned.of, 'window')} done."

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.pace import pivot_so_far, roll_on, windows_done

        turned, ship = self.fact, at.board.ships[self.fact.ship]
        turn = ship.pivot if turned.by == "pivot" else ship.roll
        due, spent = _under_way(at.board, turned), 0 if turn is None else turn.spent + 1
        steps: list[str] = []
        if turned.by == "roll":
            side: Side = "starboard" if ship.roll is None else ship.roll.side
            steps.append(roll_on(ship.attitude, side, due.count(spent), turned.attitude))
        else:
            if ship.pivot is not None:
                steps += pivot_so_far(ship.pivot, turned.windows)
            steps.append(f"Window {turned.windows} of {turned.of}: {ship.attitude} becomes {turned.attitude}.")
        return no_dice(
            _RULE,
            windows_done(due, turned.by),
            f"{spent - 1} + 1 = {spent} spent: {turned.windows} of {counted(turned.of, 'window')} done.",
            *steps,
            windows=turned.windows,
        )
