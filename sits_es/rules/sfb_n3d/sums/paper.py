"""Each sum step by step, as a person redoes it on paper: for `sits explain` and for `sits calc sfb`.

Whoever a step names comes as a name with a place: a unit of a board, or "the unit" of a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.sums import expanding_spheres, holes, motion, orbits, turn_modes, webs
from sits_es.rules.sfb_n3d.sums.bearing import along, axes, bearing
from sits_es.rules.sfb_n3d.sums.breakdown import facing_from
from sits_es.rules.sfb_n3d.sums.exact import cosine, sine
from sits_es.rules.sfb_n3d.sums.explosions import WEB_STEP
from sits_es.rules.sfb_n3d.sums.facings import AXES, Facing
from sits_es.rules.sfb_n3d.sums.numbers import INERTIA_PLACES, INERTIA_WHOLE, WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place, exact
from sits_es.rules.sfb_n3d.sums.words import hexes

_AXES: Final = ("x", "y", "z")


def decimal(number: float | Fraction, places: int = 6) -> str:
    """A number for reading, without zeros that say nothing: `0.984808`. Nothing is decided by it."""
    text = f"{float(number):.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def heading(facing: Facing) -> tuple[float, float, float]:
    """The heading as three numbers, for reading. Rule: C1.12, C1.21."""
    cp, sp, cw, sw = cosine(facing.pitch), sine(facing.pitch), cosine(facing.yaw), sine(facing.yaw)
    return cp * cw, sp, cp * sw


def heading_steps(facing: Facing) -> tuple[str, str]:
    """The sines and cosines of a facing, and its heading from them."""
    pitch, yaw = facing.pitch, facing.yaw
    values = (("cos", pitch, cosine), ("sin", pitch, sine), ("cos", yaw, cosine), ("sin", yaw, sine))
    said = [f"{name} {written(angle)} = {decimal(value(angle))}" for name, angle, value in values]
    x, y, z = map(decimal, heading(facing))
    return (
        f"Pitch {written(pitch)}, yaw {written(yaw)}: {', '.join(said)}.",
        f"Heading: x = cos pitch x cos yaw = {x}; y = sin pitch = {y}; z = cos pitch x sin yaw = {z}.",
    )


def range_step(one: str, here: Place, other: str, there: Place) -> str:
    """The range between two places. Rule: D1.4."""
    way = there - here
    parts = " + ".join(f"{part} squared" for part in way.hexes())
    far = exact(here, there)
    return (
        f"{one} at {here}, {other} at {there}: the way is {way}; range is the root of {parts}, "
        f"{hexes(far)} (km dropped), so {far // WHOLE}."
    )


def sight_steps(one: str, here: Place, facing: Facing, other: str, there: Place) -> tuple[str, ...]:
    """Where a target is seen from a unit, through the unit's whole attitude. Rule: C1.21, D2.1."""
    seen = bearing(here, facing, there)
    first = range_step(one, here, other, there)
    if seen is None:
        return (first, "Both are in the very same place: everything bears there (house).")
    forward, left, up = along(there - here, axes(facing))
    across = (forward * forward + left * left) ** 0.5
    said = ", ".join(
        f"{name} {decimal(part / WHOLE)}" for name, part in (("forward", forward), ("left", left), ("up", up))
    )
    return (
        first,
        f"{one} faces {facing}; turned yaw, then pitch, then roll, the way is {said} for it.",
        (
            f"Relative yaw = the angle whose tangent is left / forward = {written(seen.yaw)}; relative pitch = the "
            f"angle whose tangent is up / {decimal(across / WHOLE)} (the root of forward squared + left squared) = "
            f"{written(seen.pitch)}."
        ),
    )


def towards_step(one: Place, other: Place, to: str) -> str:
    """The yaw and pitch that point from one place to another. Rule: C1.21."""
    seen = bearing(one, Facing(), other)
    said = to[0].upper() + to[1:]
    return f"{said} is in the very same place." if seen is None else f"{said} lies at {seen} of the map from {one}."


