import json
import pathlib
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from commands.scenario import app
from sits_es.rules.sits.cards.samples import sample_files
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.commands_told import run

Runner = Callable[..., Result]


@pytest.fixture
def sits(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run a verb in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SITS_HOME", raising=False)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_a_new_file_passes_the_check(sits: Runner) -> None:
    assert sits("new").stdout == template_of("sits")
    written = sits("new", "-o", "mine.toml")
    assert written.output == "mine.toml is written. Edit it, then: sits scenario check mine.toml\n"
    checked = sits("check", "mine.toml")
    assert (checked.exit_code, checked.stdout) == (0, "mine.toml: Two cruisers meet is valid.\n")


def test_a_new_file_can_start_from_a_bundled_one(sits: Runner) -> None:
    assert sits("new", "Convoy").stdout == bundled_of("sits")["convoy"].text
    refused = sits("new", "--rules", "sits", "convey")
    said = "There is no bundled scenario convey. Did you mean convoy? Bundled scenarios: convoy, duel, squadron.\n"
    assert (refused.exit_code, refused.stderr) == (1, said)


def test_every_fault_of_every_file_is_named_and_the_exit_status_is_1(sits: Runner, tmp_path: pathlib.Path) -> None:
    text = bundled_of("sits")["duel"].text
    bad = text.replace('nose = "B"', 'nose = "G"').replace("turns = 6", "turns = 0")
    (tmp_path / "good.toml").write_text(text, encoding="utf-8")
    (tmp_path / "bad.toml").write_text(bad, encoding="utf-8")
    nose, turns = (bad.splitlines().index(line) + 1 for line in ('nose = "G"', "turns = 0"))
    checked = sits("check", "good.toml", "bad.toml")
    assert (checked.exit_code, checked.stdout) == (1, "good.toml: A duel of cruisers is valid.\n")
    assert checked.stderr == (
        f'bad.toml:{nose}: ships[1].nose: The nose "G" is wrong at column 1: G belongs to no window. Write a side such '
        "as A or a corner such as A/B, with +, - or neither; a side with ++ or --; or +++ or ---.\n"
        f"bad.toml:{turns}: victory.turns: 0 is out of range. Write a whole number from 1 to 999.\n"
    )
    found = json.loads(sits("check", "good.toml", "bad.toml", "--json").stdout)
    assert [each["ok"] for each in found] == [True, False]
    assert [(fault["line"], fault["key"]) for fault in found[1]["faults"]] == [
        (nose, "ships[1].nose"),
        (turns, "victory.turns"),
    ]


def test_a_players_own_classes_are_known(sits: Runner, tmp_path: pathlib.Path) -> None:
    mine = sample_files()["Sample Light Cruiser"].replace("Sample Light Cruiser", "Picket")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "picket.toml").write_text(mine, encoding="utf-8")
    duel = bundled_of("sits")["duel"].text.replace("Sample Light Cruiser", "Picket")
    (tmp_path / "duel.toml").write_text(duel, encoding="utf-8")
    assert sits("check", "duel.toml").exit_code == 1
    checked = sits("check", "duel.toml", "--cards", "own")
    assert (checked.exit_code, checked.stdout) == (0, "duel.toml: A duel of cruisers is valid.\n")


def test_a_class_of_ones_own_that_no_ship_is_of_hinders_no_game_and_one_that_is_must_be_on_the_tables(
    sits: Runner, tmp_path: pathlib.Path
) -> None:
    mine = sample_files()["Sample Light Cruiser"].replace("Sample Light Cruiser", "Picket").replace('"medium"', '"3M"')
    (tmp_path / "var" / "cards").mkdir(parents=True)
    (tmp_path / "var" / "cards" / "mine.toml").write_text(mine, encoding="utf-8")
    text = bundled_of("sits")["duel"].text
    (tmp_path / "without.toml").write_text(text, encoding="utf-8")
    (tmp_path / "with.toml").write_text(text.replace("Sample Light Cruiser", "Picket"), encoding="utf-8")
    line = text.splitlines().index('class = "Sample Light Cruiser"') + 1
    checked = sits("check", "without.toml", "with.toml")
    assert (checked.exit_code, checked.stdout) == (1, "without.toml: A duel of cruisers is valid.\n")
    mounts = ("port", "starboard", "forward", "aft")
    assert checked.stderr.splitlines() == [
        f"with.toml:{line}: ships[1].class: Picket, mounts.{mount}.missile_size: the missile damage table has no type "
        "3M. Write one of light, medium, heavy, or enter 3M in the tables."
        for mount in mounts
    ]


def test_tables_that_a_scenario_names_are_checked_with_it(sits: Runner, tmp_path: pathlib.Path) -> None:
    (tmp_path / "battles").mkdir()
    duel, tables = tmp_path / "battles" / "duel.toml", tmp_path / "battles" / "mine.toml"
    duel.write_text(f'tables = "mine.toml"\n{bundled_of("sits")["duel"].text}', encoding="utf-8")
    assert sits("check", "battles/duel.toml").stderr == (
        "battles/duel.toml:1: tables: there is no file mine.toml beside this scenario. "
        "Add the file, or leave this line out.\n"
    )
    tables.write_text("[pivot_chart]\n3 = [1, 2, 3, 4, 5]\n", encoding="utf-8")
    said = "mine.toml:2: pivot_chart.3 is [1, 2, 3, 4, 5]. It must be a list of 6.\n"
    assert sits("check", "battles/duel.toml").stderr == said
    tables.write_text("[pivot_chart]\n3 = [1, 2, 3, 4, 5, 5]\n", encoding="utf-8")
    checked = sits("check", "battles/duel.toml")
    assert (checked.exit_code, checked.stdout) == (0, "battles/duel.toml: A duel of cruisers is valid.\n")


@pytest.mark.parametrize("verb", ["new", "check"])
def test_help_has_examples(verb: str) -> None:
    assert f"    sits scenario {verb}" in run("scenario", verb, "--help").out


@pytest.mark.parametrize("name", sorted(bundled_of("sits")))
def test_titles_and_texts_that_a_screen_would_choke_on_are_refused_with_their_place(
    sits: Runner, tmp_path: pathlib.Path, name: str
) -> None:
    text = bundled_of("sits")[name].text
    line = next(number for number, each in enumerate(text.splitlines(), 1) if each.startswith("title = "))
    for title, said in (
        ("x" * 1_000_000, "The text has 1,000,000 characters; it may have at most 100."),
        (r"A \u202eduel\u001b[31m", "The text holds an invisible character."),
    ):
        lines = text.splitlines()
        lines[line - 1] = f'title = "{title}"'
        (tmp_path / "odd.toml").write_text("\n".join(lines), encoding="utf-8")
        assert sits("check", "odd.toml").stderr == f"odd.toml:{line}: title: {said}\n"
