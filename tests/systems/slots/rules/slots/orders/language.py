"""The order language of Slots: its lines name no slot, each is for the one at hand."""

from __future__ import annotations

from typing import Any, cast

from sits_es.events import Event
from sits_es.orders.language import FormReader, language_in
from sits_es.orders.names import written
from sits_es.orders.tables import Token

from ..fight.facts import AttackOrdered, FlightOrdered, HasteOrdered, InitiativeGiven, Kind, RerollOrdered


class SlotsReader(FormReader):
    """Makes the orders of Slots."""

    def haste(self, number: Token) -> HasteOrdered:
        """`haste 2`."""
        return HasteOrdered(starship=self.unit, haste=self.number("haste", number, 0, 2))

    def fly(self, zone: Token) -> FlightOrdered:
        """`fly to 3`."""
        return FlightOrdered(starship=self.unit, zone=self.number("zone", zone, 0, 9))

    def attack(self, target: Token) -> AttackOrdered:
        """`attack Hawk`."""
        return AttackOrdered(starship=self.unit, target=self.text("target", target))

    def reroll(self, kind: Token) -> RerollOrdered:
        """`reroll blanks`."""
        return RerollOrdered(starship=self.unit, kind=cast("Kind", self.text("kind", kind).lower()))

    def initiative(self, number: Token) -> InitiativeGiven:
        """`initiative 5`."""
        return InitiativeGiven(starship=self.unit, initiative=self.number("initiative", number, 0, 99))


#: Each as text, without its starship.
_WRITERS: dict[type[Event], Any] = {
    HasteOrdered: lambda form: f"haste {form.haste}",
    FlightOrdered: lambda form: f"fly to {form.zone}",
    AttackOrdered: lambda form: f"attack {written(form.target)}",
    RerollOrdered: lambda form: f"reroll {form.kind}",
    InitiativeGiven: lambda form: f"initiative {form.initiative}",
}

LANGUAGE = language_in(
    "sits_es.rules.slots",
    SlotsReader,
    _WRITERS,
    unit="starship",
    step="slot",
    last_step=1,
    stepless=True,
    terms={"KIND": "blanks or threats"},
)
