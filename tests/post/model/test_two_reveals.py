"""Who reveals last sends two reveals under one number: all who play end at one record, by packets alone."""

from __future__ import annotations

import msgspec
import pytest

from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.post.protocol.bodies import Ack, Reveals
from sits_es.post.protocol.failures import Resignation, StandingOrders
from sits_es.post.protocol.kinds import read_body
from sits_es.rules.moments import Moment
from tests.post.model.beside import WithDesks
from tests.post.model.carrying import carry, seats, wait
from tests.post.model.seat import Seat

pytestmark = pytest.mark.long

LATE, LATER = "2026-01-02T12:00Z", "2026-01-04T12:00Z"


def told_two(players: int, hear_the_first: list[str]) -> tuple[dict[str, Seat], list[Seat]]:
    """The honest, of whom one has resigned and changed their standing orders, and both programs of the last player.

    The last reveals twice under one number: before and after those standing orders. All honest have resolved.
    """
    found = seats(players)
    *names, last = found
    one = found.pop(last)
    left = found[names[-1]]
    left.say(Resignation())
    carry({**found, last: one})
    for seat in (*found.values(), one):
        seat.seal()
    for seat in found.values():
        seat.take(one.sent)
    carry(found)
    other = one.copy()
    one.take([signed for seat in found.values() for signed in seat.sent])
    left.say(StandingOrders(lines=(f'impulse 1 "Kite of {left.player}": turn pitch 1',)))
    other.take([signed for seat in found.values() for signed in seat.sent])
    assert one.sent[2].packet.kind == other.sent[2].packet.kind == "reveal"
    for name, seat in found.items():
        seat.take([*(one if name in hear_the_first else other).sent, *left.sent])
    return found, [one, other]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_an_exchange_played_in_two_ways_is_undone_without_who_sent_two_reveals(players: int) -> None:
    found, faces = told_two(players, ["ada"])
    assert len({seat.record() for seat in found.values()}) > 1, "each plays by what came first"
    carry(found)
    assert len({(seat.branch, seat.record()) for seat in found.values()}) == 1
    ada = found["ada"]
    assert ada.branch.startswith("duel-")
    (fact,) = [fact for fact in ada.streams[ada.branch].facts if isinstance(fact, PlayersPutOut)]
    assert fact.players == (faces[0].player,)
    assert ada.chain.game.moment > Moment(1, 1), "what was revealed is sealed once more, and played"


def test_lines_that_were_revealed_are_sealed_again_by_themselves() -> None:
    found, _ = told_two(5, ["ada"])
    carry(found)
    for name in ("ada", "bob", "cy"):
        seat = found[name]
        assert seat.ledger.seal(name, Moment(1, 1), seat.chain) is not None
        assert seat.ledger.bound[name, Moment(1, 1)] == ()


def test_a_second_reveal_that_nobody_played_by_changes_nothing_however_late() -> None:
    found, (_, other) = told_two(5, ["ada", "bob", "cy", "dee"])
    carry(found)
    for name in ("ada", "bob", "cy"):
        found[name].seal()
    carry(found)
    before = {name: seat.record() for name, seat in found.items()}
    for seat in found.values():
        seat.take(other.sent)
    carry(found)
    assert {name: (seat.branch, seat.record()) for name, seat in found.items()} == {
        name: ("duel", record) for name, record in before.items()
    }


def test_standing_orders_behind_two_packets_of_who_is_out_count_nowhere() -> None:
    found, (one, other) = told_two(5, ["ada"])
    carry(found)
    cheat = one.player
    for face, lines in ((one, ()), (other, (f'impulse 1 "Kite of {cheat}": turn pitch 1',))):
        face.say(StandingOrders(lines=lines))
    found["ada"].take(one.sent)
    found["bob"].take(other.sent)
    carry(found)
    found["dee"].seal() or found["dee"].say(Resignation())
    carry(found)
    assert len({(seat.branch, seat.record()) for seat in found.values()}) == 1
    stream = found["ada"].streams[found["ada"].branch].facts
    assert all(fact.lines == () for fact in stream if isinstance(fact, OrdersDefaulted) and fact.player == cheat)


