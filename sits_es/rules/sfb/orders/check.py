"""Every reason why an order can't be given, or a fact not be entered from a player's own displays.

Rule: house; D5.2, G10.3 for entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import BREAK, Board, Unit
from sits_es.rules.sfb.ending.facts import LossEntered
from sits_es.rules.sfb.fact import Entry, OfUnit, Order
from sits_es.rules.sfb.links.facts import DisplacementEntered, InertiaEntered, ShieldEntered, TractorEntered
from sits_es.rules.sfb.links.rules import entry_faults
from sits_es.rules.sfb.motion.facts import DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.order_rules import OrderRules
from sits_es.rules.sfb.orders.forecast import judged
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.spheres.facts import SphereEntered
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.words import in_order
from sits_es.rules.sfb.webs.facts import WebEntered
from sits_es.sentences import unknown

#: The file that was judged last, and what was found against its orders: the next is most often asked of the same file.
_LAST: Final[list[tuple[Board, Sequence[OfUnit], Mapping[int, Sequence[Refusal]]]]] = []


def problems(board: Board, step: int, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Every reason why an order can't be given; silent when it can.

    Each is carried out on the board as it will be in its impulse, if all others go straight on. What fails whatever
    they do is refused; what fails only then is a warning.

    step: its impulse, or the turn break. given: the player's orders of the turn from the exchange at hand on, this very
    object among them, for two lines may order the same: what an order of a later impulse finds depends on those before
    it. ValueError if it is not among them.
    """
    unit = board.units.get(order.unit)
    if unit is None:
        yield Refusal(unknown("unit", order.unit, sorted(board.units)), "unit")
    elif isinstance(order, Entry):
        yield Refusal(f"{unit.name}: this is not an order. Enter it with sits record, from your own displays.")
    elif isinstance(order, Order):
        if all(each is not order for each in given):
            raise ValueError(f"The order of {unit.name} is not one of those given.")
        against = _judged(board, given).get(id(order), ())
        yield from against
        if all(each.field != "unit" for each in against):
            yield from _contradictions(step, order, given)


def alone(board: Board, orders: Sequence[tuple[int, OfUnit]]) -> Iterator[Sequence[Refusal]]:
    """Every reason why each of some orders can't be given, as if it were the only one; all are asked in one flight."""
    against = judged(board, [order for _, order in orders if isinstance(order, Order)], only_asks=True)
    return (against.get(id(order), ()) if isinstance(order, Order) else () for _, order in orders)


def _judged(board: Board, given: Sequence[OfUnit]) -> Mapping[int, Sequence[Refusal]]:
    known = next((each for each in _LAST if each[0] is board and each[1] is given), None)
    if known is None:
        known = (board, given, judged(board, given))
        _LAST[:] = [known]
    return known[2]


def _contradictions(step: int, order: Order, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Orders of one impulse that can't both be meant, though both can be carried out."""
    same = [other for other in given if other.unit == order.unit and other.impulse == order.impulse]
    when = "the turn break" if step == BREAK else f"impulse {step}"
    kind = OrderRules.of(order).once
    alike = [other for other in same if type(other) is type(order)]
    if kind and len(alike) > 1 and (alike[0] != order or alike.count(order) > 1):
        # in the same words for every impulse: a line that counts in each run is then one fault, and names them
        same_when = when if step == BREAK else "the same impulse"
        yield Refusal(f"{order.unit} has {len(alike)} {kind} orders for {same_when}. Keep one.")
    if isinstance(order, DecelerationOrdered) and not order.inertia_only:
        for other in same:
            if isinstance(other, SpeedOrdered) and other.speed:
                yield Refusal(
                    f"{order.unit} has a speed order and an emergency deceleration for {when}. Keep one (C8.0)."
                )
            if isinstance(other, ThrustOrdered) and other.thrust:
                yield Refusal(
                    f"{order.unit} has a thrust order and an emergency deceleration for {when}. Keep one (C8.41)."
                )


# what players enter


def entry_problems(board: Board, player: str, entered: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Every reason why a player can't enter these facts; once a game has begun something can always be entered.

    Damage may be noted of a unit that is out of the game too: its display is settled when everybody has fired.
    """
    lost: set[str] = set()
    places: dict[str, Place] = {}
    for at, fact in enumerate(entered):
        for problem in _of_entry(board, player, fact, lost, places):
            yield replace(problem, at=at)
        if isinstance(fact, LossEntered):
            lost.add(fact.unit)
        elif isinstance(fact, DisplacementEntered):
            places[fact.unit] = fact.place


def _of_entry(
    board: Board, player: str, fact: OfUnit, lost: set[str], places: Mapping[str, Place]
) -> Iterator[Refusal]:
    unit = board.units.get(fact.unit)
    if unit is None:
        own = [name for name, each in sorted(board.units.items()) if each.player == player]
        yield Refusal(unknown("unit", fact.unit, own), "unit")
        return
    if not isinstance(fact, Entry):
        yield Refusal(f"{unit.name}: this is an order. Put it into an order file; it is not entered.")
        return
    if unit.player != player:
        yield Refusal(f"{unit.name} is not {player}'s. Enter what your own displays say.", "unit")
    if fact.impulse == BREAK != board.impulse:
        yield Refusal(f'{unit.name}: the turn break is still to come. Leave out the word "break".')
    yield from _of_display(board, unit, fact, unit.gone is not None or unit.name in lost, places)


def _of_display(board: Board, unit: Unit, fact: Entry, gone: bool, places: Mapping[str, Place]) -> Iterator[Refusal]:
    """What speaks against an entry of a unit of one's own. gone: out of the game, by what is entered before too."""
    match fact:
        case LossEntered() if gone:
            yield Refusal(f"{unit.name} is already out of the game.")
        case SphereEntered() if gone:
            yield Refusal(f"{unit.name} is out of the game, and so is its sphere.")
        case SphereEntered() if unit.sphere is None:
            yield refused(unit.name, "no-sphere")
        case WebEntered() if fact.web not in board.webs:
            yield refused(unit.name, "no-web", fact.web, *in_order(board.webs))
        case WebEntered() if board.webs[fact.web].player != unit.player:
            yield refused(unit.name, "not-your-web", fact.web)
        case TractorEntered() | DisplacementEntered() | InertiaEntered() | ShieldEntered() if gone:
            yield refused(unit.name, "unit-gone")
        case TractorEntered() | DisplacementEntered() | InertiaEntered():
            yield from entry_faults(board, unit, fact, places)
