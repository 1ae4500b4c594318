"""What players enter from their own displays, each fact as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.orders import forms
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import points
from sits_es.sentences import counted, without_full_stop


def _damage(fact: forms.DamageEntered) -> str:
    note = f": {without_full_stop(fact.note)}" if fact.note else ""
    return f"{fact.unit} takes {counted(fact.points, 'point')} of damage on its display{note}."


def _lost(fact: forms.LossEntered) -> str:
    explodes = f" and explodes with {points(fact.strength)}" if fact.strength else ""
    return f"{fact.unit} is lost{explodes}."


def _sphere(fact: forms.SphereEntered) -> str:
    left = f"has {points(fact.energy)} of energy left" if fact.energy else "has no energy left and is gone"
    return f"{fact.unit}'s expanding sphere {left}."


def _web(fact: forms.WebEntered) -> str:
    return f"{fact.unit} enters that {fact.web} has {written(fact.traditional)} left by the printed rules."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    forms.DamageEntered: _damage,
    forms.LossEntered: _lost,
    forms.SphereEntered: _sphere,
    forms.WebEntered: _web,
}
