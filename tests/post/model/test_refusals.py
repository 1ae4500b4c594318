"""What a packet's place and a list of the missing must be, in the words in which others are refused or wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from attrs import evolve

from sits_es.game.events import OrdersDefaulted
from sits_es.mail.packet import Signed, sign
from sits_es.post.protocol.bodies import Ack, Default, Reveals, Seals
from sits_es.post.protocol.boxes import share_in
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.failures import Forfeit, Resignation, Share, StandingOrders, Without
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.put_out import offers_without, open_without
from sits_es.post.protocol.shares import escrow_of
from sits_es.rules.moments import Moment
from tests.post.model.beginning import KEYS
from tests.post.model.carrying import carry, seats, wait
from tests.post.model.seat import Seat
from tests.shared.rows import each_row

pytestmark = pytest.mark.long

LATE = "2026-01-02T12:00Z"
TWICE = "that counts once two packets of {} under one number are here"
WORD = Ack(packet="1" * 64, words="")


def changed(signed: Signed, **body: Any) -> Signed:
    """The same packet, signed again with something else in it; None takes a field away."""
    data = {name: value for name, value in {**signed.packet.body, **body}.items() if value is not None}
    return sign(evolve(signed.packet, body=data), KEYS[signed.packet.sender])


def another(taken: dict[str, Any]) -> dict[str, Any]:
    """The same numbers, and another packet of bob's under his."""
    return {**taken, "bob": [taken["bob"][0], "4" * 64]}


PLACES: list[tuple[Callable[[dict[str, Seat], Signed], Signed], Fate, str]] = [
    (
        lambda _, signed: changed(signed, previous=None),
        Fate.REFUSED,
        "The ack {n} of ada in duel does not say what came before it and when it was written.",
    ),
    (
        lambda _, signed: changed(signed, at="2026-02-30T00:00Z"),
        Fate.REFUSED,
        "The ack {n} of ada in duel names a date or an hour that does not exist.",
    ),
    (
        lambda _, signed: changed(signed, at="2026-01-01T09:59Z"),
        Fate.REFUSED,
        "The ack {n} of ada in duel is dated 2026-01-01 09:59 UTC, before ada's last packet, 2026-01-01 10:00 UTC.",
    ),
    (
        lambda _, signed: changed(signed, taken={}),
        Fate.WAITS,
        (
            "The ack {n} of ada in duel has taken nothing of bob; ada had taken packet {b} before: that counts once "
            "two packets of bob under one number are here"
        ),
    ),
    (
        lambda _, signed: changed(signed, taken={**signed.packet.body["taken"], "zoe": [1, "2" * 64]}),
        Fate.REFUSED,
        "The ack {n} of ada in duel names packets of zoe, who is nobody else in this game.",
    ),
    (
        lambda _, signed: changed(signed, at="2026-01-02T10:01Z"),
        Fate.WAITS,
        "The ack {n} of ada in duel is dated 2026-01-02 10:01 UTC, more than a day ahead of the clock here",
    ),
    (
        lambda _, signed: changed(signed, previous="3" * 64),
        Fate.WAITS,
        "The ack {n} of ada in duel follows another packet {m} than the one that is here",
    ),
    (
        lambda _, signed: changed(
            signed, taken={**signed.packet.body["taken"], "bob": [signed.packet.body["taken"]["bob"][0], "4" * 64]}
        ),
        Fate.WAITS,
        "ada has taken packet {b} of bob, which is not here",
    ),
]


@each_row(("change", "fate", "words"), PLACES)
def test_a_packet_is_judged_at_its_place(
    change: Callable[[dict[str, Seat], Signed], Signed], fate: Fate, words: str
) -> None:
    found = seats(3)
    wait(found, "2026-01-01T10:00Z")
    found["bob"].say(WORD)
    found["ada"].take(found["bob"].sent)
    found["ada"].say(WORD)
    carry(found)
    signed = found["ada"].written(WORD)
    assert found["cy"].judged(signed) == (Fate.ACCEPTED, "")
    n, b = signed.packet.number, signed.packet.body["taken"]["bob"][0]
    assert found["cy"].judged(change(found, signed)) == (fate, words.format(n=n, m=n - 1, b=b))


def list_of(what: What, *players: str, **more: Any) -> Without:
    return Without(turn=1, segments=(1,), what=what, players=players, **more)


def sealed_by(*names: str, of: int = 3) -> dict[str, Seat]:
    """A table where some have sealed the first exchange, and the time is up."""
    found = seats(of)
    carry(found)
    for name in names:
        found[name].seal()
    carry(found)
    wait(found, LATE)
    return found


