"""What ends a run of impulses early, the turn break, and what follows from what players enter. Rule: house, D5.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sits_es.events import Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.ending.facts import LossEntered, RunStopped, StopOrdered, TimeRanOut, UnitLost
from sits_es.rules.sfb.fact import Fact, OfUnit, Order
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.launching.facts import SeekerLaunched, SeekerStruck
from sits_es.rules.sfb.links.facts import TractorEntered
from sits_es.rules.sfb.links.rules import cut_gone, settled_links
from sits_es.rules.sfb.motion.facts import SpeedOrdered, ThrustOrdered, UnitsParted
from sits_es.rules.sfb.order_rules import OrderRules, When
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, SphereStruck
from sits_es.rules.sfb.spheres.rules import explosion
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.sums.weapons import bearing_of
from sits_es.rules.sfb.turns.facts import HighEnergyTurned
from sits_es.rules.sfb.webs.facts import UnitTrapped, WebEntered
from sits_es.rules.sfb.webs.rules import Record, empower, lose_gone


class StopIf(OrderRules[StopOrdered]):
    """A `stop if` counts from its impulse on until the run ends."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It watches another unit; in play one that isn't there is never met, and stops nothing."""
        name, board = self.fact.target, work.board
        target = None if name is None else board.units.get(name)
        found = None
        if name is not None and target is None:
            found = refused(unit.name, "no-target", name, *(each.name for each in board.out() if each is not unit))
        elif target is unit:
            found = refused(unit.name, "itself")
        elif target is not None and target.gone is not None:
            found = refused(unit.name, "target-gone", target.name, warns=target.kind in {"seeking", "mine"})
        if found is not None:
            yield replace(found, why=None)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Watch for it."""
        del unit
        work.stops.append(self.fact)

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """To stop when somebody launches at it."""
        yield StopOrdered(unit=unit.name, impulse=board.impulse, condition="launched at"), "every run"


def watch(work: Resolution) -> None:
    """Take up each `stop if` of the impulse."""
    work.carry_out(StopOrdered)


def heed(work: Resolution, since: int) -> bool:
    """Record each `stop if` that was met, and say whether any was. since: where the impulse's facts begin.

    One of a unit that is gone by then stops nothing. A range and a bearing stop the run when they hold, also when they
    held before.
    """
    watch(work)
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
    return any(bearing_of(group.arcs, group.mounts, seen) for group in board.class_of(unit).weapons)


def set_out(work: Resolution) -> None:
    """Speed and thrust for the next turn. When the last turn that the scenario gives is over, so is the game.

    What is ordered for a turn that is not played is neither done nor voided. Rule: C1.4, C2.111, house.
    """
    board = work.board
    if board.turns and board.turn >= board.turns:
        work.record(TimeRanOut(turns=board.turns))
        return
    for player in sorted(work.orders):
        for order in work.orders[player]:
            if isinstance(order, SpeedOrdered | ThrustOrdered):
                work.do(order)


def follow(board: Board, player: str, entered: Sequence[OfUnit]) -> list[Event]:
    """The consequences of facts that have changed the board already; each has changed it too when this returns.

    A unit that is lost explodes as its player says, what it carried is lost with it, ships that were bound to it are
    bound no more, its tractor links are over [house], and webs lose it as their anchor. Seeking weapons after it end in
    the next impulse. A tractor link without power is over [house]. Rule: D5.2, G10.117, G10.3, C14.20.
    """
    del player
    facts: list[Event] = []

    def record(fact: Event) -> None:
        if isinstance(fact, Fact):
            fact.apply(board)
        facts.append(fact)

    for entry in entered:
        if isinstance(entry, LossEntered):
            _lost(board, entry, record)
        elif isinstance(entry, WebEntered) and entry.web in board.webs:
            empower(board, entry.web, entry.unit, entry.traditional, record)
        elif isinstance(entry, TractorEntered):
            settled_links(board, entry, record)
    return facts


def _lost(board: Board, entry: LossEntered, record: Record) -> None:
    unit = board.units[entry.unit]
    if entry.strength and unit.aboard is None:
        for fact in explosion(board, unit.name, unit.place, entry.strength, "loss"):
            record(fact)
    if unit.bound:
        record(UnitsParted(units=tuple(sorted((unit.name, *unit.bound)))))
    _carried(board, unit.name, record)
    cut_gone(board, record)
    lose_gone(board, record)


def _carried(board: Board, carrier: str, record: Record) -> None:
    """Lose all that a unit carried, and what that carried, by name."""
    for name, unit in sorted(board.units.items()):
        if unit.aboard == carrier and unit.gone is None:
            record(UnitLost(unit=name, carrier=carrier))
            _carried(board, name, record)
