"""What a mail can't do: fill a folder, speak in the name of others, bring another log, cost its readers much."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from sits_es.keys.identity import Identity
from sits_es.keys.recovery import read_recovery
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import read_letter
from sits_es.post import arrivals, opening, replica
from sits_es.post.bundle import Bundle
from sits_es.post.day import a_day
from sits_es.post.log import due, packets
from sits_es.post.log.apply import next_order
from sits_es.post.log.entries import NOTHING, Found, Order, Tick
from sits_es.post.log.packets import Body, Has, Holds, Next, Note, Packet, Signed, write_part
from sits_es.post.opening import MOST_INVITES
from sits_es.post.replica import MOST_WAITING, Replica
from sits_es.post.status import status_of
from tests.post.log.table import sign, sign_entry
from tests.shared.postal import GAME, Table, address, cruisers

MALLORY = Identity.from_secret("mallory", bytes(32))
STRANGE = "ours: A packet in blue's name has a key that belongs to no seat, and was not kept."


def signed(
    table: Table, key: Identity, bodies: Iterable[Body], by: str = "blue", has: Has | None = None
) -> tuple[Signed, ...]:
    """Packets of a game that say they are blue's, or somebody else's."""
    game = there(table, "red").state.game
    return tuple(sign(key, Packet(game=game, by=by, has=has, body=body)) for body in bodies)


def said_to(table: Table, who: str, bundle: Bundle) -> list[str]:
    """What somebody's program says to a letter with a bundle."""
    letter = Letter(sender="x@example.org", to=(address(who),), subject="Hello", report="", content=write_part(bundle))
    table.bring(who, write_letter(letter).as_bytes())
    table.deliver()
    return table.look(who).said


def there(table: Table, who: str) -> Replica:
    return table.of(who, lambda replica: replica)


def notes(count: int) -> Iterable[Note]:
    return (Note(words=f"Hello {number}") for number in range(count))


def test_packets_of_a_key_without_a_seat_or_of_another_seat_are_not_kept_and_told_once(table: Table) -> None:
    before, letters = there(table, "red").held.pool, len(table.sent)
    assert said_to(table, "red", Bundle(packets=signed(table, MALLORY, notes(50)))) == [STRANGE]
    assert (there(table, "red").held.pool, len(table.sent)) == (before, letters)
    green = there(table, "green")
    forged = signed(table, green.identity, [Next(epoch=1, head=green.state.link.has)])
    assert said_to(table, "blue", Bundle(packets=forged)) == [STRANGE]
    assert not there(table, "blue").held.stands_still


def test_of_a_player_who_floods_only_so_many_packets_wait(table: Table) -> None:
    flood = signed(table, there(table, "blue").identity, notes(MOST_WAITING + 50))
    said = said_to(table, "green", Bundle(packets=flood))  # who keeps no log, so that all of them wait
    assert said[-1] == "ours: 1000 packets from blue are waiting for the log; no more are kept."
    assert len(there(table, "green").held.pool) == MOST_WAITING


def test_the_log_of_another_game_is_not_taken_for_another_log_of_this_one(tmp_path: Path) -> None:
    table, other = cruisers(tmp_path / "a"), cruisers(tmp_path / "b", seed=2)
    other.give("red", "")
    other.look("red")
    foreign = tuple(link.entry for link in there(other, "red").state.link.since(-1))
    note = signed(table, there(table, "blue").identity, notes(1))
    assert len(foreign) > 1
    said_to(table, "green", Bundle(entries=foreign, packets=note))
    held = there(table, "green").held
    assert (len(held.logs), held.stands_still) == (1, False)


@pytest.mark.parametrize("lines", [100, 900])
def test_packets_that_are_long_and_never_have_an_effect_hold_up_nobodys_letters(lines: int, table: Table) -> None:
    opening = packets.Opening(lines=("a" * 2000,) * lines, nonce=NOTHING)
    opens = (packets.Open(set=f"{n:064x}", opening=opening) for n in range(6))
    flood = signed(table, there(table, "blue").identity, opens)
    for each in flood:
        said = said_to(table, "green", Bundle(packets=(each,)))
    assert said == ["ours: Packets from blue that wait for the log fill 8 MB; no more are kept."] * (lines > 100)
    table.days(2)  # by then packets of others go along
    table.order("red", "blue", "green")
    table.stands("1.2")


def test_nothing_but_the_hosts_own_entry_begins_a_game(duel: Table) -> None:
    duel.invite()
    duel.join("blue")
    with duel.desk("blue") as desk:
        invite = desk.game(GAME).invite
    order = Order(epoch=0, n=0, prev=NOTHING, at=1, what=Found(invite=invite, joins=()), record=NOTHING)
    (said,) = said_to(duel, "blue", Bundle(entries=(sign_entry(MALLORY, order),)))
    assert said.endswith(".eml: The first entry holds no invitation from its signer.")
    duel.carry()
    duel.stir("red")
    duel.carry()
    duel.stands("1.1")


