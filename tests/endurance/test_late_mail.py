"""What late mail may do to a record on which all are one already: go on after it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from sits_es.post.replica import replica_of
from tests.endurance.chances import same_chances
from tests.endurance.network import Network
from tests.endurance.outcomes import Result
from tests.endurance.people import Person, sits
from tests.endurance.postman import CALM, DAY
from tests.endurance.scenes import SCENES, begun
from tests.endurance.standing import Where

pytestmark = pytest.mark.long

PLAYED = Where(branch="duel", digests=("start", "first", "second"), done=True, end=None)
WENT_ON = evolve(PLAYED, digests=(*PLAYED.digests, "third"))
CHANGED = evolve(PLAYED, digests=("start", "other", "second", "third"))
CUT_SHORT = evolve(PLAYED, digests=("start", "first"))
ELSEWHERE = evolve(CHANGED, branch="duel-2")
SIGNED_AWAY = evolve(WENT_ON, branch="duel-2")
ENDED = evolve(PLAYED, end="Red has won.")
WENT_ON_AFTER_THE_END = evolve(WENT_ON, end="Red has won.")


class Told(Network):
    """A network in which sessions are only told: where somebody stands after each of theirs, the last time for good."""

    story: dict[str, list[Where]]

    def sit_down(self, person: Person, *, calls: int = 0) -> None:  # noqa: ARG002 -- nobody is killed here
        told = self.story[person.name]
        self.where[person.name] = told.pop(0) if len(told) > 1 else told[0]

    def _standing(self) -> str:
        return "as told"


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., str | None]:
    """The fault that is found where red and blue have played and then stand so, reading for reading."""

    def fault(before: Where, red: list[Where], blue: list[Where]) -> str | None:
        scene = SCENES["two"]
        chance = Random(1)  # noqa: S311 -- to be the same, not secret
        network = Told(
            result=Result(seed=1, scene=scene.name), scene=scene, folder=tmp_path, chance=chance, weather=CALM
        )
        network.where = {"red": before, "blue": before}
        network.story = {"red": red, "blue": blue}
        network._quiet()
        return network.result.fault

    return fault


def test_late_mail_that_brings_nothing_leaves_all_as_it_was(told: Callable[..., str | None]) -> None:
    assert told(PLAYED, [PLAYED], [PLAYED]) is None


def test_what_was_signed_before_may_bring_the_next_exchange_to_one_now_and_to_the_other_later(
    told: Callable[..., str | None],
) -> None:
    assert told(PLAYED, [PLAYED, PLAYED, WENT_ON], [PLAYED, PLAYED, PLAYED, PLAYED, PLAYED, PLAYED, WENT_ON]) is None


def test_a_branch_that_all_had_signed_may_go_on_from_the_record_as_it_stands(told: Callable[..., str | None]) -> None:
    assert told(PLAYED, [PLAYED, SIGNED_AWAY], [SIGNED_AWAY]) is None


@pytest.mark.parametrize("after", [CHANGED, CUT_SHORT, ELSEWHERE], ids=["another event", "an event less", "a branch"])
def test_late_mail_may_not_change_what_is_on_record_even_alike_for_all(
    after: Where, told: Callable[..., str | None]
) -> None:
    assert told(PLAYED, [after], [after]) == "late mail changed a record: as told"


def test_nothing_comes_after_the_end_of_a_game(told: Callable[..., str | None]) -> None:
    assert told(ENDED, [ENDED], [ENDED]) is None
    after = WENT_ON_AFTER_THE_END
    assert told(ENDED, [after], [after]) == "late mail changed a record: as told"


def test_late_mail_may_not_bring_an_exchange_to_one_alone(told: Callable[..., str | None]) -> None:
    assert told(PLAYED, [WENT_ON], [PLAYED]) == "late mail left the records apart: as told"


def test_an_exchange_that_late_mail_brings_is_the_same_to_all(told: Callable[..., str | None]) -> None:
    other = evolve(PLAYED, digests=(*PLAYED.digests, "another third"))
    assert told(PLAYED, [WENT_ON], [other]) == "late mail left the records apart: as told"


def test_a_list_that_was_signed_after_the_last_exchange_that_is_played_still_takes_all_to_the_same_end(
    tmp_path: Path,
) -> None:
    """Nobody plays 3.1, where one is to act alone: the two others have signed to go on without, and hear of it late."""
    scene, chance = SCENES["fighters"], Random(1)  # noqa: S311 -- to be the same, not secret
    begun(scene, tmp_path / "starts", tmp_path / "game")
    network = Network(
        result=Result(seed=1, scene=scene.name), scene=scene, folder=tmp_path / "game", chance=chance, weather=CALM
    )
    with same_chances(chance):
        while not network._done():
            network._next_session()
        played = network.where["red"]
        with network.desk(network.people["red"]) as desk:
            owed = replica_of(desk, desk.seat("duel")).chain().game.owed
        assert owed is not None
        assert owed.label == "3.1"
        others = [person for person in network.living if person.name not in owed.orders_by]
        assert len(others) == 2
        for _ in range(12):  # seven days, and two of grace
            network.now += DAY
            for person in network.living:
                network.sit_down(person)
        for person in others:
            assert sits(network.folder / person.name, network.clock, "without", "duel")[0]
        for days in (0, 2):  # the letter with everything goes out, and then the two days of grace begin anew
            network.now += days * DAY
            for person in others:
                network.sit_down(person)
        assert set(network.where.values()) == {played}
        network._quiet()
    assert network.result.fault is None
    assert len({found.head for found in network.where.values()}) == 1
    assert network.where["red"].version > played.version
