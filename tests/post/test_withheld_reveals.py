"""A reveal is withheld: where it came late and its exchange was resolved, copies of such games, two against two."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from sits_es.game.events import PlayersPutOut
from sits_es.mail.packet import Signed
from sits_es.post.copies import copy_for
from sits_es.post.parting import agree_without
from sits_es.post.protocol.put_out import sign_list
from sits_es.post.signing import sign_when_due
from sits_es.rules.moments import Moment
from tests.post.example_games import said
from tests.shared.careful_three import careful_four, careful_three, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, facts, sound, with_a_key_alone
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


@pytest.fixture
def clock() -> Watch:
    return Watch()


def sealed_but_green_reveals_nothing(folder: Path, clock: Watch) -> tuple[Post, Post, Post]:
    """All have sealed 1.1, red and blue have revealed it to each other, and green has had nothing of theirs."""
    red, blue, green = careful_three(folder, clock)
    ordered(green, 1)
    for post in (red, blue):
        post.take(green.packets())
        ordered(post, 1)
    exchange([red, blue])
    clock.later(days=10)
    return red, blue, green


def sign(post: Post) -> Signed:
    """Sign by oneself that 1.1 goes on without green's reveal, the grace anew behind one."""
    replica = post.replica
    chain = replica.chain()
    assert chain.game.owed is not None
    replica.do(
        sign_list(chain, replica.ledger(), post.player, chain.game.owed, chain.head.version, "reveal", ["green"])
    )
    signed = post.packets()[-1]
    replica.settle()
    return signed


def test_a_list_that_comes_into_force_once_the_exchange_was_resolved_opens_the_branch_there_too(
    tmp_path: Path, clock: Watch
) -> None:
    table = red, blue, green = sealed_but_green_reveals_nothing(tmp_path, clock)
    early = [*red.packets(), *blue.packets()]
    sign(red)
    sign_of_blue = sign(blue)
    green.take(early)
    red.take(green.packets())
    assert green.moment() == red.moment() == Moment(1, 2), "with the late reveal the exchange is resolved"
    red.take([sign_of_blue])
    assert red.desk.seat("duel").branch == "duel", "blue is not seen yet to know that all have signed"
    exchange(table)
    assert red.desk.seat("duel").branch != "duel"
    assert red.head() == blue.head() == green.head()
    assert [fact.players for fact in facts(green, PlayersPutOut) if isinstance(fact, PlayersPutOut)] == [("green",)]
    assert red.moment() == Moment(1, 2), "sealed to the very lines that red and blue had revealed"
    assert all(sound(post) for post in table)


def test_a_copy_brings_a_game_back_with_the_branch_without_somebody(tmp_path: Path, clock: Watch) -> None:
    red, blue, green = sealed_but_green_reveals_nothing(tmp_path, clock)
    for post in (red, blue):
        sign(post)
    exchange([red, blue])
    for of, helped in ((blue, red), (green, red), (red, blue)):
        anew = with_a_key_alone(of, tmp_path / f"anew-{of.player}", clock)
        anew.take([copy_for(helped.replica, of.player)])
        assert anew.desk.seat("duel").branch == red.desk.seat("duel").branch != "duel"
        assert anew.head() == red.head()
        assert sound(anew)
        shutil.rmtree(anew.desk.folder)


@pytest.fixture
def four(tmp_path: Path, clock: Watch) -> dict[str, Post]:
    """Four have sealed 1.1; red and blue have revealed it, and green and gold had nothing of theirs."""
    found = careful_four(tmp_path, clock)
    for player in ("green", "gold"):
        ordered(found[player], 1)
    for player in ("red", "blue"):
        found[player].take([*found["green"].packets(), *found["gold"].packets()])
        ordered(found[player], 1)
    exchange([found["red"], found["blue"]])
    clock.later(days=10)
    return found


def test_two_against_two_each_of_the_signers_goes_over_to_the_branch_by_agreeing(
    four: dict[str, Post], clock: Watch
) -> None:
    red, blue = four["red"], four["blue"]
    for post in (red, blue):
        go_on_without(post.replica)
    clock.later(days=2)
    for post in (red, blue):
        sign_when_due(post.replica)
    exchange([red, blue])
    assert red.desk.seat("duel").branch == "duel", "two of four are not more than half"
    for post in (red, blue):
        assert agree_without(post.replica) == "You play on from 1.1 without gold and green."
    exchange([red, blue])
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch != "duel"
    assert red.head() == blue.head()
    assert red.moment() == Moment(1, 2)
    assert sound(red)
    assert four["green"].desk.seat("duel").branch == "duel"


def test_two_against_two_nobody_goes_back_for_reveals_that_have_come_since(four: dict[str, Post], clock: Watch) -> None:
    red, blue = four["red"], four["blue"]
    for post in (red, blue):
        go_on_without(post.replica)
    clock.later(days=2)
    for post in (red, blue):
        sign_when_due(post.replica)
    exchange([red, blue])
    exchange([*four.values()])
    assert {post.moment() for post in four.values()} == {Moment(1, 2)}
    for post in (red, blue):
        assert said(partial(agree_without, post.replica)) == (
            "What was missing of duel 1.1 has come since you signed: it is played on."
        )
    assert red.desk.seat("duel").branch == "duel"
