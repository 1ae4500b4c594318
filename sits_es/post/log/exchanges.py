"""An exchange of secret orders. A function that takes a packet gives the next state, or None if it has no effect."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from attrs import evolve
from msgspec.structs import replace

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.game.seals import Sealed, commitment
from sits_es.post.log import boxes
from sits_es.post.log.entries import Opened
from sits_es.post.log.packets import Act, Open, Opening, Seal, Share, Signed
from sits_es.post.log.state import Bond, Exchange, Played, Set, State
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed

_SET: Final = b"sits-es/set/1"
_CAST: Final = b"sits-es/cast/1"
_NONE: Final = Set(seals={}, in_force={}, bare="")


def needed(state: State, owed: Owed) -> tuple[str, ...]:
    """Whose seals an exchange needs, by id: all players in the game, and a neutral keeper who reads or is second."""
    players = tuple(each for each in owed.takes_part if not state.seats[each].out)
    alone = sum(not state.seats[each].away for each in players) < 2 <= len(owed.takes_part)
    if state.neutral is not None and (state.reads or alone):
        return tuple(sorted((*players, state.neutral)))
    return players


def awaited(state: State, owed: Owed) -> tuple[str, ...]:
    """For whose seals an exchange waits, by id; for away seats only if too few others are left."""
    waited = needed(state, owed)
    present = tuple(each for each in waited if not state.seats[each].away)
    return present if len(present) >= fewest(owed) else waited


def fewest(owed: Owed) -> int:
    """The fewest seals that fix a set: nobody chooses the dice alone."""
    return min(2, len(owed.takes_part))


def actor(state: State, owed: Owed) -> str | None:
    """Who acts alone, in the open; None if orders are sealed, or nobody owes any."""
    return None if owed.sealed else next((each for each in owed.orders_by if not state.seats[each].out), None)


def missing(state: State, what: str, player: str) -> bool:
    """Whether the exchange at hand waits for a player's seal, act or opening; a reading keeper's seal comes first."""
    owed, exchange, seat = state.owed, state.at_hand, state.seats.get(player)
    if owed is None or seat is None or seat.out or not seat.plays:
        return False
    if exchange.set is None:
        waited = player in awaited(state, owed) and player not in exchange.seals
        return what == "seal" and waited and (not state.reads or state.keeper in exchange.seals)
    if exchange.fixed is None:
        return what == "act" and player == actor(state, owed)
    return what == "open" and player in _unopened(state) and (not state.reads or exchange.told)


def _unopened(state: State) -> tuple[str, ...]:
    """Whose seals in the set at hand are unopened, or hold orders that can't be carried out."""
    fixed, opened = state.at_hand.set or _NONE, state.at_hand.opened
    return tuple(each for each in fixed.seals if each not in opened or not _can_be_played(state, each, opened[each]))


def _can_be_played(state: State, player: str, opening: Opening) -> bool:
    """Whether a seal for the exchange at hand holds no orders, or orders that its player owes and may give."""
    owed = state.owed
    if owed is None or not opening.lines:
        return not opening.lines
    return owed.sealed and player in owed.orders_by and state.course.lawful(player, opening.lines)


def opens(state: State, moment: Moment, player: str, opening: Opening, sealed: str) -> bool:
    """Whether a player's commitment was made of this opening."""
    promise = Sealed(player=player, lines=opening.lines, nonce=bytes.fromhex(opening.nonce))
    return commitment(state.course.root, state.course.branch, moment, promise) == sealed


def keeps_bond(state: State, moment: Moment, player: str, opening: Opening) -> bool:
    """Whether a player orders what they are bound to, if they are bound. An act binds no nonce."""
    bond = state.bound.get((moment, player))
    if bond is None or not any(each.sealed for each in state.course.upcoming if each.moment == moment):
        return True
    if bond.commitment is None:
        return opening.lines == bond.lines
    again = None if opening.bound is None else Opening(lines=opening.lines, nonce=opening.bound)
    return again is not None and opens(state, moment, player, again, bond.commitment)


def take_seal(state: State, signed: Signed, seal: Seal) -> State | None:
    """The state after a seal, for the exchange at hand or a later one."""
    who = seal.seat or signed.by
    owed = next((each for each in state.course.upcoming if each.moment == seal.exchange), None)
    if owed is None or who not in needed(state, owed) or not may_seal_for(state, signed.by, who):
        return None
    exchange = state.exchange(seal.exchange)
    if seal.cast != state.cast or exchange.set is not None or who in exchange.seals:
        return None
    if not _has_what_others_need(state, who, seal, exchange):
        return None
    keys = {**exchange.keys, who: signed.key}
    state = state.with_exchange(seal.exchange, seals={**exchange.seals, who: seal}, keys=keys)
    return state.with_seat(who, away=False) if owed == state.owed else state


