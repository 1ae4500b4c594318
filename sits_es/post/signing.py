"""What a program signs by itself: packets that it owes, and entries if it keeps the log."""

from __future__ import annotations

import hashlib
import hmac
from functools import partial

from attrs import evolve

from sits_es.errors import UnreadableError
from sits_es.game.seals import Sealed, commitment
from sits_es.keys.identity import Identity
from sits_es.keys.locks import can_be_encrypted_to
from sits_es.post.log import boxes, due, exchanges
from sits_es.post.log.apply import Refused, apply, next_order
from sits_es.post.log.entries import Entry, Epoch, Logged, Opened, Tick, entry_message
from sits_es.post.log.keepers import rank
from sits_es.post.log.packets import Act, Body, Next, Open, Opening, Seal, Share, write_part
from sits_es.post.log.state import State
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment


def send(replica: Replica, body: Body, key: Identity | None = None) -> None:
    """Sign a packet and do what follows, but seal no orders. key: another key to sign with."""
    replica.send(body, key)
    settle(replica, orders=False)


def settle(replica: Replica, *, orders: bool = True) -> bool:
    """Do everything that follows by itself; whether anything was done. orders: also seal a person's orders."""
    replica.take_hold()
    done = False
    if replica.asks:
        replica.ask_first()
    while replica.has_seat and _step(replica, orders=orders):
        done = True
    replica.write()
    return done


def _step(replica: Replica, *, orders: bool) -> bool:
    now = replica.desk.minutes()
    overdue = now >= replica.state.due() and replica.desk.mail_was_read
    errands = list(due.errands(replica.held, overdue=overdue))
    bodies = [body for each in errands if (body := _packet(replica, each, orders=orders)) is not None]
    bodies += _asked_again(replica)
    for body in bodies:
        replica.send(body)
    return bool(bodies) | _keep(replica, now)


def _keep(replica: Replica, now: int) -> bool:
    """As the keeper, append an entry and begin an epoch. Whether there was anything to do."""
    held = replica.held
    what = _opened(replica) or due.to_append(held, now)
    if what is not None:
        _append(replica, held.state, held.state.link.epoch, what)
    begins = due.to_begin(replica.held, replica.state_at)
    if begins is not None and begins[0].seats[replica.me].key == replica.identity.key:
        _append(replica, begins[0], replica.held.promised, begins[1])
        return True
    return what is not None


def _append(replica: Replica, base: State, epoch: int, what: Logged | Opened | Tick | Epoch) -> None:
    identity = replica.identity
    order = next_order(base, epoch, replica.desk.minutes(), what)
    entry = Entry(order=order, key=identity.key, signature=identity.sign(entry_message(order)).hex())
    after = apply(base, entry)
    if isinstance(after, Refused):
        raise RuntimeError(  # noqa: TRY004 -- a bug, of no type
            f"{replica.name}: your own entry was refused: {after.why}"
        )
    replica.append(entry, after)


def _asked_again(replica: Replica) -> list[Body]:
    """Sign a request again if the seat has another key since."""
    held = replica.held
    keys = (packet.key for packet, each in held.said(Next, replica.me) if each.epoch == held.promised)
    if held.promised <= held.state.link.epoch or replica.identity.key in keys:
        return []
    return [Next(epoch=held.promised, head=max((link.has for link in held.logs), key=rank))]


# a packet for each errand


def _packet(replica: Replica, errand: due.Errand, *, orders: bool) -> Body | None:
    """What to send for an errand; None if it waits for a person or belongs in an entry."""
    match errand:
        case due.ToSeal():
            return _seal(replica, errand, orders=orders)
        case due.ToAct(moment=moment, set=digest, bond=bond, seat=seat):
            found = bond or (replica.plots(seat or replica.me).get(moment) if orders else None)
            mail = None if seat is None else hashlib.sha256(_mail_of(replica, seat)).hexdigest()
            return None if found is None else Act(set=digest, lines=found.lines, seat=seat, mail=mail)
        case due.ToOpen():
            opened, key = _open(replica, errand), replica.identity.key
            # one that is here and has no effect has none if it is sent again
            sent = any(body == opened and packet.key == key for packet, body in replica.held.said(Open, replica.me))
            return None if sent else opened
        case due.ToShare(set=digest, of=player, seal=seal):
            moment, author = replica.state.course.moment, replica.state.at_hand.keys[player]
            share = _secret(replica, player, moment, seal.cast, seal.commitment, author).hex()
            fits = seal.escrow is not None and boxes.fits(seal.escrow, replica.me, share)
            return Share(set=digest, of=player, share=share) if fits else None
        case Next():
            return errand
        case _:
            return None


def _secret(replica: Replica, player: str, moment: Moment, cast: str, commitment: str, key: str) -> bytes:
    """What we share with the owner of a key about a seal. If the key is not valid, a secret of our own."""
    identity = replica.identity
    where = boxes.place(replica.state.game, replica.course.branch, moment, cast, player, commitment)
    if not can_be_encrypted_to(key):
        key, where = identity.key, where + bytes.fromhex(key)
    return identity.secret_with(key, where)


def sealed_by(replica: Replica, seat: str, moment: Moment) -> Opening | None:
    """What a seat has sealed for an exchange that is not played, logged or not; None if it has not, or all is lost."""
    exchange = replica.state.exchange(moment)
    logged = [(exchange.seals[seat], exchange.keys[seat])] if seat in exchange.seals else []
    sent = [*logged, *replica.unlogged_seals(moment, seat)]
    found = (_unsealed(replica, seat, moment, seal, key) for seal, key in sent)
    return next((each for each in found if each is not None), None)


