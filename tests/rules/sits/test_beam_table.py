from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sits_es.errors import NotAllowedError
from sits_es.rules.sits.sums.beams import (
    BeamKind,
    battery,
    beam_block,
    beam_damage,
    beam_sizes,
    closure,
    has_beam,
    torpedo_row,
)
from sits_es.rules.sits.tables.beam_blocks import laser_block
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import TorpedoRow
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row

#: The card's graser table, and what is lost on it filled in: a block per size, a line per range, a column per band.
GRASERS = {
    20: ("20 15 10 8 6 4", "12 9 6 5 4 3", "4 3 2 2 1 1"),
    30: ("30 23 15 11 8 6", "18 14 9 7 5 4", "6 5 3 2 1 1"),
    40: ("40 30 20 15 11 8", "24 18 12 9 7 5", "8 6 4 3 2 1"),
    50: ("50 38 25 19 14 10", "30 23 15 11 8 6", "10 8 5 4 3 2", "3 2 1 1 1 1"),
    60: ("60 45 30 23 17 12", "36 27 18 14 10 7", "12 9 6 5 4 3", "4 3 2 2 1 1"),
    70: ("70 53 35 26 20 14", "42 32 21 16 12 8", "14 11 7 5 4 3", "5 4 3 2 1 1"),
    80: ("80 60 40 30 22 16", "48 36 24 18 13 10", "16 12 8 6 4 3", "5 4 3 2 1 1"),
    90: ("90 68 45 34 25 18", "54 41 27 20 15 11", "18 14 9 7 5 4", "6 5 3 2 1 1"),
}

#: Laser damage by size x range factor x band factor, rounded half up, worked out by hand.
LASERS = {
    20: ("20 15 10 8 6 4", "12 9 6 5 3 2", "6 5 3 2 2 1", "3 2 2 1 1 1"),
    30: ("30 23 15 11 8 6", "18 14 9 7 5 4", "9 7 5 3 3 2", "5 3 2 2 1 1"),
    40: ("40 30 20 15 11 8", "24 18 12 9 7 5", "12 9 6 5 3 2", "6 5 3 2 2 1"),
    50: ("50 38 25 19 14 10", "30 23 15 11 8 6", "15 11 8 6 4 3", "8 6 4 3 2 2"),
    60: ("60 45 30 23 17 12", "36 27 18 14 10 7", "18 14 9 7 5 4", "9 7 5 3 3 2", "3 2 2 1 1 1"),
    70: ("70 53 35 26 20 14", "42 32 21 16 12 8", "21 16 11 8 6 4", "11 8 5 4 3 2", "4 3 2 1 1 1"),
    80: ("80 60 40 30 22 16", "48 36 24 18 13 10", "24 18 12 9 7 5", "12 9 6 5 3 2", "4 3 2 2 1 1"),
    90: ("90 68 45 34 25 18", "54 41 27 20 15 11", "27 20 14 10 8 5", "14 10 7 5 4 3", "5 3 2 2 1 1"),
}

TABLES: tuple[tuple[BeamKind, dict[int, tuple[str, ...]]], ...] = (("graser", GRASERS), ("laser", LASERS))

CELLS: list[tuple[BeamKind, int, int, str]] = [
    (kind, size, hexes, row) for kind, table in TABLES for size, rows in table.items() for hexes, row in enumerate(rows)
]

speeds = st.integers(-120, 120)
velocities = st.builds(HexVector, a=speeds, c=speeds, up=speeds)


@each_row(("kind", "size", "hexes", "row"), CELLS)
def test_each_cell_of_the_beam_tables(kind: BeamKind, size: int, hexes: int, row: str) -> None:
    block = beam_block(card_tables(), kind, size)
    damage = [beam_damage(block, hexes, band) for band in range(1, 7)]
    assert damage == [int(cell) for cell in row.split()]


@pytest.mark.parametrize(("kind", "table"), TABLES)
def test_a_beam_does_nothing_past_its_last_range(kind: BeamKind, table: dict[int, tuple[str, ...]]) -> None:
    assert beam_sizes(card_tables(), kind) == tuple(table)
    for size, rows in table.items():
        block = beam_block(card_tables(), kind, size)
        assert block.reach == len(rows) - 1
        assert beam_damage(block, len(rows), 1) == 0


def test_a_graser_of_a_size_that_no_table_has_is_refused() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        beam_block(card_tables(), "graser", 25)
    assert str(refusal.value) == "There is no graser of size 25. The sizes are 20, 30, 40, 50, 60, 70, 80, 90."


@each_row(("size", "reach"), [(1, 3), (25, 3), (59, 3), (61, 4), (999, 4)])
def test_a_laser_of_any_size_is_worked_out(size: int, reach: int) -> None:
    # size x a factor of the range x a factor of the closure, rounded half up; reach 3 below size 60, else 4
    block = beam_block(card_tables(), "laser", size)
    assert (block.reach, block.bands) == (reach, card_tables().closure_bands)
    by_range, by_band = ("1", "0.6", "0.3", "0.15", "0.05"), ("1", "0.75", "0.5", "0.375", "0.28", "0.2")
    assert [list(row) for row in block.rows] == [
        [int(size * Decimal(far) * Decimal(band) + Decimal("0.5")) for band in by_band] for far in by_range[: reach + 1]
    ]
    assert has_beam(card_tables(), "laser", size)


