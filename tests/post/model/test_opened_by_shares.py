"""A part opened by shares here and by a late reveal there, with something signed in between: the record is one."""

from __future__ import annotations

import pytest
from attrs import evolve

from sits_es.game.events import AbsenceGranted, DeadlineSet, PlayerReadmitted
from sits_es.post.protocol.bodies import Ack, Clock
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.errands import GoOnWithout
from sits_es.post.protocol.failures import Readmission, Resignation, StandingOrders
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.put_out import sign_list, signed_list
from sits_es.rules.moments import Moment
from tests.post.model.beginning import GRACE, HOURS
from tests.post.model.carrying import carry, seats, wait
from tests.post.model.seat import Seat
from tests.shared.rows import each_row

pytestmark = pytest.mark.long

LATE = "2026-01-02T00:00Z"
UNTIL = "2026-03-01T00:00Z"
OTHER = ('impulse 1 "Kite of cy": turn pitch 1',)
DEADLINE = Clock(turn=1, segments=(1,), until=UNTIL, grace=3)
ABSENCE = Clock(turn=1, segments=(1,), player="bob", since="2026-02-01T00:00Z", until=UNTIL)


def records(found: dict[str, Seat]) -> set[tuple[str, ...]]:
    return {seat.record() for seat in found.values()}


def all_seal(found: dict[str, Seat]) -> None:
    for seat in found.values():
        seat.seal()


def parted(players: int, *signed: Body) -> tuple[dict[str, Seat], Seat, Seat]:
    """Cy, or bob of two, seals, signs and reveals; some have heard of the seal alone, and open it by their shares.

    Everybody; one who played by the shares; and one who played by the reveal, and has no share.
    """
    found = seats(players, escrow=True)
    carry(found)
    late = found["cy" if players > 2 else "bob"]
    others = [seat for seat in found.values() if seat is not late]
    all_seal(found)
    before = list(late.sent)
    for body in signed:
        for seat in found.values():
            if seat.player in seat.chain.game.players:
                assert seat.agrees(body) is not None
    late.take([each for seat in others for each in seat.sent])
    assert late.opened(Moment(1, 1))
    for seat in others:
        seat.take([*before, *(each for other in others for each in other.sent)])
    told = [each for seat in others for each in seat.sent]
    carry(found, but=[late.player])
    late.take([each for seat in others for each in seat.sent if each.packet.kind != "share"])
    late.take(told)
    wait(found, LATE)
    carry(found, but=[late.player])
    return found, others[0], late


@each_row("players", [2, 3, 4])
@each_row("body", [DEADLINE, ABSENCE])
def test_what_is_signed_after_the_seals_goes_on_record_with_the_next_exchange(players: int, body: Clock) -> None:
    found, by_shares, by_reveal = parted(players, body)
    assert by_shares.chain.game.moment == by_reveal.chain.game.moment == Moment(1, 33)
    assert by_shares.record() == by_reveal.record()
    carry(found)
    all_seal(found)
    carry(found)
    assert len(records(found)) == 1
    (fact,) = [fact for fact in by_shares.streams["duel"].facts if isinstance(fact, AbsenceGranted | DeadlineSet)]
    assert (fact.segment, fact.until, set(fact.by)) == (33, UNTIL, set(by_shares.chain.game.players))
    all_seal(found)
    carry(found)
    assert by_shares.chain.game.moment == Moment(2, 33)
    assert [fact for fact in by_shares.streams["duel"].facts if isinstance(fact, AbsenceGranted | DeadlineSet)] == [
        fact
    ]


def test_one_whom_a_share_has_not_reached_may_sign_a_list_and_all_judge_it_alike() -> None:
    found = seats(4, escrow=True)
    carry(found)
    dee, cy = found["dee"], found["cy"]
    dee.seal()
    for seat in found.values():
        seat.seal()
        seat.take(dee.sent)
    carry(found, but=["dee"])
    wait(found, LATE)
    carry(found, but=["dee", "cy"])
    cy.take([each for each in found["ada"].sent if each.packet.kind == "share"])
    assert found["ada"].chain.game.moment == cy.chain.game.moment == Moment(1, 1), "cy's share is missing here"
    found["ada"].take(cy.sent)
    assert found["ada"].chain.game.moment == Moment(1, 33)
    wait(found, "2026-01-02T12:00Z")
    assert cy.go_on_without("reveal") is not None, "bob's share has not reached cy"
    carry(found, but=["dee"])
    carry(found)
    assert not any(seat.waiting or seat.refusals for seat in found.values())
    all_seal(found)
    carry(found)
    assert len(records(found)) == 1
    assert cy.chain.game.moment == Moment(2, 1)


def test_who_is_out_can_not_change_their_standing_orders_between_shares_and_a_late_reveal() -> None:
    found = seats(4, escrow=True)
    carry(found)
    dee, cy = found["dee"], found["cy"]
    assert dee.agrees(Resignation()) is not None
    carry(found)
    for _ in range(2):
        all_seal(found)
        carry(found)
    assert cy.chain.game.moment == Moment(2, 1)
    all_seal(found)
    assert "dee" in cy.chain.game.out
    before = list(cy.sent)
    dee.agrees(StandingOrders(lines=('impulse 1 "Kite of dee": turn pitch 1',)))
    others = [found[who] for who in ("ada", "bob")]
    cy.take(dee.sent)
    cy.take([each for seat in others for each in seat.sent])
    for seat in others:
        seat.take([*before, *(each for other in others for each in other.sent)])
    cy.take([each for seat in others for each in seat.sent])
    wait(found, "2026-01-03T00:00Z")
    carry(found, but=["cy", "dee"])
    assert cy.chain.game.moment == others[0].chain.game.moment
    assert cy.record() == others[0].record()
    carry(found)
    assert len(records(found)) == 1


