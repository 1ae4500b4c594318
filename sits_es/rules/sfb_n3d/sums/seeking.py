"""Seeking weapons: they turn towards their target's place, then move. Rule: F1.24, F2.123, F2.21, F2.3."""

from __future__ import annotations

from attrs import frozen

from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.motion import Moved
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place


@frozen
class Sought:
    """An impulse of a seeking weapon. exact: kilometres to its target after it. impact: nearer than a hex. Rule: F2.3."""

    turn: Turn
    moved: Moved
    exact: int
    impact: bool


def seek(
    weapon: Place,
    facing: Facing,
    target: Place,
    speed: int,
    inertia: Inertia = Inertia(),  # noqa: B008 - a frozen value
    web: int = 0,
) -> Sought:
    """One impulse of a seeking weapon after all other units have moved. target: where its target is now.

    speed, web: ten-thousandths. Raises NotAllowedError as motion.impulse. Rule: F2.21, F2.3, house.
    """
    raise NotImplementedError


def towards(weapon: Place, facing: Facing, target: Place, most: int) -> Turn:
    """The turn towards a place, pitch and yaw up to `most` ten-thousandths of a degree; halfway round: left. Rule: F2.21."""
    raise NotImplementedError


def placed_facing(launcher: Place, facing: Facing, target: Place) -> Facing:
    """The facing of a weapon that is placed: its target dead ahead; in the very same place the launcher's. Rule: F1.24."""
    raise NotImplementedError
