"""Counting the instructions of whole programs, and of pieces of work in this process: they don't move with load.

valgrind counts: cachegrind a whole program, callgrind what a Python process does between two marks. Where there is no
valgrind, nothing is counted.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

VALGRIND: Final = shutil.which("valgrind")

#: Where callgrind writes what it counts in this process; unset where nothing does.
COUNTS: Final = "SITS_COUNTS"

#: Between entering and leaving this function of the interpreter callgrind counts. Only `ascii` and `!a` call it.
MARK: Final = "PyObject_ASCII"


def whole(words: Sequence[str | Path], environment: Mapping[str, str], cwd: Path) -> int:
    """Instructions of a program, which must succeed. environment: all that it sees."""
    with tempfile.NamedTemporaryFile("r") as log:
        tool = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log.name}")
        succeeded([str(VALGRIND), *tool, *words], environment, cwd)
        said = log.read()
    (count,) = re.findall(r"I +refs: +([\d,]+)", said)
    return int(count.replace(",", ""))


def succeeded(words: Sequence[str | Path], environment: Mapping[str, str], cwd: Path) -> float:
    """Run a program that must succeed. Gives seconds of processor time, the system's for it included."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            words, env=dict(environment), cwd=cwd, stdout=said, stderr=said, stdin=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{words} ended with {process.returncode}: {said.read().decode()}")
    return usage.ru_utime + usage.ru_stime


def counting(folder: Path, words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """How a Python program is started so that it can count, and in which environment. folder: for its counts."""
    counts = folder / "counts"
    tool = ["--tool=callgrind", f"--callgrind-out-file={counts}", f"--toggle-collect={MARK}", f"--dump-after={MARK}"]
    environment = os.environ | {COUNTS: str(counts), "PYTHONHASHSEED": "0"}
    return [str(VALGRIND), "--quiet", *tool, sys.executable, *words], environment


def counts_here() -> bool:
    """Whether instructions are counted in this process."""
    return COUNTS in os.environ


class _Inside:
    """Does something when it is asked for its name."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work

    def __repr__(self) -> str:
        self._work()
        return ""


def inside(work: Callable[[], object]) -> int:
    """Instructions of a piece of work in this process, which must have been started for `counting`."""
    counts = Path(os.environ[COUNTS])
    ascii(_Inside(work))
    (found,) = counts.parent.glob(f"{counts.name}.*")  # written as the mark is left
    (count,) = re.findall(r"^totals: (\d+)", found.read_text(encoding="utf-8"), re.MULTILINE)
    found.unlink()
    return int(count)
