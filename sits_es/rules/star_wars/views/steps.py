"""An exchange told fact by fact, under what each belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.steps import AFTER, OF_ANY_GAME, ORDERS, told_under, under_headings
from sits_es.rules.told import heading_of

#: The heading of facts of any game, by their stored names.
_ANY_GAME: Final = {
    **OF_ANY_GAME,
    "game.OrdersGiven": ORDERS,
    "game.FactsRecorded": "Entered by players",
    "game.ExchangeOpened": AFTER,
}


def steps(facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under their headings, one line each. tell: a fact as one line, or None to leave it out."""
    return told_under(under_headings(facts, heading_of(_ANY_GAME)), tell)
