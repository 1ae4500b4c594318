"""How long one run may take. One that goes on for ever is at fault, and says so instead of standing still."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

#: Seconds that a game by mail may take; the longest take one minute where much else runs besides.
USUAL = 900


class TooLongError(Exception):
    """A run was not over in time."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """A block that may take so long, in the main thread. Raises TooLongError in the midst of it where it takes longer.

    Where the system has no such timers, there is no limit.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> NoReturn:
        raise TooLongError(f"not over after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
