"""Nobody can shut others out by a flood of packets: limits are each sender's own, and only what they signed counts."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.mail.armour import Part
from sits_es.mail.packet import Packet, Signed, sign
from sits_es.post import floods
from sits_es.post.arrivals import arrive
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.kinds import as_data
from tests.shared.careful import careful
from tests.shared.posts import Post, new_post
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


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


def test_of_games_that_nobody_was_invited_to_the_last_packets_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floods, "MOST_UNINVITED", 4)
    red, eve = new_post(tmp_path / "red", "red"), new_post(tmp_path / "eve", "eve")
    for number in range(2, 12):
        packet = Packet(kind="note", game=f"game-{number}", branch="x", sender="eve", number=number,
                        body=as_data(Note(words="x")))  # fmt: skip
        arrive(red.desk, sign(packet, eve.desk.identity()), "x.eml")
    assert red.desk.journal.count_parked_uninvited() == 4
    kept = [red.desk.journal.count_parked(f"game-{number}", "eve") for number in range(2, 12)]
    assert kept == [0] * 6 + [1] * 4, "they shut out nothing that comes later"


def part(at: int, of: int, content: bytes, packet: str = "ab" * 16) -> Part:
    return Part(packet=packet, index=at, count=of, content=content)


def test_of_the_parts_of_long_packets_the_last_ones_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floods, "MOST_OF_PARTS", 1000)
    desk = new_post(tmp_path / "red", "red").desk
    for number in range(20):
        floods.keep_part(desk, part(1, 2, bytes(100), f"{number:032x}"))
        assert desk.journal.held_in_parts() <= 1000
    assert [number for number in range(20) if desk.journal.parts(f"{number:032x}")] == list(range(10, 20))


def test_parts_whose_others_do_not_come_are_forgotten_after_sixty_days(tmp_path: Path) -> None:
    clock = Watch()
    desk = new_post(tmp_path / "red", "red", clock).desk
    floods.keep_part(desk, part(1, 2, b"first"))
    clock.later(days=59)
    floods.keep_part(desk, part(1, 2, b"other", "cd" * 16))
    assert desk.journal.held_in_parts() == 10
    clock.later(days=2)
    floods.keep_part(desk, part(1, 3, b"third", "ef" * 16))
    assert desk.journal.parts("ab" * 16) == []
    assert desk.journal.held_in_parts() == 10


def test_only_packets_that_are_whole_are_read_again(tmp_path: Path) -> None:
    desk = new_post(tmp_path / "red", "red").desk
    floods.keep_part(desk, part(2, 2, b"second"))
    floods.keep_part(desk, part(1, 3, b"of another count"))
    assert desk.journal.whole_packets() == []
    floods.keep_part(desk, part(1, 2, b"first"))
    assert desk.journal.whole_packets() == ["ab" * 16]
    assert (1, 2, b"first") in desk.journal.parts("ab" * 16)
