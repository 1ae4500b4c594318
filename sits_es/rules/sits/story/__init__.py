"""The facts of SITS, each told as one sentence: orders as they are written, all else as it is said at the table."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.sits.telling import told_of
from sits_es.rules.system import Outcome
from sits_es.sentences import one_line

__all__ = ["UNIT_FIELDS", "tell", "unit_of"]

#: The fields that say whose fact it is, the first of them that a fact has.
UNIT_FIELDS = ("ship", "shooter", "target")


def tell(fact: Event) -> str:
    """One fact of SITS, or an outcome, as a sentence on one line, without markup. Raises KeyError for any other."""
    if isinstance(fact, Outcome):
        from sits_es.rules.sits.ending.told import outcome_in_words

        return one_line(outcome_in_words(fact.why))
    return one_line(told_of(fact).sentence())


def unit_of(fact: Event) -> str | None:
    """The ship that a fact is about, or None: who acts, for an attack under way its target."""
    return next((str(getattr(fact, name)) for name in UNIT_FIELDS if hasattr(fact, name)), None)
