"""Asteroid fields, printed and thrown. Rule: P3.11."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.numbers import RADIUS_WHOLE, WHOLE
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.six_sided import die_problems

#: Asteroid hexes of a field. Rule: P3.11.
ASTEROIDS: Final = 54
#: How often the place of one asteroid hex is thrown: the last of them stands, whatever it overlaps. In a field of 54 no
#: fair dice come near it. Rule: house.
MOST_THROWS: Final = 1000
#: What is taken from every coordinate when the board lies around its middle, in hexes. Rule: P3.11.
MIRRORED: Final = 21
#: The radius of an asteroid hex for each point of its die, in thirds of a kilometre. Rule: P3.11.
RADIUS_A_POINT: Final = RADIUS_WHOLE // 3

#: The example field: x, y, z in hexes and the die of the radius, two to a line as on the page. Rule: P3.11.
PRINTED: Final = (
    ((30, 34, 16, 3), (20, 33, 35, 1)),
    ((29, 27, 14, 2), (11, 40, 18, 5)),
    ((8, 28, 8, 1), (31, 17, 38, 2)),
    ((31, 29, 7, 2), (29, 23, 39, 1)),
    ((18, 8, 38, 1), (38, 41, 40, 4)),
    ((29, 34, 38, 2), (15, 15, 24, 4)),
    ((40, 40, 12, 2), (41, 20, 18, 4)),
    ((9, 16, 11, 3), (26, 17, 35, 4)),
    ((25, 15, 27, 1), (29, 28, 17, 2)),
    ((31, 8, 37, 5), (24, 38, 24, 5)),
    ((11, 22, 27, 2), (37, 36, 10, 5)),
    ((19, 14, 37, 1), (17, 24, 24, 4)),
    ((38, 38, 42, 4), (36, 15, 38, 1)),
    ((28, 35, 35, 6), (10, 38, 42, 5)),
    ((38, 24, 11, 1), (30, 32, 10, 1)),
    ((34, 24, 39, 2), (17, 28, 24, 2)),
    ((15, 10, 19, 1), (13, 36, 29, 4)),
    ((21, 24, 7, 6), (7, 15, 30, 5)),
    ((35, 26, 36, 1), (26, 33, 19, 5)),
    ((35, 41, 36, 2), (23, 22, 30, 6)),
    ((31, 13, 41, 6), (22, 35, 41, 6)),
    ((27, 21, 10, 6), (41, 9, 28, 4)),
    ((11, 34, 11, 5), (13, 36, 34, 6)),
    ((20, 9, 27, 5), (20, 8, 41, 3)),
    ((34, 10, 38, 6), (13, 16, 8, 1)),
    ((38, 21, 36, 5), (23, 17, 17, 3)),
    ((10, 12, 12, 5), (34, 36, 35, 6)),
)


class Asteroid(Struct, frozen=True):
    """An asteroid hex, a ball with one large asteroid in its centre. radius: in thirds of a kilometre. Rule: P3.12."""

    place: Place
    radius: int


class FieldDice(Protocol):
    """What a field needs of dice."""

    def __call__(self, purpose: str, index: int, number: int) -> tuple[int, ...]:
        """Faces, each 1 to 6, of `number` dice in the order thrown.

        purpose: what they are for, with the asteroid's number; index: 0, and one more for each re-roll of the same, so
        that no two throws share both.
        """
        ...


def asteroid(x: int, y: int, z: int, die: int) -> Asteroid:
    """An asteroid hex at a place in whole hexes; its radius is a third of a hex for each point of its die."""
    return Asteroid(Place(x * WHOLE, y * WHOLE, z * WHOLE), die * RADIUS_A_POINT)


#: The example field's 54 asteroid hexes, down the page's left side and then down its right. Rule: P3.11.
EXAMPLE: Final = tuple(asteroid(*line[side]) for side in (0, 1) for line in PRINTED)


def overlaps(one: Asteroid, other: Asteroid) -> bool:
    """Whether two asteroid hexes overlap: they are nearer than their radii together. Touching is none. Rule: house."""
    reach = one.radius + other.radius
    return 9 * (one.place - other.place).squared() < reach * reach


def thrown(throw: FieldDice, mirrored: bool = False) -> Iterator[Asteroid]:
    """The 54 asteroid hexes of a field, each as soon as it lies where it overlaps none before it.

    Every coordinate is six times one die and the next die, in hexes; the radius is one die's third. Only the place is
    thrown again for one that overlaps. mirrored: 21 is taken from each coordinate, for a board around its middle; as
    printed, that reaches from -14 to 21. After `MOST_THROWS` places the last one stands (house).
    Raises NotAllowedError for a die that shows no 1 to 6. Rule: P3.11.
    """
    field: list[Asteroid] = []
    while len(field) < ASTEROIDS:
        number = len(field) + 1
        place = _place(throw, number, 0, mirrored)
        (die,) = _faces(throw, f"radius of asteroid {number}", 0, 1)
        found, tries = Asteroid(place, die * RADIUS_A_POINT), 1
        while tries < MOST_THROWS and any(overlaps(found, other) for other in field):
            found, tries = Asteroid(_place(throw, number, tries, mirrored), found.radius), tries + 1
        field.append(found)
        yield found


def _place(throw: FieldDice, number: int, tries: int, mirrored: bool) -> Place:
    """Where the dice put an asteroid, two for each of x, y and z."""
    dice = _faces(throw, f"place of asteroid {number}", tries, 6)
    less = MIRRORED if mirrored else 0
    x, y, z = ((6 * dice[at] + dice[at + 1] - less) * WHOLE for at in (0, 2, 4))
    return Place(x, y, z)


def _faces(throw: FieldDice, purpose: str, index: int, number: int) -> tuple[int, ...]:
    faces = throw(purpose, index, number)
    if problems := [f"{purpose.capitalize()}: {problem}" for problem in die_problems(faces, "P3.11")]:
        raise NotAllowedError(problems)
    return faces
