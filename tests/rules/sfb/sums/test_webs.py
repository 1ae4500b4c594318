from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.limits import refuse_beyond_limits
from sits_es.rules.sfb.sums.motion import webbed_speed
from sits_es.rules.sfb.sums.places import Place, exact, read_place
from sits_es.rules.sfb.sums.webs import (
    blocks,
    bpv,
    distance,
    in_reach,
    in_web,
    points_lost,
    strand_cost,
    strength,
)
from tests.shared.rows import each_row
from tests.shared.sfb_places import NEAR, PLACES, strand


@each_row(("hexes", "cost"), [(1_000, 6_000), (11_000, 66_000), (10_000, 60_000), (5_000, 30_000)])
def test_g10_211_a_strand_costs_six_points_a_hex(hexes: int, cost: int) -> None:
    """0.6 for a tenth of a hex, 6.6 for 1.1, 6 for one and 3 for a half."""
    assert strand_cost(Place(), Place(z=-hexes)) == cost


def test_fractions_of_a_kilometre_cost_nothing() -> None:
    assert strand_cost(Place(), Place(1_000, 1)) == 6_000


@each_row(
    ("other", "within"),
    [("1.9999,0,0", True), ("2,0,0", False), ("1.9999,0.0001,0", True), ("0,0,0", True), ("0,-2.0001,0", False)],
)
def test_g10_211_an_anchor_is_within_reach_up_to_1_9999_hexes(other: str, within: bool) -> None:
    assert in_reach(Place(), read_place(other)) is within


def test_the_web_of_the_worked_example() -> None:
    """A strand of 1.1 hexes, strength 3.5 in the flat game, a unit beside it at speed 20, and fire across it."""
    one, other = strand("0,0,0 1.1,0,0")
    unit, fire_from, fire_at = (read_place(text) for text in ("0.5,1.2,0", "0.5,0.9,-3", "0.5,0.9,3"))
    assert (exact(one, other), strand_cost(one, other), in_reach(one, other)) == (11_000, 66_000, True)
    assert strength(35_000) == 140_000
    assert (distance(unit, one, other), in_web(unit, one, other)) == (12_000, True)
    assert webbed_speed(200_000, 140_000) == 60_000
    assert blocks((one, other), fire_from, fire_at)


@each_row(
    ("traditional", "found"),
    [(0, 0), (25_000, 100_000), (87_500, 350_000), (87_501, 350_000), (350_000, 350_000), (1, 4)],
)
def test_g10_3_a_web_is_four_times_as_strong_as_in_the_flat_game_and_35_at_most(traditional: int, found: int) -> None:
    assert strength(traditional) == found


def test_a_strength_below_0_is_refused() -> None:
    with pytest.raises(
        NotAllowedError,
        match=re.escape("A web cannot have a traditional strength of -0.5. It must be 0 or more (G10.3)."),
    ):
        strength(-5_000)


@pytest.mark.parametrize(("number", "said"), [(350_001, "35.0001"), (-1, "-0.0001")])
def test_a_strength_that_no_web_has_is_refused(number: int, said: str) -> None:
    with pytest.raises(
        NotAllowedError,
        match=f"^{re.escape(f'A web of strength {said} is not allowed. Webs have a strength of 0 to 35 (G10.3).')}$",
    ):
        refuse_beyond_limits(strength=number)


def test_a_strength_of_0_or_35_is_right() -> None:
    refuse_beyond_limits(strength=0)
    refuse_beyond_limits(strength=350_000)


@each_row(
    ("unit", "km", "within"),
    [
        ("0.5,1.9999,0", 19_999, True),
        ("0.5,2,0", 20_000, False),
        ("-1.9999,0,0", 19_999, True),  # beyond an end
        ("3,0,0", 20_000, False),
        ("2,1,1", 17_320, True),
        ("0.7,0,0", 0, True),
    ],
)
def test_g10_51_a_ship_less_than_two_hexes_from_a_web_is_in_it(unit: str, km: int, within: bool) -> None:
    one, other = strand("0,0,0 1,0,0")
    assert distance(read_place(unit), one, other) == km
    assert in_web(read_place(unit), one, other) is within


@each_row(
    ("speed", "web", "left"),
    [(125_000, 25_000, 100_000), (50_000, 25_000, 25_000), (80_000, 80_000, 0), (80_000, 80_001, 0), (0, 350_000, 0)],
)
def test_g10_511_a_web_takes_its_strength_from_the_speed_and_stops_what_is_slower(
    speed: int, web: int, left: int
) -> None:
    assert webbed_speed(speed, web) == left


