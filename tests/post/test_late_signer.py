"""Of three, two sign that the third's seal is missing, and one of them is gone before their reveal has come."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotNowError
from sits_es.game.events import OrdersRevealed, PlayersPutOut
from sits_es.post.going_on import way_on
from sits_es.post.signing import missing_at, sign_when_due
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


@pytest.fixture(params=[False, True], ids=["no escrow", "escrow"])
def table(request: pytest.FixtureRequest, tmp_path: Path, clock: Watch) -> Table:
    """Red signs that green's seal is missing and is gone for good; blue signs it as well, and reveals."""
    red, blue, green = careful_three(tmp_path, clock, escrow=request.param)
    for post in (red, blue):
        ordered(post, 1)
    exchange([red, blue])
    days(clock, 10, red, blue)
    for post in (red, blue):
        go_on_without(post.replica)
    clock.later(days=3)
    sign(red)
    blue.take(red.packets())
    sign(blue)
    assert kinds(blue)[-2:] == ["without", "reveal"]
    assert blue.moment() == Moment(1, 1), "red's reveal never comes"
    return red, blue, green


def sign(post: Post) -> None:
    sign_when_due(post.replica)
    post.replica.settle()


def both_go_on(blue: Post, green: Post, clock: Watch) -> None:
    """Green signs, and then blue, who alone has revealed."""
    days(clock, 14, blue, green)
    for post in (blue, green):
        found = missing_at(post.replica)
        assert found is not None
        assert (found.what, found.players) == ("reveal", ("red",))
    assert way_on(green.replica) == "Grace is over: to go on without red: sits without duel"
    if "reveal" in kinds(green):
        return
    assert way_on(blue.replica) == ("Grace is over: it can go on without red once green has signed so, and then you")
    with pytest.raises(NotNowError) as refusal:
        go_on_without(blue.replica)
    assert str(refusal.value) == "You sign last that duel 1.1 goes on without red: first green signs it."


def come_through(blue: Post, green: Post, clock: Watch) -> None:
    for post in (green, blue):
        go_on_without(post.replica)
        days(clock, 3, blue, green)
    assert [post.desk.seat("duel").branch != "duel" for post in (blue, green)] == [True, True]
    assert [post.moment() for post in (blue, green)] == [Moment(1, 2)] * 2


def orders_of(post: Post, player: str) -> tuple[str, ...]:
    """What somebody ordered in 1.1 in the end."""
    found = [fact for fact in facts(post, OrdersRevealed) if isinstance(fact, OrdersRevealed)]
    return next(fact.lines for fact in found if (fact.player, fact.segment) == (player, 1))


@pytest.mark.parametrize("sealed", [False, True], ids=["nothing sealed", "sealed too late"])
def test_who_was_left_out_signs_too_and_has_no_orders_there(table: Table, clock: Watch, *, sealed: bool) -> None:
    red, blue, green = table
    green.take([*red.packets(), *blue.packets()])
    if sealed:
        ordered(green, 1)
    both_go_on(blue, green, clock)
    come_through(blue, green, clock)
    assert orders_of(green, "blue") == ("Sirius: thrust 2",)
    assert orders_of(blue, "green") == (), "green knew what blue had revealed"
    exchange([red, blue, green])
    assert len({post.head() for post in table}) == 1
    (out,) = [fact for fact in facts(red, PlayersPutOut) if isinstance(fact, PlayersPutOut)]
    assert (out.players, out.by) == (("red",), ("blue", "green"))
    assert all(sound(post) for post in table)


def test_who_revealed_before_they_knew_the_list_keeps_their_orders(table: Table, clock: Watch) -> None:
    red, blue, green = table
    green.take([each for each in (*red.packets(), *blue.packets()) if each.packet.kind == "seal"])
    ordered(green, 1)
    assert "reveal" in kinds(green), "green has all seals, and knows of no list"
    exchange([blue, green])
    green.take(red.packets())
    both_go_on(blue, green, clock)
    come_through(blue, green, clock)
    assert orders_of(blue, "green") == ("Hood: thrust 2",)
    exchange([red, blue, green])
    assert len({post.head() for post in table}) == 1


def test_a_reveal_that_comes_after_all_is_played_without_who_was_left_out(table: Table, clock: Watch) -> None:
    red, blue, green = table
    green.take([*red.packets(), *blue.packets()])
    days(clock, 14, blue, green)
    go_on_without(green.replica)
    red.take(blue.packets())
    exchange([red, blue, green])
    days(clock, 3, red, blue, green)
    assert {(post.desk.seat("duel").branch, post.moment()) for post in table} == {("duel", Moment(1, 2))}
    assert len({post.head() for post in table}) == 1


def test_the_two_who_play_it_are_not_held_up_by_the_third_whoever_comes_back(table: Table, clock: Watch) -> None:
    red, blue, _ = table
    days(clock, 14, blue)
    red.take(blue.packets())
    exchange([red, blue])
    assert blue.moment() == Moment(1, 2)
    for post in (red, blue):
        ordered(post, 2)
    days(clock, 12, red, blue)
    for post in (red, blue):
        go_on_without(post.replica)
    days(clock, 3, red, blue)
    assert {post.moment() for post in (red, blue)} == {Moment(1, 3)}
