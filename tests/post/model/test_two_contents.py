"""Two packets under one number: which of them counts is the same for all once they are here, by packets alone."""

from __future__ import annotations

import pytest

from sits_es.post.protocol.bodies import Ack
from sits_es.rules.moments import Moment
from tests.post.model.beside import WithDesks
from tests.post.model.carrying import carry, seats

pytestmark = pytest.mark.long

LATER = "2026-01-04T12:00Z"


def test_what_was_refused_by_one_content_is_judged_again_once_the_other_counts() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    table.one_is_away(who=4, what="reveal", signers={1, 2}, late=False)
    table.the_cheat_reveals_two(hears={1, 2, 4}, leaves=0, between="resign", goes_on=True)
    table.one_comes_back_and_vanishes(who=1, hears={4, 5}, signers=set(), comes="reveal")
    table.everything_comes()
    table.records_are_one()
    assert not table.people["cy"].refusals
    assert "cy" in table.people["cy"].chain.game.out


def test_the_content_by_which_others_have_played_counts_before_the_one_with_the_later_word() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=5)
    table.the_cheat_reveals_two(hears={0, 1, 3, 5}, leaves=None, between="resign", goes_on=True)
    table.one_seals_and_vanishes(vanishes=2, silent=1, late={1, 2}, cheats=False, signs=False)
    table.one_comes_back_and_vanishes(who=5, hears=set(), signers={1, 2}, comes="reveal")
    table.the_cheat_lies(face=2, to=3, what="seal", listed={0, 1, 3, 5})
    table.everything_comes()
    table.records_are_one()
    assert table.people["ada"].chain.game.out == {"fay": ("fay",)}, "in the content by which the others have played"


def test_what_had_taken_a_third_content_is_judged_again_too() -> None:
    table = WithDesks()
    table.sit_down(players=4, cheat=1)
    table.the_cheat_reveals_two(hears={0, 3, 5}, leaves=None, between="resign", goes_on=False)
    table.the_cheat_lies(face=3, to=4, what="reveal", listed={0, 3, 5})
    table.collect()
    wanted = {("seal", 6), ("ack", 4), ("without", 6)}
    theirs = [each for each in table.sent.values() if each.packet.sender == "bob"]
    some = [each for each in theirs if (each.packet.kind, each.packet.number) in wanted]
    table.people["dee"].take(sorted(some, key=lambda each: each.packet.kind == "without"))
    table.one_is_away(who=0, what="reveal", signers=set(), late=False)
    table.everything_comes()
    table.records_are_one()


def test_who_sends_two_resignations_under_one_number_has_resigned_for_all() -> None:
    table = WithDesks()
    table.sit_down(players=3, cheat=4)
    table.one_is_away(who=4, what="seal", signers=set(), late=False)
    table.the_cheat_plays(face=1, act="ack")
    table.the_cheat_reveals_two(hears={3, 4, 5}, leaves=None, between="standing", goes_on=False)
    table.the_cheat_reveals_two(hears={1, 3, 5}, leaves=4, between="resign", goes_on=True)
    table.one_comes_back_and_vanishes(who=5, hears={3}, signers={1, 3}, comes="reveal")
    table.the_cheat_reveals_two(hears={1, 2, 4, 5}, leaves=4, between="resign", goes_on=False)
    table.the_cheat_reveals_against_a_list(face=5, left=5, hears={0, 1})
    table.everything_comes()
    table.records_are_one()
    (cheat,) = {"ada", "bob", "cy"} - set(table.people)
    assert {frozenset(seat.chain.game.out) for seat in table.people.values()} == {frozenset({cheat})}


def test_who_has_every_signature_of_a_list_signs_no_longer_one_though_somebody_on_it_sent_two_packets() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=4)
    table.the_cheat_withholds(hears={4}, what="reveal", signs=True)
    table.the_cheat_reveals_against_a_list(face=4, left=5, hears={2, 3})
    table.one_is_late_and_another_vanishes(vanishes=0, late=0, hears={0, 1}, completes="before", cheats="late")
    table.everything_comes()
    table.records_are_one()
    assert {frozenset(seat.chain.game.out) for seat in table.people.values()} == {frozenset({"ada"})}


def test_two_packets_that_came_before_the_record_got_there_are_known_for_two_once_it_does() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=3)
    table.one_seals_and_vanishes(vanishes=5, silent=1, late={0, 2, 4, 5}, cheats=True, signs=False)
    table.the_cheat_reveals_two(hears={5}, leaves=5, between="nothing", goes_on=False)
    table.one_comes_back_and_vanishes(who=3, hears={0, 2}, signers={0, 1, 5}, comes="seal")
    table.the_cheat_withholds(hears={1, 3}, what="reveal", signs=False)
    table.everything_comes()
    table.records_are_one()
    eli = table.people["eli"]
    assert sorted(eli.ledger.doubles["dee"]) == [Moment(1, 33), Moment(2, 1)]


