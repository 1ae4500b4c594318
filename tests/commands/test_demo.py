"""sits demo: the bundled duel, played once and then read from the record; the same on every machine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sits_es.report import report_of
from sits_es.rules import system, system_names
from tests.shared.commands_told import Sits

Rows = Callable[[], list[tuple[Any, ...]]]


def test_the_demo_plays_whole_turns_and_ends_with_a_sound_record_and_what_to_try(sits: Sits, rows: Rows) -> None:
    told = sits("demo")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("duel: ")
    assert "duel, turn 1 of 6" in told.out
    assert "duel, turn 2 of 6" in told.out
    events = len(rows())
    exchanges = len(sits("replay", "duel", "--json").json["exchanges"])
    assert exchanges >= 16
    assert f"Audit: {events} events sound, {exchanges} exchanges recomputed from orders, seals and dice." in told.flat
    assert "What to try next:" in told.out
    lines = told.out.splitlines()
    assert max(map(len, lines)) <= 80
    tries = lines[lines.index("What to try next:") + 1 :]
    assert all(line.startswith(("  sits ", " " * 52)) for line in tries)
    assert sits("audit", "verify", "duel").code == 0


def test_run_again_the_demo_is_read_from_the_record(sits: Sits, rows: Rows) -> None:
    first = sits("demo")
    before = rows()
    again = sits("demo")
    assert again.code == 0
    assert rows() == before
    assert "The demo was played here before; this is what happened." in again.flat
    assert again.out.partition("duel, turn 1 of 6")[2] == first.out.partition("duel, turn 1 of 6")[2] != ""


def test_the_demo_is_the_same_everywhere(sits: Sits, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    first, one = sits("demo"), [row[1:7] for row in rows()]
    monkeypatch.setenv("SITS_HOME", "elsewhere")
    assert sits("demo") == first
    monkeypatch.setenv("SITS_HOME", "games")
    assert [row[1:7] for row in rows()] == one


def test_all_that_the_demo_says_to_try_works(sits: Sits) -> None:
    assert sits("demo").code == 0
    for command, _ in report_of("sits").to_try("duel"):
        told = sits(*command.split()[1:])
        assert told.code == 0, command
        assert told.out


@pytest.mark.parametrize("last", ["1.1", "1.5", "1.break"])
def test_a_demo_that_broke_off_in_between_is_played_on(sits: Sits, last: str) -> None:
    assert sits("new", "duel", "--name", "duel").code == 0
    bundle = system("sits").bundled()["duel"]
    files = []
    for name, text in bundle.orders.items():
        if name.startswith("1-"):
            Path(name).write_text(text, encoding="utf-8")
            files.append(name)
    assert sits("play", "duel", *files, "--to", last).code == 0
    (before,) = sits("games", "--json").json
    told = sits("demo")
    assert told.code == 0
    at = f"{before['turn']}.{before['step']}"
    assert told.flat.startswith(f"duel: A duel of cruisers. The demo had stopped at {at} and was continued from there.")
    assert "duel, turn 2 of 6" in told.out
    assert len(sits("replay", "duel", "--json").json["exchanges"]) >= 16
    assert "The demo was played here before; this is what happened." in sits("demo").flat
    assert [row["name"] for row in sits("games", "--json").json] == ["duel"]


def test_full_shows_every_segment(sits: Sits) -> None:
    told = sits("demo", "-vv", "--ascii")
    assert told.code == 0
    assert told.out.isascii()
    assert all(f"Turn 1, segment {number} " in told.out for number in range(1, 9))


@pytest.mark.parametrize("name", ["two words", "one", "rematch", "friday", "Ægir"])
def test_the_demo_may_have_another_name_and_then_has_other_dice(sits: Sits, name: str) -> None:
    told = sits("demo", "--name", name)
    assert (told.code, told.err) == (0, "")
    (game,) = sits("games", "--json").json
    assert game["name"] == name
    assert len(sits("replay", name, "--json").json["exchanges"]) == 18 or game["status"] == "over"
    assert sits("audit", "verify", name).code == 0


def test_other_games_are_left_alone(begun: Sits, rows: Rows) -> None:
    before = rows()
    taken = "There is already another game duel. Give the demo a name: sits demo --name NAME\n"
    assert begun("demo", "--name", "duel") == (1, "", taken)
    assert rows() == before
    told = begun("demo")
    assert (told.code, told.err) == (0, "")
    assert told.flat.startswith(
        "duel-demo: A duel of cruisers. There is already another game duel, so this one is duel-demo."
    )
    assert [row for row in rows() if row[1] == "duel"] == before
    assert "The demo was played here before" in begun("demo").flat
    assert begun("new", "duel.toml", "--name", "Squadron").code == 0
    assert begun("demo", "squadron").out.startswith("squadron-demo: ")


def test_demos_of_several_scenarios_stand_beside_each_other(sits: Sits) -> None:
    for scenario in ("duel", "pursuit", "ambush"):
        told = sits("demo", scenario)
        assert (told.code, told.err) == (0, "")
        assert told.out.startswith(f"{scenario}: ")
        assert "already" not in told.flat
    assert [row["name"] for row in sits("games", "--json").json] == ["ambush", "duel", "pursuit"]


def test_the_advice_for_a_name_that_is_taken_plays_the_same_scenario(begun: Sits) -> None:
    told = begun("demo", "pursuit", "--name", "duel")
    said = "There is already another game duel. Give the demo a name: sits demo pursuit --name NAME\n"
    assert (told.code, told.err) == (1, said)


def test_a_players_own_game_of_the_same_scenario_is_left_alone(sits: Sits, rows: Rows) -> None:
    assert sits("new", "duel", "--name", "duel").code == 0
    taken = "There is already another game duel. Give the demo a name: sits demo --name NAME\n"
    before = rows()
    assert sits("demo", "--name", "duel") == (1, "", taken)
    for player in ("red", "blue"):
        assert sits("orders", "new", "duel", "--as", player, "-o", f"own-{player}.orders").code == 0
    assert sits("play", "duel", "own-red.orders", "own-blue.orders", "--to", "1.2").code == 0
    assert rows()[: len(before)] == before
    before = rows()
    assert sits("demo", "--name", "duel") == (1, "", taken)
    assert rows() == before
    assert sits("demo").out.startswith("duel-demo: ")
    assert [row for row in rows() if row[1] == "duel"] == before


def test_a_fork_is_nobodys_demo(sits: Sits) -> None:
    assert sits("demo", "--name", "one").code == 0
    assert sits("fork", "one", "--at", "1.3", "--name", "duel").code == 0
    taken = "There is already another game duel. Give the demo a name: sits demo --name NAME\n"
    assert sits("demo", "--name", "duel") == (1, "", taken)
    assert sits("demo").out.startswith("duel-demo: ")


@pytest.mark.parametrize("scenario", ["chess", "convoy"])
def test_a_scenario_that_cannot_be_shown_is_refused(sits: Sits, scenario: str) -> None:
    told = sits("demo", scenario)
    every = {name: each for rules in system_names() for name, each in system(rules).bundled().items()}
    playable = [name for name, each in sorted(every.items()) if each.orders]
    if scenario in playable:
        assert told.code == 0
    else:
        assert told == (
            1,
            "",
            f"There is no scenario {scenario} with orders to show. Choose from: {', '.join(playable)}.\n",
        )


def test_a_name_that_will_not_do_is_refused(sits: Sits) -> None:
    assert sits("demo", "--name", "") == (1, "", "The name is empty. Choose another name for the game.\n")
