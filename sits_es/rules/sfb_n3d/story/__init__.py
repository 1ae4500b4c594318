"""The facts of SFB 'n3D, each told as one sentence: orders as they are written, all else as it is said at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.chapters import facts_of
from sits_es.rules.sfb_n3d.fact import OfUnit, Order
from sits_es.rules.sfb_n3d.story import entered, fire, motion, terrain, webs
from sits_es.rules.sfb_n3d.story.codes import outcome_in_words
from sits_es.rules.system import Outcome
from sits_es.rules.told import told_of
from sits_es.sentences import one_line

__all__ = ["SENTENCES", "UNIT_FIELDS", "tell", "unit_of"]

#: The fields that say whose fact it is, the first of them that a fact has.
UNIT_FIELDS: Final = ("unit", "source", "units", "by", "anchor")


def _given(order: OfUnit) -> str:
    from sits_es.rules.sfb_n3d.orders.language import write_order

    return f"{order.unit} is ordered for impulse {order.impulse}: {write_order(order)}."


#: How each fact is told, by its class.
SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    **dict.fromkeys((each for each in facts_of("sits_es.rules.sfb_n3d") if issubclass(each, Order)), _given),
    **entered.SENTENCES,
    **fire.SENTENCES,
    **motion.SENTENCES,
    **terrain.SENTENCES,
    **webs.SENTENCES,
}


def tell(fact: Event) -> str:
    """One fact of SFB 'n3D, or an outcome, as a sentence on one line, without markup. Raises KeyError for any other."""
    if isinstance(fact, Outcome):
        return one_line(outcome_in_words(fact.why))
    said = SENTENCES.get(type(fact))
    return one_line(told_of(fact).sentence() if said is None else said(fact))


def unit_of(fact: Event) -> str | None:
    """The unit that a fact is about, or None: who acts or suffers; of several the first."""
    found: Any = next((getattr(fact, name) for name in UNIT_FIELDS if hasattr(fact, name)), None)
    while isinstance(found, tuple):
        found = found[0] if found else None
    return found or None
