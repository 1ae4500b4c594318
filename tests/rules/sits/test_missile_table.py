from __future__ import annotations

import pytest

from sits_es.rules.sits.missiles.facts import Warhead
from sits_es.rules.sits.sums.missiles import damage_each, missile_row, salvoes_allowed
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import MissileRow
from tests.shared.rows import each_row

#: The card's missile range table: first and last range, most salvoes, range modifier.
ROWS = [
    (0, 7, "5", 0),
    (8, 8, "4", 2),
    (9, 10, "4", 4),
    (11, 11, "4", 6),
    (12, 12, "3", 6),
    (13, 14, "3", 8),
    (15, 17, "3", 10),
    (18, 18, "2", 10),
    (19, 22, "2", 12),
    (23, 27, "2", 14),
    (28, 33, "2", 16),
    (34, 34, "2", 18),
    (35, 41, "1", 18),
    (42, 51, "1", 20),
    (52, 63, "1", 22),
    (64, 79, "1", 24),
    (80, 99, "1/2", 26),
    (100, 103, "1/2", 28),
    (104, 124, "1/3", 28),
    (125, 136, "1/3", 30),
    (137, None, "1/4", 30),
]


@each_row(("first", "last", "salvoes", "modifier"), ROWS)
def test_both_ends_of_each_range_row_read_as_printed(first: int, last: int | None, salvoes: str, modifier: int) -> None:
    printed = MissileRow(first, last, salvoes, modifier)
    assert missile_row(card_tables(), first) == printed
    assert missile_row(card_tables(), 10_000 if last is None else last) == printed


def test_the_table_has_no_other_rows() -> None:
    assert len(card_tables().missile_rows) == len(ROWS)


def test_a_range_below_0_is_a_bug() -> None:
    with pytest.raises(ValueError, match=r"ranges start at 0: -1"):
        missile_row(card_tables(), -1)


@each_row(
    ("hexes", "launched", "allowed"),
    [
        (7, [], 5),
        (7, [(4, 5)], 5),  # another turn's salvoes do not count
        (7, [(5, 2), (5, 1)], 2),
        (7, [(5, 5)], 0),
        (8, [(5, 5)], 0),  # launched nearer: more than this row's four are gone
        (79, [(4, 1)], 1),
        (79, [(5, 1)], 0),
        (80, [], 1),
        (80, [(5, 1)], 0),
        (80, [(4, 1)], 0),  # one in two turns
        (80, [(3, 1)], 1),
        (104, [(3, 1)], 0),  # one in three
        (104, [(2, 1)], 1),
        (137, [(2, 4)], 0),  # one in four
        (137, [(1, 4)], 1),
    ],
)
def test_the_salvoes_of_turn_5_are_limited_by_the_row_and_the_launches_before(
    hexes: int, launched: list[tuple[int, int]], allowed: int
) -> None:
    assert salvoes_allowed(missile_row(card_tables(), hexes), 5, launched) == allowed


@each_row(
    ("size", "warhead", "damage"),
    [
        ("light", "laser-head", 2),
        ("light", "nuke", 20),
        ("medium", "laser-head", 4),
        ("medium", "nuke", 40),
        ("heavy", "laser-head", 9),
        ("heavy", "nuke", 90),
    ],
)
def test_damage_of_each_missile_is_as_printed(size: str, warhead: Warhead, damage: int) -> None:
    assert damage_each(card_tables(), size, warhead) == damage