@pytest.mark.parametrize("players", [3, 4])
def test_a_resigned_player_is_signed_in_again_in_between(players: int) -> None:
    found = seats(players, escrow=True)
    carry(found)
    gone = found["ada"]
    all_seal(found)
    carry(found)
    assert gone.agrees(Resignation()) is not None
    carry(found)
    all_seal(found)
    carry(found)
    at = found["bob"].chain.game.moment
    assert gone.player in found["bob"].chain.game.out
    cy, others = found["cy"], [seat for who, seat in found.items() if who not in ("ada", "cy")]
    all_seal(found)
    before = list(cy.sent)
    for seat in (cy, *others):
        assert seat.agrees(Readmission(turn=at.turn, segments=(at.segment,), player="ada")) is not None
    cy.take([each for seat in others for each in seat.sent])
    assert cy.opened(at)
    for seat in others:
        seat.take([*before, *(each for other in others for each in other.sent)])
    cy.take([each for seat in others for each in seat.sent])
    wait(found, "2026-01-03T00:00Z")
    carry(found, but=["cy"])
    assert cy.chain.game.moment > at
    carry(found)
    for _ in range(3):
        all_seal(found)
        carry(found)
    assert len(records(found)) == 1
    (fact,) = [fact for fact in cy.streams["duel"].facts if isinstance(fact, PlayerReadmitted)]
    assert Moment(fact.turn, fact.segment) > at
    assert "ada" not in cy.chain.game.out


@pytest.mark.parametrize("changed", [False, True], ids=["same lines", "other lines"])
def test_shares_open_nothing_else_than_what_was_revealed_before_others_were_put_out(changed: bool) -> None:
    found = seats(5, escrow=True)
    carry(found)
    all_seal(found)
    ada, bob, cy = (found[who] for who in ("ada", "bob", "cy"))
    for seat in (ada, bob, cy):
        seat.take([signed for each in found.values() for signed in each.sent[:2]])
    gone = ["dee", "eli"]
    carry(found, but=gone)
    wait(found, later(LATE, HOURS + GRACE))
    carry(found, but=gone)
    owed, version = cy.chain.game.owed, cy.chain.head.version
    assert owed is not None
    assert ada.go_on_without("reveal") is not None
    assert bob.go_on_without("reveal") is not None
    (errand,) = sign_list(cy.chain, cy.ledger, "cy", owed, version, "reveal", tuple(gone), cy.secrets.get)
    assert isinstance(errand, GoOnWithout)
    body, _ = signed_list(cy.chain, "cy", evolve(errand, lines=OTHER) if changed else errand, cy.random, cy.next_number)
    signed = cy.say(body, errand.head)
    for seat in (ada, bob):
        seat.take([*ada.sent, *bob.sent, signed])
    carry(found, but=["cy", *gone])
    assert ada.branch == bob.branch != "duel"
    wait(found, later(ada.now, HOURS + GRACE))
    carry(found, but=["cy", *gone])
    assert all(
        "share" in {each.packet.kind for each in seat.sent if each.packet.branch != "duel"} for seat in (ada, bob)
    )
    assert (ada.chain.game.moment == Moment(1, 1)) == changed
    if changed:
        wait(found, later(ada.now, HOURS + GRACE))
        assert ada.go_on_without("reveal") is not None
        assert bob.go_on_without("reveal") is not None
        carry(found, but=["cy", *gone])
        assert set(ada.chain.game.out) == {"cy", *gone}
    assert ada.chain.game.moment > Moment(1, 1)
    assert ada.record() == bob.record()


def test_a_share_counts_where_the_seal_does_whatever_its_sender_had_taken_after_the_seal() -> None:
    found = seats(3, escrow=True)
    carry(found)
    ada, bob, cy = found.values()
    all_seal(found)
    restored = cy.copy()  # a folder restored from an older copy goes on under the same numbers
    ada.take([*bob.sent, *cy.sent])
    bob.take([*ada.sent, *cy.sent])
    for seat, words in ((cy, "as it was"), (restored, "restored")):
        seat.say(Ack(packet=cy.sent[-1].digest, words=words))
    ada.take([restored.sent[-1]])
    bob.take([cy.sent[-1]])
    ada.take(bob.sent)
    bob.take(ada.sent)
    assert ada.accepted["cy", len(cy.sent)] != bob.accepted["cy", len(cy.sent)]
    wait({"ada": ada, "bob": bob}, LATE)
    for one, other in ((ada, bob), (bob, ada)):
        one.take([*other.sent, cy.sent[-1], restored.sent[-1]])
    ada.take(bob.sent)
    assert not ada.waiting
    assert not bob.waiting
    assert ada.chain.game.moment == bob.chain.game.moment == Moment(1, 33), "opened by the shares of both"
    assert ada.record() == bob.record()
