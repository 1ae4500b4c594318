"""The program as a whole: its verbs, their help, exit statuses, and where games are kept."""

import os
import re
import shlex
import sqlite3
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

from commands.main import VERBS
from commands.output import columns
from commands.sits import VERBS as SYSTEMS_VERBS
from commands.verbs import Verb, command_of
from tests.shared.commands_told import Sits
from tests.shared.connections import Connections
from tests.shared.rows import each_row

EVERY = [*(verb.name for verb in VERBS if not isinstance(verb.found(), typer.Typer)), "orders new", "orders check"]


def test_the_program_lists_its_verbs(sits: Sits) -> None:
    told = sits("--help")
    assert told.code == 0
    for verb in (
        "demo",
        "new",
        "games",
        "show",
        "play",
        "replay",
        "fork",
        "diff",
        "audit",
        "doctor",
        "orders",
        "calc",
    ):
        assert f"\n  {verb} " in told.out


def test_the_version_is_printed(sits: Sits) -> None:
    told = sits("--version")
    assert (told.code, told.out) == (0, f"sits-es {version('sits-es')}\n")


@pytest.mark.parametrize("verb", EVERY)
def test_every_verb_has_help_with_examples_of_its_own(sits: Sits, verb: str) -> None:
    told = sits(*verb.split(), "--help")
    assert told.code == 0
    _, _, lines = told.out.partition("Examples:\n")
    examples = [shlex.split(line) for line in lines.splitlines() if line.strip()]
    assert examples
    assert all(words[0] == "sits" and " ".join(words[1:]).startswith(verb) for words in examples)


@each_row("verb", [*VERBS, *SYSTEMS_VERBS])
def test_what_a_list_names_is_a_command_with_help(verb: Verb) -> None:
    found = command_of(verb)
    assert found.name == verb.name
    assert found.help
    if verb in SYSTEMS_VERBS:
        assert " ".join(found.help.split("\n\n")[0].split()) == verb.says


def test_a_verb_that_is_misspelt_is_answered_with_the_nearest_one(sits: Sits) -> None:
    assert "No such command 'repaly'. Did you mean 'replay', 'play'?" in sits("repaly", "duel").err


@pytest.mark.parametrize("group", ["mail", "orders", "games", "scenario", "card", "calc", "calc sfb"])
def test_what_a_group_says_of_its_commands_is_whole(sits: Sits, group: str) -> None:
    """Broken into lines, and never cut off."""
    told = sits(*group.split(), "-h")
    (listed,) = re.findall(r"\nCommands:\n(.*?)(?:\n\n|$)", told.out, re.DOTALL)
    assert "..." not in listed
    assert max(map(len, listed.splitlines())) <= 80


@pytest.mark.parametrize("verb", ["games", "show", "replay", "diff", "audit list", "doctor", "orders check"])
def test_every_verb_that_reads_has_json(sits: Sits, verb: str) -> None:
    assert "--json" in sits(*verb.split(), "--help").out


@pytest.mark.parametrize(
    "words",
    [
        "fly",
        "show",
        "show duel --at",
        "show duel --of 1.3",
        "show duel 1.3",
        "new duel",
        "fork duel --at 1.3",
        "fork duel --name b",
        "diff duel",
        "orders check",
        "orders seel duel",
        "play",
        "games --width 39",
        "games --width 401",
        "games --width wide",
        "replay duel --steps",
        "demo duel pursuit",
    ],
)
def test_wrong_usage_is_status_2_and_said_on_standard_error(played: Sits, words: str) -> None:
    told = played(*words.split())
    assert told.code == 2
    assert told.out == ""
    assert told.err.startswith(("Usage: ", "Error: ")) or "Usage: " in told.err


@pytest.mark.parametrize(
    "words",
    [
        "show nobody",
        "play nobody",
        "replay nobody",
        "fork nobody --at 1.3 --name b",
        "diff nobody duel",
        "diff duel nobody",
        "audit list nobody",
        "audit verify nobody",
        "audit export nobody -o out.jsonl",
        "orders new nobody --as red",
    ],
)
def test_a_game_that_there_is_not_is_refused_with_those_that_there_are(played: Sits, words: str) -> None:
    assert played(*words.split()) == (1, "", "There is no game nobody in games. Games here: duel.\n")


def test_where_there_are_no_games_yet_the_demo_is_named(sits: Sits) -> None:
    assert sits("show", "duel") == (
        1,
        "",
        (
            "There is no game duel in games. There are no games here yet; try: sits demo\n"
            "Games are kept in games, which SITS_HOME names.\n"
        ),
    )