def test_the_formula_gives_the_lasers_of_the_table() -> None:
    for block in card_tables().laser_damage:
        assert laser_block(card_tables().closure_bands, block.size) == block


def test_a_laser_of_size_45_reads_25_of_its_worked_example() -> None:
    # 45 x 0.6 x 0.75 = 20.25 at range 1 in column 2; 45 x 0.3 x 0.5 = 6.75 at range 2 in column 3
    fired = battery(card_tables(), "laser", 45, 2, 1, 8)
    assert (fired.each, fired.damage) == (20, 40)
    assert battery(card_tables(), "laser", 45, 1, 2, 21).each == 7
    _, cell, _ = fired.steps(card_tables())
    assert cell.startswith(
        "Laser damage, block of size 45 (reach 3, by the formula, house), row range 1: 27 20 14 10 8"
    )


@each_row("size", [0, 1000])
def test_a_laser_is_of_size_1_to_999(size: int) -> None:
    assert not has_beam(card_tables(), "laser", size)


@each_row("own", ["laser_damage.20", "rate_of_closure"])
def test_a_game_with_lasers_or_closures_of_its_own_has_the_sizes_of_its_table_alone(own: str) -> None:
    tables = replace(card_tables(), own=(own,))
    assert not has_beam(tables, "laser", 25)
    assert has_beam(tables, "laser", 20)
    with pytest.raises(NotAllowedError, match=r"^There is no laser of size 25\. The sizes are 20, 30"):
        beam_block(tables, "laser", 25)


@each_row(("hexes", "band"), [(-1, 1), (0, 0), (0, 7)])
def test_a_range_or_band_that_cannot_be_is_a_bug(hexes: int, band: int) -> None:
    with pytest.raises(ValueError, match=rf"range {hexes} or closure band {band} is not on the table"):
        beam_damage(beam_block(card_tables(), "graser", 20), hexes, band)


@each_row(("half_hexes", "band"), [(0, 1), (7, 1), (8, 2), (99, 5), (100, 6), (1000, 6)])
def test_a_block_finds_its_own_column_for_a_rate_of_closure(half_hexes: int, band: int) -> None:
    assert beam_block(card_tables(), "graser", 20).band(half_hexes) == band


@pytest.mark.parametrize(("type_", "row"), [("1ET", TorpedoRow("1ET", 2, 100)), ("2ET", TorpedoRow("2ET", 2, 250))])
def test_energy_torpedoes_go_by_type(type_: str, row: TorpedoRow) -> None:
    assert torpedo_row(card_tables(), type_) == row


def test_a_type_of_torpedo_that_no_table_has_is_refused() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        torpedo_row(card_tables(), "3ET")
    assert str(refusal.value) == "There is no energy torpedo of type 3ET. The types are 1ET, 2ET."


@each_row(
    ("per_turn", "text", "band"),
    [
        (0, "0.0", 1),
        (3, "0.0", 1),  # less than half a hex is dropped
        (4, "0.5", 1),
        (31, "3.5", 1),
        (32, "4.0", 2),
        (83, "10.0", 2),
        (84, "10.5", 3),
        (147, "18.0", 3),
        (148, "18.5", 4),
        (235, "29.0", 4),
        (236, "29.5", 5),
        (399, "49.5", 5),
        (400, "50.0", 6),
        (4000, "500.0", 6),
    ],
)
def test_both_ends_of_each_band_of_closure(per_turn: int, text: str, band: int) -> None:
    found = closure(HexVector(up=per_turn), STILL, card_tables())
    assert (found.per_turn, found.text, found.band) == (per_turn, text, band)
    assert found.half_hexes_per_segment == int(float(text) * 2)


def test_closure_is_consolidated_and_read_on_the_range_table_like_the_worksheet() -> None:
    # The target's 1+ 2F 1E less a shooter's 2- 3E (which is plus 2+ 3B) is 2A 3+: the example of rules 1.
    target, shooter = read_vectors("1+ 2F 1E").net(), read_vectors("2- 3E").net()
    found = closure(target, shooter, card_tables())
    assert str(found.relative) == "2A 3+"
    assert found.per_turn == 3  # 2 across and 3 up
    assert found.text == "0.0"
    assert found.consolidated == (
        "180 degrees: 3B and 1E leave 2B.",
        "120 degrees: 2F and 2B make 2A and leave nothing.",
    )


def test_the_two_horizontals_of_a_closure_are_added_before_the_range_table() -> None:
    found = closure(read_vectors("6F 3E 4+").net(), STILL, card_tables())
    assert found.per_turn == 9  # 9 across and 4 up, not the straight line of 6 and 3
    assert found.text == "1.0"


@settings(max_examples=200)
@given(velocities, velocities)
def test_closure_is_the_same_for_both_ships(one: HexVector, other: HexVector) -> None:
    mine, theirs = closure(one, other, card_tables()), closure(other, one, card_tables())
    assert mine.relative == -theirs.relative
    assert (mine.per_turn, mine.text, mine.band) == (theirs.per_turn, theirs.text, theirs.band)
    assert mine.half_hexes_per_segment == mine.per_turn * 2 // 8
