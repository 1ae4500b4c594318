"""What people decide on the log: who must sign, when it takes effect, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from typing import Any, Final

from attrs import evolve
from msgspec.structs import replace

from sits_es.post.log import exchanges, packets
from sits_es.post.log.packets import Decide, Decision, Enter, Reseat, Signed, Without
from sits_es.post.log.state import Keepers, OnRecord, Seat, State, Vote

#: Decisions that a neutral keeper makes alone if the terms say `rules = "keeper"`.
RULINGS: Final = (packets.Ruling, Enter, packets.Rewind)
#: Decisions about the exchange at hand; they hold for no other.
_AT_HAND = (Without, Enter)


def more_than_half(signers: int, of: int) -> bool:
    """Whether this many are more than half. One of two is not."""
    return 2 * signers > of


def voters(state: State) -> tuple[str, ...]:
    """Whose signatures count towards more than half: players in the game with a program, and a neutral keeper."""
    return (*state.programs, *((state.neutral,) if state.neutral is not None else ()))


def all_in(state: State) -> tuple[str, ...]:
    """Who decides together: players with a program, else the neutral keeper; without the two-faced if most remain."""
    others = tuple(each for each in state.programs if not state.seats[each].two_faced)
    return others if more_than_half(len(others), len(state.programs)) else state.programs or voters(state)


def take_decision(state: State, signed: Signed, decide: Decide) -> State | None:
    """The state after a signature under a decision; `settle` carries it out once enough have signed."""
    vote = state.votes.get(decide.digest, Vote(body=decide, by={}))
    if signed.by in vote.by or decide.digest in state.passed or not may_sign(state, signed.by, decide):
        return None
    return evolve(state, votes={**state.votes, decide.digest: replace(vote, by={**vote.by, signed.by: state.at})})


def may_sign(state: State, by: str, decide: Decide) -> bool:
    """Whether somebody's signature under a decision counts now."""
    decision, at_hand = decide.decision, decide.hand is not None
    if at_hand != isinstance(decision, _AT_HAND) or at_hand == (decide.number is not None) or not holds(state, decide):
        return False
    if isinstance(decision, Without):
        return by in voters(state) and by != decision.player and state.at >= state.due(decision.player)
    return by in all_in(state) or (isinstance(decision, RULINGS) and by == ruler(state))


def ruler(state: State) -> str | None:
    """The neutral keeper, if the terms let them make `RULINGS` alone."""
    return state.neutral if state.terms.rules == "keeper" else None


def holds(state: State, decide: Decide) -> bool:
    """Whether what a decision is about is the case."""
    decision = decide.decision
    if (decide.hand or state.hand) != state.hand:
        return False
    allowed = not isinstance(decision, OnRecord) or state.course.allows(decision)
    is_so, _ = RULES[type(decision)]
    return allowed and is_so(state, decision)


def has_enough(state: State, vote: Vote) -> bool:
    """Whether enough have signed, at the log's time."""
    decision, signers, everybody = vote.body.decision, set(vote.by), set(all_in(state))
    if isinstance(decision, Without):
        return _may_go_on_without(state, decision.player, vote.by)
    if isinstance(decision, RULINGS) and ruler(state) in signers:
        return True
    if not isinstance(decision, Reseat):
        return everybody <= signers
    agrees = decision.player in signers or state.seats[decision.player].mailbox
    return _give_key(state, decision, signers) or (agrees and everybody <= signers | {decision.player})


def _give_key(state: State, decision: Reseat, signers: set[str]) -> bool:
    """Whether all others, two at least, give a new key to a seat that is away or overdue."""
    player, others = decision.player, set(all_in(state)) - {decision.player}
    lacks = state.seats[player].away or any(exchanges.missing(state, what, player) for what in ("seal", "act", "open"))
    return len(others) >= 2 and others <= signers and lacks and state.at >= state.due(player)


def waits(state: State, decision: Decision) -> bool:
    """Whether a decision waits until the fixed set is played: the last to sign may already know its orders."""
    return isinstance(decision, Enter | packets.Readmit) and state.at_hand.fixed is not None


def _may_go_on_without(state: State, player: str, by: Mapping[str, int]) -> bool:
    first = min((at for each, at in by.items() if each in voters(state) and each != player), default=state.at)
    return state.at >= max(state.due(player), first) + state.grace and are_enough_without(state, player, by)


def are_enough_without(state: State, player: str, by: Collection[str]) -> bool:
    """Whether those who sign are enough to go on without a player."""
    count = voters(state)
    signers = {each for each in by if each in count and each != player}
    if state.reads:
        people = set(state.programs) - {player}
        return state.keeper in signers and (not people or not people.isdisjoint(signers))
    return more_than_half(len(signers), len(count))


def recover(state: State, signed: Signed) -> State | None:
    """The state after a seat names its new key, signed with its recovery key; nobody else need sign."""
    match signed.body:
        case Decide(decision=Reseat(player=signed.by), number=str()) as decide:
            if signed.key == state.seats[signed.by].recovery and decide.digest not in state.passed:
                return _passed(state, Vote(body=decide, by={signed.by: state.at})) if holds(state, decide) else None
    return None


