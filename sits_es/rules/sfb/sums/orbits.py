"""Standard orbits: the facing that brings the body abeam, and how it turns. Rule: P8.41, P8.411, P8.413."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import atan2, hypot, pi, sqrt
from typing import Any, Final, Literal

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.bearing import BEARING_ERROR, RADIAN, axes, axes_finely, bearing, towards_step
from sits_es.rules.sfb.sums.exact import (
    FLOAT_ERROR,
    HALF_TURN,
    QUARTER_TURN,
    by_digits,
    by_float,
    cosine,
    error,
    finely,
    sine,
)
from sits_es.rules.sfb.sums.facings import Facing, facing
from sits_es.rules.sfb.sums.numbers import WHOLE, decimal, written
from sits_es.rules.sfb.sums.places import Place, exact, range_step

#: The speed of every standard orbit, in ten-thousandths. Rule: P8.413.
SPEED: Final = WHOLE
#: The farthest from which an orbit is taken, in kilometres, exactly. Rule: P8.41.
REACH: Final = 3 * WHOLE
#: What the turn of an impulse is divided from, in ten-thousandths of a degree: 5.625 / (range x pi). Rule: P8.413.
TURN: Final = 56_250

#: The side on which a unit has the body that it orbits.
PlanetSide = Literal["left", "right"]

#: A direction: its parts north, up and west, of length 1, as floats or as numbers of a context of mpmath.
_Way = tuple[Any, Any, Any]
#: Gives the directions forward, left and up of a unit and by how much their errors have grown: as floats for None, or
#: in a context of mpmath.
_Made = Callable[[Any], tuple[_Way, _Way, _Way, Any]]


class Orbit(Struct, frozen=True):
    """A standard orbit. exact: kilometres to the body's centre, fractions dropped. speed: ten-thousandths.

    facing: that has the body abeam; turn: of each impulse within the orbit's plane, ten-thousandths of a degree, + to
    the ship's left. Rule: P8.41, P8.413.
    """

    exact: int
    speed: int
    facing: Facing
    turn: int


def _too_far(planet: str, far: int) -> str:
    away = f"{written(far)} hexes" if far > REACH else "a part of a kilometre more than 3 hexes"
    return f"{planet} is {away} away. An orbit is within three hexes, measured exactly (P8.41)."


def _in_middle(planet: str) -> str:
    return f"{planet}'s middle is exactly where the ship is. An orbit goes round the middle (P8.41)."


#: Why there is no orbit, in words, from what the body is called and the reason's values.
NO_ORBIT: Final[Mapping[str, Callable[..., str]]] = {"orbit-too-far": _too_far, "orbit-in-middle": _in_middle}


def no_orbit(planet: Place, ship: Place) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every reason why a ship has no orbit round a body from where they are: codes and values. Rule: P8.41."""
    if (planet - ship).squared() > REACH * REACH:
        yield "orbit-too-far", (exact(planet, ship),)
    if planet == ship:
        yield "orbit-in-middle", ()


def orbit(planet: Place, ship: Place, heading: Facing = Facing(), side: PlanetSide = "left") -> Orbit:
    """The orbit of a ship with a heading round a body that it has on its left or right.

    It runs in the plane of the body's centre, the ship and its heading, whichever way that plane lies. A ship with the
    body on the side ordered goes on; with the body on the other side it goes round the other way, top up. Where the
    body is straight above, below, ahead or astern its side says nothing: the ship goes on and rolls until the body is
    abeam; heading straight at the body or away from it, it turns about its own top. Sides are those of the bearing as
    rounded. Raises NotAllowedError with every reason: beyond three hexes, the very same place.

    The printed formula leaves the circle when it is read from left to right: it is 5.625 / (range x pi), of the range
    with all its fractions. Rule: P8.41, P8.411, P8.413; the plane and the way round by house.
    """
    problems = [NO_ORBIT[code]("The planet", *values) for code, values in no_orbit(planet, ship)]
    seen = bearing(ship, heading, planet)
    if problems or seen is None:
        raise NotAllowedError(problems)
    way, sign = planet - ship, 1 if side == "left" else -1
    in_line = seen.yaw % HALF_TURN == 0
    back = not in_line and (seen.yaw > 0) != (sign > 0)

    def made(digits: Any) -> tuple[_Way, _Way, _Way, Any]:
        root = sqrt if digits is None else digits.sqrt
        nose, _, top = _directions(digits, heading)
        far = root(way.squared())
        left = (sign * way.x / far, sign * way.y / far, sign * way.z / far)
        if in_line and seen.pitch == 0:
            ahead = _cross(top, left)
        else:
            along = _dot(nose, left)
            ahead = tuple((-1 if back else 1) * (one - along * other) for one, other in zip(nose, left, strict=True))
        size = root(_dot(ahead, ahead))
        forward = (ahead[0] / size, ahead[1] / size, ahead[2] / size)
        return forward, left, _cross(left, forward), 1 / size

    return Orbit(exact(planet, ship), SPEED, _facing(made), sign * each_turn(way.squared()))


