"""A program killed in the middle of its work: at the very moment of a call or an SQL statement, or whenever it is."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

#: Calls after which a folder may be another one than before.
CHANGES: Final = frozenset(
    {"execute", "executemany", "executescript", "commit", "__exit__", "write", "replace", "unlink", "open", "close"}
)


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed(work: Callable[[], object], calls: int) -> bool:
    """Do the work in a process of its own, which is killed after so many calls that change something.

    Whether it was: work that needs fewer calls is done. Raises RuntimeError where it ends in any other way.
    """
    left = calls

    def count(_: FrameType, what: str, argument: Any) -> None:
        nonlocal left
        if what == "c_call" and getattr(argument, "__name__", "") in CHANGES:
            left -= 1
            if left == 0:
                _kill()

    @contextmanager
    def counted() -> Iterator[None]:
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(None)

    return _was_killed(_started(work, counted))


def killed_at_statement(work: Callable[[], object], number: int) -> bool:
    """The same, killed just before an SQL statement of any database, from 1 up."""
    left = number

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            _kill()

    return _was_killed(_started(work, lambda: every_statement(count)))


def killed_after(work: Callable[[], object], seconds: float) -> bool:
    """The same, killed from outside after a while."""
    child = _started(work, every_statement)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return _was_killed(child)


@contextmanager
def every_statement(seen: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hand over every SQL statement that a connection carries out, just before it does, if it is opened in here."""
    opened = sqlite3.connect

    def connect(*words: Any, **more: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = opened(*words, **more)
        connection.set_trace_callback(seen)
        return connection

    with patch.object(sqlite3, "connect", connect):
        yield


def _started(work: Callable[[], object], watched: Callable[[], Any]) -> int:
    """Start work in a process of its own; its number."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with watched():
                work()
            status = 0
        finally:
            os._exit(status)  # nothing of the parent is to be tidied up here
    return child


def _was_killed(child: int) -> bool:
    try:
        _, status = os.waitpid(child, 0)
    except BaseException:
        os.kill(child, signal.SIGKILL)  # it may go on for ever
        raise
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return True
    if status != 0:
        raise RuntimeError(f"the program ended with {status}")
    return False
