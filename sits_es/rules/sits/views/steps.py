"""A segment told step by step, as the printed procedure goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AFTER, AGREED, OF_ANY_GAME, ORDERS, stored_name, told_under
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.telling import STEPS, told_of

#: The steps of facts of any game, by their stored names.
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
    if isinstance(event, Fact):
        return told_of(event).step_after(here)
    return _AT_IN_ANY_GAME.get(stored_name(event), here)


def step_view(events: Sequence[Event], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under the heading of their step, one line each; steps in which nothing happened are left out.

    telling: a fact as one line, or None to leave it out.
    """
    return told_under(((STEPS[step], facts) for step, facts in steps(events).items()), telling)
