"""Programs in memory: a list of missing seals holds back who signed it, and they sign that a reveal is missing, last.

Cy's seal comes late, when ada has signed that it goes on without cy; bob, who could sign that too, is gone.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from attrs import evolve

from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.mail.packet import Signed
from sits_es.post.protocol.acting import answers
from sits_es.post.protocol.bodies import Reveals
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.errands import GoOnWithout
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.kinds import body_of
from sits_es.post.protocol.missing import without_faults
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.put_out import sign_list, signed_list
from sits_es.rules.moments import Moment
from tests.post.model.beginning import GRACE, HOURS
from tests.post.model.carrying import carry, seats, wait
from tests.post.model.seat import Seat
from tests.shared.rows import each_row

pytestmark = pytest.mark.long

GROUND = "that counts once two packets of somebody under one number are here"
TWICE = "that counts once two packets of ada under one number are here"
AT = Moment(1, 1)
OTHER = ('impulse 1 "Kite of ada": turn pitch 1',)


def late(of: int = 3, *, escrow: bool = False) -> dict[str, Seat]:
    """All but cy have sealed and signed a list that lacks bob's signature; cy's seal comes late."""
    found = seats(of, escrow=escrow)
    for who in sorted(set(found) - {"cy"}):
        found[who].seal()
    carry(found, but=["cy"])
    pass_time(found)
    for who in sorted(set(found) - {"bob", "cy"}):
        assert found[who].go_on_without("seal") is not None
    found["cy"].take(found["bob"].everything())
    found["cy"].seal()
    carry(found, but=["bob"])
    pass_time(found)
    return found


def pass_time(found: dict[str, Seat]) -> None:
    wait(found, later(max(seat.now for seat in found.values()), HOURS + GRACE))


def kinds(seat: Seat) -> list[str]:
    return [signed.packet.kind for signed in seat.sent]


def heads(found: dict[str, Seat]) -> set[tuple[str, tuple[str, ...]]]:
    return {(seat.branch, seat.record()) for seat in found.values()}


def put_out(seat: Seat) -> list[tuple[str, ...]]:
    return [fact.players for fact in seat.streams[seat.branch].facts if isinstance(fact, PlayersPutOut)]


@pytest.mark.parametrize("escrow", [False, True])
def test_the_one_who_is_held_back_signs_last(escrow: bool) -> None:
    found = late(escrow=escrow)
    ada, cy = found["ada"], found["cy"]
    assert "reveal" in kinds(cy)
    assert "reveal" not in kinds(ada)
    assert ada.go_on_without("reveal") is None, "cy has not signed yet"
    signed = cy.go_on_without("reveal")
    assert signed is not None
    assert signed.packet.body["players"] == ["bob"], "ada's own list holds back ada's reveal"
    carry(found, but=["bob"])
    last = ada.go_on_without("reveal")
    assert last is not None
    carry(found, but=["bob"])
    assert put_out(ada) == put_out(cy) == [("bob",)]
    assert ada.chain.game.moment > AT
    assert "reveal" not in [each.packet.kind for each in ada.sent if each.packet.branch == "duel"]
    carry(found)
    assert len(heads(found)) == 1


def test_a_list_that_named_more_is_shortened_by_the_program_once_it_hears_of_the_other() -> None:
    found = seats(3)
    ada, bob, cy = found.values()
    for seat in (ada, bob):
        seat.seal()
    carry(found, but=["cy"])
    seals = [*ada.everything(), *bob.everything()]
    pass_time(found)
    ada.go_on_without("seal")
    cy.take(seals)
    cy.seal()
    pass_time(found)
    cy.go_on_without("reveal")
    carry(found, but=["bob"])
    lists = [signed.packet.body["players"] for signed in cy.sent if signed.packet.kind == "without"]
    assert lists == [["ada", "bob"], ["bob"]]
    assert ada.go_on_without("reveal") is not None
    carry(found)
    assert len(heads(found)) == 1
    assert put_out(cy) == [("bob",)]


def completed() -> dict[str, Seat]:
    """Bob, too, signs that it goes on without cy, and reveals; nobody has heard of it yet."""
    found = late()
    bob = found["bob"]
    bob.take([signed for signed in found["ada"].sent if "cy" not in signed.packet.body["taken"]])
    bob.take(found["ada"].sent[:3])
    assert bob.go_on_without("seal") is not None
    assert kinds(bob)[-1] == "reveal"
    return found


def signed_by_both(found: dict[str, Seat]) -> None:
    for who in ("cy", "ada"):
        assert found[who].go_on_without("reveal") is not None
        carry(found, but=["bob"])


@each_row("order", range(12))
def test_who_completes_the_list_too_late_goes_over_to_the_branch_whatever_comes_first(order: int) -> None:
    found = completed()
    signed_by_both(found)
    packets = sorted(
        {each.digest: each for seat in found.values() for each in seat.everything()}.values(), key=lambda s: s.digest
    )
    for seat in found.values():
        random.Random(f"{seat.player} {order}").shuffle(packets)  # noqa: S311 -- an order that is the same each time
        for packet in packets:
            seat.take([packet])
    carry(found)
    assert len(heads(found)) == 1
    assert put_out(found["bob"]) == [("bob",)]


def test_the_list_counts_where_it_is_complete_before_the_other_one_is_signed() -> None:
    found = completed()
    assert found["cy"].go_on_without("reveal") is not None
    carry(found)
    assert found["ada"].go_on_without("reveal") is None, "ada's reveal was due as soon as bob's signature was here"
    assert len(heads(found)) == 1
    assert put_out(found["ada"]) == []
    assert [f.player for f in found["ada"].streams["duel"].facts if isinstance(f, OrdersDefaulted)] == ["cy"]


def test_the_reveal_that_comes_before_the_last_signature_ends_it() -> None:
    found = late()
    found["cy"].go_on_without("reveal")
    found["ada"].take(found["cy"].sent)
    found["bob"].take([*found["ada"].everything(), *found["cy"].everything()])
    assert kinds(found["bob"])[-1] == "reveal"
    carry(found)
    assert found["ada"].go_on_without("reveal") is None
    assert found["ada"].chain.game.moment > AT
    assert len(heads(found)) == 1
    assert put_out(found["ada"]) == []


# what a cheat says


def last_list(found: dict[str, Seat], lines: tuple[str, ...] = (), **changes: Any) -> Signed:
    """What ada would sign as the last one, with something else in it. lines: that it seals for the branch."""
    ada = found["ada"]
    owed, version = ada.chain.game.owed, ada.chain.head.version
    assert owed is not None
    (errand,) = sign_list(ada.chain, ada.ledger, "ada", owed, version, "reveal", ["bob"], ada.secrets.get)
    assert isinstance(errand, GoOnWithout)
    body, kept = signed_list(ada.chain, "ada", evolve(errand, lines=lines), ada.random, ada.next_number)
    ada.secrets |= dict(kept)
    return ada.written(msgspec.structs.replace(body, **changes))


def opened(seat: Seat) -> Opened:
    """One's own seal of 1.1, as a reveal would open it."""
    seal = seat.ledger.seal(seat.player, AT, seat.chain)
    assert seal is not None
    return seat.secrets[seal.commitment].opened()


