"""What a mail can't do: fill a folder, speak in the name of others, bring another log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from sits_es.keys.identity import Identity
from sits_es.keys.recovery import read_recovery
from sits_es.mail.letters import Letter, write_letter
from sits_es.post.bundle import Bundle
from sits_es.post.log import due, packets
from sits_es.post.log.entries import NOTHING, Found, Order
from sits_es.post.log.packets import Body, Has, Holds, Next, Note, Packet, Signed, write_part
from sits_es.post.replica import MOST_WAITING, Replica
from tests.post.log.table import sign, sign_entry
from tests.shared.postal import GAME, Table, address, cruisers

MALLORY = Identity.from_secret("mallory", bytes(32))
STRANGE = "ours: A packet in blue's name has a key without a seat, and was not kept."


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


def test_packets_of_a_key_without_a_seat_are_not_kept_and_told_once(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    before, letters = there(table, "red").held.pool, len(table.sent)
    strange = signed(table, MALLORY, notes(50))
    assert said_to(table, "red", Bundle(packets=strange)) == [STRANGE]
    assert (there(table, "red").held.pool, len(table.sent)) == (before, letters)


def test_of_a_player_who_floods_only_so_many_packets_wait(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    flood = signed(table, there(table, "blue").identity, notes(MOST_WAITING + 50))
    said = said_to(table, "green", Bundle(packets=flood))  # who keeps no log, so that all of them wait
    assert said[-1] == "ours: 1000 packets of blue wait for the log; no more of theirs are kept."
    assert len(there(table, "green").held.pool) == MOST_WAITING


def test_nobody_asks_for_another_keeper_in_the_name_of_somebody_else(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    head = there(table, "green").state.link.has
    forged = signed(table, there(table, "green").identity, [Next(epoch=1, head=head)])
    assert said_to(table, "blue", Bundle(packets=forged)) == [STRANGE]
    assert not there(table, "blue").held.stands_still


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
def test_packets_that_are_long_and_never_have_an_effect_hold_up_nobodys_letters(lines: int, tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    opening = packets.Opening(lines=("a" * 2000,) * lines, nonce=NOTHING)
    opens = (packets.Open(set=f"{n:064x}", opening=opening) for n in range(6))
    flood = signed(table, there(table, "blue").identity, opens)
    for each in flood:
        said = said_to(table, "green", Bundle(packets=(each,)))
    assert said == ["ours: Packets of blue that wait for the log fill 8 MB; no more are kept."] * (lines > 100)
    table.days(2)  # by then packets of others go along
    table.order("red", "blue", "green")
    table.stands("1.2")


def test_nothing_but_the_hosts_own_entry_begins_a_game(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="duel")
    table.invite()
    table.join("blue")
    with table.desk("blue") as desk:
        invite = desk.game(GAME).invite
    order = Order(epoch=0, n=0, prev=NOTHING, at=1, what=Found(invite=invite, joins=()), record=NOTHING)
    (said,) = said_to(table, "blue", Bundle(entries=(sign_entry(MALLORY, order),)))
    assert said.endswith(".eml: The first entry holds no invitation from its signer.")
    table.carry()
    table.stir("red")
    table.carry()
    table.stands("1.1")


def test_a_lie_about_what_a_folder_held_stops_its_program_once_and_for_the_grace_alone(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
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


def test_in_a_slow_game_nothing_is_left_that_fills_the_room_for_packets(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    for _ in range(2):
        table.days(12)
        table.order("red", "blue", "green")
    for who in table.players:
        held = there(table, who).held
        left = [packet for packet in due.unlogged(held) if not due.spent(held.state, packet)]
        assert [each.body for each in left if each.by != who] == []


def test_a_letter_with_a_thousand_faults_has_six_lines_with_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    game = table.of("red", lambda replica: replica.state.game)
    unsigned = (Packet(game=game, by=f"\x1b[31m{n}", has=None, body=Note()) for n in range(1000))
    bad = tuple(Signed(packet=each, key=NOTHING, signature=NOTHING * 2) for each in unsigned)
    said = said_to(table, "green", Bundle(packets=bad))
    assert said[0].endswith(".eml: A note packet in [31m0's name is not signed with its key.")
    assert [line.partition(".eml: ")[2] for line in said[5:]] == ["The rest of the letter is left out."]


def test_a_letter_that_shows_a_gap_is_taken_in_without_ones_key_too(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    key = there(table, "blue").identity
    (tmp_path / "green" / "keys" / "green.key").rename(tmp_path / "kept")
    (head,) = signed(table, key, [Holds()], has=Has(epoch=0, n=99, digest=NOTHING))
    said_to(table, "green", Bundle(head=head, packets=signed(table, key, notes(1))))
    assert len(there(table, "green").held.pool) == 1


def test_who_takes_for_a_key_what_is_none_is_left_behind_and_stops_nobody(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    body = packets.Decide(decision=packets.Reseat(player="green", key="f" * 64), number=NOTHING)
    table.silent("green", 0)
    taken = signed(table, read_recovery(table.recovery["green"]), [body], by="green")
    said_to(table, "red", Bundle(packets=taken))
    table.order("red", "blue")
    table.silent("green")
    table.go_without("green", "red", "blue")
    table.days(3)
    table.stands("1.2")


def test_an_answer_without_the_ticket_of_its_seat_is_not_kept(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="duel")
    table.invite()
    with table.desk("red") as desk:
        invite = desk.game(GAME).invite
    declines = packets.Decline(ticket="x", words="No.")
    forged = sign(MALLORY, Packet(game=invite.digest, by="blue", has=None, body=declines))
    said_to(table, "red", Bundle(packets=(forged,)))
    with table.desk("red") as desk:
        assert forged.digest not in desk.drawer.pool(GAME)
