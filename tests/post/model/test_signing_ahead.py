"""Programs in memory: lists of missing seals hold several back, who sign a list of missing reveals before the last one.

Cy's seal comes late, when all but bob have signed that it goes on without cy; bob, who could sign that too, is gone.
"""

from __future__ import annotations

import random

import msgspec
import pytest
from attrs import evolve

from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.mail.packet import Signed, sign
from sits_es.post.protocol.acting import answers
from sits_es.post.protocol.bodies import Ack, Reveals
from sits_es.post.protocol.errands import GoOnWithout
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.kinds import body_of
from sits_es.post.protocol.put_out import sign_list, signed_list
from tests.post.model.beginning import KEYS
from tests.post.model.beside import WithDesks
from tests.post.model.carrying import carry, seats
from tests.post.model.seat import Seat
from tests.post.model.test_signing_last import (
    AT,
    GROUND,
    OTHER,
    a_list,
    heads,
    kinds,
    late,
    opened,
    pass_time,
    put_out,
    words_about,
)
from tests.shared.rows import each_row

pytestmark = pytest.mark.long


def held_back(found: dict[str, Seat]) -> list[str]:
    """Who signed that it goes on without cy, in order: the last of them is the last signer."""
    return sorted(set(found) - {"bob", "cy"})


def asked(of: int = 4, *, escrow: bool = False) -> dict[str, Seat]:
    """Cy has signed that bob's reveal is missing, and all but bob have it."""
    found = late(of, escrow=escrow)
    assert found["cy"].go_on_without("reveal") is not None
    carry(found, but=["bob"])
    return found


@each_row("escrow", [False, True])
@each_row("of", [4, 5, 6])
def test_all_who_are_held_back_sign_and_the_last_of_them_opens_with_it(of: int, escrow: bool) -> None:
    found = asked(of, escrow=escrow)
    *ahead, last = held_back(found)
    for who in ahead:
        assert found[last].go_on_without("reveal") is None, f"{who} has not signed yet"
        signed = found[who].go_on_without("reveal")
        assert signed is not None
        assert "opened" not in signed.packet.body
        assert "reveal" not in kinds(found[who]), "the list is not complete"
        carry(found, but=["bob"])
    signed = found[last].go_on_without("reveal")
    assert signed is not None
    assert "opened" in signed.packet.body
    carry(found, but=["bob"])
    assert put_out(found["cy"]) == [("bob",)]
    for who in ahead:
        branches = [each.packet.branch for each in found[who].sent if each.packet.kind == "reveal"]
        assert branches == ["duel", found["cy"].branch], "what was sealed is opened first"
    assert found["cy"].chain.game.moment > AT
    carry(found)
    assert len(heads(found)) == 1


def test_who_signs_ahead_may_do_so_at_the_same_time_as_others() -> None:
    found = asked(5)
    *ahead, last = held_back(found)
    for who in ahead:
        assert found[who].go_on_without("reveal") is not None
    carry(found, but=["bob"])
    assert found[last].go_on_without("reveal") is not None
    carry(found)
    assert len(heads(found)) == 1
    assert put_out(found["cy"]) == [("bob",)]


def bob_completes(found: dict[str, Seat]) -> None:
    """Bob has only what was sent before cy's seal came, signs that it goes on without cy, and reveals."""
    bob = found["bob"]
    for who in held_back(found):
        bob.take([each for each in found[who].sent if "cy" not in each.packet.body["taken"]])
    assert bob.go_on_without("seal") is not None
    assert kinds(bob)[-1] == "reveal"


@each_row("order", range(12))
def test_who_completes_the_other_list_too_late_goes_over_whatever_comes_first(order: int) -> None:
    found = asked()
    bob_completes(found)
    for who in held_back(found):
        assert found[who].go_on_without("reveal") is not None
        carry(found, but=["bob"])
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


@pytest.mark.parametrize("first", ["ada", "dee"])
def test_the_other_list_counts_where_it_is_complete_before_the_last_one_signs(first: str) -> None:
    found = asked()
    bob_completes(found)
    assert found["ada"].go_on_without("reveal") is not None
    found[first].take(found["bob"].sent)
    assert kinds(found[first])[-1] == "reveal", "who signed ahead reveals as well"
    carry(found)
    assert found["dee"].go_on_without("reveal") is None
    assert len(heads(found)) == 1
    assert put_out(found["cy"]) == []
    assert [f.player for f in found["cy"].streams["duel"].facts if isinstance(f, OrdersDefaulted)] == ["cy"]


