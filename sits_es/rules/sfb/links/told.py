"""Tractor links and transporters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEnded,
    TractorEntered,
    TractorHeld,
    TractorLink,
    TractorLinked,
    Transported,
)
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.words import points, range_of
from sits_es.rules.sfb.telling import OfDisplay, Telling, settled, shield
from sits_es.rules.told import USUAL, VITAL
from sits_es.sentences import listed, quoted

if TYPE_CHECKING:
    from sits_es.report.working import Context

_HOUSE: Final = "house, after the flat game"
_LINES: Final = f"{_HOUSE}; G10.71 for webs, P2.1 for bodies in the way"


class _Power(OfDisplay[TractorEntered]):
    rule = _HOUSE

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit}'s tractor link to {fact.target} has {points(fact.power)} of power."

    def steps(self, at: Context) -> Iterator[str]:
        yield "The unit's player entered the link's power; a link without power ends."


class _Displaced(OfDisplay[DisplacementEntered]):
    rule = _HOUSE

    def sentence(self) -> str:
        return f"{self.fact.unit} is displaced to {self.fact.place} by its tractor link."

    def steps(self, at: Context) -> Iterator[str]:
        yield "The players settled where the link moves or swings the unit, within the link's length."


class _Inertia(OfDisplay[InertiaEntered]):
    rule = _HOUSE

    def sentence(self) -> str:
        return f"{self.fact.unit} has inertia {self.fact.inertia} in its tractor link."

    def steps(self, at: Context) -> Iterator[str]:
        yield "The players settled what the link does to the unit's inertia."


class _Shield(OfDisplay[ShieldEntered]):
    rule = _HOUSE
    weight = USUAL

    def sentence(self) -> str:
        state = "up" if self.fact.up else "down"
        return f"{self.fact.unit}'s shield #{self.fact.shield} is {state}."

    def steps(self, at: Context) -> Iterator[str]:
        yield "The unit's player entered the shield's state; a transporter cannot pass a shield that was entered as up."


class _Linked(Telling[TractorLinked]):
    rule = _LINES
    weight = USUAL
    shows = ("length", "power", "exact")

    def sentence(self) -> str:
        fact = self.fact
        link = TractorLink(fact.length, fact.power)
        return f"{fact.unit} holds {fact.target} with a tractor link at {range_of(fact.exact)}: {link}."

    def settle(self, at: Context) -> str:
        fact = self.fact
        what = f"{fact.target}: {fact.unit}'s tractor link, power {written(fact.power)}, at {range_of(fact.exact)}"
        return settled(what, "what it does to movement and inertia")

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.places import range_step

        fact, units = self.fact, at.board.units
        yield range_step(fact.unit, units[fact.unit].place, fact.target, units[fact.target].place)
        yield f"The link may be up to {written(fact.length)} hexes long, and no body or web may lie between its ends."
        yield "The players gave the link's length and power; the link holds from the next impulse on."


class _Held(Telling[TractorHeld]):
    rule = _HOUSE
    weight = USUAL
    shows = ("part",)

    def sentence(self) -> str:
        one, who = len(self.fact.units) == 1, listed(self.fact.units)
        held = f"a tractor link holds {'it' if one else 'them'}"
        if not self.fact.part:
            return f"{who} {'stays where it is' if one else 'stay where they are'}: {held}."
        part = f"{written(self.fact.part)} of {'its' if one else 'their'} movement"
        return f"{who} {'completes' if one else 'complete'} only {part}: {held}."

    def steps(self, at: Context) -> Iterator[str]:
        yield "All linked units complete the same part of their movement: the largest that leaves no link too long."
        for name in self.fact.units:
            unit = at.board.units[name]
            yield from (f"{name} to {other}: {link}." for other, link in sorted(unit.tractors.items()))
            yield from (f"{other} to {name}: {at.board.units[other].tractors[name]}." for other in unit.held_by)
        yield f"That part is {written(self.fact.part)}, rounded down to 0.0001."


#: Why a link is over.
_ENDED: Final = {
    "order": "as ordered",
    "power": "it has no power left",
    "web": "a web is in the way",
    "gone": "one of them is no longer on the map",
}


class _Ended(Telling[TractorEnded]):
    rule = f"{_HOUSE}; G10.71 for webs"
    weight = USUAL

    def sentence(self) -> str:
        return f"{self.fact.unit} no longer holds {self.fact.target} with a tractor link: {_ENDED[self.fact.cause]}."

    def steps(self, at: Context) -> Iterator[str]:
        yield self.sentence()


class _Transported(Telling[Transported]):
    rule = _LINES
    noted = ("transport", "target", "")
    weight = VITAL
    shows = ("note", "exact")

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit} transports {quoted(fact.note)} to {fact.target}, at {range_of(fact.exact)}."

    def settle(self, at: Context) -> str:
        fact = self.fact
        what = f"{fact.target}: {quoted(fact.note)} comes from {fact.unit} by transporter, at {range_of(fact.exact)}"
        return settled(what, shield(at.board, fact.unit, fact.target))

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.places import range_step

        fact, units = self.fact, at.board.units
        yield range_step(fact.unit, units[fact.unit].place, fact.target, units[fact.target].place)
        yield "No body, web or shield that was entered as up blocks the line between the two units."
        yield "The players settle whether a transporter reaches that far and what it does there."