def test_a_record_of_who_has_gone_further_by_the_other_content_is_followed() -> None:
    found = seats(3)
    cy = found.pop("cy")
    for seat in (*found.values(), cy):
        seat.seal()
    for seat in found.values():
        seat.take(cy.sent)
    carry(found)
    other = cy.copy()
    other.say(Ack(packet="3" * 64, words="no reveal"))
    cy.take([signed for seat in found.values() for signed in seat.sent])
    found["ada"].take(other.sent)
    found["bob"].take(cy.sent)
    assert found["ada"].chain.game.moment < found["bob"].chain.game.moment
    carry(found)
    assert len({(seat.branch, seat.record()) for seat in found.values()}) == 1
    assert found["ada"].branch == "duel"


def test_who_has_played_on_by_a_reveal_stays_with_it_although_the_sender_spoke_later_in_the_other_content() -> None:
    found = seats(4)
    *honest, one = found.values()
    ada, bob, cy = honest
    for seat in found.values():
        seat.seal()
    for seat in honest:
        seat.take(one.sent)
    carry(found, but=["dee"])
    other = one.copy()
    # in the one content dee resigns, reveals and plays on; in the other dee says two words
    one.say(Resignation())
    for seat in honest:
        seat.take(one.sent)
    there = {"bob": bob, "cy": cy}
    for now in (LATE, LATER):
        wait(there, now)
        for seat in (bob, cy):
            assert seat.go_on_without("reveal") is not None
        carry(there)
    one.take([signed for seat in honest for signed in seat.sent if signed.packet.kind != "without"])
    assert one.sent[-1].packet.kind == "ack"
    other.say(Ack(packet="3" * 64, words=""))
    ada.now = other.now = LATER
    other.say(Ack(packet="3" * 64, words=""))
    for seat in honest:
        seat.take(other.sent)
    ada.take([*one.sent, *bob.sent, *cy.sent])
    assert ada.chain.game.moment > Moment(1, 1)
    carry({name: seat for name, seat in found.items() if name != "dee"})
    assert {seat.accepted["dee", 2].digest for seat in honest} == {one.sent[1].digest}
    assert len({(seat.branch, seat.record()) for seat in honest}) == 1


@pytest.mark.parametrize("true", [True, False])
def test_a_reveal_of_what_was_known_already_moves_nobody_to_the_content_that_it_follows(*, true: bool) -> None:
    found = seats(4)
    ada, bob, cy, dee = found.values()
    for seat in found.values():
        seat.seal()
    carry(found)
    assert {seat.chain.game.moment for seat in found.values()} == {Moment(1, 33)}
    (known,) = (each for each in dee.sent if each.packet.kind == "reveal")
    other = dee.copy()
    for seat in (ada, bob, cy, dee):
        seat.seal()
    for seat in (bob, cy):
        seat.take([*ada.sent, *bob.sent, *cy.sent, *dee.sent])
        assert seat.sent[-1].packet.kind == "reveal"
    # instead of the seal dee says a word to ada, and reveals once more what was known, or something false in its place
    ada.now = other.now = LATE
    word = other.say(Ack(packet="3" * 64, words=""))
    body = read_body("reveal", known.packet.body)
    assert isinstance(body, Reveals)
    opened = body.orders if true else tuple(msgspec.structs.replace(each, nonce="0" * 64) for each in body.orders)
    again = other.written(msgspec.structs.replace(body, orders=opened), known.packet.head)
    ada.take([*dee.sent, *bob.sent, *cy.sent, word, again])
    assert ada.accepted["dee", word.packet.number].packet.kind == "seal"
    assert ada.sent[-1].packet.kind == "reveal"


def test_where_both_contents_reveal_what_was_played_neither_counts_more_by_that() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=0)
    table.the_cheat_reveals_two(between="resign", goes_on=False, hears=set(), leaves=1)
    table.one_is_away(who=0, what="reveal", signers=set(), late=False)
    table.one_comes_back_and_vanishes(who=0, comes="reveal", hears=set(), signers=set())
    table.the_cheat_sends_two(hears=set(), part="seal")
    table.everything_comes()
    table.records_are_one()
