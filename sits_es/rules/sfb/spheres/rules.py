"""Expanding spheres, mines and explosions. Rule: G23.41, G23.42, M2.40, M2.50, D5.2, G10.72."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Final, Literal

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.ending.facts import ImpulseBegun
from sits_es.rules.sfb.fact import Fact, Order
from sits_es.rules.sfb.order_rules import OrderRules, When
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.spheres.facts import (
    ExplosionFelt,
    ExplosionMade,
    MineTriggered,
    SphereEnded,
    SphereEndOrdered,
    SphereFormed,
    SphereOrdered,
    SphereStruck,
)
from sits_es.rules.sfb.sums.expanding_spheres import collides, strength
from sits_es.rules.sfb.sums.explosions import force
from sits_es.rules.sfb.sums.limits import is_beyond
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place, exact
from sits_es.rules.sfb.sums.schedule import scheduled

Cause = Literal["mine", "seeking", "loss"]

#: A mine that goes off on every die rolls none.
EVERY_DIE: Final = 6


class Sphere(OrderRules[SphereOrdered]):
    """A ship forms an expanding sphere. Rule: G23.41."""

    once, early = "sphere", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It takes a generator, and no sphere that is up."""
        if not work.board.class_of(unit).sphere:
            yield refused(unit.name, "no-generator", "sphere")
            return
        if unit.sphere is not None:
            yield refused(unit.name, "sphere-is-up")
        if is_beyond("radius", self.fact.radius):
            yield refused(unit.name, "beyond-limit", "radius", self.fact.radius, field="radius")

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """It is there from this impulse on."""
        work.record(SphereFormed(unit=unit.name, radius=self.fact.radius, energy=self.fact.energy))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """A sphere of 2.5 hexes with 10 points."""
        radius, energy = 2 * WHOLE + WHOLE // 2, 10 * WHOLE
        yield SphereOrdered(unit=unit.name, impulse=board.impulse, radius=radius, energy=energy), "now"


class NoSphere(OrderRules[SphereEndOrdered]):
    """A sphere ends. Rule: G23.4."""

    once, early = "sphere off", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Only one that is up ends."""
        if not work.board.class_of(unit).sphere and unit.sphere is None:
            yield refused(unit.name, "no-generator", "sphere")
        elif unit.sphere is None:
            yield refused(unit.name, "no-sphere")

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """It is gone."""
        work.record(SphereEnded(unit=unit.name))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """The end of the sphere that is up."""
        yield SphereEndOrdered(unit=unit.name, impulse=board.impulse), "now"


def form(work: Resolution) -> None:
    """Carry out `sphere off` and then `sphere 2.5 energy 10`, by the ship's name. Rule: G23.41."""
    work.carry_out(SphereEndOrdered, by=lambda order: order.unit)
    work.carry_out(SphereOrdered, by=lambda order: order.unit)


def cross(work: Resolution) -> None:
    """Every unit whose range from a sphere's ship has come to its radius or gone across it in this impulse.

    Both count from where they were when the impulse began. The sphere stays until the players say what it has left.
    Rule: G23.41.
    """
    new = _formed(work)
    for ship in work.board.out():
        if ship.sphere is None or ship.name not in work.starts:
            continue
        radius, energy = ship.sphere
        for unit in work.board.out():
            if unit is ship or unit.name not in work.starts:
                continue
            before = exact(work.starts[ship.name], work.starts[unit.name])
            after = exact(ship.place, unit.place)
            # who stays on the radius has met the sphere already, unless it is new
            if (before != after or ship.name in new) and collides(radius, before, after):
                hard = strength(radius, energy)
                work.record(SphereStruck(unit=ship.name, target=unit.name, before=before, after=after, strength=hard))


def _formed(work: Resolution) -> set[str]:
    """The ships whose spheres were formed in the impulse at hand."""
    found: set[str] = set()
    if work.board.now != work.now:
        return found  # nothing has happened in it yet
    for fact in reversed(work.facts):
        if isinstance(fact, ImpulseBegun):
            break
        if isinstance(fact, SphereFormed):
            found.add(fact.unit)
    return found


# mines and explosions


def detonate(work: Resolution) -> None:
    """Set off every mine that a unit of another side is near to in an impulse in which that unit is scheduled to move.

    Near to is within the mine's zone, its end included. Where a card says a die, each of these units rolls one, by
    name, until the mine goes off. A web's strength is taken from a unit's speed. Rule: M2.40; whose unit, the order and
    the end of the zone by house.
    """
    for mine in work.board.out():
        if mine.kind == "mine":
            _trigger(work, mine)


def _trigger(work: Resolution, mine: Unit) -> None:
    board, card = work.board, work.board.class_of(mine)
    for unit in board.out():
        far = (mine.place - unit.place).squared()
        if unit.side == mine.side or far > card.zone**2 or not scheduled(board.speed_left(unit), work.now):
            continue
        die = 0 if card.detonates >= EVERY_DIE else work.roll(mine.name, "detonation", unit.name)[0]
        off = die <= card.detonates
        work.record(MineTriggered(unit=mine.name, by=unit.name, exact=isqrt(far), die=die, detonated=off))
        if off:
            if card.strength:
                explode(work, mine.name, mine.place, card.strength, "mine")
            return


def explode(work: Resolution, source: str, place: Place, strength: int, cause: Cause) -> None:
    """Record an explosion and what it does. source: the unit that explodes; strength: ten-thousandths of a point."""
    for fact in explosion(work.board, source, place, strength, cause):
        work.record(fact)


def explosion(board: Board, source: str, place: Place, strength: int, cause: Cause) -> list[Fact]:
    """An explosion and what each unit on the map but its source feels of it, by name, where it is a point or more.

    Neither changes the board: what becomes of a unit its players say, a mine or a seeking weapon as well.
    """
    there = board.webbed(place, source)
    facts: list[Fact] = [ExplosionMade(source=source, place=place, strength=strength, cause=cause)]
    for unit in board.out():
        if unit.name == source:
            continue
        in_web = there or board.webbed(unit.place, source)
        felt = force(strength, place, unit.place, in_web)
        if felt.damage:
            facts.append(
                ExplosionFelt(
                    unit=unit.name,
                    source=source,
                    exact=felt.exact,
                    strength=felt.strength,
                    damage=felt.damage,
                    in_web=in_web,
                )
            )
    return facts
