"""What the dice of SITS give on average, and how each player's came out by kind of roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from sits_es.events import Event
from sits_es.report.luck import Luck, Throw, lucks
from sits_es.rules.sits.beams.facts import LanceFired
from sits_es.rules.sits.damage.facts import ExplosionChecked
from sits_es.rules.sits.missiles.facts import LayerFought
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sums.expected import WORSE, Expected, Kind, chances, layer_moments, over_variance, wall_moments
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.walls.facts import WallMet

_KINDS: Final[Mapping[str, Kind]] = {
    "ECM": "ECM kills",
    "countermissiles": "countermissile kills",
    "point defence": "point defence kills",
    "lasers": "laser kills",
}


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
    mean, square = chances(Fraction(min(fact.quality, 10), 10))
    return Expected(kind="boxes mended", ship=fact.ship, observed=int(fact.repaired), mean=mean, square=square)


def _explosion(fact: ExplosionChecked) -> Expected:
    mean, square = chances(Fraction(fact.below - 1, 10))
    return Expected(kind="explosions", ship=fact.ship, observed=int(fact.roll < fact.below), mean=mean, square=square)


_BY_CLASS: Final[Mapping[type[Event], Callable[[Any], Expected | None]]] = {
    LanceFired: _lance,
    RepairTried: _repair,
    ExplosionChecked: _explosion,
}


def luck(events: Iterable[Event], chart: KillChart | None = None) -> list[Luck]:
    """What each player's dice came to, by kind of roll; a layer's dice are the defender's. chart: the game's own."""
    players: dict[str, str] = {}
    throws: list[Throw] = []
    for event in events:
        if isinstance(event, ShipPlaced):
            players[event.ship] = event.player
        elif (found := expected(event, chart)) is not None:
            throws.append(
                Throw(
                    player=players[found.ship],
                    kind=found.kind,
                    observed=found.observed,
                    mean=found.mean,
                    square=found.square,
                    better=-1 if found.kind in WORSE else 1,
                )
            )
    return lucks(throws)
