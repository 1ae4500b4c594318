"""Decisions of people on the log: who must sign which, when it takes effect, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve, frozen

from sits_es.post.log import exchanges
from sits_es.post.log.course import OnRecord
from sits_es.post.log.packets import (
    Absence,
    Deadline,
    Decide,
    Decision,
    End,
    Enter,
    NewKeeper,
    Readmit,
    Reseat,
    Rewind,
    Ruling,
    Signed,
    Without,
)
from sits_es.post.log.state import Keepers, Seat, State, Vote

#: Decisions that a neutral keeper makes alone where the terms say `rules = "keeper"`.
_RULINGS = (Ruling, Enter, Rewind)
#: Decisions about the exchange at hand, which hold nowhere else.
_AT_HAND = (Without, Enter)


def more_than_half(signers: int, of: int) -> bool:
    """Whether this many are more than half; of two, one isn't."""
    return 2 * signers > of


def voters(state: State) -> tuple[str, ...]:
    """Those who count in more than half: players who are in and have a program, and a neutral keeper."""
    return (*state.programs, *((state.neutral,) if state.neutral is not None else ()))


def all_in(state: State) -> tuple[str, ...]:
    """Those who together decide: players who are in and have a program; where there is none, the neutral keeper.

    Whoever has shown two logs is asked no more where the others are more than half: otherwise they could keep those
    from a way out.
    """
    others = tuple(each for each in state.programs if not state.seats[each].two_faced)
    return others if more_than_half(len(others), len(state.programs)) else state.programs or voters(state)


def take_decision(state: State, signed: Signed, decide: Decide) -> State | None:
    """A signature under a decision; it takes effect by `settle`, once enough have signed."""
    vote = state.votes.get(decide.digest, Vote(body=decide, by={}))
    if signed.by in vote.by or decide.digest in state.passed or not may_sign(state, signed.by, decide):
        return None
    return evolve(state, votes={**state.votes, decide.digest: evolve(vote, by={**vote.by, signed.by: state.at})})


def may_sign(state: State, by: str, decide: Decide) -> bool:
    """Whether somebody's signature under a decision has an effect now."""
    decision = decide.decision
    if (decide.hand is None) == isinstance(decision, _AT_HAND) or (decide.hand is None) == (decide.number is None):
        return False
    if not holds(state, decide):
        return False
    if isinstance(decision, Without):
        return by in voters(state) and by != decision.player and state.at >= state.due(decision.player)
    return by in all_in(state) or (by == state.neutral and _rules_alone(state, decision))


def _rules_alone(state: State, decision: Decision) -> bool:
    return state.terms.rules == "keeper" and state.neutral is not None and isinstance(decision, _RULINGS)


def holds(state: State, decide: Decide) -> bool:
    """Whether a decision is about something that is so."""
    if decide.hand is not None and decide.hand != state.hand:
        return False
    if isinstance(decide.decision, OnRecord) and not state.course.allows(decide.decision):
        return False
    return RULES[type(decide.decision)].holds(state, decide.decision)


def has_enough(state: State, vote: Vote) -> bool:
    """Whether those who signed are enough, at the log's time."""
    decision, signers = vote.body.decision, set(vote.by)
    if isinstance(decision, Without):
        return _may_go_on_without(state, decision.player, vote.by)
    if _rules_alone(state, decision) and state.neutral in signers:
        return True
    everybody = set(all_in(state))
    if not isinstance(decision, Reseat):
        return everybody <= signers
    if _give_key(state, decision, signers):
        return True
    mailbox = state.seats[decision.player].mailbox
    return everybody <= signers | {decision.player} and (mailbox or decision.player in signers)


def _give_key(state: State, decision: Reseat, signers: set[str]) -> bool:
    """Whether all others, two at least, give a new key to a seat that is overdue."""
    others = set(all_in(state)) - {decision.player}
    return len(others) >= 2 and others <= signers and _is_overdue(state, decision.player)


def waits(state: State, decision: Decision) -> bool:
    """Whether a decision can't take effect before the exchange at hand is played, as its set is final.

    Seals may have been opened to it: whoever signs last would know what they begin anew. Where somebody acts alone,
    nothing is opened before the act is there.
    """
    fixed = state.at_hand.set
    return isinstance(decision, Enter | Readmit) and fixed is not None and fixed.digest is not None


def _may_go_on_without(state: State, player: str, by: Mapping[str, int]) -> bool:
    count = voters(state)
    signers = [each for each in by if each in count and each != player]
    if not signers or state.at < max(state.due(player), min(by[each] for each in signers)) + state.grace:
        return False
    if state.reads:
        people = set(state.programs) - {player}
        return state.keeper in signers and (not people or bool(people & set(signers)))
    return more_than_half(len(signers), len(count))


def _is_overdue(state: State, player: str) -> bool:
    lacks = any(exchanges.missing(state, what, player) for what in ("seal", "act", "open"))
    return (lacks or state.seats[player].away) and state.at >= state.due(player)


def recover(state: State, signed: Signed) -> State | None:
    """A seat's own decision that names another key, signed with its recovery key: it needs nobody else."""
    seat, decide = state.seats[signed.by], signed.body
    if not isinstance(decide, Decide) or not isinstance(decide.decision, Reseat) or signed.key != seat.recovery:
        return None
    if decide.decision.player != seat.id or decide.digest in state.passed or decide.number is None:
        return None
    return _passed(state, Vote(body=decide, by={seat.id: state.at})) if holds(state, decide) else None


