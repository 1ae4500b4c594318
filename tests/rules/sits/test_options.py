from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sits.scenario.terms import ALLOWED, Options, options_data, read_options


def test_a_scenario_that_says_nothing_plays_by_the_defaults() -> None:
    assert read_options({}) == Options(sidewall="strikes", miracles="off")
    assert options_data(Options()) == {name: values[0] for name, values in ALLOWED.items()}


@pytest.mark.parametrize("chosen", [dict(zip(ALLOWED, values, strict=True)) for values in product(*ALLOWED.values())])
def test_every_choice_is_read_as_it_was_written(chosen: dict[str, Any]) -> None:
    assert options_data(read_options(chosen)) == chosen


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ({"sidewall": "bends"}, ["Option sidewall is bends; it can be strikes or stops."]),
        ({"miracles": True}, ["Option miracles is True; it can be off or on."]),
        ({"wind": "north"}, ["There is no option wind. Options are sidewall, miracles, plot_ahead."]),
        (
            {"wind": "north", "sidewall": 1, "miracles": "on"},
            [
                "There is no option wind. Options are sidewall, miracles, plot_ahead.",
                "Option sidewall is 1; it can be strikes or stops.",
            ],
        ),
    ],
)
def test_every_wrong_option_is_told_at_once(data: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_options(data)
    assert str(refused.value).splitlines() == faults


def test_an_option_with_another_value_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="'sidewall' must be in"):
        Options(sidewall="bends")  # type: ignore[arg-type]