def test_bobs_reveal_ends_it_where_it_comes_before_the_last_one_signs() -> None:
    found = asked()
    assert found["ada"].go_on_without("reveal") is not None
    carry(found)
    assert found["dee"].go_on_without("reveal") is None
    assert found["ada"].chain.game.moment > AT
    assert len(heads(found)) == 1
    assert [fact for fact in found["cy"].streams["duel"].facts if isinstance(fact, PlayersPutOut)] == []


def test_who_comes_back_goes_over_too_where_all_others_knew_that_the_list_was_complete() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=3)
    table.one_is_late_and_another_vanishes(vanishes=1, late=2, hears={3, 4, 5}, completes="never", cheats="vanishes")
    table.one_comes_back_and_vanishes(who=2, hears={3, 5}, signers={0}, comes="reveal")
    assert table.people["cy"].branch == "duel"
    assert table.people["ada"].branch == table.people["bob"].branch == table.people["eli"].branch != "duel"
    table.everything_comes()
    table.records_are_one()
    assert sorted(table.people["cy"].chain.game.out) == ["cy", "dee"]


def test_a_list_is_not_shortened_before_those_have_revealed_whom_nothing_holds_back_any_more() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    table.one_comes_back_and_vanishes(who=2, hears={0, 3, 4}, signers={1, 2, 3, 5}, comes="seal")
    table.goes_on_without(who=5, what="reveal")
    table.one_is_late_and_another_vanishes(vanishes=1, late=4, hears={3, 4}, completes="before", cheats="vanishes")
    table.everything_comes()
    table.records_are_one()
    assert not any(seat.refusals for seat in table.people.values())
    assert sorted(table.people["bob"].chain.game.out) == ["ada"]


def two_lists(found: dict[str, Seat]) -> None:
    """Cy and eli are late: ada and dee sign without both, then without cy; eli, who came back, only without cy."""
    ada, bob, cy, dee, eli = found.values()
    for seat in (ada, bob, dee):
        seat.seal()
    carry({"ada": ada, "bob": bob, "dee": dee})
    pass_time(found)
    for seat in (ada, dee):
        assert seat.go_on_without("seal") is not None
    first = [each for seat in (ada, bob, dee) for each in seat.sent if each.packet.kind == "seal"]
    for seat in (eli, cy):
        seat.take(first)
    eli.seal()
    carry({"ada": ada, "dee": dee, "eli": eli})
    pass_time(found)
    assert eli.go_on_without("seal") is not None
    carry({"ada": ada, "dee": dee, "eli": eli})
    cy.take(eli.sent[:1])
    cy.seal()
    carry(found, but=["bob"])
    pass_time(found)


def test_the_last_one_is_whose_lists_named_most() -> None:
    found = seats(5)
    two_lists(found)
    ada, _, cy, dee, eli = found.values()
    assert [each.packet.body["players"] for each in dee.sent if each.packet.kind == "without"] == [
        ["cy", "eli"],
        ["cy"],
    ]
    assert [each.packet.body["players"] for each in eli.sent if each.packet.kind == "without"] == [["cy"]]
    assert "reveal" in kinds(cy)
    assert not any("reveal" in kinds(seat) for seat in (ada, dee, eli))
    for seat in (cy, eli, ada, dee):
        signed = seat.go_on_without("reveal")
        assert signed is not None
        assert ("opened" in signed.packet.body) == (seat is dee)
        carry(found, but=["bob"])
    assert {seat.branch for seat in (ada, cy, dee, eli)} == {ada.branch} != {"duel"}
    assert put_out(cy) == [("bob",)]
    carry(found)
    assert len(heads(found)) == 1


def test_nobody_signs_last_where_a_list_could_come_into_force_without_them() -> None:
    found = seats(5)
    two_lists(found)
    ada, _, cy, dee, eli = found.values()
    for seat in (cy, ada, dee):
        body = body_of(signed := seat.written(a_list("bob")))
        assert isinstance(body, Without)
        seat.ledger.take(signed, body)
        seat.accepted[seat.player, signed.packet.number] = signed
        eli.ledger.take(signed, body)
        eli.accepted[seat.player, signed.packet.number] = signed
    last = eli.written(a_list("bob", opened=opened(eli)))
    said = "eli has not revealed 1.1, and signs that the reveal of bob is missing"
    assert words_about(eli, last) == [f"{said}, and a list of cy and eli could come into force without eli: {GROUND}"]


# what a cheat says


