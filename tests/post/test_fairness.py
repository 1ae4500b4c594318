"""Games of older terms and with umpires: whoever plays fair loses nothing, and replicas never part."""

import os
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.game.events import DeadlineSet, OrdersDefaulted
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.desk.secrets import seal_orders
from sits_es.post.invitations import join
from sits_es.post.protocol.bodies import Ack, Note
from sits_es.rules.moments import Moment
from tests.shared.posts import (
    ADDRESSES,
    BLUE,
    RED,
    Post,
    carry,
    exchange,
    facts,
    invited,
    new_post,
    peers,
    umpired,
    unjudged,
)
from tests.shared.watch import NOON, Watch

pytestmark = pytest.mark.long


@pytest.fixture
def watch() -> Watch:
    return Watch(NOON)


def deadline(watch: Watch, first: Post, second: Post) -> None:
    """Both agree: in a day, with two hours of grace."""
    for post in (first, second):
        keep_time(post.desk)
    decisions.set_deadline(first.replica, decisions.parse_time("+1d", watch()), 2)
    exchange([first, second])
    decisions.agree(second.replica)
    exchange([first, second])


def crossed(tmp_path: Path, watch: Watch) -> tuple[Post, Post]:
    """Blue has sealed and revealed, red has both and has played; red's reveal is in the post."""
    red, blue = peers(tmp_path, watch)
    deadline(watch, red, blue)
    red.seal(RED, 1)
    blue.take(red.packets())
    blue.seal(BLUE, 1)
    red.take(blue.packets())
    assert red.moment() == Moment(1, 2)
    assert blue.moment() == Moment(1, 1)
    return red, blue


def test_packets_of_an_older_game_of_the_same_name_are_refused(tmp_path: Path) -> None:
    old_red, old_blue = peers(tmp_path / "old")
    old_red.seal(RED, 3)
    old_blue.seal(BLUE, 3)
    exchange([old_red, old_blue])
    old_blue.replica.post(Note(words="Let us stop here."))
    red, blue = peers(tmp_path / "new")
    assert red.replica.key_of("blue") == old_blue.replica.key_of("blue")
    stale = [signed for signed in old_blue.packets() if signed.packet.kind != "join"]
    red.seal(RED, 3)
    red.take(stale)
    assert red.desk.journal.last_number("duel", "blue") == 1
    (said,) = [entry.why for entry in red.desk.journal.entries("duel", ("refused",))]
    wrong = "The seal 2 of blue in duel has the mark of another game of this name, or none"
    assert said == f"{wrong}; only packets of this game count."
    blue.seal(BLUE, 3)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 4)
    assert red.head() == blue.head()
    red.take(stale)
    refused = {entry.signed.digest for entry in red.desk.journal.entries("duel", ("refused",))}
    assert refused == {signed.digest for signed in stale}
    reasons = [entry.why for entry in red.desk.journal.entries("duel", ("refused",))]
    assert not [words for words in reasons if "has the mark of another game" not in words]


def test_a_packet_whose_record_began_otherwise_is_refused_and_takes_no_number(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    chain = blue.replica.chain()
    head = evolve(chain.head, digest="ab" * 32)
    assert head.version == chain.beginning
    orders = {Moment(1, 1): ("Sirius: thrust 1",)}
    unjudged(blue, seal_orders(chain, "blue", orders, blue.desk.secrets, os.urandom), head)
    red.take(blue.packets())
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "The seal 2 of blue in duel is of a game that began differently from this one."
    assert red.desk.journal.last_number("duel", "blue") == 1


def test_every_invitation_has_a_mark_of_its_own_and_one_without_is_refused(tmp_path: Path) -> None:
    red, other, blue = (new_post(tmp_path / name, name) for name in ("red", "other", "blue"))
    first = invited(red, {"blue": ADDRESSES["blue"]})
    second = invited(evolve(other, player="red"), {"blue": ADDRESSES["blue"]})
    marks = [signed.packet.body["created"][1]["terms"]["mark"] for signed in (first, second)]
    assert marks[0] != marks[1]
    assert [len(bytes.fromhex(mark)) for mark in marks] == [32, 32]
    topic, created = first.packet.body["created"]
    without = {**created, "terms": {key: value for key, value in created["terms"].items() if key != "mark"}}
    bare = red.signed_anew(first, {**first.packet.body, "created": [topic, without]})
    blue.take([bare])
    (entry,) = blue.desk.journal.entries("duel", ("refused",))
    assert entry.why == (
        "The invitation has no mark, by which packets of another game of this name could be told apart."
    )
    blue.take([first])
    join(blue.desk, "duel", "Ben", ADDRESSES["blue"])


@pytest.mark.parametrize("receipt", [False, True])
def test_a_player_whom_the_umpire_defaults_although_he_sealed_is_told_plainly(
    receipt: bool, tmp_path: Path, watch: Watch
) -> None:
    ump, red, blue = umpired(tmp_path, watch)
    keep_time(ump.desk)
    decisions.set_deadline(ump.replica, "2026-01-03T12:00Z", 0)
    carry(ump, red, blue)
    blue.seal(BLUE, 1)
    watch.later(hours=25)
    seal = blue.packets()[-1]
    red.seal(RED, 1)
    decisions.default(ump.replica, "blue", "drift")
    if receipt:
        ump.replica.post(Ack(packet=seal.digest, words="came"))
    ump.take(red.packets())
    for post in (red, blue):
        post.take(ump.packets())
    assert [fact.player for fact in facts(blue, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)] == ["blue"]
    told = [words for _, words, _ in blue.desk.journal.told("duel", ("difference",))]
    though = ", though ump gave a receipt for it" if receipt else ""
    number = seal.packet.number
    said = f"ump resolved 1.1 without your orders, which you had sealed with packet {number}{though}."
    assert told == [f"{said} If it came in time: sits dispute duel 1.1 WHY"]
    assert red.desk.journal.told("duel", ("difference",)) == []


def test_a_deadline_that_both_signed_for_the_exchange_is_known_before_it_is_on_the_record(
    tmp_path: Path, watch: Watch
) -> None:
    red, blue = crossed(tmp_path, watch)
    assert len(facts(red, DeadlineSet)) == 1
    assert facts(blue, DeadlineSet) == []
    watch.later(hours=30)
    decisions.default(blue.replica, "red", "claim")
    red.take(blue.packets())
    assert red.desk.journal.last_number("duel", "blue") == blue.packets()[-1].packet.number
