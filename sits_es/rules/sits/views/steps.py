"""A segment told step by step, as the printed procedure goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AFTER, AGREED, OF_ANY_GAME, ORDERS, stored_name, told_under
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, LayerIgnored
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, DecoysDeployed, LayerFought, SalvoLaunched
from sits_es.rules.sits.repairs.facts import CountersRun, RepairTried
from sits_es.rules.sits.telling import STEPS, row_of

#: Facts that belong to one step alone. Any other goes where the fact before it went, as damage does.
_AT: Final[dict[type[Event], int]] = {
    BeamFired: 3,
    LanceFired: 3,
    SalvoLaunched: 3,
    DecoysDeployed: 4,
    AttackArrived: 6,
    LayerFought: 6,
    AttackSpent: 6,
    CountersRun: 8,
    OrdersStopped: 8,
    RepairTried: 9,
    BoxesReopened: 9,
    CardDrawn: 9,
    LayerIgnored: 6,
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
    if isinstance(event, Order):
        return 2
    if isinstance(event, OrderVoided):
        return max(_step_of_order(event.order), here)
    if type(event) not in _AT and (row := row_of(event)) is not None:
        return row.step_after(here)
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