def signed_ahead(found: dict[str, Seat], lines: tuple[str, ...] | None = None) -> Signed:
    """What ada signs ahead of dee. lines: other ones that it seals for the branch."""
    ada = found["ada"]
    owed, version = ada.chain.game.owed, ada.chain.head.version
    assert owed is not None
    (errand,) = sign_list(ada.chain, ada.ledger, "ada", owed, version, "reveal", ["bob"], ada.secrets.get)
    assert isinstance(errand, GoOnWithout)
    errand = errand if lines is None else evolve(errand, lines=lines)
    body, kept = signed_list(ada.chain, "ada", errand, ada.random, ada.next_number)
    ada.secrets |= dict(kept)
    return ada.written(body)


def test_who_is_held_back_signs_ahead_once_all_others_have() -> None:
    found = late(4)
    signed = found["ada"].written(a_list("bob"))
    assert words_about(found["dee"], signed) == [
        f"ada has not revealed 1.1, and signs that the reveal of bob is missing before cy signed it: {GROUND}"
    ]


def test_nobody_signs_ahead_while_the_late_seal_has_not_come() -> None:
    found = seats(4)
    for who in ("ada", "bob", "dee"):
        found[who].seal()
    carry(found, but=["cy"])
    pass_time(found)
    for who in ("ada", "dee"):
        assert found[who].go_on_without("seal") is not None
    carry(found, but=["cy"])
    pass_time(found)
    ada = found["ada"]
    assert ada.go_on_without("reveal") is None
    said = "ada has not revealed 1.1, and signs that the reveal of bob is missing"
    assert words_about(found["dee"], ada.written(a_list("bob")))[0] == (
        f"{said} while the seal of cy is missing: {GROUND}"
    )


def test_the_last_one_of_them_opens_their_seal() -> None:
    found = asked()
    found["ada"].take([signed_ahead(found)])
    carry(found, but=["bob"])
    signed = found["dee"].written(a_list("bob"))
    said = "dee has not revealed 1.1, and signs that the reveal of bob is missing"
    assert words_about(found["cy"], signed) == [
        f"{said}, and does not open their seal, as the last one who signs it does: {GROUND}"
    ]


def test_nobody_but_the_last_one_opens_their_seal() -> None:
    found = asked()
    signed = found["ada"].written(a_list("bob", opened=opened(found["ada"])))
    assert words_about(found["cy"], signed) == [
        f"ada has not revealed 1.1, and signs that the reveal of bob is missing before dee signed it: {GROUND}"
    ]


def test_who_is_held_back_no_more_is_named() -> None:
    found = asked()
    bob_completes(found)
    cy = found["cy"]
    cy.take(found["bob"].sent)
    said = "cy signs that 1.1 goes on without bob, and does not name"
    found_words = words_about(cy, cy.written(a_list("bob")))
    assert {f"{said} {who}, whose reveal is missing too: {GROUND}" for who in ("ada", "dee")} <= {*found_words}


def test_who_has_signed_ahead_signs_no_missing_seal_any_more() -> None:
    found = asked()
    found["ada"].take([signed_ahead(found)])
    carry(found, but=["bob"])
    signed = found["ada"].written(a_list("bob", "cy", what="seal"))
    assert words_about(found["cy"], signed)[0] == (
        "ada has signed that the reveal of bob for 1.1 is missing, and cannot sign that a seal is missing there any "
        "more."
    )


def test_who_is_held_back_by_nothing_any_more_does_not_sign_ahead() -> None:
    found = asked()
    ada, cy = found["ada"], found["cy"]
    bob_completes(found)
    before = ada.copy()
    ada.take(found["bob"].sent)
    cy.take(found["bob"].sent)
    assert kinds(ada)[-1] == "reveal"
    taken = {**ada.written(a_list("bob")).packet.body["taken"]}
    body = msgspec.structs.replace(a_list("bob"))
    signed = before.written(body)
    packet = evolve(signed.packet, body={**signed.packet.body, "taken": taken})
    assert words_about(cy, sign(packet, KEYS["ada"]))[0] == (
        f"ada has not revealed 1.1, and is held back by no list of missing seals that they signed: {GROUND}"
    )


def all_but_ada_go_over(found: dict[str, Seat]) -> None:
    """Dee signs last once ada's list is there, and all but ada know it."""
    ada, cy, dee = (found[who] for who in ("ada", "cy", "dee"))
    for seat in (cy, dee):
        seat.take(ada.sent)
    assert dee.go_on_without("reveal") is not None
    cy.take(dee.sent)
    dee.take(cy.sent)
    assert put_out(cy) == put_out(dee) == [("bob",)]


def says_another_reveal(seat: Seat) -> Signed:
    """Somebody reveals other lines in the game that the others have left, with the nonce of their seal."""
    owed = seat.chain.game.owed
    assert owed is not None
    own = msgspec.structs.replace(opened(seat), lines=OTHER)
    return seat.say(Reveals(turn=1, segments=(1,), orders=(own,), answers=(answers(seat.chain, seat.ledger, owed),)))


