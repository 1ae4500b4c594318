"""The facing in which a ship is left by a breakdown. Rule: C6.541, C6.5511."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.facings import AXES, Facing, facing
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.six_sided import die_problems

#: Dice of a breakdown: two each for pitch, yaw and roll, in this order.
DICE: Final = 6


def facing_from(dice: Sequence[int]) -> Facing:
    """The facing from six dice: for pitch, yaw and roll sixty times one die and ten times the next, in degrees.

    Each of 36 angles, ten degrees apart, is as likely as the others. Raises NotAllowedError with every fault, for
    another number of dice and for a die that shows no 1 to 6. Rule: C6.541, C6.5511.
    """
    problems = [*die_problems(dice, "C6.541")]
    if len(dice) != DICE:
        problems.append(f"A breakdown takes 6 dice, two each for pitch, yaw and roll. {len(dice)} are given (C6.541).")
    if problems:
        raise NotAllowedError(problems)
    pitch, yaw, roll = ((60 * dice[at] + 10 * dice[at + 1]) * WHOLE for at in range(0, DICE, 2))
    return facing(pitch, yaw, roll)


def breakdown_steps(dice: Sequence[int]) -> list[str]:
    """The facing after a breakdown, axis by axis. Rule: C6.541, C6.5511."""
    facing = facing_from(dice)
    return [
        f"{axis.capitalize()}: 60 x {one} + 10 x {other}, within 0 to 360 = {written(getattr(facing, axis))}."
        for axis, one, other in zip(AXES, dice[::2], dice[1::2], strict=True)
    ]