def _unsealed(replica: Replica, player: str, moment: Moment, seal: Seal, author: str) -> Opening | None:
    """What was sealed, from the drawer or a box that we can open, or None. author: the key that signed the seal."""
    opening = replica.desk.drawer.opening(seal.commitment)
    if opening is not None:
        return opening
    try:
        key = _secret(replica, player, moment, seal.cast, seal.commitment, author)
        mask = seal.keeper_key if player != replica.me else None
        return boxes.unbox(seal.box, bytes.fromhex(boxes.mixed(key, bytes.fromhex(mask))) if mask else key)
    except UnreadableError:
        return None


def _seal(replica: Replica, errand: due.ToSeal, *, orders: bool) -> Seal | None:
    state, seat = replica.state, errand.seat or replica.me
    promise = _to_seal(replica, errand, seat, orders=orders)
    if promise is None:
        return None
    lines, bound = promise
    opening = Opening(lines=lines, nonce=replica.desk.random(32).hex(), bound=bound)
    sealed = Sealed(player=seat, lines=lines, nonce=bytes.fromhex(opening.nonce))
    digest = commitment(replica.course.root, replica.course.branch, errand.moment, sealed)
    keeper = state.exchange(errand.moment).seals.get(state.keeper) if state.reads and seat != state.keeper else None
    holders = exchanges.holders(state, seat)
    known = partial(_secret, replica, seat, errand.moment, state.cast, digest)
    key = known(replica.identity.key)
    # whoever owes no orders hides only the nonce
    size = state.terms.box if errand.owes_orders or errand.bond is not None else boxes.size_of(())
    replica.desk.drawer.keep("", "seal", digest, write_part(opening))
    evidence = hmac.digest(bytes.fromhex(opening.nonce), _mail_of(replica, seat), hashlib.sha256).hex()
    return Seal(
        exchange=errand.moment,
        cast=state.cast,
        commitment=digest,
        box=boxes.box(size, opening, key),
        escrow=boxes.escrow(key, {each: known(state.seats[each].key) for each in holders}) if holders else None,
        keeper_key=boxes.mixed(key, known(state.seats[state.keeper].key)) if keeper else None,
        keeper_seal=keeper.commitment if keeper is not None else None,
        seat=errand.seat,
        # digest of the player's mail, keyed with the nonce so that it tells nothing
        mail=None if errand.seat is None else evidence,
    )


def _to_seal(
    replica: Replica, errand: due.ToSeal, seat: str, *, orders: bool
) -> tuple[tuple[str, ...], str | None] | None:
    """The lines to seal now, and the nonce of the seal that binds them; None while they wait."""
    bond = errand.bond
    if bond is None and errand.owes_orders:
        plot = replica.plots(seat).get(errand.moment) if orders else None
        return (plot.lines, None) if plot is not None and _is_last_mail(replica, errand) else None
    if bond is None or bond.commitment is None:
        return (() if bond is None else bond.lines), None
    kept = _bound_to(replica, seat, errand.moment, bond.commitment)
    return None if kept is None else (kept.lines, kept.nonce)


def _bound_to(replica: Replica, seat: str, moment: Moment, sealed: str) -> Opening | None:
    """What a seat has sealed and must repeat, or None; others may have sealed that commitment with another box."""
    seals = ((each.body, each.key) for each in replica.state.link.packets if isinstance(each.body, Seal))
    found = (_unsealed(replica, seat, moment, seal, key) for seal, key in seals if seal.commitment == sealed)
    return next((it for it in found if it and exchanges.opens(replica.state, moment, seat, it, sealed)), None)


def _is_last_mail(replica: Replica, errand: due.ToSeal) -> bool:
    """Whether orders by mail are final: all others have given theirs, it is due, or nobody waits for the seat."""
    state, seat = replica.state, errand.seat
    if seat is None or state.seats[seat].away or replica.desk.minutes() >= state.due(seat):
        return True
    owed = next(each for each in state.course.upcoming if each.moment == errand.moment)
    sealed = state.exchange(errand.moment).seals
    left = [each for each in exchanges.needed(state, owed) if each not in sealed and each != seat]
    return all(state.seats[each].mailbox and errand.moment in replica.plots(each) for each in left)


def _mail_of(replica: Replica, seat: str) -> bytes:
    """The last mail with orders of a seat without a program; empty if none came."""
    return replica.desk.drawer.mark(replica.name, f"mail {seat}").encode()


def _open(replica: Replica, errand: due.ToOpen) -> Open | None:
    exchange = replica.state.exchange(errand.moment)
    opening = _unsealed(replica, replica.me, errand.moment, exchange.seals[replica.me], exchange.keys[replica.me])
    if opening is None:
        return None
    replica.held = evolve(replica.held, bared=replica.held.bared | {errand})
    return Open(set=errand.set, opening=opening)


def _opened(replica: Replica) -> Opened | None:
    """The seals of a set that a reading keeper opens; players must open those whose box is bad."""
    errand = next((each for each in due.errands(replica.held) if isinstance(each, due.ToTell)), None)
    if errand is None:
        return None
    moment, keys = replica.state.course.moment, replica.state.at_hand.keys
    found = {player: _unsealed(replica, player, moment, seal, keys[player]) for player, seal in errand.seals.items()}
    return Opened(set=errand.set, seals={player: opening for player, opening in found.items() if opening is not None})
