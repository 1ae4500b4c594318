"""Standard orbits: the yaw that brings the planet abeam, and the turn of each impulse. Rule: P8.41, P8.411, P8.413."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE
from sits_es.rules.sfb_n3d.sums.places import Place

#: The speed of every standard orbit, in ten-thousandths. Rule: P8.413.
SPEED: Final = WHOLE
#: The farthest from which an orbit is taken, in kilometres, exactly. Rule: P8.41.
REACH: Final = 3 * WHOLE

#: The side on which a unit has its planet.
Side = Literal["left", "right"]


@frozen
class Orbit:
    """A standard orbit. exact: kilometres, fractions dropped. speed: ten-thousandths. yaw, turn: ten-thousandths of a degree.

    yaw: of the facing that has the planet abeam. turn: the yaw turned each impulse, + to the left. Rule: P8.41.
    """

    exact: int
    speed: int
    yaw: int
    turn: int

    @property
    def facing(self) -> Facing:
        """The facing that has the planet abeam and level. Rule: P8.411."""
        return Facing(yaw=self.yaw)

    @property
    def each_impulse(self) -> Turn:
        """The turn of each impulse. Rule: P8.413."""
        return Turn(yaw=self.turn)


def orbit(planet: Place, ship: Place, side: Side = "left") -> Orbit:
    """The orbit of a ship round a planet that it has on its left or right.

    The printed formula leaves the circle when it is read from left to right; it is 5.625 / (range x pi). Raises
    NotAllowedError with every reason: further than three hexes, not level, the very same place. Rule: P8.41, house.
    """
    raise NotImplementedError
