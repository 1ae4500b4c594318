"""An exchange told fact by fact, under what each belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AFTER, OF_ANY_GAME, ORDERS, RESULT, stored_name, told_under, under_headings
from sits_es.rules.star_wars.events import checks, harm, motion
from sits_es.rules.star_wars.orders.forms import ENTRIES, SLOT_ORDERS

#: Headings, besides those of a flight, an attack and a check.
OPENING: Final = "Set-up"
ENTERED: Final = "Entered by players"

#: The heading of facts that have one of their own.
_OWN: Final[Mapping[type[Event], str]] = {
    motion.StarshipPlaced: OPENING,
    motion.TerrainPlaced: OPENING,
    motion.InitiativeSet: "Initiative",
    motion.StarshipFlew: "Flight",
    checks.AttackDeclared: "Attack",
    checks.AttackAimed: "Attack",
    checks.ResultSpent: "What is spent",
    motion.TimeRanOut: AFTER,
    **dict.fromkeys(SLOT_ORDERS, ORDERS),
    **dict.fromkeys(ENTRIES, ENTERED),
}

#: What stands under the heading before it.
_GOES_ON: Final = (
    checks.CheckMade,
    checks.AdvantageGained,
    harm.TraumaSuffered,
    harm.StrainSuffered,
    harm.CriticalSuffered,
    harm.StarshipLost,
    harm.StarshipShutDown,
    harm.StarshipRestored,
)

#: The heading of facts of any game, by their stored names.
_ANY_GAME: Final = {
    **OF_ANY_GAME,
    "game.OrdersGiven": ORDERS,
    "game.FactsRecorded": ENTERED,
    "game.ExchangeOpened": AFTER,
}


def steps(facts: Sequence[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Facts under their headings, in the order recorded."""
    return under_headings(facts, _heading)


def _heading(fact: Event, here: str) -> str:
    known = _OWN.get(type(fact)) or _ANY_GAME.get(stored_name(fact))
    if known is not None:
        return known
    if isinstance(fact, _GOES_ON) and here in ("Flight", "Attack", "What is spent", ENTERED):
        return here
    return RESULT


def step_view(facts: Sequence[Event], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under their headings, one line each. telling: a fact as one line, or None to leave it out."""
    return told_under(steps(facts), telling)
