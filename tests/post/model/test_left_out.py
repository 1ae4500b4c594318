"""Who is left out by one of two packets under one number, and who is not: the game goes on with all that are in it."""

from __future__ import annotations

import pytest

from sits_es.game.events import OrdersDefaulted
from sits_es.post.protocol.bodies import Ack
from sits_es.rules.moments import Moment
from tests.post.model.beside import WithDesks
from tests.post.model.carrying import carry, seats, wait

pytestmark = pytest.mark.long

LATE, LATER = "2026-01-02T12:00Z", "2026-01-04T12:00Z"


def test_who_has_revealed_to_one_content_and_is_left_out_by_all_who_played_by_the_other_goes_over_to_it() -> None:
    table = WithDesks()
    table.sit_down(players=3, cheat=0)
    table.everybody_seals()
    table.the_cheat_sends_two(hears={1}, part="seal")
    table.one_is_late_and_another_vanishes(cheats="late", completes="never", hears=set(), late=0, vanishes=0)
    bob, cy = table.people["bob"], table.people["cy"]
    assert "reveal" in [each.packet.kind for each in bob.sent], "bob has revealed to the other seal"
    table.everything_comes()
    table.records_are_one()
    assert bob.branch == cy.branch != "duel"
    assert sorted(cy.chain.game.out) == ["bob"]


def test_nobody_stays_with_a_content_only_because_all_leave_them_out_by_it() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=1)
    table.the_cheat_reveals_two(hears={1, 3, 4, 5}, leaves=None, between="resign", goes_on=True)
    table.one_is_late_and_another_vanishes(vanishes=1, late=2, hears={0, 3}, completes="before", cheats="late")
    table.everything_comes()
    table.records_are_one()
    assert "cy" in table.people["cy"].chain.game.out


def test_who_has_revealed_without_one_who_resigned_in_one_content_is_left_out_by_the_list_of_the_other() -> None:
    table = WithDesks()
    table.sit_down(players=3, cheat=2)
    table.the_cheat_reveals_two(hears={1, 3}, leaves=2, between="resign", goes_on=True)
    table.one_is_late_and_another_vanishes(
        vanishes=2, late=4, hears={0, 1, 3, 4}, completes="before", cheats="vanishes"
    )
    ada = table.people["ada"]
    assert [each.packet.kind for each in ada.sent].count("reveal") == 2, "one without cy, who had resigned for ada"
    table.everything_comes()
    table.records_are_one()
    defaulted = [fact.player for fact in ada.streams[ada.branch].facts if isinstance(fact, OrdersDefaulted)]
    assert defaulted == ["ada"], "its seal came after the list of the others"


def test_who_is_left_out_by_all_others_for_whom_the_sender_has_resigned_goes_over_to_that() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=3)
    table.the_cheat_reveals_two(hears={1}, leaves=None, between="resign", goes_on=True)
    table.the_cheat_signs_last(face=4, to=0, lines=False, opens=True, says=False, named={1})
    table.one_is_late_and_another_vanishes(vanishes=0, late=3, hears={1, 3, 4}, completes="never", cheats="late")
    table.everything_comes()
    table.records_are_one()
    ada = table.people["ada"]
    assert [fact.player for fact in ada.streams["duel"].facts if isinstance(fact, OrdersDefaulted)] == ["ada", "dee"]


def test_who_is_left_out_by_one_of_three_contents_finds_the_way_to_it() -> None:
    table = WithDesks()
    table.sit_down(players=3, cheat=1)
    table.the_cheat_sends_two(hears={1, 2, 4}, part="reveal")
    table.the_cheat_reveals_two(hears={1, 2}, leaves=None, between="ack", goes_on=False)
    table.one_is_late_and_another_vanishes(vanishes=1, late=4, hears={0, 4}, completes="before", cheats="late")
    table.one_comes_back_and_vanishes(who=0, hears={2, 4, 5}, signers={1, 2, 3}, comes="reveal")
    table.the_cheat_signs_last(face=2, to=3, lines=True, opens=False, says=True, named={1, 2, 3})
    table.the_cheat_plays(face=4, act="ack")
    table.everything_comes()
    table.records_are_one()
    assert sorted(table.people["cy"].chain.game.out) == ["cy"]


