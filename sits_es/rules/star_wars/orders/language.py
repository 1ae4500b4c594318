"""The order language of Star Wars hex combat: from what a player writes to orders, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from sits_es.events import Event
from sits_es.orders.language import Language
from sits_es.orders.names import written as named
from sits_es.rules.star_wars import supplied, supplied_bytes
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.orders.reader import OrderReader


def _with(form: forms.OfCheck) -> str:
    """What is added to the pool, in normal order; empty for nothing."""
    added = (
        f"{form.boost} boost" if form.boost else "",
        f"{form.setback} setback" if form.setback else "",
        f"{form.upgrades} upgrade{'s' if form.upgrades > 1 else ''}" if form.upgrades else "",
        f"{form.harder} harder" if form.harder else "",
    )
    said = " ".join(each for each in added if each)
    return f" with {said}" if said else ""


def _fire(form: forms.FireOrdered) -> str:
    zone = "" if form.zone is None else f" zone {form.zone}"
    toward = "" if form.toward is None else f" toward {form.toward}"
    return f"fire {named(form.weapon)} at {named(form.target)}{zone}{toward}{_with(form)}"


def _check(form: forms.CheckOrdered) -> str:
    why = f": {form.why}" if form.why else ""
    return f"check {form.skill} difficulty {form.difficulty}{_with(form)}{why}"


def _spend(form: forms.SpendOrdered) -> str:
    source = " on flight" if form.source == "flight" else ""
    return f"spend {form.number} {form.what}{source}: {form.text}"


#: Each form as text, without its starship.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    forms.FlyOrdered: lambda form: f"fly {' '.join(form.steps)}{_with(form)}",
    forms.SpeedOrdered: lambda form: "accelerate" if form.change > 0 else "decelerate",
    forms.FireOrdered: _fire,
    forms.AdvantageOrdered: lambda form: f"gain advantage on {named(form.target)}{_with(form)}",
    forms.CheckOrdered: _check,
    forms.SideOrdered: lambda form: f"side {form.side}",
    forms.SpendOrdered: _spend,
    forms.TraumaEntered: lambda form: f"trauma {form.change:+d}",
    forms.StrainEntered: lambda form: f"strain {form.change:+d}",
    forms.ShieldsEntered: lambda form: f"shields {form.zone} {form.shields}",
    forms.CriticalEntered: lambda form: f"critical {form.critical}: {form.text}",
    forms.CriticalMended: lambda form: f"critical {form.critical} mended",
    forms.NoteEntered: lambda form: f"note: {form.text}",
}


def write_order(form: Event) -> str:
    """An order or an entry as text, without its starship. KeyError for anything else."""
    return _WRITERS[type(form)](form)


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
LANGUAGE: Final = Language(
    name="star_wars",
    grammar=supplied("orders", "language.lark"),
    reader=OrderReader,
    write=write_order,
    unit="starship",
    step="slot",
    last_step=1,
    stepless=True,
    terms=_TERMS,
    tables=partial(supplied_bytes, "orders", "language.tables"),
)
