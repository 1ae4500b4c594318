"""The fact by which a game has its scenario's terms."""

from __future__ import annotations

from attrs import field, frozen
from attrs.validators import ge, optional

from sits_es.events import Event, event
from sits_es.rules.sits.scenario.terms import Points


@event("sits.TermsSet")
@frozen(kw_only=True)
class TermsSet(Event):
    """The terms of the game. turns: it ends after so many (1 up), None for no limit; points: by ship class.

    margin: points by which a side must lead to win (1 up).
    """

    turns: int | None = field(validator=optional(ge(1)))
    margin: int = field(validator=ge(1))
    points: dict[str, Points]
