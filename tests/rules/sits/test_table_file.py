"""A file of tables that a scenario names."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules import system, system_names
from sits_es.rules.sits.cards.samples import sample_files
from sits_es.rules.sits.scenario.scenario import setup
from sits_es.rules.sits.scenario.table_file import named_tables, tables_of
from sits_es.rules.sits.tables.tables import from_data
from sits_es.rules.supplied import is_beside
from sits_es.service.scenario import files_for
from tests.shared.bundled_files import bundled_of
from tests.shared.rows import each_row

DUEL = bundled_of("sits")["duel"].text
MINE = """
[missile_damage]
heavy = { laser_head = 10, nuke = 95 }
[kill_chart]
0 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
"""


def naming(name: str, more: str = "") -> str:
    return f'tables = "{name}"\n{DUEL}\n{more}'


def faults(text: str, files: dict[str, str]) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        setup(text, "duel.toml", files)
    return refusal.value.problems


def test_a_scenario_is_played_by_the_tables_that_it_names_and_a_class_file_stays_one() -> None:
    own_class = sample_files()["Sample Destroyer"].replace("Sample Destroyer", "Picket")
    ready = setup(naming("mine.toml"), "duel.toml", {"mine.toml": MINE, "picket.toml": own_class})
    tables = from_data(ready.tables)
    assert tables.own == ("kill_chart.0", "missile_damage.heavy")
    assert [row.nuke for row in tables.missile_damage] == [20, 40, 95]


def test_house_tables_are_laid_over_the_named_file() -> None:
    house = "[house.missile_damage]\nheavy.nuke = 99\n[house.kill_chart]\n50 = [" + "1, " * 19 + "]\n"
    tables = from_data(setup(naming("mine.toml", house), "duel.toml", {"mine.toml": MINE}).tables)
    assert [(row.laser_head, row.nuke) for row in tables.missile_damage] == [(2, 20), (4, 40), (10, 99)]
    assert tables.own == ("kill_chart.0", "kill_chart.50", "missile_damage.heavy")


def test_factors_of_lasers_in_the_scenario_do_not_take_away_lasers_of_the_named_file() -> None:
    cells = "[laser_damage]\n20 = [[99, 1, 1, 1, 1, 1]]\n30 = [[98, 1, 1, 1, 1, 1]]\n"
    text = naming("mine.toml", '[house.laser_damage]\nrange_factors = ["1", "1", "1", "1", "1"]\n')
    line = len(text.splitlines())
    (fault,) = faults(text, {"mine.toml": cells})
    where = f"duel.toml:{line}: house.laser_damage.range_factors"
    assert fault == (
        f"{where}: it would recompute lasers that the tables file already has: 20, 30. "
        "Enter range_factors in that file."
    )
    ready = setup(text, "duel.toml", {"mine.toml": MINE})
    assert {block.rows[3][0] for block in from_data(ready.tables).laser_damage} == {*range(20, 100, 10)}


def test_faults_of_the_scenario_and_of_its_tables_are_named_together_each_with_its_file() -> None:
    text = naming("mine.toml").replace("turns = 6", "turns = 0")
    bad = MINE.replace("95", "-1")
    line = text.splitlines().index("turns = 0") + 1
    assert faults(text, {"mine.toml": bad}) == (
        f"duel.toml:{line}: victory.turns: 0 is out of range. Write a whole number from 1 to 999.",
        "mine.toml:3: missile_damage.heavy.nuke is -1. It must be a whole number from 0 up.",
    )
    assert faults(naming("mine.toml"), {"mine.toml": "x"})[0].startswith("mine.toml:1: This is not TOML")


@each_row("name", ["", "/etc/mine.toml", "../mine.toml", "a/../b.toml", "./mine.toml", "c:mine.toml"])
def test_tables_outside_the_scenarios_folder_are_refused(name: str) -> None:
    said = (
        f'"{name}" is not a file beside this scenario. Name a file in the scenario\'s folder, such as "my_tables.toml".'
    )
    assert faults(naming(name), {name: MINE}) == (f"duel.toml:1: tables: {said}",)


def test_tables_that_are_not_there_are_refused_by_both_names() -> None:
    said = "there is no file mine.toml beside this scenario. Add the file, or leave this line out."
    assert faults(naming("mine.toml"), {}) == (f"duel.toml:1: tables: {said}",)


def test_tables_are_named_by_a_text() -> None:
    (said,) = faults(f"tables = 3\n{DUEL}", {})
    assert said == 'duel.toml:1: tables: 3 is not a text. Write a text in quotes, such as "my_tables.toml".'


@each_row(
    ("text", "named"),
    [(DUEL, ()), ("x", ()), ("tables = 3", ()), ('tables = "a.toml"', ("a.toml",)), (f'tables = "b"\n{DUEL}', ("b",))],
)
def test_a_scenario_names_its_file_of_tables_whatever_else_is_in_it(text: str, named: tuple[str, ...]) -> None:
    assert named_tables(text) == system("sits").named_files(text) == named


@each_row(
    ("name", "beside"),
    [
        ("mine.toml", True),
        ("sub/mine.toml", True),
        ("my tables.toml", True),
        ("", False),
        ("..", False),
        ("sub/../mine.toml", False),
        ("/mine.toml", False),
        ("sub//mine.toml", False),
        ("sub\\mine.toml", False),
        ("C:/mine.toml", False),
        ("a\0", False),
    ],
)
def test_a_file_beside_a_scenario_is_in_its_folder_or_below(name: str, *, beside: bool) -> None:
    assert is_beside(name) == beside


def test_named_files_are_read_from_the_scenarios_own_folder(tmp_path: Path) -> None:
    (tmp_path / "battle" / "own").mkdir(parents=True)
    (tmp_path / "battle" / "own" / "mine.toml").write_text(MINE, encoding="utf-8")
    rules, scenario = system("sits"), str(tmp_path / "battle" / "duel.toml")
    text = naming("own/mine.toml")
    assert files_for(rules, text, scenario, tmp_path, None) == {"own/mine.toml": MINE}
    for other in ("mine.toml", "../battle/own/mine.toml", "x" * 5000):
        assert files_for(rules, naming(other), scenario, tmp_path, None) == {}


def test_a_file_that_has_the_name_of_a_unit_file_is_refused_unless_it_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    for path in (tmp_path / "mine.toml", tmp_path / "cards" / "mine.toml"):
        path.write_text(MINE, encoding="utf-8")
    rules, scenario = system("sits"), str(tmp_path / "duel.toml")
    with pytest.raises(NotAllowedError) as refusal:
        files_for(rules, naming("mine.toml"), scenario, tmp_path, None)
    said = f"{tmp_path / 'mine.toml'} has the same name as one of your own unit files. Give it another name."
    assert str(refusal.value) == said
    assert files_for(rules, naming("mine.toml"), scenario, tmp_path, tmp_path) == {"mine.toml": MINE}


@each_row("name", [name for name in system_names() if name != "sits"])
def test_scenarios_of_other_rules_name_no_files(name: str) -> None:
    assert system(name).named_files('tables = "mine.toml"') == ()


@each_row(
    ("text", "kinds"),
    [
        (MINE, ("kill_chart.0", "missile_damage.heavy")),
        (naming("mine.toml"), ("kill_chart.0", "missile_damage.heavy")),
        (
            naming("mine.toml", "[house.roll_chart]\n1 = [" + "9, " * 11 + "]"),
            ("kill_chart.0", "missile_damage.heavy", "roll_chart.1"),
        ),
        (DUEL, ()),
    ],
)
def test_a_file_of_tables_or_a_scenario_leads_to_tables(text: str, kinds: tuple[str, ...]) -> None:
    assert tables_of(text, "x.toml", {"mine.toml": MINE}).own == kinds
