"""What the explanations share: decimals of sines and cosines, headings, bearings step by step, dice thrown before."""

from __future__ import annotations

from fractions import Fraction

from sits_es.dice import DiceRolled
from sits_es.report.working import Context
from sits_es.rules.sfb_n3d.state import Board
from sits_es.rules.sfb_n3d.story.words import hexes
from sits_es.rules.sfb_n3d.sums.bearing import along, axes, bearing
from sits_es.rules.sfb_n3d.sums.exact import cosine, sine
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Place, exact


def decimal(number: float | Fraction, places: int = 6) -> str:
    """A number for reading, without zeros that say nothing: `0.984808`. Nothing is decided by it."""
    text = f"{float(number):.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def angles(facing: Facing) -> str:
    """The sines and cosines of a heading."""
    pitch, yaw = facing.pitch, facing.yaw
    said = [
        f"{name} {written(angle)} = {decimal(value(angle))}"
        for name, angle, value in (
            ("cos", pitch, cosine),
            ("sin", pitch, sine),
            ("cos", yaw, cosine),
            ("sin", yaw, sine),
        )
    ]
    return f"Pitch {written(pitch)}, yaw {written(yaw)}: {', '.join(said)}."


def heading(facing: Facing) -> tuple[float, float, float]:
    """The heading as three numbers, for reading. Rule: C1.12, C1.21."""
    cp, sp, cw, sw = cosine(facing.pitch), sine(facing.pitch), cosine(facing.yaw), sine(facing.yaw)
    return cp * cw, sp, cp * sw


def heading_step(facing: Facing) -> str:
    """The heading from its angles."""
    x, y, z = map(decimal, heading(facing))
    return f"Heading: x = cos pitch x cos yaw = {x}; y = sin pitch = {y}; z = cos pitch x sin yaw = {z}."


def range_step(one: str, here: Place, other: str, there: Place) -> str:
    """The range between two places as on paper. Rule: D1.4."""
    way = there - here
    parts = " + ".join(f"{part} squared" for part in way.hexes())
    far = exact(here, there)
    return (
        f"{one} at {here}, {other} at {there}: the way is {way}; range is the root of {parts}, "
        f"{hexes(far)} (km dropped), so {far // WHOLE}."
    )


def sight_steps(board: Board, unit: str, target: str) -> tuple[str, ...]:
    """Where a target is seen from a unit, through the unit's whole attitude. Rule: C1.21, D2.1."""
    one, other = board.units[unit], board.units[target]
    way = other.place - one.place
    seen = bearing(one.place, one.facing, other.place)
    first = range_step(unit, one.place, target, other.place)
    if seen is None:
        return (first, "Both are in the very same place: everything bears there (house).")
    forward, left, up = along(way, axes(one.facing))
    across = (forward * forward + left * left) ** 0.5
    said = ", ".join(
        f"{name} {decimal(part / WHOLE)}" for name, part in (("forward", forward), ("left", left), ("up", up))
    )
    return (
        first,
        f"{unit} faces {one.facing}; turned yaw, then pitch, then roll, the way is {said} for it.",
        (
            f"Relative yaw = the angle whose tangent is left / forward = {written(seen.yaw)}; relative pitch = the "
            f"angle whose tangent is up / {decimal(across / WHOLE)} (the root of forward squared + left squared) = "
            f"{written(seen.pitch)}."
        ),
    )


def towards_step(one: Place, other: Place, to: str) -> str:
    """The yaw and pitch that point from one place to another. Rule: C1.21."""
    seen = bearing(one, Facing(), other)
    return f"{to} is in the very same place." if seen is None else f"{to} lies at {seen} of the map from {one}."


def thrown(context: Context) -> tuple[DiceRolled, ...]:
    """The dice thrown right before a fact, in order."""
    rolls: list[DiceRolled] = []
    for fact in reversed(context.earlier):
        if not isinstance(fact, DiceRolled):
            break
        rolls.insert(0, fact)
    return tuple(rolls)


def faces(roll: DiceRolled) -> tuple[int, ...]:
    """What six-sided dice showed, 1 to 6."""
    return tuple(face + 1 for face in roll.faces)