def may_seal_for(state: State, by: str, who: str) -> bool:
    """Whether one seat may sign another's seal: its own, or as a reading keeper that of a seat without a program."""
    return by == (state.keeper if state.seats[who].mailbox else who) and (state.reads or not state.seats[who].mailbox)


def _has_what_others_need(state: State, who: str, seal: Seal, exchange: Exchange) -> bool:
    """Whether a seal has its escrow, and names the reading keeper's own seal, which came first."""
    hold, digests = {*holders(state, who)}, set() if seal.escrow is None else set(seal.escrow.digests)
    if (seal.escrow is not None) != bool(hold) or not hold <= digests <= set(state.seats) - {who}:
        return False
    if not state.reads or who == state.keeper:
        return seal.keeper_seal is None
    first = exchange.seals.get(state.keeper)
    return first is not None and seal.keeper_seal == first.commitment and seal.keeper_key is not None


def holders(state: State, player: str) -> tuple[str, ...]:
    """Who holds shares of a seal: other programs and a neutral keeper. One holder could look early, so two at least."""
    if not state.terms.escrow or state.reads:
        return ()
    others = {each for each in state.programs if not state.seats[each].away} | {state.neutral or player}
    return tuple(sorted(others - {player})) if len(others - {player}) > 1 else ()


def take_act(state: State, signed: Signed, act: Act) -> State | None:
    """The state after the orders of the player who acts alone."""
    owed, exchange, who = state.owed, state.at_hand, act.seat or signed.by
    if owed is None or exchange.set is None or exchange.fixed is not None or exchange.set.bare != act.set:
        return None
    if who != actor(state, owed) or not may_seal_for(state, signed.by, who):
        return None
    bond = state.bound.get((owed.moment, who))
    if (bond is not None and bond.lines != act.lines) or not state.course.lawful(who, act.lines):
        return None
    return with_act(state, act.lines)


def take_open(state: State, signed: Signed, packet: Open) -> State | None:
    """The state after an author opens a seal."""
    moment = state.find(packet.set)
    return None if moment is None else _opened(state, moment, {signed.by: packet.opening})


def take_opened(state: State, opened: Opened) -> State | None:
    """The state after a reading keeper opens a set."""
    moment = state.find(opened.set)
    if moment is None or not state.reads or state.exchange(moment).told:
        return None
    return (_opened(state, moment, opened.seals) or state).with_exchange(moment, told=True)


def take_share(state: State, signed: Signed, packet: Share) -> State | None:
    """The state after a holder releases a share of a seal's escrow; the last share opens the seal."""
    moment, by, of = state.find(packet.set), signed.by, packet.of
    if moment is None:
        return None
    exchange = state.exchange(moment)
    seal, given = exchange.seals.get(of), exchange.shares.get(of, {})
    if seal is None or of not in (exchange.set or _NONE).seals or of in exchange.opened:
        return None
    if seal.escrow is None or by in given or not boxes.fits(seal.escrow, by, packet.share):
        return None
    given = {**given, by: packet.share}
    state = state.with_exchange(moment, shares={**exchange.shares, of: given})
    try:
        opening = boxes.open_escrow(seal.escrow, seal.box, given)
    except UnreadableError:
        return state
    return _opened(state, moment, {of: opening}) or state


def _opened(state: State, moment: Moment, openings: Mapping[str, Opening]) -> State | None:
    """The state with those openings that match their seals and are new; None if there are none."""
    exchange = state.exchange(moment)
    fixed, at_hand = exchange.set or _NONE, moment == state.course.moment
    new = {
        player: opening
        for player, opening in openings.items()
        if player in fixed.seals
        and player not in exchange.opened
        and opens(state, moment, player, opening, fixed.seals[player])
        and keeps_bond(state, moment, player, opening)
        and (not at_hand or _can_be_played(state, player, opening))
    }
    return state.with_exchange(moment, opened={**exchange.opened, **new}) if new else None


def fix(state: State) -> State | None:
    """The state after the next set is fixed: all have sealed, or for the exchange at hand all but away seats."""
    for owed in state.course.upcoming:
        exchange = state.exchange(owed.moment)
        if exchange.set is not None or exchange.cast != state.cast:
            continue
        waited = needed(state, owed)
        absent = [each for each in waited if each not in exchange.seals]
        if absent and not (owed == state.owed and all(state.seats[each].away for each in absent)):
            continue
        if len(waited) - len(absent) < fewest(owed) or len(absent) == len(waited):
            continue
        seals = {each: exchange.seals[each].commitment for each in waited if each in exchange.seals}
        fixed = Set(seals=seals, in_force={each: in_force(state, each) for each in absent}, bare="")
        bare = _digest(state, owed.moment, exchange.cast, fixed, None)
        # if nobody owes orders for a later exchange, who acts is not known yet: the set is final once it is at hand
        final = bare if owed.sealed and (owed.orders_by or owed == state.owed) else None
        return state.with_exchange(owed.moment, set=replace(fixed, bare=bare, digest=final))
    return None


