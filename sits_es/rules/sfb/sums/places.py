"""Places and what lies between them. Rule: A3.4, C1.12, D1.4."""

from math import isqrt

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.numbers import INERTIA_PLACES, WHOLE, read_decimal, written
from sits_es.rules.sfb.sums.words import hexes
from sits_es.sentences import quoted
from sits_es.values import Value


@frozen
class Place(Value):
    """A place in kilometres, any whole numbers. x: km to the north; y: km up; z: km to the west. Rule: C1.12."""

    x: int = 0
    y: int = 0
    z: int = 0

    def __add__(self, other: "Place") -> "Place":
        return Place(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Place") -> "Place":
        """The way here from another place."""
        return Place(self.x - other.x, self.y - other.y, self.z - other.z)

    def squared(self) -> int:
        """The square of its distance from the middle, in square kilometres."""
        return self.x * self.x + self.y * self.y + self.z * self.z

    def hexes(self) -> tuple[str, str, str]:
        """It in hexes, as decimals: `0.1567`."""
        return written(self.x), written(self.y), written(self.z)

    def __str__(self) -> str:
        return ",".join(self.hexes())


@frozen
class Inertia(Value):
    """Inertia along the three axes of places. x, y, z: ten-millionths of a hex a turn. Rule: C2.111."""

    x: int = 0
    y: int = 0
    z: int = 0

    def __add__(self, other: "Inertia") -> "Inertia":
        return Inertia(self.x + other.x, self.y + other.y, self.z + other.z)

    def __bool__(self) -> bool:
        return bool(self.x or self.y or self.z)

    def decimals(self) -> tuple[str, str, str]:
        """It in hexes a turn, as decimals."""
        return written(self.x, INERTIA_PLACES), written(self.y, INERTIA_PLACES), written(self.z, INERTIA_PLACES)

    def __str__(self) -> str:
        return ",".join(self.decimals())


def read_place(text: str) -> Place:
    """Read `3,0.5,-1`, in hexes. Raises UnreadableError with every fault."""
    return Place(*_three(text, "a place", 4, "A3.4"))


def read_inertia(text: str) -> Inertia:
    """Read `-0.5,0,0`, in hexes a turn. Raises UnreadableError with every fault."""
    return Inertia(*_three(text, "inertia", INERTIA_PLACES, "C2.111"))


def _three(text: str, what: str, places: int, rule: str) -> list[int]:
    parts = text.split(",")
    if len(parts) != 3:
        raise UnreadableError(f"{quoted(text)} is not {what}. Write three numbers, X,Y,Z, such as 3,0.5,-1 ({rule}).")
    found: list[int] = []
    problems: list[str] = []
    for axis, part in zip("XYZ", parts, strict=True):
        try:
            found.append(read_decimal(part, f"{axis} of {what}", places, rule))
        except UnreadableError as refusal:
            problems += refusal.problems
    if problems:
        raise UnreadableError(problems)
    return found


def exact(one: Place, other: Place) -> int:
    """The distance in kilometres, fractions of one dropped: 9,999 is nearer than a hex. Rule: D1.4 and house."""
    return isqrt((one - other).squared())


def hex_range(one: Place, other: Place) -> int:
    """The range in whole hexes, rounded down; 0 is the same hex. Rule: D1.4."""
    return exact(one, other) // WHOLE


def range_step(one: str, here: Place, other: str, there: Place) -> str:
    """The range between two places. Rule: D1.4."""
    way = there - here
    parts = " + ".join(f"{part} squared" for part in way.hexes())
    far = exact(here, there)
    return (
        f"{one} at {here}, {other} at {there}: the difference is {way}; the range is the square root of {parts}, "
        f"{hexes(far)} (rounded down to the km), so {far // WHOLE}."
    )
