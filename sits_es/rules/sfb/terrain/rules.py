"""Bodies reached, the risk of rings and asteroids, and the field that dice lay. Rule: P2, P3."""

from __future__ import annotations

from typing import Final, Literal

from sits_es.rules.sfb.board import Body, Unit
from sits_es.rules.sfb.launching.facts import SeekerSpent
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.fields import thrown
from sits_es.rules.sfb.sums.places import Place, exact
from sits_es.rules.sfb.sums.planets import in_ring, inside, within
from sits_es.rules.sfb.sums.schedule import scheduled
from sits_es.rules.sfb.terrain.facts import (
    SOLID,
    AtmosphereEntered,
    BodyLeft,
    FieldLaid,
    HazardMet,
    PlanetReached,
    TerrainPlaced,
)

#: Who rolls: nobody's unit.
FIELD: Final = "asteroid field"

#: What a ring or an asteroid hex rolls its die for. Rule: P2.223, P3.2.
HAZARDS: Final = {"ring": "ring", "asteroid": "asteroids"}

#: How near a unit is to a body: in the open, in its atmosphere, or nearer than its radius.
Nearness = Literal["open", "air", "reached"]


def lay_field(work: Resolution) -> None:
    """Lay the asteroids, every die on record; nothing happens where the scenario asks for no field. Rule: P3.11."""
    board = work.board
    if not board.field:
        return

    def throw(purpose: str, index: int, number: int) -> tuple[int, ...]:
        return work.roll(FIELD, purpose, number=number, nth=index)

    names = (name for at in range(1, 10_000) if (name := f"asteroid-{at}") not in board.bodies)
    laid = 0
    for asteroid in thrown(throw, mirrored=board.field == "mirrored"):
        work.record(TerrainPlaced(name=next(names), kind="asteroid", place=asteroid.place, radius=asteroid.radius))
        laid += 1
    work.record(FieldLaid(number=laid))


def reach(work: Resolution) -> None:
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


def risk(work: Resolution) -> None:
    """A die for each ring and asteroid hex that holds a unit in an impulse in which it is scheduled to move.

    The warp speed that counts is what a web leaves. Rule: P2.223, P3.12, P3.2.
    """
    bodies = [body for _, body in sorted(work.board.bodies.items()) if body.kind in HAZARDS]
    for unit in work.board.out() if bodies else ():
        if not unit.speed or not scheduled(work.board.speed_left(unit), work.now):
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
        return in_ring(place, body.place, body.inner, body.radius, body.thick)
    return within(place, body.place, body.radius)
