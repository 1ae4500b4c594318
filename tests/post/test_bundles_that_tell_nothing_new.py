"""A bundle in which an umpire tells what is on record already: what it holds is looked at all the same."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sits_es.mail.packet import Signed, sign
from sits_es.post.handover import hand_over
from sits_es.post.intake import settle_all
from sits_es.post.proof import prove
from sits_es.post.status import status_of
from sits_es.post.unsealing import unseal
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals
from tests.post.test_umpires_word import sealed
from tests.shared.posts import Post, carry

pytestmark = pytest.mark.long

NO_PACKET = "The packet is not a JSON text. It was damaged on its way: ask for it again."
NO_SEAL = "The seal cannot be read: Object missing required field `segments`."


@pytest.fixture
def table(tmp_path: Path) -> tuple[Post, Post, Post]:
    """The umpire, red and blue, who have played 1.1."""
    found = sealed(tmp_path, 1)
    carry(*found)
    assert {post.moment() for post in found} == {Moment(1, 2)}
    return found


def again(ump: Post, events: Sequence[Any] = (), packets: Sequence[str] = ()) -> Signed:
    """The umpire's next packet, a bundle from the first event on."""
    last, chain = ump.packets()[-1], ump.replica.chain()
    body = {name: last.packet.body[name] for name in ("mark", "taken", "at")} | {"previous": last.digest}
    body |= {"why": "resolved", "after": 0, "digest": chain.digests[0], "events": events, "packets": packets}
    packet = evolve(last.packet, kind="bundle", number=last.packet.number + 1, body=body)
    return sign(packet, ump.desk.identity())


def goes_on(red: Post, ump: Post, number: int) -> None:
    """Red's program stops nowhere, whatever red asks for, and red can leave the umpire."""
    red.seal("game duel\nturn 1\nplayer red\nship Fearless\n  2 thrust 2\n", 2)
    assert unseal(red.replica).startswith("Your orders for duel 1.2 are not sealed any more")
    assert settle_all(red.desk) == []
    assert status_of(red.desk, red.replica.seat).in_words().startswith("duel: stands at 1.2\n")
    assert prove(red.desk, red.replica.seat).faults == ()
    assert ump.packets()[-1].packet.number == number - 1
    assert hand_over(red.replica, None).startswith("You sign that all players go on without ump")


def test_events_that_cannot_be_read_are_not_those_on_record(table: tuple[Post, Post, Post]) -> None:
    ump, red, _ = table
    false = again(ump, events=[["nonsense:1", {}]])
    head = ump.replica.chain().head.version
    red.take([false])
    assert refusals(red) == [f"The {false.packet.title} goes on from event #0, this record from #{head}."]
    goes_on(red, ump, false.packet.number)


@pytest.mark.parametrize(
    ("carried", "said"),
    [
        ("no packet", f"carries a packet that cannot be read: {NO_PACKET}"),
        ({"kind": "seal", "body": {"turn": 1}}, f"carries a packet that cannot be read: {NO_SEAL}"),
        ({"kind": "note", "body": {"words": ""}}, "carries the note 3 of blue in duel, which holds no seal."),
        ({}, "carries the seal 3 of blue in duel, which is not signed with blue's key."),
    ],
)  # fmt: skip
def test_it_carries_what_players_signed_and_nothing_else(
    table: tuple[Post, Post, Post], carried: str | dict[str, Any], said: str
) -> None:
    ump, red, blue = table
    blue.seal("game duel\nturn 1\nplayer blue\nship Sirius\n  2 thrust 2\n", 2)
    last = blue.packets()[-1]
    text = carried
    if isinstance(carried, dict):
        packet = evolve(last.packet, number=3, **carried)
        text = sign(packet, ump.desk.identity()).bytes.decode()
    assert isinstance(text, str)
    false = again(ump, packets=[text])
    red.take([false])
    assert refusals(red) == [f"The {false.packet.title} {said}"]
    goes_on(red, ump, false.packet.number)