def a_list(*players: str, what: What = "reveal", **more: Any) -> Without:
    seal: dict[str, Any] = {"seal": "1" * 64} if what == "reveal" else {}
    return Without(turn=1, segments=(1,), what=what, players=players, **seal, **more)


def asked(of: int = 3) -> dict[str, Seat]:
    """Cy has signed that bob's reveal is missing, and ada has it."""
    found = late(of)
    assert found["cy"].go_on_without("reveal") is not None
    carry(found, but=["bob"])
    return found


def words_about(seat: Seat, signed: Signed) -> list[str]:
    """What is wrong with a list, but for its boxes, one fault a line."""
    version = seat.chain.head.version
    body = body_of(signed)
    assert isinstance(body, Without)
    found = without_faults(signed.packet, body, seat.ledger, seat.chain, version)
    return [each.why for each in found]


def test_an_opened_seal_must_be_the_one_that_was_sealed() -> None:
    found = asked()
    assert found["cy"].judged(last_list(found)) == (Fate.ACCEPTED, "")
    other = msgspec.structs.replace(opened(found["ada"]), lines=OTHER)
    assert found["cy"].judged(last_list(found, opened=other)) == (
        Fate.REFUSED,
        "What ada opens for 1.1 in a list does not fit the seal: orders or nonce were changed.",
    )
    said = "ada has not revealed 1.1, and signs that the reveal of bob is missing"
    assert found["cy"].judged(last_list(found, opened=msgspec.UNSET)) == (
        Fate.WAITS,
        f"{said}, and does not open their seal, as the last one who signs it does: {GROUND}",
    )


