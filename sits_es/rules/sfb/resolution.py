"""What an exchange is worked out with: the board, the orders, the dice, and the facts as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from attrs import Factory, define

from sits_es.dice import RollKey
from sits_es.events import Coded, Event
from sits_es.rules.bench import Bench
from sits_es.rules.sfb import IMPULSES, ROLLS
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.ending.facts import ImpulseBegun, OrderVoided, StopOrdered
from sits_es.rules.sfb.fact import OfUnit, Order
from sits_es.rules.sfb.order_rules import OrderRules, why_not
from sits_es.rules.sfb.sums.facings import Turn
from sits_es.rules.sfb.sums.places import Place

F = TypeVar("F", bound=Order)


@define
class Resolution(Bench[Board, OfUnit]):
    """A run of impulses at work, or a turn break.

    now: the impulse at hand, 0 before the first and after the last. starts: places at the impulse's beginning, by unit.
    stops: every `stop if` that counts by now. Of the impulse at hand: stilled, who has lost its inertia by a
    deceleration; turned, how far each unit has turned as ordered; spun, who has made a high-energy turn; fired, which
    weapons have, by their unit and group; shots, how many rolls a group has made at a target.
    """

    now: int = 0
    starts: Mapping[str, Place] = Factory(dict)
    stops: list[StopOrdered] = Factory(list)
    stilled: set[str] = Factory(set)
    turned: dict[str, Turn] = Factory(dict)
    spun: set[str] = Factory(set)
    fired: dict[tuple[str, str], set[int]] = Factory(dict)
    shots: Counter[tuple[str, str, str]] = Factory(Counter)
    _told: int = 0
    _by_form: dict[tuple[int, type[OfUnit]], list[OfUnit]] | None = None

    def begin(self, impulse: int) -> None:
        """Go on to an impulse."""
        for each in (self.stilled, self.turned, self.spun, self.fired, self.shots):
            each.clear()
        self.now, self.starts = impulse, {unit.name: unit.place for unit in self.board.out()}

    @property
    def clock(self) -> int:
        """Impulses since the game began, with the one at hand, also before anything has happened in it."""
        return (self.board.turn - 1) * IMPULSES + self.now

    def record(self, fact: Event) -> None:
        """Keep a fact and let it change the board; the first of an impulse has the impulse's beginning before it."""
        if self.now and self._told != self.now:
            self._told = self.now
            super().record(ImpulseBegun(impulse=self.now))
        super().record(fact)

    def roll(self, actor: str, purpose: str, about: str = "", number: int = 1, nth: int = 0) -> tuple[int, ...]:
        """Roll six-sided dice, each 1 to 6; nth: 0 up, where one purpose is rolled several times in an impulse."""
        faces = self.throw(RollKey(actor, purpose, about, self.now * ROLLS + nth), number, 6)
        return tuple(face + 1 for face in faces)

    def ordered(self, form: type[F]) -> list[F]:
        """Orders of one form for the impulse at hand, in order of player and as written."""
        if self._by_form is None:
            self._by_form = {}
            for player in sorted(self.orders):
                for order in self.orders[player]:
                    self._by_form.setdefault((order.impulse, type(order)), []).append(order)
        return cast("list[F]", self._by_form.get((self.now, form), []))

    def carry_out(
        self, form: type[F], by: Callable[[F], Any] | None = None, only: Callable[[F], bool] | None = None
    ) -> None:
        """Carry out the orders of one form for the impulse at hand one by one; those that can't be are voided.

        by: in which order, where not as written. only: those of which it holds.
        """
        orders = [order for order in self.ordered(form) if only is None or only(order)]
        for order in orders if by is None else sorted(orders, key=by):
            self.do(order)

    def do(self, order: Order) -> None:
        """Carry out an order, or void it where it can't be."""
        if self.allows(order):
            OrderRules.of(order).carry_out(self, self.board.units[order.unit])

    def allows(self, order: Order) -> bool:
        """Whether an order can be carried out now; otherwise it is voided."""
        found = next((each.why for each in why_not(self, order) if each.why is not None), None)
        if found is not None:
            self.void(order, found)
        return found is None

    def void(self, order: Order, why: Coded) -> None:
        """Record that an order came to nothing, and why."""
        from sits_es.rules.sfb.orders.language import write_order

        self.record(OrderVoided(unit=order.unit, order=write_order(order), why=why))

    def unit(self, name: str) -> Unit | None:
        """A unit on the map, None when there is none of that name."""
        unit = self.board.units.get(name)
        return unit if unit is not None and unit.out else None
