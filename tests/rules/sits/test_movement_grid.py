from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.tables.tables import card_tables, overridden
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row

#: The 64 horizontal patterns as printed: a row per remainder of the larger vector, a column per remainder of the
#: smaller; segments of the larger / segments of the smaller.
HORIZONTAL = """
    -/- -/8 -/48 -/368 -/2468 -/24578 -/234678 -/2345678
    8/- 4/8 8/36 8/246 8/2457 8/23467 8/234567 8/1234567
    48/- 36/8 26/48 48/257 48/2367 48/23567 48/123567 48/1235678
    368/- 246/8 257/48 247/368 368/2457 368/12457 368/124578 368/1234578
    2468/- 2457/8 2367/48 2457/368 1357/2468 2468/13578 2468/134578 2468/1234578
    24578/- 23467/8 23567/48 12457/368 13578/2468 13468/24578 23568/134678 23468/1245678
    234678/- 234567/8 123567/48 124578/368 134578/2468 134678/23568 124568/234678 234578/1245678
    2345678/- 1234567/8 1235678/48 1234578/368 1345678/2468 1245678/23468 1245678/234578 1234678/2345678
"""

#: The 64 vertical patterns as printed: a row per sum of the horizontal remainders, a column per vertical remainder.
VERTICAL = """
    - 8 48 368 2468 24578 234678 2345678
    - 4 36 246 2457 23467 234567 1234567
    - 1 26 257 2367 23567 123567 1235678
    - 1 27 247 2457 12457 124578 1234578
    - 1 37 357 1357 13578 134578 1234567
    - 1 15 136 1357 13467 123568 1234567
    - 1 15 136 1357 12457 124568 1234567
    - 1 15 136 1357 12457 123567 1234678
"""

#: Patterns that depart from the law of the others. Rule: tables.toml, movement_grid.
EXCEPTIONS = {(3, 7), (7, 3), (4, 7), (7, 4)}

SPLITS = [(first, second) for first in range(8) for second in range(8)]

speeds = st.integers(-200, 200)
velocities = st.builds(HexVector, a=speeds, c=speeds, up=speeds)


def printed(text: str, first: int, second: int) -> list[tuple[int, ...]]:
    cell = text.split("\n")[first + 1].split()[second]
    return [tuple(int(digit) for digit in part if digit != "-") for part in cell.split("/")]


def vector(text: str) -> HexVector:
    return read_vectors(text).net()


def segments(velocity: HexVector, direction: str) -> tuple[int, ...]:
    """The segments in which a velocity under 8 moves in a direction."""
    return next((row.segments for row in fill_grid(velocity, card_tables()).rows if row.direction == direction), ())


@each_row(("larger", "smaller"), SPLITS)
def test_each_horizontal_pattern_is_as_printed(larger: int, smaller: int) -> None:
    # Eight hexes a turn more make the vector larger and leave its remainder as it is.
    grid = fill_grid(vector(f"{larger + 8}D {smaller}E"), card_tables())
    found = {row.direction: row.segments for row in grid.rows}
    assert [found["D"], found.get("E", ())] == printed(HORIZONTAL, larger, smaller)


@each_row(("total", "up"), SPLITS)
def test_each_vertical_pattern_is_as_printed(total: int, up: int) -> None:
    assert [segments(vector(f"{total}A {up}-"), "-")] == printed(VERTICAL, total, up)


@each_row(("first", "second"), SPLITS)
def test_each_pattern_holds_as_many_moves_as_its_remainders_say(first: int, second: int) -> None:
    tables = card_tables()
    assert [len(moves) for moves in tables.horizontal[first][second]] == [first, second]
    assert len(tables.vertical[first][second]) == second


