"""What players of an example seal and open, and the set that follows."""

from __future__ import annotations

from typing import Any

from sits_es.keys.identity import Identity
from sits_es.post.log import boxes
from sits_es.post.log.apply import take
from sits_es.post.log.entries import Tick
from sits_es.post.log.packets import Body, Open, Opening, Seal, Share, Without
from sits_es.post.log.state import Set, State
from sits_es.rules.moments import Moment
from tests.post.log.table import Table, append, decide, identity, log, opening, packet, seal


def three(**table: Any) -> State:
    """Ann, bob and cyd at the beginning of their game. table: as `Table` takes it."""
    return Table(players=("ann", "bob", "cyd"), **table).state()


def has_effect(state: State, by: str, body: Body, who: Identity | None = None) -> bool:
    """Whether a packet of a seat has an effect where it is logged next. who: signs it, where that is another."""
    return take(state, packet(state, by, body, who=who)) is not None


def opening_of(who: str, moment: Moment | None = None) -> Opening:
    """What a player seals in an example: orders of ann and bob, and nothing of anybody else."""
    lines = {"ann": ["turn left"], "bob": ["fire", "run"]}
    return opening(lines.get(who, []), f"{who}'s nonce" + (f" {moment}" if moment and moment > Moment() else ""))


def all_seal(state: State, *who: str, moment: Moment | None = None) -> State:
    """The state once some have sealed that."""
    for each in who:
        state = log(state, each, seal(state, each, opening_of(each, moment), moment))
    return state


def all_open(state: State, *who: str, moment: Moment | None = None) -> State:
    """The state once some have opened that."""
    for each in who:
        state = log(state, each, Open(set=the_set(state, moment), opening=opening_of(each, moment)))
    return state


def all_send(state: State, body: Body, *who: str, at: int | None = None) -> State:
    """The state once some have sent the same."""
    for each in who:
        state = log(state, each, body, at=at)
    return state


def gone_without(state: State, player: str, missing: Any, *signers: str) -> State:
    """The state once some have signed to go on without a player, and the grace is over."""
    without = decide(state, Without(player=player, missing=missing))
    state = all_send(state, without, *signers, at=max(state.at, state.due()))
    return append(state, Tick(), at=state.at + state.grace)


def known(state: State, reader: str, of: str, made: Seal, by: str | None = None) -> bytes:
    """What somebody and whoever made a seal know of it. by: who made it, for a player without a program."""
    where = boxes.place(state.game, state.course.branch, made.exchange, state.cast, of, made.commitment)
    return identity(reader).secret_with(identity(by or of).key, where)


def share_of(state: State, by: str, of: str) -> Share:
    """A holder's share of a seal."""
    return Share(set=the_set(state), of=of, share=known(state, by, of, state.at_hand.seals[of]).hex())


def set_of(state: State, moment: Moment | None = None) -> Set:
    """The set that is fixed, at hand or ahead."""
    found = state.exchange(moment or state.course.moment).set
    assert found is not None
    return found


def the_set(state: State, moment: Moment | None = None) -> str:
    """Its digest."""
    digest = set_of(state, moment).digest
    assert digest is not None
    return digest
