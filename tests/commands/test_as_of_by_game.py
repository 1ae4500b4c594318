"""What a game's tables, options and cards were at a point of it: sums, tables and cards that look back at a game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.shared.commands_told import Sits
from tests.shared.played_demos import branched_folder

LANCE = ("calc", "lance", "--quality", "10", "--wall", "14,16,55", "--box", "1")
WALL = ("calc", "wall", "40", "--strength", "14", "--variance", "9")


@pytest.fixture
def branched(sits: Sits, home: Path) -> Sits:
    """Games of which `walls stop` left duel after #8 and restarted 1.1 with the other reading of sidewalls."""
    shutil.copytree(branched_folder(), home, dirs_exist_ok=True)
    return sits


@pytest.mark.parametrize(
    ("at", "reading"),
    [((), "stops"), (("--at", "#9"), "stops"), (("--at", "#8"), "strikes"), (("--at", "#0"), "strikes")],
)
def test_before_a_what_if_changed_an_option_the_old_one_holds(
    branched: Sits, at: tuple[str, ...], reading: str
) -> None:
    lance, wall = (branched(*words, "--game", "walls stop", *at, "--json").json for words in (LANCE, WALL))
    assert (lance["reading"], wall["strikes"]) == (reading, 9 if reading == "strikes" else 31)
    for found in (lance, wall):
        assert (found["game"], found.get("at")) == ("walls stop", at[1] if at else None)


def test_an_answer_says_as_of_when(branched: Sits) -> None:
    told = branched(*LANCE, "--game", "walls stop", "--at", "#8", "--width", "100")
    assert "by the rules of walls stop as of #8." in told.flat
    assert "as of" not in branched(*LANCE, "--game", "walls stop", "--width", "100").flat


@pytest.mark.parametrize("at", ["1.1", "#12", "2100-01-01"])
@pytest.mark.parametrize(
    "words",
    [
        ("bearing", "2B 5-", "--nose", "A/B+"),
        ("range", "6", "3"),
        ("kills", "136", "28"),
        ("grid", "2B"),
        ("plots", "3", "A+"),
        ("missiles", "12"),
        ("beam", "graser", "60", "--range", "3", "--closure", "2"),
        ("beam", "energy-torpedo", "1ET", "--range", "1"),
    ],
    ids=" ".join,
)
def test_every_sum_that_goes_by_a_game_looks_back_at_it(branched: Sits, words: tuple[str, ...], at: str) -> None:
    now = branched("calc", *words, "--game", "duel", "--json")
    then = branched("calc", *words, "--game", "duel", "--at", at, "--json")
    assert now.code == 0
    assert then.json == now.json | {"at": at}


def test_tables_and_a_card_are_shown_as_they_were(branched: Sits) -> None:
    now = branched("tables", "show", "walls stop", "--section", "kill_chart").out.splitlines()
    then = branched("tables", "show", "walls stop", "--section", "kill_chart", "--at", "#8").out.splitlines()
    assert then[0] == "# The tables of walls stop as of #8."
    assert then[1:] == now[1:]
    card = ("card", "show", "Sample Heavy Cruiser", "--game", "walls stop")
    assert branched(*card, "--at", "1.1") == branched(*card)
    assert branched(*card).code == 0


BY_GAME = (
    (*LANCE, "--game", "duel"),
    ("tables", "show", "duel"),
    ("card", "show", "Sample Heavy Cruiser", "--game", "duel"),
)


@pytest.mark.parametrize("words", BY_GAME, ids=" ".join)
@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("#9999", "duel has no event #9999."),
        ("9.1", "duel has not reached 9.1"),
        ("1.9", '"1.9" is not a moment of a game.'),
        ("2026-02-30", "2026-02-30 is not a time."),
    ],
)
def test_what_is_no_point_of_the_game_is_refused(branched: Sits, words: tuple[str, ...], at: str, said: str) -> None:
    told = branched(*words, "--at", at)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("calc", "range", "6", "3"), "--at looks back at a game: name the game with --game."),
        (("calc", "kills", "136", "28"), "--at looks back at a game: name the game with --game."),
        (LANCE, "--at looks back at a game: name the game with --game."),
        (("card", "show", "Sample Destroyer"), "--at looks back at a game: name the game with --game."),
        (
            ("tables", "show"),
            "--at looks back at a game, but the tables that come with the program have no earlier state: name a game.",
        ),
        (
            ("tables", "show", "duel.toml"),
            "--at looks back at a game, but the tables in duel.toml have no earlier state: name a game.",
        ),
    ],
)
def test_without_a_game_there_is_nothing_to_look_back_at(branched: Sits, words: tuple[str, ...], said: str) -> None:
    told = branched(*words, "--at", "1.1")
    assert (told.code, told.out) == (2, "")
    assert said in " ".join(told.err.replace("\u2502", " ").split())
