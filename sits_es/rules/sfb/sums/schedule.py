"""In which impulses a unit of some speed would move by the flat game's chart. Rule: M2.40, P2.223, P3.2.

Mines, rings and asteroids act on a unit in these impulses alone. The rules don't print the chart: a unit is scheduled
whenever the hexes that its speed has made so far this turn reach another whole one. Rule: house.
"""

from __future__ import annotations

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.sums.numbers import WHOLE, written


def scheduled(speed: int, impulse: int) -> bool:
    """Whether a unit is scheduled in an impulse, 1 to 32. speed: in ten-thousandths, 0 up."""
    return impulse * speed // (IMPULSES * WHOLE) > (impulse - 1) * speed // (IMPULSES * WHOLE)


def impulses(speed: int) -> tuple[int, ...]:
    """The impulses of a turn in which a unit is scheduled. Raises NotAllowedError for a speed below 0."""
    if speed < 0:
        raise NotAllowedError(f"A speed of {written(speed)} is below 0. It must be 0 or more (M2.40).")
    return tuple(impulse for impulse in range(1, IMPULSES + 1) if scheduled(speed, impulse))


def schedule_step(unit: str, speed: int, impulse: int) -> str:
    """Why a unit is scheduled to move in an impulse. Rule: M2.40, P2.223, P3.2; the chart is house."""
    before, now = (number * speed // (IMPULSES * WHOLE) for number in (impulse - 1, impulse))
    return (
        f"{unit} at warp speed {written(speed)}: {impulse - 1} x {written(speed)} / {IMPULSES} is {before} whole "
        f"hexes, and {impulse} x {written(speed)} / {IMPULSES} is {now}: it is scheduled to move in impulse {impulse}."
    )
