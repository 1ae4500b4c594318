"""A run told impulse by impulse, fact by fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AFTER, AGREED, OF_ANY_GAME, ORDERS, RESULT, stored_name, told_under, under_headings
from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun, RunEnded
from sits_es.rules.sfb_n3d.fact import Entry, OfUnit
from sits_es.rules.sfb_n3d.motion.facts import UnitPlaced
from sits_es.rules.sfb_n3d.terrain.facts import TerrainPlaced

#: Headings of what happens in no impulse.
OPENING: Final = "Set-up"
ENTERED: Final = "From the displays"

#: The heading of facts that have one of their own.
_OWN: Final[Mapping[type[Event], str]] = {
    UnitPlaced: OPENING,
    RunEnded: AFTER,
}


def steps(facts: Sequence[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Facts under their headings, in the order recorded."""
    return under_headings(facts, _heading)


def _heading(fact: Event, here: str) -> str:
    if isinstance(fact, ImpulseBegun):
        return f"Impulse {fact.impulse}"
    if isinstance(fact, OfUnit):
        return ENTERED if isinstance(fact, Entry) else ORDERS
    known = _OWN.get(type(fact)) or OF_ANY_GAME.get(stored_name(fact))
    if known is not None:
        return known
    if isinstance(fact, TerrainPlaced) and not here:
        return OPENING
    return RESULT if here in ("", AGREED, ORDERS) else here


def step_view(facts: Sequence[Event], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under their headings, one line each. telling: a fact as one line, or None to leave it out."""
    return told_under(steps(facts), telling)
