from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb_n3d.sums.lines_of_sight import passes
from sits_es.rules.sfb_n3d.sums.places import Place, read_place
from sits_es.rules.sfb_n3d.sums.planets import atmosphere_problems, inside
from sits_es.rules.sfb_n3d.sums.rings import PlanetRing
from tests.shared.rows import each_row
from tests.shared.sfb_places import NEAR, PLACES

HEX = 30_000

#: A ring around a planet 10 hexes north of the middle: 2 to 3 hexes from its centre and a fifth of a hex thick.
RING = PlanetRing(read_place("10,0,0"), 2 * HEX, 3 * HEX, HEX // 5)


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
                "Terra: an atmosphere of radius 1 is not outside the planet. Give it more than 1 (P2.1).",
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
    assert RING.holds(read_place(place)) is held


@each_row(
    ("way", "crossed"),
    [
        ("12.5,0.5,0 12.5,-0.5,0", True),  # down through it
        ("11,0.5,0 11,-0.5,0", False),  # through the gap
        ("10,0.5,0 10,-0.5,0", False),  # along the axis
        ("14,0.5,0 14,-0.5,0", False),  # outside
        ("11,0,0 14,0,0", True),  # level, across its whole width
        ("7,0.1,4 13,0.1,4", False),  # past the outer edge
        ("7,0.1,3 13,0.1,3", True),  # touching the outer edge
        ("7,0.2,0 13,0.2,0", False),  # above it all the way
        ("9,0,0 11,0,0", False),  # within the gap
        ("12.5,0.5,0 12.5,0.1,0", True),  # onto it
        ("12.5,0.5,0 12.5,0.2,0", False),
        ("11,1,0 15,-1,0", True),  # a slanting way meets it in between
        ("9,0.5,0 13,-0.1,0", True),
        ("8,0.5,0 12,0.3,0", False),  # it ends above it
        ("9,0.4,0 12,-0.6,0", False),  # a slanting way goes through the gap
    ],
)
def test_a_way_crosses_a_ring_that_it_touches_anywhere(way: str, crossed: bool) -> None:
    before, after = (read_place(end) for end in way.split())
    assert RING.crossed(before, after) is crossed
    assert RING.crossed(after, before) is crossed


def test_a_ring_without_thickness_is_crossed_by_what_jumps_over_it() -> None:
    thin = PlanetRing(Place(), HEX, 2 * HEX)
    assert thin.crossed(read_place("1.5,0.3,0"), read_place("1.5,-0.7,0"))
    assert not thin.holds(read_place("1.5,0.0001,0"))
    assert thin.holds(read_place("0,0,1.5"))


rings = st.builds(
    lambda centre, inner, width, thickness: PlanetRing(centre, inner, inner + width, thickness),
    NEAR,
    *[st.integers(0, 100_000)] * 3,
)


@given(ring=rings, before=NEAR, after=NEAR, part=st.integers(0, 64), moved=PLACES)
def test_who_was_in_a_ring_on_the_way_has_crossed_it(
    ring: PlanetRing, before: Place, after: Place, part: int, moved: Place
) -> None:
    way = after - before
    on_the_way = before + Place(64 * way.x, 64 * way.y, 64 * way.z)
    between = before + Place(part * way.x, part * way.y, part * way.z)
    if ring.holds(between):
        assert ring.crossed(before, on_the_way)
    there = PlanetRing(ring.centre + moved, ring.inner, ring.outer, ring.thickness)
    assert there.crossed(before + moved, after + moved) is ring.crossed(before, after) is ring.crossed(after, before)
