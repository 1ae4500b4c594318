"""Exchanges on the log, worked by hand: from seal to dice, under an umpire, in the open, and what has no effect."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.post.log import boxes
from sits_es.post.log.apply import settle, take
from sits_es.post.log.entries import Opened
from sits_es.post.log.exchanges import holders, missing
from sits_es.post.log.packets import Act, Body, Open, Opening, Resign, Seal, Share, Standing, Terms, Without, write_part
from sits_es.post.log.state import Bond, State
from sits_es.rules.moments import Moment
from tests.post.log.examples import all_open, all_seal, has_effect, known, opening_of, set_of, share_of, the_set, three
from tests.post.log.table import Table, append, commit, decide, digest, identity, log, opening, packet, seal
from tests.post.log.toy import course_of

ANN = opening(["turn left"], "ann's nonce")
BOB = opening(["fire", "run"], "bob's nonce")
CYD = opening([], "cyd's nonce")
NEXT = Moment(1, 2)
ESCROW, READS = Terms(escrow=True), Terms(reads=True)


def both_sealed() -> State:
    return all_seal(Table().state(), "ann", "bob")


def three_sealed(**table: Any) -> State:
    return all_seal(three(**table), "ann", "bob", "cyd")


def by_hand(prefix: bytes, value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(prefix + text.encode()).hexdigest()


# an exchange of two


def test_two_players_seal_open_and_have_dice_that_anybody_works_out_with_sha256() -> None:
    state = both_sealed()
    assert settle(state) is state
    place = ["toy", "toy", 1, 1]
    ann = by_hand(b"sits-es/seal/1", [*place, "ann", ["turn left"], digest("ann's nonce")])
    bob = by_hand(b"sits-es/seal/1", [*place, "bob", ["fire", "run"], digest("bob's nonce")])
    fixed = by_hand(b"sits-es/set/1", [state.game, "toy", 1, 1, state.game, {"ann": ann, "bob": bob}, {}, None])
    assert the_set(state) == fixed
    state = all_open(state, "ann")
    assert not state.course.over
    state = all_open(state, "bob")
    nonces = [digest("ann's nonce"), digest("bob's nonce")]
    dice = by_hand(b"sits-es/dice/1", [*place, [ann, bob], nonces])
    assert course_of(state).facts == (f"1.1 {fixed} {dice}",)
    assert state.course.over
    assert all_open(both_sealed(), "bob", "ann").course.record == state.course.record


def test_an_exchange_ahead_is_fixed_and_opened_ahead() -> None:
    state = all_seal(Table(last=2, ahead=1).state(), "ann", "bob", moment=NEXT)
    state = all_open(all_seal(state, "ann", "bob"), "ann", "bob", moment=NEXT)
    assert state.course.moment == Moment(1, 1)
    state = all_open(state, "ann", "bob")
    assert state.course.over
    assert len(course_of(state).facts) == 2


def test_a_stop_makes_void_what_was_sealed_ahead() -> None:
    state = Table(last=2, ahead=1, stop_after=frozenset({1})).state()
    state = all_seal(state, "ann", "bob", moment=NEXT)
    first, cast = state, state.cast
    state = all_seal(state, "ann", "bob")
    stopped = the_set(state)
    state = all_open(state, "ann", "bob")
    assert state.course.moment == NEXT
    assert state.exchanges == {}
    assert state.cast == by_hand(b"sits-es/cast/1", [cast, 1, 2, stopped])
    assert not has_effect(state, "ann", seal(first, "ann", ANN, NEXT))


def test_an_away_seat_has_its_standing_orders_in_the_set_as_they_stood_then() -> None:
    state = log(three(), "cyd", Standing(number=1, lines=("hold", "bad")))
    state = all_seal(state.with_seat("cyd", away=True), "ann", "bob")
    state = all_open(log(state, "cyd", Standing(number=2, lines=("run",))), "ann", "bob")
    assert course_of(state).outcomes[0].in_force == {"cyd": ("hold",)}
    assert state.seats["cyd"].away


def test_away_ends_with_a_seal_for_the_exchange_at_hand_and_not_with_one_ahead() -> None:
    state = all_seal(three(last=2, ahead=1).with_seat("cyd", away=True), "cyd", moment=NEXT)
    assert state.seats["cyd"].away
    assert not all_seal(state, "cyd").seats["cyd"].away


def test_a_neutral_keeper_seals_a_nonce_where_one_player_alone_is_waited_for() -> None:
    state = all_seal(Table(umpire="kay").state().with_seat("bob", away=True), "ann")
    assert state.at_hand.set is None
    state = all_seal(state, "kay")
    assert (sorted(set_of(state).seals), list(set_of(state).in_force)) == (["ann", "kay"], ["bob"])


def test_where_too_few_others_are_left_an_away_seat_is_waited_for() -> None:
    """Two seals make a set. Of three, with one away the two others are enough; with two away all are waited for."""
    state = three().with_seat("cyd", away=True)
    assert [missing(state, "seal", each) for each in ("ann", "bob", "cyd")] == [True, True, False]
    state = state.with_seat("bob", away=True)
    assert [missing(state, "seal", each) for each in ("ann", "bob", "cyd")] == [True, True, True]
    state = all_seal(state, "ann")
    assert [missing(state, "seal", each) for each in ("ann", "bob", "cyd")] == [False, True, True]
    # bob is in again with a seal, and then cyd alone is away
    fixed = set_of(all_seal(state, "bob"))
    assert (sorted(fixed.seals), list(fixed.in_force)) == (["ann", "bob"], ["cyd"])


# under an umpire, with a mailbox seat


def test_an_umpire_opens_all_seals_that_of_a_mailbox_seat_too() -> None:
    table = Table(umpire="uma", mailbox=("bob",), terms=READS)
    state = table.state()
    assert table.host == "ann"
    opened = {each: opening_of(each) for each in ("ann", "bob", "uma")}
    state = all_seal(state, "uma", "ann")
    assert state.at_hand.set is None
    made = seal(state, "bob", BOB, by="uma")
    state = log(state, "uma", made)
    assert made.keeper_key is not None
    secret = bytes.fromhex(boxes.mixed(bytes.fromhex(made.keeper_key), known(state, "uma", "bob", made, by="uma")))
    assert boxes.unbox(made.box, secret) == BOB
    told = append(state, Opened(set=the_set(state), seals=opened))
    nonces = [digest(f"{each}'s nonce") for each in opened]
    seals = [commit(state, who, each, Moment(1, 1)) for who, each in opened.items()]
    dice = by_hand(b"sits-es/dice/1", ["toy", "toy", 1, 1, seals, nonces])
    assert course_of(told).facts[0].endswith(dice)
    assert told.course.over


def test_what_an_umpire_opens_wrongly_is_left_to_its_author() -> None:
    state = all_seal(Table(umpire="uma", terms=READS).state(), "uma", "ann", "bob")
    fixed = the_set(state)
    state = append(state, Opened(set=fixed, seals={"ann": BOB, "bob": BOB, "uma": opening_of("uma")}))
    assert sorted(state.at_hand.opened) == ["bob", "uma"]
    again = append(state, Opened(set=fixed, seals={"ann": ANN}))
    assert sorted(again.at_hand.opened) == ["bob", "uma"]
    assert all_open(state, "ann").course.over


def changed(made: Seal, **fields: Any) -> Seal:
    return msgspec.structs.replace(made, **fields)


def test_under_an_umpire_a_seal_without_the_umpires_has_no_effect() -> None:
    state = Table(umpire="uma", mailbox=("bob",), terms=READS).state()
    assert not has_effect(state, "ann", seal(state, "ann", ANN))
    state = all_seal(state, "uma")
    made, for_bob = seal(state, "ann", ANN), seal(state, "bob", BOB, by="uma")
    assert has_effect(state, "ann", made)
    assert not has_effect(state, "ann", changed(made, keeper_key=None))
    assert not has_effect(state, "ann", changed(made, keeper_seal=digest("another")))
    assert has_effect(state, "uma", for_bob)
    assert not has_effect(state, "ann", for_bob)
    assert not has_effect(state, "uma", changed(for_bob, seat="ann"))


# in the open


def test_who_acts_alone_acts_when_all_nonces_are_sealed_and_the_act_is_part_of_the_set() -> None:
    state, nonces = three(alone="ann"), {who: opening([], f"{who}'s nonce") for who in ("ann", "bob", "cyd")}
    for who, nonce in nonces.items():
        state = log(state, who, seal(state, who, nonce))
    bare = set_of(state)
    assert bare.digest is None
    acted = log(state, "ann", Act(set=bare.bare, lines=("turn",)))
    seals = {who: commit(state, who, nonce, Moment(1, 1)) for who, nonce in nonces.items()}
    named = [state.game, "toy", 1, 1, state.game]
    assert bare.bare == by_hand(b"sits-es/set/1", [*named, seals, {}, None])
    assert the_set(acted) == by_hand(b"sits-es/set/1", [*named, seals, {}, ["turn"]])
    for who, nonce in nonces.items():
        acted = log(acted, who, Open(set=the_set(acted), opening=nonce))
    assert course_of(acted).outcomes[0].act == {"ann": ("turn",)}


def test_where_one_acts_in_the_open_nobody_opens_a_seal_that_holds_orders() -> None:
    state = three_sealed(alone="ann")
    acted = log(state, "ann", Act(set=set_of(state).bare, lines=("turn",)))
    for who in ("ann", "bob"):
        assert opening_of(who).lines
        assert not has_effect(acted, who, Open(set=the_set(acted), opening=opening_of(who)))
    assert course_of(all_open(acted, "ann", "bob", "cyd")).outcomes == ()


def test_an_act_has_no_effect_twice_by_another_unlawful_or_for_another_set_and_nothing_is_opened_before() -> None:
    state = three_sealed(alone="ann")
    bare = set_of(state)
    act = Act(set=bare.bare, lines=("turn",))
    assert not has_effect(state, "bob", act)
    assert not has_effect(state, "ann", Act(set=bare.bare, lines=("bad",)))
    assert not has_effect(state, "ann", Act(set=digest("another"), lines=("turn",)))
    assert not has_effect(log(state, "ann", act), "ann", act)
    assert not has_effect(both_sealed(), "ann", act)
    assert not has_effect(state, "bob", Open(set=bare.bare, opening=BOB))


def test_whoever_acts_alone_and_is_away_acts_by_standing_orders_and_who_owes_none_has_none_in_force() -> None:
    state = log(three(alone="ann"), "ann", Standing(number=0, lines=("drift",)))
    fixed = set_of(all_seal(state.with_seat("ann", away=True), "bob", "cyd"))
    assert (fixed.act, fixed.digest is None) == (("drift",), False)
    state = log(three(alone="ann"), "bob", Standing(number=0, lines=("hold",))).with_seat("bob", away=True)
    assert set_of(all_seal(state, "ann", "cyd")).in_force == {"bob": ()}


# what has no effect


def have_no_effect(*rows: tuple[str, State, str, Body]) -> None:
    """rows: why a packet has none, after which state, by whom, and what it says."""
    assert [why for why, state, by, body in rows if has_effect(state, by, body)] == []


def test_a_seal_has_no_effect_unless_all_of_it_fits() -> None:
    state = three(last=2)
    made = seal(state, "ann", ANN)
    sealed = log(state, "ann", made)
    assert has_effect(state, "ann", made)
    escrow = boxes.escrow(bytes(32), {each: known(state, each, "ann", made) for each in ("bob", "cyd")})
    have_no_effect(
        ("another cast", state, "ann", changed(made, cast=digest("another"))),
        ("not upcoming", state, "ann", changed(made, exchange=Moment(1, 2))),
        ("a moment that never comes", state, "ann", changed(made, exchange=Moment(10**30, 10**30))),
        ("twice", sealed, "ann", changed(made, commitment=digest("another"))),
        ("of somebody who is out", state.with_seat("ann", out=True), "ann", made),
        ("for another's seat", state, "ann", changed(made, seat="bob")),
        ("for nobody's seat", state, "ann", changed(made, seat="eve")),
        ("of nobody", state, "eve", made),
        ("with an escrow that the terms do not have", state, "ann", changed(made, escrow=escrow)),
        ("with a keeper's seal where nobody reads", state, "ann", changed(made, keeper_seal=digest("a seal"))),
        ("after the set is fixed", both_sealed(), "ann", seal(both_sealed(), "ann", BOB)),
    )
    assert not has_effect(state, "ann", made, identity("eve"))
    assert take(state, packet(evolve(state, game=digest("another game")), "ann", made)) is None


def test_an_opening_has_no_effect_unless_all_of_it_fits() -> None:
    state = both_sealed()
    fixed = the_set(state)
    opened, bad = all_open(state, "ann"), opening(["bad"], "ann's nonce")
    unlawful = all_seal(log(Table().state(), "ann", seal(Table().state(), "ann", bad)), "bob")
    have_no_effect(
        ("another set", state, "ann", Open(set=digest("another"), opening=ANN)),
        ("other lines", state, "ann", Open(set=fixed, opening=Opening(lines=("fire",), nonce=ANN.nonce))),
        ("another nonce", state, "ann", Open(set=fixed, opening=Opening(lines=ANN.lines, nonce=BOB.nonce))),
        ("another's", state, "bob", Open(set=fixed, opening=ANN)),
        ("twice", opened, "ann", Open(set=fixed, opening=ANN)),
        ("out", state.with_seat("ann", out=True), "ann", Open(set=fixed, opening=ANN)),
        ("unlawful lines", unlawful, "ann", Open(set=the_set(unlawful), opening=bad)),
    )


def test_who_is_bound_opens_the_lines_of_their_seal_or_those_that_all_know() -> None:
    state = Table().state()
    sealed = commit(state, "ann", ANN, Moment(1, 1))
    state = evolve(state, bound={(Moment(1, 1), "ann"): Bond(commitment=sealed)})
    again = Opening(lines=ANN.lines, nonce=digest("new"), bound=ANN.nonce)
    other = Opening(lines=("fire",), nonce=digest("new"), bound=ANN.nonce)
    free = Opening(lines=ANN.lines, nonce=digest("new"))
    known = evolve(state, bound={(Moment(1, 1), "ann"): Bond(lines=("hold",))})
    for start, opened, counts in (
        (state, again, True),
        (state, other, False),
        (state, free, False),
        (known, opening(["hold"], "x"), True),
        (known, opening(["fire"], "x"), False),
    ):
        there = all_seal(log(start, "ann", seal(start, "ann", opened)), "bob")
        assert has_effect(there, "ann", Open(set=the_set(there), opening=opened)) == counts


# escrow


def test_the_shares_of_all_holders_open_a_seal() -> None:
    state = three_sealed(terms=ESCROW)
    assert holders(state, "cyd") == ("ann", "bob")
    state = all_open(state, "ann", "bob")
    state = log(state, "ann", share_of(state, "ann", "cyd"))
    assert not state.course.over
    state = log(state, "bob", share_of(state, "bob", "cyd"))
    assert state.course.over
    assert course_of(state).outcomes[0].lines["cyd"] == ()


def test_a_share_has_no_effect_unless_it_is_the_holders_own_of_an_unopened_seal() -> None:
    state = three_sealed(terms=ESCROW)
    good = share_of(state, "ann", "cyd")
    given, opened = log(state, "ann", good), all_open(state, "cyd")
    have_no_effect(
        ("another's share", state, "bob", good),
        ("twice", given, "ann", good),
        ("of an open seal", opened, "ann", good),
        ("of nobody", state, "ann", Share(set=the_set(state), of="eve", share=good.share)),
        ("of one's own seal", state, "cyd", good),
        ("of another set", state, "ann", Share(set=digest("another"), of="cyd", share=good.share)),
        ("another 32 bytes", state, "ann", Share(set=the_set(state), of="cyd", share=digest("bad"))),
    )


def test_shares_that_open_nothing_that_was_sealed_leave_it_to_the_author() -> None:
    state = all_seal(three(terms=ESCROW), "ann", "bob")
    false = seal(state, "cyd", opening(["run"], "false"))
    state = log(state, "cyd", changed(seal(state, "cyd", CYD), box=false.box, escrow=false.escrow))
    for who in ("ann", "bob"):
        state = log(state, who, share_of(state, who, "cyd"))
    assert "cyd" not in state.at_hand.opened
    assert "cyd" in all_open(state, "cyd").at_hand.opened


def test_a_seal_with_a_holder_missing_has_no_effect() -> None:
    state = three(terms=ESCROW)
    made = seal(state, "ann", ANN)
    assert made.escrow is not None
    less = msgspec.structs.replace(made.escrow, digests={"bob": made.escrow.digests["bob"]})
    strange = msgspec.structs.replace(made.escrow, digests={**made.escrow.digests, "eve": digest("a share")})
    for escrow in (None, less, strange):
        assert not has_effect(state, "ann", changed(made, escrow=escrow))


def test_where_only_one_would_hold_shares_there_is_no_escrow() -> None:
    state = three(terms=ESCROW)
    assert holders(state, "ann") == ("bob", "cyd")
    state = state.with_seat("cyd", away=True)
    assert holders(state, "ann") == ()
    made = seal(state, "ann", ANN)
    assert (made.escrow, has_effect(state, "ann", made)) == (None, True)
    assert holders(Table(terms=ESCROW).state(), "ann") == ()
    assert holders(Table(umpire="uma", terms=ESCROW).state(), "ann") == ("bob", "uma")


@pytest.mark.parametrize("spoilt", ["", "AAAA", "not base64", "A" * 400])
def test_a_box_that_does_not_open_is_refused_in_words(spoilt: str) -> None:
    with pytest.raises(UnreadableError):
        boxes.unbox(spoilt, bytes(32))


# who resigns


def test_a_resignation_takes_effect_once_no_set_at_hand_is_fixed_and_makes_seals_void() -> None:
    state = log(three_sealed(), "cyd", Resign())
    assert not state.seats["cyd"].out
    assert all_open(state, "ann", "bob", "cyd").course.over
    state = all_seal(three(), "ann")
    left = log(state, "cyd", Resign())
    assert (left.seats["cyd"].out, left.exchanges, left.cast == state.cast) == (True, {}, False)
    assert course_of(left).facts == ("cyd out by ",)
    assert not has_effect(left, "cyd", Resign())


def test_who_has_resigned_and_is_put_out_leaves_once() -> None:
    state = log(three_sealed(), "cyd", Resign())
    without = decide(state, Without(player="cyd", missing="open"))
    state = log(log(state, "ann", without, at=state.due()), "bob", without, at=state.due() + state.grace)
    assert state.seats["cyd"].out
    assert course_of(state).facts == ("cyd out by ann bob",)


def test_standing_orders_count_by_their_number_and_an_umpire_gives_none_and_does_not_resign() -> None:
    state = log(Table(umpire="uma").state(), "ann", Standing(number=3, lines=("a",)))
    have_no_effect(
        ("the same number", state, "ann", Standing(number=3, lines=("b",))),
        ("a smaller one", state, "ann", Standing(number=2, lines=("b",))),
        ("an umpire's", state, "uma", Standing(number=0, lines=())),
        ("an umpire resigns", state, "uma", Resign()),
    )
    assert log(state, "ann", Standing(number=4, lines=("b",))).standing["ann"] == (4, ("b",))


# what a seal tells before its set is fixed: nothing; whole letters are looked at in tests.endurance.in_the_open


@given(lines=st.lists(st.text(st.characters(codec="utf-8"), max_size=30), max_size=8))
def test_a_seal_has_one_length_whatever_is_ordered_freely_or_bound(lines: list[str]) -> None:
    state = three(terms=Terms(box=512, escrow=True))
    seals = (seal(state, "ann", each) for each in (opening(lines, "n"), opening([], "m"), opening(["run"], "n", "old")))
    assert len({len(write_part(each)) for each in seals}) == 1


def test_orders_that_no_box_holds_are_refused_before_they_are_sealed() -> None:
    state = Table(terms=Terms(box=512)).state()
    lines = [identity(f"{n}").key for n in range(40)]
    assert boxes.size_of(lines) > 512
    with pytest.raises(ValueError, match=f"^orders of {boxes.size_of(lines)} bytes do not fit into a box of 512"):
        seal(state, "ann", opening(lines, "n"))


def test_own_boxes_open_for_their_owner_alone_and_in_their_place_alone() -> None:
    state = Table().state()
    made: Seal = seal(state, "ann", opening(["run"], "n"))
    ann, bob = identity("ann"), identity("bob")

    def where(who: str, sealed: str = made.commitment) -> bytes:
        return boxes.place(state.game, "toy", state.course.moment, state.cast, who, sealed)

    assert boxes.unbox(made.box, ann.secret_with(ann.key, where("ann"))) == opening(["run"], "n")
    for who, key, place in (
        (ann, ann.key, where("bob")),
        (bob, bob.key, where("ann")),
        (bob, ann.key, where("ann")),
        (ann, ann.key, where("ann", ann.key)),
    ):
        with pytest.raises(UnreadableError):
            boxes.unbox(made.box, who.secret_with(key, place))


def test_of_a_seal_two_know_the_same_and_of_another_seal_something_else() -> None:
    ann, bob, cyd = identity("ann"), identity("bob"), identity("cyd")
    assert ann.secret_with(bob.key, b"one") == bob.secret_with(ann.key, b"one")
    pairs = ((ann, bob), (ann, cyd), (ann, ann))
    every = {one.secret_with(other.key, what) for one, other in pairs for what in (b"one", b"two")}
    assert len(every) == 6
    with pytest.raises(UnreadableError, match=r"^Nothing can be encrypted to \"0+\": it is not a public key\.$"):
        ann.secret_with("00" * 32, b"one")