@each_row(("larger", "smaller"), SPLITS)
def test_all_but_four_horizontal_patterns_spread_their_moves_by_the_law(larger: int, smaller: int) -> None:
    both = card_tables().horizontal[larger][smaller]
    total = larger + smaller
    moved = [sum(move <= segment for moves in both for move in moves) for segment in range(1, 9)]
    law = [total * segment // 8 for segment in range(1, 9)]
    # The exceptions make moves one segment early or late, never more.
    departures = [abs(made - due) for made, due in zip(moved, law, strict=True)]
    assert max(departures) == ((larger, smaller) in EXCEPTIONS)


def test_6b_5c_3_up_moves_as_the_rules_work_it_out() -> None:
    velocity = vector("6B 5C 3+")
    assert segments(velocity, "B") == (1, 3, 4, 6, 7, 8)
    assert segments(velocity, "C") == (2, 3, 5, 6, 8)
    assert segments(velocity, "+") == (2, 4, 7)
    moves = [str(move) for move in fill_grid(velocity, card_tables()).moves]
    assert moves == ["1B", "1C 1+", "1B 1C", "1B 1+", "1C", "1B 1C", "1B 1+", "1B 1C"]


def test_13a_1_down_moves_as_the_rules_work_it_out() -> None:
    grid = fill_grid(vector("13A 1-"), card_tables())
    assert [(row.direction, row.speed, row.whole, row.remainder, row.segments) for row in grid.rows] == [
        ("A", 13, 1, 5, (2, 4, 5, 7, 8)),
        ("-", 1, 0, 1, (1,)),
    ]
    assert [str(move) for move in grid.moves] == ["1A 1-", "2A", "1A", "2A", "2A", "1A", "2A", "2A"]


def test_a_vector_of_5_and_3_uses_the_5_3_split() -> None:
    assert segments(vector("3A 5B"), "B") == (1, 2, 4, 5, 7)
    assert segments(vector("3A 5B"), "A") == (3, 6, 8)


def test_the_larger_vector_stands_first_even_with_the_smaller_remainder() -> None:
    # 9F is larger than 3A, so the split is 1|3.
    assert segments(vector("9F 3A"), "F") == (8,)
    assert segments(vector("9F 3A"), "A") == (2, 4, 6)


def test_of_equal_vectors_the_first_in_the_order_a_to_f_counts_as_the_larger() -> None:
    assert segments(vector("5F 5A"), "A") == (1, 3, 4, 6, 8)
    assert segments(vector("5F 5A"), "F") == (2, 4, 5, 7, 8)


@each_row(
    ("velocity", "climbs"),
    [
        ("4A 3B 2+", (1, 5)),  # a sum of 7
        ("4A 4B 2+", (4, 8)),  # a sum of 8 is 0
        ("5A 4B 2+", (3, 6)),  # 9 is 1
        ("7A 7B 2+", (1, 5)),  # 14 is 6
        ("12A 8B 2+", (3, 7)),  # only remainders are added
        ("2+", (4, 8)),
    ],
)
def test_horizontal_remainders_are_added_less_8_for_the_vertical_pattern(
    velocity: str, climbs: tuple[int, ...]
) -> None:
    assert segments(vector(velocity), "+") == climbs


@settings(max_examples=200)
@given(velocities)
def test_eight_segments_move_a_ship_exactly_its_vectors(velocity: HexVector) -> None:
    grid = fill_grid(velocity, card_tables())
    assert sum((grid.moves_in(segment) for segment in range(1, 9)), STILL) == velocity
    assert tuple((row.direction, row.speed) for row in grid.rows) == velocity.components()


@settings(max_examples=100)
@given(velocities)
def test_no_segment_moves_further_than_one_hex_from_an_eighth(velocity: HexVector) -> None:
    for row in fill_grid(velocity, card_tables()).rows:
        for segment in range(1, 9):
            assert abs(row.speed - 8 * row.hexes(segment)) < 8


def test_a_ship_at_rest_has_an_empty_grid() -> None:
    grid = fill_grid(STILL, card_tables())
    assert grid.rows == ()
    assert grid.moves == (STILL,) * 8


def test_a_house_pattern_moves_its_own_segments_and_leaves_the_card_alone() -> None:
    house = overridden(card_tables(), {"movement_grid": {"horizontal": {"1|0": [[5], []]}}})
    assert fill_grid(vector("1A"), house).rows[0].segments == (5,)
    assert fill_grid(vector("1A"), card_tables()).rows[0].segments == (8,)


@pytest.mark.parametrize("segment", [0, 9])
def test_a_turn_has_no_other_segments_than_1_to_8(segment: int) -> None:
    with pytest.raises(ValueError, match=rf"a turn has segments 1 to 8: {segment}"):
        fill_grid(STILL, card_tables()).moves_in(segment)
