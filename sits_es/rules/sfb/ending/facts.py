"""A run's impulses and how they end, what players enter of their displays, and the end of a game."""

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from sits_es.events import Coded, event, one_of
from sits_es.rules.sfb.fact import Entry, Fact, Order
from sits_es.rules.sfb.reasons import REASONS

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board

Condition = Literal["launched at", "fired at", "struck", "trapped", "broken down", "range at most", "target bears"]


@event("sfb.StopOrdered")
@frozen(kw_only=True)
class StopOrdered(Order):
    """`stop if launched at`: from this impulse on, the run ends after the impulse in which it happens. range: km."""

    RULE = "house"
    condition: Condition
    target: str | None = None
    range: int | None = None


@event("sfb.DamageEntered")
@frozen(kw_only=True)
class DamageEntered(Entry):
    """`damage 4 "both phasers"`: damage on a unit's own display. points: whole, 0 up; note: may be empty."""

    points: int
    note: str = ""

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        unit.damage += self.points
        if self.note:
            unit.notes = (*unit.notes, self.note)


@event("sfb.LossEntered")
@frozen(kw_only=True)
class LossEntered(Entry):
    """`lost`, `lost exploding 12.5`: the unit is out of the game.

    strength: of its explosion, ten-thousandths of a point, 0 for none. Rule: D5.2.
    """

    strength: int = 0

    def apply(self, board: "Board") -> None:
        board.units[self.unit].gone = "lost"


@event("sfb.ImpulseBegun")
@frozen(kw_only=True)
class ImpulseBegun(Fact):
    """The events that follow happen in this impulse. An impulse in which nothing happens has no such event."""

    impulse: int

    def apply(self, board: "Board") -> None:
        board.now = self.impulse


@event("sfb.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(Fact):
    """An order failed. order: as written; why: the reason."""

    unit: str
    order: str
    why: Coded = field(validator=one_of(REASONS))


@event("sfb.RunStopped")
@frozen(kw_only=True)
class RunStopped(Fact):
    """A `stop if` was met: the run ends after this impulse."""

    unit: str
    condition: Condition
    target: str | None = None
    range: int | None = None


@event("sfb.RunEnded")
@frozen(kw_only=True)
class RunEnded(Fact):
    """The run of impulses is over after this one. stopped: by a `stop if`, before its agreed length."""

    impulse: int
    stopped: bool = False

    def apply(self, board: "Board") -> None:
        board.now = board.passed = self.impulse


@event("sfb.TimeRanOut")
@frozen(kw_only=True)
class TimeRanOut(Fact):
    """The scenario's last turn is over."""

    turns: int

    def apply(self, board: "Board") -> None:
        board.over = True


@event("sfb.UnitLost")
@frozen(kw_only=True)
class UnitLost(Fact):
    """A unit was lost with the unit that carried it. Rule: house."""

    unit: str
    carrier: str

    def apply(self, board: "Board") -> None:
        board.units[self.unit].gone = "lost"