def along_orbit(entered: Facing, turned: int) -> Facing:
    """The heading after a ship has turned within the plane of its orbit, + to its left, in ten-thousandths of a degree.

    entered: the facing with which it went into orbit. Rule: P8.413; house for planes that aren't level.
    """

    def made(digits: Any) -> tuple[_Way, _Way, _Way, Any]:
        nose, left, top = _directions(digits, entered)
        cos, sin = (cosine(turned), sine(turned)) if digits is None else _finely(digits, turned)
        forward = (
            cos * nose[0] + sin * left[0],
            cos * nose[1] + sin * left[1],
            cos * nose[2] + sin * left[2],
        )
        return forward, _cross(forward, top), top, 1

    return _facing(made)


def each_turn(squared: int) -> int:
    """5.625 / (range x pi) in ten-thousandths of a degree. squared: square kilometres, 1 up. Rule: P8.413."""
    top = TURN * WHOLE
    guess = top / (pi * sqrt(squared))
    found = by_float(guess, guess * FLOAT_ERROR)
    if found is not None:
        return found

    def exactly(digits: Any) -> tuple[Any, Any]:
        made = top / (digits.pi * digits.sqrt(squared))
        return made, error(digits, made)

    return by_digits(exactly)


def _directions(digits: Any, of: Facing) -> tuple[_Way, _Way, _Way]:
    """Forward, left and up."""
    seen = axes(of) if digits is None else axes_finely(digits, of)
    return (seen[0], seen[1], seen[2]), (seen[3], seen[4], seen[5]), (seen[6], seen[7], seen[8])


def _finely(digits: Any, angle: int) -> tuple[Any, Any]:
    return finely(digits, angle, "cos"), finely(digits, angle, "sin")


def _dot(one: _Way, other: _Way) -> Any:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _cross(one: _Way, other: _Way) -> _Way:
    """What is square to two directions: left x forward is up, up x left is forward, forward x up is left."""
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x


def _facing(made: _Made) -> Facing:
    """The facing of a unit's directions, each angle to a ten-thousandth of a degree; straight up or down its roll is 0.

    Rule: C1.21; house for the rounding and for straight up and down.
    """
    pitch = _angle(made, lambda forward, *_: (forward[1], None))
    if abs(pitch) == QUARTER_TURN:
        return facing(pitch, _angle(made, lambda _, left, __: (-left[0], left[2])), 0)
    yaw = _angle(made, lambda forward, *_: (forward[2], forward[0]))
    return facing(pitch, yaw, _angle(made, lambda _, left, up: (left[1], up[1])))


def _angle(made: _Made, legs: Callable[[_Way, _Way, _Way], tuple[Any, Any]]) -> int:
    """An angle by the parts of which it is the arc tangent; None for the second: that leaves a length of 1."""

    def parts(digits: Any) -> tuple[Any, Any, Any]:
        forward, left, up, grown = made(digits)
        across = hypot if digits is None else digits.hypot
        one, other = legs(forward, left, up)
        return one, across(forward[0], forward[2]) if other is None else other, grown

    one, other, grown = parts(None)
    size = hypot(one, other)
    found = by_float(atan2(one, other) * RADIAN, BEARING_ERROR * grown / size if size else 1.0)
    if found is not None:
        return found

    def exactly(digits: Any) -> tuple[Any, Any]:
        one, other, grown = parts(digits)
        return digits.atan2(one, other) * HALF_TURN / digits.pi, error(
            digits, HALF_TURN * grown / digits.hypot(one, other)
        )

    return by_digits(exactly)


def orbit_steps(
    ship: str, here: Place, heading: Facing, planet: str, there: Place, side: PlanetSide, found: Orbit
) -> tuple[str, ...]:
    """The facing of a standard orbit, and the turn of each of its impulses. Rule: P8.41, P8.411, P8.413."""
    sign = "" if side == "left" else "-"
    seen = bearing(here, heading, there)
    return (
        range_step(ship, here, planet, there),
        towards_step(here, there, planet),
        (
            f"{ship} faces {heading} and sees {planet} at {seen}. The orbit's plane contains that heading and the "
            f"direction to {planet}."
        ),
        f"In that plane, with {planet} at yaw {sign or '+'}90 pitch 0, the ship faces {found.facing}.",
        (
            f"Each impulse: {sign}5.625 / ({decimal(found.exact / WHOLE)} x 3.14159265) = yaw {written(found.turn)}, "
            "at warp speed 1."
        ),
    )
