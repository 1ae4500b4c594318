"""The facts of SITS, each told as one sentence: orders as they are written, all else as it is said at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sits_es.events import Event
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.orders.forms import BREAK_ORDERS, SEGMENT_ORDERS
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.story import damage, fire, miracles
from sits_es.rules.sits.story.codes import outcome_in_words
from sits_es.rules.sits.telling import told_of
from sits_es.rules.system import Outcome
from sits_es.sentences import one_line

__all__ = ["SENTENCES", "UNIT_FIELDS", "tell", "unit_of"]

#: The fields that say whose fact it is, the first of them that a fact has.
UNIT_FIELDS = ("ship", "shooter", "target")


def _given(order: Order) -> str:
    return f"{order.ship} is ordered: {write_order(order)}."


#: How each fact is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    **dict.fromkeys((*SEGMENT_ORDERS, *BREAK_ORDERS), _given),
    **fire.SENTENCES,
    **damage.SENTENCES,
    **miracles.SENTENCES,
}


def tell(fact: Event) -> str:
    """One fact of SITS, or an outcome, as a sentence on one line, without markup. Raises KeyError for any other."""
    if isinstance(fact, Outcome):
        return one_line(outcome_in_words(fact.why))
    said = SENTENCES.get(type(fact))
    return one_line(told_of(fact).sentence() if said is None else said(fact))


def unit_of(fact: Event) -> str | None:
    """The ship that a fact is about, or None: who acts, for an attack under way its target."""
    return next((str(getattr(fact, name)) for name in UNIT_FIELDS if hasattr(fact, name)), None)
