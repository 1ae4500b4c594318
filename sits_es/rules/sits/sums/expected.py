"""What dice of SITS give on average: an outcome over every roll that could have been."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from attrs import frozen

from sits_es.rules.sits.tables.missiles import distribution, kills
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


@frozen(kw_only=True)
class Expected:
    """One roll's outcome against all that could have been. ship: who rolled; observed: what it came to.

    mean and square: of the outcome over every roll, the second being the mean of the squared distance from the first.
    """

    kind: Kind
    ship: str
    observed: int
    mean: Fraction
    square: Fraction


def over_variance(outcome: Callable[[int], int]) -> tuple[Fraction, Fraction]:
    """Mean and mean squared distance from it of an outcome over all 1,000 rolls of 3d10v."""
    return _moments({total: outcome(total) for total in _rolls()}, _rolls())


@cache
def _rolls() -> Mapping[int, int]:
    return distribution()


def _moments(outcomes: Mapping[int, int], weights: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    number = sum(weights.values())
    mean = Fraction(sum(outcomes[key] * weights[key] for key in outcomes), number)
    square = Fraction(sum(outcomes[key] ** 2 * weights[key] for key in outcomes), number) - mean**2
    return mean, square


def chances(chance: Fraction) -> tuple[Fraction, Fraction]:
    """Mean and mean squared distance from it of what happens, or not, with a chance of 0 to 1."""
    return chance, chance * (1 - chance)


@cache
def layer_moments(
    against: int, base: int, incoming: int, times: int, chart: KillChart | None = None
) -> tuple[Fraction, Fraction]:
    """Kills of a layer over every variance roll. base: the percentage without variance; times: 2 where doubled."""
    return over_variance(lambda varied: min(kills(against, base + varied, chart).total * times, incoming))


@cache
def wall_moments(
    damage: int, base: int, reading: Literal["strikes", "stops"], chart: KillChart | None = None
) -> tuple[Fraction, Fraction]:
    """Points that pass a sidewall over every variance roll. base: strength and bonus, in percent."""
    if reading == "strikes":
        return over_variance(lambda varied: kills(damage, base + varied, chart).total)
    return over_variance(lambda varied: damage - kills(damage, base + varied, chart).total)
