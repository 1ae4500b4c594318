"""A part of the runs of `python -m tests.endurance failing_players`, a few seeds of each scene."""

import time
from pathlib import Path
from random import Random

import pytest

from tests.endurance.network import NEVER_BEGUN, Network
from tests.endurance.one_run import run
from tests.endurance.outcomes import Result
from tests.endurance.postman import DAY, Weather
from tests.endurance.scenes import SCENES, begun

pytestmark = pytest.mark.long

#: A seed of each of some ways of playing: people are killed, restored from old copies, without folders, gone for good.
FEW = {
    "two": 30,
    "umpire": 4,
    "trustee": 30,
    "fighters": 3094,
}


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("starts")


@pytest.mark.parametrize(("scene", "seed"), FEW.items())
def test_whoever_fails_the_others_end_with_equal_records_or_a_way_out(scene: str, seed: int, starts: Path) -> None:
    found = run(seed, scene, failing=True, kept=starts)
    assert found.fault is None, found.in_words()
    assert found.end == "played" or found.ways


@pytest.mark.parametrize(
    ("gone", "lost", "lawful"),
    [("red", None, True), ("blue", None, True), (None, "red", True), (None, "blue", False), (None, None, False)],
)
def test_a_game_never_begins_only_where_somebody_is_gone_without_whom_nobody_can_or_the_host_lost_it(
    gone: str | None, lost: str | None, lawful: bool, starts: Path, tmp_path: Path
) -> None:
    scene, chance = SCENES["two-invited"], Random(1)  # noqa: S311 -- to be the same, not secret
    begun(scene, starts, tmp_path / "game")
    result = Result(seed=1, scene=scene.name)
    weather = Weather(lost=0, doubled=0, slow=0)
    game = Network(result=result, scene=scene, folder=tmp_path / "game", chance=chance, weather=weather)
    game.now = NEVER_BEGUN * DAY + 1
    if lost is not None:
        game.people[lost].lost = True
    if gone is not None:
        game.people[gone].gone = True
    assert game._never_began() is lawful


def test_a_run_that_does_not_end_in_time_is_at_fault(starts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Network, "play", lambda _: time.sleep(60))
    found = run(15, "two", failing=True, kept=starts, seconds=0.2)
    assert found.fault == "TooLongError: not over after 0.2 seconds"
