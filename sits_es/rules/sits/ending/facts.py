"""Endings: orders and facts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from attrs import field, frozen
from attrs.validators import ge, optional

from sits_es.events import Coded, Event, Shape, all_of, event
from sits_es.rules.sits.fact import Fact, OfShip, Order
from sits_es.rules.sits.reasons import REASONS
from sits_es.rules.sits.scenario.terms import Points, Victory
from sits_es.sentences import quoted

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


#: How a game ends: one of the first three; who leads where points decide; then the points of every side.
OUTCOMES: Final[Mapping[str, Shape]] = {
    "last-side": (str,),  # side
    "no-ships": (),
    "last-turn": (int,),  # turn
    "no-points": (),
    "nobody-leads": (),
    "lead-too-short": (str, int, int),  # side, points that it leads by, points that a win takes
    "leads": (str, int),  # side, points that it leads by
    "points": (str, int),  # side, points; what they are for follows
    "for-ship": (str, str, int),  # ship, destroyed or disabled, points
}


Condition = Literal["launched at", "fired at", "damage taken", "ship destroyed", "range at most", "target bears"]


@event("sits.StopOrdered")
@frozen(kw_only=True)
class StopOrdered(Order):
    """End orders plotted ahead when the condition is met: later orders become void and are given again.

    target: for "range at most" and "target bears", otherwise None; range: hexes, 0 up, for "range at most", otherwise
    None. ValueError if they don't go with the condition.
    """

    condition: Condition
    target: str | None = None
    range: int | None = field(default=None, validator=optional(ge(0)))

    def __attrs_post_init__(self) -> None:
        if (self.target is not None) != (self.condition in ("range at most", "target bears")):
            raise ValueError(f"a stop on {quoted(self.condition)} does not go with target {self.target}")
        if (self.range is not None) != (self.condition == "range at most"):
            raise ValueError(f"a stop on {quoted(self.condition)} does not go with range {self.range}")


@event("sits.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(OfShip):
    """An order could not be carried out when its moment came. order: as written; reasons: why."""

    order: str
    reasons: tuple[Coded, ...] = field(validator=all_of(REASONS))


@event("sits.OrdersStopped")
@frozen(kw_only=True)
class OrdersStopped(OfShip):
    """A `stop if` was met: what was plotted ahead beyond this segment is to be ordered again."""

    condition: str


@event("sits.TermsSet")
@frozen(kw_only=True)
class TermsSet(Fact):
    """The terms of the game. turns: how many the game lasts (1 up), None for no limit; points: by ship class.

    margin: points by which a side must lead to win (1 up).
    """

    turns: int | None = field(validator=optional(ge(1)))
    margin: int = field(validator=ge(1))
    points: dict[str, Points]

    def apply(self, board: "Board") -> None:
        board.victory = Victory(turns=self.turns, points=self.points, margin=self.margin)


def stops(fact: Event) -> bool:
    """Whether a `stop if` was met."""
    return isinstance(fact, OrdersStopped)


def voids(fact: Event) -> str | None:
    """The order that couldn't be carried out when its moment came, where a fact says so."""
    return fact.order if isinstance(fact, OrderVoided) else None
