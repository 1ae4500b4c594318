"""What players entered of their own starships, as it counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.report.explain_words import known

#: Where all of them come from.
_ENTERED: Final = "the players' own table: what they agree on is entered as a fact"


def _change(context: Context, what: str, field: str, change: int) -> Working:
    found = known(context, context.event.starship)
    steps = [f"{what} is never less than 0."]
    if found is not None:
        before = getattr(found[1], field)
        steps.insert(0, f"{what} so far: {before}{change:+} = {max(0, before + change)}.")
    return Working(
        rule=_ENTERED,
        modifiers=(Modifier(name=what.lower(), value=f"{change:+}", rule="as its player entered it"),),
        steps=tuple(steps),
        values={"change": change},
    )


def _trauma(context: Context) -> Working:
    return _change(context, "Hull trauma", "trauma", context.event.change)


def _strain(context: Context) -> Working:
    return _change(context, "System strain", "strain", context.event.change)


def _shields(context: Context) -> Working:
    fact: forms.ShieldsEntered = context.event
    found = known(context, fact.starship)
    before = "" if found is None else f" instead of {found[1].shields_of(fact.zone)}"
    step = f"The {fact.zone} zone has {fact.shields}{before}: that many setback dice for an attack on it."
    return Working(rule=_ENTERED, steps=(step,), values={"zone": fact.zone, "shields": fact.shields})


def _critical(context: Context) -> Working:
    fact: forms.CriticalEntered = context.event
    found = known(context, fact.starship)
    hits = () if found is None else [hit for hit in found[1].criticals if hit.number == fact.critical]
    steps = [f"Critical hit {hit.number} came to {hit.result}; so its player reads in the table." for hit in hits]
    return Working(rule=_ENTERED, steps=tuple(steps) or ("So its player reads in the table.",))


def _mended(_happening: Context) -> Working:
    step = "It adds nothing to the next critical hit any more."
    return Working(rule=f"{_ENTERED}; base game: each critical hit adds 10 to the next", steps=(step,))


def _note(_happening: Context) -> Working:
    return Working(rule=_ENTERED, steps=("It stands on the board for all to see, and changes nothing else.",))


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    forms.TraumaEntered: _trauma,
    forms.StrainEntered: _strain,
    forms.ShieldsEntered: _shields,
    forms.CriticalEntered: _critical,
    forms.CriticalMended: _mended,
    forms.NoteEntered: _note,
}
