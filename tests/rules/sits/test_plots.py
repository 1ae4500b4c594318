from __future__ import annotations

from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.sits.reasons import REASONS
from sits_es.rules.sits.sums.plots import default_plot, in_words, plot_problems, plots
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.avid import WINDOWS, Window, opposite, ring_of
from sits_es.space.bearing import bearing, ralt
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row

windows = st.sampled_from(WINDOWS)


def vector(text: str) -> HexVector:
    return read_vectors(text).net()


def texts(n: int, window: str) -> set[str]:
    return {str(plot) for plot in plots(n, Window(window))}


@each_row(
    ("window", "flat", "heights"),
    [
        ("A", ("4A", "3A 1B", "3A 1F"), ("", " 1+", " 1-")),
        ("B/C", ("2B 2C", "3B 1C", "3C 1B"), ("", " 1+", " 1-")),
        ("A+", ("3A 3+", "4A 2+", "3A 1B 2+", "3A 1F 2+"), ("",)),
        ("A++", ("2A 4+", "1A 1B 4+", "1A 1F 4+"), ("",)),
        ("+++", ("4+", "1A 4+", "1B 4+", "1C 4+", "1D 4+", "1E 4+", "1F 4+"), ("",)),
    ],
)
def test_the_plots_of_four_dots_are_those_of_the_rules(
    window: str, flat: tuple[str, ...], heights: tuple[str, ...]
) -> None:
    assert texts(4, window) == {hexes + height for hexes in flat for height in heights}


@each_row(
    ("n", "window", "allowed"),
    [
        (0, "A", {""}),
        (1, "A", {"1A"}),
        (1, "A/B", {"1A", "1B"}),  # no hex lies in a corner: either side of it
        (1, "F/A", {"1A", "1F"}),
        (1, "B+", {"1B 1+"}),
        (1, "A/B+", {"1A 1+", "1B 1+"}),
        (1, "E/F-", {"1E 1-", "1F 1-"}),
        (1, "C++", {"1+"}),  # one dot in a green window is one level
        (1, "C--", {"1-"}),
        (1, "+++", {"1+"}),
        (2, "A/B", {"1A 1B"}),
        (2, "A", {"2A"}),
        (2, "A++", {"1A 2+"}),
        (3, "D--", {"1D 3-", "2D 3-", "1D 1E 3-", "1C 1D 3-"}),
    ],
)
def test_few_dots_have_few_plots(n: int, window: str, allowed: set[str]) -> None:
    assert texts(n, window) == allowed


@each_row(
    ("n", "window", "default"),
    [
        (0, "B/C+", ""),
        (1, "A/B", "1A"),  # both sides are as near: the first in A..F
        (1, "F/A", "1A"),
        (1, "F/A+", "1A 1+"),
        (1, "B--", "1-"),
        (3, "A/B", "2A 1B"),  # as near as 2B 1A
        (3, "F/A", "2A 1F"),
        (4, "A", "4A"),
        (4, "B/C", "2B 2C"),
        (4, "A+", "4A 2+"),  # 27 degrees up is nearer 30 than 45 is
        (4, "A++", "2A 4+"),
        (4, "+++", "4+"),
        (4, "---", "4-"),
    ],
)
def test_the_default_plot_is_the_nearest_to_the_centre_and_ties_go_by_the_order_of_directions(
    n: int, window: str, default: str
) -> None:
    assert str(default_plot(n, Window(window))) == default


@settings(max_examples=150)
@given(st.integers(2, 40), windows)
def test_every_plot_has_its_range_ring_and_hemisphere(n: int, window: Window) -> None:
    allowed = plots(n, window)
    assert allowed
    assert len(set(allowed)) == len(allowed)
    for plot in allowed:
        seen = bearing(plot)
        assert seen.range == n
        assert seen.ring == ring_of(window)
        assert seen.window is not None
        assert window.count("+") - window.count("-") == seen.window.count("+") - seen.window.count("-")


