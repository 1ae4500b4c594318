"""sits watch as a command: what it refuses, and that it works on a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.shared.commands_told import Sits, run
from tests.shared.played_demos import played_folder

SITS = [sys.executable, "-c", "from commands.start import run; run()"]


@pytest.fixture
def sits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sits:
    """Run a command where there is a duel."""
    monkeypatch.setenv("SITS_HOME", str(played_folder("duel")))
    monkeypatch.chdir(tmp_path)
    return run


def test_without_a_terminal_it_says_what_to_do_instead(sits: Sits) -> None:
    told = sits("watch", "duel")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "sits watch needs a terminal for its input and its output. To read it line by line: sits replay duel --step\n"
    )


def test_a_game_that_is_not_there_is_answered_with_those_that_are(sits: Sits) -> None:
    told = sits("watch", "duell")
    assert (told.code, told.out) == (1, "")
    assert told.err == sits("show", "duell").err
    assert told.err.startswith("There is no game duell in ")


class Terminal:
    """A terminal of 80 by 24 in which something runs."""

    def __init__(self, words: list[str], place: int, process: subprocess.Popen[bytes]) -> None:
        self.words, self._place, self.process = words, place, process
        self.printed = ""

    def until(self, said: str) -> None:
        """Read until something was printed. Fails after half a minute."""
        end = time.monotonic() + 30
        while said not in self.printed:
            assert time.monotonic() < end, self.printed[-2000:]
            self._read(1)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._place, keys.encode())

    def leave(self) -> int:
        """Read what comes until it ends; its exit status."""
        end = time.monotonic() + 30
        while self.process.poll() is None:
            assert time.monotonic() < end, self.printed[-2000:]
            self._read(0.1)
        self._read(0.1)
        return self.process.returncode

    def _read(self, wait: float) -> None:
        if select.select([self._place], [], [], wait)[0]:
            try:
                self.printed += os.read(self._place, 65536).decode(errors="replace")
            except OSError:  # the other side has gone
                time.sleep(0.05)


@contextmanager
def terminal(*words: str, kind: str = "xterm", **more: str) -> Iterator[Terminal]:
    """A command of the program in a terminal of some kind."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": kind, "SITS_HOME": str(played_folder("duel")), **more}
    process = subprocess.Popen([*SITS, *words], stdin=there, stdout=there, stderr=there, env=environment)
    os.close(there)
    try:
        yield Terminal([*words], here, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(here)


def test_on_a_terminal_it_shows_the_game_and_leaves_it_as_it_was() -> None:
    with terminal("watch", "duel") as shown:
        shown.until("duel  set-up  #0 of 593")
        shown.type("s")
        shown.until("#20 of 593")
        shown.type("q")
        assert shown.leave() == 0
    # the screen of before comes back, and the cursor with it
    assert "\x1b[?1049l" in shown.printed[-400:]
    assert "\x1b[?25h" in shown.printed[-400:]
    assert "Traceback" not in shown.printed


def test_without_colours_none_are_sent() -> None:
    with terminal("watch", "duel", NO_COLOR="1") as shown:
        shown.until("#0 of 593")
        shown.type("s")
        shown.until("■S")
        shown.type("q")
        assert shown.leave() == 0
    codes = {code for codes in re.findall(r"\x1b\[([\d;]*)m", shown.printed) for code in codes.split(";")}
    # bold, dim, reversed, and the terminal's own colours
    assert codes == {"0", "1", "2", "7", "39", "49"}


@pytest.mark.parametrize("kind", ["dumb", "unknown"])
def test_a_terminal_that_cannot_move_its_cursor_is_refused(kind: str) -> None:
    with terminal("watch", "duel", kind=kind) as shown:
        assert shown.leave() == 1
    assert " ".join(shown.printed.split()) == (
        "sits watch needs a terminal that can move its cursor, and TERM says none. "
        "To read it line by line: sits replay duel --step"
    )


def test_a_player_who_does_not_play_is_refused() -> None:
    with terminal("watch", "duel", "--as", "green") as shown:
        assert shown.leave() == 1
    assert shown.printed.strip() == "There is no player green. Players: blue, red."
