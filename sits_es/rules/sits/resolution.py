"""A segment while it is being resolved: the working board, the orders, the dice, and the facts so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sits_es.dice import RollKey
from sits_es.rules.bench import Bench
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.order_rules import OrderRules, why_not
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.sums.variance import variance

Form = TypeVar("Form", bound=Order)


class Resolution(Bench[Board, Order]):
    """A segment at work."""

    def vary(self, actor: str, purpose: str, about: str) -> int:
        """A variance roll, 3d10v."""
        first, second, third = self.throw(RollKey(actor, purpose, about), 3)
        return variance((first, second, third))

    def one_to_ten(self, actor: str, purpose: str, about: str, index: int = 0) -> int:
        """One die read as 1 to 10, the face 0 being 10. Rule: house, sits rules 9."""
        (face,) = self.throw(RollKey(actor, purpose, about, index), 1)
        return face or 10

    def ordered(self, form: type[Form], due: Callable[[Form], bool] = lambda _: True) -> Iterator[tuple[Ship, Form]]:
        """Orders of one form for ships still in the game: by player, then as each player wrote them.

        due: whether an order's moment has come; then that of a ship which was lost before it is void.
        """
        for player in sorted(self.orders):
            for order in self.orders[player]:
                if isinstance(order, form) and due(order):
                    ship = self.board.ships[order.ship]
                    if ship.destroyed is None:
                        yield ship, order
                    else:
                        self.void(order, [no(ship.name, "out-of-game", ship.destroyed)])

    def able(self, form: type[Form], due: Callable[[Form], bool] = lambda _: True) -> Iterator[tuple[Ship, Form]]:
        """Those of them that can be carried out when it is their turn; each of the others is void."""
        carried_out: dict[str, list[Form]] = {}
        for ship, order in list(self.ordered(form, due)):
            before = carried_out.setdefault(ship.name, [])
            if found := [*OrderRules.of(order).why_twice(ship, before)] or why_not(self.board, ship, order, before):
                self.void(order, found)
            else:
                before.append(order)
                yield ship, order

    def void(self, order: Order, found: Sequence[Refusal]) -> None:
        """Write down that an order came to nothing, and why."""
        reasons = tuple(each.why for each in found if each.why is not None)
        self.record(OrderVoided(ship=order.ship, order=write_order(order), reasons=reasons))
