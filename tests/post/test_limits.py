"""Nobody fills other people's folders: what waits for the log goes on to everybody with each letter."""

from __future__ import annotations

from pathlib import Path

from sits_es.keys.identity import Identity
from sits_es.mail.letters import Letter, write_letter
from sits_es.post.bundle import Bundle
from sits_es.post.log.packets import Note, Packet, Signed, message, write_part
from sits_es.post.replica import MOST_WAITING, replica_of
from tests.shared.postal import GAME, Table, address, cruisers


def flood(table: Table, key: Identity, count: int) -> bytes:
    """A letter to red with many notes that say they are blue's."""
    with table.desk("red") as desk:
        game = replica_of(desk, GAME).state.game
    notes = [Packet(game=game, by="blue", has=None, body=Note(words=f"Hello {number}")) for number in range(count)]
    signed = [Signed(packet=each, key=key.key, signature=key.sign(message(each)).hex()) for each in notes]
    content = write_part(Bundle(packets=tuple(signed)))
    letter = Letter(sender="x@example.org", to=(address("red"),), subject="Hello", report="", content=content)
    return write_letter(letter).as_bytes()


def waiting(table: Table, who: str) -> int:
    with table.desk(who) as desk:
        return len(replica_of(desk, GAME).held.pool)


def test_packets_of_a_key_without_a_seat_are_not_kept_and_told_once(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    before, letters = waiting(table, "red"), len(table.sent)
    table.bring("red", flood(table, Identity.from_secret("mallory", bytes(32)), 50))
    table.deliver()
    said = table.look("red").said
    assert said == ["ours: A packet that says it is blue's is of a key that has no seat, and is not kept."]
    assert (waiting(table, "red"), len(table.sent)) == (before, letters)


def test_of_a_player_who_floods_only_so_many_packets_wait(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    with table.desk("blue") as desk:
        key = replica_of(desk, GAME).identity
    table.bring("green", flood(table, key, MOST_WAITING + 50))  # who keeps no log, so that all of them wait
    table.deliver()
    said = table.look("green").said
    assert said[-1] == "ours: 200 packets of blue wait for the log, and no more of theirs are kept."
    assert waiting(table, "green") == MOST_WAITING