@each_row(
    ("fire", "blocked"),
    [
        ("0,3,0 0,-3,0", True),  # straight through
        ("3,0.9999,0 -3,0.9999,0", True),  # along it, inside the field
        ("3,1,0 -3,1,0", True),  # exactly a hex away
        ("3,1.0001,0 -3,1.0001,0", False),
        ("0,3,0 0,0.5,0", False),  # into the field
        ("0,0.5,0 0,3,0", False),  # out of it
        ("0,0.5,0 0,-0.5,0", False),  # both inside
        ("0,3,0 0,1,0", False),  # ends where the field does
        ("0,1,0 0,-1,0", False),  # from border to border: both ends are within the field
        ("0,1.0001,0 0,-1.0001,0", True),
        ("0,1.0001,0 0,-1,0", False),
        ("0,3,0 5,3,0", False),
        ("-4,0,0 4,0,0", True),  # along the strand itself
        ("-4,0,0 -2,0,0", False),  # short of it
        ("3,0,0 3,0,0", False),  # where it came from
    ],
)
def test_g10_61_units_fire_into_the_field_but_not_through_it(fire: str, blocked: bool) -> None:
    fire_from, fire_at = strand(fire)
    assert blocks(strand("-1,0,0 1,0,0"), fire_from, fire_at) is blocked


@given(one=NEAR, other=NEAR, fire_from=NEAR, fire_at=NEAR, moved=PLACES)
def test_what_a_web_stops_it_stops_both_ways_and_everywhere(
    one: Place, other: Place, fire_from: Place, fire_at: Place, moved: Place
) -> None:
    blocked = blocks((one, other), fire_from, fire_at)
    assert blocked == blocks((other, one), fire_at, fire_from)
    assert blocked == blocks((one + moved, other + moved), fire_from + moved, fire_at + moved)


@given(one=PLACES, other=PLACES)
def test_both_ends_of_a_strand_are_in_its_web(one: Place, other: Place) -> None:
    assert in_web(one, one, other)
    assert in_web(other, one, other)
    assert strand_cost(one, other) == strand_cost(other, one)


@given(place=PLACES, one=PLACES, other=PLACES)
def test_a_web_is_no_farther_than_its_nearer_anchor(place: Place, one: Place, other: Place) -> None:
    assert distance(place, one, other) <= min(exact(place, one), exact(place, other))
    assert in_web(place, one, other) is (distance(place, one, other) < 20_000)


@given(traditional=st.integers(0, 10**7), more=st.integers(0, 10**7), speed=st.integers(0, 10**6))
def test_a_stronger_web_slows_no_less(traditional: int, more: int, speed: int) -> None:
    weak, strong = strength(traditional), strength(traditional + more)
    assert weak <= strong <= 350_000
    assert 0 <= webbed_speed(speed, strong) <= webbed_speed(speed, weak) <= speed


@each_row(("web", "worth"), [(10_000, 1_250), (350_000, 43_750), (0, 0), (4, 1), (3, 0), (25_000, 3_125)])
def test_g10_82_a_point_of_web_is_worth_an_eighth_of_a_point_of_bpv(web: int, worth: int) -> None:
    assert bpv(web) == worth


@each_row(
    ("points", "strands", "lost"),
    [
        ("abc", "ab bc ca", ""),  # a closed ring stays
        ("abcd", "ab bc ca cd", "d"),  # what attaches to a single other point
        ("abcdef", "ab bc ca cd de ef", "def"),  # and the trail behind it
        ("abcd", "ab bc cd", "abcd"),  # an open trail is lost whole
        ("abcdefg", "ab bc ca cd de ef fd", "g"),  # the way between two rings stays
        ("a", "", "a"),
        ("ab", "ab ba ab", "ab"),  # the same two points count once
        ("ab", "aa ab bb", "ab"),  # a point is no neighbour of itself
        ("abc", "ab bc ca cS", ""),
        ("ab", "ab bS aS", "ab"),  # the ship that lays it is no web point
        ("", "", ""),
    ],
)
def test_g10_12_points_without_two_neighbours_are_lost_when_a_globular_web_gets_power(
    points: str, strands: str, lost: str
) -> None:
    assert "".join(points_lost(points, [(pair[0], pair[1]) for pair in strands.split()])) == lost


def test_an_anchor_counts_as_a_neighbour_and_is_never_lost() -> None:
    strands = [("base", "a"), ("a", "b"), ("b", "rock"), ("rock", "c")]
    assert points_lost(["a", "b", "c"], strands, anchors={"base", "rock"}) == ("c",)
    assert points_lost(["a", "b", "c"], strands, anchors={"rock"}) == ("a", "b", "c")


graphs = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=24)


@given(strands=graphs, data=st.data())
def test_what_is_left_has_two_neighbours_each_and_the_order_of_strands_does_not_matter(
    strands: list[tuple[str, str]], data: st.DataObject
) -> None:
    lost = points_lost("abcdefgh", strands)
    left = set("abcdefgh") - set(lost)
    assert points_lost(sorted(left), strands) == ()
    for name in left:
        assert len({other for pair in strands if name in pair for other in pair if other in left and other != name}) > 1
    assert points_lost("abcdefgh", data.draw(st.permutations(strands))) == lost