def decide(state: State) -> State | None:
    """The first decision that has passed takes effect, or one that is about nothing any more is forgotten."""
    for digest, vote in sorted(state.votes.items()):
        if not holds(state, vote.body):
            return evolve(state, votes={each: other for each, other in state.votes.items() if each != digest})
        if has_enough(state, vote) and not waits(state, vote.body.decision):
            return _passed(state, vote)
    return None


def _passed(state: State, vote: Vote) -> State:
    digest, decision = vote.body.digest, vote.body.decision
    votes = {each: other for each, other in state.votes.items() if each != digest}
    state = evolve(state, votes=votes, passed=state.passed | {digest})
    if isinstance(decision, OnRecord):
        course = state.course.decide(decision, tuple(sorted(vote.by)), digest)
        state = exchanges.comes_to_hand(state, evolve(state, course=course))
    return RULES[type(decision)].effect(state, decision, vote)


# what each does


@frozen
class Rule:
    """One kind of decision. holds: whether it is about something that is so; effect: the state once it has passed."""

    holds: Callable[[State, Any], bool]
    effect: Callable[[State, Any, Vote], State]


def _always(_: State, __: Decision) -> bool:
    return True


def _goes_on(state: State, _: Decision) -> bool:
    return not state.course.over


def _stays(state: State, _: Decision, __: Vote) -> State:
    return state


def _is_missing(state: State, decision: Without) -> bool:
    return exchanges.missing(state, decision.missing, decision.player)


def _without(state: State, decision: Without, vote: Vote) -> State:
    player, seat = decision.player, state.seats[decision.player]
    if decision.missing == "act":
        return exchanges.act_in_force(state, player)
    if decision.missing == "seal" and (state.course.moment, player) not in state.bound:
        return state.with_seat(evolve(seat, away=True))
    state = exchanges.bind(state, player)
    leaving = {each: digest for each, digest in state.leaving.items() if each != player}
    course = state.course.put_out(player, tuple(sorted(vote.by)))
    return exchanges.void(
        evolve(state.with_seat(evolve(seat, out=True)), course=course, leaving=leaving), vote.body.digest
    )


def _deadline(state: State, decision: Deadline, _: Vote) -> State:
    return evolve(state, hours={**state.hours, decision.scope: decision.hours})


def _is_player_in(state: State, decision: Absence) -> bool:
    return decision.player in state.playing


def _absence(state: State, decision: Absence, _: Vote) -> State:
    return state.with_seat(evolve(state.seats[decision.player], until=decision.until))


def _enter(state: State, _: Enter, vote: Vote) -> State:
    return exchanges.void(state, vote.body.digest)


def _is_player_out(state: State, decision: Readmit) -> bool:
    seat = state.seats.get(decision.player)
    return seat is not None and seat.plays and seat.out


def _back(state: State, seat: Seat) -> Seat:
    """A seat that is not away any more, unless it has no program and nobody seals for it."""
    return evolve(seat, away=seat.mailbox and not state.reads)


def _readmit(state: State, decision: Readmit, vote: Vote) -> State:
    seat = evolve(_back(state, state.seats[decision.player]), out=False)
    return exchanges.void(state.with_seat(seat), vote.body.digest)


def _is_seat(state: State, decision: Reseat) -> bool:
    return decision.player in state.seats and not state.seats[decision.player].out


def _reseat(state: State, decision: Reseat, vote: Vote) -> State:
    given = _give_key(state, decision, set(vote.by))
    seat = evolve(state.seats[decision.player], key=decision.key, recovery=decision.recovery, mailbox=False)
    state = (exchanges.bind(state, decision.player) if given else state).with_seat(seat)
    return exchanges.void(state, vote.body.digest, fixed_too=given)


def _plays_no_side(state: State, decision: NewKeeper) -> bool:
    return decision.id not in state.seats or not state.seats[decision.id].plays


def _keeper(state: State, decision: NewKeeper, _: Vote) -> State:
    players = tuple(each for each in state.keepers[-1].order if state.seats[each].plays)
    keepers = Keepers(since=state.link.epoch + 1, order=(decision.id, *players), reads=decision.reads)
    seat = Seat(id=decision.id, key=decision.key, plays=False)
    return evolve(state.with_seat(seat), keepers=(*state.keepers, keepers))


def _rewind(state: State, _: Rewind, vote: Vote) -> State:
    seats = {each: _back(state, seat) for each, seat in state.seats.items()}
    return evolve(exchanges.void(state, vote.body.digest), seats=seats, bound={}, since=state.at)


RULES: Final[Mapping[type, Rule]] = {
    Without: Rule(_is_missing, _without),
    Deadline: Rule(_goes_on, _deadline),
    Absence: Rule(_is_player_in, _absence),
    Ruling: Rule(_always, _stays),
    Enter: Rule(_always, _enter),
    Readmit: Rule(_is_player_out, _readmit),
    End: Rule(_always, _stays),
    NewKeeper: Rule(_plays_no_side, _keeper),
    Rewind: Rule(_always, _rewind),
    Reseat: Rule(_is_seat, _reseat),
}


def leave(state: State) -> State | None:
    """The next resignation that takes effect: none does while the exchange at hand has a set that is not played."""
    if not state.leaving or state.course.over or state.at_hand.set is not None:
        return None
    player, packet = min(state.leaving.items())
    leaving = {each: digest for each, digest in state.leaving.items() if each != player}
    course, passed = state.course.put_out(player, ()), state.passed | {packet}
    seat = evolve(state.seats[player], out=True)
    state = evolve(state.with_seat(seat), course=course, leaving=leaving, passed=passed)
    return exchanges.void(state, packet)
