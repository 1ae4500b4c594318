"""A starship's slot: one manoeuvre and one action, in the order written; and the end of the last round. Rule: house."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sits_es.events import Coded
from sits_es.rules.star_wars.events.motion import SlotPassed, TimeRanOut
from sits_es.rules.star_wars.orders.forms import (
    ACTIONS,
    MANOEUVRES,
    AdvantageOrdered,
    CheckOrdered,
    FireOrdered,
    FlyOrdered,
    OfStarship,
    SideOrdered,
    SpeedOrdered,
)
from sits_es.rules.star_wars.play.attack import fire
from sits_es.rules.star_wars.play.flying import manoeuvre
from sits_es.rules.star_wars.play.resolution import Resolution, unable
from sits_es.rules.star_wars.play.skills import gain_advantage, make_check
from sits_es.rules.star_wars.scenario.ending import outcome
from sits_es.rules.star_wars.slots import can_spend, is_last_of_round
from sits_es.rules.star_wars.state import Starship


def act(work: Resolution) -> None:
    """Carry out what is ordered for the slot, each order by the board as it has become.

    A slot has one manoeuvre and one action, whatever came of the first of each. A manoeuvre that is written after an
    attack of which a foe names the side waits until that is done.
    """
    acting = work.board.acting()
    orders = deque(work.all_orders())
    if acting is None:
        return
    if not any(order.starship == acting.name for order in orders):
        work.record(SlotPassed(starship=acting.name))
    tried: list[OfStarship] = []
    while orders:
        order = orders.popleft()
        if (why := _barred(acting, order, tried)) is not None:
            work.void(order, why)
            continue
        tried.append(order)
        match order:
            case FlyOrdered() | SpeedOrdered():
                manoeuvre(work, acting, order)
            case FireOrdered():
                then = next((each for each in orders if _barred(acting, each, tried) is None), None)
                fire(work, acting, order, then)
                if work.board.declared is not None and then is not None:
                    orders.remove(then)
                    tried.append(then)
            case AdvantageOrdered():
                gain_advantage(work, acting, order)
            case CheckOrdered():
                make_check(work, acting, order)


def _barred(acting: Starship, order: OfStarship, tried: Iterable[OfStarship]) -> Coded | None:
    """Why a slot has no room for an order, by code; None when it has."""
    if order.starship != acting.name:
        return Coded("not-its-slot", (acting.name,))
    if (why := unable(acting)) is not None:
        return why
    if isinstance(order, SideOrdered):
        return Coded("nothing-declared")
    if not isinstance(order, (*MANOEUVRES, *ACTIONS)):
        return Coded("nothing-rolled")
    if isinstance(order, MANOEUVRES):
        return Coded("manoeuvred-already") if any(isinstance(each, MANOEUVRES) for each in tried) else None
    return Coded("acted-already") if any(isinstance(each, ACTIONS) for each in tried) else None


def time_is_up(work: Resolution) -> None:
    """The last round ends with the last stage of its last slot, unless the game is over before. Rule: house."""
    board = work.board
    if not board.rounds or board.turn < board.rounds or board.stage == "initiative" or outcome(board) is not None:
        return
    going_on = (board.stage == "act" and board.declared is not None) or (board.stage != "spend" and can_spend(board))
    if not going_on and is_last_of_round(board):
        work.record(TimeRanOut())
