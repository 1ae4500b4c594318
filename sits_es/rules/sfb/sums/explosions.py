"""What an explosion does to a unit at some range. Rule: D5.2, G10.72."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct

from sits_es.rules.sfb.sums.numbers import WHOLE, decimal, written
from sits_es.rules.sfb.sums.places import Place, exact, range_step

#: Kilometres in which an explosion loses one point when either end is in a web. Rule: G10.72.
WEB_STEP: Final = 1_000


class Felt(Struct, frozen=True):
    """What a unit feels of an explosion.

    exact: its range in kilometres, 0 up; strength: in ten-thousandths, after a web, 0 up; damage: whole points, 0 up.
    """

    exact: int
    strength: int
    damage: int


def force(strength: int, one: Place, other: Place, in_web: bool = False) -> Felt:
    """The strength divided by the square of the range in hexes, fractions dropped; one place counts as a kilometre.

    strength: of the explosion, in ten-thousandths, 0 up; in_web: whether the explosion, the unit or both are in a web:
    the strength is then lower by one for each whole 1,000 km between them, and never below 0. Rule: D5.2, G10.72;
    the kilometre and the 0 by house.

    The rule says 1,000 points for a ten-point explosion at 0.01 hex; its own formula, used here, gives 100,000.
    """
    squared = max(1, (one - other).squared())
    apart = exact(one, other)
    left = max(0, strength - apart // WEB_STEP * WHOLE) if in_web else strength
    # strength / WHOLE, divided by squared / WHOLE / WHOLE
    return Felt(apart, left, left * WHOLE // squared)


def blast_steps(
    source: str, here: Place, unit: str, there: Place, full: int, left: int, *, in_web: bool
) -> tuple[str, ...]:
    """What a unit feels of an explosion. full, left: its strength, and what a web leaves of it. Rule: D5.2, G10.72."""
    squared, apart = max(1, (there - here).squared()), exact(here, there)
    steps = [range_step(source, here, unit, there)]
    if in_web:
        steps.append(
            f"In a web: {written(full)} - 1 for each whole 0.1 hex of the range ({apart // WEB_STEP}), "
            f"not below 0 = {written(left)}."
        )
    steps.append(
        f"{written(left)} / {decimal(Fraction(squared, WHOLE**2), 8)} (the range squared) = "
        f"{decimal(left * WHOLE / squared, 4)}, rounded down: {left * WHOLE // squared}."
    )
    if not apart:
        steps.append("Both are in exactly the same place, so the range counts as one kilometre, 0.0001 hexes (house).")
    return tuple(steps)
