"""What people enter in X-Wing, a line for each fact: from text to facts, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from sits_es.events import Event
from sits_es.orders.language import Language
from sits_es.orders.names import written as named
from sits_es.rules.xwing import supplied, supplied_bytes
from sits_es.rules.xwing.events import entered
from sits_es.rules.xwing.orders.reader import XwingReader
from sits_es.sentences import counted


def amounts(shields: int, hull: int) -> str:
    """`2 shields 1 hull`, without what is 0."""
    told = [counted(shields, "shield")] if shields else []
    return " ".join([*told, *([f"{hull} hull"] if hull else [])])


def _ruling(text: str) -> str:
    return f" by ruling: {text}" if text else ""


def _place(form: entered.ShipPlaced | entered.ShipMoved) -> str:
    return f"{form.x},{form.y} facing {form.facing}"


#: Each fact as text, without its ship.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    entered.ShipPlaced: lambda form: f"place at {_place(form)}",
    entered.ShipMoved: lambda form: f"move {named(form.template)} to {_place(form)}",
    entered.TurretRotated: lambda form: f"rotate {','.join(form.points)}{_ruling(form.ruling)}",
    entered.AttackEntered: lambda form: f"attack {named(form.target)} with {named(form.weapon)}{_ruling(form.ruling)}",
    entered.DamageEntered: lambda form: f"lose {amounts(form.shields, form.hull)}",
    entered.DamageRegained: lambda form: f"regain {amounts(form.shields, form.hull)}",
    entered.CriticalEntered: lambda form: f"critical: {form.text}",
    entered.NoteEntered: lambda form: f"note: {form.text}",
    entered.ShipRemoved: lambda form: f"remove: {form.text}" if form.text else "remove",
    entered.DisputeEntered: lambda form: f"dispute {form.attack}: {form.text}",
    entered.RulingEntered: lambda form: (
        f"ruling {form.attack} {'stands' if form.stands else 'does not stand'}: {form.text}"
    ),
    entered.RoundEndEntered: lambda _: "end round",
}


def write_entry(form: Event) -> str:
    """A fact as it is entered, without its ship. KeyError for anything else."""
    return _WRITERS[type(form)](form)


#: What the grammar's own terminals are called in messages to players.
_TERMS: Final = {
    "PLACE": "a place such as -40,12.5",
    "DEGREES": "degrees",
    "WORDS": "a colon and your words",
    # "left,right" may go on
    "COMMA": "",
}

#: The language: lines name no step.
LANGUAGE: Final = Language(
    name="xwing",
    grammar=supplied("orders", "language.lark"),
    reader=XwingReader,
    write=write_entry,
    unit="ship",
    step="entry",
    last_step=1,
    stepless=True,
    terms=_TERMS,
    tables=partial(supplied_bytes, "orders", "language.tables"),
)
