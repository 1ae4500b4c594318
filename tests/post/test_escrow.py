"""Escrow: after the time all holders together open what somebody does not reveal, and nobody sooner or alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sits_es.game.events import OrdersRevealed
from sits_es.mail.packet import Signed
from sits_es.post.clock import keep_time
from sits_es.post.desk.secrets import seal_orders
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.errands import Post as Posted
from sits_es.post.protocol.failures import Share
from sits_es.post.protocol.put_out import sign_list
from sits_es.post.protocol.readers import holders_of
from sits_es.rules.moments import Moment
from tests.post.example_games import posts
from tests.post.test_ways_of_play import order
from tests.shared.careful import careful
from tests.shared.careful import terms as careful_terms
from tests.shared.duels import of_three
from tests.shared.posts import Post, exchange, facts, open_post, sound, unjudged
from tests.shared.watch import Watch


def three(folder: Path, clock: Watch) -> dict[str, Post]:
    """Three peers whose seals are in escrow."""
    path = folder / "three.toml"
    path.write_text(of_three())
    return careful(folder, ("red", "blue", "green"), str(path), clock=clock, escrow=True)


def two(folder: Path, clock: Watch, *lookers_on: str, **terms: Any) -> dict[str, Post]:
    """Two peers, with others who look on."""
    named = careful_terms(escrow=True, **terms)
    return posts(folder, "sits", "duel", ("red", "blue"), clock=clock, spectators=lookers_on, **named)


def sealed(found: dict[str, Post]) -> list[Post]:
    """All have sealed 1.1 and have all seals but red, who sends no more; the others have revealed. Those others."""
    for post in found.values():
        if post.player in post.replica.chain().game.players:
            order(post, 1)
    others = [post for post in found.values() if post.player != "red"]
    for post in others:
        post.take(found["red"].packets())
    exchange(others)
    return others


def kinds(post: Post) -> list[str]:
    return [signed.packet.kind for signed in post.packets()]


def refusals(post: Post) -> list[str]:
    return [entry.why for entry in post.desk.journal.entries("duel", ("refused", "void"))]


def told(post: Post) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", ("box",))]


def go_on(posts: list[Post]) -> None:
    for post in posts:
        post.replica.settle()
    exchange(posts)


def test_after_the_time_all_holders_open_what_is_not_revealed_as_a_reveal_would(tmp_path: Path) -> None:
    clock = Watch()
    found = three(tmp_path, clock)
    others = sealed(found)
    clock.later(hours=167)
    go_on(others)
    assert all("share" not in kinds(post) for post in others)
    clock.later(hours=1)
    go_on(others)
    assert {post.moment() for post in others} == {Moment(1, 2)}
    revealed = [fact for fact in facts(others[0], OrdersRevealed) if isinstance(fact, OrdersRevealed)]
    assert sorted(fact.player for fact in revealed) == ["blue", "green", "red"]
    # red's reveal was in the post all the while
    exchange(list(found.values()))
    assert len({post.head() for post in found.values()}) == 1
    assert [refusals(post) for post in found.values()] == [[], [], []]
    assert all(sound(post) for post in found.values())
    for post in found.values():
        order(post, 2)
    exchange(list(found.values()))
    assert {post.moment() for post in found.values()} == {Moment(1, 3)}


def test_shares_wait_until_mail_is_read_after_the_time_and_a_day_after_an_outage(tmp_path: Path) -> None:
    clock = Watch()
    others = sealed(three(tmp_path, clock))
    for post in others:
        keep_time(post.desk)
    clock.later(days=30)
    blue, green = others
    for post in others:
        post.replica.settle()
        assert "share" not in kinds(post), "a reveal may wait in the mailbox"
        keep_time(post.desk)
        assert "share" not in kinds(post), "and may be on its way"
    clock.later(hours=24)
    keep_time(blue.desk)
    assert [kinds(post).count("share") for post in (blue, green)] == [1, 0]
    keep_time(green.desk)
    exchange(others)
    assert blue.moment() > Moment(1, 1)
    assert blue.head() == green.head()


def test_one_share_less_opens_nothing(tmp_path: Path) -> None:
    clock = Watch()
    blue, green = sealed(three(tmp_path, clock))
    clock.later(hours=167)
    green.replica.settle()
    clock.later(hours=1)
    blue.replica.settle()
    assert kinds(blue)[-1] == "share"
    clock.later(hours=-1)
    green.take(blue.packets())
    assert green.moment() == blue.moment() == Moment(1, 1)


def test_between_two_the_opponent_and_the_trustee_open_it_together(tmp_path: Path) -> None:
    clock = Watch()
    found = two(tmp_path, clock, "tess", trustee="tess")
    others = sealed(found)
    clock.later(hours=168)
    go_on(others)
    assert {post.moment() for post in others} == {Moment(1, 2)}
    assert len({post.head() for post in others}) == 1
    assert set(kinds(found["tess"])) == {"join", "ack", "share"}


def test_where_two_are_left_and_nobody_else_holds_a_share_there_is_no_escrow(tmp_path: Path) -> None:
    chain = three(tmp_path, Watch())["red"].replica.chain()
    assert holders_of(chain, "red") == ("blue", "green")
    assert holders_of(chain, "red", without=("green",)) == ()


def due(post: Post) -> Share:
    """The share that a program is about to send."""
    replica = post.replica
    (errand,) = replica._share(replica.chain(), replica.ledger())
    assert isinstance(errand, Posted)
    assert isinstance(errand.body, Share)
    return errand.body


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"share": "ab" * 32}, "blue's share of what red sealed for 1.1 is not the one whose digest the seal names."),
        ({"packet": "cd" * 32}, "blue shares what red sealed for 1.1, by another packet than the one with that seal."),
        ({"segments": (2,)}, "blue shares 1.2, and at the head of the packet 1.1 is owed."),
        ({"of": "green"}, "blue shares what green sealed for 1.1, by another packet than the one with that seal."),
    ],
)
def test_a_share_that_does_not_fit_is_refused(changes: dict[str, object], why: str, tmp_path: Path) -> None:
    clock = Watch()
    blue, green = sealed(three(tmp_path, clock))
    clock.later(hours=168)
    unjudged(blue, msgspec.structs.replace(due(blue), **changes))
    green.take(blue.packets())
    assert refusals(green) == [why]
    assert green.moment() == Moment(1, 1)


def test_a_share_before_the_time_is_refused(tmp_path: Path) -> None:
    clock = Watch()
    blue, green = sealed(three(tmp_path, clock))
    clock.later(hours=168)
    body = due(blue)
    clock.later(hours=-1)
    unjudged(blue, body)
    green.take(blue.packets())
    assert refusals(green) == ["blue shares what red sealed for 1.1, and red has until 2026-01-09 03:04 UTC."]


def test_a_share_of_what_was_revealed_is_refused(tmp_path: Path) -> None:
    clock = Watch()
    found = three(tmp_path, clock)
    blue, green = sealed(found)
    clock.later(hours=168)
    body = due(blue)
    red = found["red"]
    red.take(blue.packets())
    red.take(green.packets())
    assert "reveal" in kinds(red)
    version = blue.replica.chain().head
    blue.take(red.packets())
    unjudged(blue, body, version)
    green.take([*red.packets(), *blue.packets()])
    assert refusals(green) == ["blue shares what red sealed for 1.1, and had taken the reveal."]


def test_a_second_share_is_refused(tmp_path: Path) -> None:
    clock = Watch()
    blue, green = sealed(three(tmp_path, clock))
    clock.later(hours=167)
    green.replica.settle()
    clock.later(hours=1)
    body = due(blue)
    for _ in range(2):
        unjudged(blue, body)
    clock.later(hours=-1)
    green.take(blue.packets())
    assert refusals(green) == ["blue has already shared what red sealed for 1.1."]


def test_who_has_signed_a_list_shares_nothing_of_its_exchange(tmp_path: Path) -> None:
    clock = Watch()
    blue, green = sealed(three(tmp_path, clock))
    clock.later(days=10)
    chain, ledger = blue.replica.chain(), blue.replica.ledger()
    assert chain.game.owed is not None
    share = due(blue)
    blue.replica.do(sign_list(chain, ledger, "blue", chain.game.owed, chain.head.version, "reveal", ["red"]))
    unjudged(blue, share)
    green.take(blue.packets())
    assert "blue has signed that 1.1 goes on without others, and shares nothing of it any more." in refusals(green)


def test_who_holds_no_share_can_not_share(tmp_path: Path) -> None:
    found = two(tmp_path, Watch(), "tess", "eve", trustee="tess")
    sealed(found)
    blue, eve = found["blue"], found["eve"]
    body = Share(turn=1, segments=(1,), of="red", packet=found["red"].packets()[-1].digest, share="00" * 32, answers={})
    eve.take(found["red"].packets())
    unjudged(eve, body)
    blue.take(eve.packets())
    assert refusals(blue)[0] == "eve shares what red sealed for 1.1, and holds no share of it."


def test_with_an_umpire_nobody_shares(tmp_path: Path) -> None:
    found = careful(tmp_path, umpire="ump")
    blue, ump = found["blue"], found["ump"]
    unjudged(blue, Share(turn=1, segments=(1,), of="red", packet="00" * 32, share="00" * 32, answers={}))
    ump.take(blue.packets())
    (why,) = refusals(ump)
    assert why == "blue sends a share, which is not for a player of this game to send."


def seals(post: Post, **parts: str) -> Signed:
    """A seal for 1.1, parts of which are another seal's: `own` or `escrow`, each "second" or left out."""
    replica = post.replica
    chain, number = replica.chain(), post.desk.journal.last_number("duel", post.player) + 1
    orders = {chain.game.moment: ()}
    first, second = (seal_orders(chain, post.player, orders, post.desk.secrets, os.urandom, number) for _ in range(2))
    other = {name: getattr(second, name) if what == "second" else msgspec.UNSET for name, what in parts.items()}
    return unjudged(post, msgspec.structs.replace(first, **other))