def test_a_list_of_the_sender_in_the_other_content_leaves_nobody_out_whom_the_others_have_not_left_out_by_it() -> None:
    table = WithDesks()
    table.sit_down(players=3, cheat=1)
    table.everybody_seals()
    table.one_is_away(who=0, what="seal", signers={0}, late=False)
    table.the_cheat_sends_two(hears={0, 1}, part="reveal")
    table.all_go_on_without(what="reveal")
    table.the_cheat_signs_last(face=1, to=0, lines=False, opens=False, says=False, named={0})
    table.everything_comes()
    table.records_are_one()
    assert table.people["ada"].chain.game.moment == Moment(1, 33)


def test_who_is_left_out_by_a_list_whose_last_signer_said_something_else_to_them_goes_over_to_it() -> None:
    found = seats(4)
    ada, bob, cy, dee = found.values()
    for seat in (ada, cy, dee):
        seat.seal()
    carry(found, but=["bob"])
    bob.take([signed for seat in (ada, cy, dee) for signed in seat.sent])
    wait({"ada": ada, "cy": cy, "dee": dee}, LATE)
    for seat in (cy, dee):
        assert seat.go_on_without("seal") is not None
    bob.seal()
    assert bob.sent[-1].packet.kind == "reveal"
    # ada, who has not heard of that seal, completes the list for cy and dee, and tells bob something else
    other = ada.copy()
    ada.take([*cy.sent, *dee.sent])
    signed = ada.go_on_without("seal")
    assert signed is not None
    bob.now = LATE
    bob.take([other.say(Ack(packet=other.chain.head.digest, words=""))])
    carry(found, but=["ada", "bob"])
    for seat in (cy, dee):
        seat.take([*bob.sent, signed])
        assert seat.sent[-1].packet.kind == "reveal"
    carry(found, but=["ada"])
    assert {seat.accepted["ada", 2].digest for seat in (bob, cy, dee)} == {signed.digest}
    wait(found, LATER)
    for seat in (cy, dee):
        seat.go_on_without("reveal")
    carry(found, but=["ada"])
    assert len({(seat.branch, seat.record()) for seat in (bob, cy, dee)}) == 1


def test_nobody_is_left_out_by_a_list_that_never_counts() -> None:
    table = WithDesks()
    table.sit_down(players=3, cheat=5)
    table.one_is_away(who=0, what="seal", signers=set(), late=False)
    table.the_cheat_sends_two(hears={0}, part="seal")
    # cy signs without ada, and had no seal of bob either, whom the list does not name
    table.the_cheat_lies(face=3, to=0, what="seal", listed={0})
    table.one_is_away(who=3, what="seal", signers=set(), late=False)
    table.the_cheat_sends_two(hears=set(), part="reveal")
    table.everything_comes()
    table.records_are_one()
    assert {seat.chain.game.moment for seat in table.people.values()} == {Moment(1, 33)}


def test_nobody_is_left_out_by_who_has_revealed_to_their_seal_all_the_same() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    table.the_cheat_reveals_two(between="ack", goes_on=False, hears={1}, leaves=0)
    table.the_cheat_sends_two(hears={2, 4}, part="seal")
    table.one_is_late_and_another_vanishes(vanishes=4, late=2, hears=set(), completes="never", cheats=None)
    table.resigns(who=4)
    table.the_cheat_lies(face=3, to=0, what="seal", listed=set())
    table.one_is_late_and_another_vanishes(vanishes=1, late=4, hears=set(), completes="after", cheats="late")
    table.the_cheat_reveals_two(between="resign", goes_on=False, hears={0, 1, 2, 4}, leaves=None)
    # dee signs with ada that the seal of eli is missing, and reveals to it once it is seen that ada has resigned
    table.one_is_late_and_another_vanishes(vanishes=5, late=3, hears=set(), completes="before", cheats="vanishes")
    table.everything_comes()
    table.records_are_one()
    dee, eli = table.people["dee"], table.people["eli"]
    assert eli.chain.game.moment == dee.chain.game.moment == Moment(2, 33)
