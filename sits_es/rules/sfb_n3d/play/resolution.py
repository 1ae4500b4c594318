"""What an exchange is worked out with: the board, the orders, the dice, and the facts as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from attrs import Factory, define

from sits_es.dice import Dice, DiceRolled, RollKey
from sits_es.events import Coded, Event
from sits_es.rules.sfb_n3d import IMPULSES, ROLLS
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun, OrderVoided, StopOrdered
from sits_es.rules.sfb_n3d.fact import Fact, OfUnit
from sits_es.rules.sfb_n3d.play.lawful import Reason, unlawful
from sits_es.rules.sfb_n3d.sums.places import Place

F = TypeVar("F", bound=OfUnit)


@define
class Resolution:
    """One exchange at work. orders: each player's, in the order written; facts: so far, each has changed the board.

    now: the impulse at hand, 0 before the first and after the last. starts: places at the impulse's beginning, by unit.
    stilled: who has lost its inertia by a deceleration in this impulse. stops: every `stop if` that counts by now.
    """

    board: Board
    orders: Mapping[str, Sequence[OfUnit]]
    dice: Dice
    facts: list[Event] = Factory(list)
    now: int = 0
    starts: Mapping[str, Place] = Factory(dict)
    stilled: set[str] = Factory(set)
    stops: list[StopOrdered] = Factory(list)
    _told: int = 0
    _voided: set[int] = Factory(set)
    _by_form: dict[tuple[int, type[OfUnit]], list[OfUnit]] | None = None

    def begin(self, impulse: int) -> None:
        """Go on to an impulse."""
        self.stilled.clear()
        self.now, self.starts = impulse, {unit.name: unit.place for unit in self.board.out()}

    @property
    def clock(self) -> int:
        """Impulses since the game began, with the one at hand, also before anything has happened in it."""
        return (self.board.turn - 1) * IMPULSES + self.now

    def record(self, fact: Event) -> None:
        """Keep a fact and let it change the board; the first of an impulse has the impulse's beginning before it."""
        self._announce()
        self._keep(fact)

    def _announce(self) -> None:
        if self.now and self._told != self.now:
            self._told = self.now
            self._keep(ImpulseBegun(impulse=self.now))

    def _keep(self, fact: Event) -> None:
        if isinstance(fact, Fact):  # dice are told, and move nothing on the board
            fact.apply(self.board)
        self.facts.append(fact)

    def roll(self, actor: str, purpose: str, about: str = "", number: int = 1, nth: int = 0) -> tuple[int, ...]:
        """Roll six-sided dice, each 1 to 6; nth: 0 up, where one purpose is rolled several times in an impulse."""
        key = RollKey(actor, purpose, about, self.now * ROLLS + nth)
        faces = self.dice.throw(key, number, 6)
        self.record(DiceRolled(actor=actor, purpose=purpose, object=about, index=key.index, sides=6, faces=faces))
        return tuple(face + 1 for face in faces)

    def given(self, form: type[F]) -> list[F]:
        """Orders of one form for the impulse at hand, in order of player and as written; those of units on the map.

        The order of a unit that is not on the map, or one that the rules never allow, is voided once, where the form
        is first asked for.
        """
        orders = cast("list[F]", self._orders().get((self.now, form), []))
        return [order for order in orders if self.lawful(order) is not None]

    def lawful(self, order: OfUnit) -> Unit | None:
        """The unit of an order that may be given at all; None where it isn't: then the order is voided, once."""
        unit = self.unit(order.unit)
        code, values = self._amiss(unit, order)
        if code and id(order) not in self._voided:
            self._voided.add(id(order))
            self.void(order, code, *values)
        return None if code else unit

    def _amiss(self, unit: Unit | None, order: OfUnit) -> Reason:
        """Why an order may not be given at all, by code; no code when it may."""
        if unit is None:
            return "unit-gone", ()
        if self.now and unit.name not in self.starts:
            return "just-released", ()
        return unlawful(self.board, unit, order) or ("", ())

    def _orders(self) -> dict[tuple[int, type[OfUnit]], list[OfUnit]]:
        """Orders by impulse and form, each list in order of player and as written."""
        if self._by_form is None:
            self._by_form = {}
            for player in sorted(self.orders):
                for order in self.orders[player]:
                    self._by_form.setdefault((order.impulse, type(order)), []).append(order)
        return self._by_form

    def void(self, order: OfUnit, code: str, *values: str | int) -> None:
        """Record that an order came to nothing, and why."""
        from sits_es.rules.sfb_n3d.orders.language import write_order

        self.record(OrderVoided(unit=order.unit, order=write_order(order), why=Coded(code, values)))

    def unit(self, name: str) -> Unit | None:
        """A unit on the map, None when there is none of that name."""
        unit = self.board.units.get(name)
        return unit if unit is not None and unit.out else None
