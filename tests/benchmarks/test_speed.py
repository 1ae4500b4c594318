"""The table of speed is told and its gate shuts. Each of its rows is measured by the gate itself, in CI."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import instructions, speed
from tests.benchmarks.speed import Row
from tests.benchmarks.stopwatch import ROOT, Measured, side_by_side, times_as_long

pytestmark = pytest.mark.long


def nothing(_work: Path, _rounds: int) -> Measured:
    raise AssertionError("it is not measured")


@pytest.mark.parametrize(
    ("measured", "least", "noise", "meets", "holds"),
    [
        (11.0, True, None, True, True),
        (15.0, True, None, True, True),
        (15.1, True, None, False, True),
        (22.0, True, None, False, True),
        (22.1, True, None, False, False),
        (30.0, True, 1.5, False, True),
        (30.1, True, 1.5, False, False),
        (15.0, False, None, True, False),
        (18.1, False, None, True, False),
        (18.2, False, None, True, True),
        (13.4, False, 1.5, False, True),
        (13.3, False, 1.5, False, False),
    ],
)
def test_a_row_is_held_to_a_tenth_of_what_it_has_reached_or_to_what_it_moves_by(
    measured: float, *, least: bool, noise: float | None, meets: bool, holds: bool
) -> None:
    row = Row(nothing, goal=15, reached=20, least=least, noise=noise)
    assert (row.meets(measured), row.holds(measured)) == (meets, holds)


@pytest.fixture
def quick_and_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {
        "quick": Row(lambda _, rounds: Measured("a quick row", 3, f"{rounds} rounds", 4), 2, 3, least=False),
        "short": Row(lambda *_: Measured("a row short of its goal", 1.9), 2, 2, least=False, noise=1.2),
        "slow": Row(lambda *_: Measured("a slow row", 2.3), 2, 2),
    }
    monkeypatch.setattr(speed, "TIMED", rows)
    monkeypatch.setattr(speed, "ROWS", rows)


@pytest.mark.usefixtures("quick_and_slow")
def test_floor_goal_and_what_was_reached_stand_side_by_side_and_the_gate_shuts_for_a_row_that_is_worse(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert speed.main([]) == 0
    heading, *rows = [" ".join(row.split()) for row in capsys.readouterr().out.splitlines()]
    assert heading == "row what floor goal reached now"
    assert rows == [
        "quick a quick row 4 >= 2 3 3 11 rounds",
        "short a row short of its goal >= 2 2 1.9 short of its goal; moves by 20%",
        "slow a slow row <= 2 2 2.3 WORSE THAN IT WAS",
    ]
    assert speed.main(["quick", "short", "--gate", "--rounds", "4"]) == 0
    assert "4 rounds" in capsys.readouterr().out
    assert speed.main(["--gate"]) == 1
    *_, first, again, last = capsys.readouterr().out.splitlines()
    assert first == again
    assert last == "Worse than it was: slow."


@pytest.mark.usefixtures("quick_and_slow")
def test_a_row_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        speed.main(["swift"])
    assert "there is no row swift" in capsys.readouterr().err


def test_without_valgrind_nothing_is_counted_and_the_gate_shuts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speed, "VALGRIND", None)
    assert speed.main(["show", "codec"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["Not counted, as there is no valgrind here: show, codec."]
    assert speed.main(["show", "codec", "--gate"]) == 1


def test_sides_take_turns_and_the_first_round_does_not_count() -> None:
    done: list[str] = []
    taken = side_by_side(2, lambda: done.append("one"), lambda: done.append("other"))
    assert done == ["one", "other"] * 3
    assert [len(times) for times in taken] == [2, 2]
    assert times_as_long([4.0, 6.0, 1.0], [2.0, 2.0, 1.0]) == 2


@pytest.mark.skipif(not instructions.VALGRIND, reason="valgrind is not installed")
def test_twice_the_work_is_twice_the_instructions_and_nothing_around_it_is_counted(tmp_path: Path) -> None:
    program = """
from tests.benchmarks.stopwatch import processor_time
def add(numbers):
    for number in range(numbers):
        number + 1
for numbers in (200_000, 400_000, 0):
    add(100_000)
    print(processor_time(lambda: add(numbers)))
"""
    words, environment = instructions.counting(tmp_path, ["-c", program])
    done = subprocess.run(words, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    once, twice, none = map(int, done.stdout.split())
    assert twice / once == pytest.approx(2, rel=0.01)
    assert once > 1_000_000
    assert none < 10_000


@pytest.mark.skipif(not instructions.VALGRIND, reason="valgrind is not installed")
def test_a_program_that_is_counted_sees_no_more_than_it_is_given_and_must_succeed(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "import os; assert os.environ['ONE'] and 'HOME' not in os.environ"]
    count = instructions.whole(words, {"ONE": "1"}, tmp_path)
    assert 1_000_000 < count < 1_000_000_000
    with pytest.raises(RuntimeError, match=r"ended with 1: (?s:.*)ZeroDivisionError"):
        instructions.whole([sys.executable, "-c", "1 / 0"], {}, tmp_path)