def test_a_lie_about_what_a_folder_held_stops_its_program_once_and_for_the_grace_alone(table: Table) -> None:
    key, state = there(table, "blue").identity, there(table, "blue").state
    table.gone.add("blue")
    table.order("red")
    for day in range(3):
        (lie,) = signed(table, key, [Holds(known={"green": 1000 + day})], has=state.link.has)
        note = signed(table, key, [Note(words=f"Hello {day}")])
        said_to(table, "green", Bundle(head=lie, packets=note))
        assert there(table, "green").asks == (day < 2)
        table.days()
    table.order("green")
    assert {*there(table, "red").state.at_hand.seals} == {"red", "green"}


def test_in_a_slow_game_nothing_is_left_that_fills_the_room_for_packets(table: Table) -> None:
    for _ in range(2):
        table.days(12)
        table.order("red", "blue", "green")
    for who in table.players:
        held = there(table, who).held
        left = [packet for packet in due.unlogged(held) if not due.spent(held.state, packet)]
        assert [each.body for each in left if each.by != who] == []


def test_a_letter_with_a_thousand_faults_has_six_lines_with_nothing_that_a_terminal_obeys(table: Table) -> None:
    game = table.of("red", lambda replica: replica.state.game)
    unsigned = (Packet(game=game, by=f"\x1b[31m{n}", has=None, body=Note()) for n in range(1000))
    bad = tuple(Signed(packet=each, key=NOTHING, signature=NOTHING * 2) for each in unsigned)
    said = said_to(table, "green", Bundle(packets=bad))
    assert said[0].endswith(".eml: A note packet in [31m0's name is not signed with the key it names.")
    assert [line.partition(".eml: ")[2] for line in said[5:]] == ["The rest of the letter was ignored."]


def test_a_letter_that_shows_a_gap_is_taken_in_without_ones_key_too(table: Table) -> None:
    key = there(table, "blue").identity
    (table.folder / "green" / "keys" / "green.key").rename(table.folder / "kept")
    (head,) = signed(table, key, [Holds()], has=Has(epoch=0, n=99, digest=NOTHING))
    said_to(table, "green", Bundle(head=head, packets=signed(table, key, notes(1))))
    assert len(there(table, "green").held.pool) == 1


def test_who_takes_for_a_key_what_is_none_is_left_behind_and_stops_nobody(table: Table) -> None:
    body = packets.Decide(decision=packets.Reseat(player="green", key="f" * 64), number=NOTHING)
    table.silent("green", 0)
    taken = signed(table, read_recovery(table.recovery["green"]), [body], by="green")
    said_to(table, "red", Bundle(packets=taken))
    table.order("red", "blue")
    table.silent("green")
    table.go_without("green", "red", "blue")
    table.days(3)
    table.stands("1.2")


def test_an_answer_without_the_ticket_of_its_seat_is_not_kept(duel: Table) -> None:
    duel.invite()
    with duel.desk("red") as desk:
        invite = desk.game(GAME).invite
    declines = packets.Decline(ticket="x", words="No.")
    forged = sign(MALLORY, Packet(game=invite.digest, by="blue", has=None, body=declines))
    said_to(duel, "red", Bundle(packets=(forged,)))
    with duel.desk("red") as desk:
        assert forged.digest not in desk.drawer.pool(GAME)


# what mails of strangers and of cheats may cost: how much is read, kept and looked at again


