"""A player's course foretold from their own orders, as if everybody else drifted. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sits_es.dice import RollKey
from sits_es.rules.sfb_n3d.board import BREAK, Board, Unit, copied
from sits_es.rules.sfb_n3d.ending.facts import OrderVoided, StopOrdered
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.orders.lookout import ORDERED, seen, standing
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.procedure import HELM
from sits_es.rules.sfb_n3d.telling import tell
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered

if TYPE_CHECKING:
    from sits_es.report.scenes import SpaceScene


class LuckyDice:
    """Dice that show 1 each: nothing breaks down."""

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Faces of `number` dice, each 0."""
        del key, sides
        return (0,) * number


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[OfUnit]]) -> list[str]:
    """Place, facing and speed of the player's units after each impulse with orders, and whom they see after each run.

    orders: by impulse, in a row from the one at hand on; in the turn break nothing moves. Seeking weapons, webs and
    fire are left out, units of others go straight on, and no high-energy turn breaks down.
    """
    impulses, ends = _impulses(orders), _ends(board)
    lines: list[str] = []
    for impulse, work, since in _flown(board, player, orders):
        voided = [fact for fact in work.facts[since:] if isinstance(fact, OrderVoided)]
        acted = [order for order in orders[impulse] if not isinstance(order, StopOrdered)]
        for unit in work.board.out():
            if unit.player == player and unit.kind in ORDERED:
                mine = [order for order in acted if order.unit == unit.name]
                why = [tell(fact) for fact in voided if fact.unit == unit.name]
                lines += _of(work.board, unit, impulse, mine, why, ends=impulse in ends or impulse == impulses[-1])
    return lines


def led_to(board: Board, player: str, orders: Mapping[int, Sequence[OfUnit]]) -> SpaceScene | None:
    """The pictures after the last impulse with orders, as of `forecast`; None where nothing moves."""
    from sits_es.rules.sfb_n3d.views.scenes import space

    flown = [work.board for _, work, _ in _flown(board, player, orders)]
    return space(flown[-1]) if flown else None


def _impulses(orders: Mapping[int, Sequence[OfUnit]]) -> list[int]:
    return sorted(impulse for impulse in orders if impulse != BREAK)


def _flown(board: Board, player: str, orders: Mapping[int, Sequence[OfUnit]]) -> Iterator[tuple[int, Resolution, int]]:
    """Each impulse, the helm as it stands after it, and how many facts there were before."""
    impulses = _impulses(orders)
    every = [order for impulse in impulses for order in orders[impulse]]
    work = Resolution(copied(board), {player: every}, LuckyDice())
    for impulse in impulses:
        since = len(work.facts)
        work.begin(impulse)
        for part in HELM:
            part(work)
        yield impulse, work, since


def _of(
    board: Board, unit: Unit, impulse: int, orders: Sequence[OfUnit], why: Sequence[str], *, ends: bool
) -> Iterator[str]:
    if orders or ends:
        held = f"; in {unit.trapped}" if unit.trapped is not None else ""
        held += f"; in orbit of {unit.orbits[0]}" if unit.orbits is not None else ""
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
