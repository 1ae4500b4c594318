"""Before a program signs a list, those on it get everything of the exchange in one letter, and the grace after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.post.clock import keep_time
from sits_es.post.desk.settings import post_settings
from sits_es.post.going_on import way_on
from sits_es.post.outgoing import outgoing, write_out
from sits_es.post.signing import cancel, go_on_without
from tests.shared.careful_three import careful_three, ordered
from tests.shared.posts import Post, exchange, kinds
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Table = tuple[Post, Post, Post]


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def table(tmp_path: Path, clock: Watch) -> Table:
    """Red and blue have sealed 1.1; green, who is to be gone on without, has had letters of red alone."""
    red, blue, green = careful_three(tmp_path, clock)
    for post in (red, blue):
        ordered(post, 1)
        keep_time(post.desk)
    write(red)
    clock.later(days=10)
    for post in (red, blue):
        keep_time(post.desk)
    clock.later(days=1)
    for post in (red, blue):
        keep_time(post.desk)
    return red, blue, green


def write(post: Post) -> None:
    write_out(post.desk, post_settings(post.desk.folder))


def to_green(post: Post) -> list[str]:
    """What the next letter to green carries: kinds of packets, with who signed them."""
    letters = [each for each in outgoing(post.desk) if each.player == "green" and each.inside is not None]
    packets = [signed.packet for each in letters if each.inside is not None for signed in each.inside.packets]
    return sorted(f"{packet.kind} of {packet.sender}" for packet in packets)


def signs(post: Post) -> bool:
    keep_time(post.desk)
    return any(signed.packet.kind == "without" for signed in post.packets())


def test_the_accused_get_what_others_sent_as_well_though_it_came_just_now(table: Table) -> None:
    red, blue, _ = table
    red.take(blue.packets())
    assert "seal of blue" not in to_green(red), "what came just now is blue's to send"
    go_on_without(red.replica)
    assert "seal of red" in to_green(red)
    assert "seal of blue" in to_green(red)
    write(red)
    assert to_green(red) == []


def test_the_grace_runs_from_the_letter_and_not_from_the_wish(table: Table, clock: Watch) -> None:
    red, blue, _ = table
    red.take(blue.packets())
    said = go_on_without(red.replica)
    assert said == (
        "green will be sent everything of duel 1.1 again, and has 48 hours from that letter on. Then your program "
        "signs by itself. To take that back: sits without duel --cancel"
    )
    for _ in range(3):
        clock.later(days=1)
        assert not signs(red), "the letter has not gone"
    assert way_on(red.replica) == (
        "Once your letters to green have gone, and the grace after them, your program signs that it goes on without "
        "green; to take that back: sits without duel --cancel"
    )
    write(red)
    assert way_on(red.replica) == (
        "From 2026-01-18 03:04 UTC on your program signs that it goes on without green; "
        "to take that back: sits without duel --cancel"
    )
    clock.later(hours=47)
    assert not signs(red)
    clock.later(hours=1)
    assert signs(red)


def test_a_wish_can_be_taken_back_before_the_letter_goes(table: Table, clock: Watch) -> None:
    red, blue, _ = table
    red.take(blue.packets())
    go_on_without(red.replica)
    assert cancel(red.replica) == "Your program does not sign that duel 1.1 goes on without anybody."
    write(red)
    for _ in range(4):
        clock.later(days=1)
        assert not signs(red)


def test_to_somebody_who_is_given_notice_receipts_alone_go_as_well(tmp_path: Path, clock: Watch) -> None:
    posts = careful_three(tmp_path, clock)
    red, blue, _ = posts
    for post in posts:
        ordered(post, 1, 2 if post is blue else None)
        keep_time(post.desk)
    exchange(posts)
    assert kinds(red)[-1] == "ack", "red has said nothing in 1.2 but that it has come so far"
    for post in posts:
        write(post)
    for _ in range(6):
        clock.later(days=2)
        keep_time(red.desk)
    red.desk.journal.note_sent("duel", "green", red.packets()[-1].packet.number)
    write(red)
    go_on_without(red.replica)
    assert "ack of red" in to_green(red)
    write(red)
    clock.later(days=2)
    assert signs(red)
