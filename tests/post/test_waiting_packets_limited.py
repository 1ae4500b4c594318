"""Nobody can shut others out by a flood of packets: limits are each sender's own, and only what they signed counts."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.mail.packet import Packet, Signed, sign
from sits_es.post import floods
from sits_es.post.arrivals import arrive
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.kinds import as_data
from tests.shared.careful import careful
from tests.shared.posts import Post, new_post


def note(post: Post, number: int, sender: str = "", **body: Any) -> Signed:
    """A note that its sender's program never wrote; nothing but its signature is right about it."""
    said = {"words": "x", "mark": post.mark(), **body} if post.desk.journal.seat("duel") else {"words": "x", **body}
    packet = Packet(kind="note", game="duel", branch="duel", sender=sender or post.player, number=number, body=said)
    return sign(packet, post.desk.identity())


def waiting(post: Post, sender: str) -> int:
    return post.desk.journal.count_parked("duel", sender)


def test_a_flood_of_one_player_leaves_room_for_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = careful(tmp_path, umpire="ump")
    monkeypatch.setattr(floods, "MOST_WAITING", 3)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    for number in range(50, 60):
        arrive(ump.desk, note(blue, number), "x.eml")
    assert waiting(ump, "blue") == 3
    ((_, words, _),) = ump.desk.journal.told("duel", ("flood",))
    assert words == (
        "3 packets of blue wait for earlier ones, and no more of theirs are kept. When those are here, ask them: "
        "sits mail out --again duel"
    )
    arrive(ump.desk, note(red, 50), "x.eml")
    assert waiting(ump, "red") == 1


def test_the_next_packet_of_a_sender_is_kept_however_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = careful(tmp_path)
    monkeypatch.setattr(floods, "MOST_WAITING", 3)
    red, blue = found["red"], found["blue"]
    for number in range(50, 60):
        arrive(red.desk, note(blue, number), "x.eml")
    signed = blue.replica.post(Note(words="Hello"))
    red.take([signed])
    assert red.desk.journal.at("duel", "blue", signed.packet.number) == signed


def test_what_others_sign_in_a_players_name_takes_none_of_their_room(tmp_path: Path) -> None:
    found = careful(tmp_path)
    eve = new_post(tmp_path / "eve", "eve")
    for number in range(50, 60):
        arrive(found["red"].desk, note(eve, number, "blue"), "x.eml")
    assert waiting(found["red"], "blue") == 0


def test_few_packets_of_games_that_nobody_was_invited_to_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floods, "MOST_UNINVITED", 4)
    red, eve = new_post(tmp_path / "red", "red"), new_post(tmp_path / "eve", "eve")
    for number in range(2, 12):
        packet = Packet(kind="note", game=f"game-{number}", branch="x", sender="eve", number=number,
                        body=as_data(Note(words="x")))  # fmt: skip
        arrive(red.desk, sign(packet, eve.desk.identity()), "x.eml")
    assert red.desk.journal.count_parked_uninvited() == 4
