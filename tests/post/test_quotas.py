"""What mails of strangers and of cheats may cost: how much is read, kept and looked at again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from sits_es.keys.identity import new_identity
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import Found, read_letter
from sits_es.post import arrivals, opening, replica
from sits_es.post.bundle import Bundle
from sits_es.post.day import a_day
from sits_es.post.log.apply import next_order
from sits_es.post.log.entries import Tick
from sits_es.post.log.packets import Holds, Note, Packet, Signed, write_part
from sits_es.post.opening import MOST_INVITES
from sits_es.post.status import status_of
from tests.post.log.table import sign, sign_entry
from tests.shared.postal import GAME, Table, address, cruisers


def junk(sender: str, megabytes: float = 0.25) -> bytes:
    """A mail with half of a bundle, in which nothing is signed."""
    half = f"-----BEGIN SITS BUNDLE-----\nBundle: {'1' * 32}\n\n" + f"{'A' * 900}\n" * int(megabytes * 1_000_000 / 900)
    return f"From: {sender}\nSubject: duel\n\n{half}".encode()


def letter(bundle: Bundle) -> bytes:
    return write_letter(
        Letter(sender="x@example.org", to=(address("red"),), subject="Hello", report="", content=write_part(bundle))
    ).as_bytes()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long each mail was that was taken apart."""
    sizes: list[int] = []

    def counted(content: bytes) -> Found:
        sizes.append(len(content))
        return read_letter(content)

    monkeypatch.setattr("sits_es.mail.reading.read_letter", counted)
    return sizes


def test_each_mail_is_judged_once_and_leaves_next_to_nothing(tmp_path: Path, opened: list[int]) -> None:
    table = cruisers(tmp_path)
    box, drawer = tmp_path / "green" / "in", tmp_path / "green" / "mail.db"
    before = drawer.stat().st_size
    for number in range(12):
        (box / f"{number:02}.eml").write_bytes(junk(address("blue")))
    with table.desk("green") as desk:
        assert a_day(desk, [], quiet=True).mails == 12
        assert a_day(desk, [], quiet=True).mails == 0
    assert sum(size > 100_000 for size in opened) == 12
    assert drawer.stat().st_size - before < 50_000


def test_a_long_mail_is_opened_only_where_it_comes_from_a_player_or_a_person_asks(
    tmp_path: Path, opened: list[int]
) -> None:
    table = cruisers(tmp_path)
    box = tmp_path / "green" / "in"
    for number, sender in enumerate(("mallory@example.org", address("blue").upper())):
        (box / f"{number}.eml").write_bytes(junk(sender))
    (box / "2.eml").write_bytes(b"Message-ID: <sits.1@example.org>\n" + junk("elsewhere@example.org"))
    with table.desk("green") as desk:
        done = a_day(desk, [], quiet=True)
        assert done.empty == ['from mallory@example.org, subject "duel"; it is long, so it was not opened']
        assert sum(size > 100_000 for size in opened) == 2
        opened.clear()
        a_day(desk, [box / "0.eml"], quiet=True)
    assert max(opened) > 200_000


def invitations(folder: Path, count: int) -> Iterator[Signed]:
    """Invitations to games of many names."""
    table = Table(folder=folder, scenario="duel")
    for number in range(count):
        with table.desk("red") as desk:
            wish = opening.Wish(scenario="duel", name=f"ours {number}", me="red", others={"blue": address("blue")})
            yield opening.invite(desk, wish, opening.mine(desk, None, "f" * 64)).invite


def test_only_so_many_invitations_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_INVITES == 30
    monkeypatch.setattr(opening, "MOST_INVITES", 4)
    found = list(invitations(tmp_path / "host", 6))
    with Table(folder=tmp_path / "guest", scenario="duel", players=("blue", "red")).desk("blue") as desk:
        said = [opening.take_invite(desk, each) for each in found]
        assert said == [None] * 4 + [
            f"red invites you to ours {number}, but 4 invitations already wait. Answer some or put them away (sits "
            "games archive GAME), then take this one in again."
            for number in (4, 5)
        ]


