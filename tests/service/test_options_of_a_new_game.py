"""A new game may be played by other options than its scenario's."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules import system
from sits_es.rules.options import chosen_options
from sits_es.rules.scenario_sheet import ScenarioSheet
from sits_es.rules.sits.scenario.terms import Options
from sits_es.service.scenario import found_game
from sits_es.service.session import Session
from tests.shared.duels import SCENARIO
from tests.shared.rows import each_row

#: Every option of every system, with the values it can have, of numbers the least and the most.
OPTIONS: dict[str, dict[str, tuple[str | int, str | int]]] = {
    "sits": {
        "sidewall": ("strikes", "stops"),
        "beams": ("together", "in turn"),
        "plot_ahead": ("on", "off"),
        "mixed_walls": (False, True),
        "own_side_targets": (False, True),
    },
    "sfb": {"run": (1, 32), "turns": (0, 999), "own_side_targets": (False, True)},
    "starwars": {"crews": ("on", "off"), "initiative": ("sides", "starships"), "rounds": (0, 999)},
    "xwing": {"dials": ("open", "sealed")},
}
CHOICES = [
    (rules, scenario, option, value)
    for rules, options in OPTIONS.items()
    for scenario, (option, values) in product(system(rules).bundled(), options.items())
    for value in values
]


def faults(rules: str, text: str, **chosen: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        system(rules).setup(text, "mine.toml", {}, chosen)
    return refusal.value.problems


@each_row(("rules", "scenario", "option", "value"), CHOICES)
def test_every_option_can_be_chosen_for_every_bundled_scenario(
    rules: str, scenario: str, option: str, value: str | int
) -> None:
    text = system(rules).bundled()[scenario].text
    said = str(value).lower() if isinstance(value, bool) else str(value)
    usual, made = (system(rules).setup(text, scenario, {}, chosen) for chosen in ({}, {option: said}))
    assert made.options == {**usual.options, option: value}
    assert type(made.options[option]) is type(value)
    assert made.opening == usual.opening


@each_row("rules", list(OPTIONS))
def test_an_unknown_option_names_all_that_the_scenarios_system_has(rules: str) -> None:
    for bundle in system(rules).bundled().values():
        assert faults(rules, bundle.text, wind="north") == (
            f"--option wind: There is no option wind. Options: {', '.join(OPTIONS[rules])}.",
        )


@each_row(
    ("rules", "option", "value", "said"),
    [
        ("sits", "sidewall", "bends", '"bends" is not allowed. It can be strikes or stops.'),
        ("sits", "beams", "In turn", '"In turn" is not allowed. It can be together or in turn.'),
        ("sits", "mixed_walls", "yes", '"yes" is not allowed. It can be false or true.'),
        ("sits", "plot_ahead", "", "Write plot_ahead=VALUE. It can be on or off."),
        ("sfb", "run", "0", '"0" is not allowed. It can be 1 to 32 impulses.'),
        ("sfb", "run", "33", '"33" is not allowed. It can be 1 to 32 impulses.'),
        (
            "sfb",
            "turns",
            "1000",
            '"1000" is not allowed. It can be 1 to 999 turns, or 0 to play until one side is left.',
        ),
        ("sfb", "turns", "-1", '"-1" is not allowed. It can be 1 to 999 turns, or 0 to play until one side is left.'),
        ("sfb", "field", "mirrored", "There is no option field. Options: run, turns, own_side_targets."),
        ("sfb", "runs", "8", "There is no option runs. Did you mean run? Options: run, turns, own_side_targets."),
        (
            "starwars",
            "rounds",
            "six",
            '"six" is not allowed. It can be 1 to 999 rounds, or 0 to play until one side is left.',
        ),
        ("starwars", "crews", "true", '"true" is not allowed. It can be on or off.'),
        ("xwing", "dials", "hidden", '"hidden" is not allowed. It can be open or sealed.'),
    ],
)
def test_a_wrong_choice_is_told_as_one_of_the_command_with_what_is_allowed(
    rules: str, option: str, value: str, said: str
) -> None:
    text = next(iter(system(rules).bundled().values())).text
    assert faults(rules, text, **{option: value}) == (f"--option {option}: {said}",)


def test_every_wrong_choice_is_told_at_once_beside_the_faults_of_the_file() -> None:
    text = SCENARIO.replace('map = "', 'mop = "')
    keys = "rules, title, text, map, players, ships, options, tables, house, victory"
    assert faults("sits", text, sidewall="bends", wind="north", beams="") == (
        f"mine.toml:4: mop: There is no key mop. Did you mean map? Keys: {keys}.",
        "--option wind: There is no option wind. Options: sidewall, beams, plot_ahead, mixed_walls, own_side_targets.",
        '--option sidewall: "bends" is not allowed. It can be strikes or stops.',
        "--option beams: Write beams=VALUE. It can be together or in turn.",
    )


def test_a_choice_takes_the_place_of_what_the_file_says_even_where_that_is_wrong() -> None:
    text = f'{SCENARIO}\n[options]\nsidewall = "bends"\nbeams = "in turn"\n'
    made = system("sits").setup(text, "mine.toml", {}, {"sidewall": "stops"})
    assert (made.options["sidewall"], made.options["beams"]) == ("stops", "in turn")


def test_an_option_stands_in_one_place_of_the_file() -> None:
    text = system("starwars").bundled()["ambush"].text.replace("[options]\n", "[options]\nrounds = 3\n")
    (fault,) = faults("starwars", text)
    assert fault.endswith(": options.rounds: There is no key rounds. Keys: crews, initiative.")


def test_what_nobody_chooses_stands_where_the_file_has_it() -> None:
    sheet = ScenarioSheet.read('beams = "in turn"\n[options]\nsidewall = "stops"\n', "mine.toml")
    found = sheet.options(Options, {"mixed_walls": "true"}, ["beams"], plot_ahead="off")
    sheet.refuse()
    assert found == Options(sidewall="stops", beams="in turn", plot_ahead="off", mixed_walls=True)


@each_row(
    ("options", "chosen"),
    [
        ([], {}),
        (["sidewall=stops", "beams=in turn"], {"sidewall": "stops", "beams": "in turn"}),
        (["sidewall=stops", "sidewall=strikes"], {"sidewall": "strikes"}),  # the last one counts
        (["title=a=b"], {"title": "a=b"}),
        (["sidewall", "beams="], {"sidewall": "", "beams": ""}),
        (["=stops"], {"=stops": ""}),
    ],
)
def test_options_are_written_as_name_and_value(options: list[str], chosen: dict[str, str]) -> None:
    assert chosen_options(options) == chosen


def test_the_record_of_a_game_says_what_was_chosen(tmp_path: Path) -> None:
    with Session(tmp_path) as session:
        begun = found_game(session, "duel", "friday", "sits", options=["sidewall=stops", "own_side_targets=true"])
        assert begun.created.options == {
            "sidewall": "stops",
            "beams": "together",
            "plot_ahead": "on",
            "mixed_walls": False,
            "own_side_targets": True,
        }
