"""The table of speed is told and its gate shuts. Each of its rows is measured by the gate itself, in CI."""

from __future__ import annotations

import pytest

from tests.benchmarks import speed
from tests.benchmarks.stopwatch import Measured, side_by_side, times_as_long

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("measured", "goal", "higher_is_better", "met", "holds"),
    [
        (6.0, 6, True, True, True),
        (5.9, 6, True, False, True),
        (4.0, 6, True, False, True),
        (3.9, 6, True, False, False),
        (2.2, 2.2, False, True, True),
        (3.3, 2.2, False, False, True),
        (3.4, 2.2, False, False, False),
    ],
)
def test_a_goal_may_be_missed_by_half_again(
    measured: float, goal: float, higher_is_better: bool, met: bool, holds: bool
) -> None:
    found = Measured("a row", measured, goal, higher_is_better)
    assert (found.met, found.holds) == (met, holds)


@pytest.mark.parametrize(("measured", "met", "holds"), [(13.4, False, True), (13.3, False, False), (60.0, True, True)])
def test_a_row_that_is_short_of_its_goal_is_held_to_what_it_has_reached(
    measured: float, met: bool, holds: bool
) -> None:
    found = Measured("a row", measured, 60, reached=20)
    assert (found.goal, found.met, found.holds) == (60, met, holds)


@pytest.fixture
def quick_and_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {
        "quick": lambda _work, rounds: Measured("a quick row", 3.0, 2, note=f"{rounds} rounds"),
        "short": lambda _work, _rounds: Measured("a row short of its goal", 1.9, 2),
        "slow": lambda _work, _rounds: Measured("a slow row", 3.1, 2, higher_is_better=False),
    }
    monkeypatch.setattr(speed, "ROWS", rows)


@pytest.mark.usefixtures("quick_and_slow")
def test_every_ratio_stands_beside_its_goal_and_the_gate_shuts_for_one_that_is_too_slow(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert speed.main([]) == 0
    heading, *rows = [" ".join(row.split()) for row in capsys.readouterr().out.splitlines()]
    assert heading == "row what goal measured limit"
    assert rows == [
        "quick a quick row >= 2 3 1.33 11 rounds",
        "short a row short of its goal >= 2 1.9 1.33 short of its goal",
        "slow a slow row <= 2 3.1 3 TOO SLOW",
    ]
    assert speed.main(["quick", "short", "--gate", "--rounds", "4"]) == 0
    assert "4 rounds" in capsys.readouterr().out
    assert speed.main(["--gate"]) == 1
    assert capsys.readouterr().out.endswith("Beyond the limit: slow.\n")


@pytest.mark.usefixtures("quick_and_slow")
def test_a_row_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        speed.main(["swift"])
    assert "there is no row swift" in capsys.readouterr().err


def test_sides_take_turns_and_the_first_round_does_not_count() -> None:
    done: list[str] = []
    taken = side_by_side(2, lambda: done.append("one"), lambda: done.append("other"))
    assert done == ["one", "other"] * 3
    assert [len(times) for times in taken] == [2, 2]
    assert times_as_long([4.0, 6.0, 1.0], [2.0, 2.0, 1.0]) == 2
