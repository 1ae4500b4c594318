"""What exchanges of other kinds ask of the program: slots of others, and choices that nobody could foresee."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es import open_games
from sits_es.dice import DiceRolled
from sits_es.game.story import teller
from sits_es.rules import system
from sits_es.rules.moments import Moment
from tests.shared.commands_told import run
from tests.systems import table
from tests.systems.plans import file_of
from tests.systems.table import GAME, Table, fold_of, write

pytestmark = pytest.mark.usefixtures("examples")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games, and the folder beside it to work in."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def one_act(which: str, home: Path) -> Table:
    """A game with its first exchange played."""
    game = table.begun(which, home)
    assert table.act(game.plan, home).code == 0
    return game


def test_what_nobody_could_foresee_is_ordered_when_it_comes(home: Path) -> None:
    game = one_act("slots", home)
    file = write(home / "red.orders", file_of(fold_of(), "red", game.plan.orders(fold_of(), "red")))
    # the attack is ordered; whoever rolled chooses again with another file, not with this one
    told = run("play", GAME, file, "--to", "1.3")
    assert told.err == (
        "game: red's orders for 1.3 are missing. Write them: sits orders new game --as red; "
        "or pass: sits play game --pass\n"
    )
    assert fold_of().game.moment == Moment(1, 3)
    told = run("play", GAME, file)
    assert told.err.startswith(
        f"{file}:6:3: Kestrel has rolled. Order reroll blanks or reroll threats, or nothing to keep the roll."
    )


def test_whoever_does_not_act_gives_no_orders(home: Path) -> None:
    one_act("slots", home)
    told = run("play", GAME, write(home / "b", "game game\nturn 1\nplayer blue\nstarship Hawk\n  attack Kestrel\n"))
    assert told.err.startswith(f"{home}/b:5:3: Hawk: this slot is Kestrel's.\n")
    (row,) = run("games", "--json").json
    assert row["owed"] == [{"player": "red", "what": "orders"}]
    assert "  game: red owes orders for 1.2\n" in run("doctor").out


def test_options_that_hold_for_the_whole_game_do_not_change_in_a_fork(home: Path) -> None:
    one_act("slots", home)
    for option in ("initiative=entered", "wind=north"):
        told = run("fork", GAME, "--at", "1.2", "--name", "other", "--option", option)
        assert (told.code, told.err) == (1, "In Slots options hold for the whole game. Fork without --option.\n")


def test_a_report_is_given_the_orders_of_an_exchange_in_the_open_too(home: Path) -> None:
    game = one_act("slots", home)
    assert table.act(game.plan, home).code == 0
    with open_games(home / "games") as games:
        stages = [played.stage(system("slots")) for played in games.replay(GAME)]
    assert [{player: list(lines) for player, lines in stage.orders.items()} for stage in stages] == [
        {"blue": ["Hawk: haste 0"], "red": ["Kestrel: haste 2"]},
        {"blue": [], "red": ["Kestrel: attack Hawk"]},
    ]


def test_dice_that_show_words_are_told_in_them(home: Path) -> None:
    one_act("slots", home)
    told = run("audit", "list", GAME, "rolls initiative").out
    assert {"early", "late"} <= {word.strip(",.") for word in told.split()}
    with open_games(home / "games") as games:
        rolled = [fact for played in games.replay(GAME) for fact in played.facts if hasattr(fact, "faces")]
    assert all(0 <= face < 8 for fact in rolled for face in fact.faces)


def test_what_dice_show_hangs_on_the_roll_and_not_on_their_sides_alone() -> None:
    rolls = [
        DiceRolled(actor="Kestrel", purpose=purpose, object="", index=0, sides=8, faces=(0, 1, 6))
        for purpose in ("initiative", "attack")
    ]
    told = [teller(system("slots"))(rolled) for rolled in rolls]
    assert told == [
        "Kestrel rolls 3d8 for initiative: late, late, late.",
        "Kestrel rolls 3d8 for attack: blank, blank, threat.",
    ]


@pytest.mark.usefixtures("home")
def test_the_demo_of_a_system_is_the_scenario_that_it_names() -> None:
    told = run("demo", "--rules", "starwars")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("alarm: ")
    assert run("show", "alarm", "--json").json["system"] == "starwars"
    assert "The demo was played here before" in run("demo", "--rules", "starwars").flat
    assert run("demo", "duel", "--rules", "starwars").err == (
        "There is no scenario duel with orders to show. Choose from: alarm, ambush.\n"
    )


@pytest.mark.usefixtures("home")
def test_a_system_without_a_scenario_that_has_orders_has_no_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(system("slots")), "bundled", lambda _: {})
    assert run("demo", "--rules", "slots") == (1, "", "Slots has no scenario with orders to show.\n")


@pytest.mark.usefixtures("home")
def test_a_game_is_begun_under_the_rules_that_are_named() -> None:
    assert run("new", "pursuit", "--rules", "sfb", "--name", "g").code == 0
    assert run("show", "g", "--json").json["system"] == "sfb"
    told = run("new", "pursuit", "--rules", "sfbs", "--name", "h")
    assert (told.code, told.out) == (1, "")
    assert told.err == "There is no rule system sfbs. Installed: sfb, sits, slots, starwars, xwing.\n"


def test_a_file_for_no_game_is_read_in_the_language_that_it_is_nearest_to(home: Path) -> None:
    told = run("orders", "check", write(home / "a", "turn 1\nunit Kestrel\n  impulse 1 trn pitch 1\n"))
    assert [line.removeprefix(f"{home}/") for line in told.err.splitlines() if line.startswith(str(home))] == [
        "a:1:1: The file does not say which game it is for.",
        'a:3:13: "trn" does not belong here. Did you mean turn?',
    ]