def junk(sender: str, megabytes: float = 0.25) -> bytes:
    """A mail with half of a bundle, in which nothing is signed."""
    half = f"-----BEGIN SITS BUNDLE-----\nBundle: {'1' * 32}\n\n" + f"{'A' * 900}\n" * int(megabytes * 1_000_000 / 900)
    return f"From: {sender}\nSubject: duel\n\n{half}".encode()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long each mail was that was taken apart."""
    sizes: list[int] = []

    def counted(content: bytes) -> object:
        sizes.append(len(content))
        return read_letter(content)

    monkeypatch.setattr("sits_es.mail.reading.read_letter", counted)
    return sizes


def test_each_mail_is_judged_once_and_leaves_next_to_nothing(table: Table, opened: list[int]) -> None:
    box, drawer = table.folder / "green" / "in", table.folder / "green" / "mail.db"
    before = drawer.stat().st_size
    for number in range(12):
        (box / f"{number:02}.eml").write_bytes(junk(address("blue")))
    with table.desk("green") as desk:
        assert a_day(desk, [], quiet=True).mails == 12
        assert a_day(desk, [], quiet=True).mails == 0
    assert sum(size > 100_000 for size in opened) == 12
    assert drawer.stat().st_size - before < 50_000


def test_a_long_mail_is_opened_only_where_it_comes_from_a_player_or_a_person_asks(
    table: Table, opened: list[int]
) -> None:
    box = table.folder / "green" / "in"
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


def test_only_so_many_invitations_wait_and_none_that_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_INVITES == 30
    monkeypatch.setattr(opening, "MOST_INVITES", 4)
    host, found = Table(folder=tmp_path / "host", scenario="duel"), list[Signed]()
    for number in range(6):
        with host.desk("red") as desk:
            wish = opening.Wish(scenario="duel", name=f"ours {number}", me="red", others={"blue": address("blue")})
            found.append(opening.invite(desk, wish, opening.mine(desk, None, "f" * 64)).invite)
    with Table(folder=tmp_path / "guest", scenario="duel", players=("blue", "red")).desk("blue") as desk:
        with monkeypatch.context() as small:
            small.setattr("sits_es.post.log.packets.MOST_BYTES", 1000)
            too_long = "red invites you to ours 0, but the invitation is longer than 0 MB."
            assert opening.take_invite(desk, found[0]) == too_long
        said = [opening.take_invite(desk, each) for each in found]
        assert said == [None] * 4 + [
            f"red invites you to ours {number}, but 4 invitations already wait. Answer or archive some of them (sits "
            "games archive GAME), then read this letter again."
            for number in (4, 5)
        ]


def test_a_game_that_began_without_ones_key_waits_like_an_invitation(tmp_path: Path) -> None:
    table = cruisers(tmp_path / "game", ("red", "blue"))
    first = table.of("red", lambda found: found.state.link.since(-1)[0].entry)
    with Table(folder=tmp_path / "other", scenario="duel", players=("zoe", "yan")).desk("zoe") as desk:
        said: list[str] = []
        arrivals.take(desk, write_part(Bundle(entries=(first,))), "mail", said)
        lost = "If you have lost your seat's key: sits propose reseat ours SEAT --recovery"
        assert said == [f"mail: None of your keys has a seat in ours. {lost}"]
        (here,) = desk.drawer.games()
        assert (here.name, here.me, here.begun) == ("ours", None, False)
        assert status_of(desk, here).in_words() == f"ours: has begun\n  None of your keys has a seat in ours. {lost}"


def test_of_a_keeper_who_tells_many_tales_only_so_many_are_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.order("red", "blue", "green")
    with table.desk("red") as desk:
        held = replica.replica_of(desk, GAME)
        state, key, head = held.state_at(held.state.link.since(-1)[0].has), held.identity, held.signed(Holds())
        assert state is not None
        orders = [next_order(state, 0, desk.minutes() + number, Tick()) for number in range(40)]
    # entries of the keeper's, each in the place of the one that stands after the first
    tales = Bundle(head=head, entries=tuple(sign_entry(key, each) for each in orders))
    monkeypatch.setattr(replica, "MOST_BESIDE", 5 * len(write_part(tales.entries[0])) / (1 << 20))
    said = said_to(table, "green", tales)
    assert said[0].startswith("ours: Entries from red that are not in the log fill 0.0")
    assert said[0].endswith(" MB; no more of them are kept. If the game is stuck: sits docs ways-out")
    kept = there(table, "green").held
    assert (len(kept.logs), kept.stands_still) == (6, True)


def test_packets_and_letters_of_no_game_here_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, checked = cruisers(tmp_path), list[str]()

    def verify(key: str, *_: object) -> bool:
        checked.append(key)
        return True

    monkeypatch.setattr(arrivals, "verify", verify)
    packets = (Packet(game="ab" * 32, by="blue", has=None, body=each) for each in notes(200))
    signed = tuple(sign(MALLORY, each) for each in packets)
    drawer = tmp_path / "green" / "mail.db"

    def rows() -> int:
        with closing(sqlite3.connect(drawer)) as db:
            return int(db.execute("SELECT (SELECT COUNT(*) FROM kept) + (SELECT COUNT(*) FROM packets)").fetchone()[0])

    before = rows()
    with table.desk("green") as desk:
        for each in signed[:20]:
            assert arrivals.take(desk, write_part(Bundle(packets=(*signed[:200], each))), "mail", []).new == 0
        desk.drawer.save()
    assert (checked, rows()) == ([], before)


def test_of_answers_to_an_invitation_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(folder=tmp_path, scenario="duel", players=("red", "blue"))
    table.invite()
    with table.desk("blue") as desk:
        signed, said = opening.answer(desk, GAME, opening.mine(desk, None, None), declines="No."), list[str]()
    monkeypatch.setattr(arrivals, "MOST_WAITING", 1)
    with table.desk("red") as desk:
        assert arrivals.take(desk, write_part(Bundle(packets=(signed,))), "mail", said).new == 0
        assert said == ["mail: 1 answers to ours are already kept; no more are accepted."]
        assert signed.digest not in desk.drawer.pool(GAME)
