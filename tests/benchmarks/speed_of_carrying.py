"""What it costs to carry a game, beside a plain copy of the file that it is carried in.

A copy reads bytes and writes them. A bundle's lines are checked one by one as they are written, and once more as they
are taken: every digest, every link, and what is on record already.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from sits_es.service.exports import export, import_game
from sits_es.service.session import Session
from tests.benchmarks.speed_of_the_record import GAME, squadron
from tests.benchmarks.stopwatch import Measured, Took, by_turns, timed


def exported(work: Path, rounds: int) -> Measured:
    """The stored squadron action written into a bundle, against a copy of that bundle that is safely on the disk."""
    numbers = count()
    with squadron(work) as session:
        export(session.open_game(GAME), work / "first.bundle")

        def ours() -> object:
            return export(session.open_game(GAME), work / f"{next(numbers)}.bundle")

        copied, taken = by_turns(rounds, _copying(work), lambda: timed(ours))
    return _told("a bundle written", copied, taken, work)


def imported(work: Path, rounds: int) -> Measured:
    """The same bundle played by its rules and taken into a folder without games, against the same copy."""
    folders = (work / f"folder {number}" for number in count())
    with squadron(work) as session:
        events = session.open_game(GAME).head.version + 1
        export(session.open_game(GAME), work / "first.bundle")

    def ours(folder: Path) -> None:
        folder.mkdir()
        with Session.open(folder) as session:
            if import_game(session, work / "first.bundle").new[GAME] != events:
                raise AssertionError("the game did not come over whole")

    copied, taken = by_turns(rounds, _copying(work), lambda: _fresh(folders, ours))
    return _told("a bundle played and taken", copied, taken, work, reached=100)


def _fresh(folders: Iterator[Path], work: Callable[[Path], None]) -> Took:
    folder = next(folders)
    return timed(lambda: work(folder))


def _copying(work: Path) -> Callable[[], Took]:
    def copy() -> None:
        with (work / "first.bundle").open("rb") as source, (work / "copy").open("wb") as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())

    return lambda: timed(copy)


def _told(what: str, copied: Took, taken: Took, work: Path, reached: float | None = None) -> Measured:
    size = (work / "first.bundle").stat().st_size
    note = f"{size / 1e6:.1f} MB in {1000 * taken.clock:.0f} ms"
    measured = taken.clock / copied.clock
    return Measured(f"{what}, times as long as a plain copy", measured, 40, False, note, reached)