def test_an_escrow_that_does_not_open_its_seal_is_told_of_and_ignored(tmp_path: Path) -> None:
    clock = Watch()
    found = three(tmp_path, clock)
    seals(found["red"], escrow="second")
    others = [found["blue"], found["green"]]
    for post in others:
        order(post, 1)
        post.take(found["red"].packets())
    exchange(others)
    clock.later(hours=168)
    go_on(others)
    assert {post.moment() for post in others} == {Moment(1, 1)}
    said = "All who hold it shared what red sealed for 1.1, and it is nothing that red could reveal: it is ignored."
    assert [told(post) for post in others] == [[said], [said]]


def test_an_escrow_copied_from_somebody_else_is_not_opened_by_its_holders(tmp_path: Path) -> None:
    clock = Watch()
    found = three(tmp_path, clock)
    red, blue, green = found["red"], found["blue"], found["green"]
    order(red, 1)
    # blue passes off what red has in escrow as blue's own, so that others open it as blue's
    stolen = red.packets()[-1].packet.body["escrow"][0]
    order(blue, 1)
    last = blue.packets()[-1]
    escrow = {
        "box": stolen["box"],
        "shares": {"red": stolen["shares"]["blue"], "green": stolen["shares"]["green"]},
        "digests": {"red": stolen["digests"]["blue"], "green": stolen["digests"]["green"]},
    }
    forged = blue.signed_anew(last, {**last.packet.body, "escrow": [escrow]})
    order(green, 1)
    before = [signed for signed in blue.packets() if signed.packet.number < last.packet.number]
    green.take([*red.packets(), *before, forged])
    clock.later(hours=168)
    green.replica.settle()
    words = f"Your share of what blue sealed for 1.1, in packet {last.packet.number}, is not released. "
    assert words + "The share belongs to another game, branch, exchange, player or packet." in told(green)


