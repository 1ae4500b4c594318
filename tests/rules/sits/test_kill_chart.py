from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sits.sums.chart import Kills, kills
from sits_es.rules.sits.tables.kill_chart import formula_row, own_rows
from sits_es.rules.sits.tables.values import PARTS, KillChart
from tests.shared.rows import each_row


def test_136_missiles_at_28_percent_lose_38() -> None:
    assert kills(136, 28) == Kills(count=136, asked=28, total=38, percent=28, parts=((100, 28), (30, 8), (6, 2)))


@each_row(
    ("count", "percent", "parts"),
    [
        (0, 50, (0, 0, 0)),
        (1, 49, (0, 0, 0)),
        (1, 50, (0, 0, 1)),  # a half goes up
        (9, 5, (0, 0, 0)),  # 0.45
        (10, 5, (0, 1, 0)),  # a half goes up
        (10, 4, (0, 0, 0)),
        (15, 10, (0, 1, 1)),  # each part rounds for itself: 1 and 0.5
        (99, 0, (0, 0, 0)),
        (99, -7, (0, 0, 0)),  # held to 0
        (136, 100, (100, 30, 6)),
        (136, 131, (100, 30, 6)),  # held to 100
        (999, 50, (450, 45, 5)),
        (1000, 50, (500, 0, 0)),
        (1236, 28, (336, 8, 2)),  # thousands stay in the part of the hundreds
    ],
)
def test_hundreds_tens_and_ones_are_looked_up_apart(count: int, percent: int, parts: tuple[int, ...]) -> None:
    looked_up = kills(count, percent)
    assert tuple(killed for _, killed in looked_up.parts) == parts
    assert looked_up.total == sum(parts)


@each_row("percent", [-1, 0, 1, 99, 100, 101])
def test_percent_is_held_between_0_and_100(percent: int) -> None:
    assert kills(136, percent).percent == min(max(percent, 0), 100)


def test_every_cell_of_the_chart_is_its_part_times_percent_rounded_half_up() -> None:
    rows = [*range(1, 10), *range(10, 100, 10), *range(100, 1000, 100)]
    for part in rows:
        for percent in range(101):
            assert kills(part, percent).total == floor(Fraction(part * percent, 100) + Fraction(1, 2))


@given(st.integers(0, 20_000), st.integers(-50, 150))
def test_the_parts_add_up_and_no_layer_kills_more_than_there_are(count: int, percent: int) -> None:
    looked_up = kills(count, percent)
    assert sum(part for part, _ in looked_up.parts) == count
    assert 0 <= looked_up.total <= count
    assert kills(count, percent + 1).total >= looked_up.total


def test_fewer_than_no_missiles_is_a_bug() -> None:
    with pytest.raises(ValueError, match=r"the kill chart starts at 0: -1"):
        kills(-1, 10)


#: A chart of somebody's own with three rows: from 0, 28 and 90 percent.
OWN = KillChart(
    percents=(0, 28, 90),
    rows=(
        (0,) * 19,
        (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 6, 9, 11, 14, 17, 20, 22, 25, 28),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    ),
)


@each_row(
    ("count", "percent", "parts"),
    [
        (136, 27, (0, 0, 0)),
        (136, 28, (28, 9, 2)),
        (136, 89, (28, 9, 2)),  # a row holds up to the next
        (136, 90, (100, 30, 6)),
        (136, 140, (100, 30, 6)),  # held to 100
        (136, -5, (0, 0, 0)),  # held to 0
        (110, 28, (28, 3, 0)),  # nothing is looked up for no ones
        (320, 28, (84, 6, 0)),  # each of several hundreds as one
        (1000, 28, (280, 0, 0)),
    ],
)
def test_a_chart_of_ones_own_is_read_in_place_of_the_sum(count: int, percent: int, parts: tuple[int, ...]) -> None:
    looked_up = kills(count, percent, OWN)
    assert tuple(killed for _, killed in looked_up.parts) == parts
    assert looked_up.total == sum(parts)


@each_row(("percent", "lowest"), [(0, 0), (27, 0), (28, 28), (89, 28), (90, 90), (100, 90)])
def test_a_percentage_is_read_in_the_last_row_that_does_not_pass_it(percent: int, lowest: int) -> None:
    assert OWN.lowest(percent) == lowest
    assert OWN.row(percent) == OWN.rows[OWN.percents.index(lowest)]


@each_row("percent", [0, 1, 50, 99, 100])
def test_a_whole_chart_that_departs_from_the_sum_in_one_row_has_that_row_of_its_own(percent: int) -> None:
    printed = [formula_row(each) for each in range(101)]
    assert own_rows(KillChart(percents=tuple(range(101)), rows=tuple(printed))) == []
    printed[percent] = tuple(part - cell for part, cell in zip(PARTS, printed[percent], strict=True))
    assert own_rows(KillChart(percents=tuple(range(101)), rows=tuple(printed))) == [percent]
