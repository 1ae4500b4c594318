"""Sidewalls, and the grav lances that take them down. Rule: flyer, sidewall layer; card, "Grav Lance"; sits rules 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from sits_es.rules.sits.sums.chart import Kills, kills
from sits_es.rules.sits.sums.paper import NamedNumber, added, percentage
from sits_es.rules.sits.sums.variance import over_variance

if TYPE_CHECKING:
    from sits_es.rules.sits.cards.walls import WallReading
    from sits_es.rules.sits.tables.values import KillChart, Tables


class Met(Struct, frozen=True):
    """Damage at a sidewall. terms: of the percentage; charted: the chart's number; strikes: points that go on."""

    reading: WallReading
    damage: int
    terms: tuple[NamedNumber, ...]
    charted: Kills
    strikes: int

    @property
    def percentage(self) -> str:
        """The sum of the wall's percentage."""
        return percentage(self.terms, self.charted.percent)

    def steps(self, tables: Tables) -> Iterator[str]:
        """What the sidewall lets through."""
        yield f"{self.percentage}."
        yield self.charted.step(tables, "points")
        if self.reading == "strikes":
            yield f"The number strikes the hull (flyer; sits rules 8.5): {self.strikes}."
        else:
            less = f"{self.damage} - {self.charted.total} = {self.strikes}"
            yield f"The number is stopped (the game's option; sits rules 8.5): {less} strike the hull."


def met(chart: KillChart | None, reading: WallReading, damage: int, strength: int, bonus: int, variance: int) -> Met:
    """What a sidewall lets through. strength, bonus of a rolled ship, variance: in percent. Rule: sits rules 8.5.

    chart: the game's own kill chart, of which the number strikes or is stopped, by the game's reading.
    """
    terms = (("strength", strength), ("rolled ship", bonus), ("variance", variance))
    charted = kills(damage, strength + bonus + variance, chart)
    return Met(reading, damage, terms, charted, charted.total if reading == "strikes" else damage - charted.total)


@cache
def wall_moments(damage: int, base: int, reading: WallReading, chart: KillChart | None) -> tuple[Fraction, Fraction]:
    """Points that pass a sidewall over every variance roll. base: strength and bonus, in percent."""
    return over_variance(lambda varied: met(chart, reading, damage, base, 0, varied).strikes)


def lance_strength(reading: WallReading, numbers: Sequence[int], box: int) -> int:
    """The strength of a wall with this box in force, from 0. numbers: of its track. Rule: sits rules 7 (house).

    Where the chart's number is stopped, the number in force. Where it strikes, a low number is the strong wall, so it
    is the number mirrored in its track: that of the box as far from the other end.
    """
    return numbers[-1 - box] if reading == "strikes" else numbers[box]


def strength_words(reading: WallReading, numbers: Sequence[int], box: int) -> str:
    """How that strength is found."""
    strength = lance_strength(reading, numbers, box)
    if reading == "stops":
        return (
            "The chart's number is the damage stopped, so a high number means a strong wall: the strength is "
            f"{strength} (sits rules 7)."
        )
    whole = "".join(f"[{number}]" for number in numbers)
    return (
        "The chart's number is the damage that strikes, so a low number means a strong wall. The strength is the "
        f"number of the opposite box in the track, {whole}: for box {box + 1} from one end, "
        f"box {box + 1} from the other: {strength} (sits rules 7, house)."
    )


class Lanced(Struct, frozen=True):
    """A grav lance against a wall. strength: what it has to beat, None if none stands. Rule: card, "Grav Lance"."""

    quality: int
    variance: int
    strength: int | None

    @property
    def terms(self) -> tuple[NamedNumber, ...]:
        """The numbers that add up."""
        return (("quality", self.quality), ("variance", self.variance))

    @property
    def total(self) -> int:
        """Quality and variance."""
        return self.quality + self.variance

    @property
    def falls(self) -> bool:
        """Whether the sum is greater than the strength: the sidewall goes down."""
        return self.strength is not None and self.total > self.strength

    @property
    def step(self) -> str:
        """The sum, and what comes of it."""
        verdict = "; there is nothing to take down"
        if self.strength is not None:
            more = "greater" if self.falls else "not greater"
            verdict = f", {more} than {self.strength}: the sidewall {'goes down' if self.falls else 'stands'}"
        return f"{added(self.terms)} = {self.total}{verdict}."
