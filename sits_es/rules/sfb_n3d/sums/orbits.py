"""Standard orbits: the yaw that brings the planet abeam, and the turn of each impulse. Rule: P8.41, P8.411, P8.413."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import pi, sqrt
from typing import Any, Final, Literal

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb_n3d.sums.bearing import absolute, towards_step
from sits_es.rules.sfb_n3d.sums.exact import FLOAT_ERROR, QUARTER_TURN, by_digits, by_float, error
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.numbers import FULL_TURN, WHOLE, decimal, written
from sits_es.rules.sfb_n3d.sums.places import Place, exact, range_step
from sits_es.values import Value

#: The speed of every standard orbit, in ten-thousandths. Rule: P8.413.
SPEED: Final = WHOLE
#: The farthest from which an orbit is taken, in kilometres, exactly. Rule: P8.41.
REACH: Final = 3 * WHOLE
#: What the turn of an impulse is divided from, in ten-thousandths of a degree: 5.625 / (range x pi). Rule: P8.413.
TURN: Final = 56_250

#: The side on which a unit has its planet.
PlanetSide = Literal["left", "right"]


@frozen
class Orbit(Value):
    """A standard orbit. exact: kilometres to the planet's centre, fractions dropped. speed: ten-thousandths.

    yaw: of the facing that has the planet abeam; turn: what each impulse turns it, + to the left; both in
    ten-thousandths of a degree. Rule: P8.41, P8.413.
    """

    exact: int
    speed: int
    yaw: int
    turn: int

    @property
    def facing(self) -> Facing:
        """The facing that has the planet abeam and level. Rule: P8.411."""
        return Facing(yaw=self.yaw)


def _too_far(planet: str, far: int) -> str:
    away = f"{written(far)} hexes" if far > REACH else "a part of a kilometre more than 3 hexes"
    return f"{planet} is {away} away. An orbit is within three hexes, exactly (P8.41)."


def _not_level(planet: str, its_y: int, y: int) -> str:
    said = f"{planet} has Y {written(its_y)}, the ship {written(y)}"
    return f"{said}. A ship in orbit is level with its planet: the same Y (P8.41)."


def _in_middle(planet: str) -> str:
    return f"{planet} has the ship in its very middle. An orbit goes round it (P8.41)."


#: Why there is no orbit, in words, from what the planet is called and the reason's values.
NO_ORBIT: Final[Mapping[str, Callable[..., str]]] = {
    "orbit-too-far": _too_far,
    "orbit-not-level": _not_level,
    "orbit-in-middle": _in_middle,
}


def no_orbit(planet: Place, ship: Place) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every reason why a ship has no orbit round a planet from where they are: codes and values. Rule: P8.41."""
    if (planet - ship).squared() > REACH * REACH:
        yield "orbit-too-far", (exact(planet, ship),)
    if planet.y != ship.y:
        yield "orbit-not-level", (planet.y, ship.y)
    if planet == ship:
        yield "orbit-in-middle", ()


def orbit(planet: Place, ship: Place, side: PlanetSide = "left") -> Orbit:
    """The orbit of a ship round a planet that it has on its left or right.

    The printed formula leaves the circle when it is read from left to right: it is 5.625 / (range x pi), of the range
    with all its fractions. Raises NotAllowedError with every reason: beyond three hexes, not level, the very same
    place. Rule: P8.41, P8.411, P8.413, house.
    """
    problems = [NO_ORBIT[code]("The planet", *values) for code, values in no_orbit(planet, ship)]
    squared, far, seen = (planet - ship).squared(), exact(planet, ship), absolute(ship, planet)
    if problems or seen is None:
        raise NotAllowedError(problems)
    sign = 1 if side == "left" else -1
    return Orbit(far, SPEED, (seen.yaw - sign * QUARTER_TURN) % FULL_TURN, sign * each_turn(squared))


def each_turn(squared: int) -> int:
    """5.625 / (range x pi) in ten-thousandths of a degree. squared: square kilometres, 1 up. Rule: P8.413."""
    top = TURN * WHOLE
    guess = top / (pi * sqrt(squared))
    found = by_float(guess, guess * FLOAT_ERROR)
    if found is not None:
        return found

    def finely(digits: Any) -> tuple[Any, Any]:
        made = top / (digits.pi * digits.sqrt(squared))
        return made, error(digits, made)

    return by_digits(finely)


def orbit_steps(ship: str, here: Place, planet: str, there: Place, side: PlanetSide, found: Orbit) -> tuple[str, ...]:
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
