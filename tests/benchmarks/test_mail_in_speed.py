"""`sits mail in` in long games by mail. Nothing here judges a time; what is asserted is that both sides do the same."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from commands.render.letters import LetterPrinter
from sits_es.post.day import Done, a_day, note_shown
from sits_es.post.desk import Desk
from tests.benchmarks.grown_mail import LETTERS, YEAR, grow
from tests.shared.counting import counting
from tests.shared.watch import NOON

pytestmark = pytest.mark.long

#: Turns of the longer game where nobody asked for figures.
FEW = 1


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> dict[str, Path]:
    """Folders of a game that has just begun, and of a longer one."""
    asked = request.config.getoption("--benchmark-only") or request.config.getoption("--benchmark-enable")
    fresh, long = grow(tmp_path_factory.mktemp("mail") / "grown", [0, YEAR if asked else FEW])
    return {"fresh": fresh, "long": long}


def day(folder: Path) -> Done:
    """What `sits mail in` does, told to somebody who reads it."""
    with Desk(folder, lambda: NOON, printer=LetterPrinter) as desk:
        done = a_day(desk, [])
        note_shown(desk, done)
    return done


@pytest.mark.parametrize("which", ["fresh", "long"])
def test_forty_letters_and_a_turn(
    benchmark: BenchmarkFixture, which: str, games: dict[str, Path], tmp_path: Path
) -> None:
    numbers = iter(range(1000))

    def copied() -> tuple[tuple[Path], dict[str, object]]:
        return (copytree(games[which], tmp_path / str(next(numbers))),), {}

    done: Done = benchmark.pedantic(day, setup=copied, rounds=5)  # type: ignore[no-untyped-call]  # it brings no types
    assert next(done.counted()).startswith(f"Mails read: {LETTERS}. With news: ")
    assert "You owe orders" in done.reports[0]


@pytest.mark.parametrize("which", ["fresh", "long"])
def test_a_day_without_mail_folds_nothing_and_reads_no_event_twice(
    which: str, games: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copytree(games[which], tmp_path / which)
    day(folder)
    counted = counting(monkeypatch)
    done = day(folder)
    assert next(done.counted()) == "Mails read: 0. With news: 0."
    assert not counted.folded
    assert counted.once()
