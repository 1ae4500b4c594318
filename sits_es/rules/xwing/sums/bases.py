"""Bases and where they stand: sizes in millimetres, places on the table, facings in degrees clockwise from up.

Rule: rules.md, Measures, Token lines. X runs to the right and Y up the table; a place is that of the middle.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from math import cos, radians, sin, tan
from typing import Final, NamedTuple

from attrs import frozen
from msgspec import Struct

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.xwing.sums.numbers import DIGITS, plainly, read_number
from sits_es.sentences import quoted
from sits_es.values import Value

#: Named bases: width and length in mm, and how far from the middle of the front and of the rear edge the printed arc
#: lines meet it. Rule: rules.md, Token lines.
NAMED: Final[dict[str, tuple[int, Decimal]]] = {
    "small": (40, Decimal("17.15")),
    "medium": (60, Decimal("26.45")),
    "large": (80, Decimal("35.71")),
}
#: The shortest and the longest side of a base, in mm, both allowed. Rule: house.
SHORTEST, LONGEST_SIDE = 10, 500

_NAMES: Final = {(Decimal(side), Decimal(side)): name for name, (side, _) in NAMED.items()}
_SIZE: Final = re.compile(r"([0-9.]+)x([0-9.]+)", re.IGNORECASE)

#: A point on the table, or on a base: to the right and up, or ahead, in mm.
Point = tuple[float, float]


class Stand(Struct, frozen=True):
    """Where a ship stands: x, y in mm and facing in degrees, as decimals in text, so that they stay exact."""

    x: str
    y: str
    facing: str

    def __str__(self) -> str:
        return f"{self.x},{self.y} facing {self.facing}"

    def away_from(self, other: Stand) -> str:
        """How far apart the middles of two places are, in mm to three decimals."""
        x, y = Decimal(self.x) - Decimal(other.x), Decimal(self.y) - Decimal(other.y)
        return plainly(round(DIGITS.sqrt(x * x + y * y), 3))


class Turned(NamedTuple):
    """How an angle turns: its sine and cosine, exact for quarter turns."""

    sine: float
    cosine: float


@frozen
class Base(Value):
    """A base. width, length: mm, 10 to 500; the length runs from rear to front.

    half_angle: degrees from the bow to each arc line, above 0 and below 90, on a huge base only, where nothing is
    printed that holds for all; None elsewhere. A base of the size of a named one is that one. Raises NotAllowedError.
    """

    width: Decimal
    length: Decimal
    half_angle: Decimal | None = None

    def __attrs_post_init__(self) -> None:
        problems = [
            f"No base is {plainly(side)} mm {way}. Sides are {SHORTEST} to {LONGEST_SIDE} mm."
            for side, way in ((self.width, "wide"), (self.length, "long"))
            if not SHORTEST <= side <= LONGEST_SIDE
        ]
        if self.half_angle is not None:
            if self.token is not None:
                problems.append(
                    f"A {self.name} base has printed arc lines. Leave half_angle out: only huge bases have it."
                )
            elif not 0 < self.half_angle < 90:
                problems.append(
                    f"A half_angle of {plainly(self.half_angle)} is impossible. Write a number above 0 and below 90."
                )
        if problems:
            raise NotAllowedError(problems)

    @property
    def token(self) -> Decimal | None:
        """How far from the middle of the front edge a printed arc line meets it, in mm; None on a huge base."""
        name = _NAMES.get((self.width, self.length))
        return None if name is None else NAMED[name][1]

    @property
    def name(self) -> str:
        """Its name, small, medium or large, or its size such as 80x195."""
        size = f"{plainly(self.width)}x{plainly(self.length)}"
        return _NAMES.get((self.width, self.length), size)

    @property
    def slope(self) -> float | None:
        """How far an arc line runs to the side for each mm ahead; None on a huge base without a half_angle."""
        if self.token is not None:
            return float(2 * self.token / self.length)
        return None if self.half_angle is None else tan(radians(float(self.half_angle)))


def read_base(text: str, half_angle: str | int | Decimal | None = None) -> Base:
    """A base by its name, small, medium or large, or by WIDTHxLENGTH in mm, such as 80x195.

    Raises UnreadableError for other words, NotAllowedError for a size or an angle that no base has.
    """
    angle = None if half_angle is None else read_number(half_angle, "a half_angle")
    word = text.strip().lower()
    if word in NAMED:
        side = Decimal(NAMED[word][0])
        return Base(side, side, angle)
    found = _SIZE.fullmatch(word)
    if found is None:
        raise UnreadableError(
            f"{quoted(text.strip())} is not a base. Write small, medium, large or WIDTHxLENGTH in mm, such as 80x195."
        )
    return Base(read_number(found[1], "a width"), read_number(found[2], "a length"), angle)


class Placement(Struct, frozen=True):
    """A base on the table. x, y: its middle in mm, -100,000 to 100,000; facing: degrees clockwise from up, 0 to 360.

    Made by `placed` or `read_placement`, which bring the facing into 0 <= facing < 360.
    """

    base: Base
    x: Decimal
    y: Decimal
    facing: Decimal

    def __str__(self) -> str:
        where = ",".join(plainly(number) for number in (self.x, self.y, self.facing))
        return f"{self.base.name}@{where}"

    @property
    def middle(self) -> Point:
        """Its middle on the table."""
        return float(self.x), float(self.y)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners on the table: front left, front right, rear right, rear left."""
        first, second, third, fourth = (self.on_table(point) for point in corners_of(self.base))
        return first, second, third, fourth

    def on_table(self, point: Point) -> Point:
        """Where a point of its own, so far to the right of its middle and ahead of it, is on the table."""
        turn = turned(self.facing)
        right, ahead = point
        x, y = self.middle
        return x + right * turn.cosine + ahead * turn.sine, y - right * turn.sine + ahead * turn.cosine


