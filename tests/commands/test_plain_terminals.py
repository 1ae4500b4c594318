"""Terminals that can do little: no colours, no escape sequences, no characters but ASCII, forty columns; every verb."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.main import get_command

from commands.main import app
from tests.shared.commands_told import run
from tests.shared.streams import many, statuses
from tests.shared.terminals import many_on_a_terminal, on_a_terminal

#: Verbs that print more than a sentence, for every rule system where that makes a difference.
LINES = (
    "--help",
    "demo --name duel",
    "games",
    *(f"show {game} {how}".rstrip() for game in ("duel", "pursuit", "ambush", "beacon") for how in ("", "-v", "-vv")),
    "show duel --unit Fearless",
    *(f"replay {game}" for game in ("duel", "pursuit", "ambush", "beacon")),
    "replay duel 1.8",
    "replay duel 2.1 2.2 --step",
    "audit list duel",
    "audit verify duel",
    "audit all",
    "explain duel 120",
    "odds what-if next.orders --plays 20",
    "review duel --at 2.1 --as red",
    "stats duel luck",
    "stats duel",
    "rules",
    "rules 8",
    "docs",
    "docs json",
    "orders help",
    "orders help launch",
    "orders new duel --as red",
    "diff duel what-if",
    "games branches duel",
    "audit all .",
    "doctor",
    "mail status",
    "scenario list",
    "scenario show duel",
    "card list",
    "card show 'Sample Light Cruiser'",
    "card show 'Sample cruiser' --rules sfb",
    "card show 'Sample corvette'",
    "tables show",
    "calc bearing 6B --nose A --picture",
    "calc attitude --nose A- --roll 1 --picture",
    "calc starwars pool '2 ability 1 difficulty'",
    "calc xwing arc small@0,0,0 medium@-60,140.5,30",
    "calc variance --distribution",
    "tutorial",
)
#: What is printed as it is, to be saved or typed, and no wider or narrower for anybody.
AS_IT_IS = (
    "--help",
    "orders new duel --as red",
    "tables show",
    "doctor",
    "mail status",
    "tutorial",
    "audit verify duel",
    "audit all",
    "audit all .",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo of each system, and a fork."""
    here = tmp_path_factory.mktemp("games")
    lines = [f"demo {name}" for name in ("duel", "pursuit", "ambush", "beacon")]
    (here / "next.orders").write_text(
        "game what-if\nturn 1\nplayer red\nship Fearless\n  3 thrust 6\n", encoding="utf-8"
    )
    found = many(here, [*lines, "fork duel --at 1.3 --name what-if"])
    assert statuses(found.stderr.decode()) == [0] * 5
    return here


def with_ascii(command: Any, *path: str) -> Iterator[str]:
    """Every command that takes --ascii, but for sums, which all share it."""
    if any("--ascii" in parameter.opts for parameter in command.params):
        yield " ".join(path)
    for name in getattr(command, "commands", ()):
        if name != "calc":
            yield from with_ascii(command.resolve_command(None, [name])[1], *path, name)


def asked() -> list[str]:
    """The lines that can be asked for in ASCII."""
    takes = [*with_ascii(get_command(app)), "calc"]
    return [line for line in LINES if any(f"{line} ".startswith(f"{verb} ") for verb in takes)]


def test_all_verbs_that_take_it_are_looked_at() -> None:
    takes = {*with_ascii(get_command(app))} - {"play", "watch"}
    assert {verb for verb in takes if not any(f"{line} ".startswith(f"{verb} ") for line in LINES)} == set()


@pytest.mark.long
@pytest.mark.parametrize(("env", "columns"), [({"NO_COLOR": "1"}, 40), ({"TERM": "dumb"}, 80)], ids=str)
def test_a_terminal_without_colours_is_sent_no_escape_sequence(folder: Path, env: dict[str, str], columns: int) -> None:
    for line, shown in many_on_a_terminal(folder, LINES, columns=columns, env={"SITS_PAGER": "", **env}).items():
        assert shown.code == 0, line
        assert "\x1b" not in shown.raw, line
        if line not in AS_IT_IS:
            seen = [part.rpartition("\r")[2] for part in shown.raw.split("\r\n")]
            assert max(map(cell_len, seen)) <= columns, line


@pytest.mark.long
@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "TERM": "dumb", "NO_COLOR": "1"},
    ],
    ids=str,
)
def test_a_terminal_that_can_show_only_ascii_is_sent_nothing_else(folder: Path, env: dict[str, str]) -> None:
    for line, shown in many_on_a_terminal(folder, LINES, env={"SITS_PAGER": "", **env}).items():
        assert shown.code == 0, line
        assert shown.raw.isascii(), line
        assert "?" not in shown.text.replace("?)", "") or line in {"--help", "docs json", "tutorial"}, line


@pytest.mark.parametrize("line", asked())
def test_ascii_is_what_is_printed_where_it_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SITS_HOME", str(folder))
    told = run(*shlex.split(line), "--ascii")
    assert (told.code, told.out.isascii()) == (0, True)
    assert told.out


def test_a_refusal_breaks_between_words_on_a_terminal(tmp_path: Path) -> None:
    told = on_a_terminal(tmp_path, "keys", "show", columns=40)
    assert (told.code, told.text) == (1, "There is no key here yet. Make one: sits\nkeys new NAME\n")
