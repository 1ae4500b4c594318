"""What players enter of their own starships, each fact as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.star_wars.orders import forms
from sits_es.sentences import without_full_stop


def _moved(what: str, change: int) -> str:
    if not change:
        return f"{what} stays as it is"
    return f"{what} goes {'up' if change > 0 else 'down'} by {abs(change)}"


def _trauma(fact: forms.TraumaEntered) -> str:
    return f"{fact.starship}'s {_moved('hull trauma', fact.change)}, as its player enters."


def _strain(fact: forms.StrainEntered) -> str:
    return f"{fact.starship}'s {_moved('system strain', fact.change)}, as its player enters."


def _shields(fact: forms.ShieldsEntered) -> str:
    return f"{fact.starship}'s {fact.zone} shields are {fact.shields} now, as its player enters."


def _critical(fact: forms.CriticalEntered) -> str:
    return f"{fact.starship}'s critical hit {fact.critical} means: {without_full_stop(fact.text)}."


def _mended(fact: forms.CriticalMended) -> str:
    return f"{fact.starship}'s critical hit {fact.critical} is mended."


def _note(fact: forms.NoteEntered) -> str:
    return f"A note on {fact.starship}: {without_full_stop(fact.text)}."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    forms.TraumaEntered: _trauma,
    forms.StrainEntered: _strain,
    forms.ShieldsEntered: _shields,
    forms.CriticalEntered: _critical,
    forms.CriticalMended: _mended,
    forms.NoteEntered: _note,
}