def in_force(state: State, player: str) -> tuple[str, ...]:
    """What a player without a seal orders in the exchange at hand: what binds them, standing orders, or nothing."""
    owed, bond = state.owed, state.bound.get((state.course.moment, player))
    if bond is not None and bond.commitment is None:
        return bond.lines
    if owed is None or player not in owed.orders_by:
        return ()
    return state.course.in_force(player, state.standing.get(player, (0, ()))[1])


def settle_act(state: State) -> State | None:
    """The state in which an open set at hand is final: nobody acts, or the actor is away."""
    owed, exchange = state.owed, state.at_hand
    if owed is None or exchange.set is None or exchange.fixed is not None:
        return None
    alone = actor(state, owed)
    if alone in exchange.set.seals:
        return None
    return with_act(state, None if alone is None else exchange.set.in_force.get(alone, ()))


def with_act(state: State, act: tuple[str, ...] | None) -> State:
    """The state in which the set at hand is final. act: the actor's orders; None if nobody acts."""
    moment, exchange = state.course.moment, state.at_hand
    fixed = exchange.set or _NONE
    digest = _digest(state, moment, exchange.cast, fixed, act)
    return state.with_exchange(moment, set=replace(fixed, act=act, digest=digest))


def _digest(state: State, moment: Moment, cast: str, fixed: Set, act: tuple[str, ...] | None) -> str:
    named = [state.game, state.course.branch, moment.turn, moment.segment, cast]
    in_force = {each: list(lines) for each, lines in fixed.in_force.items()}
    said = [*named, dict(fixed.seals), in_force, None if act is None else list(act)]
    return hashlib.sha256(_SET + canonical(said)).hexdigest()


def resolve(state: State) -> State | None:
    """The state after the exchange at hand, once its set is all open."""
    owed, exchange = state.owed, state.at_hand
    fixed, opened = exchange.set, exchange.opened
    if owed is None or fixed is None or fixed.digest is None or _unopened(state):
        return None
    alone = actor(state, owed)
    played = Played(
        moment=owed.moment,
        set=fixed.digest,
        seals=fixed.seals,
        lines={each: opened[each].lines for each in sorted(fixed.seals)},
        nonces={each: bytes.fromhex(opened[each].nonce) for each in sorted(fixed.seals)},
        in_force=fixed.in_force,
        act={} if alone is None or fixed.act is None else {alone: fixed.act},
    )
    after = comes_to_hand(state, evolve(state, course=state.course.play(played)))
    return void(after, fixed.digest) if after.course.stopped else after


def comes_to_hand(before: State, after: State) -> State:
    """The state once another exchange is at hand, without what belonged to earlier ones."""
    moment = after.course.moment
    if moment == before.course.moment and after.course.branch == before.course.branch:
        return after
    over = {"exchange"} if moment.turn == before.course.moment.turn else {"exchange", "turn"}
    return evolve(
        after,
        since=after.at,
        hours={scope: hours for scope, hours in after.hours.items() if scope not in over},
        exchanges={each: exchange for each, exchange in after.exchanges.items() if each >= moment},
        bound={key: bond for key, bond in after.bound.items() if key[0] >= moment},
    )


def void(state: State, why: str, *, fixed_too: bool = True) -> State:
    """The state with another cast: all that is unplayed is void, or all but fixed sets. why: a digest."""
    at = state.course.moment
    cast = hashlib.sha256(_CAST + canonical([state.cast, at.turn, at.segment, why])).hexdigest()
    stays = {} if fixed_too else {at: each for at, each in state.exchanges.items() if each.set is not None}
    return evolve(state, cast=cast, exchanges=stays)


def bind(state: State, lost: str | None = None) -> State:
    """The state in which all must repeat their orders at hand. lost: who can't, being out or with a new key."""
    owed, exchange = state.owed, state.at_hand
    if owed is None or exchange.set is None:
        return state
    fixed = exchange.set
    bonds = {each: Bond(lines=lines) for each, lines in fixed.in_force.items()}
    if owed.sealed:
        bonds |= {each: Bond(commitment=sealed) for each, sealed in fixed.seals.items()}
    elif fixed.act is not None and (alone := actor(state, owed)) is not None:
        bonds[alone] = Bond(lines=fixed.act)
    bound = {**{(owed.moment, each): bond for each, bond in bonds.items()}, **state.bound}
    if lost is not None and lost in fixed.seals and owed.sealed:
        bound[owed.moment, lost] = Bond()
    return evolve(state, bound=bound)
