from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.sits.reasons import REASONS
from sits_es.rules.sits.sums.plots import Plotted, apply_dots, default_plot, plot_problems
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.avid import WINDOWS, Window
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors

CARD = card_tables()
A, B, CORNER = Window("A"), Window("B"), Window("A/B")

speeds = st.integers(-60, 60)
velocities = st.builds(HexVector, a=speeds, c=speeds, up=speeds)
dots_by_window = st.dictionaries(st.sampled_from(WINDOWS), st.integers(1, 20), max_size=4)


def vector(text: str) -> HexVector:
    return read_vectors(text).net()


def test_dots_in_several_windows_are_plotted_window_by_window_then_added() -> None:
    # The order of rules 6: plot A: 3A 1B; A/B: 1B.
    done = apply_dots(vector("4A 6B 1+"), ((A, 4), (CORNER, 1)), {A: vector("3A 1B"), CORNER: vector("1B")}, CARD)
    assert done.plots == (Plotted(A, 4, vector("3A 1B")), Plotted(CORNER, 1, vector("1B")))
    assert str(done.vector) == "8B 7A 1+"
    assert done.steps == ()


def test_a_window_without_a_named_plot_takes_its_default() -> None:
    done = apply_dots(STILL, ((A, 4), (CORNER, 1)), {CORNER: vector("1B")}, CARD)
    assert [str(plotted.vector) for plotted in done.plots] == ["4A", "1B"]
    assert str(done.vector) == "4A 1B"


def test_vectors_are_resolved_180_degrees_apart_then_120() -> None:
    done = apply_dots(vector("5D 2C"), ((A, 3), (Window("E"), 1)), {}, CARD)
    # 2D 2C 1E: C and E fold into D.
    assert tuple(step.in_words() for step in done.steps) == (
        "180 degrees: 3A and 5D leave 2D.",
        "120 degrees: 2C and 1E make 1D (3D in all) and leave 1C.",
    )
    assert str(done.vector) == "3D 1C"


def test_no_dots_change_nothing() -> None:
    done = apply_dots(vector("4A 1+"), (), {}, CARD)
    assert (done.plots, done.steps, done.vector) == ((), (), vector("4A 1+"))


@settings(max_examples=150)
@given(velocities, dots_by_window)
def test_the_new_velocity_is_the_old_one_and_every_plot(velocity: HexVector, counts: dict[Window, int]) -> None:
    done = apply_dots(velocity, counts.items(), {}, CARD)
    assert done.vector == sum((default_plot(n, window) for window, n in counts.items()), velocity)
    assert [(plotted.window, plotted.dots) for plotted in done.plots] == list(counts.items())


def test_every_plot_that_is_not_allowed_is_refused_at_once() -> None:
    dots = ((A, 4), (CORNER, 1))
    chosen = {A: vector("2A 2B"), CORNER: vector("1C"), B: vector("1B")}
    words = [
        "2A 2B is not a plot for 4 dots in A. Plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-.",
        "1C is not a plot for 1 dot in A/B. Plot 1A or 1B.",
        "1B is plotted in B, where there are no dots. Dots are in A, A/B.",
    ]
    assert [REASONS.told("Fearless", each) for each in plot_problems(dots, chosen, CARD)] == [
        f"Fearless: {word}" for word in words
    ]
    with pytest.raises(ValueError, match="plots that are not allowed"):
        apply_dots(STILL, dots, chosen, CARD)


def test_a_plot_without_any_dots_is_refused() -> None:
    assert [REASONS.told("Fearless", each) for each in plot_problems((), {A: STILL}, CARD)] == [
        "Fearless: still is plotted in A, where there are no dots. Dots are in no window."
    ]