LISTS = [
    (list_of("seal", "cy"), "ok"),
    (list_of("reveal", "cy"), "The without {n} of ada in duel lacks a seal for 1.1."),
    (list_of("seal", "cy", seal="1" * 64), "The without {n} of ada in duel has a seal for 1.1."),
    (
        list_of("reveal", "cy", seal="1" * 64),
        "ada has not revealed 1.1, and cannot sign that the reveal of cy is missing.",
    ),
    (list_of("seal", "ada"), "The without {n} of ada in duel names ada, whose part in 1.1 is not needed."),
    (list_of("seal", "cy", "cy"), "The without {n} of ada in duel names players twice or out of order."),
    (
        list_of("seal", "bob"),
        "ada signs that 1.1 goes on without bob, and does not name cy, whose seal is missing too.",
    ),
    (
        list_of("seal", "bob", "cy"),
        f"{'ada signs that the seal of bob for 1.1 is missing, and had it with packet {b}'}: {TWICE.format('bob')}",
    ),
    (
        msgspec.structs.replace(list_of("seal", "cy"), segments=(2,)),
        "The without {n} of ada in duel is for 1.2; at its head the game stands at 1.1.",
    ),
]


@each_row(("body", "words"), LISTS)
def test_a_list_names_exactly_those_whose_part_is_missing(body: Without, words: str) -> None:
    found = sealed_by("ada", "bob")
    signed, seal = found["ada"].written(body), found["ada"].ledger.seal("bob", Moment(1, 1), found["ada"].chain)
    assert seal is not None
    said = words.format(n=signed.packet.number, b=seal.number)
    assert found["bob"].judged(signed)[1] == ("" if words == "ok" else said)


def test_nobody_opens_in_a_list_what_they_never_sealed() -> None:
    found = sealed_by("bob")
    body = list_of("reveal", "cy", seal="1" * 64, opened=Opened(lines=(), nonce="1" * 64))
    assert found["bob"].judged(found["ada"].written(body)) == (
        Fate.REFUSED,
        "ada opens orders for 1.1 that were not sealed.",
    )


def test_a_list_before_the_time_is_up_waits_for_a_ground() -> None:
    found = sealed_by("ada", "bob")
    for seat in found.values():
        seat.now = "2026-01-02T11:59Z"
    assert found["bob"].judged(found["ada"].written(list_of("seal", "cy"))) == (
        Fate.WAITS,
        f"ada goes on without cy, who has until 2026-01-02 12:00 UTC, grace included: {TWICE.format('cy')}",
    )


def test_nobody_is_late_before_one_has_said_a_word_oneself() -> None:
    found = seats(3)
    assert found["cy"].judged(found["ada"].written(list_of("seal", "bob", "cy"))) == (
        Fate.WAITS,
        f"ada goes on without bob, who has time, which runs from ada's word there: {TWICE.format('bob')}",
    )
    found = seats(2)
    offer = Forfeit(turn=1, segments=(1,), player="bob", what="seal", words="")
    assert found["bob"].judged(found["ada"].written(offer)) == (
        Fate.REFUSED,
        "ada offers a forfeit of 1.1, and bob has the whole time from now on.",
    )


def test_nobody_shares_before_one_has_said_a_word_oneself() -> None:
    """Ada's program is changed: it opens what bob has only just sealed, and says nothing before."""
    found = seats(3, escrow=True)
    ada, bob, cy = found.values()
    bob.seal()
    cy.take(bob.sent)
    for signed in bob.sent:
        ada._enter(signed, content_of(signed))
    seal = ada.ledger.seal("bob", Moment(1, 1), ada.chain)
    escrow = escrow_of(seal)
    assert seal is not None
    assert seal.place is not None
    assert escrow is not None
    share = share_in(escrow, "ada", seal.place, KEYS["ada"].open).hex()
    body = Share(turn=1, segments=(1,), of="bob", packet=seal.packet, share=share, answers={"bob": seal.packet})
    assert cy.judged(ada.written(body)) == (
        Fate.REFUSED,
        "ada shares what bob sealed for 1.1, and bob has time, which runs from ada's word there.",
    )


def test_a_later_list_may_only_be_part_of_the_earlier_one() -> None:
    found = sealed_by("ada", "bob", of=4)
    assert found["ada"].go_on_without("seal") is not None
    signed = found["ada"].written(list_of("seal", "cy", "dee"))
    found["bob"].take(found["ada"].sent)
    assert found["bob"].judged(signed) == (
        Fate.REFUSED,
        (
            "ada has signed that 1.1 goes on without cy and dee; a later list may only be part of it, "
            "or longer by those who were silent since."
        ),
    )


