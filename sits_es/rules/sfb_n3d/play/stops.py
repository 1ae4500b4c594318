"""What ends a run of impulses early: each `stop if` that was met. Rule: house."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.ending.facts import RunStopped, StopOrdered
from sits_es.rules.sfb_n3d.fire.facts import WeaponFired
from sits_es.rules.sfb_n3d.launching.facts import SeekerLaunched, SeekerStruck
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.spheres.facts import ExplosionFelt, SphereStruck
from sits_es.rules.sfb_n3d.sums.bearing import bearing
from sits_es.rules.sfb_n3d.sums.places import exact
from sits_es.rules.sfb_n3d.sums.weapons import Weapon, bears
from sits_es.rules.sfb_n3d.turns.facts import HighEnergyTurned
from sits_es.rules.sfb_n3d.webs.facts import UnitTrapped


def heed(work: Resolution, since: int) -> bool:
    """Record each `stop if` that was met, and say whether any was. since: where the impulse's facts begin.

    An order counts from its impulse on until the run ends; one of a unit that is gone by then stops nothing. A range
    and a bearing stop the run when they hold, also when they held before.
    """
    work.stops += work.given(StopOrdered)
    met = [order for order in work.stops if work.unit(order.unit) is not None and _met(work, order, since)]
    for order in met:
        work.record(RunStopped(unit=order.unit, condition=order.condition, target=order.target, range=order.range))
    return bool(met)


def _met(work: Resolution, order: StopOrdered, since: int) -> bool:
    if order.condition in ("range at most", "target bears"):
        unit, target = work.unit(order.unit), None if order.target is None else work.unit(order.target)
        if unit is None or target is None:
            return False
        if order.condition == "target bears":
            return _bears(work.board, unit, target)
        return order.range is not None and exact(unit.place, target.place) <= order.range
    return any(name == order.unit for fact in work.facts[since:] for name in _befell(order, fact))


def _befell(order: StopOrdered, fact: Event) -> Iterator[str]:
    """Whom a fact befell, where it is one of those that the order waits for."""
    match order.condition, fact:
        case "launched at", SeekerLaunched(target=str(name)):
            yield name
        case "fired at", WeaponFired(target=name):
            yield name
        case "struck", SeekerStruck(target=name) | SphereStruck(target=name):
            yield name
        case "struck", ExplosionFelt(unit=name, damage=damage) if damage:
            yield name
        case "trapped", UnitTrapped(unit=name):
            yield name
        case "broken down", HighEnergyTurned(unit=name, broke_down=True):
            yield name


def _bears(board: Board, unit: Unit, target: Unit) -> bool:
    """Whether any weapon of a unit bears on its target, whatever lies between them. Rule: D2."""
    seen = bearing(unit.place, unit.facing, target.place)
    return any(
        bears(Weapon(group.arcs, mount), seen)
        for group in board.class_of(unit).weapons
        for mount in dict.fromkeys(group.mounts)
    )
