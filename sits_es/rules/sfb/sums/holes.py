"""How a black hole pulls. Rule: P4.1."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.numbers import INERTIA_PLACES, INERTIA_WHOLE, MOST_DIGITS, WHOLE, nearest, written
from sits_es.rules.sfb.sums.places import Inertia, Place, exact, range_step

#: A size in ten-thousandths over square kilometres, in ten-millionths of a hex a turn.
_PARTS: Final = WHOLE * INERTIA_WHOLE
#: The strongest pull of an impulse in a game: what a number of it can be (see MOST_DIGITS). Rule: house.
MOST_PULL: Final = (10**MOST_DIGITS - 1) * INERTIA_WHOLE


class Pull(Struct, frozen=True):
    """How a black hole pulls a unit in one impulse.

    exact: their distance in kilometres, 1 up; pull: in ten-millionths of a hex a turn; change: what is added to the
    unit's inertia.
    """

    exact: int
    pull: int
    change: Inertia


def pull(size: int, hole: Place, unit: Place, most: int | None = None) -> Pull:
    """The pull, size over the square of the range, and its share along each axis towards the black hole.

    size: in ten-thousandths; every share is rounded to the nearest 0.0000001 by itself, from the middle away from zero.
    most: in ten-millionths; a pull that would be stronger is as strong as that; None: any (house).
    Raises NotAllowedError when both are in one place. Rule: P4.11; house: the change is in hexes a turn, as inertia is.
    """
    way = hole - unit
    squared = way.squared()
    if not squared:
        raise NotAllowedError(
            "The black hole and the unit are in the same place, so the pull has no direction. Put them in "
            "different places (P4.11)."
        )
    strong = size * _PARTS  # times the square of the distance
    if most is not None:
        strong = min(strong, most * squared)
    x, y, z = (_share(strong * along, squared) for along in (way.x, way.y, way.z))
    return Pull(exact(hole, unit), nearest(Fraction(strong, squared)), Inertia(x, y, z))


def _share(above: int, squared: int) -> int:
    """The whole number nearest to above / squared ** 1.5, from the middle away from zero."""
    # m is right when m - 1/2 <= above / squared ** 1.5, so when (2 m - 1) squared is at most this:
    root = isqrt(4 * above * above // squared**3)
    size = (root + 1) // 2
    return -size if above < 0 else size


def pull_steps(hole: str, size: int, there: Place, unit: str, here: Place, pull: Pull) -> tuple[str, ...]:
    """The pull of a black hole, and its share along each axis. Rule: P4.11."""
    force = written(pull.pull, INERTIA_PLACES)
    parts = [
        f"{axis} {part} / {written(pull.exact)} x {force} = {change}"
        for axis, part, change in zip("xyz", (there - here).hexes(), pull.change.decimals(), strict=True)
    ]
    return (
        range_step(unit, here, hole, there),
        f"Pull = size {written(size)} / range squared = {force} hexes a turn.",
        f"Change = (hole - unit) / range x pull: {'; '.join(parts)}.",
    )
