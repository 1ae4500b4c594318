"""Another keeper, worked by hand: logs that part, who follows which, which epochs may begin, each refusal in words."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from attrs import evolve

from sits_es.keys.identity import Identity
from sits_es.post.log.apply import Refused, apply, next_order, take
from sits_es.post.log.decisions import all_in
from sits_es.post.log.entries import NOTHING, Entry, Epoch, Link, Logged, Tick
from sits_es.post.log.keepers import call, follows, may_begin, parting, rank, two_faced
from sits_es.post.log.packets import Decide, End, Has, NewKeeper, Next, Note, Reseat, Rewind, Signed, Terms
from sits_es.post.log.state import State
from tests.post.log.examples import all_seal, all_send, has_effect, three
from tests.post.log.table import Table, append, digest, identity, log, opening, packet, seal, sign_entry

#: A log that nobody shows.
FALSE = Has(epoch=0, n=1, digest=digest("false"))


def notes(state: State, *words: str) -> State:
    for each in words:
        state = log(state, state.keeper, Note(words=each))
    return state


def parted(base: State) -> tuple[State, State, State]:
    """A log, and two that follow on it and part there: one is longer."""
    return base, notes(base, "one", "more"), notes(base, "other")


def asks(state: State, by: str, epoch: int = 1, *, head: Has | None = None, who: Identity | None = None) -> Signed:
    return packet(state, by, Next(epoch=epoch, head=head or state.link.has), who=who)


def epoch(*nexts: Signed, left: tuple[tuple[Entry, ...], ...] = ()) -> Epoch:
    return Epoch(nexts=nexts, left=left)


def begins(base: State, what: Epoch, number: int = 1) -> bool:
    return may_begin(base, number, base.seats[base.keeper_of(number)].key, what)


def entries_since(state: State, n: int) -> tuple[Entry, ...]:
    return tuple(link.entry for link in state.link.since(n))


# logs that part


def test_logs_part_at_the_first_entries_that_they_do_not_share() -> None:
    base, one, other = parted(notes(three(), "shared"))
    mine, theirs = one.link.back_to(2), other.link.back_to(2)
    assert mine != theirs
    assert parting(one.link, other.link) == (mine, theirs)
    assert parting(base.link, one.link) == (None, one.link.back_to(2))
    assert parting(one.link, one.link) == (None, None)


def test_a_keeper_is_two_faced_who_signed_two_entries_for_one_place() -> None:
    base = notes(three(), "shared")
    one, other = notes(base, "one"), notes(base, "other")
    later = append(base, epoch(asks(base, "bob"), asks(base, "cyd")), epoch=1)
    assert two_faced([one.link, other.link]) == {0}
    assert two_faced([one.link, later.link]) == set()
    assert two_faced([base.link, one.link]) == set()
    assert two_faced([notes(later, "x").link, notes(later, "y").link, one.link]) == {1}


def test_a_keeper_is_two_faced_who_has_begun_an_epoch_twice_and_has_no_say_in_the_next() -> None:
    base = notes(three(), "shared")
    longer = notes(base, "more", "and more")
    once, again = (append(each, epoch(asks(each, "bob"), asks(each, "cyd")), epoch=1) for each in (base, longer))
    assert two_faced([once.link, again.link]) == {1}
    left = (entries_since(once, base.link.n),)
    ann, bob, cyd = asks(again, "ann", 2), asks(once, "bob", 2), asks(again, "cyd", 2)
    assert begins(again, epoch(ann, bob, cyd, left=left), 2)
    assert not begins(again, epoch(bob, cyd, left=left), 2)


def followed() -> dict[str, tuple[Link, Link, int, bool]]:
    base = notes(three(), "shared")
    one, other = notes(base, "one"), notes(base, "other", "longer", "still longer")
    later = append(base, epoch(asks(base, "bob"), asks(base, "cyd")), epoch=1)
    last = append(base, epoch(asks(base, "bob", 2), asks(base, "cyd", 2)), epoch=2)
    return {
        "what follows on its own log": (base.link, one.link, 0, True),
        "nothing that it holds": (one.link, base.link, 0, False),
        "itself": (one.link, one.link, 0, False),
        "no other log of its epoch, however long": (one.link, other.link, 0, False),
        "a log on which a later epoch began": (one.link, later.link, 0, True),
        "the epoch that it asked for": (one.link, later.link, 1, True),
        "no epoch before the one it asked for": (one.link, later.link, 2, False),
        "nothing more of its own log once it asked for another": (base.link, one.link, 1, False),
        "a still later epoch": (later.link, last.link, 1, True),
        "no earlier epoch": (last.link, later.link, 0, False),
    }


@pytest.mark.parametrize("what", followed())
def test_a_program_follows(what: str) -> None:
    here, there, promised, goes = followed()[what]
    assert follows(here, there, promised) == goes


def test_the_log_to_go_on_with_is_the_one_of_the_latest_epoch_then_the_longest_then_the_smallest_digest() -> None:
    small, big = "0" * 63 + "1", "0" * 63 + "2"
    ranked = [Has(epoch=e, n=n, digest=d) for e, n, d in ((0, 9, small), (1, 1, big), (1, 1, small), (1, 2, big))]
    assert all(rank(one) < rank(other) for one, other in pairwise(ranked))


# who begins


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 3)])
@pytest.mark.parametrize("umpire", [None, "uma"])
def test_more_than_half_of_the_players_ask_and_a_neutral_keeper_counts_for_nothing(
    players: int, needed: int, umpire: str | None
) -> None:
    state = Table(players=("ann", "bob", "cyd", "dee")[:players], umpire=umpire).state()
    others = [] if umpire is None else [asks(state, umpire)]
    for count in range(players + 1):
        nexts = [asks(state, each) for each in state.programs[:count]]
        assert begins(state, epoch(*nexts, *others)) == (count >= needed)


def test_whoever_is_out_counts_no_more_and_their_number_is_passed_over() -> None:
    state = Table(players=("ann", "bob", "cyd", "dee")).state().with_seat("bob", out=True)
    assert state.keeper_of(1) == "bob"
    assert not begins(state, epoch(asks(state, "ann"), asks(state, "cyd")))
    assert begins(state, epoch(asks(state, "ann", 2), asks(state, "cyd", 2)), 2)


def test_an_epoch_begins_on_nothing_less_than_the_best_log_that_is_named() -> None:
    base = notes(three(), "shared")
    ahead = notes(base, "one")
    nexts = asks(ahead, "bob"), asks(base, "cyd")
    assert begins(ahead, epoch(*nexts))
    assert not begins(base, epoch(*nexts))
    assert not begins(notes(ahead, "never named"), epoch(*nexts))


def bad_epochs() -> dict[str, Epoch]:
    state = notes(three(), "shared")
    good = asks(state, "bob"), asks(state, "cyd")
    return {
        "nobody asks": epoch(),
        "one alone asks": epoch(good[0]),
        "one asks twice": epoch(good[0], good[0]),
        "somebody asks for another": epoch(good[0], asks(state, "cyd", 2)),
        "a stranger asks": epoch(good[0], asks(state, "eve")),
        "another key signed": epoch(good[0], asks(state, "cyd", who=identity("x"))),
        "of another game": epoch(good[0], asks(evolve(state, game=digest("another")), "cyd")),
        "a note asks for nothing": epoch(*good, packet(state, "ann", Note(words="me too"))),
        "a log is named that is not shown": epoch(good[0], asks(state, "cyd", head=FALSE)),
        "a log is shown that nobody named": epoch(*good, left=(entries_since(notes(three(), "other"), 0),)),
        "an empty log is shown": epoch(*good, left=((),)),
    }


@pytest.mark.parametrize("why", bad_epochs())
def test_no_epoch_begins_where(why: str) -> None:
    state = notes(three(), "shared")
    assert not begins(state, bad_epochs()[why])


def test_an_epoch_is_signed_by_its_own_keeper_and_later_than_the_one_before() -> None:
    state = three()
    what = epoch(asks(state, "bob"), asks(state, "cyd"))
    assert not may_begin(state, 1, identity("cyd").key, what)
    later = append(state, what, epoch=1)
    assert not begins(later, epoch(asks(later, "bob"), asks(later, "cyd")))


# logs of one keeper


def test_whoever_shows_two_logs_has_no_say_and_the_longest_goes_on() -> None:
    _, one, other = parted(three())
    nexts = {"bob": asks(one, "bob"), "cyd": asks(other, "cyd"), "ann": asks(other, "ann")}
    left = (entries_since(other, 0),)
    assert begins(one, epoch(nexts["bob"], nexts["cyd"], left=left))
    assert not begins(one, epoch(nexts["bob"], nexts["cyd"]))
    assert not begins(one, epoch(nexts["ann"], nexts["bob"], left=left))
    assert not begins(other, epoch(nexts["bob"], nexts["cyd"], left=(entries_since(one, 0),)))


def test_of_two_the_other_goes_on_alone_from_the_log_it_holds_once_the_keeper_has_named_another() -> None:
    base = Table().state()
    one, other = notes(base, "one"), notes(base, "other", "more")
    left = (entries_since(other, 0),)
    assert begins(one, epoch(asks(one, "bob"), asks(other, "ann"), left=left))
    assert not begins(one, epoch(asks(one, "bob")))
    assert not begins(one, epoch(asks(one, "bob"), asks(one, "ann"), left=left))
    assert not begins(other, epoch(asks(one, "bob"), asks(other, "ann"), left=(entries_since(one, 0),)))
    later = append(one, epoch(asks(one, "bob"), asks(other, "ann"), left=left), epoch=1)
    assert (later.keeper, later.seats["ann"].two_faced, all_in(later)) == ("bob", True, ("ann", "bob"))


def test_whoever_has_shown_two_logs_is_not_asked_when_the_others_decide() -> None:
    base, one, other = parted(notes(three(), "shared"))
    what = epoch(asks(one, "bob"), asks(other, "cyd"), left=(entries_since(other, base.link.n),))
    state = append(one, what, epoch=1)
    assert [each for each, seat in state.seats.items() if seat.two_faced] == ["ann"]
    assert all_in(state) == ("bob", "cyd")
    end = Decide(decision=End(winner=None), number=digest("end"))
    assert not has_effect(state, "ann", end)
    assert all_send(state, end, "bob", "cyd").course.over
    assert all_in(append(base, epoch(asks(base, "bob"), asks(base, "cyd")), epoch=1)) == ("ann", "bob", "cyd")


def test_a_log_that_is_shown_has_to_follow_on_the_base_signed_by_its_keeper() -> None:
    _, one, other = parted(three())
    nexts = asks(one, "bob"), asks(other, "cyd")
    forged = msgspec.structs.replace(entries_since(other, 0)[0], key=identity("cyd").key)
    elsewhere = msgspec.structs.replace(entries_since(other, 0)[0].order, prev=digest("elsewhere"))
    loose = sign_entry(identity("ann"), elsewhere)
    for chain in ((forged,), (loose,), entries_since(other, -1)):
        assert not begins(one, epoch(*nexts, left=(chain,)))


def test_nobody_is_called_two_faced_by_a_log_that_is_shown_from_before_it_parts() -> None:
    base = three()
    bobs = append(base, epoch(asks(base, "bob"), asks(base, "cyd")), epoch=1)
    one, other = notes(bobs, "one", "more"), notes(bobs, "other")
    asking = asks(one, "ann", 2), asks(other, "cyd", 2)
    nexts = {each.by: each for each in asking}
    honest = (entries_since(other, bobs.link.n),)
    longer = (entries_since(other, 0),)
    assert begins(one, epoch(nexts["ann"], nexts["cyd"], left=honest), 2)
    assert not begins(one, epoch(nexts["ann"], nexts["cyd"], left=longer), 2)
    assert not begins(one, epoch(nexts["cyd"], left=longer), 2)


def test_a_call_leaves_aside_false_heads_strangers_and_a_two_faced_keeper() -> None:
    base, one, other = parted(three())
    states = {state.link.digest: state for state in (base, one, other, notes(base, "one"))}
    good = [asks(one, "bob"), asks(other, "cyd")]
    bad = [asks(one, "bob", head=FALSE), asks(one, "eve"), asks(one, "cyd", who=identity("x"))]
    faced = asks(one, "ann")
    called = call(1, [*bad, *good, faced], lambda has: states.get(has.digest))
    assert called is not None
    on, what = called
    assert on is one
    assert {(each.by, each.digest) for each in what.nexts} == {(each.by, each.digest) for each in [*good, faced]}
    assert what.left == (entries_since(other, 0),)
    assert isinstance(append(on, what, epoch=1), State)
    assert call(1, [*bad, faced], lambda has: states.get(has.digest)) is None


def test_who_got_another_key_on_the_base_asks_with_that_key() -> None:
    base, new = three(), identity("bob", "new")
    body = Decide(decision=Reseat(player="bob", key=new.key), number=digest("a number"))
    ahead = log(base, "bob", body, who=identity("bob", "recovery"))
    assert ahead.seats["bob"].key == new.key
    states = {base.link.digest: base, ahead.link.digest: ahead}
    old, again = asks(base, "bob", 2), asks(base, "bob", 2, who=new)
    cyd = asks(ahead, "cyd", 2)
    assert call(2, [old, cyd], lambda has: states.get(has.digest)) is None
    called = call(2, [old, again, cyd], lambda has: states.get(has.digest))
    assert called is not None
    assert called[0] is ahead
    assert called[1].nexts == (again, cyd)


# what an epoch does


def test_an_epoch_keeps_fixed_sets_and_makes_void_what_is_not_fixed() -> None:
    state = three(last=2, ahead=1)
    state = all_seal(state, "ann", "bob", "cyd")
    state = log(state, "ann", seal(state, "ann", opening([], "next"), state.course.upcoming[1].moment))
    later = append(state, epoch(asks(state, "bob"), asks(state, "cyd")), epoch=1)
    assert later.keeper == "bob"
    assert later.at_hand.set == state.at_hand.set
    assert list(later.exchanges) == [state.course.moment]
    assert later.cast != state.cast


def test_where_a_reading_keeper_is_replaced_everything_unplayed_is_void() -> None:
    state = all_seal(Table(umpire="uma", terms=Terms(reads=True)).state(), "uma", "ann", "bob")
    assert state.at_hand.set is not None
    later = append(state, epoch(asks(state, "ann"), asks(state, "bob")), epoch=1)
    assert (later.keeper, later.reads, later.exchanges) == ("ann", False, {})


def test_a_mailbox_seat_is_away_once_nobody_reads() -> None:
    state = three(umpire="uma", mailbox=("bob",), terms=Terms(reads=True))
    later = append(state, epoch(asks(state, "ann"), asks(state, "cyd")), epoch=1)
    assert later.seats["bob"].away
    body = Decide(decision=Rewind(to=later.course.moment), number=digest("back"))
    assert all_send(later, body, "ann", "cyd").seats["bob"].away
    assert all_seal(later, "ann", "cyd").at_hand.set is not None


def test_a_new_keeper_begins_with_the_next_epoch_and_the_old_one_is_forgotten() -> None:
    state = Table(umpire="uma").state()
    body = Decide(decision=NewKeeper(id="kay", name="Kay", key=identity("kay").key), number=digest("kay"))
    state = all_send(state, body, "ann", "bob")
    assert (state.keeper, [state.keeper_of(e) for e in range(1, 5)]) == ("uma", ["kay", "ann", "bob", "kay"])
    later = append(state, epoch(asks(state, "ann"), asks(state, "bob")), epoch=1)
    assert (later.keeper, later.neutral) == ("kay", "kay")


# refusals, word for word


def refusals() -> dict[str, tuple[State, Entry]]:
    state = notes(three(), "one")
    order, founding = next_order(state, 0, state.at, Tick()), Table().first_entry().order.what

    def changed(by: str = "ann", **fields: Any) -> Entry:
        return sign_entry(identity(by), msgspec.structs.replace(order, **fields))

    return {
        "Entry 3 of epoch 0 does not follow entry 1 of epoch 0.": (state, changed(n=3)),
        "Entry 1 of epoch 0 does not follow entry 1 of epoch 0.": (state, state.link.entry),
        "Entry 2 of epoch 0 does not follow entry 1 of epoch 0.": (state, changed(prev=digest("other"))),
        "Entry 2 of epoch 0 is earlier than the entry before it.": (state, changed(at=state.at - 1)),
        "Entry 2 of epoch 0 begins a game that has already begun.": (state, changed(what=founding)),
        "Entry 2 of epoch 0 is not signed by ann, who keeps the log.": (state, changed(by="bob")),
        "Entry 2 of epoch 1 is not signed by ann, who keeps the log.": (state, changed(by="bob", epoch=1)),
        "Entry 2 of epoch 1 does not show that more than half of the players asked for it.": (
            state,
            changed(by="bob", epoch=1, what=epoch(asks(state, "bob"))),
        ),
        "Entry 2 of epoch 0 leads to a different record here than on ann's machine.": (state, changed(record=NOTHING)),
    }


@pytest.mark.parametrize("words", refusals())
def test_an_entry_is_refused_in_words(words: str) -> None:
    state, entry = refusals()[words]
    assert apply(state, entry) == Refused(words)


def test_a_packet_without_effect_stands_in_the_log_and_refuses_nothing() -> None:
    state = three()
    strange = packet(state, "eve", Note(words="I am not here."))
    assert take(state, strange) is None
    after = append(state, Logged(packet=strange))
    assert after.link.n == 1
    assert after.course.record == state.course.record
