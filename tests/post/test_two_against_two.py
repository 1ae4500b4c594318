"""Two of four are there, which is not more than half. Whoever of them agrees plays on with the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotNowError
from sits_es.game.events import PlayersPutOut
from sits_es.post.copies import copy_for
from sits_es.post.going_on import way_on
from sits_es.post.parting import agree_without
from sits_es.rules.moments import Moment
from tests.shared.careful_three import careful_four, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, days, exchange, facts, sound, with_a_key_alone
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture(params=[False, True], ids=["no escrow", "escrow"])
def four(tmp_path: Path, clock: Watch, request: pytest.FixtureRequest) -> dict[str, Post]:
    """Red and blue have sealed 1.1, and signed that the seals of green and gold are missing."""
    found = careful_four(tmp_path, clock, escrow=request.param)
    red, blue = found["red"], found["blue"]
    for post in (red, blue):
        ordered(post, 1)
    exchange([red, blue])
    clock.later(hours=168 + 48)
    for post in (red, blue):
        go_on_without(post.replica)
    days(clock, 3, red, blue)
    assert [post.packets()[-1].packet.kind for post in (red, blue)] == ["without", "without"]
    return found


def test_the_two_who_are_there_play_on_without_the_seals_of_the_others(
    four: dict[str, Post], clock: Watch, tmp_path: Path
) -> None:
    red, blue = four["red"], four["blue"]
    assert red.moment() == blue.moment() == Moment(1, 1), "two of four are not more than half"
    for post in (red, blue):
        assert way_on(post.replica) == (
            "Of 4, 2 signed that it goes on without gold and green: too few to bind them. "
            "You may play on without them: sits agree duel --without"
        )
        assert agree_without(post.replica) == (
            "You play on from 1.1 without gold and green. You owe orders for duel-2 1.1."
        )
        exchange([red, blue])
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch != "duel"
    for post in (red, blue):
        ordered(post, 1)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2)
    assert red.head() == blue.head()
    (fact,) = facts(red, PlayersPutOut)
    assert isinstance(fact, PlayersPutOut)
    assert (fact.players, fact.by) == (("gold", "green"), ("blue", "red"))
    assert sound(red)
    anew = with_a_key_alone(blue, tmp_path / "anew", clock)
    anew.take([copy_for(red.replica, "blue")])
    assert anew.head() == red.head()
    exchange([*four.values()])
    assert four["green"].desk.seat("duel").branch == "duel", "the others are not bound"


def test_nobody_parts_with_who_has_sealed_after_all(four: dict[str, Post], clock: Watch) -> None:
    red, blue, green = four["red"], four["blue"], four["green"]
    green.take([*red.packets(), *blue.packets()])
    ordered(green, 1)
    exchange([red, blue, green])
    with pytest.raises(NotNowError) as refused:
        agree_without(red.replica)
    assert str(refused.value) == "What was missing of duel 1.1 has come since you signed: it is played on."
    days(clock, 12, red, blue, green)
    go_on_without(green.replica)
    days(clock, 3, red, blue, green)
    assert {post.moment() for post in (red, blue, green)} == {Moment(1, 2)}, "three of four are more than half"
    assert len({post.head() for post in (red, blue, green)}) == 1


def test_who_hears_of_a_late_seal_may_still_join_the_one_who_has_gone_over(four: dict[str, Post]) -> None:
    red, blue, green = four["red"], four["blue"], four["green"]
    agree_without(red.replica)
    ordered(red, 1)
    green.take(blue.packets())
    ordered(green, 1)
    blue.take([*red.packets(), *green.packets()])
    assert agree_without(blue.replica).startswith("You play on from 1.1 without gold and green.")
    ordered(blue, 1)
    exchange([red, blue, green])
    assert red.moment() == blue.moment() == Moment(1, 2)
    assert red.head() == blue.head()


def test_nobody_parts_alone(four: dict[str, Post]) -> None:
    green = four["green"]
    with pytest.raises(NotNowError) as refused:
        agree_without(green.replica)
    assert str(refused.value) == (
        "You and those who are still there have not all signed that duel goes on without the others. "
        "To sign it: sits without duel"
    )