def limit_steps(turn_class: str, speed: int, most: int | None = None) -> list[str]:
    """How a turn's limit comes about from the turn mode. speed: that a web leaves; most: with tactical manoeuvres."""
    said = f"Turn class {turn_class} at warp speed {written(speed)}"
    usual = turn_modes.limit(turn_class, speed)
    if turn_class in turn_modes.CHART:
        factor = written(turn_modes.CHART[turn_class], 2)
        steps = [f"{said}: the larger of 1.5 and the root of {written(speed)} x {factor} = {written(usual)}."]
    elif turn_class == "seeking":
        factor = written(turn_modes.SEEKING)
        steps = [f"{said}: the larger of 1.5 and {written(speed)} x {factor} = {written(usual)}."]
    elif turn_class.startswith("hexes:") and speed:
        before = turn_class.removeprefix("hexes:")
        steps = [f"{said}: 60 / ({before} + 1) / ({written(speed)} / 32), from 1.5 to 180 = {written(usual)}."]
    else:
        steps = [f"{said}: {written(usual)}."]
    if most is not None and most > usual:
        steps.append(f"Tactical manoeuvres are under way: {written(most)} on each axis.")
    return steps


def inertia_steps(facing: Facing, thrust: int, change: Inertia) -> tuple[str, ...]:
    """What an impulse of thrust adds to the inertia. Rule: C2.111."""
    parts = [
        f"{axis} {written(thrust)} x {decimal(part)} / {IMPULSES} = {more}"
        for axis, part, more in zip(_AXES, heading(facing), change.decimals(), strict=True)
    ]
    return (*heading_steps(facing), f"Thrust / {IMPULSES} along it: {'; '.join(parts)}.")


def movement_steps(facing: Facing, speed: int, inertia: Inertia, moved: Place) -> tuple[str, ...]:
    """The movement of an impulse, axis by axis. speed: all that moves it along its heading. Rule: C1.11, C1.43."""
    steps = [*heading_steps(facing)]
    for axis in _AXES:
        part, slow, km = heading(facing)[_AXES.index(axis)], getattr(inertia, axis), getattr(moved, axis)
        total = (speed / WHOLE * part + slow / INERTIA_WHOLE) / IMPULSES
        steps.append(
            f"{axis}: ({written(speed)} x {decimal(part)} + {written(slow, INERTIA_PLACES)}) / {IMPULSES} = "
            f"{decimal(total, 7)} hexes, to the nearest km {written(km)}."
        )
    return tuple(steps)


