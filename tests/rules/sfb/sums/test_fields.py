from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from itertools import combinations, islice
from random import Random

import pytest
from attrs import define, field
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.fields import ASTEROIDS, EXAMPLE, MOST_THROWS, Asteroid, asteroid, overlaps, thrown
from sits_es.rules.sfb.sums.places import Place
from tests.shared.printed_field import ROWS
from tests.shared.rows import each_row
from tests.shared.sfb_places import PLACES


def _row(faces: str) -> deque[int]:
    return deque(int(face) for face in faces)


@define
class Script:
    """Dice that show what they are told, and remember what they were thrown for."""

    faces: deque[int] = field(converter=_row)
    thrown: list[tuple[str, int, int]] = field(factory=list, init=False)

    def __call__(self, purpose: str, index: int, number: int) -> tuple[int, ...]:
        self.thrown.append((purpose, index, number))
        return tuple(self.faces.popleft() for _ in range(number))


def dice_of(asteroids: Iterable[tuple[int, int, int, str]]) -> str:
    """Dice that throw printed asteroid hexes: 29 is four sixes and five, 30 four sixes and six."""
    shown = ""
    for x, y, z, radius in asteroids:
        for number in (x, y, z):
            first = (number - 1) // 6
            shown += f"{first}{number - 6 * first}"
        shown += str(round(float(radius) * 3))
    return shown


def test_p3_11_the_example_field_is_the_printed_one_row_by_row() -> None:
    page = ROWS
    assert len(page) == len(EXAMPLE) == ASTEROIDS == 54
    for (x, y, z, radius), found in zip(page, EXAMPLE, strict=True):
        assert found.place.hexes() == (str(x), str(y), str(z))
        assert f"{found.radius / 30_000:.5f}" == f"{float(radius):.5f}"
        assert found.radius % 10_000 == 0  # exactly a die's third of a hex


def test_no_two_asteroid_hexes_of_the_example_field_overlap() -> None:
    assert not [pair for pair in combinations(EXAMPLE, 2) if overlaps(*pair)]


def test_the_example_field_is_one_that_dice_can_throw() -> None:
    assert tuple(thrown(Script(dice_of(ROWS)))) == EXAMPLE


def test_around_the_middle_21_is_taken_from_each_coordinate() -> None:
    found = tuple(thrown(Script(dice_of(ROWS)), mirrored=True))
    less = Place(210_000, 210_000, 210_000)
    assert found == tuple(Asteroid(rock.place - less, rock.radius) for rock in EXAMPLE)


def test_six_times_the_first_die_and_the_second_are_added() -> None:
    (first,) = islice(thrown(Script("111264" + "5")), 1)
    assert first == Asteroid(Place(70_000, 80_000, 400_000), 50_000)  # radius 5/3


def test_only_the_place_is_thrown_again_for_an_asteroid_hex_that_overlaps() -> None:
    script = Script("333333" + "6" + "333333" + "5" + "333336" + "333341" + "333333" + "1" + "555555")
    assert tuple(islice(thrown(script), 3)) == (
        asteroid(21, 21, 21, 6),
        asteroid(21, 21, 25, 5),  # 21,21,21 and 21,21,24 are too near
        asteroid(35, 35, 35, 1),
    )
    assert script.thrown == [
        ("place of asteroid 1", 0, 6),
        ("radius of asteroid 1", 0, 1),
        ("place of asteroid 2", 0, 6),
        ("radius of asteroid 2", 0, 1),
        ("place of asteroid 2", 1, 6),
        ("place of asteroid 2", 2, 6),
        ("place of asteroid 3", 0, 6),
        ("radius of asteroid 3", 0, 1),
        ("place of asteroid 3", 1, 6),
    ]


@each_row(
    ("one", "other", "overlap"),
    [
        ((7, 7, 7, 6), (7, 7, 11, 6), False),  # 4 apart, radii 2 and 2: they touch
        ((7, 7, 7, 6), (7, 7, 10, 4), True),  # 3 apart, 2 and 4/3
        ((7, 7, 7, 6), (7, 7, 10, 3), False),  # 3 apart, 2 and 1
        ((7, 7, 7, 1), (7, 7, 8, 2), False),  # 1 apart, 1/3 and 2/3 are exactly 1
        ((7, 7, 7, 2), (7, 7, 8, 2), True),
        ((7, 7, 7, 1), (7, 7, 7, 1), True),
        ((7, 7, 7, 4), (8, 8, 9, 6), True),  # root 6, under 10/3
    ],
)
def test_asteroid_hexes_nearer_than_their_radii_together_overlap(
    one: tuple[int, int, int, int], other: tuple[int, int, int, int], overlap: bool
) -> None:
    assert overlaps(asteroid(*one), asteroid(*other)) is overlap
    assert overlaps(asteroid(*other), asteroid(*one)) is overlap


def test_a_die_that_shows_no_1_to_6_is_refused() -> None:
    words = "Place of asteroid 1: Die 4 cannot show 7. A die shows 1 to 6 (P3.11)."
    with pytest.raises(NotAllowedError, match=f"^{re.escape(words)}$"):
        next(thrown(Script("111711" + "1")))
    words = "Radius of asteroid 1: Die 1 cannot show 0. A die shows 1 to 6 (P3.11)."
    with pytest.raises(NotAllowedError, match=f"^{re.escape(words)}$"):
        next(thrown(Script("111111" + "0")))


def test_dice_that_find_no_room_come_to_an_end_and_the_last_place_stands() -> None:
    def throw(purpose: str, index: int, number: int) -> tuple[int, ...]:
        assert index < MOST_THROWS, purpose
        return (1,) * number

    first, second = islice(thrown(throw), 2)
    assert first == second


@given(seed=st.integers(), mirrored=st.booleans())
def test_a_thrown_field_has_54_asteroid_hexes_that_do_not_overlap(seed: int, mirrored: bool) -> None:
    dice = Random(seed)  # noqa: S311  # any field will do
    keys: list[tuple[str, int]] = []

    def throw(purpose: str, index: int, number: int) -> tuple[int, ...]:
        keys.append((purpose, index))
        return tuple(dice.randint(1, 6) for _ in range(number))

    field = tuple(thrown(throw, mirrored))
    assert len(field) == ASTEROIDS
    assert len(set(keys)) == len(keys)
    assert not [pair for pair in combinations(field, 2) if overlaps(*pair)]
    least, most = (-140_000, 210_000) if mirrored else (70_000, 420_000)
    assert all(least <= number <= most for rock in field for number in (rock.place.x, rock.place.y, rock.place.z))
    assert {rock.radius for rock in field} <= {10_000 * die for die in range(1, 7)}


@given(one=PLACES, other=PLACES, moved=PLACES, radii=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)))
def test_overlapping_is_the_same_everywhere(one: Place, other: Place, moved: Place, radii: tuple[int, int]) -> None:
    here = overlaps(Asteroid(one, radii[0]), Asteroid(other, radii[1]))
    assert here is overlaps(Asteroid(other + moved, radii[1]), Asteroid(one + moved, radii[0]))
