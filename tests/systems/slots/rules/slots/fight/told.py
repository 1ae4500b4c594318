"""Initiative, flights and attacks as they are told."""

from __future__ import annotations

from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.told import DETAIL, VITAL, Ordered, Told
from sits_es.sentences import listed, without_full_stop

from ..words import WHY_NOT
from .facts import (
    AttackOrdered,
    AttackRolled,
    AttackSettled,
    FlightOrdered,
    HasteOrdered,
    InitiativeGiven,
    InitiativeSet,
    OrderVoided,
    RerollOrdered,
    SlotSpent,
    StarshipFlew,
    StarshipLost,
    StarshipPlaced,
)


class _Ordered(Ordered[HasteOrdered | FlightOrdered | AttackOrdered | RerollOrdered]):
    """Orders are told as they are written."""


class _Placed(Told[StarshipPlaced]):
    heading = "Set-up"

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.starship} of {fact.player} stands in zone {fact.zone}, hull {fact.hull}."


class _Given(Told[InitiativeGiven]):
    weight = DETAIL

    def sentence(self) -> str:
        return f"{self.fact.starship} has initiative {self.fact.initiative}."


class _Set(Told[InitiativeSet]):
    heading = "Initiative"

    def sentence(self) -> str:
        return f"They act in this order: {listed(self.fact.order)}."


class _Flew(Told[StarshipFlew]):
    def sentence(self) -> str:
        return f"{self.fact.starship} flies to zone {self.fact.zone}."


class _Rolled(Told[AttackRolled]):
    shot = True

    def sentence(self) -> str:
        fact = self.fact
        shown = f"{fact.successes} successes, {fact.threats} threats, {fact.blanks} blanks"
        return f"{fact.starship} attacks {fact.target}: {shown}."

    def came_to(self) -> str:
        return f"{self.fact.successes} successes"

    def working(self, at: Context) -> Working:
        del at
        fact = self.fact
        shown = (("successes", fact.successes), ("threats", fact.threats), ("blanks", fact.blanks))
        counted = tuple(Modifier(name=name, value=str(number), rule="faces of the dice") for name, number in shown)
        return Working(rule="Slots, attacks: a triumph is two successes", modifiers=counted)


class _Settled(Told[AttackSettled]):
    weight, heading, loss = VITAL, None, True

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.starship} hits {fact.target} for {fact.hits} and strains for {fact.strain}."

    def working(self, at: Context) -> Working:
        from ..sums.attacks import settled

        del at
        fact = self.fact
        return Working(rule="Slots, attacks", steps=settled(fact.successes, fact.threats, fact.zones).steps)


class _Lost(Told[StarshipLost]):
    weight, heading, loss = VITAL, None, True

    def sentence(self) -> str:
        return f"{self.fact.starship} is lost."


class _Voided(Told[OrderVoided]):
    def sentence(self) -> str:
        why = without_full_stop(WHY_NOT.told("it", self.fact.why)).removeprefix("it: ")
        return f"An order of {self.fact.starship} failed: {why}."


class _Spent(Told[SlotSpent]):
    weight = DETAIL

    def sentence(self) -> str:
        return f"{self.fact.starship} has had its slot."
