"""The order language of Slots: its lines name no slot, each is for the one at hand."""

from __future__ import annotations

from typing import Any, cast

from lark import Token

from sits_es.events import Event
from sits_es.orders.language import FormReader, Language
from sits_es.orders.names import written

from . import events

_GRAMMAR = """
?order: haste | fly | attack | reroll | initiative
haste: "haste"i NUMBER
fly: "fly"i "to"i NUMBER
attack: "attack"i name
reroll: "reroll"i KIND
initiative: "initiative"i NUMBER
KIND: /blanks|threats/i
"""


class SlotsReader(FormReader):
    """Makes the orders of Slots."""

    def haste(self, number: Token) -> events.HasteOrdered:
        """`haste 2`."""
        return events.HasteOrdered(starship=self.unit, haste=self.number("haste", number, 0, 2))

    def fly(self, zone: Token) -> events.FlightOrdered:
        """`fly to 3`."""
        return events.FlightOrdered(starship=self.unit, zone=self.number("zone", zone, 0, 9))

    def attack(self, target: Token) -> events.AttackOrdered:
        """`attack Hawk`."""
        return events.AttackOrdered(starship=self.unit, target=self.text("target", target))

    def reroll(self, kind: Token) -> events.RerollOrdered:
        """`reroll blanks`."""
        return events.RerollOrdered(starship=self.unit, kind=cast("events.Kind", self.text("kind", kind).lower()))

    def initiative(self, number: Token) -> events.InitiativeGiven:
        """`initiative 5`."""
        return events.InitiativeGiven(starship=self.unit, initiative=self.number("initiative", number, 0, 99))


_WRITERS: dict[type[Event], Any] = {
    events.HasteOrdered: lambda form: f"haste {form.haste}",
    events.FlightOrdered: lambda form: f"fly to {form.zone}",
    events.AttackOrdered: lambda form: f"attack {written(form.target)}",
    events.RerollOrdered: lambda form: f"reroll {form.kind}",
    events.InitiativeGiven: lambda form: f"initiative {form.initiative}",
}

LANGUAGE = Language(
    name="slots",
    grammar=_GRAMMAR,
    reader=SlotsReader,
    write=lambda form: str(_WRITERS[type(form)](form)),
    unit="starship",
    step="slot",
    last_step=1,
    stepless=True,
    terms={"KIND": "blanks or threats"},
)
