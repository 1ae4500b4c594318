"""A bar on standard error while something takes a while: on a terminal alone, and gone when it is done.

It is made of letters and goes back to the start of its line, and so needs nothing that a terminal may not know.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from commands.stream import Outlet, dumb
from sits_es.service.progress import Progress, silent

#: Seconds after which something takes a while, and between two looks at it.
A_WHILE: Final = 0.5
BETWEEN: Final = 0.1
#: Seconds from which on it is said how many are left.
LONG: Final = 3.0
#: The fewest columns of the bar itself, the most, and the most of all of it.
LEAST: Final = 5
BAR: Final = 30
LINE: Final = 79


@contextmanager
def progress(what: str, *, as_json: bool = False) -> Iterator[Progress]:
    """Show how far something has come, as it tells; nothing where standard error is no terminal that can show it.

    what: is being done, such as `Checking`. as_json: a program waits for it.
    """
    if as_json or not sys.stderr.isatty() or dumb():
        yield silent
        return
    bar = _Bar(what)
    try:
        yield bar.told
    finally:
        bar.clear()


class _Bar:
    def __init__(self, what: str) -> None:
        self._what = what
        self._began = self._looked = time.monotonic()
        self._columns = 0

    def told(self, done: int, whole: int) -> None:
        """Show it, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self._began < A_WHILE or now - self._looked < BETWEEN:
            return
        self._looked = now
        # the last column is left free: some terminals go on to the next line there
        room = min(shutil.get_terminal_size().columns - 1, LINE)
        line = bar_line(self._what, done, whole, now - self._began, room)
        self._write(f"\r{line.ljust(self._columns)}")
        self._columns = len(line)

    def clear(self) -> None:
        """Take it away."""
        if self._columns:
            self._write(f"\r{' ' * self._columns}\r")
            self._columns = 0

    def _write(self, text: str) -> None:
        through: AbstractContextManager[None] = (
            sys.stderr.coloured() if isinstance(sys.stderr, Outlet) else nullcontext()
        )
        with through:
            sys.stderr.write(text)
            sys.stderr.flush()


def bar_line(what: str, done: int, whole: int, seconds: float, room: int) -> str:
    """`Checking [######......]  50%, 4 s left`, in so many columns; without a bar where nobody knows the whole.

    seconds: since it began.
    """
    if not whole:
        return f"{what} {done}"[:room]
    done = min(done, whole)
    said = f"{done * 100 // whole:3}%"
    if seconds >= LONG and 0 < done < whole:
        left = round(seconds * (whole - done) / done)
        said += f", {left} s left" if left < 100 else f", {round(left / 60)} min left"
    bar = min(room - len(what) - len(said) - 4, BAR)
    if bar < LEAST:
        return f"{what} {said}"[:room]
    full = done * bar // whole
    return f"{what} [{'#' * full}{'.' * (bar - full)}] {said}"
