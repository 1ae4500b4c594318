"""What players enter from their own displays, each fact as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.ending.facts import DamageEntered, LossEntered
from sits_es.rules.sfb_n3d.spheres.facts import SphereEntered
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import points
from sits_es.rules.sfb_n3d.webs.facts import WebEntered
from sits_es.sentences import counted, without_full_stop


def _damage(fact: DamageEntered) -> str:
    note = f": {without_full_stop(fact.note)}" if fact.note else ""
    return f"{fact.unit} takes {counted(fact.points, 'point')} of damage on its display{note}."


def _lost(fact: LossEntered) -> str:
    explodes = f" and explodes with {points(fact.strength)}" if fact.strength else ""
    return f"{fact.unit} is lost{explodes}."


def _sphere(fact: SphereEntered) -> str:
    left = f"has {points(fact.energy)} of energy left" if fact.energy else "has no energy left and is gone"
    return f"{fact.unit}'s expanding sphere {left}."


def _web(fact: WebEntered) -> str:
    return f"{fact.unit} enters that {fact.web} has {written(fact.traditional)} left by the printed rules."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    DamageEntered: _damage,
    LossEntered: _lost,
    SphereEntered: _sphere,
    WebEntered: _web,
}