def test_a_program_names_fewer_by_itself_once_a_seal_has_come() -> None:
    found = sealed_by("ada", "bob", "cy", of=5)
    assert found["ada"].go_on_without("seal") is not None
    found["dee"].seal()
    found["ada"].take(found["dee"].everything())
    bodies = [signed.packet.body["players"] for signed in found["ada"].sent if signed.packet.kind == "without"]
    assert bodies == [["dee", "eli"], ["eli"]]


def test_peers_of_careful_games_default_void_and_claim_nothing() -> None:
    found = sealed_by("ada", "bob")
    signed = found["ada"].written(Default(turn=1, segments=(1,), player="cy", act="drift", seen=1))
    assert found["bob"].judged(signed) == (
        Fate.REFUSED,
        "ada signs a default, and in this game others go on without somebody: sits without.",
    )


def test_who_is_out_seals_nothing_and_may_write_notes() -> None:
    found = seats(3)
    cy = found["cy"]
    cy.seal()
    for name in ("ada", "bob"):
        found[name].take(cy.sent)
        found[name].seal()
    carry(found, but=["cy"])
    wait(found, LATE)
    for name in ("ada", "bob"):
        found[name].go_on_without("reveal")
    carry(found)
    assert cy.branch == found["ada"].branch != "duel"
    at = cy.chain.game.moment
    sealing = cy.written(Seals(turn=at.turn, segments=(at.segment,), seals=("1" * 64,)))
    assert found["ada"].judged(sealing) == (
        Fate.REFUSED,
        "cy is out of the game, and can send no seal; who is out can ask to be let in again.",
    )
    assert found["ada"].judged(cy.written(WORD))[0] is Fate.ACCEPTED


def test_standing_orders_on_record_are_followed_by_who_is_gone_on_without() -> None:
    found = seats(3)
    found["cy"].say(StandingOrders(lines=('impulse 1 "Kite of cy": turn pitch 1',)))
    carry(found)
    for name in ("ada", "bob"):
        found[name].seal()
    carry(found, but=["cy"])
    wait(found, LATE)
    for name in ("ada", "bob"):
        found[name].go_on_without("seal")
    carry(found)
    (fact,) = [fact for fact in found["cy"].streams["duel"].facts if isinstance(fact, OrdersDefaulted)]
    assert fact.lines == ('impulse 1 "Kite of cy": turn pitch 1',)
    assert len({seat.record() for seat in found.values()}) == 1


def test_two_against_two_each_half_can_go_over_to_its_branch() -> None:
    found = seats(4)
    for name in ("cy", "dee"):
        found[name].seal()
    for name in ("ada", "bob"):
        found[name].take([*found["cy"].sent, *found["dee"].sent])
        found[name].seal()
    carry(found, but=["cy", "dee"])
    wait(found, LATE)
    for name in ("ada", "bob"):
        assert found[name].go_on_without("reveal") is not None
    carry(found, but=["cy", "dee"])
    assert found["ada"].branch == "duel", "half is not more than half"
    for name in ("ada", "bob"):
        seat = found[name]
        ((moment, version, sheet),) = offers_without(seat.chain, seat.ledger)
        assert sheet.players == ("cy", "dee")
        for errand in open_without(seat.chain, seat.ledger, moment, version, sheet, seat._held):
            seat._do(errand)
        seat.go_on()
    carry(found, but=["cy", "dee"])
    assert found["ada"].branch == found["bob"].branch != "duel"
    assert found["ada"].record() == found["bob"].record()
    assert found["ada"].chain.game.moment > Moment(1, 1)


def test_the_last_who_resign_end_the_game() -> None:
    found = seats(3)
    for name in ("ada", "bob"):
        found[name].say(Resignation())
    carry(found)
    assert len({seat.record() for seat in found.values()}) == 1
    assert found["cy"].chain.game.ended is not None
    assert "ada and bob resigned at 1.1; nobody is left to play against" in found["cy"].chain.game.ended


def test_three_who_resign_at_once_end_the_game_alike() -> None:
    found = seats(3)
    for seat in found.values():
        seat.say(Resignation())
    carry(found, but=["ada"])
    assert found["bob"].chain.game.ended is None, "ada has not said that she is left"
    carry(found)
    assert len({seat.record() for seat in found.values()}) == 1
    assert found["cy"].chain.game.ended is not None
    assert "ada, bob and cy resigned at 1.1" in found["cy"].chain.game.ended


def dee_sealed_and_eli_did_not() -> dict[str, Seat]:
    """Eli is silent; ada, bob and cy have signed that it goes on without eli, and dee has not."""
    found = sealed_by("ada", "bob", "cy", "dee", of=5)
    for name in ("ada", "bob", "cy"):
        assert found[name].go_on_without("seal") is not None
    carry(found, but=["dee", "eli"])
    return found


