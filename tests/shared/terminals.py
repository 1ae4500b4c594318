"""The program on a terminal of its own: for tests of what it shows there, and to which size."""

from __future__ import annotations

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from select import select
from typing import Final, NamedTuple

from tests.shared.streams import environment

#: Sequences that a terminal obeys.
ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[=>()][0-9A-Za-z]?|\][^\x07]*\x07)|[\x07\x08]")
#: Seconds that a command may take.
PATIENCE: Final = 60


class Shown(NamedTuple):
    """What came to a terminal: the exit status, and everything that was written to it, standard error too."""

    code: int
    raw: str

    @property
    def text(self) -> str:
        """Without what a terminal obeys."""
        return ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    @property
    def obeyed(self) -> list[str]:
        """What a terminal obeys."""
        return ESCAPES.findall(self.raw)


#: Runs one command after the other, each word of a line of its own; after each, its exit status.
_MANY: Final = """
import shlex, sys
lines = sys.argv[1:]
from commands.start import run as begin
def one(line):
    sys.argv = ["sits", *shlex.split(line)]
    print("=BEGAN=", line, flush=True)
    try:
        begin()
    except SystemExit as end:
        print("=ENDED=", end.code, flush=True)
for line in lines:
    one(line)
"""


def many_on_a_terminal(
    folder: Path, lines: Sequence[str], rows: int = 24, columns: int = 80, env: Mapping[str, str] | None = None
) -> dict[str, Shown]:
    """Run commands one after the other on one terminal, in one process: what came of each."""
    shown = _shown(folder, _MANY, lines, rows, columns, (), env)
    found = {}
    for part in shown.raw.split("=BEGAN= ")[1:]:
        line, _, rest = part.partition("\r\n")
        raw, _, code = rest.rpartition("=ENDED= ")
        found[line] = Shown(int(code), raw)
    assert [*found] == [*lines], shown.raw[-2000:]
    return found


def on_a_terminal(
    folder: Path,
    *words: str,
    rows: int = 24,
    columns: int = 80,
    keys: Sequence[tuple[str, str]] = (),
    env: Mapping[str, str] | None = None,
    keyboard: bool = True,
) -> Shown:
    """Run a command on a terminal. keys: what is typed once a text has been seen; env: more of the environment.

    keyboard: False for a command that was given no standard input.
    """
    return _shown(folder, _BEGIN if keyboard else _UNTYPED + _BEGIN, words, rows, columns, keys, env)


def _shown(
    folder: Path,
    script: str,
    words: Sequence[str],
    rows: int,
    columns: int,
    keys: Sequence[tuple[str, str]],
    env: Mapping[str, str] | None,
) -> Shown:
    ours, its = os.openpty()
    try:
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        with subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdin=its,
            stdout=its,
            stderr=its,
            env=environment(folder, {"TERM": "xterm-256color", **(env or {})}),
            cwd=folder,
            start_new_session=True,
        ) as process:
            os.close(its)
            its = -1
            raw = _read(ours, process, list(keys))
            return Shown(process.wait(PATIENCE), raw)
    finally:
        os.close(ours)
        if its >= 0:
            os.close(its)


#: Leaves the terminal to be read and no more.
_UNTYPED: Final = """
import os
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
"""
#: Makes the terminal the one of its session, so that a pager finds its keyboard, and begins.
_BEGIN: Final = """
import fcntl, termios
fcntl.ioctl(1, termios.TIOCSCTTY, 0)
from commands.start import run
run()
"""


def _read(terminal: int, process: subprocess.Popen[bytes], keys: list[tuple[str, str]]) -> str:
    """Everything that comes, until the other end is closed."""
    raw, until = b"", time.monotonic() + PATIENCE
    while True:
        if time.monotonic() > until:
            process.kill()
            raise AssertionError(f"it does not end: {raw.decode(errors='replace')}")
        if select([terminal], [], [], 0.1)[0]:
            try:
                some = os.read(terminal, 65536)
            except OSError:  # Linux says so of a terminal whose other end is closed
                some = b""
            if not some:
                return raw.decode(errors="replace")
            raw += some
        if keys and keys[0][0] in raw.decode(errors="replace"):
            os.write(terminal, keys.pop(0)[1].encode())
