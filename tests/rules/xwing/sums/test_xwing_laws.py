"""What holds for any two bases: mirrors, turns and shifts of the table, parts that make up wholes."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.xwing.sums.arcs import Sight, distance, sight
from sits_es.rules.xwing.sums.bases import Base, Placement, placed, within_a_turn
from sits_es.rules.xwing.sums.numbers import DIGITS
from sits_es.rules.xwing.sums.relations import relation
from tests.rules.xwing.sums.sampled import BASES

spots = st.decimals(-250, 250, places=3)
quarters_of_a_turn = st.sampled_from([Decimal(90 * each) for each in range(4)])
facings = st.one_of(st.decimals(0, Decimal("359.999"), places=3), quarters_of_a_turn)
bases: st.SearchStrategy[Base] = st.sampled_from(BASES)
placements = st.builds(placed, bases, spots, spots, facings)

#: Where a mirror that swaps left and right puts each arc.
MIRRORED = {"left": "right", "right": "left"}

#: So near to a limit that noise decides, in mm and in mm2.
HAIR = 1e-5


def near_a_limit(seen: Sight) -> bool:
    """Whether a hair's breadth would change what is told."""
    lengths = (seen.distance, *(hold.distance for hold in seen.holds))
    return any(abs(length - limit) < HAIR for length in lengths for limit in (0, 100, 200, 300) if length) or any(
        size < HAIR for size in seen.area.values()
    )


def same(one: Sight, other: Sight, names: dict[str, str] | None = None) -> None:
    """Whether two answers say the same, arcs renamed."""
    if near_a_limit(one) or near_a_limit(other):
        return
    there = {(names or {}).get(arc, arc): size for arc, size in other.area.items()}
    assert one.area == pytest.approx(there, abs=1e-6)
    assert one.distance == pytest.approx(other.distance, abs=1e-9)
    assert (one.range, one.arc_range) == (
        other.range,
        {(names or {}).get(arc, arc): number for arc, number in other.arc_range.items()},
    )


@given(one=placements, other=placements)
def test_in_a_mirror_left_and_right_change_places_and_nothing_else(one: Placement, other: Placement) -> None:
    first, second = (placed(each.base, -each.x, each.y, -each.facing) for each in (one, other))
    same(sight(one, other), sight(first, second), MIRRORED)
    found = relation(one, other)
    if all(size == 0 or size > HAIR for size in (found.ahead, found.astern)):
        assert found.name == relation(first, second).name


@given(one=placements, other=placements, quarters=st.integers(1, 3), shift=st.tuples(spots, spots))
def test_a_table_turned_by_quarters_and_shifted_gives_the_very_same_answer(
    one: Placement, other: Placement, quarters: int, shift: tuple[Decimal, Decimal]
) -> None:
    def moved(each: Placement) -> Placement:
        x, y = each.x, each.y
        for _ in range(quarters):
            x, y = y, -x
        facing = within_a_turn(DIGITS.add(each.facing, Decimal(90 * quarters)))
        return placed(each.base, x + shift[0], y + shift[1], facing)

    same(sight(one, other), sight(moved(one), moved(other)))


@given(one=placements, other=placements)
def test_two_bases_are_as_far_from_each_other(one: Placement, other: Placement) -> None:
    assert distance(one, other) == pytest.approx(distance(other, one), abs=1e-9)


@given(one=placements, other=placements)
def test_standard_arcs_make_up_the_full_arcs_and_the_bullseye_is_in_front(one: Placement, other: Placement) -> None:
    seen = sight(one, other).area
    standard = sum(seen.get(arc, 0.0) for arc in ("front", "right", "rear", "left"))
    assert standard == pytest.approx(sum(seen.get(arc, 0.0) for arc in ("full-front", "full-rear")), abs=1e-4)
    assert standard <= float(other.base.width * other.base.length) + 1e-6
    assert seen.get("bullseye", 0.0) <= seen.get("front", 0.0) + 1e-6


@given(one=placements, other=placements)
def test_no_arc_holds_what_is_out_of_range_and_no_part_inside_is_nearer_than_the_bases(
    one: Placement, other: Placement
) -> None:
    seen = sight(one, other)
    assert seen.range is not None or not seen.holds
    for hold in seen.holds:
        assert seen.distance - 1e-9 <= hold.distance <= 300
        assert seen.range is not None
        assert seen.range <= hold.range


@given(one=placements, other=placements)
def test_a_relation_is_what_the_full_arcs_say(one: Placement, other: Placement) -> None:
    told, arcs = relation(one, other), sight(other, one).arcs
    full = [arc for arc in ("full-front", "full-rear") if arc in arcs]
    if told.name != "flanking":
        assert full == {"in front": ["full-front"], "behind": ["full-rear"], None: []}[told.name]
    if len(full) == 2:
        assert told.name == "flanking"
