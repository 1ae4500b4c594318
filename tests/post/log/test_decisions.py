"""Decisions on the log, each as an example: who must sign, when, to the minute, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from sits_es.post.log import packets
from sits_es.post.log.apply import take
from sits_es.post.log.decisions import more_than_half, voters
from sits_es.post.log.entries import Logged, Opened, Tick
from sits_es.post.log.packets import Act, Deadline, Decide, Decision, End, Readmit, Reseat, Rewind, Ruling, Terms
from sits_es.post.log.state import Bond, State
from sits_es.rules.moments import Moment
from tests.post.log.examples import all_open, all_seal, all_send, gone_without, has_effect, opening_of, set_of
from tests.post.log.table import HOUR, START, Table, append, commit, decide, digest, identity, log, packet
from tests.post.log.toy import course_of

DUE = START + 24 * HOUR
GRACE = 12 * HOUR
TERMS, READS = Terms(hours=24, grace=12), Terms(hours=24, grace=12, reads=True)
IDS = ("ann", "bob", "cyd", "dee", "eve", "fay")
FIRST = Moment(1, 1)


def table(*players: str, **more: Any) -> State:
    return Table(players=players or ("ann", "bob", "cyd"), terms=more.pop("terms", TERMS), **more).state()


def signed_by(state: State, decision: Decision, *who: str, at: int | None = None, number: str = "one") -> State:
    return all_send(state, decide(state, decision, number), *who, at=at)


# more than half


#: How many must sign, by how many players there are, without a neutral keeper and with one; None where all are too few.
NEEDED: dict[bool, dict[int, int | None]] = {
    False: {2: None, 3: 2, 4: 3, 5: 3, 6: 4},
    True: {2: 2, 3: 3, 4: 3, 5: 4, 6: 4},
}


@pytest.mark.parametrize("neutral", NEEDED)
@pytest.mark.parametrize("players", range(2, 7))
def test_without_needs_more_than_half_of_all_who_are_in_with_a_program_and_a_neutral_keeper(
    players: int, neutral: bool
) -> None:
    needed = NEEDED[neutral][players]
    state = table(*IDS[:players], umpire="uma" if neutral else None)
    late, count = IDS[players - 1], len(voters(state))
    others = [each for each in voters(state) if each != late]
    assert count == players + neutral
    for signers in range(len(others) + 1):
        passed = gone_without(state, late, "seal", *others[:signers]).seats[late].away
        assert passed == (needed is not None and signers >= needed)
        assert passed == more_than_half(signers, count)


@pytest.mark.parametrize(("how", "passes"), [("away", False), ("out", True)])
def test_who_is_away_counts_among_those_of_whom_more_than_half_sign_and_who_is_out_does_not(
    how: str, passes: bool
) -> None:
    state = table("ann", "bob", "cyd", "dee").with_seat("cyd", **{how: True})
    assert gone_without(state, "dee", "seal", "ann", "bob").seats["dee"].away == passes


# to go on without somebody, when


@pytest.mark.parametrize(
    ("first", "second", "tick", "away"),
    [
        (DUE - 1, DUE + GRACE, DUE + 9 * GRACE, False),  # a signature before it is due is none
        (DUE, DUE, DUE + GRACE - 1, False),
        (DUE, DUE, DUE + GRACE, True),
        (DUE + 5, DUE + GRACE, DUE + GRACE + 4, False),  # grace after the first signature
        (DUE + 5, DUE + GRACE, DUE + GRACE + 5, True),
        (DUE + 5, DUE + 3 * GRACE, DUE + 3 * GRACE, True),  # the second may come later
    ],
)
def test_without_takes_effect_grace_after_due_and_after_the_first_signature(
    first: int, second: int, tick: int, away: bool
) -> None:
    state = table()
    body = decide(state, packets.Without(player="cyd", missing="seal"))
    state = log(log(state, "ann", body, at=first), "bob", body, at=second)
    assert append(state, Tick(), at=tick).seats["cyd"].away == away


def test_who_is_absent_is_due_on_the_day_they_come_back() -> None:
    until = DUE + 100 * HOUR
    state = signed_by(table(), packets.Absence(player="cyd", until=until), "ann", "bob", "cyd")
    without = packets.Without(player="cyd", missing="seal")
    assert take(evolve(state, at=until - 1), packet(state, "ann", decide(state, without))) is None
    state = signed_by(state, without, "ann", "bob", at=until)
    assert append(state, Tick(), at=until + GRACE).seats["cyd"].away


def test_a_seal_that_comes_before_grace_is_over_makes_without_void() -> None:
    state = signed_by(table(), packets.Without(player="cyd", missing="seal"), "ann", "bob", at=DUE)
    state = all_seal(state, "cyd")
    assert state.votes == {}
    assert not append(state, Tick(), at=DUE + GRACE).seats["cyd"].away


# to go on without somebody, and what that does


def test_without_a_seal_the_seat_is_away_and_the_set_is_fixed() -> None:
    state = gone_without(all_seal(table(), "ann", "bob"), "cyd", "seal", "ann", "bob")
    assert set_of(state).in_force == {"cyd": ()}
    assert course_of(state).facts == ()


def test_without_an_opening_the_seat_is_out_and_all_others_are_bound_to_what_they_sealed() -> None:
    state = table(*IDS[:4]).with_seat("dee", away=True)
    state = all_open(all_seal(state, "ann", "bob", "cyd"), "ann")
    sealed = {each: commit(state, each, opening_of(each), FIRST) for each in IDS[:3]}
    cast = state.cast
    state = gone_without(state, "cyd", "open", "ann", "bob", "dee")
    assert state.seats["cyd"].out
    assert course_of(state).facts == ("cyd out by ann bob dee",)
    assert state.cast != cast
    assert state.exchanges == {}
    assert state.bound == {
        (FIRST, "ann"): Bond(commitment=sealed["ann"]),
        (FIRST, "bob"): Bond(commitment=sealed["bob"]),
        (FIRST, "cyd"): Bond(lines=()),
        (FIRST, "dee"): Bond(lines=()),  # the orders that were in force
    }


def test_a_bound_seat_without_a_seal_is_out_and_not_away() -> None:
    state = all_open(all_seal(table("ann", "bob", "cyd", "dee"), "ann", "bob", "cyd", "dee"), "ann", "bob", "dee")
    state = gone_without(state, "cyd", "open", "ann", "bob", "dee")
    state = gone_without(state, "dee", "seal", "ann", "bob")
    assert state.seats["dee"].out
    assert course_of(state).facts == ("cyd out by ann bob dee", "dee out by ann bob")


def test_without_an_act_the_orders_in_force_stand_as_the_act() -> None:
    state = all_seal(table(alone="ann"), "ann", "bob", "cyd")
    state = gone_without(state, "ann", "act", "bob", "cyd")
    fixed = set_of(state)
    assert fixed.act == ()
    assert fixed.digest is not None
    assert not state.seats["ann"].away
    assert not has_effect(state, "ann", Act(set=fixed.bare, lines=("late",)))


@pytest.mark.parametrize(
    ("player", "missing"),
    [("cyd", "act"), ("cyd", "open"), ("bob", "seal"), ("eve", "seal"), ("uma", "seal"), ("ann", "seal")],
)
def test_without_has_no_effect_about_oneself_or_where_nothing_of_that_kind_lacks(player: str, missing: Any) -> None:
    state = all_seal(table(umpire="uma"), "bob")
    body = decide(state, packets.Without(player=player, missing=missing))
    assert take(evolve(state, at=DUE), packet(state, "ann", body)) is None


def test_under_a_reading_keeper_without_needs_the_keeper_and_a_player_where_one_has_a_program() -> None:
    state = all_seal(table(umpire="uma", terms=READS), "uma")
    for signers, passes in ((("uma",), False), (("ann", "bob"), False), (("uma", "ann"), True)):
        assert gone_without(state, "cyd", "seal", *signers).seats["cyd"].away == passes
    alone = all_seal(table("ann", "bob", umpire="uma", mailbox=("ann", "bob"), terms=READS), "uma")
    assert gone_without(alone, "bob", "seal", "uma").seats["bob"].away
    assert signed_by(alone, End(winner=None), "uma").course.over


# all in


ALL_IN: dict[str, tuple[Decision, Callable[[State], bool]]] = {
    "deadline": (Deadline(hours=48, scope="always"), lambda state: state.due() == START + 48 * HOUR),
    "absence": (
        packets.Absence(player="bob", until=DUE + 5),
        lambda state: (state.due("ann"), state.due("bob")) == (DUE, DUE + 5),
    ),
    "ruling": (Ruling(about=FIRST, words="Hit."), lambda state: course_of(state).facts == ("Ruling by ann bob cyd",)),
    "end": (End(winner="ann"), lambda state: state.course.over),
    "rewind": (Rewind(to=FIRST), lambda state: state.course.branch != "toy"),
    "keeper": (
        packets.NewKeeper(id="kay", name="Kay", key=identity("kay").key),
        lambda state: state.keeper_of(1) == "kay" and state.keeper == "ann",
    ),
    "reseat": (
        Reseat(player="bob", key=identity("bob", "new").key),
        lambda state: state.seats["bob"].key == identity("bob", "new").key,
    ),
}


@pytest.mark.parametrize("name", ALL_IN)
def test_a_decision_takes_effect_once_for_ever_when_all_who_are_in_have_signed_once(name: str) -> None:
    decision, shows = ALL_IN[name]
    state = signed_by(table(), decision, "ann", "bob")
    again = decide(state, decision)
    assert not has_effect(state, "ann", again)
    assert (shows(state), len(state.votes)) == (False, 1)
    state = signed_by(state, decision, "cyd")
    assert (shows(state), state.votes) == (True, {})
    assert not has_effect(state, "ann", again)


def test_a_decision_has_a_number_or_the_exchange_that_it_is_about_and_not_the_other() -> None:
    state = evolve(table(entered=frozenset({1})), at=DUE)
    end, enter = End(winner=None), packets.Enter(player="ann", lines=())
    for body in (
        Decide(decision=end),
        Decide(decision=end, hand=state.hand),
        Decide(decision=end, hand=state.hand, number=digest("n")),
        Decide(decision=enter),
        Decide(decision=enter, number=digest("n")),
    ):
        assert not has_effect(state, "ann", body)


def test_a_like_decision_is_made_again_with_another_number() -> None:
    state = signed_by(table(), Deadline(hours=48, scope="always"), "ann", "bob", "cyd")
    state = signed_by(state, Deadline(hours=72, scope="always"), "ann", "bob", "cyd")
    state = signed_by(state, Deadline(hours=48, scope="always"), "ann", "bob", "cyd", number="two")
    assert state.due() == START + 48 * HOUR


@pytest.mark.parametrize(("scope", "second", "third"), [("exchange", 24, 24), ("turn", 48, 24), ("always", 48, 48)])
def test_hours_count_for_an_exchange_a_turn_or_from_now_on(scope: Any, second: int, third: int) -> None:
    state = signed_by(table("ann", "bob", last=3), Deadline(hours=48, scope=scope), "ann", "bob")
    assert state.due() == START + 48 * HOUR
    state = all_open(all_seal(state, "ann", "bob"), "ann", "bob")
    assert state.due() == START + second * HOUR
    state = all_open(all_seal(state, "ann", "bob"), "ann", "bob")
    assert state.course.moment == Moment(2, 1)
    assert state.due() == START + third * HOUR


def test_facts_are_entered_by_all_and_what_was_sealed_ahead_is_void() -> None:
    state = table(entered=frozenset({1}), last=2)
    enter = packets.Enter(player="ann", lines=("facts",))
    cast = state.cast
    state = signed_by(state, enter, "ann", "bob", "cyd")
    assert course_of(state).facts == ("Enter by ann bob cyd",)
    assert state.course.moment == Moment(1, 2)
    assert state.cast != cast
    assert not has_effect(state, "ann", decide(state, enter))


def test_under_the_terms_rules_keeper_the_neutral_keeper_rules_alone() -> None:
    state = table(umpire="uma", terms=Terms(rules="keeper"))
    assert course_of(signed_by(state, Ruling(about=FIRST, words="It hit."), "uma")).facts == ("Ruling by uma",)
    assert signed_by(state, Rewind(to=FIRST), "uma").course.branch != "toy"
    assert not has_effect(state, "uma", decide(state, End(winner=None)))
    plain = table(umpire="uma")
    assert not has_effect(plain, "uma", decide(plain, Ruling(about=FIRST, words="It hit.")))


def test_a_mailbox_seat_is_none_of_all_in() -> None:
    state = table(umpire="uma", mailbox=("bob",), terms=READS)
    assert signed_by(state, End(winner=None), "ann", "cyd").course.over


def test_who_is_out_comes_back_when_all_in_readmit_them_what_was_sealed_is_void_and_a_resignation_counts_once() -> None:
    resigned = packet(table(), "bob", packets.Resign())
    state = all_seal(append(table(), Logged(packet=resigned)), "ann")
    assert state.seats["bob"].out
    state = signed_by(state, Readmit(player="bob"), "ann", "cyd")
    assert (state.seats["bob"].out, state.exchanges) == (False, {})
    assert take(state, resigned) is None


def test_a_rewind_ends_bonds_and_away_and_goes_on_in_a_branch_of_its_own() -> None:
    state = all_open(all_seal(table("ann", "bob", last=2), "ann", "bob"), "ann", "bob")
    state = state.with_seat("bob", away=True)
    state = evolve(state, bound={(Moment(1, 2), "ann"): Bond(lines=())})
    branch = f"toy-{decide(state, Rewind(to=FIRST)).digest}"
    state = signed_by(state, Rewind(to=FIRST), "ann", "bob")
    assert (state.course.moment, state.course.branch, state.bound) == (FIRST, branch, {})
    assert not state.seats["bob"].away


@pytest.mark.parametrize(
    "decision",
    [
        Rewind(to=Moment(9, 9)),
        Rewind(to=FIRST, of="another branch"),
        *(packets.NewKeeper(id=who, name=who, key=identity(who).key) for who in ("ann", "bob")),
        Readmit(player="bob"),
    ],
)
def test_a_decision_about_what_is_not_so_has_no_effect(decision: Decision) -> None:
    state = table()
    assert not has_effect(state, "ann", decide(state, decision))


# another key


def test_all_others_reseat_who_is_overdue_where_they_are_two() -> None:
    reseat = Reseat(player="cyd", key=identity("cyd", "new").key)
    state = signed_by(table(), reseat, "ann", "bob")
    assert state.seats["cyd"].key == identity("cyd").key
    state = append(state, Tick(), at=DUE)
    assert state.seats["cyd"].key == identity("cyd", "new").key
    two = append(signed_by(table("ann", "bob"), Reseat(player="bob", key=digest("k")), "ann"), Tick(), at=DUE)
    assert two.seats["bob"].key == identity("bob").key


def test_a_recovery_key_names_another_alone_and_once_and_a_fixed_set_stays() -> None:
    state, new = all_seal(table(), "ann", "bob"), identity("bob", "new")
    named = packet(state, "bob", decide(state, Reseat(player="bob", key=new.key)), who=identity("bob", "recovery"))
    state = append(state, Logged(packet=named))
    assert (state.seats["bob"].key, state.exchanges, state.bound) == (new.key, {}, {})
    assert take(state, named) is None
    end = decide(state, End(winner=None))
    assert (has_effect(state, "bob", end), has_effect(state, "bob", end, new)) == (False, True)
    fixed = all_seal(table("ann", "bob", last=2), "ann", "bob")
    after = log(fixed, "bob", decide(fixed, Reseat(player="bob", key=new.key)), who=identity("bob", "recovery"))
    assert (after.seats["bob"].key, after.at_hand.set) == (new.key, fixed.at_hand.set)
    assert after.cast != fixed.cast


def test_a_recovery_key_names_nobody_elses_key_and_signs_nothing_else() -> None:
    state = table()
    for decision, whose in (
        (Reseat(player="ann", key=digest("k")), "bob"),
        (End(winner=None), "bob"),
        (Reseat(player="bob", key=digest("k")), "ann"),
    ):
        assert not has_effect(state, "bob", decide(state, decision), identity(whose, "recovery"))


# packets that no entry logs


def test_packets_that_travel_beside_the_log_have_no_effect_in_it() -> None:
    state = table()
    assert not has_effect(state, "ann", packets.Next(epoch=1, head=state.link.has))
    assert take(state, Table().invitation()) is None
    assert all(take(state, each) is None for each in Table().answers())


def test_where_nobody_reads_an_entry_that_opens_has_no_effect() -> None:
    state = all_seal(table("ann", "bob"), "ann", "bob")
    told = Opened(set=set_of(state).bare, seals={"ann": opening_of("ann")})
    assert append(state, told).at_hand.opened == {}
