"""What is said where a command is called wrongly, help that is asked for in words, and how help is shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared.commands_told import Sits
from tests.shared.rows import each_row
from tests.shared.streams import environment
from tests.shared.terminals import on_a_terminal


def test_help_before_a_verb_is_as_good_as_the_option_behind_it(sits: Sits) -> None:
    assert sits("help") == sits("-h")
    assert sits("help", "show") == sits("show", "-h")
    assert sits("help", "scenario", "list") == sits("scenario", "list", "-h")
    assert sits("scenario", "help") == sits("scenario", "-h")
    assert sits("help", "shwo").err.endswith("Error: No such command 'shwo'. Did you mean 'show'?\n")


def test_who_asks_for_the_version_in_a_word_is_told_the_option(sits: Sits) -> None:
    told = sits("version")
    assert (told.code, told.err.splitlines()[-1]) == (2, "Error: That is an option: sits --version")


@each_row(
    ("words", "said"),
    [
        (
            "show duel Fearless",
            '"Fearless" is too much: sits show takes NAME and options. Did you mean --unit Fearless?',
        ),
        ("show duel a b", '"a b" is too much: sits show takes NAME and options.'),
        ("new duel chase --name x", '"chase" is too much: sits new takes SCENARIO and options.'),
        ("audit all --jobs x", "Invalid value for '--jobs': \"x\" is not a whole number. Allowed: 1 to 64."),
        ("show duel --width 9", "Invalid value for '--width': 9 is out of range. Allowed: 40 to 400."),
    ],
)
def test_wrong_use_is_answered_in_plain_words(begun: Sits, words: str, said: str) -> None:
    told = begun(*words.split())
    assert (told.code, told.err.splitlines()[-1]) == (2, f"Error: {said}")


def test_in_help_a_number_is_called_one(sits: Sits) -> None:
    assert "--width <number>" in sits("show", "-h").out


def test_a_game_is_not_taken_for_an_order_file(begun: Sits) -> None:
    assert begun("orders", "check", "duel").err == (
        "duel: there is no such file. A game has that name, but this command takes order files; each file names "
        "its own game.\n"
    )


@pytest.mark.parametrize(("words", "code"), [((), 2), (("-h",), 0), (("help",), 0)])
def test_help_that_is_longer_than_the_screen_is_paged(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    told = on_a_terminal(tmp_path, *words, env={"SITS_PAGER": "wc -l"})
    assert told.code == code
    assert int(told.text) > 60


def test_help_that_fits_is_not_paged(tmp_path: Path) -> None:
    assert on_a_terminal(tmp_path, "id", "-h", env={"SITS_PAGER": "wc -l"}).text.startswith("Usage: ")


def test_a_demo_that_is_interrupted_says_how_it_goes_on(tmp_path: Path) -> None:
    program = """
import sys
from commands.start import run
from sits_es.service import demo
def break_off(*_):
    raise KeyboardInterrupt
demo.demonstrate = break_off
sys.argv = ["sits", "demo"]
run()
"""
    told = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(tmp_path, {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (told.returncode, told.stdout) == (130, "")
    assert told.stderr == "Interrupted. Run the same command again to go on.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("duel", ["sits show duel"]),
        ("keys duel", ["sits keys policy duel"]),
        ("card duel", ["sits show duel"]),
        (
            "orders duel",
            [f"sits orders {word} duel" for word in ("new", "draft")]
            + [f"sits orders {word} duel" for word in ("unseal", "pass", "standing")],
        ),
        ("games duel", [f"sits games {word} duel" for word in ("branches", "archive", "restore")]),
        ("audit duel", ["sits audit list duel", "sits audit verify duel", "sits audit compare duel FILE|MAILBOX..."]),
        ("mail duel", [f"sits mail {word} duel" for word in ("decline", "confirm", "status", "log")]),
        ("propose duel", ["sits propose deadline duel TIME", "sits propose absence duel SEAT UNTIL"]),
    ],
)
def test_a_game_where_a_command_belongs_is_answered_with_what_can_be_typed(
    begun: Sits, words: str, said: list[str]
) -> None:
    told = begun(*words.split())
    assert told.code == 2
    head, *lines = told.err.partition("Error: ")[2].splitlines()
    assert head == '"duel" is a game. Say what to do with it:'
    assert lines[: len(said)] == [f"  {line}" for line in said]


def test_what_is_no_game_and_no_command_is_answered_as_before(begun: Sits) -> None:
    assert "Error: No such command 'lst'. Did you mean 'list'?" in begun("audit", "lst").err
