"""What a clock that is centuries wrong writes into packets: nobody's program stops at it."""

from pathlib import Path

import pytest

from sits_es.mail.packet import Packet, Signed, sign
from sits_es.post.asked import asked_of
from sits_es.post.clock import keep_time
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.joiners import confirm_joins
from sits_es.post.tickets import keep_ticket
from tests.post.example_games import ticket_of
from tests.shared.careful import terms
from tests.shared.posts import ADDRESSES, Post, new_post

pytestmark = pytest.mark.long


def before_any_word(folder: Path) -> tuple[Post, Post]:
    """Red has begun a game, with an hour for each exchange and no grace, and blue has answered and said nothing yet."""
    red, blue = (new_post(folder / player, player) for player in ("red", "blue"))
    wish = Wish(rules="sits", scenario="duel", name="duel", me="red", terms=terms(hours=1, grace=0),
                others={"blue": ADDRESSES["blue"]})  # fmt: skip
    blue.take([invite(red.desk, wish, None, "Anna", ADDRESSES["red"])])
    keep_ticket(blue.desk, ticket_of(red, "blue"))
    join(blue.desk, "duel", "Ben", ADDRESSES["blue"])
    red.take(blue.packets())
    confirm_joins(red.replica, red.replica.gathering(), None)
    red.replica.settle()
    return red, blue


def word(red: Post, blue: Post, at: str) -> Signed:
    """Blue's first word in the game, dated so."""
    chain, (answer,) = red.replica.chain(), blue.packets()
    start = next(each for each in red.packets() if each.packet.kind == "start")
    body = {"mark": chain.mark, "previous": answer.digest, "taken": {"red": [2, start.digest]}, "at": at,
            "packet": start.digest, "words": ""}  # fmt: skip
    packet = Packet(kind="ack", game="duel", branch="duel", sender="blue", number=2, head=chain.head, body=body)
    return sign(packet, blue.desk.identity())


def test_time_that_runs_from_the_first_year_there_is_is_over(tmp_path: Path) -> None:
    red, blue = before_any_word(tmp_path)
    red.take([word(red, blue, "0001-01-01T00:00Z")])
    keep_time(red.desk)
    said = "You owe orders for duel 1.1 (or up to 1.break), due since 0001-01-01 01:00 UTC."
    assert asked_of(red.replica, "red").words == said
