"""Expanding spheres: who collides with one, and how hard. Rule: G23.4."""

from __future__ import annotations

from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written

#: A sphere's radius is below this, in kilometres. Rule: G23.41.
BEYOND: Final = 4 * WHOLE


def check_radius(radius: int) -> None:
    """Refuse a radius that no sphere has, in kilometres. Raises NotAllowedError unless it is 0 to 3.9999 hexes.

    Rule: G23.41.
    """
    if not 0 <= radius < BEYOND:
        raise NotAllowedError(f"A sphere cannot have a radius of {written(radius)}. It is 0 to 3.9999 hexes (G23.41).")


def collides(radius: int, before: int, after: int) -> bool:
    """Whether a unit collides with a sphere whose maker it was `before` and is `after` away from, in kilometres.

    It does when it has come to exactly the radius, or when the radius lies between the two. Having left from exactly
    the radius is no second collision. Raises NotAllowedError for a radius that no sphere has. Rule: G23.41; what
    counts as crossing by house.

    The printed example moves 0.1857 of a hex an impulse at speed 6, to 0.6286 and 0.2572; a thirty-second of six
    is 0.1875, which brings two units from 1 to 0.625 and 0.25. Both pairs collide at their second step.
    """
    check_radius(radius)
    return after == radius or min(before, after) < radius < max(before, after)


def strength(radius: int, energy: int) -> int:
    """The strength of a sphere: four less a third of its radius in hexes, times its energy, in ten-thousandths.

    radius: in kilometres; energy: in ten-thousandths, 0 up. What is less than a ten-thousandth is dropped. Raises
    NotAllowedError for a radius that no sphere has. Rule: G23.42; the dropping by house.
    """
    check_radius(radius)
    return (3 * BEYOND - radius) * energy // (3 * WHOLE)
