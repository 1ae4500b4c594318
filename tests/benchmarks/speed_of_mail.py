"""What `sits mail in` costs in a year's game by mail beside one that has just begun, with forty letters to read."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

from tests.benchmarks.grown_mail import LETTERS, YEAR, grow
from tests.benchmarks.stopwatch import Measured, Took, by_process, by_turns


def mail_in(work: Path, rounds: int) -> Measured:
    """The whole command: forty letters read, a turn played, its report told, letters written."""
    fresh, long = _folders(work)
    small, great = by_turns(min(rounds, 5), _first(fresh), _first(long))
    note = f"{great.processor:.2f} s against {small.processor:.2f} s; {LETTERS} letters each"
    return Measured(
        f"mail in after {YEAR} turns of four, times a fresh game's", great.processor / small.processor, 2,
        higher_is_better=False, note=note,
    )  # fmt: skip


def idle(work: Path, rounds: int) -> Measured:
    """The whole command where nothing has come."""
    folders = _folders(work)
    for folder in folders:
        by_process(folder, "mail", "in")
    small, great = by_turns(min(rounds, 5), *(_again(folder) for folder in folders))
    note = f"{great.processor:.2f} s against {small.processor:.2f} s"
    return Measured(
        f"mail in with no mail after {YEAR} turns, times a fresh game's", great.processor / small.processor, 2,
        higher_is_better=False, note=note,
    )  # fmt: skip


def _folders(work: Path) -> tuple[Path, Path]:
    """Folders of a game that has just begun and of a long one; made once in a folder."""
    made = work.parent / "mail"
    fresh, long = (made / f"after {turns}" for turns in (0, YEAR))
    if not long.exists():
        grow(made, [0, YEAR])
    return fresh, long


def _first(folder: Path) -> Callable[[], Took]:
    """The command over a copy in which nothing was read yet."""
    numbers = count()

    def run() -> Took:
        copy = folder.parent / f"{folder.name}, copy {next(numbers)}"
        shutil.copytree(folder, copy)
        try:
            took = by_process(copy, "mail", "in")
        finally:
            shutil.rmtree(copy)
        if f"Mails read: {LETTERS}. " not in took.out or "You owe orders for ours " not in took.out:
            raise AssertionError(took.out.splitlines()[0])
        return took

    return run


def _again(folder: Path) -> Callable[[], Took]:
    def run() -> Took:
        took = by_process(folder, "mail", "in")
        if "Mails read: 0." not in took.out:
            raise AssertionError(took.out.splitlines()[0])
        return took

    return run
