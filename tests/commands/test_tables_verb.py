"""sits tables show, new and check."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.rules.sits.tables.section import SECTIONS
from sits_es.rules.sits.tables.tables import as_file, card_tables
from tests.shared.commands_told import Sits
from tests.shared.duels import SCENARIO
from tests.shared.programs import Table

MINE = "[pivot_chart]\n3 = [1, 2, 3, 4, 5, 5]\n"


def test_a_new_file_passes_the_check_and_has_nothing_of_its_own(sits: Sits) -> None:
    told = sits("tables", "new", "-o", "mine.toml")
    assert told == (0, "mine.toml is written. Edit it, then: sits tables check mine.toml\n", "")
    said = "mine.toml: nothing of its own: every entry is the program's.\n"
    assert sits("tables", "check", "mine.toml") == (0, said, "")
    refused = sits("tables", "new", "-o", "mine.toml")
    assert refused == (1, "", "mine.toml already exists and is never overwritten. Name another file.\n")
    assert sits("tables", "new").out == Path("mine.toml").read_text(encoding="utf-8")


def test_check_says_what_a_file_has_of_its_own_or_every_fault_by_key_and_line(sits: Sits) -> None:
    Path("one.toml").write_text(MINE, encoding="utf-8")
    Path("two.toml").write_text(
        MINE + "4 = [1, 1, 1, 1, 1, 1]\n[graser_damage]\n90 = [[1, 1, 1, 1, 1, 1]]\n", encoding="utf-8"
    )
    Path("bad.toml").write_text("[pivot_chart]\n3 = [1]\n[roll]\n", encoding="utf-8")
    told = sits("tables", "check", "one.toml", "two.toml", "bad.toml")
    assert (told.code, told.out) == (
        1,
        "one.toml: 1 table of its own: pivot_chart.\ntwo.toml: 2 tables of its own: graser_damage.90, pivot_chart.\n",
    )
    assert told.err == (
        "bad.toml:2: pivot_chart.3 is [1]. It must be a list of 6.\n"
        f"bad.toml:3: roll is unknown. The tables may have {', '.join(SECTIONS)}.\n"
    )
    found = sits("tables", "check", "one.toml", "bad.toml", "--json").json
    assert [each["ok"] for each in found] == [True, False]
    assert [(fault["line"], fault["key"]) for fault in found[1]["faults"]] == [(2, "pivot_chart.3"), (3, "roll")]


def test_check_says_that_a_scenario_is_not_a_file_of_tables(sits: Sits) -> None:
    Path("battle.toml").write_text('title = "A battle"\n[house.missile_damage.light]\nnuke = 3\n', encoding="utf-8")
    right = "Check it with: sits scenario check battle.toml"
    refused = (1, "", f"battle.toml: this is a scenario, not a file of tables. {right}\n")
    assert sits("tables", "check", "battle.toml") == refused


def test_show_prints_the_bundled_tables_or_one_of_them(sits: Sits) -> None:
    whole = sits("tables", "show")
    assert (whole.code, whole.err) == (0, "")
    assert whole.out.startswith("# The tables that come with the program.\n# Enter what your printed game says;")
    assert whole.out.endswith(as_file(card_tables(), (), "roll_chart"))
    one = sits("tables", "show", "--section", "Kill_Chart")
    assert one.out.endswith(as_file(card_tables(), (), "kill_chart"))
    assert one.out.count("\n[") == 1


def test_show_prints_what_a_file_or_a_scenario_leads_to(sits: Sits) -> None:
    Path("mine.toml").write_text(MINE, encoding="utf-8")
    Path("battle.toml").write_text(
        f'tables = "mine.toml"\n{SCENARIO}\n[house.roll_chart]\n2 = [{", ".join("1" * 11)}]\n', encoding="utf-8"
    )
    row = "3 = [ 1,  2,  3,  4,  5,  5]  # own table\n"
    for file, tables in (("mine.toml", 1), ("battle.toml", 2)):
        told = sits("tables", "show", file)
        assert told.out.startswith(f"# The tables of {file}.\n")
        assert row in told.out
        assert told.out.count("# own table") == tables
    Path("mine.toml").write_text("x = 1\n", encoding="utf-8")
    said = f"mine.toml:1: x is unknown. The tables may have {', '.join(SECTIONS)}.\n"
    for file in ("mine.toml", "battle.toml"):
        assert sits("tables", "show", file) == (1, "", said)


def test_show_prints_the_tables_of_a_game_and_of_its_branches(sits: Sits) -> None:
    Path("mine.toml").write_text(MINE, encoding="utf-8")
    Path("battle.toml").write_text(f'tables = "mine.toml"\n{SCENARIO}', encoding="utf-8")
    assert sits("new", "battle.toml", "--name", "friday").code == 0
    assert sits("fork", "friday", "--at", "1.1", "--name", "what-if").code == 0
    Path("mine.toml").unlink()
    for name in ("friday", "what-if"):
        told = sits("tables", "show", name, "--section", "pivot_chart")
        assert told.out.startswith(f"# The tables of {name}.\n")
        assert "3 = [ 1,  2,  3,  4,  5,  5]  # own table\n" in told.out


def test_show_for_programs_has_sources_beside_the_tables(sits: Sits) -> None:
    Path("mine.toml").write_text(MINE, encoding="utf-8")
    found = sits("tables", "show", "mine.toml", "--section", "pivot_chart", "--json").json
    assert found["of"] == "mine.toml"
    assert found["own"] == ["pivot_chart.3"]
    assert found["sources"]["pivot_chart.3"] == "own table"
    assert found["sources"]["pivot_chart.4"] == "house"
    assert list(found["tables"]) == ["pivot_chart"]
    assert found["tables"]["pivot_chart"]["3"] == [1, 2, 3, 4, 5, 5]
    whole = sits("tables", "show", "--json").json
    assert (whole["of"], whole["own"], set(whole["tables"])) == (None, [], {*SECTIONS})


def test_a_game_by_mail_is_played_by_the_tables_that_its_hosts_scenario_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch)
    battle, mine = tmp_path / "battle.toml", tmp_path / "mine.toml"
    battle.write_text(f'tables = "mine.toml"\n{SCENARIO}', encoding="utf-8")
    mine.write_text(MINE, encoding="utf-8")
    table.begin(str(battle))
    mine.unlink()
    said = (
        f"{battle}:1: tables: there is no file mine.toml beside this scenario. Add the file, or leave this line out.\n"
    )
    again = ("mail", "invite", str(battle), "--name", "again", "--as", "red", "blue=ben@example.org")
    assert table.refused("anna", *again) == said
    row = "3 = [ 1,  2,  3,  4,  5,  5]  # own table\n"
    assert row in table.sits("ben", "tables", "show", "duel", "--section", "pivot_chart")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("monday",), "There is no game monday in games. Games here: belt.\n"),
        (("belt",), "belt is a game of {title}. Name a game of SITS.\n"),
        (
            ("--section", "kill_chat"),
            f"There is no table kill_chat. Did you mean kill_chart? Tables: {', '.join(SECTIONS)}.\n",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(sits: Sits, words: tuple[str, ...], said: str) -> None:
    from sits_es.rules import system

    assert sits("new", "ambush", "--name", "belt").code == 0
    assert sits("tables", "show", *words) == (1, "", said.replace("{title}", system("starwars").title))


@pytest.mark.parametrize("verb", ["show", "new", "check"])
def test_help_has_examples(sits: Sits, verb: str) -> None:
    assert f"    sits tables {verb}" in sits("tables", verb, "--help").out
