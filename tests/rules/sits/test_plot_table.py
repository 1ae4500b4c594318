from __future__ import annotations

from msgspec.structs import replace

from sits_es.rules.sits.sums.plots import plots
from sits_es.rules.sits.tables.plot_table import PRINTED, plots_entered, printed_window
from sits_es.rules.sits.tables.printed_charts import formula_pace, formula_thrust, pivot_row, roll_row, thrust_row
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import PaceRow, PlotRow, ThrustRow
from sits_es.space.avid import WINDOWS, Window
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row


@each_row(
    ("window", "printed"),
    [
        ("A", "A"),
        ("D", "A"),
        ("F/A", "A/B"),
        ("E-", "A+"),
        ("C/D-", "A/B+"),
        ("F--", "A++"),
        ("+++", "+++"),
        ("---", "+++"),
    ],
)
def test_every_window_is_like_one_of_six(window: str, printed: str) -> None:
    assert printed_window(Window(window)) == printed


@each_row(
    ("row", "dots", "window", "turned"),
    [
        ("A", 4, "A", "4A, 3A 1B 1+"),
        ("A", 4, "B", "4B, 3B 1C 1+"),
        ("A", 4, "F", "4F, 3F 1A 1+"),
        ("A+", 4, "C+", "3C 3+, 3C 1D 2+"),
        ("A+", 4, "C-", "3C 3-, 3C 1D 2-"),
        ("A/B+", 4, "F/A-", "2F 2A 3-"),
        ("A++", 4, "D--", "1D 4-"),
        ("+++", 4, "---", "4-, 1B 4-"),
        ("A", 3, "A", None),
        ("A+", 4, "A", None),
    ],
)
def test_printed_plots_are_turned_and_mirrored(row: str, dots: int, window: str, turned: str | None) -> None:
    printed = {"A": "4A, 3A 1B 1+", "A+": "3A 3+, 3A 1B 2+", "A/B+": "2A 2B 3+", "A++": "1A 4+", "+++": "4+, 1B 4+"}
    entered = tuple(read_vectors(text).net() for text in printed[row].split(","))
    tables = replace(card_tables(), plot_rows=(PlotRow(window=Window(row), dots=4, plots=entered),))
    expected = None if turned is None else tuple(read_vectors(text).net() for text in turned.split(","))
    assert plots_entered(tables, dots, Window(window)) == expected


def test_the_rules_own_plots_turn_and_mirror_to_those_of_every_window() -> None:
    for dots in range(1, 9):
        rows = tuple(PlotRow(window=window, dots=dots, plots=plots(dots, window)) for window in PRINTED)
        tables = replace(card_tables(), plot_rows=rows)
        for window in WINDOWS:
            entered = plots_entered(tables, dots, window)
            assert entered is not None
            assert set(entered) == set(plots(dots, window))


def test_rows_of_charts_are_found_by_thrust_and_rating() -> None:
    thrust = ThrustRow(thrust=5, dots=(1, 0, 1, 0, 1, 0, 1, 1), hexes=(0, 0, 0, 1, 0, 0, 1, 0))
    pace = PaceRow(rating=3, due=(2, 5, 9, 12, 16, 20))
    tables = replace(card_tables(), thrust_rows=(thrust,), pivot_rows=(pace,))
    assert (thrust_row(tables, 5), thrust_row(tables, 4)) == (thrust, None)
    assert (pivot_row(tables, 3), pivot_row(tables, 2), roll_row(tables, 3)) == (pace, None, None)


@each_row("thrust", range(1, 31))
def test_the_printed_thrust_chart_is_what_the_sums_give_at_a_constant_thrust(thrust: int) -> None:
    row = formula_thrust(thrust)
    for pulses in range(9):
        assert sum(row.dots[:pulses]) == thrust * pulses // 8
        assert sum(row.hexes[:pulses]) == thrust * pulses * pulses // 128


def test_the_printed_turn_charts_give_so_many_segments_to_each_window() -> None:
    assert formula_pace(3, 6) == PaceRow(rating=3, due=(3, 6, 9, 12, 15, 18))
    assert formula_pace(1, 11).due == tuple(range(1, 12))
