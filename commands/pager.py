"""A pager for what is longer than the screen: only on a terminal with a keyboard, once there is more than fits.

SITS_PAGER or PAGER names it, or else it is less, told to keep colours and what was shown (LESS=FRX). What is printed
while it is to be used is held back until it is seen whether it fits; then it goes out as it would have, or all of it
into the pager. One that is left before it has shown everything ends the output, and nothing else.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOBase
from typing import IO, TYPE_CHECKING, Final, TextIO

import typer

from commands.stream import SafeStream, is_dumb_terminal

if TYPE_CHECKING:
    from subprocess import Popen

#: What less is told where nobody tells it: leave at once what fits, keep colours, leave on the screen what it showed.
FOR_LESS: Final = "FRX"
#: What colours a text, and takes no room in it.
_COLOURING: Final = re.compile("\x1b\\[[0-9;]*m")
#: Pagers that show everything at once, as without one.
_NONE: Final = ("", "cat")


#: What says which words start the pager, if there is to be one.
PagerWords = Callable[[], "list[str] | None"]


class Held(TextIOBase):
    """Text on its way to a terminal: held back as long as it fits the screen, then handed to a pager.

    pager: gives the words that start it, and is asked once it is needed; None where there is to be none. rows, columns:
    of the screen, the row of the next prompt left out.
    """

    def __init__(self, stream: TextIO | TextIOBase, pager: PagerWords, rows: int, columns: int) -> None:
        self._stream, self._pager = stream, pager
        self._room, self._columns = rows, columns
        self._held: list[str] | None = []
        self._process: Popen[str] | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]  # the library's stubs have a plain attribute
        """That of the terminal."""
        return self._stream.encoding

    def write(self, text: str) -> int:
        """Hold a text back, or pass it on. Raises BrokenPipeError once the pager was left."""
        if self._held is None:
            (self._stream if self._process is None else self._into()).write(text)
            return len(text)
        self._held.append(text)
        self._room -= self._lines(text)
        if self._room < 0:
            self._start()
        return len(text)

    def _lines(self, text: str) -> int:
        """Rows of the screen that end within a text, as far as can be told from it alone."""
        from rich.cells import cell_len

        whole, _, _ = text.rpartition("\n")
        lines = whole.split("\n") if "\n" in text else []
        return sum(max(-(-cell_len(_COLOURING.sub("", line)) // self._columns), 1) for line in lines)

    def _start(self) -> None:
        words = self._pager()
        if words is not None:
            from subprocess import PIPE, Popen

            self._process = Popen(  # noqa: S603 - it is the program that the person who plays named
                words,
                stdin=PIPE,
                env={"LESS": FOR_LESS, **os.environ},
                text=True,
                encoding=self._stream.encoding,
                errors=self._stream.errors,
            )
        self._pass_on()

    def _into(self) -> TextIO | TextIOBase | IO[str]:
        if self._process is None or self._process.stdin is None:
            return self._stream
        return self._process.stdin

    def _pass_on(self) -> None:
        """Let out what was held back."""
        held, self._held = self._held or [], None
        self._into().write("".join(held))

    def flush(self) -> None:
        """Write what is kept back; what is held until it is known whether it fits stays where it is."""
        # once the pager has ended it is flushed no more, not even by Python as this goes
        if self._held is None and not self._into().closed:
            self._into().flush()

    def isatty(self) -> bool:
        """Whoever asks is asked to draw for the terminal behind it."""
        return True

    def fileno(self) -> int:
        """That of what is written to."""
        return self._into().fileno()

    def writable(self) -> bool:
        """Always."""
        return True

    def end(self) -> int:
        """Let out what is held, and wait until the pager was left: its exit status, 0 where there was none.

        What it did not take is nobody's trouble.
        """
        if self._held is not None:
            self._pass_on()
            self._stream.flush()
        if self._process is None:
            return 0
        with suppress(OSError):
            self._into().close()
        while True:
            try:
                return self._process.wait()
            except KeyboardInterrupt:
                # it is the pager's to answer, which has the keyboard
                continue


@contextmanager
def paged(ctx: typer.Context | None = None) -> Iterator[None]:
    """Let what a command prints go into a pager where it is longer than the screen. ctx: None for help alone."""
    outlet = sys.stdout
    # where nobody types, nobody turns pages
    if not isinstance(outlet, SafeStream) or not (outlet.isatty() and _typed_at()) or is_dumb_terminal():
        yield
        return
    size, terminal = shutil.get_terminal_size(), outlet.stream
    # which other options there are is known only once something is printed
    pager = _Pager(lambda: ctx is None or not ctx.params.get("as_json"))
    outlet.stream = held = Held(terminal, pager.words, size.lines - 1, size.columns)
    try:
        yield
    finally:
        outlet.flush()
        status = held.end()
        outlet.stream = terminal
        if isinstance(outlet.trouble, BrokenPipeError):
            outlet.trouble = None
        pager.ended(status)


def _typed_at() -> bool:
    """Whether standard input is a keyboard; a program may have been started without any."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


class _Pager:
    """Which pager the environment names, and what is to be said of it. wanted: whether there is to be any."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._called = ""
        self._missing = False

    def words(self) -> list[str] | None:
        """The words that start it; None where there is to be none."""
        named = next((name for name in ("SITS_PAGER", "PAGER") if name in os.environ), None)
        told = "less" if named is None else os.environ[named].strip()
        if told in _NONE or not self._wanted():
            return None
        try:
            words = shlex.split(told)
        except ValueError:
            words = []
        self._called = "The pager is less" if named is None else f"{named} is {told}"
        if words and shutil.which(words[0]) is not None:
            return words
        self._missing = named is not None
        return None

    def ended(self, status: int) -> None:
        """Say why a pager showed nothing, or perhaps not everything."""
        if self._missing:
            sys.stderr.write(f"{self._called}, which is no program here: all of it was printed at once.\n")
        elif status > 0:
            sys.stderr.write(f"{self._called}, which ended with status {status}. To see all of it: --no-pager\n")
