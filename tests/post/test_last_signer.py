"""Who may not reveal because of a list of missing seals, which one who is gone for good could still complete."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from sits_es.errors import NotNowError
from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.post.asked import asked_of
from sits_es.post.copies import copy_for
from sits_es.post.going_on import way_on
from sits_es.post.signing import cancel, missing_at
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.shared.careful_three import careful_three, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, days, exchange, facts, kinds, sound, with_a_key_alone
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture(params=[False, True], ids=["no escrow", "escrow"])
def table(tmp_path: Path, clock: Watch, request: pytest.FixtureRequest) -> tuple[Post, Post, Post]:
    """Red's seal comes late: green has signed that 1.1 goes on without it, and blue, who could too, is gone."""
    red, blue, green = careful_three(tmp_path, clock, escrow=request.param)
    ordered(blue, 1)
    ordered(green, 1)
    exchange([blue, green])
    clock.later(hours=168 + 48)
    go_on_without(green.replica)
    days(clock, 2, green)
    assert kinds(green)[-1] == "without"
    red.take(blue.packets())
    ordered(red, 1)
    exchange([red, green])
    return red, blue, green


def missing(post: Post) -> tuple[str, ...]:
    """Whom one could name in a list now."""
    found = missing_at(post.replica)
    return found.players if found is not None else ()


def without_blue(table: tuple[Post, Post, Post], clock: Watch) -> None:
    """Red signs that blue's reveal is missing, and green as the last one; blue hears nothing."""
    red, _, green = table
    days(clock, 9, red, green)
    for post in (red, green):
        go_on_without(post.replica)
        days(clock, 3, red, green)


def test_of_three_the_two_who_are_there_go_on_though_one_of_them_may_not_reveal(
    table: tuple[Post, Post, Post], clock: Watch
) -> None:
    red, _, green = table
    assert "reveal" in kinds(red)
    assert "reveal" not in kinds(green), "blue could still sign that it goes on without red"
    days(clock, 9, red, green)
    assert missing(red) == ("blue",)
    assert missing(green) == ()
    assert way_on(red.replica) == "Grace is over: to go on without blue: sits without duel"
    go_on_without(red.replica)
    days(clock, 3, red, green)
    assert missing(green) == ("blue",)
    assert way_on(green.replica) == "Grace is over: to go on without blue: sits without duel"
    go_on_without(green.replica)
    days(clock, 3, red, green)
    assert red.moment() == green.moment() == Moment(1, 2)
    assert red.head() == green.head()
    (fact,) = facts(green, PlayersPutOut)
    assert isinstance(fact, PlayersPutOut)
    assert (fact.players, fact.by) == (("blue",), ("green", "red"))
    assert sound(red)
    assert sound(green)


@pytest.mark.parametrize("table", [False], ids=["no escrow"], indirect=True)
def test_nobody_lists_as_missing_the_reveal_of_one_whose_own_list_holds_it_back(
    table: tuple[Post, Post, Post], clock: Watch
) -> None:
    """Red's program is changed, and names green beside blue."""
    red, _, green = table
    days(clock, 9, red, green)
    go_on_without(red.replica)
    days(clock, 3, red)
    signed = red.packets()[-1]
    assert signed.packet.body["players"] == ["blue"]
    green.take([*red.packets()[:-1], red.signed_anew(signed, {**signed.packet.body, "players": ["blue", "green"]})])
    (entry,) = green.desk.journal.entries("duel", ("parked",))
    assert entry.why == (
        "red signs that the reveal of green for 1.1 is missing, and had taken green's list of missing seals, which "
        "holds it back: that counts once two packets of green under one number are here"
    )


def asked(post: Post) -> str:
    """What one is asked for."""
    return asked_of(post.replica, post.player).words


