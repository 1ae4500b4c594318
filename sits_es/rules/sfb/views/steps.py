"""A run told fact by fact, under its impulses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AGREED, OF_ANY_GAME, ORDERS, RESULT, stored_name, told_under, under_headings
from sits_es.rules.sfb.fact import Fact
from sits_es.rules.sfb.telling import Telling


def step_view(facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under their headings, one line each. tell: a fact as one line, or None to leave it out."""
    return told_under(under_headings(facts, _heading), tell)


def _heading(fact: Event, here: str) -> str:
    told = Telling.of(fact) if isinstance(fact, Fact) else None
    known = OF_ANY_GAME.get(stored_name(fact)) if told is None else told.under
    if known is not None:
        return known
    if told is not None and not here:
        return told.opens
    return RESULT if here in ("", AGREED, ORDERS) else here
