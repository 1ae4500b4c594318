"""A part opened by shares here and by a late reveal there, with something signed in between: the record is one."""

from __future__ import annotations

import pytest

from sits_es.game.events import AbsenceGranted, DeadlineSet
from sits_es.post.protocol.bodies import Clock
from sits_es.post.protocol.content import Body
from sits_es.rules.moments import Moment
from tests.post.model.seat import Seat, carry, seats, wait

LATE = "2026-01-02T00:00Z"
UNTIL = "2026-03-01T00:00Z"
DEADLINE = Clock(turn=1, segments=(1,), until=UNTIL, grace=3)
ABSENCE = Clock(turn=1, segments=(1,), player="bob", since="2026-02-01T00:00Z", until=UNTIL)


def records(found: dict[str, Seat]) -> set[bytes]:
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


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("body", [DEADLINE, ABSENCE], ids=["deadline", "absence"])
def test_what_is_signed_after_the_seals_goes_on_record_with_the_next_exchange(players: int, body: Clock) -> None:
    found, by_shares, by_reveal = parted(players, body)
    assert by_shares.chain.game.moment == by_reveal.chain.game.moment == Moment(1, 9)
    assert by_shares.record() == by_reveal.record()
    carry(found)
    all_seal(found)
    carry(found)
    assert len(records(found)) == 1
    (fact,) = [fact for fact in by_shares.streams["duel"] if isinstance(fact, AbsenceGranted | DeadlineSet)]
    assert (fact.segment, fact.until, set(fact.by)) == (9, UNTIL, set(by_shares.chain.game.players))
    all_seal(found)
    carry(found)
    assert by_shares.chain.game.moment == Moment(2, 9)
    assert [fact for fact in by_shares.streams["duel"] if isinstance(fact, AbsenceGranted | DeadlineSet)] == [fact]