def decide(state: State) -> State | None:
    """The state after the first decision that passes, or without one that is about nothing any more."""
    for digest, vote in sorted(state.votes.items()):
        if not holds(state, vote.body):
            return _forgotten(state, digest)
        if has_enough(state, vote) and not waits(state, vote.body.decision):
            return _passed(state, vote)
    return None


def _passed(state: State, vote: Vote) -> State:
    digest, decision = vote.body.digest, vote.body.decision
    state = evolve(_forgotten(state, digest), passed=state.passed | {digest})
    if isinstance(decision, OnRecord):
        course = state.course.decide(decision, tuple(sorted(vote.by)), digest)
        state = exchanges.comes_to_hand(state, evolve(state, course=course))
    _, effect = RULES[type(decision)]
    return effect(state, decision, vote)


def _forgotten(state: State, decision: str) -> State:
    return evolve(state, votes={digest: vote for digest, vote in state.votes.items() if digest != decision})


def _without(state: State, decision: Without, vote: Vote) -> State:
    player = decision.player
    if decision.missing == "act":
        return exchanges.with_act(state, exchanges.in_force(state, player))
    if decision.missing == "seal" and (state.course.moment, player) not in state.bound:
        return state.with_seat(player, away=True)
    return _put_out(exchanges.bind(state, player), player, tuple(sorted(vote.by)), vote.body.digest)


def _put_out(state: State, player: str, by: tuple[str, ...], why: str) -> State:
    """The state without a player. by: who signed it; why: a digest."""
    leaving = {each: digest for each, digest in state.leaving.items() if each != player}
    state = evolve(state, course=state.course.put_out(player, by), leaving=leaving)
    return exchanges.void(state.with_seat(player, out=True), why)


def _back(state: State, player: str) -> State:
    """The state in which a player is no longer away, unless nobody seals for them."""
    return state.with_seat(player, away=state.seats[player].mailbox and not state.reads)


def _readmit(state: State, decision: packets.Readmit, vote: Vote) -> State:
    return exchanges.void(_back(state, decision.player).with_seat(decision.player, out=False), vote.body.digest)


def _reseat(state: State, decision: Reseat, vote: Vote) -> State:
    given, player = _give_key(state, decision, set(vote.by)), decision.player
    state = exchanges.bind(state, player) if given else state
    state = state.with_seat(player, key=decision.key, recovery=decision.recovery, mailbox=False)
    return exchanges.void(state, vote.body.digest, fixed_too=given)


def _keeper(state: State, decision: packets.NewKeeper, _: Vote) -> State:
    players = tuple(each for each in state.keepers[-1].order if state.seats[each].plays)
    keepers = Keepers(since=state.link.epoch + 1, order=(decision.id, *players), reads=decision.reads)
    seat = Seat(id=decision.id, key=decision.key, plays=False)
    return evolve(state, seats={**state.seats, seat.id: seat}, keepers=(*state.keepers, keepers))


def _rewind(state: State, _: packets.Rewind, vote: Vote) -> State:
    state = reduce(_back, state.seats, exchanges.void(state, vote.body.digest))
    return evolve(state, bound={}, since=state.at)


#: For each kind of decision: whether what it is about is the case, and the state once it has passed.
RULES: Final[Mapping[type, tuple[Callable[[State, Any], bool], Callable[[State, Any, Vote], State]]]] = {
    Without: (lambda state, it: exchanges.missing(state, it.missing, it.player), _without),
    packets.Deadline: (
        lambda state, _: not state.course.over,
        lambda state, it, _: evolve(state, hours={**state.hours, it.scope: it.hours}),
    ),
    packets.Absence: (
        lambda state, it: it.player in state.playing,
        lambda state, it, _: state.with_seat(it.player, until=it.until),
    ),
    packets.Ruling: (lambda _, __: True, lambda state, _, __: state),
    Enter: (lambda _, __: True, lambda state, _, vote: exchanges.void(state, vote.body.digest)),
    packets.Readmit: (
        lambda state, it: it.player in {each.id for each in state.seats.values() if each.plays and each.out},
        _readmit,
    ),
    packets.End: (lambda _, __: True, lambda state, _, __: state),
    packets.NewKeeper: (lambda state, it: it.id not in state.seats or not state.seats[it.id].plays, _keeper),
    packets.Rewind: (lambda _, __: True, _rewind),
    Reseat: (lambda state, it: it.player in state.seats and not state.seats[it.player].out, _reseat),
}


def leave(state: State) -> State | None:
    """The state after the next resignation; none takes effect while a fixed set is unplayed."""
    if not state.leaving or state.course.over or state.at_hand.set is not None:
        return None
    player, packet = min(state.leaving.items())
    return _put_out(evolve(state, passed=state.passed | {packet}), player, (), packet)
