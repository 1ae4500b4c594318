"""Of four, two may not reveal because of a list of missing seals, and who could complete it is gone for good."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.post.asked import asked_of
from sits_es.post.copies import copy_for
from sits_es.post.going_on import way_on
from sits_es.post.signing import missing_at
from sits_es.rules.moments import Moment
from tests.shared.careful_three import careful_four, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, days, exchange, facts, kinds, sound, with_a_key_alone
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Four = dict[str, Post]


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture(params=[False, True], ids=["no escrow", "escrow"])
def table(tmp_path: Path, clock: Watch, request: pytest.FixtureRequest) -> Four:
    """Red's seal comes late: gold and green signed that 1.1 goes on without it, and blue, who could too, is gone."""
    found = careful_four(tmp_path, clock, escrow=request.param)
    red, blue, green, gold = found.values()
    for post in (blue, green, gold):
        ordered(post, 1)
    exchange([blue, green, gold])
    clock.later(hours=168 + 48)
    for post in (green, gold):
        go_on_without(post.replica)
    days(clock, 2, green, gold)
    assert kinds(green)[-1] == kinds(gold)[-1] == "without"
    red.take(blue.packets())
    ordered(red, 1)
    exchange([red, green, gold])
    days(clock, 9, red, green, gold)
    return found


def there(table: Four) -> tuple[Post, Post, Post]:
    """All but blue: red, who has revealed; gold, who signs ahead; green, who signs last."""
    return table["red"], table["gold"], table["green"]


def without_blue(table: Four, clock: Watch) -> None:
    """All but blue sign that blue's reveal is missing."""
    for post in there(table):
        go_on_without(post.replica)
        days(clock, 3, *there(table))


def test_those_who_are_there_go_on_though_two_of_them_may_not_reveal(table: Four, clock: Watch) -> None:
    red, gold, green = there(table)
    assert "reveal" in kinds(red)
    assert "reveal" not in [*kinds(gold), *kinds(green)]
    without_blue(table, clock)
    assert {post.moment() for post in there(table)} == {Moment(1, 2)}
    assert len({post.head() for post in there(table)}) == 1
    (fact,) = facts(green, PlayersPutOut)
    assert isinstance(fact, PlayersPutOut)
    assert (fact.players, fact.by) == (("blue",), ("gold", "green", "red"))
    assert [kind for kind in kinds(gold) if kind == "reveal"] == ["reveal"] * 2, "before and in the branch"
    assert [kind for kind in kinds(green) if kind == "reveal"] == ["reveal"], "the list opened it"
    assert all(sound(post) for post in there(table))
    exchange([*table.values()])
    assert len({post.head() for post in table.values()}) == 1


def test_each_is_told_when_they_can_sign(table: Four, clock: Watch) -> None:
    red, gold, green = there(table)
    waits = "Your reveal of duel 1.1 waits: you signed that it goes on without red, and blue can still sign it."
    can, missing = "sits without duel", "the reveal of blue is missing"
    assert missing_at(gold.replica) is missing_at(green.replica) is None
    assert asked_of(gold.replica, "gold").words == (
        f"{waits} If all who have revealed sign that {missing}, you can sign it too: {can}"
    )
    assert asked_of(green.replica, "green").words == (
        f"{waits} If the others sign that {missing}, you can sign it last: {can}"
    )
    go_on_without(red.replica)
    days(clock, 3, *there(table))
    assert way_on(gold.replica) == f"Grace is over: to go on without blue: {can}"
    assert way_on(green.replica) == ""
    go_on_without(gold.replica)
    days(clock, 3, *there(table))
    assert asked_of(gold.replica, "gold").words == (
        f"{waits} You have signed that {missing}; it counts once green has signed it too."
    )
    assert way_on(green.replica) == f"Grace is over: to go on without blue: {can}"


def test_who_lost_the_folder_after_signing_ahead_opens_the_seal_from_their_own_box(
    table: Four, clock: Watch, tmp_path: Path
) -> None:
    red, gold, green = there(table)
    for post in (red, gold):
        go_on_without(post.replica)
        days(clock, 3, *there(table))
    anew = with_a_key_alone(gold, tmp_path / "anew", clock)
    anew.take([copy_for(red.replica, "gold")])
    exchange([red, anew, green])
    go_on_without(green.replica)
    days(clock, 3, red, anew, green)
    assert {post.moment() for post in (red, anew, green)} == {Moment(1, 2)}
    assert len({post.head() for post in (red, anew, green)}) == 1
    assert [kind for kind in kinds(anew) if kind == "reveal"] == ["reveal"] * 2
    assert sound(anew)


def test_a_copy_brings_the_branch_back_to_whom_only_the_key_is_left(table: Four, clock: Watch, tmp_path: Path) -> None:
    without_blue(table, clock)
    for player, other in (("red", "gold"), ("gold", "green"), ("green", "red"), ("blue", "gold")):
        anew = with_a_key_alone(table[player], tmp_path / f"anew-{player}", clock)
        anew.take([copy_for(table[other].replica, player)])
        assert anew.head() == table["red"].head()
        assert sound(anew)


def blue_completes(table: Four, clock: Watch) -> None:
    """Blue, who has only what gold and green sent before red's seal came, signs their list too, and reveals."""
    blue = table["blue"]
    for player in ("gold", "green"):
        blue.take(table[player].packets()[: kinds(table[player]).index("without") + 1])
    go_on_without(blue.replica)
    days(clock, 2, blue)
    assert kinds(blue)[-2:] == ["without", "reveal"]


@pytest.mark.parametrize("order", list(permutations(range(4)))[::8])
def test_who_signs_the_other_list_too_late_goes_over_to_the_branch_whatever_comes_first(
    table: Four, clock: Watch, order: tuple[int, ...]
) -> None:
    blue_completes(table, clock)
    without_blue(table, clock)
    everything = [post.packets() for post in table.values()]
    for post in table.values():
        for which in order:
            for packet in reversed(everything[which]) if order[0] % 2 else everything[which]:
                post.take([packet])
    exchange([*table.values()])
    assert len({post.head() for post in table.values()}) == 1
    assert [fact.players for fact in facts(table["blue"], PlayersPutOut) if isinstance(fact, PlayersPutOut)] == [
        ("blue",)
    ]
    assert all(sound(post) for post in table.values())


def test_where_the_other_list_is_complete_before_the_last_one_signs_it_counts(table: Four, clock: Watch) -> None:
    blue_completes(table, clock)
    red, gold, green = there(table)
    for post in (red, gold):
        go_on_without(post.replica)
        days(clock, 3, *there(table))
    assert kinds(gold)[-1] != "reveal"
    green.take(table["blue"].packets())
    days(clock, 3, *there(table))
    exchange([*table.values()])
    assert len({post.head() for post in table.values()}) == 1
    assert facts(red, PlayersPutOut) == []
    assert [fact.player for fact in facts(red, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)] == ["red"]
    assert all(sound(post) for post in table.values())
