"""What dice of SITS give on average: an outcome over every roll that could have been."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final, Literal

from attrs import frozen

from sits_es.rules.sits.cards.walls import WallReading
from sits_es.rules.sits.missiles.facts import Layer
from sits_es.rules.sits.sums.missiles import fought
from sits_es.rules.sits.sums.variance import over_variance
from sits_es.rules.sits.sums.walls import met
from sits_es.rules.sits.tables.values import KillChart

Kind = Literal[
    "ECM kills",
    "countermissile kills",
    "point defence kills",
    "laser kills",
    "points that pass the sidewall",
    "sidewalls taken down by grav lance",
    "boxes mended",
    "explosions",
]

#: Kinds of which more is worse for the ship that rolls; of all others more is better.
WORSE: Final[frozenset[Kind]] = frozenset({"points that pass the sidewall", "explosions"})


@frozen
class Expected:
    """One roll's outcome against all that could have been. ship: who rolled; observed: what it came to.

    mean and square: of the outcome over every roll, the second being the mean of the squared distance from the first.
    """

    kind: Kind
    ship: str
    observed: int
    mean: Fraction
    square: Fraction


def chances(chance: Fraction) -> tuple[Fraction, Fraction]:
    """Mean and mean squared distance from it of what happens, or not, with a chance of 0 to 1."""
    return chance, chance * (1 - chance)


@cache
def layer_moments(
    layer: Layer, incoming: int, systems: int, salvoes: int, base: int, *, doubled: bool, chart: KillChart | None
) -> tuple[Fraction, Fraction]:
    """Kills of a layer over every variance roll. base: the percentage without variance; the rest as in `fought`."""

    def killed(varied: int) -> int:
        terms = (("", base + varied),)
        return fought(chart, layer, incoming, terms, systems=systems, salvoes=salvoes, doubled=doubled).killed

    return over_variance(killed)


@cache
def wall_moments(damage: int, base: int, reading: WallReading, chart: KillChart | None) -> tuple[Fraction, Fraction]:
    """Points that pass a sidewall over every variance roll. base: strength and bonus, in percent."""
    return over_variance(lambda varied: met(chart, reading, damage, base, 0, varied).strikes)
