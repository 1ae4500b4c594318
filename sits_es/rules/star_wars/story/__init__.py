"""The facts of Star Wars hex combat, each told as one sentence: orders as they are written, all else as players say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.star_wars.orders.forms import SLOT_ORDERS, OfStarship
from sits_es.rules.star_wars.story import checks, entered, harm, motion
from sits_es.rules.star_wars.story.codes import outcome_in_words
from sits_es.rules.system import Outcome
from sits_es.sentences import one_line, without_full_stop

__all__ = ["SENTENCES", "UNIT_FIELDS", "tell", "unit_of"]

#: The fields that say whose fact it is, the first of them that a fact has.
UNIT_FIELDS: Final = ("starship",)


def _given(order: OfStarship) -> str:
    from sits_es.rules.star_wars.orders.language import write_order

    return f"{order.starship} is ordered: {without_full_stop(write_order(order))}."


#: How each fact is told, by its class.
SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    **dict.fromkeys(SLOT_ORDERS, _given),
    **entered.SENTENCES,
    **motion.SENTENCES,
    **checks.SENTENCES,
    **harm.SENTENCES,
}


def tell(fact: Event) -> str:
    """A fact of Star Wars hex combat, or an outcome, as a sentence on one line, without markup. KeyError for others."""
    if isinstance(fact, Outcome):
        return one_line(outcome_in_words(fact.why))
    return one_line(SENTENCES[type(fact)](fact))


def unit_of(fact: Event) -> str | None:
    """The starship that a fact is about: who acts or suffers; None for a fact of no starship."""
    return getattr(fact, "starship", None) or None
