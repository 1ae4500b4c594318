"""Expanding spheres: who collides with one, and how hard. Rule: G23.4."""

from __future__ import annotations

from sits_es.rules.sfb.sums.limits import BEYOND, refuse_beyond_limits
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.words import hexes


def collides(radius: int, before: int, after: int) -> bool:
    """Whether a unit collides with a sphere whose maker it was `before` and is `after` away from, in kilometres.

    It does when it has come to exactly the radius, or when the radius lies between the two. Having left from exactly
    the radius is no second collision. Raises NotAllowedError for a radius that no sphere has. Rule: G23.41; what
    counts as crossing by house.

    The printed example moves 0.1857 of a hex an impulse at speed 6, to 0.6286 and 0.2572; a thirty-second of six
    is 0.1875, which brings two units from 1 to 0.625 and 0.25. Both pairs collide at their second step.
    """
    refuse_beyond_limits(radius=radius)
    return after == radius or min(before, after) < radius < max(before, after)


def strength(radius: int, energy: int) -> int:
    """The strength of a sphere: four less a third of its radius in hexes, times its energy, in ten-thousandths.

    radius: in kilometres; energy: in ten-thousandths, 0 up. What is less than a ten-thousandth is dropped. Raises
    NotAllowedError for a radius that no sphere has. Rule: G23.42; the dropping by house.
    """
    refuse_beyond_limits(radius=radius)
    return (3 * BEYOND - radius) * energy // (3 * WHOLE)


def crossing_steps(unit: str, ship: str, radius: int, before: int, after: int) -> tuple[str, str]:
    """How a unit came through a sphere's radius, or did not. Rule: G23.41."""
    where = "it is exactly there" if after == radius else "it lies between the two"
    met = collides(radius, before, after)
    return (
        f"{unit} was {hexes(before)} from {ship} and is now {hexes(after)} away.",
        f"The radius is {written(radius)}: {where if met else 'it was not crossed'}.",
    )


def sphere_step(radius: int, energy: int) -> str:
    """The strength of a sphere. Rule: G23.42."""
    strong = strength(radius, energy)
    return f"Strength = (4 - {written(radius)} / 3) x {written(energy)} = {written(strong)}."
