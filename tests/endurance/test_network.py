"""A part of the runs of `python -m tests.endurance` in which games by mail go through what there is of bad luck."""

import time
from pathlib import Path
from random import Random

import pytest

from tests.endurance import in_the_open, one_run
from tests.endurance.network import Network
from tests.endurance.one_run import run
from tests.endurance.outcomes import Result
from tests.endurance.scenes import SCENES

#: Seeds by what fails and by way of playing. The first of each are short.
FEW = {
    ("lost_mail", "two"): (1, 2),
    ("lost_mail", "fighters"): (9,),
    ("failing_players", "three"): (2, 13, 926),
    ("failing_players", "umpire"): (4, 202),
    ("failing_players", "fighters-bare"): (10,),
    ("hostile_packets", "three-bare"): (2,),
    ("hostile_packets", "fighters"): (6,),
}
RUNS = [
    pytest.param(what, scene, seed, marks=[] if seed < 3 else pytest.mark.long)
    for (what, scene), seeds in FEW.items()
    for seed in seeds
]


@pytest.mark.parametrize(("what", "scene", "seed"), RUNS)
def test_whatever_fails_the_others_end_with_equal_records(what: str, scene: str, seed: int) -> None:
    found = run(seed, scene, what)
    assert found.fault is None, found.in_words()
    assert found.end == "played"


@pytest.mark.long
def test_who_asked_for_another_keeper_before_the_only_other_player_was_gone_stands_still_lawfully() -> None:
    assert run(312, "umpire", "failing_players").end == "half against half"


def test_a_standstill_is_at_fault_unless_others_are_gone_who_are_needed(tmp_path: Path) -> None:
    scene = SCENES["kept"]
    table = scene.table(tmp_path / "game", 1)
    network = Network(result=Result(seed=1, scene="kept"), scene=scene, table=table, chance=Random(1))  # noqa: S311 -- none
    table.gone.add("blue")
    table.days(10)
    assert not network.is_half_against_half()  # red and kay can go on
    table.next_keeper("red")
    assert network.is_half_against_half()
    table.gone.clear()
    assert not network.is_half_against_half()  # blue can ask as well


@pytest.mark.long
def test_the_same_seed_is_the_same_run() -> None:
    one, other = run(1, "two"), run(1, "two")
    assert (one.days, one.letters, one.head) == (other.days, other.letters, other.head)


def test_a_run_that_does_not_end_in_time_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_run, "played", lambda *_, **__: time.sleep(60))
    found = run(15, "two", "failing_players", seconds=0.2)
    assert found.fault is not None
    assert "TooLongError: not over after 0.2 seconds" in found.fault


def test_whole_letters_tell_nothing_before_a_set_is_fixed() -> None:
    assert in_the_open.runs(1, 1) == []


@pytest.mark.long
def test_whole_letters_of_all_ways_of_playing_tell_nothing() -> None:
    assert in_the_open.runs(2, 4) == []
