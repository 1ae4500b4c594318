"""What everybody met who moved: targets, bodies, spheres, rings, asteroids and mines. Rule: F2.3, P2, P3, M2.40."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from sits_es.rules.sfb_n3d.board import Body, Unit
from sits_es.rules.sfb_n3d.launching.facts import SeekerSpent, SeekerStruck
from sits_es.rules.sfb_n3d.play import trapped
from sits_es.rules.sfb_n3d.play.binding import part_lost
from sits_es.rules.sfb_n3d.play.expanding_spheres import cross
from sits_es.rules.sfb_n3d.play.explosions import explode
from sits_es.rules.sfb_n3d.play.mines import detonate
from sits_es.rules.sfb_n3d.play.moving import speed_left
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.places import Place, exact
from sits_es.rules.sfb_n3d.sums.planets import inside, within
from sits_es.rules.sfb_n3d.sums.rings import PlanetRing
from sits_es.rules.sfb_n3d.sums.schedule import scheduled
from sits_es.rules.sfb_n3d.sums.seeking import IMPACT
from sits_es.rules.sfb_n3d.terrain.facts import SOLID, AtmosphereEntered, BodyLeft, HazardMet, PlanetReached

#: What a ring or an asteroid hex rolls its die for. Rule: P2.223, P3.2.
HAZARDS: Final = {"ring": "ring", "asteroid": "asteroids"}

#: How near a unit is to a body: in the open, in its atmosphere, or nearer than its radius.
Nearness = Literal["open", "air", "reached"]


def meet(work: Resolution) -> None:
    """Everything that comes of where units are now that all have moved, always in this order. Rule: house.

    Webs, bodies, impacts, spheres, rings and asteroids, mines; then the time of seeking weapons that met nothing.
    A planet in the way comes before the target behind it.
    """
    trapped.hold(work)
    part_lost(work)
    _reach(work)
    _strike(work)
    cross(work)
    _risk(work)
    detonate(work)
    _expire(work)


def _reach(work: Resolution) -> None:
    """Planets, moons and stars reached, atmospheres entered, and both left. A seeking weapon ends there (house).

    What a unit that has collided or landed does stands in the printed rules: it keeps its orders. Rule: P2.1, P2.231.
    """
    bodies = [body for _, body in sorted(work.board.bodies.items()) if body.kind in SOLID]
    for unit in work.board.out() if bodies else ():
        for body in bodies:
            now = _nearness(body, unit.place)
            before = _before(work, body, unit)
            if now == before:
                continue
            if now == "open" or before == "reached":
                work.record(BodyLeft(unit=unit.name, body=body.name))
            if now == "air":
                work.record(AtmosphereEntered(unit=unit.name, body=body.name, exact=exact(unit.place, body.place)))
            elif now == "reached":
                work.record(PlanetReached(unit=unit.name, body=body.name, exact=exact(unit.place, body.place)))
                if unit.kind == "seeking":
                    work.record(SeekerSpent(unit=unit.name, cause="planet"))
                    break


def _before(work: Resolution, body: Body, unit: Unit) -> Nearness:
    """How near a unit was to a body as far as it has been told: at the impulse's beginning, or not at all."""
    if body.name not in unit.inside:
        return "open"
    return _nearness(body, work.starts.get(unit.name, unit.place))


def _nearness(body: Body, place: Place) -> Nearness:
    if inside(place, body.place, body.radius):
        return "reached"
    return "air" if body.atmosphere and inside(place, body.place, body.atmosphere) else "open"


def _strike(work: Resolution) -> None:
    """Seeking weapons nearer than a hex to their targets strike, all by where they are before any explodes.

    Rule: F2.3.
    """
    struck: list[Unit] = []
    for unit, target in list(_seeking(work)):  # a weapon that strikes is there for those that seek it
        if target is not None and (far := exact(unit.place, target.place)) < IMPACT:
            work.record(SeekerStruck(unit=unit.name, target=target.name, exact=far))
            struck.append(unit)
    for unit in struck:
        strength = work.board.class_of(unit).strength
        if strength:
            explode(work, unit.name, unit.place, strength, "seeking")


def _risk(work: Resolution) -> None:
    """A die for each ring and asteroid hex that holds a unit in an impulse in which it is scheduled to move.

    The warp speed that counts is what a web leaves. Rule: P2.223, P3.12, P3.2.
    """
    bodies = [body for _, body in sorted(work.board.bodies.items()) if body.kind in HAZARDS]
    for unit in work.board.out() if bodies else ():
        if not unit.speed or not scheduled(speed_left(work.board, unit), work.now):
            continue
        for body in bodies:
            if _holds(body, unit.place):
                (die,) = work.roll(unit.name, HAZARDS[body.kind], body.name)
                work.record(HazardMet(unit=unit.name, body=body.name, die=die))


def _holds(body: Body, place: Place) -> bool:
    """Whether a place is in a ring or in an asteroid hex. Rule: P2.223, P3.12."""
    reach = body.radius // 3 + 1
    if abs(place.x - body.place.x) > reach or abs(place.z - body.place.z) > reach:
        return False
    if body.kind == "ring":
        return PlanetRing(body.place, body.inner, body.radius, 2 * body.thick).holds(place)
    return within(place, body.place, body.radius)


def _expire(work: Resolution) -> None:
    """Seeking weapons whose time is over are spent; they have flown as many impulses as their card says."""
    for unit, _ in _seeking(work):
        endurance = work.board.class_of(unit).endurance
        if endurance and work.clock - unit.since >= endurance:
            work.record(SeekerSpent(unit=unit.name, cause="endurance"))


def _seeking(work: Resolution) -> Iterator[tuple[Unit, Unit | None]]:
    """Seeking weapons on the map with their targets, None of a ballistic one or when the target is gone."""
    seekers = [unit for unit in work.board.out() if unit.kind == "seeking"]
    for unit in seekers:
        yield unit, None if unit.target is None else work.unit(unit.target)