def test_an_invitation_that_is_too_long_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = invitations(tmp_path / "host", 1)
    monkeypatch.setattr("sits_es.post.log.packets.MOST_BYTES", 1000)
    with Table(folder=tmp_path / "guest", scenario="duel", players=("blue", "red")).desk("blue") as desk:
        assert opening.take_invite(desk, found) == "red invites you to ours 0, but the invitation has more than 0 MB."


def test_a_game_that_began_without_ones_key_waits_like_an_invitation(tmp_path: Path) -> None:
    table = cruisers(tmp_path / "game", ("red", "blue"))
    first = table.of("red", lambda found: found.state.link.since(-1)[0].entry)
    with Table(folder=tmp_path / "other", scenario="duel", players=("zoe", "yan")).desk("zoe") as desk:
        said: list[str] = []
        arrivals.take(desk, write_part(Bundle(entries=(first,))), "mail", said)
        lost = "If you have lost your seat's key: sits propose reseat ours SEAT --recovery"
        assert said == [f"mail: No key of yours has a seat in ours. {lost}"]
        (here,) = desk.drawer.games()
        assert (here.name, here.me, here.begun) == ("ours", None, False)
        assert status_of(desk, here).in_words() == f"ours: has begun\n  No key of yours has a seat in ours. {lost}"


def two_tales(table: Table, count: int) -> Bundle:
    """A letter of the keeper's: entries, each in the place of the one that stands after the first."""
    with table.desk("red") as desk:
        held = replica.replica_of(desk, GAME)
        state, key, head = held.state_at(held.state.link.since(-1)[0].has), held.identity, held.signed(Holds())
        assert state is not None
        orders = [next_order(state, 0, desk.minutes() + number, Tick()) for number in range(count)]
    return Bundle(head=head, entries=tuple(sign_entry(key, each) for each in orders))


def test_of_a_keeper_who_tells_many_tales_only_so_many_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cruisers(tmp_path)
    table.order("red", "blue", "green")
    tales = two_tales(table, 40)
    monkeypatch.setattr(replica, "MOST_BESIDE", 5 * len(write_part(tales.entries[0])) / (1 << 20))
    table.bring("green", letter(tales))
    table.deliver()
    said = table.look("green").said
    assert said[0].startswith("ours: Entries of red that are not in the log fill 0.0")
    assert said[0].endswith(" MB; no more of them are kept. If the game is stuck: sits docs ways-out")
    held = table.of("green", lambda found: found.held)
    assert len(held.logs) == 6
    assert held.stands_still


def test_packets_and_letters_of_no_game_here_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, checked = cruisers(tmp_path), list[str]()

    def verify(key: str, *_: object) -> bool:
        checked.append(key)
        return True

    monkeypatch.setattr(arrivals, "verify", verify)
    key = new_identity("mallory", Random(1).randbytes)  # noqa: S311 -- the same again
    notes = (Packet(game="ab" * 32, by="blue", has=None, body=Note(words=f"{number}")) for number in range(200))
    signed = tuple(sign(key, each) for each in notes)
    drawer = tmp_path / "green" / "mail.db"

    def rows() -> int:
        with closing(sqlite3.connect(drawer)) as db:
            return int(db.execute("SELECT (SELECT COUNT(*) FROM kept) + (SELECT COUNT(*) FROM packets)").fetchone()[0])

    before = rows()
    with table.desk("green") as desk:
        for each in signed[:20]:
            assert arrivals.take(desk, write_part(Bundle(packets=(*signed[:200], each))), "mail", []) == 0
        desk.drawer.save()
    assert (checked, rows()) == ([], before)


def test_of_answers_to_an_invitation_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(folder=tmp_path, scenario="duel", players=("red", "blue"))
    table.invite()
    with table.desk("blue") as desk:
        signed, said = opening.answer(desk, GAME, opening.mine(desk, None, None), declines="No."), list[str]()
    monkeypatch.setattr(arrivals, "MOST_WAITING", 1)
    with table.desk("red") as desk:
        assert arrivals.take(desk, write_part(Bundle(packets=(signed,))), "mail", said) == 0
        assert said == ["mail: 1 answers to ours are kept already, and no more."]
        assert signed.digest not in desk.drawer.pool(GAME)