def test_a_seal_without_the_escrow_of_the_terms_is_refused(tmp_path: Path) -> None:
    found = three(tmp_path, Watch())
    seals(found["red"], escrow="none")
    found["blue"].take(found["red"].packets())
    assert refusals(found["blue"]) == ["red seals without escrow, which the terms of duel want."]


def test_a_seal_with_boxes_in_a_game_without_is_refused(tmp_path: Path) -> None:
    red, blue = careful(tmp_path / "careful").values()
    order(red, 1)
    boxes = red.packets()[-1].packet.body["own"]
    assert len(boxes) == 1
    long = red.signed_anew(red.packets()[-1], {**red.packets()[-1].packet.body, "own": [boxes[0] + "AAAA"]})
    blue.take([*red.packets()[:-1], long])
    assert refusals(blue) == ["red seals with a box that does not have the 832 characters of all boxes of duel."]


def test_a_share_that_nothing_needs_is_given_up_where_its_sender_goes_on_from_another_packet(tmp_path: Path) -> None:
    clock = Watch()
    found = three(tmp_path, clock)
    red, blue, green = found["red"], found["blue"], found["green"]
    others = sealed(found)
    shutil.copytree(green.desk.folder, tmp_path / "old")
    red.take([each for post in others for each in post.packets()])
    go_on([red, *others])
    assert blue.moment() == Moment(1, 2)
    green.replica.post(Note(words="1.1 is played"))
    blue.take(green.packets())
    old = open_post(tmp_path / "old", "green", clock)
    clock.later(hours=24 * 14)
    old.replica.settle()
    assert kinds(old)[-1] == "share", "this folder has not got red's reveal"
    old.replica.post(Note(words="Where is red?"))
    blue.take(old.packets())
    journal = blue.desk.journal
    assert journal.accepted("duel", sender="green") == old.packets(), "what green dated later counts"
    clock.later(hours=1)
    green.replica.post(Note(words="I am here"))
    blue.take(green.packets())
    assert journal.accepted("duel", sender="green") == green.packets()
    assert blue.moment() == green.moment() == Moment(1, 2)
