"""The order language of Star Wars hex combat: from what a player writes to orders, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sits_es.events import Event
from sits_es.orders.language import language_in
from sits_es.orders.names import written as named
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import FireOrdered, SideOrdered
from sits_es.rules.starwars.checks.facts import ACTION, CheckOrdered
from sits_es.rules.starwars.crews.facts import AngleOrdered, RepairOrdered, StanceOrdered
from sits_es.rules.starwars.fact import OfCheck, OfMember
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    NoteAgreed,
    NoteEntered,
    ShieldsEntered,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.starwars.orders.reader import OrderReader
from sits_es.rules.starwars.spending.facts import AnswerOrdered, SpendOrdered


def _with(form: OfCheck) -> str:
    """What is added to the pool, in normal order; empty for nothing."""
    added = (
        f"{form.boost} boost" if form.boost else "",
        f"{form.setback} setback" if form.setback else "",
        f"{form.upgrades} upgrade{'s' if form.upgrades > 1 else ''}" if form.upgrades else "",
        f"{form.harder} harder" if form.harder else "",
    )
    said = " ".join(each for each in added if each)
    return f" with {said}" if said else ""


def _by(form: OfMember | StanceOrdered | AngleOrdered) -> str:
    """Who of the crew, where it isn't the pilot."""
    return f" by {named(form.member)}" if form.member else ""


def _fire(form: FireOrdered) -> str:
    zone = "" if form.zone is None else f" zone {form.zone}"
    toward = "" if form.toward is None else f" toward {form.toward}"
    return f"fire {named(form.weapon)} at {named(form.target)}{zone}{toward}{_by(form)}{_with(form)}"


def _check(form: CheckOrdered) -> str:
    why = f": {form.why}" if form.why else ""
    return f"check {form.skill} difficulty {form.difficulty}{_by(form)}{_with(form)}{why}"


def _repair(form: RepairOrdered) -> str:
    hard = "" if form.difficulty is None else f" difficulty {form.difficulty}"
    what = f"critical {form.critical}{hard}" if form.what == "critical" else form.what
    return f"repair {what}{_by(form)}{_with(form)}"


def _spend(form: SpendOrdered | AnswerOrdered) -> str:
    source = f" on {named(form.source)}" if form.source != ACTION else ""
    return f"spend {form.number} {form.what}{source}: {form.text}"


#: Each form as text, without its starship, in the order in which it is listed to players.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    FlyOrdered: lambda form: f"fly {' '.join(form.steps)}{_with(form)}",
    SpeedOrdered: lambda form: "accelerate" if form.change > 0 else "decelerate",
    StanceOrdered: lambda form: f"{form.effect}{_by(form)}",
    AngleOrdered: lambda form: f"angle shields from {form.taken} to {form.zone}{_by(form)}",
    FireOrdered: _fire,
    AdvantageOrdered: lambda form: f"gain advantage on {named(form.target)}{_with(form)}",
    CheckOrdered: _check,
    RepairOrdered: _repair,
    SideOrdered: lambda form: f"side {form.side}",
    SpendOrdered: _spend,
    AnswerOrdered: _spend,
    TraumaEntered: lambda form: f"trauma {form.change:+d}",
    StrainEntered: lambda form: f"strain {form.change:+d}",
    ShieldsEntered: lambda form: f"shields {form.zone} {form.shields}",
    CriticalEntered: lambda form: f"critical {form.critical}: {form.text}",
    CriticalMended: lambda form: f"critical {form.critical} mended",
    NoteEntered: lambda form: f"note: {form.text}",
    NoteAgreed: lambda form: f"agree {form.number}",
}


#: What the grammar's own terminals are called in messages to players.
_TERMS: Final = {
    "MOVE": "a step (F, L or R)",
    "SIDE": "a side from A to F",
    "UPGRADES": "upgrades",
    "ADVANTAGES": "advantage",
    "TRIUMPHS": "triumph",
    "THREATS": "threat",
    "DESPAIRS": "despair",
    "CHANGE": "a change such as +3 or -1",
    "SAID": "a text",
}

#: The language; its lines name no step, each is for the slot at hand.
LANGUAGE: Final = language_in(
    "sits_es.rules.starwars",
    OrderReader,
    _WRITERS,
    unit="starship",
    step="slot",
    last_step=1,
    stepless=True,
    terms=_TERMS,
)
