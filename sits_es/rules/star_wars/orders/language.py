"""The order language of Star Wars hex combat: from what a player writes to orders, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sits_es.events import Event
from sits_es.orders.language import language_in
from sits_es.orders.names import written as named
from sits_es.rules.star_wars.advantage.facts import AdvantageOrdered
from sits_es.rules.star_wars.attacks.facts import FireOrdered, SideOrdered
from sits_es.rules.star_wars.checks.facts import CheckOrdered
from sits_es.rules.star_wars.fact import OfCheck
from sits_es.rules.star_wars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.star_wars.harm.facts import (
    CriticalEntered,
    CriticalMended,
    NoteEntered,
    ShieldsEntered,
    StrainEntered,
    TraumaEntered,
)
from sits_es.rules.star_wars.orders.reader import OrderReader
from sits_es.rules.star_wars.spending.facts import SpendOrdered


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


def _fire(form: FireOrdered) -> str:
    zone = "" if form.zone is None else f" zone {form.zone}"
    toward = "" if form.toward is None else f" toward {form.toward}"
    return f"fire {named(form.weapon)} at {named(form.target)}{zone}{toward}{_with(form)}"


def _check(form: CheckOrdered) -> str:
    why = f": {form.why}" if form.why else ""
    return f"check {form.skill} difficulty {form.difficulty}{_with(form)}{why}"


def _spend(form: SpendOrdered) -> str:
    source = " on flight" if form.source == "flight" else ""
    return f"spend {form.number} {form.what}{source}: {form.text}"


#: Each form as text, without its starship, in the order in which it is listed to players.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    FlyOrdered: lambda form: f"fly {' '.join(form.steps)}{_with(form)}",
    SpeedOrdered: lambda form: "accelerate" if form.change > 0 else "decelerate",
    FireOrdered: _fire,
    AdvantageOrdered: lambda form: f"gain advantage on {named(form.target)}{_with(form)}",
    CheckOrdered: _check,
    SideOrdered: lambda form: f"side {form.side}",
    SpendOrdered: _spend,
    TraumaEntered: lambda form: f"trauma {form.change:+d}",
    StrainEntered: lambda form: f"strain {form.change:+d}",
    ShieldsEntered: lambda form: f"shields {form.zone} {form.shields}",
    CriticalEntered: lambda form: f"critical {form.critical}: {form.text}",
    CriticalMended: lambda form: f"critical {form.critical} mended",
    NoteEntered: lambda form: f"note: {form.text}",
}


#: What the grammar's own terminals are called in messages to players.
_TERMS: Final = {
    "MOVE": "a step (F, L or R)",
    "SIDE": "a side from A to F",
    "UPGRADES": "upgrades",
    "ADVANTAGES": "advantage",
    "TRIUMPHS": "triumph",
    "CHANGE": "a change such as +3 or -1",
    "SAID": "a text",
}

#: The language; its lines name no step, each is for the slot at hand.
LANGUAGE: Final = language_in(
    "sits_es.rules.star_wars",
    OrderReader,
    _WRITERS,
    unit="starship",
    step="slot",
    last_step=1,
    stepless=True,
    terms=_TERMS,
)