def test_what_others_had_taken_behind_two_packets_is_not_waited_for_where_their_sender_takes_no_part() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    for late, vanishes, completes, cheats, hears in (
        (3, 0, "before", None, {0, 1, 2, 3, 4, 5}),
        (0, 0, "after", "vanishes", set()),
        (0, 2, "never", "late", {0}),
        (4, 1, "before", None, {0, 1, 2, 3, 4, 5}),
    ):
        if cheats == "vanishes":
            table.the_cheat_sends_two(hears={0, 1, 2, 3, 4, 5}, part="reveal")
        elif cheats == "late":
            table.the_cheat_sends_two(hears={0, 1, 2, 3}, part="seal")
        elif table.faces[1:]:
            table.the_cheat_reveals_against_a_list(face=1, left=2, hears={1, 5})
            table.one_comes_back_and_vanishes(who=4, comes="seal", hears={1}, signers={0, 5})
        table.one_is_late_and_another_vanishes(
            vanishes=vanishes, late=late, hears=hears, completes=completes, cheats=cheats
        )
    table.everything_comes()
    table.records_are_one()
    assert table.people["cy"].chain.game.moment == Moment(3, 1)


def test_a_list_counts_whose_signer_had_somebody_held_back_by_the_other_content() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=5)
    table.the_cheat_lies(face=3, to=1, what="seal", listed={0, 2, 5})
    table.one_is_late_and_another_vanishes(vanishes=2, late=3, hears={0, 1, 2, 4}, completes="before", cheats=None)
    table.one_is_late_and_another_vanishes(vanishes=1, late=4, hears={0, 1, 2, 3}, completes="never", cheats="vanishes")
    table.everything_comes()
    table.records_are_one()
    assert not any("does not name dee" in why for why in table.people["cy"].refusals.values())


def test_a_list_is_refused_alike_whatever_else_has_come_from_those_it_does_not_name() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=2)
    table.the_cheat_sends_two(hears={0, 3, 5}, part="reveal")
    table.the_cheat_signs_last(face=2, to=0, lines=True, opens=True, says=False, named={0, 1})
    table.one_is_away(who=1, what="seal", signers={0, 2, 3, 4}, late=True)
    table.one_is_late_and_another_vanishes(vanishes=3, late=4, hears={0, 1}, completes="after", cheats="late")
    table.everything_comes()
    table.records_are_one()
    why = "cy signs that 1.1 goes on without ada and bob, and does not name dee, whose reveal is missing too."
    assert all(why in seat.refusals.values() for seat in table.people.values())


def test_who_had_the_other_content_of_a_third_may_name_somebody_whose_own_list_holds_them_back_by_this_one() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=0)
    table.the_cheat_copies_a_program(face=0)
    table.one_seals_and_vanishes(vanishes=1, silent=2, late=set(), cheats=True, signs=False)
    table.the_cheat_reveals_two(between="resign", goes_on=False, hears={1}, leaves=None)
    table.one_seals_and_vanishes(vanishes=3, silent=2, late=set(), cheats=False, signs=False)
    table.all_go_on_without(what="reveal")
    # bob had the resignation of ada, cy the reveal under the same number: of the list of dee and eli each knows another
    table.the_cheat_plays(face=1, act="without reveal")
    table.everything_comes()
    table.records_are_one()
    assert {put_out and put_out.players for put_out in (seat.chain.put_out for seat in table.people.values())} == {
        ("dee", "eli")
    }


def test_a_list_by_who_was_left_out_later_is_refused_by_all_whenever_it_comes() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=1)
    table.the_cheat_lies(face=2, to=1, what="reveal", listed={5})
    table.one_seals_and_vanishes(vanishes=3, silent=2, late=set(), cheats=True, signs=True)
    table.one_is_away(who=1, what="seal", signers=set(), late=False)
    table.one_comes_back_and_vanishes(who=3, hears=set(), signers=set(), comes="seal")
    table.everything_comes()
    table.records_are_one()
    assert not any(seat.waiting for seat in table.people.values())


