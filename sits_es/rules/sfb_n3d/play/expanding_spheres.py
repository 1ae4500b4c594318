"""Expanding spheres: formed, ended, and met. Rule: G23.41, G23.42."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.spheres.facts import SphereEnded, SphereEndOrdered, SphereFormed, SphereOrdered, SphereStruck
from sits_es.rules.sfb_n3d.sums.expanding_spheres import collides, strength
from sits_es.rules.sfb_n3d.sums.places import exact


def form(work: Resolution) -> None:
    """Carry out `sphere off` and then `sphere 2.5 energy 10`, by the ship's name. Rule: G23.41."""
    for off in sorted(work.given(SphereEndOrdered), key=lambda order: order.unit):
        if work.board.units[off.unit].sphere is None:
            work.void(off, "no-sphere")
        else:
            work.record(SphereEnded(unit=off.unit))
    for on in sorted(work.given(SphereOrdered), key=lambda order: order.unit):
        if work.board.units[on.unit].sphere is None:
            work.record(SphereFormed(unit=on.unit, radius=on.radius, energy=on.energy))
        else:
            work.void(on, "sphere-is-up")


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
