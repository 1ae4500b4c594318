"""sits new: a game begun from a bundled scenario or a file; nothing is written when it is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sits_es.rules import system, system_names
from tests.shared.commands_told import Sits
from tests.shared.duels import SCENARIO


def test_a_game_begun_from_a_file_says_whose_orders_are_owed_and_what_to_type(sits: Sits) -> None:
    told = sits("new", "duel.toml", "--name", "friday")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == [
        "friday is set up: A duel for tests. Players: blue (Ben), red (Anna).",
        "friday: everybody owes orders for 1.1.",
        "  sits orders new friday --as blue -o friday-blue.orders",
        "  sits orders new friday --as red -o friday-red.orders",
        "  sits play friday friday-blue.orders friday-red.orders",
    ]


def test_what_to_type_is_in_quotes_where_a_shell_needs_them(sits: Sits) -> None:
    said = sits("new", "duel.toml", "--name", "friday night").out
    assert "  sits play 'friday night' 'friday night-blue.orders' 'friday night-red.orders'\n" in said
    forked = sits("fork", "friday night", "--at", "1.1", "--name", "what if").out
    assert "  sits orders new 'what if' --as blue -o changed.orders\n" in forked
    assert "  sits diff 'friday night' 'what if'\n" in forked


def test_names_that_differ_in_upper_and_lower_case_alone_are_one_name(sits: Sits) -> None:
    assert sits("new", "duel.toml", "--name", "friday").code == 0
    assert sits("new", "duel.toml", "--name", "Friday") == (
        1,
        "",
        "There is already a game friday. Choose another name, or see: sits show friday\n",
    )
    assert sits("fork", "friday", "--at", "1.1", "--name", "FRIDAY") == (
        1,
        "",
        "There is already a game named friday. Give the fork another name.\n",
    )


@pytest.mark.parametrize("scenario", ["duel", "convoy", "squadron"])
def test_every_bundled_scenario_begins(sits: Sits, scenario: str) -> None:
    told = sits("new", scenario, "--name", "g")
    assert told.code == 0, told.err
    assert "g: everybody owes orders for 1.1." in told.out
    (game,) = sits("games", "--json").json
    assert (game["name"], game["scenario"], game["turn"], game["segment"]) == ("g", scenario, 1, 1)
    assert sits("audit", "verify", "g").code == 0


@pytest.mark.parametrize("name", ["x", "Ægir 2", "friday night", "3", "#"])
def test_a_game_may_bear_any_name_that_an_order_can_hold(sits: Sits, name: str) -> None:
    told = sits("new", "duel.toml", "--name=" + name)
    assert told.code == 0, told.err
    assert [game["name"] for game in sits("games", "--json").json] == [name]
    template = sits("orders", "new", "--as", "red", "--", name)
    assert template.code == 0, template.err
    Path("o.orders").write_text(template.out, encoding="utf-8")
    assert sits("orders", "check", "o.orders").code == 0


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("", "The name is empty. Choose another name for the game."),
        (" x", 'The name " x" holds an invisible character. Choose another name for the game.'),
        ("a\nb", 'The name "a b" holds an invisible character. Choose another name for the game.'),
        ('a"b', 'The name "a"b" can\'t be written in an order. Choose another name for the game.'),
        ("x" * 61, "The name has 61 characters; it may have at most 60. Choose another name for the game."),
        ("duel", "There is already a game duel. Choose another name, or see: sits show duel"),
    ],
)
def test_a_name_that_will_not_do_is_refused(
    begun: Sits, rows: Callable[[], list[object]], name: str, refusal: str
) -> None:
    before = rows()
    assert begun("new", "duel.toml", "--name", name) == (1, "", refusal + "\n")
    assert rows() == before


def test_a_scenario_that_there_is_not_is_refused(sits: Sits) -> None:
    known = ", ".join(sorted(scenario for name in system_names() for scenario in system(name).bundled()))
    known = f"Bundled: {known}. See: sits scenario list"
    said = f"There is no scenario dual, neither bundled nor as a file. Did you mean duel? {known}\n"
    assert sits("new", "dual", "--name", "g") == (1, "", said)


@pytest.mark.parametrize("scenario", ["x" * 5000, "a/" * 3000])
def test_a_scenario_that_no_file_can_be_called_is_refused(sits: Sits, scenario: str) -> None:
    told = sits("new", scenario, "--name", "g")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("There is no scenario x" if scenario[0] == "x" else "There is no scenario a/")


def test_a_scenario_that_is_a_folder_or_not_text_is_refused(sits: Sits) -> None:
    assert sits("new", ".", "--name", "g") == (1, "", ". is a folder. Name a file in it.\n")
    Path("bad.toml").write_bytes(b'title = "\xff"')
    assert sits("new", "bad.toml", "--name", "g") == (
        1,
        "",
        "bad.toml: byte 10 is not UTF-8 text. Save the file as UTF-8.\n",
    )


def test_a_rule_system_that_there_is_not_is_refused(sits: Sits) -> None:
    told = sits("new", "duel", "--name", "g", "--rules", "chess")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("There is no rule system chess. Installed: ")


def test_every_fault_of_a_scenario_is_named_at_once_and_nothing_is_written(sits: Sits) -> None:
    wrong = SCENARIO.replace("Light Cruiser", "Lite Cruiser").replace('at = "1,-30 alt +3"', 'at = "1;-30"')
    Path("wrong.toml").write_text(wrong, encoding="utf-8")
    told = sits("new", "wrong.toml", "--name", "g")
    assert (told.code, told.out) == (1, "")
    assert "Sample Lite Cruiser" in told.err
    assert "1;-30" in told.err
    assert sits("games", "--json").json == []


def test_a_folder_of_ships_that_is_not_there_is_refused(sits: Sits) -> None:
    assert sits("new", "duel.toml", "--name", "g", "--cards", "my-cards") == (
        1,
        "",
        "There is no folder my-cards. Name a folder that contains cards.\n",
    )


def test_a_players_own_class_files_are_read_from_a_folder_and_from_ships_beside_the_games(
    sits: Sits, home: Path
) -> None:
    text = sits("card", "new").out
    assert 'name = "' in text
    own = text.replace(text.split('name = "', 1)[1].split('"', 1)[0], "Cruiser of Our Own", 1)
    scenario = SCENARIO.replace("Sample Light Cruiser", "Cruiser of Our Own")
    Path("own.toml").write_text(scenario, encoding="utf-8")
    assert sits("new", "own.toml", "--name", "g").code == 1
    for folder, words in ((Path("yard"), ("--cards", "yard")), (home / "cards", ())):
        folder.mkdir()
        (folder / "own.toml").write_text(own, encoding="utf-8")
        told = sits("new", "own.toml", "--name", f"of-{folder.name}", *words)
        assert told.code == 0, told.err


def test_an_invitation_offers_a_game_under_another_option_than_its_scenarios(sits: Sits) -> None:
    assert sits("keys", "new", "anna").code == 0
    invite = ("mail", "invite", "duel", "--name", "ours", "--as", "red", "--address", "a@b.org", "blue=b@b.org")
    refused = sits(*invite, "--option", "sidewall=bends")
    assert refused == (1, "", '--option sidewall: "bends" is not allowed. It can be strikes or stops.\n')
    assert sits(*invite, "--option", "sidewall=stops").code == 0


def test_a_file_that_the_scenario_names_must_be_there(sits: Sits, home: Path) -> None:
    Path("duel.toml").write_text(f'tables = "mine.toml"\n{SCENARIO}', encoding="utf-8")
    refused = sits("new", "duel.toml", "--name", "friday")
    said = (
        "duel.toml:1: tables: there is no file mine.toml beside this scenario. Add the file, or leave this line out.\n"
    )
    assert refused == (1, "", said)
    # beside the scenario, not beside the games
    (home / "mine.toml").write_text("[pivot_chart]\n3 = [1, 2, 3, 4, 5, 5]\n", encoding="utf-8")
    assert sits("new", "duel.toml", "--name", "friday") == refused
    Path("mine.toml").write_text("[pivot_chart]\n3 = [1, 2, 3, 4, 5, 5]\n", encoding="utf-8")
    assert sits("new", "duel.toml", "--name", "friday").code == 0


def test_a_game_is_begun_under_another_option_than_its_scenarios(sits: Sits) -> None:
    assert sits("new", "duel", "--name", "quick", "--option", "sidewall=stops", "--option", "beams=in turn").code == 0
    told = sits("calc", "wall", "40", "--strength", "14", "--variance", "9", "--game", "quick").out
    assert "The number is stopped (the game's option; sits rules 8.5)" in " ".join(told.split())
    refused = sits("new", "duel", "--name", "other", "--option", "sidewall=bends")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == '--option sidewall: "bends" is not allowed. It can be strikes or stops.\n'
    assert sits("new", "pursuit", "--name", "chase", "--option", "run=4").code == 0
    refused = sits("new", "pursuit", "--name", "other", "--option", "run", "--option", "walls=1")
    assert refused.err == (
        "--option walls: There is no option walls. Options: run, turns, own_side_targets.\n"
        "--option run: Write run=VALUE. It can be 1 to 32 impulses.\n"
    )
