"""A program killed in the middle of its work: SIGKILL at the very moment of one of the calls that change a file."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

#: Calls after which a folder may be another one than before.
CHANGES: Final = frozenset(
    {"execute", "executemany", "executescript", "commit", "__exit__", "write", "replace", "unlink", "open", "close"}
)


def killed(work: Callable[[], object], calls: int) -> bool:
    """Do the work in a process of its own, which is killed after so many calls that change something.

    Whether it was: work that needs fewer calls is done. Raises RuntimeError where it ends in any other way.
    """
    child = os.fork()
    if child == 0:
        left = calls

        def count(_: FrameType, what: str, argument: Any) -> None:
            nonlocal left
            if what == "c_call" and getattr(argument, "__name__", "") in CHANGES:
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        status = 1
        try:
            sys.setprofile(count)
            work()
            status = 0
        finally:
            sys.setprofile(None)
            os._exit(status)  # nothing of the parent is to be tidied up here
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