@pytest.mark.parametrize("says", [False, True])
def test_who_signed_ahead_and_opens_nothing_that_fits_reveals_nothing_in_the_branch(says: bool) -> None:
    found = asked()
    ada, cy, dee = (found[who] for who in ("ada", "cy", "dee"))
    ada.take([signed_ahead(found, OTHER)])
    all_but_ada_go_over(found)
    if says:
        says_another_reveal(ada)
    seal = ada.ledger.seal("ada", AT, ada.chain)
    assert seal is not None
    del ada.secrets[seal.commitment]
    ada.take(dee.sent)
    assert kinds(ada)[-1] == "reveal"
    assert ada.branch == cy.branch
    cy.take(ada.sent)
    assert cy.refusals[ada.sent[-1].digest] == (
        "ada reveals 1.1, and has not opened what ada had sealed before others were put out."
    )
    assert "reveal" in kinds(cy)
    assert cy.chain.game.moment == AT


def test_who_opens_what_they_had_sealed_reveals_the_same_lines_in_the_branch() -> None:
    found = asked()
    ada, cy, dee = (found[who] for who in ("ada", "cy", "dee"))
    ada.take([signed_ahead(found, OTHER)])
    all_but_ada_go_over(found)
    ada.take(dee.sent)
    assert kinds(ada)[-2:] == ["reveal", "reveal"]
    cy.take(ada.sent)
    assert cy.refusals[ada.sent[-1].digest] == (
        "What ada orders for 1.1 is not what ada revealed before others were put out."
    )


def test_a_reveal_that_comes_from_the_game_before_changes_nobodys_lines() -> None:
    found = late()
    ada, cy = found["ada"], found["cy"]
    owed, version = cy.chain.game.owed, cy.chain.head.version
    assert owed is not None
    (errand,) = sign_list(cy.chain, cy.ledger, "cy", owed, version, "reveal", ["bob"], cy.secrets.get)
    assert isinstance(errand, GoOnWithout)
    body, kept = signed_list(cy.chain, "cy", evolve(errand, lines=OTHER), cy.random, cy.next_number)
    cy.secrets |= dict(kept)
    cy.say(body)
    ada.take(cy.sent)
    signed = ada.go_on_without("reveal")
    assert signed is not None
    assert put_out(ada) == [], "cy is not seen yet to know that both have signed"
    cy._enter(signed, body_of(signed))
    ada.take([cy.say(Ack(packet=signed.digest, words=""))])
    assert put_out(ada) == [("bob",)]
    again = says_another_reveal(cy.copy())
    cy._enter(again, None)
    ada.take(cy.sent)
    cy.take(ada.sent)
    ada._read_again()
    ada.take(cy.sent)
    assert kinds(cy)[-3:] == ["reveal", "reveal", "ack"]
    assert ada.refusals[cy.sent[-2].digest] == (
        "What cy orders for 1.1 is not what cy revealed before others were put out."
    )


def test_shares_open_no_lines_of_who_signed_ahead_and_opened_nothing() -> None:
    found = asked(escrow=True)
    ada, cy, dee = (found[who] for who in ("ada", "cy", "dee"))
    ada.take([signed_ahead(found, OTHER)])
    all_but_ada_go_over(found)
    for _ in range(3):
        pass_time(found)
        carry({"cy": cy, "dee": dee})
    assert "share" in [each.packet.kind for each in cy.sent if each.packet.branch == cy.branch]
    assert cy.ledger.opening("ada", AT, cy.chain) is None
    assert cy.chain.game.moment == AT
    assert cy.judged(found["bob"].written(a_list("ada")))[0] is not Fate.ACCEPTED
    assert cy.go_on_without("reveal") is not None
    assert dee.go_on_without("reveal") is not None
    carry({"cy": cy, "dee": dee})
    assert put_out(cy) == put_out(dee) == [("bob",), ("ada",)]


def test_who_knew_that_a_list_is_complete_signs_no_longer_one() -> None:
    found = asked(5)
    for who in held_back(found):
        assert found[who].go_on_without("reveal") is not None
        carry(found, but=["bob"])
    cy = found["cy"]
    assert cy.branch != "duel"
    other = cy.copy()
    other.branch = "duel"
    other._read_again()
    pass_time(found)
    signed = other.written(a_list("ada", "bob"))
    assert (
        "cy signs a list of ada and bob for 1.1, and knew that the one of bob is complete: "
        "that counts once two packets of somebody under one number are here"
    ) in words_about(other, signed)
