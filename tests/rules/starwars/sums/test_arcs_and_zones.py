"""Firing arcs and shield zones. Rule: rules.md, Arcs and zones, One hex (house)."""

from __future__ import annotations

from math import atan2, degrees, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.sums.relative import arcs_of, relative_place
from sits_es.space.hexes import DIRECTIONS, STILL, HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row

SIDES = st.sampled_from(DIRECTIONS)
WAYS = st.builds(HexVector, st.integers(-25, 25), st.integers(-25, 25)).filter(bool)


def turned(way: HexVector) -> HexVector:
    """The way 60 degrees further clockwise: A to B, B to C, and so on."""
    return HexVector(way.a - way.c, way.a)


def next_side(side: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(side) + 1) % 6]


def by_angle(facing: str, way: HexVector) -> tuple[str, ...]:
    """The arcs by the angle on the map, with the middles of hexes in a plane: A is up, B is 60 degrees clockwise."""
    right, up = way.c * sqrt(3) / 2, way.a - way.c / 2
    angle = round((degrees(atan2(right, up)) - 60 * DIRECTIONS.index(facing)) % 360, 6) % 360
    held = {
        "forward": angle <= 60 or angle >= 300,
        "aft": 120 <= angle <= 240,
        "port": 240 <= angle <= 300,
        "starboard": 60 <= angle <= 120,
    }
    return tuple(name for name in ARCS if held[name])


@each_row(
    ("way", "arcs"),
    [
        ("1A", ("forward",)),
        ("9A 1B", ("forward",)),
        ("1A 9B", ("forward",)),
        ("1B", ("forward", "starboard")),  # the row at 60 degrees, at any distance
        ("20B", ("forward", "starboard")),
        ("9B 1C", ("starboard",)),
        ("1B 9C", ("starboard",)),
        ("1C", ("aft", "starboard")),
        ("20C", ("aft", "starboard")),
        ("9C 1D", ("aft",)),
        ("1D", ("aft",)),
        ("1D 9E", ("aft",)),
        ("1E", ("aft", "port")),
        ("20E", ("aft", "port")),
        ("9E 1F", ("port",)),
        ("1E 9F", ("port",)),
        ("1F", ("forward", "port")),
        ("20F", ("forward", "port")),
        ("9F 1A", ("forward",)),
    ],
)
def test_rows_at_60_and_120_degrees_part_four_arcs_and_belong_to_both_beside_them(
    way: str, arcs: tuple[str, ...]
) -> None:
    assert arcs_of("A", read_vectors(way).net()) == arcs


def test_every_hex_within_25_lies_in_the_arcs_that_its_angle_on_the_map_has() -> None:
    ways = [HexVector(a, c) for a in range(-25, 26) for c in range(-25, 26) if a or c]
    assert [way for way in ways for side in DIRECTIONS if arcs_of(side, way) != by_angle(side, way)] == []


@given(facing=SIDES, theirs=SIDES, way=WAYS)
def test_turning_everything_by_60_degrees_turns_nothing_in_the_answer(facing: str, theirs: str, way: HexVector) -> None:
    assert relative_place(next_side(facing), next_side(theirs), turned(way)) == relative_place(facing, theirs, way)


@given(facing=SIDES, theirs=SIDES, way=WAYS)
def test_what_is_an_arc_to_one_is_the_zone_that_the_other_attacks(facing: str, theirs: str, way: HexVector) -> None:
    there, back = relative_place(facing, theirs, way), relative_place(theirs, facing, -way)
    assert (there.arcs, there.zones) == (back.zones, back.arcs)


@given(facing=SIDES, way=WAYS)
def test_two_starships_with_the_same_facing_see_each_other_in_opposite_arcs(facing: str, way: HexVector) -> None:
    opposite = {"forward": "aft", "aft": "forward", "port": "starboard", "starboard": "port"}
    found = relative_place(facing, facing, way)
    assert {opposite[arc] for arc in found.arcs} == set(found.zones)


@given(facing=SIDES, way=WAYS, times=st.integers(1, 9))
def test_distance_changes_no_arc(facing: str, way: HexVector, times: int) -> None:
    assert arcs_of(facing, way.times(times)) == arcs_of(facing, way)


@given(facing=SIDES, way=WAYS)
def test_every_hex_is_in_one_arc_or_on_the_line_between_two_neighbours(facing: str, way: HexVector) -> None:
    arcs = arcs_of(facing, way)
    assert len(arcs) == 1 or set(arcs) in (
        {"forward", "starboard"},
        {"aft", "starboard"},
        {"aft", "port"},
        {"forward", "port"},
    )


@given(facing=SIDES, theirs=SIDES, side=SIDES)
def test_in_one_hex_the_target_lies_as_if_adjacent_on_the_named_side(facing: str, theirs: str, side: str) -> None:
    assert relative_place(facing, theirs, STILL, side) == relative_place(facing, theirs, HexVector.unit(side))


def test_in_one_hex_a_side_is_named_and_elsewhere_none_is() -> None:
    with pytest.raises(NotAllowedError) as refused:
        relative_place("A", "A", STILL)
    assert str(refused.value) == "The target is in the same hex. Name the side on which the target lies, A to F."
    with pytest.raises(NotAllowedError) as refused:
        relative_place("A", "A", HexVector(2), "C")
    assert (
        str(refused.value)
        == "The target is 2A away; a side is named only when the target is in the same hex. Leave the side out."
    )
    with pytest.raises(ValueError, match="no arcs in the same hex"):
        arcs_of("A", STILL)
