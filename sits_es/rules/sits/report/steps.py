"""A segment told step by step, as the printed procedure goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AFTER, AGREED, OF_ANY_GAME, ORDERS, stored_name, told_under
from sits_es.rules.sits.events import damage, defence, fire, miracles, motion
from sits_es.rules.sits.orders.forms import Order

#: The steps of a segment by their number on the card; then the turn break, and what closes the exchange,
#: with the markers of the next, which are placed before its orders are owed. What players or an umpire agreed on stands
#: before them all. Rule: card, "Segment Procedure".
STEPS: Final = {
    0: AGREED,
    1: "1. Future-position markers",
    2: "2. Orders are written",
    3: "3. Fire orders are revealed",
    4: "4. Long orders are revealed",
    5: "5. Thrust",
    6: "6. Movement and missiles",
    7: "7. Thrust breaks",
    8: "8. Regeneration",
    9: "Turn break",
    10: AFTER,
}

#: Facts that belong to one step alone. Any other goes where the fact before it went, as damage does.
_AT: Final[dict[type[Event], int]] = {
    fire.BeamFired: 3,
    fire.LanceFired: 3,
    fire.SalvoLaunched: 3,
    motion.PlotsNamed: 4,
    motion.PivotBegun: 4,
    motion.RollBegun: 4,
    defence.DecoysDeployed: 4,
    motion.PulseCrossed: 5,
    motion.DotGained: 5,
    motion.HalvesKept: 5,
    motion.FutureDisplaced: 5,
    motion.ShipMoved: 6,
    motion.TurnSpent: 6,
    motion.ShipTurned: 6,
    defence.AttackArrived: 6,
    defence.LayerFought: 6,
    defence.AttackSpent: 6,
    motion.ThrustBroke: 7,
    motion.GridFilled: 7,
    damage.CountersRun: 8,
    fire.OrdersStopped: 8,
    damage.RepairTried: 9,
    miracles.BoxesReopened: 9,
    miracles.CardDrawn: 9,
    miracles.LayerIgnored: 6,
}

#: The same for facts of any game, by their stored names.
_AT_IN_ANY_GAME: Final = {
    "game.Forked": 1,
    **{name: {AGREED: 0, ORDERS: 2, AFTER: 10}[heading] for name, heading in OF_ANY_GAME.items()},
}


def steps(events: Sequence[Event]) -> dict[int, list[Event]]:
    """Facts by the step of the procedure that they belong to, 0 to 10; in each step in the order recorded.

    Dice go with the fact that they decide, which is the next that is not a roll.
    """
    found: dict[int, list[Event]] = {}
    waiting: list[Event] = []
    here = 3
    for event in events:
        if isinstance(event, DiceRolled):
            waiting.append(event)
            continue
        step = _step(event, here)
        here = max(step, here)
        found.setdefault(step, []).extend([*waiting, event])
        waiting.clear()
    if waiting:
        found.setdefault(here, []).extend(waiting)
    return dict(sorted(found.items()))


def _step(event: Event, here: int) -> int:
    if isinstance(event, motion.FutureMarked):
        return max(STEPS) if here == max(STEPS) else 1
    if isinstance(event, Order):
        return 2
    if isinstance(event, fire.OrderVoided):
        return max(_step_of_order(event.order), here)
    if isinstance(event, motion.ThrustChanged) and event.cause == "order":
        return 4
    return _AT.get(type(event), _AT_IN_ANY_GAME.get(stored_name(event), here))


def _step_of_order(order: str) -> int:
    """The step in which an order, as written, would have been carried out."""
    first = order.lower().split(maxsplit=1)[0] if order.strip() else ""
    return {"fire": 3, "launch": 3, "repair": 9}.get(first, 4)


def step_view(events: Sequence[Event], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under the heading of their step, one line each; steps in which nothing happened are left out.

    telling: a fact as one line, or None to leave it out.
    """
    return told_under(((STEPS[step], facts) for step, facts in steps(events).items()), telling)