def test_others_go_over_to_the_way_by_which_somebody_played_on_though_a_later_one_leads_from_it_too() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    everybody = {0, 1, 2, 3, 4, 5}
    # ada reveals and resigns under one number, and from the resignation on there are two ways again
    table.the_cheat_reveals_two(between="resign", goes_on=True, hears=everybody, leaves=4)
    table.one_comes_back_and_vanishes(who=0, comes="seal", hears=set(), signers={0, 1})
    table.the_cheat_lies(face=5, to=3, what="seal", listed=everybody)
    table.the_cheat_sends_two(hears={0, 1}, part="seal")
    table.one_is_away(who=0, what="reveal", signers={0, 1, 2, 3, 4}, late=True)
    table.the_cheat_lies(face=0, to=1, what="seal", listed={0})
    table.everything_comes()
    table.records_are_one()


def test_whoever_resigned_in_one_of_two_contents_was_missing_for_nobody_who_had_that_one() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    table.the_cheat_reveals_two(between="resign", goes_on=True, hears={0, 1, 2, 3, 4}, leaves=4)
    table.one_comes_back_and_vanishes(who=2, comes="seal", hears=set(), signers=set())
    table.one_comes_back_and_vanishes(who=0, comes="seal", hears=set(), signers=set())
    table.the_cheat_sends_two(hears={0}, part="seal")
    # cy and dee sign without waiting for a seal of ada, who resigned as they know; bob knows it otherwise
    table.one_is_away(who=0, what="reveal", signers=set(), late=True)
    table.everything_comes()
    table.records_are_one()


def test_the_content_that_is_to_count_is_judged_as_one_of_two_though_nothing_counts_under_its_number_yet() -> None:
    table = WithDesks()
    table.sit_down(players=5, cheat=0)
    table.one_seals_and_vanishes(vanishes=0, silent=1, late=set(), cheats=False, signs=True)
    table.the_cheat_reveals_against_a_list(face=0, hears={2}, left=0)
    table.one_is_away(who=0, what="seal", signers=set(), late=False)
    table.the_cheat_signs_last(face=0, to=0, named={4}, opens=True, lines=True, says=True)
    table.one_comes_back_and_vanishes(who=0, comes="seal", hears=set(), signers=set())
    table.the_cheat_reveals_against_a_list(face=0, hears={0}, left=0)
    table.everything_comes()
    table.records_are_one()
    for seat in table.people.values():
        assert seat.accepted["ada", 2].packet.kind == "without"
        assert not seat.waiting


def test_others_go_over_to_the_content_by_which_somebody_plays_on_in_another_branch() -> None:
    table = WithDesks()
    table.sit_down(players=6, cheat=0)
    table.the_cheat_reveals_two(between="ack", goes_on=False, hears=set(), leaves=0)
    table.the_cheat_sends_two(hears=set(), part="seal")
    table.one_is_late_and_another_vanishes(vanishes=4, late=2, hears=set(), completes="never", cheats=None)
    table.resigns(who=4)
    table.one_is_late_and_another_vanishes(vanishes=1, late=4, hears=set(), completes="after", cheats="late")
    # the list of two who reveal without ada and cy is in force for eli alone, who knows that ada has resigned
    table.the_cheat_reveals_two(between="resign", goes_on=False, hears={0, 1, 2, 4}, leaves=None)
    table.one_is_late_and_another_vanishes(vanishes=5, late=3, hears=set(), completes="before", cheats="vanishes")
    table.everything_comes()
    table.records_are_one()
    assert {seat.accepted["ada", 8].packet.kind for seat in table.people.values()} == {"resign"}


def test_who_has_revealed_to_what_follows_the_first_stays_with_it_whichever_way_its_sender_goes_on() -> None:
    found = seats(4)
    *honest, dee = found.values()
    ada, bob, cy = honest
    there = {seat.player: seat for seat in honest}
    other = dee.copy()
    first = dee.say(Ack(packet="3" * 64, words=""))
    third = dee.copy()
    other.say(Ack(packet="4" * 64, words=""))
    for seat in honest:
        seat.seal()
    carry(there)
    other.draws, third.now = 100, LATER
    for face in (dee, other):
        face.seal()
    third.say(Ack(packet="5" * 64, words=""))
    third.say(Ack(packet="5" * 64, words=""))
    # ada reveals to the seal that follows the first of two; bob and cy to the one behind the other
    ada.take(dee.sent)
    for seat in (bob, cy):
        seat.take(other.sent)
    assert [[signed.packet.kind for signed in seat.sent] for seat in honest] == [["seal", "reveal"]] * 3
    ada.take([*third.sent, *bob.sent, *cy.sent, *other.sent])
    assert ada.accepted["dee", 1].digest == first.digest
    carry(there)
    assert len({(seat.branch, seat.record()) for seat in honest}) == 1
