"""What dice came to, and what was needed, in the few words that fit into a row of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sits.beams.facts import LanceFired
from sits_es.rules.sits.damage.facts import ExplosionChecked, HitScored
from sits_es.rules.sits.miracles.facts import CardDrawn
from sits_es.rules.sits.missiles.facts import LayerFought
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.sentences import counted


def _lance(fact: LanceFired) -> str:
    if fact.wall is None:
        return "no sidewall stands"
    return f"{fact.quality + fact.variance}, needs over {fact.wall}: {'it falls' if fact.wall_falls else 'it stands'}"


def _repair(fact: RepairTried) -> str:
    end = "repaired" if fact.repaired else "lost" if fact.lost else "not repaired"
    return f"{fact.roll}, needs {fact.quality} or less: {end}"


_SAID: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    LayerFought: lambda fact: f"{fact.percent}%, kills {fact.kills} of {fact.incoming}",
    WallMet: lambda fact: f"{fact.percent}%, {fact.strikes} of {counted(fact.damage, 'point')} strike",
    LanceFired: _lance,
    HitScored: lambda fact: f"row {fact.roll}",
    ExplosionChecked: lambda fact: f"explodes below {fact.below}: {'it does' if fact.explodes else 'it holds'}",
    RepairTried: _repair,
    CardDrawn: lambda fact: f"card {fact.card}",
}


def came_to(fact: Event) -> str:
    """What the dice before a fact came to; empty for a fact that no dice decide."""
    said = _SAID.get(type(fact))
    return said(fact) if said is not None else ""