def test_a_list_is_longer_only_after_another_term() -> None:
    found = dee_sealed_and_eli_did_not()
    wait(found, "2026-01-03T23:59Z")
    signed = found["ada"].written(list_of("seal", "dee", "eli"))
    assert found["bob"].judged(signed) == (
        Fate.WAITS,
        f"ada goes on without dee too, who has until 2026-01-04 00:00 UTC, grace included: {TWICE.format('dee')}",
    )
    wait(found, "2026-01-04T00:00Z")
    assert found["bob"].judged(found["ada"].written(list_of("seal", "dee", "eli")))[0] is Fate.ACCEPTED


def test_a_list_is_not_longer_by_somebody_who_has_spoken_since() -> None:
    found = dee_sealed_and_eli_did_not()
    found["dee"].say(WORD)
    found["ada"].take(found["dee"].sent)
    found["bob"].take(found["dee"].sent)
    wait(found, "2026-01-05T00:00Z")
    assert found["bob"].judged(found["ada"].written(list_of("seal", "dee", "eli"))) == (
        Fate.REFUSED,
        (
            "ada has signed that 1.1 goes on without eli; "
            "a later list may only be longer by those who were silent since, and dee was not."
        ),
    )


def test_a_longer_list_needs_somebody_whose_part_is_not_there() -> None:
    found = dee_sealed_and_eli_did_not()
    found["eli"].seal()
    for name in ("ada", "bob"):
        found[name].take(found["eli"].sent)
    wait(found, "2026-01-05T00:00Z")
    assert found["bob"].judged(found["ada"].written(list_of("seal", "dee", "eli")))[0] is not Fate.ACCEPTED


def revealing(seat: Seat, others: list[str]) -> Signed:
    """A reveal that answers the seals of some, whatever its sender has signed."""
    answers = {}
    for name in (seat.player, *others):
        seal = seat.ledger.seal(name, Moment(1, 1), seat.chain)
        assert seal is not None
        answers[name] = seal.packet
    own = seat.ledger.seal(seat.player, Moment(1, 1), seat.chain)
    assert own is not None
    opened = seat.secrets[own.commitment].opened()
    return seat.written(Reveals(turn=1, segments=(1,), orders=(opened,), answers=(dict(sorted(answers.items())),)))


def test_who_signed_the_longer_list_reveals_nothing_while_it_can_come_into_force() -> None:
    found = dee_sealed_and_eli_did_not()
    wait(found, "2026-01-05T00:00Z")
    cheat = found["cy"]
    assert cheat.go_on_without("seal") is not None
    signed = revealing(cheat, ["ada", "bob", "dee"])
    words = (
        "cy has signed that 1.1 goes on without dee and eli, which can still come into force, "
        f"and reveals nothing before that: {TWICE.format('somebody')}"
    )
    found["ada"].take(cheat.sent)
    assert found["ada"].judged(signed) == (Fate.WAITS, words)
    # whatever more is here
    assert found["dee"].go_on_without("seal", ["eli"]) is not None
    found["ada"].take(found["dee"].sent)
    assert found["ada"].judged(signed) == (Fate.WAITS, words)


def test_who_signed_the_longer_list_that_is_in_force_answers_nobody_on_it() -> None:
    found = dee_sealed_and_eli_did_not()
    wait(found, "2026-01-05T00:00Z")
    cheat, ada = found["cy"].copy(), found["ada"]
    for name in ("ada", "bob"):
        assert found[name].go_on_without("seal") is not None
    assert cheat.go_on_without("seal") is not None
    last = len(cheat.sent)
    cheat.take([signed for name in ("ada", "bob") for signed in found[name].sent])
    assert cheat.opened(Moment(1, 1))
    assert cheat.sent[last].packet.kind == "reveal"
    # the same number, place and time, and another answer
    dee = cheat.ledger.seal("dee", Moment(1, 1), cheat.chain)
    assert dee is not None
    answers = [{**cheat.sent[last].packet.body["answers"][0], "dee": dee.packet}]
    signed = changed(cheat.sent[last], answers=answers)
    ada.take([signed for name in ("bob",) for signed in found[name].sent] + cheat.sent[:last])
    assert ada.judged(signed) == (
        Fate.WAITS,
        (
            "cy has signed that 1.1 goes on without dee and eli, which is in force, and reveals in answer to dee: "
            f"{TWICE.format('somebody')}"
        ),
    )
    carry({"ada": ada, "bob": found["bob"], "cy": cheat})
    assert ada.chain.game.moment > Moment(1, 1)
