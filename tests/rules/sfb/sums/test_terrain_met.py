from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb.sums.places import Place, read_place
from sits_es.rules.sfb.sums.planets import atmosphere_problems, in_ring, inside, passes
from tests.shared.rows import each_row
from tests.shared.sfb_places import PLACES

HEX = 30_000

#: A ring around a planet 10 hexes north of the middle: 2 to 3 hexes from its centre, a tenth of a hex up and down.
RING = (read_place("10,0,0"), 2 * HEX, 3 * HEX, HEX // 10)


@each_row(
    ("line", "centre", "radius", "blocked"),
    [
        ("0,0,0 3,0.5,-1", "1,0,0", "0.3", False),
        ("0,0,0 3,0,0", "1,0.2999,0", "0.3", True),
        ("0,0,0 3,0,0", "1,0.3,0", "0.3", False),  # it touches
        ("0,0,0 3,0,0", "3.3,0,0", "0.3", False),  # the planet lies behind the target
        ("0,0,0 3,0,0", "3.2999,0,0", "0.3", True),
        ("0,0,0 3,0,0", "-0.1,0,0", "0.3", True),  # from inside
        ("1,0,0 1,0,0", "1,0,0", "0.3", True),
        ("1,0,0 1,0,0", "1,0,0", "0", False),
    ],
)
def test_p2_1_a_planet_stops_a_line_of_sight_that_passes_through_it(
    line: str, centre: str, radius: str, blocked: bool
) -> None:
    one, other = (read_place(end) for end in line.split())
    thirds = int(Fraction(radius) * HEX)
    assert passes(one, other, read_place(centre), thirds) is blocked
    assert passes(other, one, read_place(centre), thirds) is blocked


def test_a_third_of_a_kilometre_decides() -> None:
    assert not passes(Place(-9, 1), Place(9, 1), Place(), 3)
    assert passes(Place(-9, 1), Place(9, 1), Place(), 4)


@given(one=PLACES, other=PLACES, centre=PLACES, moved=PLACES, radius=st.integers(0, 10**6))
def test_a_line_of_sight_is_stopped_likewise_everywhere_and_by_anything_larger(
    one: Place, other: Place, centre: Place, moved: Place, radius: int
) -> None:
    blocked = passes(one, other, centre, radius)
    assert blocked == passes(one + moved, other + moved, centre + moved, radius)
    assert not blocked or passes(one, other, centre, radius + 1)
    assert blocked or not inside(one, centre, radius)


@each_row(
    ("km", "radius", "met"),
    [
        (9_999, HEX, True),
        (10_000, HEX, False),
        (3_333, 10_000, True),
        (3_334, 10_000, False),
        (0, 1, True),
        (0, 0, False),
    ],
)
def test_p2_1_a_unit_meets_a_planet_nearer_than_its_radius(km: int, radius: int, met: bool) -> None:
    assert inside(Place(5, 7, 9 + km), Place(5, 7, 9), radius) is met


@each_row(
    ("radius", "atmosphere", "class_m", "problems"),
    [
        (3_000, 5_999, True, []),
        (
            3_000,
            6_000,
            True,
            ["Terra: an atmosphere of radius 0.2 is too large for class M. Give it less than 0.2 (P2.1)."],
        ),
        (3_000, 6_000, False, []),
        (HEX, HEX + 1, False, []),
        (
            HEX,
            HEX,
            True,
            [
                "Terra: an atmosphere of radius 1 does not reach beyond the planet. Give it more than 1 (P2.1).",
                "Terra: an atmosphere of radius 1 is too large for class M. Give it less than 0.2 (P2.1).",
            ],
        ),
    ],
)
def test_p2_1_the_atmosphere_of_a_class_m_planet_is_below_two_tenths_of_a_hex(
    radius: int, atmosphere: int, class_m: bool, problems: list[str]
) -> None:
    assert list(atmosphere_problems("Terra", radius, atmosphere, class_m)) == problems


@each_row(
    ("place", "held"),
    [
        ("12.5,0,0", True),
        ("12.5,0.1,0", True),  # its bounds belong to it
        ("12.5,0.1001,0", False),
        ("12.5,-0.1,0", True),
        ("10,0,2", True),
        ("10,0,1.9999", False),
        ("10,0,-3", True),
        ("10,0,-3.0001", False),
        ("10,0,0", False),
        ("8.2,0,2.4", True),  # exactly 3 from the centre
        ("12.2,0,2.2", False),
    ],
)
def test_a_ring_is_level_and_holds_what_is_between_its_radii(place: str, held: bool) -> None:
    assert in_ring(read_place(place), *RING) is held


def test_a_ring_without_thickness_holds_its_level_alone() -> None:
    assert not in_ring(read_place("1.5,0.0001,0"), Place(), HEX, 2 * HEX, 0)
    assert in_ring(read_place("0,0,1.5"), Place(), HEX, 2 * HEX, 0)