def corners_of(base: Base) -> tuple[Point, Point, Point, Point]:
    """A base's corners about its own middle, bow up: front left, front right, rear right, rear left."""
    right, ahead = float(base.width / 2), float(base.length / 2)
    return (-right, ahead), (right, ahead), (right, -ahead), (-right, -ahead)


def placed(base: Base | str, x: str | int | Decimal, y: str | int | Decimal, facing: str | int | Decimal) -> Placement:
    """A base at a place. Raises UnreadableError with everything that can't be read, NotAllowedError by `Base`."""
    problems: list[str] = []
    found = []
    for given, what in ((x, "a place on the table (X, mm)"), (y, "a place on the table (Y, mm)"), (facing, "a facing")):
        try:
            found.append(read_number(given, what))
        except UnreadableError as refusal:
            problems += refusal.problems
    if isinstance(base, str):
        try:
            base = read_base(base)
        except (UnreadableError, NotAllowedError) as refusal:
            problems = [*refusal.problems, *problems]
    if problems or isinstance(base, str):
        raise UnreadableError(problems)
    return Placement(base, found[0], found[1], within_a_turn(found[2]))


def read_placement(text: str) -> Placement:
    """A place as people write it: BASE@X,Y,FACING, such as small@-40,12.5,30. Raises UnreadableError."""
    base, at, rest = text.strip().partition("@")
    parts = rest.split(",")
    if not at or len(parts) != 3:
        raise UnreadableError(
            f"{quoted(text.strip())} is not a place. Write BASE@X,Y,FACING: a base, mm to the right, mm up the table, "
            "degrees clockwise from up, such as small@-40,12.5,30."
        )
    return placed(base, *parts)


def within_a_turn(degrees: Decimal) -> Decimal:
    """An angle as one from 0 up to below 360 degrees."""
    rest = DIGITS.remainder(degrees, Decimal(360))
    if rest < 0:
        rest = DIGITS.add(rest, Decimal(360))
    return Decimal(0) if rest in {0, 360} else rest


@lru_cache(maxsize=256)
def turned(degrees: Decimal) -> Turned:
    """An angle's sine and cosine, exact for quarter turns: bases that stand square touch where they should."""
    quarters = int(degrees // 90)
    rest = radians(float(DIGITS.subtract(degrees, Decimal(90 * quarters))))
    sine, cosine = sin(rest), cos(rest)
    for _ in range(quarters % 4):
        sine, cosine = cosine, -sine
    return Turned(sine, cosine)
