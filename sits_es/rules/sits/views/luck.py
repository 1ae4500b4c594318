"""What the dice of SITS give on average, and how each player's came out by kind of roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal

from attrs import frozen

from sits_es.events import Event
from sits_es.report.luck import Luck
from sits_es.rules.sits.beams.facts import LanceFired
from sits_es.rules.sits.damage.facts import ExplosionChecked
from sits_es.rules.sits.missiles.facts import LayerFought
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.tables.missiles import distribution, kills
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.walls.facts import WallMet

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

_KINDS: Final[Mapping[str, Kind]] = {
    "ECM": "ECM kills",
    "countermissiles": "countermissile kills",
    "point defence": "point defence kills",
    "lasers": "laser kills",
}


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


def expected(fact: Event, chart: KillChart | None = None) -> Expected | None:
    """What a fact's dice give on average; None for a fact that no die decides, or whose die is neither good nor bad.

    chart: the kill chart of the game's own, if it has one.
    """
    if isinstance(fact, LayerFought):
        return _layer(fact, chart)
    if isinstance(fact, WallMet):
        return _wall(fact, chart)
    reckon = _BY_CLASS.get(type(fact))
    return None if reckon is None else reckon(fact)


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


def _chance(chance: Fraction) -> tuple[Fraction, Fraction]:
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


def _layer(fact: LayerFought, chart: KillChart | None) -> Expected | None:
    if not fact.terms:
        return None
    base = sum(term.value for term in fact.terms if term.name != "variance")
    mean, square = layer_moments(fact.against, base, fact.incoming, 2 if fact.doubled else 1, chart)
    return Expected(kind=_KINDS[fact.layer], ship=fact.target, observed=fact.kills, mean=mean, square=square)


def _wall(fact: WallMet, chart: KillChart | None) -> Expected:
    mean, square = wall_moments(fact.damage, fact.strength + fact.bonus, fact.reading, chart)
    kind: Kind = "points that pass the sidewall"
    return Expected(kind=kind, ship=fact.ship, observed=fact.strikes, mean=mean, square=square)


def _lance(fact: LanceFired) -> Expected | None:
    wall = fact.wall
    if wall is None:
        return None
    mean, square = over_variance(lambda varied: int(fact.quality + varied > wall))
    kind: Kind = "sidewalls taken down by grav lance"
    return Expected(kind=kind, ship=fact.shooter, observed=int(fact.wall_falls), mean=mean, square=square)


def _repair(fact: RepairTried) -> Expected:
    mean, square = _chance(Fraction(min(fact.quality, 10), 10))
    return Expected(kind="boxes mended", ship=fact.ship, observed=int(fact.repaired), mean=mean, square=square)


def _explosion(fact: ExplosionChecked) -> Expected:
    mean, square = _chance(Fraction(fact.below - 1, 10))
    return Expected(kind="explosions", ship=fact.ship, observed=int(fact.roll < fact.below), mean=mean, square=square)


_BY_CLASS: Final[Mapping[type[Event], Callable[[Any], Expected | None]]] = {
    LanceFired: _lance,
    RepairTried: _repair,
    ExplosionChecked: _explosion,
}


def luck(events: Iterable[Event], chart: KillChart | None = None) -> list[Luck]:
    """What each player's dice came to, by kind of roll; a layer's dice are the defender's. chart: the game's own."""
    players: dict[str, str] = {}
    rolls: dict[tuple[str, Kind], list[Expected]] = {}
    for event in events:
        if isinstance(event, ShipPlaced):
            players[event.ship] = event.player
        elif (found := expected(event, chart)) is not None:
            rolls.setdefault((players[found.ship], found.kind), []).append(found)
    return [
        Luck(
            player=player,
            kind=kind,
            rolls=len(found),
            observed=sum(roll.observed for roll in found),
            mean=sum((roll.mean for roll in found), Fraction()),
            square=sum((roll.square for roll in found), Fraction()),
            better=-1 if kind in WORSE else 1,
        )
        for (player, kind), found in sorted(rolls.items())
    ]
