from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sits.rules_pack import PACKS
from sits_es.rules.sits.scenario.terms import Options, allowed_options, options_data, read_options
from tests.shared.rows import each_row

VERSIONS = tuple(range(1, len(PACKS) + 1))
OF_1 = "Options are sidewall, miracles, plot_ahead."
OF_2 = "Options are sidewall, plot_ahead, mixed_walls, own_side_targets."


@pytest.mark.parametrize("version", VERSIONS)
def test_a_scenario_that_says_nothing_plays_by_the_defaults(version: int) -> None:
    assert read_options({}, version) == Options(sidewall="strikes")
    defaults = {name: values[0] for name, values in allowed_options(version).items()}
    assert options_data(Options(), version) == defaults


def test_a_new_game_says_everything_that_can_be_chosen_in_it() -> None:
    assert options_data(Options()) == {
        "sidewall": "strikes",
        "plot_ahead": "on",
        "mixed_walls": False,
        "own_side_targets": False,
    }


def test_a_game_of_the_first_rules_says_what_it_said_then() -> None:
    assert options_data(Options(), 1) == {"sidewall": "strikes", "miracles": "off", "plot_ahead": "on"}


@each_row(
    ("version", "chosen"),
    [
        (version, dict(zip(allowed_options(version), values, strict=True)))
        for version in VERSIONS
        for values in product(*allowed_options(version).values())
    ],
)
def test_every_choice_is_read_as_it_was_written(version: int, chosen: dict[str, Any]) -> None:
    assert options_data(read_options(chosen, version), version) == chosen


@pytest.mark.parametrize(("said", "meant"), [("true", True), ("false", False)])
def test_a_fork_says_in_words_that_an_option_is_on(said: str, meant: bool) -> None:
    assert read_options({"own_side_targets": said, "mixed_walls": said}) == Options(
        own_side_targets=meant, mixed_walls=meant
    )


@each_row(
    ("version", "data", "faults"),
    [
        (1, {"sidewall": "bends"}, ["Option sidewall is bends; it can be strikes or stops."]),
        (2, {"sidewall": "bends"}, ["Option sidewall is bends; it can be strikes or stops."]),
        (1, {"miracles": True}, ["Option miracles is true; it can be off or on."]),
        (2, {"miracles": "on"}, [f"There is no option miracles. {OF_2}"]),
        (1, {"wind": "north"}, [f"There is no option wind. {OF_1}"]),
        (1, {"mixed_walls": True}, [f"There is no option mixed_walls. {OF_1}"]),
        (1, {"own_side_targets": "true"}, [f"There is no option own_side_targets. {OF_1}"]),
        (2, {"mixed_walls": "on"}, ["Option mixed_walls is on; it can be false or true."]),
        (2, {"own_side_targets": 1}, ["Option own_side_targets is 1; it can be false or true."]),
        (
            1,
            {"wind": "north", "sidewall": 1, "miracles": "on"},
            [f"There is no option wind. {OF_1}", "Option sidewall is 1; it can be strikes or stops."],
        ),
    ],
)
def test_every_wrong_option_is_told_at_once(version: int, data: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_options(data, version)
    assert str(refused.value).splitlines() == faults


def test_an_option_with_another_value_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="'sidewall' must be in"):
        Options(sidewall="bends")  # type: ignore[arg-type]
