"""A bar while something takes a while: on a terminal's standard error alone, and gone when it is done."""

from __future__ import annotations

import re
import shutil
import sys
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from typer.main import get_command

from commands import stream as bars
from commands.main import app
from commands.stream import bar_line, progress
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row

#: A bar and how far it is; of mails nobody knows how many there are.
BAR = re.compile(r"^(?:[A-Z][a-z ]+ \[(#*\.*)\] ( *\d+)%(?:, \d+ s left)?|Mails read: (\d+)) *$")


class Terminal(StringIO):
    """Standard error or output on a terminal."""

    def isatty(self) -> bool:
        return True


@each_row(
    ("done", "whole", "seconds", "room", "line"),
    [
        (0, 10, 0.5, 60, "Checking [..............................]   0%"),
        (5, 10, 1, 60, "Checking [###############...............]  50%"),
        (10, 10, 1, 60, "Checking [##############################] 100%"),
        (12, 10, 1, 60, "Checking [##############################] 100%"),
        (5, 10, 4, 60, "Checking [###############...............]  50%, 4 s left"),
        (1, 100, 60, 60, "Checking [..............................]   1%, 99 min left"),
        (5, 10, 4, 36, "Checking [#####.....]  50%, 4 s left"),
        (5, 10, 4, 30, "Checking  50%, 4 s left"),
        (5, 10, 4, 12, "Checking  50"),
        (7, 0, 4, 60, "Checking 7"),
    ],
)
def test_a_bar_says_how_far_it_is(done: int, whole: int, seconds: float, room: int, line: str) -> None:
    shown = bar_line("Checking", done, whole, seconds, room)
    assert shown == line
    assert len(shown) <= room


def test_what_is_done_at_once_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    err = Terminal()
    monkeypatch.setattr(sys, "stderr", err)
    with progress("Checking") as pace:
        for done in range(100):
            pace(done, 100)
    assert err.getvalue() == ""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Everything takes a while, on a terminal."""
    monkeypatch.setattr(bars, "A_WHILE", 0.0)
    monkeypatch.setattr(bars, "BETWEEN", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLUMNS", raising=False)
    return monkeypatch


def on_a_terminal(patch: pytest.MonkeyPatch, *words: str) -> tuple[str, str]:
    """What a command writes to standard output and to standard error, both a terminal."""
    out, err = Terminal(), Terminal()
    with patch.context() as streams:
        streams.setattr(sys, "stdout", out)
        streams.setattr(sys, "stderr", err)
        get_command(app).main([*words], standalone_mode=False)
    return out.getvalue(), err.getvalue()


SLOW = (
    ("demo", "--name", "another"),
    ("demo", "--rules", "starwars"),
    ("audit", "verify", "duel"),
    ("audit", "all"),
    ("export", "duel", "-o", "duel.bundle"),
    ("import", "kept.bundle"),
    ("backup", "copy"),
    ("restore", "kept"),
    ("audit", "all", "games"),
    ("doctor",),
    ("games",),
)


@pytest.fixture
def kept(played: Sits, home: Path) -> Sits:
    """A played duel, and a bundle and a backup of it."""
    assert played("export", "duel", "-o", "kept.bundle").code == 0
    assert played("backup", "kept").code == 0
    for path in home.glob("read.db*"):
        path.unlink()
    return played


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("words", SLOW, ids=" ".join)
def test_it_grows_to_the_end_and_is_gone(slow: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    out, err = on_a_terminal(slow, *words)
    assert "[#" not in out
    assert err, "no bar"
    *shown, blank, end = err.split("\r")[1:]
    assert (blank.strip(), end) == ("", "")
    # each covers the one before it
    assert all(len(after) >= len(before.rstrip()) for before, after in pairwise([*shown, blank]))
    found = [BAR.match(line) for line in shown]
    assert all(found), shown
    reached = [int(each[2]) for each in found if each is not None]
    assert reached == sorted(reached)
    assert reached[-1] == 100


def test_mails_are_counted(slow: pytest.MonkeyPatch, sits: Sits) -> None:
    del sits
    Path("mails").mkdir()
    for number in range(3):
        Path(f"mails/{number}.eml").write_text(f"Subject: {number}\n\nHello.\n")
    _, err = on_a_terminal(slow, "mail", "in", "mails")
    told = [line.strip() for line in err.split("\r")[1:]]
    assert told == ["Mails read: 1", "Mails read: 2", "Mails read: 3", "", ""]


WITH_JSON = (
    ("audit", "verify", "duel"),
    ("audit", "all"),
    ("audit", "all", "games"),
    ("doctor",),
    ("games",),
)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("words", WITH_JSON, ids=" ".join)
def test_a_program_that_waits_for_json_sees_none(slow: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    assert on_a_terminal(slow, *words, "--json")[1] == ""


@pytest.mark.parametrize("term", ["dumb", "", "unknown"])
def test_a_terminal_that_only_takes_text_shows_none(slow: pytest.MonkeyPatch, played: Sits, term: str) -> None:
    slow.setenv("TERM", term)
    assert on_a_terminal(slow, "audit", "verify", "duel")[1] == ""
    del played


def test_neither_does_a_pipe(slow: pytest.MonkeyPatch, played: Sits) -> None:
    del slow
    assert played("audit", "verify", "duel").err == ""


def test_on_a_narrow_terminal_it_stays_in_its_line(slow: pytest.MonkeyPatch, played: Sits) -> None:
    del played
    size = shutil.get_terminal_size((33, 20))
    slow.setattr(shutil, "get_terminal_size", lambda: type(size)((33, 20)))
    _, err = on_a_terminal(slow, "audit", "verify", "duel")
    assert max(map(len, err.split("\r"))) <= 32


def test_it_is_gone_where_the_work_is_broken_off_too(slow: pytest.MonkeyPatch) -> None:
    err = Terminal()
    slow.setattr(sys, "stderr", err)

    def broken_off() -> None:
        with progress("Checking") as pace:
            pace(1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert err.getvalue().endswith(f"\r{' ' * len('Checking [###############...............]  50%')}\r")