def test_who_opens_a_seal_in_a_list_reveals_the_same_lines_in_its_branch() -> None:
    found = asked()
    ada, cy = found["ada"], found["cy"]
    signed = last_list(found, lines=OTHER)
    ada.take([signed])
    cy.take(ada.sent)
    ada.take(cy.sent)
    assert kinds(ada)[-2:] == ["reveal", "ack"]
    cy.take(ada.sent)
    assert cy.refusals[ada.sent[-2].digest] == (
        "What ada orders for 1.1 is not what ada revealed before others were put out."
    )


def test_who_is_held_back_signs_after_all_others() -> None:
    found = late()
    ada = found["ada"]
    body = a_list("bob", opened=opened(ada))
    assert words_about(found["cy"], ada.written(body)) == [
        f"ada has not revealed 1.1, and signs that the reveal of bob is missing before cy signed it: {GROUND}"
    ]


def test_who_is_held_back_signs_nothing_that_half_of_the_players_sign() -> None:
    found = asked(4)
    ada = found["ada"]
    assert words_about(found["cy"], ada.written(a_list("bob", "dee", opened=opened(ada))))[0] == (
        "ada has not revealed 1.1, and signs that the reveal of bob and dee is missing, "
        f"and all who can sign it are not more than half: {GROUND}"
    )


def test_who_is_held_back_by_nothing_reveals_first() -> None:
    found = seats(3)
    for seat in found.values():
        seat.seal()
    pass_time(found)
    ada, cy = found["ada"], found["cy"]
    cy.take([*ada.sent, *found["bob"].sent])
    said = "ada has not revealed 1.1, and signs that the reveal of bob is missing"
    assert words_about(cy, ada.written(a_list("bob", opened=opened(ada))))[:2] == [
        f"ada has not revealed 1.1, and is held back by no list of missing seals that they signed: {GROUND}",
        f"{said} while the seal of bob and cy is missing: {GROUND}",
    ]


def test_a_list_of_missing_seals_opens_none() -> None:
    found = asked()
    ada = found["ada"]
    signed = ada.written(a_list("bob", what="seal", opened=opened(ada)))
    assert words_about(found["cy"], signed)[0] == (
        f"The without {signed.packet.number} of ada in duel opens a seal of 1.1, "
        "which only a list of missing reveals does."
    )


def test_who_is_held_back_is_not_named_as_one_whose_reveal_is_missing() -> None:
    found = asked()
    pass_time(found)
    cy = found["cy"]
    assert cy.go_on_without("reveal") is None, "ada is not counted as silent"
    held = "and had taken ada's list of missing seals, which holds it back"
    assert words_about(found["ada"], cy.written(a_list("ada", "bob"))) == [
        f"cy signs that the reveal of ada for 1.1 is missing, {held}: {TWICE}"
    ]


def test_what_was_revealed_is_not_opened_once_more() -> None:
    found = asked()
    cy = found["cy"]
    assert words_about(found["ada"], cy.written(a_list("bob", opened=opened(cy))))[0] == (
        "cy has revealed 1.1 already, and opens that seal once more in a list."
    )


def test_who_signed_last_reveals_nothing_there_any_more() -> None:
    found = asked()
    ada, cy = found["ada"], found["cy"]
    owed = ada.chain.game.owed
    assert owed is not None
    body = Reveals(turn=1, segments=(1,), orders=(opened(ada),), answers=(answers(ada.chain, ada.ledger, owed),))
    signed = last_list(found)
    last = body_of(signed)
    assert last is not None
    for seat in (ada, cy):
        seat.ledger.take(signed, last)
        seat.accepted["ada", signed.packet.number] = signed
    assert cy.judged(ada.written(body)) == (
        Fate.WAITS,
        f"ada has signed as the last one that 1.1 is played again, and reveals nothing there any more: {GROUND}",
    )
