from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb_n3d.sums.binding import Bound, averaged, problems, shields
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from tests.shared.rows import each_row

#: Relative yaws, left +, that put one ship off shield #3 and the other off #5.
RIGHT, LEFT = -1_200_000, 1_200_000

HAWK = Bound("Hawk", Place(), Inertia(1, 0, 30_000_000), {"Kestrel": RIGHT, "Osprey": LEFT})
KESTREL = Bound("Kestrel", Place(4_999), Inertia(0, 0, -10_000_000), {"Hawk": LEFT, "Osprey": RIGHT})
OSPREY = Bound("Osprey", Place(2_500, 4_000), Inertia(0, -5, -10_000_000), {"Hawk": RIGHT, "Kestrel": LEFT})
THREE = (HAWK, KESTREL, OSPREY)


@each_row(
    ("yaw", "facing"),
    [
        (0, {1}),
        (30, {1, 6}),  # an end belongs to both
        (60, {6}),
        (90, {6, 5}),
        (120, {5}),
        (150, {5, 4}),
        (180, {4}),
        (-30, {1, 2}),
        (-60, {2}),
        (-90, {2, 3}),
        (-120, {3}),
        (-150, {3, 4}),
        (-179, {4}),
    ],
)
def test_c14_20_each_relative_yaw_has_its_shield(yaw: int, facing: set[int]) -> None:
    assert shields(yaw * 10_000) == facing


def test_a_ten_thousandth_of_a_degree_beside_an_end_belongs_to_one_shield() -> None:
    assert shields(300_001) == {6}
    assert shields(299_999) == {1}
    assert shields(-900_001) == {3}
    assert shields(-899_999) == {2}


def test_in_the_very_same_place_every_shield_faces() -> None:
    assert shields(None) == {1, 2, 3, 4, 5, 6}


@given(yaw=st.integers(-1_799_999, 1_800_000))
def test_every_yaw_has_a_shield_and_the_other_side_the_mirrored_one(yaw: int) -> None:
    mirrored = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
    assert 1 <= len(shields(yaw)) <= 2
    if yaw != 1_800_000:
        assert {mirrored[number] for number in shields(yaw)} == shields(-yaw)


def test_three_ships_that_fly_as_c14_20_asks_can_be_bound() -> None:
    assert problems(THREE) == []


def test_three_ships_in_the_very_same_place_can_be_bound() -> None:
    assert problems([evolve(ship, place=Place(), yaws=dict.fromkeys(ship.yaws)) for ship in THREE]) == []


def test_every_reason_against_binding_is_said_at_once() -> None:
    far = evolve(KESTREL, place=Place(5_000), speed=1, yaws={"Hawk": LEFT, "Osprey": LEFT})
    assert problems([HAWK, far, evolve(OSPREY, thrust=10_000)]) == [
        "Hawk and Kestrel are 0.5 hexes apart. Bring them nearer than 0.5 (C14.20).",
        "Kestrel moves at speed 0.0001 with thrust 0. Set both to 0 before it is bound (C14.20).",
        "Kestrel must have one of Hawk and Osprey off its shield #3 and the other off #5 (C14.20).",
        "Osprey moves at speed 0 with thrust 1. Set both to 0 before it is bound (C14.20).",
    ]


@each_row(
    ("right", "left", "said"),
    [
        (-1_600_000, 800_000, 0),
        (-800_000, 1_600_000, 0),
        (-1_600_001, LEFT, 1),
        (-799_999, LEFT, 1),
        (RIGHT, 799_999, 1),
        (RIGHT, 1_600_001, 1),
    ],
)
def test_c14_20_the_two_arcs_reach_ten_degrees_beyond_their_limits(right: int, left: int, said: int) -> None:
    assert len(problems([evolve(HAWK, yaws={"Kestrel": right, "Osprey": left}), KESTREL, OSPREY])) == said


def test_two_ships_cannot_be_bound() -> None:
    assert problems([HAWK, KESTREL]) == [
        "Hawk and Kestrel cannot be bound. Name three ships: a web binds three together (C14.20)."
    ]


def test_a_ship_named_twice_cannot_be_bound() -> None:
    assert problems([HAWK, KESTREL, KESTREL]) == [
        "Hawk, Kestrel and Kestrel cannot be bound. Name three ships: a web binds three together (C14.20)."
    ]


def test_bound_ships_share_the_mean_of_their_inertia() -> None:
    """Thirds are rounded to the nearest: a third of 1 to 0, of -5 to -2."""
    assert averaged(THREE) == Inertia(0, -2, 3_333_333)


def test_an_exact_half_goes_away_from_zero() -> None:
    assert averaged((evolve(HAWK, inertia=Inertia(1, -1, 3)), evolve(KESTREL, inertia=Inertia()))) == Inertia(1, -1, 2)
