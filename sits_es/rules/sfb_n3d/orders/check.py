"""Every reason why an order can't be given: what it contradicts, and what its own rules say when its turn comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb_n3d.board import BREAK, Board
from sits_es.rules.sfb_n3d.fact import Entry, OfUnit, Order
from sits_es.rules.sfb_n3d.motion.facts import DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.order_rules import rules_of
from sits_es.rules.sfb_n3d.orders.forecast import judged
from sits_es.sentences import unknown

#: The file that was judged last, and what was found against its orders: the next is most often asked of the same file.
_LAST: Final[list[tuple[Board, Sequence[OfUnit], Mapping[Order, Sequence[Refusal]]]]] = []


def problems(board: Board, step: int, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Every reason why an order can't be given; silent when it can.

    Each is carried out on the board as it will be in its impulse, if all others go straight on. What fails whatever
    they do is refused; what fails only then is a warning.

    step: its impulse, or the turn break. given: the player's orders of the turn from the exchange at hand on, this one
    among them: what an order of a later impulse finds depends on those before it.
    """
    unit = board.units.get(order.unit)
    if unit is None:
        yield Refusal(unknown("unit", order.unit, sorted(board.units)), "unit")
    elif isinstance(order, Entry):
        yield Refusal(f"{unit.name}: this is entered from your own displays and is no order. Enter it: sits record.")
    elif isinstance(order, Order):
        against = _judged(board, given).get(order, ())
        yield from against
        if all(each.field != "unit" for each in against):
            yield from _contradictions(step, order, given)


def _judged(board: Board, given: Sequence[OfUnit]) -> Mapping[Order, Sequence[Refusal]]:
    known = next((each for each in _LAST if each[0] is board and each[1] is given), None)
    if known is None:
        known = (board, given, judged(board, given))
        _LAST[:] = [known]
    return known[2]


def _contradictions(step: int, order: Order, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Orders of one impulse that can't both be meant, though both can be carried out."""
    same = [other for other in given if other.unit == order.unit and other.impulse == order.impulse]
    when = "the turn break" if step == BREAK else f"impulse {step}"
    kind = rules_of(order).once
    alike = [other for other in same if type(other) is type(order)]
    if kind and len(alike) > 1 and (alike[0] != order or alike.count(order) > 1):
        # in the same words for every impulse: a line that counts in each run is then one fault, and names them
        same_when = when if step == BREAK else "the same impulse"
        yield Refusal(f"{order.unit} has {len(alike)} {kind} orders for {same_when}. Leave one.")
    if isinstance(order, DecelerationOrdered) and not order.inertia_only:
        for other in same:
            if isinstance(other, SpeedOrdered) and other.speed:
                yield Refusal(f"{order.unit} has a speed and an emergency deceleration for {when}. Leave one (C8.0).")
            if isinstance(other, ThrustOrdered) and other.thrust:
                yield Refusal(f"{order.unit} has thrust and an emergency deceleration for {when}. Leave one (C8.41).")
