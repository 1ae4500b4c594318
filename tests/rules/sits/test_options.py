from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.options import options_data, read_options
from sits_es.rules.sits.scenario.terms import OPTIONS, Options
from tests.shared.rows import each_row

KNOWN = "Options: sidewall, beams, plot_ahead, mixed_walls, own_side_targets."


def test_a_scenario_that_says_nothing_plays_by_the_defaults() -> None:
    assert read_options(Options, {}) == Options(sidewall="strikes")
    assert options_data(Options()) == {name: values[0] for name, values in OPTIONS.items()}


def test_a_new_game_says_everything_that_can_be_chosen_in_it() -> None:
    assert options_data(Options()) == {
        "sidewall": "strikes",
        "beams": "together",
        "plot_ahead": "on",
        "mixed_walls": False,
        "own_side_targets": False,
    }


@each_row("chosen", [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())])
def test_every_choice_is_read_as_it_was_written(chosen: dict[str, Any]) -> None:
    assert options_data(read_options(Options, chosen)) == chosen


@pytest.mark.parametrize(("said", "meant"), [("true", True), ("false", False)])
def test_a_fork_says_in_words_that_an_option_is_on(said: str, meant: bool) -> None:
    assert read_options(Options, {"own_side_targets": said, "mixed_walls": said}) == Options(
        own_side_targets=meant, mixed_walls=meant
    )


@each_row(
    ("data", "faults"),
    [
        ({"sidewall": "bends"}, ['Option sidewall is "bends"; it can be strikes or stops.']),
        ({"beams": "one by one"}, ['Option beams is "one by one"; it can be together or in turn.']),
        ({"wind": "north"}, [f"There is no option wind. {KNOWN}"]),
        ({"mixed_walls": "on"}, ['Option mixed_walls is "on"; it can be false or true.']),
        ({"own_side_targets": 1}, ["Option own_side_targets is 1; it can be false or true."]),
        (
            {"wind": "north", "sidewall": 1, "plot_ahead": "on"},
            [f"There is no option wind. {KNOWN}", "Option sidewall is 1; it can be strikes or stops."],
        ),
    ],
)
def test_every_wrong_option_is_told_at_once(data: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_options(Options, data)
    assert str(refused.value).splitlines() == faults


def test_an_option_with_another_value_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="'sidewall' must be in"):
        Options(sidewall="bends")  # type: ignore[arg-type]
