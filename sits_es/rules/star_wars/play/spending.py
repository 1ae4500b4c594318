"""What is spent of a roll: advantage and triumph, on what the players agree or on a critical hit. Rule: base game."""

from __future__ import annotations

from typing import Final

from sits_es.events import Coded
from sits_es.rules.star_wars.events.checks import ResultSpent
from sits_es.rules.star_wars.orders.forms import SideOrdered, SpendOrdered
from sits_es.rules.star_wars.play.harm import critical_hit
from sits_es.rules.star_wars.play.resolution import Resolution
from sits_es.rules.star_wars.state import Board, Starship

#: The words that are carried out; all others are kept as they are said.
CRITICAL_HIT: Final = "critical hit"


def spend(work: Resolution) -> None:
    """Spend what the slot's rolls came to, in the order written, as far as it goes."""
    acting = work.board.acting()
    if acting is None:
        return
    hits = 0
    for order in work.all_orders():
        if order.starship != acting.name:
            work.void(order, Coded("not-its-slot", (acting.name,)))
        elif acting.gone:
            work.void(order, Coded("starship-gone"))
        elif not isinstance(order, SpendOrdered):
            work.void(order, Coded("nothing-declared" if isinstance(order, SideOrdered) else "rolled-already"))
        elif (why := unspendable(work.board, acting, order)) is not None:
            work.void(order, why)
        else:
            spent = ResultSpent(
                starship=acting.name, number=order.number, what=order.what, source=order.source, text=order.text
            )
            work.record(spent)
            if is_critical_hit(order):
                _hit(work, acting, hits)
                hits += 1


def is_critical_hit(order: SpendOrdered) -> bool:
    """Whether it is spent on a critical hit."""
    return order.text.strip().casefold() == CRITICAL_HIT


def unspendable(board: Board, starship: Starship, order: SpendOrdered) -> Coded | None:
    """Why that can't be spent now, by code; None when it can.

    A critical hit needs an attack that came through the armour, and costs the advantage that the weapon's card says, or
    one triumph. Rule: base game.
    """
    check = board.check_of(order.source)
    if check is None:
        return Coded("nothing-rolled")
    left = board.left_of(check)[order.what]
    if not 1 <= order.number <= left:
        return Coded("not-so-much", (left, order.what))
    if not is_critical_hit(order):
        return None
    if order.source != "action" or board.aimed is None or not board.hurt:
        return Coded("no-critical")
    weapon, target = board.aimed
    if board.on_map(target) is None:
        return Coded("no-target", (target,))
    cost = next(each.critical for each in board.class_of(starship).weapons if each.name == weapon)
    return Coded("critical-costs-more", (cost,)) if order.what == "advantage" and order.number < cost else None


def _hit(work: Resolution, starship: Starship, nth: int) -> None:
    """The critical hit on the target of the slot's attack."""
    if work.board.aimed is not None:
        weapon, target = work.board.aimed
        why = Coded("weapon", (starship.name, weapon))
        critical_hit(work, starship.name, work.board.starships[target], why, target, nth)
