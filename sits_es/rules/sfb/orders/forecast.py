"""A player's orders carried out as if everybody else went straight on. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from attrs import Factory, define
from msgspec.structs import replace

from sits_es.dice import RollKey
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import BREAK, Board, Unit, copied
from sits_es.rules.sfb.ending.facts import OrderVoided, StopOrdered
from sits_es.rules.sfb.ending.rules import set_out, watch
from sits_es.rules.sfb.fact import OfUnit, Order
from sits_es.rules.sfb.order_rules import OrderRules, why_not
from sits_es.rules.sfb.orders.lookout import ORDERED, seen, standing
from sits_es.rules.sfb.procedure import IMPULSE
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.turns.facts import HetOrdered

if TYPE_CHECKING:
    from sits_es.report.scenes import SpaceScene

#: What a reason goes by that others may still change.
ASSUMED: Final = "if all others go straight on"


class LuckyDice:
    """Dice that show 1 each: nothing breaks down."""

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Faces of `number` dice, each 0."""
        del key, sides
        return (0,) * number


@define
class Foresight(Resolution):
    """An exchange, and those after it, as one player's orders alone make it, with all that speaks against each order.

    against: of each order that was asked, by its id, for two lines may order the same; only_asks: whether nothing is
    carried out, so that each order stands alone.
    """

    against: dict[int, list[Refusal]] = Factory(dict)
    only_asks: bool = False

    def allows(self, order: Order) -> bool:
        """Whether it can be carried out. What others may still change is a warning, unless all is known by then."""
        at_hand = self.now in (0, self.board.impulse)
        found = [
            replace(each, warns=False) if each.warns and at_hand and OrderRules.of(order).early else each
            for each in why_not(self, order)
        ]
        told = self.against.setdefault(id(order), [])
        told += [each for each in found if each not in told]
        void = next((each.why for each in found if each.why is not None), None)
        if void is not None and not self.only_asks:
            self.void(order, void)
        return void is None and not self.only_asks


def foresee(
    board: Board, orders: Iterable[OfUnit], last: int = 0, *, only_asks: bool = False
) -> Iterator[tuple[Foresight, int]]:
    """Each impulse from the one at hand to the last with orders, or `last`, then the turn break where it has some.

    Yields the exchange at work, as it stands after the impulse, and how many facts there were before; orders for what
    is over and of units that are not there are left out, and no high-energy turn breaks down.
    """
    by_player: dict[str, list[Order]] = {}
    for order in orders:
        if isinstance(order, Order) and order.unit in board.units and order.impulse >= board.impulse:
            by_player.setdefault(board.units[order.unit].player, []).append(order)
    impulses = [order.impulse for given in by_player.values() for order in given]
    work = Foresight(copied(board), by_player, LuckyDice(), only_asks=only_asks)
    for impulse in range(board.impulse, min(max([last, *impulses]) + 1, BREAK)):
        since = len(work.facts)
        work.begin(impulse)
        for part in IMPULSE:
            part(work)
        watch(work)
        yield work, since
    if BREAK in impulses:
        since, work.now = len(work.facts), 0
        work.orders = {name: [each for each in given if each.impulse == BREAK] for name, given in by_player.items()}
        set_out(work)
        yield work, since


def judged(board: Board, orders: Sequence[OfUnit], *, only_asks: bool = False) -> Mapping[int, Sequence[Refusal]]:
    """What speaks against each order of a player's, by its id, and what others may still change as a warning.

    only_asks: each by itself, as if it were the only one.
    """
    against: Mapping[int, Sequence[Refusal]] = {}
    for work, _ in foresee(board, orders, only_asks=only_asks):
        against = work.against
    return {order: [*_told(each)] for order, each in against.items()}


def _told(against: Sequence[Refusal]) -> Iterator[Refusal]:
    """What is refused; where nothing is, what to be warned of."""
    sure = [each for each in against if not each.warns]
    for each in sure or against:
        yield each if sure else replace(each, assumes=ASSUMED)


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[OfUnit]]) -> list[str]:
    """Place, facing and speed of the player's units after each impulse with orders, and whom they see after each run.

    orders: by impulse, in a row from the one at hand on; in the turn break nothing moves.
    """
    impulses, ends = sorted(impulse for impulse in orders if impulse != BREAK), _ends(board)
    lines: list[str] = []
    for work, since in _flown(board, orders):
        voided = [fact for fact in work.facts[since:] if isinstance(fact, OrderVoided)]
        acted = [order for order in orders.get(work.now, ()) if not isinstance(order, StopOrdered)]
        for unit in work.board.out():
            if unit.player == player and unit.kind in ORDERED:
                mine = [order for order in acted if order.unit == unit.name]
                why = [tell(fact) for fact in voided if fact.unit == unit.name]
                over = work.now in ends or work.now == impulses[-1]
                lines += _of(work.board, unit, work.now, mine, why, ends=over)
    return lines


def led_to(board: Board, player: str, orders: Mapping[int, Sequence[OfUnit]]) -> SpaceScene | None:
    """The pictures after the last impulse with orders, as of `forecast`; None if nothing moves."""
    from sits_es.rules.sfb.views.scenes import space

    del player
    flown = [work.board for work, _ in _flown(board, orders)]
    return space(flown[-1]) if flown else None


def _flown(board: Board, orders: Mapping[int, Sequence[OfUnit]]) -> Iterator[tuple[Foresight, int]]:
    """The impulses of these orders, those without an order too."""
    impulses = sorted(impulse for impulse in orders if impulse != BREAK)
    every = [order for impulse in impulses for order in orders[impulse]]
    return foresee(board, every, impulses[-1]) if impulses else iter(())


def _of(
    board: Board, unit: Unit, impulse: int, orders: Sequence[OfUnit], why: Sequence[str], *, ends: bool
) -> Iterator[str]:
    if orders or ends:
        held = f"; in {unit.trapped}" if unit.trapped is not None else ""
        held += f"; in orbit around {unit.orbits.planet}{unit.orbits.away}" if unit.orbits is not None else ""
        unsure = "; if it doesn't break down" if any(isinstance(order, HetOrdered) for order in orders) else ""
        yield f"{impulse}  {unit.name}: {standing(unit)}{held}{unsure}"
        yield from (f"   {said}" for said in why)
    if ends:
        yield from (f"   {said}" for said in seen(board, unit))


def _ends(board: Board) -> set[int]:
    """The last impulses of this run and of those that follow it in the turn."""
    found, first = set[int](), board.impulse
    while first < BREAK:
        last = board.steps(first)[-1]
        found.add(last)
        first = last + 1
    return found
