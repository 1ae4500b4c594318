"""Two in league go on without a third: not while the third was in time, and never by reading what the third sealed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.game.events import OrdersDefaulted
from sits_es.mail.packet import Signed
from sits_es.post.protocol.errands import GoOnWithout
from sits_es.post.protocol.put_out import sign_list, signed_list
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals
from tests.shared.careful_three import careful_three, ordered
from tests.shared.posts import Post, exchange, facts, sound, unjudged
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Table = tuple[Post, Post, Post]


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def table(tmp_path: Path, clock: Watch) -> Table:
    return careful_three(tmp_path, clock)


def signed_by(post: Post, *players: str) -> Signed:
    """Sign that the exchange at hand goes on without players' seals, whatever one's program would say."""
    replica = post.replica
    chain, ledger = replica.chain(), replica.ledger()
    assert chain.game.owed is not None
    (errand,) = sign_list(chain, ledger, post.player, chain.game.owed, chain.head.version, "seal", players)
    assert isinstance(errand, GoOnWithout)
    body, _ = signed_list(chain, post.player, errand, bytes)
    unjudged(post, body, errand.head)
    return post.packets()[-1]


def waits(post: Post, signed: Signed) -> str:
    """Why a packet waits here."""
    (why,) = [entry.why for entry in post.desk.journal.entries("duel", ("parked",)) if entry.signed == signed]
    return why or ""


def opened(post: Post) -> list[Moment]:
    """Exchanges that this player's reveals open."""
    return [
        Moment(signed.packet.body["turn"], segment)
        for signed in post.packets()
        if signed.packet.kind == "reveal"
        for segment in signed.packet.body["segments"]
    ]


def test_two_who_have_the_seal_of_a_third_do_not_go_on_without_it(table: Table, clock: Watch) -> None:
    red, blue, green = table
    ordered(green, 1)
    for post in (red, blue):
        post.take(green.packets())
    ordered(red, 1)
    clock.later(days=30)
    number = green.packets()[-1].packet.number
    said = signed_by(red, "blue", "green")
    blue.take(red.packets())
    assert waits(blue, said) == (
        f"red signs that the seal of green for 1.1 is missing, and had it with packet {number}: "
        "that counts once two packets of green under one number are here"
    )
    ordered(blue, 1)
    exchange([red, blue, green])
    assert facts(green, OrdersDefaulted) == []


def test_two_do_not_go_on_without_a_third_before_the_time_of_the_terms_is_up(table: Table) -> None:
    red, blue, green = table
    for post in (red, blue):
        ordered(post, 1)
    exchange([red, blue])
    said = signed_by(red, "green")
    signed_by(blue, "green")
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 1)
    ordered(green, 1)
    green.take([*red.packets(), *blue.packets()])
    assert waits(green, said) == (
        "red goes on without green, who has until 2026-01-11 03:04 UTC, grace included: "
        "that counts once two packets of green under one number are here"
    )
    assert facts(green, OrdersDefaulted) == []


def test_who_is_gone_on_without_reveals_nothing_of_what_was_sealed_for_it(table: Table, clock: Watch) -> None:
    red, blue, green = table
    ordered(green, 1, 3)  # in time, and its letter is lost
    for post in (red, blue):
        ordered(post, 1, 3)
    exchange([red, blue])
    clock.later(days=10)
    for post in (red, blue):
        signed_by(post, "green")
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 4), "programs repeat it by themselves until a seal comes"
    exchange([red, blue, green])
    gone = [fact for fact in facts(green, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)]
    assert [(fact.player, fact.segment) for fact in gone] == [("green", 1), ("green", 2), ("green", 3)]
    assert opened(green) == [], "what was not used stays closed"
    for post in table:
        ordered(post, 4)
    exchange(table)
    assert opened(green) == [Moment(1, 4)], "whoever seals again is back"
    assert red.moment() == Moment(1, 5)
    assert red.head() == blue.head() == green.head()
    assert all(sound(post) for post in table)
    assert not any(refusals(post) for post in table)
