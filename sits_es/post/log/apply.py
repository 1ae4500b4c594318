"""The log's one rule, pure and total: what an entry does, and all that follows from it. Unlawful packets do nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from attrs import evolve
from msgspec import Struct

from sits_es.post.log import decisions, exchanges, keepers
from sits_es.post.log.entries import NOTHING, Entry, Epoch, Found, Link, Logged, Opened, Order, Tick
from sits_es.post.log.packets import Act, Decide, Note, Open, Resign, Seal, Share, Signed, Standing
from sits_es.post.log.state import State


class Refused(Struct, frozen=True):
    """Why an entry is refused: it does not belong to this log, or the game's record differs here after it."""

    why: str


def apply(state: State, entry: Entry) -> State | Refused:
    """The state after an entry, or why it is refused."""
    called = f"Entry {entry.order.n} of epoch {entry.order.epoch}"
    if (why := _refusal(state, entry)) is not None:
        return Refused(f"{called} {why}.")
    after = settle(happens(state, entry))
    if after.course.record != entry.order.record:
        return Refused(f"{called} leads to a different record here than on {after.keeper}'s machine.")
    return after


def next_order(state: State, epoch: int, at: int, what: Logged | Opened | Tick | Epoch) -> Order:
    """What the keeper of an epoch signs to append to a log. at: UTC minutes by the keeper's clock."""
    order = Order(
        epoch=epoch, n=state.link.n + 1, prev=state.link.digest, at=max(at, state.at), what=what, record=NOTHING
    )
    unsigned = Entry(order=order, key=NOTHING, signature="")
    return msgspec.structs.replace(order, record=settle(happens(state, unsigned)).course.record)


def _refusal(state: State, entry: Entry) -> str | None:
    order = entry.order
    if (order.n, order.prev) != (state.link.n + 1, state.link.digest):
        return f"does not follow entry {state.link.n} of epoch {state.link.epoch}"
    if order.at < state.at:
        return "is earlier than the entry before it"
    if isinstance(order.what, Found):
        return "begins a game that has already begun"
    if isinstance(order.what, Epoch):
        begins = keepers.may_begin(state, order.epoch, entry.key, order.what)
        return None if begins else "does not show that more than half of the players asked for it"
    if order.epoch != state.link.epoch or entry.key != state.seats[state.keeper].key:
        return f"is not signed by {state.keeper}, who keeps the log"
    return None


def happens(state: State, entry: Entry) -> State:
    """The state after an entry's own effect, before anything follows from it."""
    what, before = entry.order.what, state
    state = evolve(state, link=Link(entry, state.link), at=entry.order.at)
    if isinstance(what, Epoch):
        course = state.course.kept_by(state.keeper, entry.order.start, reads=state.reads)
        bad = keepers.faces(before, what)
        for each, seat in state.seats.items():
            away = seat.away or (seat.mailbox and not state.reads)
            state = state.with_seat(each, away=away, two_faced=seat.two_faced or each in bad)
        fixed_too = before.reads or state.reads
        state = exchanges.bind(state) if fixed_too else state
        return exchanges.void(evolve(state, course=course), entry.digest, fixed_too=fixed_too)
    moved = take(state, what.packet) if isinstance(what, Logged) else None
    if isinstance(what, Opened):
        moved = exchanges.take_opened(state, what)
    return moved or state


def take(state: State, signed: Signed) -> State | None:
    """The state once a packet is logged; None if it has no effect."""
    seat, effect = state.seats.get(signed.by), EFFECTS.get(type(signed.body))
    if seat is None or effect is None or signed.packet.game != state.game:
        return None
    if signed.key != seat.key:
        return decisions.recover(state, signed)
    if seat.out and not isinstance(signed.body, Note):
        return None
    return effect(state, signed, signed.body)


def _note(state: State, signed: Signed, _: Note) -> State | None:
    return None if signed.digest in state.noted else evolve(state, noted=state.noted | {signed.digest})


def _standing(state: State, signed: Signed, standing: Standing) -> State | None:
    before, _ = state.standing.get(signed.by, (-1, ()))
    if signed.by not in state.playing or standing.number <= before:
        return None
    return evolve(state, standing={**state.standing, signed.by: (standing.number, standing.lines)})


def _resign(state: State, signed: Signed, _: Resign) -> State | None:
    if signed.by not in state.playing or signed.by in state.leaving or signed.digest in state.passed:
        return None
    return evolve(state, leaving={**state.leaving, signed.by: signed.digest})


#: What each kind of packet does once it is logged. Other kinds travel beside the log and do nothing.
EFFECTS: Final[Mapping[type, Callable[[State, Signed, Any], State | None]]] = {
    Seal: exchanges.take_seal,
    Open: exchanges.take_open,
    Act: exchanges.take_act,
    Share: exchanges.take_share,
    Decide: decisions.take_decision,
    Standing: _standing,
    Resign: _resign,
    Note: _note,
}

#: What can follow from an entry, in this order; after each, the first is tried again.
STEPS: Final = (decisions.decide, decisions.leave, exchanges.fix, exchanges.settle_act, exchanges.resolve)


def settle(state: State) -> State:
    """The state once nothing follows any more."""
    while (after := next((moved for step in STEPS if (moved := step(state)) is not None), None)) is not None:
        state = after
    return state