def schedule_step(unit: str, speed: int, impulse: int) -> str:
    """Why a unit is scheduled to move in an impulse. Rule: M2.40, P2.223, P3.2; the chart is house."""
    before, now = (number * speed // (IMPULSES * WHOLE) for number in (impulse - 1, impulse))
    return (
        f"{unit} at warp speed {written(speed)}: {impulse - 1} x {written(speed)} / {IMPULSES} is {before} whole "
        f"hexes, {impulse} x {written(speed)} / {IMPULSES} is {now}: it is scheduled to move in impulse {impulse}."
    )


def pull_steps(hole: str, size: int, there: Place, unit: str, here: Place, pull: holes.Pull) -> tuple[str, ...]:
    """The pull of a black hole, and its share along each axis. Rule: P4.11."""
    force = written(pull.pull, INERTIA_PLACES)
    parts = [
        f"{axis} {part} / {written(pull.exact)} x {force} = {change}"
        for axis, part, change in zip(_AXES, (there - here).hexes(), pull.change.decimals(), strict=True)
    ]
    return (
        range_step(unit, here, hole, there),
        f"Pull = size {written(size)} / range squared = {force} hexes a turn.",
        f"Change = (hole - unit) / range x pull: {'; '.join(parts)}.",
    )


def orbit_steps(
    ship: str, here: Place, planet: str, there: Place, side: orbits.PlanetSide, found: orbits.Orbit
) -> tuple[str, ...]:
    """The facing of a standard orbit, and the turn of each of its impulses. Rule: P8.41, P8.411, P8.413."""
    way, sign = ("90 less than that", "") if side == "left" else ("90 more than that", "-")
    return (
        range_step(ship, here, planet, there),
        towards_step(here, there, planet),
        f"To have it at 90 to the {side} the ship faces {way}, level: {found.facing}.",
        (
            f"Each impulse: {sign}5.625 / ({decimal(found.exact / WHOLE)} x 3.14159265) = yaw {written(found.turn)}, "
            "at warp speed 1."
        ),
    )


def breakdown_steps(dice: Sequence[int]) -> list[str]:
    """The facing after a breakdown, axis by axis. Rule: C6.541, C6.5511."""
    facing = facing_from(dice)
    return [
        f"{axis.capitalize()}: 60 x {one} + 10 x {other}, within 0 to 360 = {written(getattr(facing, axis))}."
        for axis, one, other in zip(AXES, dice[::2], dice[1::2], strict=True)
    ]


def blast_steps(
    source: str, here: Place, unit: str, there: Place, full: int, left: int, *, in_web: bool
) -> tuple[str, ...]:
    """What a unit feels of an explosion. full, left: its strength, and what a web leaves of it. Rule: D5.2, G10.72."""
    squared, apart = max(1, (there - here).squared()), exact(here, there)
    steps = [range_step(source, here, unit, there)]
    if in_web:
        steps.append(
            f"One of the two is in a web: {written(full)} - 1 for each whole 0.1 hex between them "
            f"({apart // WEB_STEP}), not below 0 = {written(left)}."
        )
    steps.append(
        f"{written(left)} / {decimal(Fraction(squared, WHOLE**2), 8)} (the range squared) = "
        f"{decimal(left * WHOLE / squared, 4)}, fractions dropped: {left * WHOLE // squared}."
    )
    if not apart:
        steps.append("In the very same place the range counts as one kilometre, 0.0001 (house).")
    return tuple(steps)


def crossing_steps(unit: str, ship: str, radius: int, before: int, after: int) -> tuple[str, str]:
    """How a unit came through a sphere's radius, or did not. Rule: G23.41."""
    where = "it is exactly there" if after == radius else "it lies between the two"
    met = expanding_spheres.collides(radius, before, after)
    return (
        f"{unit} was {hexes(before)} from {ship} and is {hexes(after)} from it now.",
        f"The radius is {written(radius)}: {where if met else 'it was not crossed'}.",
    )


def sphere_step(radius: int, energy: int) -> str:
    """The strength of a sphere. Rule: G23.42."""
    strength = expanding_spheres.strength(radius, energy)
    return f"Strength = (4 - {written(radius)} / 3) x {written(energy)} = {written(strength)}."


def strand_steps(length: int, paid: int = 0) -> tuple[str, ...]:
    """What a strand costs. paid: the hexes of it that were paid for before, in kilometres. Rule: G10.211."""
    new = length - paid
    before = [f"{hexes(paid)} of it were paid for before: {hexes(new)} are new."] if paid else []
    return (
        f"The strand is {hexes(length)} long; a new one may be up to 1.9999.",
        *before,
        f"6 x {written(new)} = {written(webs.POWER_A_HEX * new)} points of power.",
    )


def power_step(traditional: int, strength: int, times: int = webs.TIMES) -> str:
    """A web's strength by that of the printed rules. Rule: G10.3."""
    return f"{times} x {written(traditional)}, 35 at the most = {written(strength)}."


def line_step(one: str, here: Place, other: str, there: Place, place: Place) -> str:
    """How far a place is from a strand. Rule: G10.51."""
    return (
        f"{one} at {here} to {other} at {there}: {place} is {written(webs.distance(place, here, there))} from the line."
    )


def webbed_step(web: str, speed: int, strength: int) -> str:
    """The warp speed that a web leaves. Rule: G10.511."""
    left = written(motion.webbed_speed(speed, strength))
    return f"In {web} of strength {written(strength)}: {written(speed)} - {written(strength)}, not below 0 = {left}."