def test_who_is_held_back_is_told_why_and_what_can_be_done(table: tuple[Post, Post, Post], clock: Watch) -> None:
    red, _, green = table
    waits = "Your reveal of duel 1.1 waits: you signed that it goes on without red, and blue can still sign it."
    helps = "If the others sign that the reveal of blue is missing, you can sign it last: sits without duel"
    assert asked(green) == f"{waits} {helps}"
    assert asked_of(red.replica, "green").words == f"{waits} {helps}", "as red's letter says first"
    assert (
        "  signed: green signed that 1.1 goes on without red, and reveals nothing while blue can still sign it: "
        "others need not wait for that reveal\n"
    ) in f"{status_of(red.desk, red.desk.seat('duel')).in_words()}\n"
    with pytest.raises(NotNowError) as refused:
        go_on_without(green.replica)
    assert str(refused.value) == (
        f"duel: orders for 1.1 are owed. Nobody keeps it waiting whom you could go on without. {waits} {helps}"
    )
    days(clock, 9, red, green)
    go_on_without(red.replica)
    days(clock, 3, red, green)
    assert asked(green) == f"{waits} Grace is over: to go on without blue: sits without duel"
    said = go_on_without(green.replica)
    assert said.startswith("blue will be sent everything of duel 1.1 again, and has 48 hours from that letter on.")
    assert asked(green).startswith(f"{waits} From 20")
    assert asked(green).endswith("signs that it goes on without blue; to take that back: sits without duel --cancel")
    cancel(green.replica)
    days(clock, 3, red, green)
    assert red.moment() == Moment(1, 1)
    with pytest.raises(NotNowError) as refused:
        go_on_without(green.replica, ["red"])
    assert str(refused.value) == (
        "The reveal of blue for duel 1.1 is missing, and a list names exactly those: sits without duel"
    )


def test_who_comes_back_goes_over_to_the_branch_without_them(table: tuple[Post, Post, Post], clock: Watch) -> None:
    without_blue(table, clock)
    exchange(table)
    assert len({post.head() for post in table}) == 1
    assert all(sound(post) for post in table)


def test_a_copy_brings_the_branch_back_to_whom_only_the_key_is_left(
    table: tuple[Post, Post, Post], clock: Watch, tmp_path: Path
) -> None:
    without_blue(table, clock)
    red, blue, green = table
    for of, helped in ((green, red), (red, green), (blue, green)):
        anew = with_a_key_alone(of, tmp_path / f"anew-{of.player}", clock)
        anew.take([copy_for(helped.replica, of.player)])
        assert anew.head() == red.head()
        assert sound(anew)


def blue_completes(table: tuple[Post, Post, Post], clock: Watch) -> None:
    """Blue, who has only what green sent before red's seal came, signs that it goes on without red, and reveals."""
    _, blue, green = table
    blue.take(green.packets()[: kinds(green).index("without") + 1])
    go_on_without(blue.replica)
    days(clock, 2, blue)
    assert kinds(blue)[-2:] == ["without", "reveal"]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_who_signs_the_other_list_too_late_goes_over_to_the_branch_whatever_comes_first(
    table: tuple[Post, Post, Post], clock: Watch, order: tuple[int, ...]
) -> None:
    _, blue, _ = table
    blue_completes(table, clock)
    without_blue(table, clock)
    everything = [post.packets() for post in table]
    for post in table:
        for which in order:
            for packet in reversed(everything[which]) if order[0] % 2 else everything[which]:
                post.take([packet])
    exchange(table)
    assert len({post.head() for post in table}) == 1
    assert [fact.players for fact in facts(blue, PlayersPutOut) if isinstance(fact, PlayersPutOut)] == [("blue",)]
    assert all(sound(post) for post in table)


def test_where_the_other_list_is_complete_first_it_counts(table: tuple[Post, Post, Post], clock: Watch) -> None:
    red, blue, green = table
    blue_completes(table, clock)
    days(clock, 9, red, green)
    go_on_without(red.replica)
    days(clock, 3, red, green)
    go_on_without(green.replica)
    green.take(blue.packets())
    days(clock, 3, red, green)
    exchange(table)
    assert len({post.head() for post in table}) == 1
    assert facts(blue, PlayersPutOut) == []
    assert [fact.player for fact in facts(red, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)] == ["red"]
    assert all(sound(post) for post in table)