@settings(max_examples=150)
@given(st.integers(2, 30), windows)
def test_every_plot_bears_through_its_side_or_corner(n: int, window: Window) -> None:
    bearing_name = window.strip("+-")
    for plot in plots(n, window):
        horizontals = [*plot.horizontals(), ("", 0), ("", 0)]
        (larger, a), (smaller, b) = horizontals[0], horizontals[1]
        if ring_of(window) == "green":
            assert bearing_name == larger or (a == b and bearing_name == smaller)
        elif len(bearing_name) == 1:
            assert larger == bearing_name
            assert a >= 3 * b
        elif bearing_name:
            assert {larger, smaller} == set(bearing_name.split("/"))
            assert a <= 3 * b


@settings(max_examples=30)
@given(st.integers(2, 12))
def test_every_place_at_a_range_is_a_plot_of_the_window_that_shows_it(n: int) -> None:
    for a in range(-n, n + 1):
        for c in range(-n, n + 1):
            for up in range(-n, n + 1):
                place = HexVector(a, c, up)
                if isqrt(place.hexes**2 + up * up) == n:
                    seen = bearing(place).window
                    assert seen is not None
                    assert place in plots(n, seen)


@settings(max_examples=100)
@given(st.integers(0, 30), windows)
def test_the_plots_of_the_opposite_window_are_the_opposite_plots(n: int, window: Window) -> None:
    assert {-plot for plot in plots(n, window)} == set(plots(n, opposite(window)))


@given(st.integers(1, 40), windows)
def test_the_default_is_a_legal_plot(n: int, window: Window) -> None:
    assert default_plot(n, window) in plots(n, window)


def test_three_to_one_counts_as_both_a_side_and_a_corner() -> None:
    assert {"3A 1B"} <= texts(4, "A") & texts(4, "A/B")


@each_row(
    ("n", "window", "plot", "words"),
    [
        (
            4,
            "A",
            "2A 2B",
            "Fearless: 2A 2B is not a plot for 4 dots in A. Plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-.",
        ),
        (
            4,
            "A+",
            "4A",
            "Fearless: 4A is not a plot for 4 dots in A+. Plot 3A 3+; or 4A 2+, 3A 1B 2+ or 3A 1F 2+.",
        ),
        (
            4,
            "A++",
            "5A 4+",
            "Fearless: 5A 4+ is not a plot for 4 dots in A++. Plot 2A 4+, 1A 1B 4+ or 1A 1F 4+.",
        ),
        (1, "A/B", "", "Fearless: still is not a plot for 1 dot in A/B. Plot 1A or 1B."),
        (1, "C++", "1C 1+", "Fearless: 1C 1+ is not a plot for 1 dot in C++. Plot 1+."),
        (0, "A", "1A", "Fearless: 1A is not a plot for 0 dots in A. Plot still."),
    ],
)
def test_a_plot_that_is_not_allowed_is_refused_with_those_that_are(n: int, window: str, plot: str, words: str) -> None:
    assert [
        REASONS.told("Fearless", each)
        for each in plot_problems([(Window(window), n)], {Window(window): vector(plot)}, card_tables())
    ] == [words]


@settings(max_examples=60)
@given(st.integers(0, 12), windows)
def test_every_plot_on_the_list_is_taken_without_a_word(n: int, window: Window) -> None:
    for plot in plots(n, window):
        assert list(plot_problems([(window, n)], {window: plot}, card_tables())) == []


def test_one_horizontal_with_several_verticals_is_listed_shortly() -> None:
    assert in_words((vector("8A"), vector("8A 1+"))) == "8A alone or with 1+"
    assert in_words((vector("8A 2+"), vector("8A 1+"))) == "8A with 2+ or 1+"
    assert in_words((STILL,)) == "still"


def test_fewer_than_no_dots_is_a_bug() -> None:
    with pytest.raises(ValueError, match=r"dots count from 0 up: -1"):
        plots(-1, Window("A"))


@each_row("dots", [1, 2, 3, 4, 5, 12, 40])
def test_all_windows_together_have_every_cell_of_the_lookup_table_that_reads_so_many_dots(dots: int) -> None:
    cells = {(hexes, up) for hexes in range(dots + 1) for up in range(dots + 1) if ralt(hexes, up) == dots}
    assert {(plot.hexes, abs(plot.up)) for window in WINDOWS for plot in plots(dots, window)} == cells
