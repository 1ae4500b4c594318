"""What a program does by itself, step by step: seals, openings, shares, letters, and what it offers its person."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from attrs import evolve

from sits_es.post.log import due, packets
from sits_es.post.log.due import Held, ToAct, ToOpen, ToSeal, ToShare, ToTell
from sits_es.post.log.entries import Link, Logged, Tick
from sits_es.post.log.packets import Act, Body, Decide, Next, Note, Open, Signed, Terms, Without
from sits_es.post.log.state import State
from sits_es.rules.moments import Moment
from tests.post.log.examples import all_seal, all_send, has_effect, opening_of, set_of, the_set, three
from tests.post.log.table import Table, append, decide, digest, identity, log, opening, packet, seal

FIRST, SECOND = Moment(1, 1), Moment(1, 2)


def held(state: State, me: str, *sent: Signed, **more: Any) -> Held:
    return due.learn(Held(me=me, state=state, logs=(state.link,), **more), (), sent)


def errands(state: State, me: str, *sent: Signed, overdue: bool = False, **more: Any) -> list[due.Errand]:
    return list(due.errands(held(state, me, *sent, **more), overdue=overdue))


def opens(state: State, who: str, moment: Moment = FIRST) -> Signed:
    return packet(state, who, Open(set=the_set(state, moment), opening=opening_of(who, moment)))


# seals


def test_a_seal_is_owed_until_it_is_on_its_way() -> None:
    state = Table(last=2, ahead=1).state()
    assert errands(state, "ann") == [ToSeal(moment=moment, owes_orders=True) for moment in (FIRST, SECOND)]
    sent = packet(state, "ann", seal(state, "ann", opening([], "n")))
    assert errands(state, "ann", sent) == [ToSeal(moment=SECOND, owes_orders=True)]


def test_a_seal_that_lacks_a_holder_who_is_back_is_made_again() -> None:
    state = Table(players=("ann", "bob", "cyd", "dee"), terms=Terms(escrow=True)).state()
    gone = state.with_seat("dee", away=True)
    sent = packet(gone, "ann", seal(gone, "ann", opening([], "n")))
    assert errands(gone, "ann", sent) == []
    assert errands(state, "ann", sent) == [ToSeal(moment=FIRST, owes_orders=True)]


def test_with_what_has_arrived_the_next_exchange_is_sealed_at_once() -> None:
    state = all_seal(Table(last=2).state(), "ann", "bob")
    assert errands(state, "ann", opens(state, "ann")) == []
    both = opens(state, "ann"), opens(state, "bob")
    assert errands(state, "ann", *both) == [ToSeal(moment=SECOND, owes_orders=True)]


def test_an_umpire_seals_first_then_for_mailbox_seats_and_the_others_after_it() -> None:
    state = Table(players=("ann", "bob"), umpire="uma", mailbox=("bob",), terms=Terms(reads=True)).state()
    assert errands(state, "ann") == []
    assert errands(state, "uma") == [ToSeal(moment=FIRST, owes_orders=False)]
    state = all_seal(state, "uma")
    assert errands(state, "ann") == [ToSeal(moment=FIRST, owes_orders=True)]
    assert errands(state, "uma") == [ToSeal(moment=FIRST, owes_orders=True, seat="bob")]


def test_an_umpire_opens_a_fixed_set_once_and_players_open_what_was_left() -> None:
    state = all_seal(Table(umpire="uma", terms=Terms(reads=True)).state(), "uma", "ann", "bob")
    (told,) = errands(state, "uma")
    assert isinstance(told, ToTell)
    assert (told.set, sorted(told.seals)) == (the_set(state), ["ann", "bob", "uma"])
    assert errands(state, "ann") == []


# openings


@pytest.mark.parametrize(("reveal", "per_turn", "count"), [("segment", 2, 1), ("run", 2, 2), ("run", 1, 1)])
def test_exchanges_ahead_are_opened_along_where_the_terms_say_run_until_the_turn_ends(
    reveal: Any, per_turn: int, count: int
) -> None:
    state = Table(last=2, ahead=1, per_turn=per_turn, terms=Terms(reveal=reveal)).state()
    moments = [each.moment for each in state.course.upcoming]
    state = all_seal(all_seal(state, "ann", "bob"), "ann", "bob", moment=moments[1])
    opened = [(each.moment, each.set) for each in errands(state, "ann") if isinstance(each, ToOpen)]
    assert opened == [(moment, the_set(state, moment)) for moment in moments[:count]]


def test_the_next_set_is_opened_once_the_openings_of_this_one_have_arrived() -> None:
    state = Table(last=2, ahead=1).state()
    state = all_seal(all_seal(state, "ann", "bob"), "ann", "bob", moment=SECOND)
    (more,) = errands(state, "ann", opens(state, "ann"), opens(state, "bob"))
    assert isinstance(more, ToOpen)
    assert more.moment == SECOND


def test_nothing_is_opened_to_a_set_that_does_not_stand_in_the_log() -> None:
    before = all_seal(Table().state(), "ann")
    last = packet(before, "bob", seal(before, "bob", opening_of("bob")))
    assert not [each for each in errands(before, "ann", last) if isinstance(each, ToOpen)]


def test_whoever_acts_alone_acts_and_the_others_open_when_the_act_is_in_their_log() -> None:
    state = all_seal(three(alone="ann"), "ann", "bob", "cyd")
    fixed = set_of(state)
    assert errands(state, "ann") == [ToAct(set=fixed.bare, moment=FIRST)]
    act = packet(state, "ann", Act(set=fixed.bare, lines=()))
    assert errands(state, "ann", act) == []
    assert errands(state, "bob", act) == []
    acted = append(state, Logged(packet=act))
    assert [type(each) for each in errands(acted, "bob")] == [ToOpen]


def test_a_reading_keeper_acts_for_a_mailbox_seat_that_acts_alone() -> None:
    table = Table(players=("ann", "bob"), umpire="uma", mailbox=("bob",), alone="bob", terms=Terms(reads=True))
    state = all_seal(table.state(), "uma", "ann")
    state = log(state, "uma", seal(state, "bob", opening([], "bob's nonce"), by="uma"))
    fixed = set_of(state)
    assert ToAct(set=fixed.bare, moment=FIRST, seat="bob") in errands(state, "uma")
    act = Act(set=fixed.bare, lines=("run",), seat="bob", mail=digest("a mail"))
    assert not has_effect(state, "ann", act)
    acted = log(state, "uma", act)
    assert set_of(acted).act == ("run",)


# shares


def test_a_share_is_released_once_and_only_when_the_opening_is_overdue() -> None:
    state = all_seal(three(terms=Terms(escrow=True)), "ann", "bob", "cyd")
    there = opens(state, "ann"), opens(state, "bob")
    assert errands(state, "ann", *there) == []
    (share,) = errands(state, "ann", *there, overdue=True)
    assert isinstance(share, ToShare)
    assert share.of == "cyd"


# another keeper


def test_a_program_asks_for_the_next_keeper_by_itself_once_it_holds_two_logs_of_one() -> None:
    base = three()
    one, other = log(base, "ann", Note(words="one")), log(base, "ann", Note(words="other"))
    two = due.learn(held(one, "cyd"), [other], ())
    assert two.state is one
    assert two.stands_still
    assert list(due.errands(two)) == [Next(epoch=1, head=two.state.link.has)]
    assert {link.digest for link in two.logs} == {one.link.digest, other.link.digest}


def test_what_a_keeper_logs_in_the_name_of_somebody_else_is_nothing_to_those_who_leave_that_log() -> None:
    base = three()
    forged = packet(base, "cyd", Next(epoch=5, head=base.link.has), who=identity("ann"))
    one, other = log(base, "ann", Note(words="one")), append(base, Logged(packet=forged))
    two = due.learn(due.learn(held(one, "cyd"), [other], ()), (), ())
    assert (len(two.logs), forged.digest in two.pool, two.promised) == (2, False, 0)


def test_a_program_asks_for_a_keeper_on_whom_all_have_agreed() -> None:
    state = Table().state()
    body = Decide(decision=packets.NewKeeper(id="kay", name="Kay", key=identity("kay").key), number=digest("n"))
    state = all_send(state, body, "ann", "bob")
    asks = Next(epoch=1, head=state.link.has)
    assert asks in errands(state, "bob")
    assert asks in errands(state, "kay")


def test_an_old_copy_keeps_what_was_promised_once_its_own_packet_comes_back() -> None:
    state = three()
    asked = packet(state, "bob", Next(epoch=2, head=state.link.has))
    old = held(state, "bob", asked)
    assert old.promised == 2
    assert list(due.errands(old)) == []


# letters


def test_a_letter_holds_what_its_reader_is_not_known_to_have_and_all_packets_that_the_log_lacks() -> None:
    first = log(Table().state(), "ann", Note(words="one"))
    last = log(log(first, "ann", Note(words="two")), "ann", Note(words="three"))
    read = packet(first, "bob", Note(words="I have it."))
    unknown = packet(elsewhere(last), "bob", Note(words="I have another."))
    whole = packet(last, "bob", Note())
    for known, lacked in (((), [0, 1, 2, 3]), ((read,), [2, 3]), ((read, unknown), [2, 3]), ((whole,), [])):
        assert [link.n for link in due.lacked(held(last, "ann", *known), "bob")] == lacked
    logged = append(last, Logged(packet=read))
    assert due.unlogged(held(logged, "ann", read, unknown)) == (unknown,)


def elsewhere(state: State) -> State:
    """The state as it is told by somebody who follows another log."""
    return evolve(state, link=log(log(state, "ann", Note(words="elsewhere")), "ann", Note(words="further")).link)


def test_an_old_copy_is_answered_with_all_logs_that_are_held_followed_or_not() -> None:
    first = log(three(), "ann", Note(words="one"))
    last = log(first, "ann", Note(words="two"))
    promised = due.learn(evolve(held(first, "bob"), promised=1), [last], ())
    assert promised.state is first
    for asking, answered in ((first, [2]), (elsewhere(first), [0, 1, 2])):
        assert [link.n for link in due.answer(promised, packet(asking, "ann", packets.Ask()))] == answered


def test_whoever_asked_for_another_keeper_still_learns_of_the_end_and_that_they_are_out() -> None:
    for first, me in ((Table().state(), "ann"), (three(), "bob")):
        promised = evolve(held(first, me), promised=1)
        said, resigned = log(first, "ann", Note(words="one")), log(first, "bob", packets.Resign())
        assert due.learn(promised, [said], ()).state is first
        assert due.learn(promised, [resigned], ()).state is resigned


def test_an_old_copy_goes_on_once_enough_have_answered_and_after_time_and_grace_by_one_answer() -> None:
    copy = evolve(held(three(), "bob"), answers=frozenset())
    assert due.answered(copy, "cyd").answers is None
    by_keeper = due.answered(copy, "ann")
    assert by_keeper.answers == frozenset({"ann"})
    assert due.answered(by_keeper, late=True).answers is None
    assert due.answered(copy, late=True).answers == frozenset()


def test_a_keeper_logs_that_time_passes_once_something_follows_on_that_alone() -> None:
    state = three()
    passes_at = state.due() + state.grace
    state = all_send(state, decide(state, without("seal")), "ann", "bob", at=state.due())
    assert due.to_append(held(state, "ann"), passes_at - 1) is None
    assert due.to_append(held(state, "bob"), passes_at) is None
    assert due.to_append(held(state, "ann"), passes_at) == Tick()


def test_what_can_have_no_effect_any_more_is_spent() -> None:
    state = log(three(), "bob", packets.Standing(number=3, lines=()))
    sealed = packet(state, "ann", seal(state, "ann", opening([], "ann's nonce")))
    kept = decide(state, packets.Deadline(hours=9, scope="always"))
    alive = [
        sealed,
        *(packet(state, "bob", each) for each in (kept, packets.Standing(number=4, lines=()), Note(words="one"))),
    ]
    asks = packet(state, "bob", Next(epoch=1, head=state.link.has))
    assert not any(due.spent(state, each) for each in (*alive, asks))
    state = all_send(state, kept, "ann", "bob", "cyd")
    last = state.link.entry
    link = Link(msgspec.structs.replace(last, order=msgspec.structs.replace(last.order, epoch=1)), state.link.before)
    over = evolve(state, cast=digest("another"), standing={"bob": (4, ())}, link=link)
    assert [due.spent(over, each) for each in (*alive, asks)] == [True, True, True, False, True]


# what a program offers its person


def without(what: Any) -> Without:
    return Without(player="cyd", missing=what)


def offered(state: State, what: Any, *bodies: Body) -> bool:
    return due.may_sign_without(held(state, "ann", *(packet(state, "cyd", body) for body in bodies)), without(what))


def test_nobody_is_gone_on_without_whose_seal_opening_act_or_wish_for_another_keeper_is_here() -> None:
    state = three()
    made = seal(state, "cyd", opening_of("cyd"))
    assert offered(state, "seal")
    assert not offered(state, "seal", made)
    assert not offered(state, "seal", Next(epoch=1, head=state.link.has))
    fixed = all_seal(state, "ann", "bob", "cyd")
    assert offered(fixed, "open")
    assert not offered(fixed, "seal")
    assert not offered(fixed, "open", Open(set=the_set(fixed), opening=opening_of("cyd")))
    alone = all_seal(three(alone="cyd"), "ann", "bob", "cyd")
    bare = set_of(alone)
    assert offered(alone, "act")
    assert not offered(alone, "act", Act(set=bare.bare, lines=()))


def test_what_has_no_effect_holds_nobody_up() -> None:
    state = three(terms=Terms(escrow=True))
    bare: packets.Seal = msgspec.structs.replace(seal(state, "cyd", opening([], "n")), escrow=None)
    assert offered(state, "seal", bare)
    fixed = all_seal(state, "ann", "bob", "cyd")
    assert offered(fixed, "open", Open(set=the_set(fixed), opening=opening(["false"], "n")))


def test_a_wish_for_a_keeper_far_off_holds_nobody_up() -> None:
    state = three()
    assert not offered(state, "seal", Next(epoch=6, head=state.link.has))
    assert offered(state, "seal", Next(epoch=7, head=state.link.has))


def test_nobody_is_gone_on_without_by_who_stands_still_or_is_meant_nor_who_is_away_already() -> None:
    """Cyd is waited for all the same, as ann alone is left."""
    state = three()
    assert not due.may_sign_without(held(state, "cyd"), without("seal"))
    assert not due.may_sign_without(evolve(held(state, "ann"), promised=1), without("seal"))
    assert not offered(state.with_seat("cyd", away=True).with_seat("bob", away=True), "seal")
