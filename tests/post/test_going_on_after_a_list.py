"""A reveal that was called missing comes after all: who signed that is not held up by who could sign it still."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.game.events import PlayersPutOut
from sits_es.post.going_on import way_on
from sits_es.post.signing import sign_when_due
from sits_es.rules.moments import Moment
from tests.shared.careful_three import careful_three, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, days, exchange, facts, kinds, sound
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Table = tuple[Post, Post, Post]


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def table(tmp_path: Path, clock: Watch) -> Table:
    """Red's reveal of 1.1 is late; blue has signed that it is missing, and green has not."""
    red, blue, green = careful_three(tmp_path, clock)
    for post in (red, blue, green):
        ordered(post, 1)
    sealed = red.packets()
    for post in (blue, green):
        post.take(sealed)
    exchange([blue, green])
    days(clock, 10, blue)
    go_on_without(blue.replica)
    days(clock, 3, blue)
    assert kinds(blue)[-1] == "without"
    assert blue.moment() == green.moment() == Moment(1, 1)
    red.take([*blue.packets(), *green.packets()])
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2), "red's reveal has come"
    return red, blue, green


def goes_on(red: Post, blue: Post, clock: Watch) -> None:
    for post in (red, blue):
        ordered(post, 2)
    days(clock, 12, red, blue)
    for post in (red, blue):
        go_on_without(post.replica)
    days(clock, 3, red, blue)


def test_the_two_who_are_left_go_on_though_the_third_could_sign_for_ever(table: Table, clock: Watch) -> None:
    red, blue, _ = table
    goes_on(red, blue, clock)
    assert red.moment() == blue.moment() == Moment(1, 3)
    assert red.head() == blue.head()


def test_a_signature_that_comes_after_the_signer_has_moved_on_completes_nothing(table: Table, clock: Watch) -> None:
    red, blue, green = table
    goes_on(red, blue, clock)
    green.take([each for each in blue.packets() if each.packet.number <= number_of_list(blue)])
    sign_without(green, clock)
    assert kinds(green)[-1] == "without"
    assert green.desk.seat("duel").branch == "duel", "blue is not seen to know that it is complete"
    assert way_on(green.replica) == (
        "All have signed that it goes on without red. It does once a letter of blue shows they know."
    )
    exchange([red, blue, green])
    assert {(post.desk.seat("duel").branch, post.moment()) for post in table} == {("duel", Moment(1, 3))}
    assert len({post.head() for post in table}) == 1
    assert all(sound(post) for post in table)


def test_a_signature_that_is_known_before_they_move_on_holds(table: Table, clock: Watch) -> None:
    red, blue, green = table
    green.take([each for each in blue.packets() if each.packet.number <= number_of_list(blue)])
    sign_without(green, clock)
    blue.take(green.packets())
    exchange([red, blue, green])
    assert len({post.desk.seat("duel").branch for post in table}) == 1
    assert red.desk.seat("duel").branch != "duel"
    (out,) = [fact for fact in facts(red, PlayersPutOut) if isinstance(fact, PlayersPutOut)]
    assert (out.players, out.by) == (("red",), ("blue", "green"))
    assert len({post.head() for post in table}) == 1


def number_of_list(post: Post) -> int:
    return next(each.packet.number for each in post.packets() if each.packet.kind == "without")


def sign_without(post: Post, clock: Watch) -> None:
    """Who knows nothing of the late reveal signs the same list."""
    clock.later(days=12)
    go_on_without(post.replica)
    clock.later(days=3)
    sign_when_due(post.replica)
    post.replica.settle()
