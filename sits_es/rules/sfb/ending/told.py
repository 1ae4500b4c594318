"""A run's impulses and how they end, what players enter of their displays, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sits_es.report.steps import AFTER
from sits_es.rules.refusals import Reason, Reasons
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.ending.facts import (
    DamageEntered,
    ImpulseBegun,
    LossEntered,
    OrderVoided,
    RunEnded,
    RunStopped,
    TimeRanOut,
    UnitLost,
)
from sits_es.rules.sfb.reasons import REASONS
from sits_es.rules.sfb.sums.words import hexes, points
from sits_es.rules.sfb.telling import OfDisplay, Telling
from sits_es.rules.told import USUAL, VITAL
from sits_es.sentences import counted, without_full_stop

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Damage(OfDisplay[DamageEntered]):
    rule = "the players' own displays: damage, shields and energy stay there"
    noted = ("damage", "unit", "points")
    loss = True

    def sentence(self) -> str:
        note = f": {without_full_stop(self.fact.note)}" if self.fact.note else ""
        return f"{self.fact.unit} takes {counted(self.fact.points, 'point')} of damage on its display{note}."

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "damage", f"+{self.fact.points}", "as its player entered it"

    def steps(self, at: Context) -> Iterator[str]:
        now = self.values(at)["damage"]
        yield f"Points entered so far: {now - self.fact.points} + {self.fact.points} = {now}."

    def values(self, at: Context) -> Mapping[str, Any]:
        before = 0 if at.board is None else at.board.units[self.fact.unit].damage
        return {"damage": before + self.fact.points}


class _Loss(OfDisplay[LossEntered]):
    rule = "the players' own displays; D5.2 for the explosion"
    noted = ("lost", "unit", "")
    loss = True

    def sentence(self) -> str:
        explodes = f" and explodes with a strength of {points(self.fact.strength)}" if self.fact.strength else ""
        return f"{self.fact.unit} is lost{explodes}."

    def steps(self, at: Context) -> Iterator[str]:
        yield "The unit's player entered the unit as out of the game."
        if self.fact.strength:
            strength = points(self.fact.strength)
            yield f"The explosion has a strength of {strength}; the damage to each unit depends on its range."


class _Impulse(Telling[ImpulseBegun]):
    rule = "C1.4; house: the order within an impulse"
    weight = None

    @property
    def under(self) -> str:
        return f"Impulse {self.fact.impulse}"

    def sentence(self) -> str:
        return f"Impulse {self.fact.impulse}."

    def steps(self, at: Context) -> Iterator[str]:
        parts = "status orders, turns, inertia, movement, collisions, webs, links, launches, fire, stops"
        yield f"Impulse {self.fact.impulse} of {IMPULSES}: {parts}, in this order."


class _Voided(Telling[OrderVoided]):
    rule = "house: an order that cannot be carried out when its impulse comes is void; the others stand"
    weight = USUAL

    @property
    def in_run(self) -> bool:
        return False  # they have a section of their own

    def sentence(self) -> str:
        return f'{self.fact.unit}: "{self.fact.order}" failed: {REASONS.told("it", self.fact.why)}'

    def steps(self, at: Context) -> Iterator[str]:
        yield REASONS.told(self.fact.unit, self.fact.why)
        if at.board is not None and self.fact.why.code == "does-not-bear" and self.fact.unit in at.board.units:
            yield from self._mounts(at)

    def _mounts(self, at: Context) -> Iterator[str]:
        """Why each mount of a group doesn't bear, from the bearing that the fact holds. Rule: D2.1."""
        from sits_es.rules.sfb.sums.bearing import Bearing
        from sits_es.rules.sfb.sums.weapons import bears_steps

        name, yaw, pitch = self.fact.why.values
        group = at.board.class_of(at.board.units[self.fact.unit]).weapon(str(name))
        if group is not None:
            yield from bears_steps(group.arcs, group.mounts, Bearing(int(yaw), int(pitch)))

    def values(self, at: Context) -> Mapping[str, Any]:
        return {"code": self.fact.why.code, "values": list(self.fact.why.values)}


class _Stopped(Telling[RunStopped]):
    rule = "house: a run of impulses ends after an impulse in which a stop is met"
    weight = VITAL

    def sentence(self) -> str:
        target = self.fact.target or "an enemy"
        met = {
            "launched at": "something was launched at it",
            "fired at": "it was fired at",
            "struck": "it was struck",
            "trapped": "a web holds it",
            "broken down": "it broke down in a high-energy turn",
            "range at most": f"{target} is within {hexes(self.fact.range or 0)}",
            "target bears": f"a weapon bears on {target}",
        }[self.fact.condition]
        return f"{self.fact.unit} stops the run after this impulse: {met}."

    def steps(self, at: Context) -> Iterator[str]:
        yield self.sentence()
        yield "Orders for later impulses of this run are void; give them again."


class _Ended(Telling[RunEnded]):
    rule = "house: orders are given for runs of impulses"
    weight, heading = None, AFTER

    def sentence(self) -> str:
        if self.fact.stopped:
            return f"A stop condition ends the run of impulses early, after impulse {self.fact.impulse}."
        return f"The run of impulses is over after impulse {self.fact.impulse}."

    def steps(self, at: Context) -> Iterator[str]:
        agreed = "" if at.board is None else f" The agreed run is {counted(at.board.run, 'impulse')}."
        why = "a stop was met" if self.fact.stopped else "it was the last of the run"
        yield f"Nothing more happens after impulse {self.fact.impulse}: {why}.{agreed}"


class _TimeOut(Telling[TimeRanOut]):
    rule = "house: the scenario's turns"

    def sentence(self) -> str:
        return f"Turn {self.fact.turns} was the last of the scenario."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"The scenario ends after turn {self.fact.turns} and its turn break."


class _Lost(Telling[UnitLost]):
    rule = "house: what is aboard is lost with its carrier"
    noted = ("lost", "unit", "")
    weight, loss = VITAL, True

    def sentence(self) -> str:
        return f"{self.fact.unit} is lost with {self.fact.carrier}, which carried it."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"{self.fact.unit} was aboard {self.fact.carrier}, which is out of the game."


#: Why games are over. Rule: house.
ENDINGS: Final = Reasons(
    {
        "last-side": Reason((str,), lambda _, side: f"Only {side} has ships, bases or shuttles left."),
        "no-side": Reason((), lambda _: "No side has ships, bases or shuttles left."),
        "time-up": Reason((int,), lambda _, turn: f"Turn {turn} was the last of the scenario."),
    }
)
