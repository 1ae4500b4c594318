"""A pager for what is longer than the screen: only on a terminal with a keyboard, once a command has told everything.

SITS_PAGER or PAGER names it, or else it is less, told to keep colours and what was shown, and to say
which keys it takes.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO, TextIOBase
from typing import Final, TextIO

from commands.stream import SafeStream, is_dumb_terminal

#: What less is told where nobody tells it: leave at once what fits, keep colours, leave on the screen what it showed,
#: and say in its last line how to go on and how to leave.
FOR_LESS: Final = "FRXPs?eEnd, q leaves:space goes on, b back, q leaves.$"
#: What colours a text, and takes no room in it.
_COLOURING: Final = re.compile("\x1b\\[[0-9;]*m")


class _Held(StringIO):
    """What was printed, kept until it is known how long it is. encoding: the terminal's, for which it is drawn."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Whether it will be shown on a terminal."""
        return True


@contextmanager
def paged(*, as_json: bool = False) -> Iterator[None]:
    """Let what a command prints go into a pager where it is longer than the screen. as_json: it is for a program."""
    outlet = sys.stdout
    # where nobody types, nobody turns pages; a program may have been started without any standard input
    typed = sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()
    if as_json or not (isinstance(outlet, SafeStream) and outlet.isatty() and typed) or is_dumb_terminal():
        yield
        return
    terminal = outlet.stream
    outlet.stream = held = _Held()
    held.encoding = terminal.encoding
    try:
        yield
    finally:
        outlet.stream, text = terminal, held.getvalue()
        pager, said = _pager() if _rows(text) >= shutil.get_terminal_size().lines else (None, "")
        if pager is not None:
            status = _shown(pager, text, terminal)
            said = f"{said}, which ended with status {status}. To see all of it: PAGER=cat\n" if status > 0 else ""
        else:
            with outlet.coloured():
                outlet.write(text)
            outlet.flush()
        sys.stderr.write(said)


def _rows(text: str) -> int:
    """Rows of the screen that a text takes."""
    from rich.cells import cell_len

    across = shutil.get_terminal_size().columns
    return sum(max(-(-cell_len(line) // across), 1) for line in _COLOURING.sub("", text).splitlines())


def _pager() -> tuple[list[str] | None, str]:
    """The words that start the pager that the environment names, and what it is called; or None, and why not."""
    named = next((name for name in ("SITS_PAGER", "PAGER") if name in os.environ), None)
    told = "less" if named is None else os.environ[named].strip()
    if told in ("", "cat"):  # all of it at once, as without a pager
        return None, ""
    try:
        words = shlex.split(told)
    except ValueError:
        words = []
    if words and shutil.which(words[0]) is not None:
        return words, "The pager is less" if named is None else f"{named} is {told}"
    missing = f"{named} is {told}, which is not a program here, so everything was printed at once.\n"
    return None, missing if named is not None else ""


def _shown(words: list[str], text: str, terminal: TextIO | TextIOBase) -> int:
    """Show a text in a pager until that is left: its exit status."""
    from subprocess import Popen
    from tempfile import TemporaryFile

    with TemporaryFile("w+", encoding=terminal.encoding, errors=terminal.errors) as file:
        file.write(text)
        file.seek(0)
        process = Popen(words, stdin=file, env={"LESS": FOR_LESS, **os.environ})  # noqa: S603 - the player named it
        while True:
            # an interrupt is the pager's to answer, which has the keyboard
            with suppress(KeyboardInterrupt):
                return process.wait()
