"""Hexes: displacements and velocities in whole hexes, and places on the map."""

import re
from typing import Final

from attrs import frozen

from sits_es.errors import UnreadableError

#: The six directions of the map, clockwise from north. Rule: sits rules 1.
DIRECTIONS: Final = "ABCDEF"

#: Hexes toward A, hexes toward C and levels of one step each way. Rule: sits rules 1.
STEPS: Final[dict[str, tuple[int, int, int]]] = {
    "A": (1, 0, 0),
    "B": (1, 1, 0),
    "C": (0, 1, 0),
    "D": (-1, 0, 0),
    "E": (-1, -1, 0),
    "F": (0, -1, 0),
    "+": (0, 0, 1),
    "-": (0, 0, -1),
}


@frozen
class HexVector:
    """A displacement in hexes, or a velocity in hexes per turn; any whole numbers.

    a, c: hexes toward A and toward C (negative: toward D and F); one of each is one hex toward B.
    up: levels, negative below the map plane. Rule: flyer, "vectors"; directions by sits rules 1.
    """

    a: int = 0
    c: int = 0
    up: int = 0

    @classmethod
    def unit(cls, direction: str) -> "HexVector":
        """One hex toward `direction`, A to F, or one level, + or -. KeyError for anything else."""
        return cls(*STEPS[direction])

    def __add__(self, other: "HexVector") -> "HexVector":
        return HexVector(self.a + other.a, self.c + other.c, self.up + other.up)

    def __sub__(self, other: "HexVector") -> "HexVector":
        return HexVector(self.a - other.a, self.c - other.c, self.up - other.up)

    def __neg__(self) -> "HexVector":
        return HexVector(-self.a, -self.c, -self.up)

    def __bool__(self) -> bool:
        return bool(self.a or self.c or self.up)

    def times(self, factor: int) -> "HexVector":
        """This vector `factor` times over; any whole number."""
        return HexVector(self.a * factor, self.c * factor, self.up * factor)

    @property
    def hexes(self) -> int:
        """Hexes apart on the map, 0 up; altitude does not count."""
        return max(abs(self.a), abs(self.c), abs(self.a - self.c))

    def horizontals(self) -> tuple[tuple[str, int], ...]:
        """The one or two adjacent directions of the canonical form, larger first, equal ones in the order A..F."""
        return split(self.a, self.c)

    def components(self) -> tuple[tuple[str, int], ...]:
        """The canonical form: at most two adjacent horizontals, then one vertical; numbers 1 up.

        Rule: sits rules 1.
        """
        if not self.up:
            return self.horizontals()
        return (*self.horizontals(), ("+" if self.up > 0 else "-", abs(self.up)))

    def __str__(self) -> str:
        return " ".join(f"{hexes}{direction}" for direction, hexes in self.components())


#: No motion, or no displacement: written as empty text in data.
STILL: Final = HexVector()


def sextant(a: int, c: int) -> tuple[int, int, int]:
    """Where on the map `a` hexes toward A and `c` toward C lead: the sixth of it, and the hexes along its two sides.

    Gives the anticlockwise side's place in DIRECTIONS (0 to 5), the hexes toward it and the hexes toward the next side
    clockwise, both 0 up. On a pure side one of the two is 0; no displacement is (0, 0, 0). Rule: sits rules 1.
    """
    if c >= 0:
        if a >= c:
            return 0, a - c, c
        if a > 0:
            return 1, a, c - a
        return (2, c, -a) if c else (3, -a, 0)
    if a <= c:
        return 3, c - a, -c
    return (4, -a, a - c) if a < 0 else (5, -c, a)


def split(a: int, c: int) -> tuple[tuple[str, int], ...]:
    """The one or two adjacent directions that `a` hexes toward A and `c` toward C come to.

    Larger first, equal ones in the order A..F; numbers 1 up. Rule: sits rules 1, canonical form.
    """
    at, first, second = sextant(a, c)
    parts = ((DIRECTIONS[at], first), (DIRECTIONS[(at + 1) % 6], second))
    return tuple(sorted((part for part in parts if part[1]), key=lambda part: (-part[1], part[0])))


@frozen
class Position:
    """A place: a hex of the map and an altitude in levels, one level as high as a hex is wide.

    q, r: number of its hex along two axes, any whole one; one hex toward A is (0, -1), toward B (1, -1), toward C (1,
    0). altitude: levels above the map plane, negative below it. Rule: sits rules 1.
    """

    q: int = 0
    r: int = 0
    altitude: int = 0

    def __add__(self, move: HexVector) -> "Position":
        return Position(self.q + move.c, self.r - move.a, self.altitude + move.up)

    def __sub__(self, start: "Position") -> HexVector:
        """The displacement from `start` to here."""
        return HexVector(start.r - self.r, self.q - start.q, self.altitude - start.altitude)

    def __str__(self) -> str:
        altitude = f"{self.altitude:+}" if self.altitude else "0"
        return f"{self.q},{self.r} alt {altitude}"


#: A place as people write it: `3,-2`, `3,-2 alt +4` or `3,-2,4`. Six digits are more map than any game has.
_PLACE = re.compile(
    r"\s*([+-]?[0-9]{1,6})\s*,\s*([+-]?[0-9]{1,6})(?:(?:\s*,\s*|\s+alt\s*)([+-]?[0-9]{1,6}))?\s*", re.IGNORECASE
)


def read_position(text: str) -> Position:
    """Read a place such as `3,-2`, `3,-2 alt 4` or `3,-2,4`; without an altitude it is 0. UnreadableError otherwise."""
    if found := _PLACE.fullmatch(text):
        q, r, altitude = found.groups(default="0")
        return Position(int(q), int(r), int(altitude))
    what = f'"{text.strip()}" is not a place' if text.strip() else "The place is empty"
    raise UnreadableError(
        f"{what}. Write two hex numbers with a comma, and an altitude if it is not 0: 3,-2 or 3,-2 alt +4."
    )
