"""Three ships that a web's energy binds together. Rule: C14.20."""

from __future__ import annotations

from itertools import combinations

from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.motion.facts import BindOrdered, InertiaChanged, UnitsBound, UnitsParted
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.bearing import bearing
from sits_es.rules.sfb_n3d.sums.binding import APART, Bound, averaged, between
from sits_es.rules.sfb_n3d.sums.places import Inertia, exact


def bind(work: Resolution, unit: Unit, order: BindOrdered) -> None:
    """Bind three ships of a side; their inertia is averaged at once. Rule: C14.20."""
    named = (unit.name, order.first, order.second)
    if (twice := next((name for at, name in enumerate(named) if name in named[:at]), None)) is not None:
        work.void(order, "named-twice", twice)
        return
    others = [work.unit(name) for name in (order.first, order.second)]
    ships = [unit, *(other for other in others if other is not None)]
    if len(ships) < 3:
        missing = next(name for name, other in zip((order.first, order.second), others, strict=True) if other is None)
        work.void(order, "target-gone", missing)
        return
    if (why := _why_not(ships)) is not None:
        work.void(order, why[0], *why[1])
        return
    inertia = averaged([_as_bound(ship, ships) for ship in ships])
    before = {ship.name: ship.inertia for ship in ships}
    work.record(UnitsBound(units=tuple(ship.name for ship in ships), inertia=inertia))
    for ship in ships:
        was = before[ship.name]
        change = Inertia(inertia.x - was.x, inertia.y - was.y, inertia.z - was.z)
        if change:
            first = next(other.name for other in ships if other is not ship)
            work.record(InertiaChanged(unit=ship.name, cause="binding", change=change, inertia=inertia, by=first))


def part(work: Resolution, unit: Unit) -> None:
    """Bound ships are bound no more; nothing happens to a ship that isn't."""
    if unit.bound:
        work.record(UnitsParted(units=(unit.name, *unit.bound)))


def part_lost(work: Resolution) -> None:
    """Ships are bound no more when one of them is gone, or half a hex or more from another. Rule: C14.20, house."""
    for unit in work.board.out():
        if not unit.bound:
            continue
        ships = [unit, *(other for name in unit.bound if (other := work.unit(name)) is not None)]
        if len(ships) < 3 or any(exact(one.place, other.place) >= APART for one, other in combinations(ships, 2)):
            part(work, unit)


def _why_not(ships: list[Unit]) -> tuple[str, tuple[str | int, ...]] | None:
    """The first reason why ships can't be bound, as a code of VOIDED with its values; None when they can."""
    for ship in ships:
        if (why := _why_not_one(ship, ships[0].side)) is not None:
            return why
    for first, second in combinations(ships, 2):
        if (far := exact(first.place, second.place)) >= APART:
            return "too-far", (second.name, far)
    known = [_as_bound(ship, ships) for ship in ships]
    for one in known:
        if not between(one, known):
            others = [other.name for other in known if other is not one]
            return "shields-wrong", (one.name, others[0], others[1])
    return None


def _why_not_one(ship: Unit, side: str) -> tuple[str, tuple[str | int, ...]] | None:
    """Why a ship can't be bound to others of a side, wherever they are."""
    if ship.bound:
        return "is-bound", ()
    if ship.kind != "ship":
        return "not-a-ship", (ship.name, ship.kind)
    if ship.side != side:
        return "other-side", (ship.name,)
    if ship.speed or ship.thrust:
        return "still-moving", (ship.name, ship.speed, ship.thrust)
    return None


def _as_bound(ship: Unit, ships: list[Unit]) -> Bound:
    seen = {other.name: bearing(ship.place, ship.facing, other.place) for other in ships if other is not ship}
    yaws = {name: None if found is None else found.yaw for name, found in seen.items()}
    return Bound(ship.name, ship.place, ship.inertia, yaws, ship.speed, ship.thrust)