def test_games_are_kept_where_SITS_HOME_says_and_otherwise_in_var(  # noqa: N802 - the variable's own name
    sits: Sits, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = home.parent
    monkeypatch.setenv("SITS_HOME", str(here / "club" / "friday"))
    assert sits("new", "duel.toml", "--name", "one").code == 0
    assert (here / "club" / "friday" / "sits.db").is_file()
    monkeypatch.setenv("SITS_HOME", "")
    assert sits("new", "duel.toml", "--name", "two").code == 0
    assert (here / "var" / "sits.db").is_file()
    assert [game["name"] for game in sits("games", "--json").json] == ["two"]


@pytest.mark.parametrize("place", ["duel.toml", "duel.toml/games"])
def test_a_place_that_is_not_a_folder_is_refused(sits: Sits, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("SITS_HOME", place)
    told = sits("games")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"Games can't be kept in {place}: ")
    assert told.err.endswith(". Name a folder in SITS_HOME.\n")


def test_a_store_that_is_none_is_refused(sits: Sits, home: Path) -> None:
    (home / "sits.db").write_bytes(b"no database, whatever its name says" * 40)
    told = sits("games")
    assert (told.code, told.out) == (1, "")
    assert (
        told.err == f"{(home / 'sits.db').absolute()} is not a game store, or it is damaged: file is not a database.\n"
    )


def test_a_store_of_a_later_release_is_refused(begun: Sits, home: Path) -> None:
    from contextlib import closing

    with closing(sqlite3.connect(home / "sits.db")) as db:
        db.execute("PRAGMA user_version = 99")
    assert begun("games") == (
        1,
        "",
        "The game store has layout 99, but this program knows layouts up to 1. Open the store with a newer release.\n",
    )


def test_words_of_the_game_that_look_like_options_are_let_through(sits: Sits) -> None:
    told = sits("calc", "pivot", "--nose", "A", "--to", "---")
    assert told.code == 0
    assert sits("calc", "plots", "4", "---").code == 0


def test_no_colour_goes_into_a_pipe_and_eighty_columns_do(played: Sits) -> None:
    for words in (
        "show duel",
        "show duel -vv",
        "games",
        "replay duel",
        "replay duel 1.1",
        "replay duel --step",
        "audit list duel",
        "audit verify duel",
        "doctor",
    ):
        told = played(*words.split())
        assert told.code == 0
        assert "\x1b" not in told.out
        if words != "audit verify duel":  # digests are not cut
            assert max(map(len, told.out.splitlines())) <= 80, words


@pytest.mark.parametrize(
    ("told", "width"),
    [("100", 100), ("40", 40), ("39", 40), ("10", 40), ("9" * 6, 400), ("", 80), ("0", 80), ("-5", 80), ("wide", 80)],
)
def test_columns_are_as_many_as_the_environment_says_where_that_makes_sense(
    monkeypatch: pytest.MonkeyPatch, told: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", told)
    assert columns(None) == width


def test_a_file_that_cannot_be_used_is_named_and_a_bug_is_not_hidden(
    sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shut(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "games/keys")

    monkeypatch.setattr("sits_es.service.health.examine", shut)
    assert sits("doctor") == (1, "", "games/keys: permission denied.\n")

    def broken(*_: object) -> None:
        raise OSError("no file's name")

    monkeypatch.setattr("sits_es.service.health.examine", broken)
    with pytest.raises(AssertionError, match="broke off"):
        sits("doctor")


def test_ascii_only_is_ascii_only(played: Sits) -> None:
    for words in ("show duel --ascii", "replay duel --ascii", "replay duel 1.3 --step --ascii"):
        told = played(*words.split())
        assert told.out.isascii(), words


def test_help_and_refusals_work_as_a_process_with_no_colour_and_the_statuses(tmp_path: Path) -> None:
    sits = str(Path(sys.executable).parent / "sits")
    env = {**os.environ, "SITS_HOME": str(tmp_path), "NO_COLOR": "1"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sits, *words], env=env, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert run("--help").returncode == 0
    refused = run("show", "duel")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("There is no game duel in ")
    assert run("fly").returncode == 2


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (0, "games"),
        (0, "show duel --json"),
        (0, "show duel --at 1.1 --json"),
        (0, "audit list duel --json"),
        (0, "audit list duel Fearless"),
        (0, "play duel red.orders blue.orders --to 1.1"),
        (0, "mail status"),
        (1, "show nobody"),
        (1, "mail in nowhere"),
    ],
)
def test_a_command_closes_every_file_that_it_opens(begun: Sits, code: int, line: str, connections: Connections) -> None:
    assert begun(*line.split()).code == code
    assert connections.opened
    assert connections.still_open() == []


@pytest.mark.usefixtures("home")
def test_the_program_can_be_started_as_a_module() -> None:
    start = [sys.executable, "-m", "commands.start"]
    found = subprocess.run([*start, "--version"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, f"sits-es {version('sits-es')}\n", "")
    wrong = subprocess.run([*start, "show", "duel"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr == (
        "There is no game duel in games. There are no games here yet; try: sits demo\n"
        "Games are kept in games, which SITS_HOME names.\n"
    )


def test_every_verb_of_the_program_stands_under_one_heading_of_the_help() -> None:
    assert len({verb.name for verb in VERBS}) == len(VERBS)
    assert max(len(verb.says) for verb in VERBS) <= 64, "each has one line of 80 columns"


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["games", "-h"], ["orders", "-h"], ["orders", "new", "-h"]])
def test_help_is_asked_for_by_one_letter_too(words: list[str], sits: Sits) -> None:
    asked, long = (sits(*words[:-1], flag) for flag in ("-h", "--help"))
    assert asked.code == 0
    assert asked.out == long.out
    assert "-h, --help" in asked.out
