"""What an honest program owes, appends and may offer, given what it holds. It has no clock: lateness is an argument."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import zip_longest

from attrs import evolve, field, frozen
from msgspec import Struct

from sits_es.post.log import exchanges, keepers
from sits_es.post.log.apply import settle, take
from sits_es.post.log.entries import Entry, Epoch, Link, Logged, Tick, packets_in
from sits_es.post.log.keepers import StateAt
from sits_es.post.log.packets import Act, AnyPart, Decide, Has, Next, Open, Seal, Share, Signed, Standing, Without
from sits_es.post.log.state import Bond, State
from sits_es.rules.moments import Moment
from sits_es.values import Value


@frozen(kw_only=True)
class ToOpen(Value):
    """A set to which this program opens its seal. on: the last entry of its log at that time."""

    branch: str
    moment: Moment
    cast: str
    set: str
    on: Has = field(eq=False)


@frozen(kw_only=True, eq=False)
class Held:
    """What one program holds of a game. state: at the end of the log that it follows; logs: the last links of all logs.

    pool: packets by digest, logged or not; bared: what it has opened; promised: the latest epoch that it asked for or
    follows; elsewhere: digests of sets in other logs; answers: who has answered since its folder was restored from an
    old copy, None once that is enough.
    """

    me: str
    state: State
    logs: tuple[Link, ...]
    pool: Mapping[str, Signed] = {}
    bared: frozenset[ToOpen] = frozenset()
    promised: int = 0
    elsewhere: frozenset[str] = frozenset()
    answers: frozenset[str] | None = None

    @property
    def stands_still(self) -> bool:
        """Whether it opens, seals and keeps nothing: it waits for a keeper or answers, or its keeper has two logs."""
        epoch = self.state.link.epoch
        return self.answers is not None or self.promised > epoch or epoch in keepers.two_faced(self.logs)

    @property
    def faces(self) -> frozenset[str]:
        """The keepers who have signed two logs of one epoch."""
        return frozenset(self.state.keeper_of(each) for each in keepers.two_faced(self.logs))

    def said(self, kind: type[AnyPart], by: str | None = None) -> Iterator[tuple[Signed, AnyPart]]:
        """The packets of a kind that it holds, each with its body. by: whose; everybody's if None."""
        for each in self.pool.values():
            if isinstance(each.body, kind) and by in (None, each.by):
                yield each, each.body

    def opened_to(self, player: str, moment: Moment, sealed: str) -> set[str]:
        """Digests of the sets to which a player has opened a seal, as far as it knows. sealed: the commitment."""
        packets, opens = self.said(Open, player), exchanges.opens
        return {each.set for _, each in packets if opens(self.state, moment, player, each.opening, sealed)}


# what comes in


def learn(held: Held, states: Iterable[State], packets: Iterable[Signed]) -> Held:
    """What a program holds after it reads logs and packets. Packets of entries that it leaves go back to the pool."""
    held = evolve(held, pool={**held.pool, **{each.digest: each for each in packets}})
    asked = (each.epoch for _, each in held.said(Next, held.me))
    held, pool = evolve(held, promised=max(held.promised, *asked, 0)), {**held.pool}
    for state in states:
        # if the game is over, or goes on without it, there is nothing left to wait for
        done = held.me in state.seats and (state.course.over or state.seats[held.me].out)
        goes = keepers.follows(held.state.link, state.link, 0 if done else held.promised)
        left, other = (held.state, state) if goes else (state, held.state)
        links, elsewhere = keepers.rest(left.link, other.link), held.elsewhere
        back = (packet for link in links for packet in packets_in(link.entry))
        pool |= {each.digest: each for each in back if _is_authors(each, left) or _is_authors(each, other)}
        if links:
            elsewhere |= {each.fixed for each in left.exchanges.values() if each.fixed is not None}
        # if one end is on the other's chain, the longer counts
        logs = tuple(each for each in held.logs if not state.link.holds(each.has))
        logs = held.logs if any(each.holds(state.link.has) for each in held.logs) else (*logs, state.link)
        held = evolve(held, logs=logs, state=state if goes else held.state, elsewhere=elsewhere)
    return evolve(held, pool=pool, promised=max(held.promised, held.state.link.epoch))


def _is_authors(packet: Signed, state: State) -> bool:
    """Whether its author signed a packet: a log may hold others, which do nothing."""
    seat = state.seats.get(packet.by)
    return seat is not None and packet.key in (seat.key, seat.recovery)


def answered(held: Held, *by: str, late: bool = False) -> Held:
    """What a program holds once somebody has answered it, after its folder was restored from an old copy.

    A keeper goes on once all have answered. Others go on once somebody besides the keeper has, who could show them
    another log. One answer is enough if only one other could give it, or late: it asked an exchange's time and grace
    ago.
    """
    if held.answers is None:
        return held
    answers, others, keeper = held.answers | {*by}, {*held.state.programs} - {held.me}, held.state.keeper
    one_is_enough = late or others <= {keeper}
    enough = others <= answers if held.me == keeper else bool(answers - {keeper})
    enough = enough or (one_is_enough and bool(answers))
    return evolve(held, answers=None if enough else answers)


def foresee(state: State, pool: Iterable[Signed]) -> State:
    """The state once all openings that have arrived are logged; their order makes no difference."""
    openings = sorted((each for each in pool if isinstance(each.body, Open)), key=lambda each: each.digest)
    while (after := next((moved for each in openings if (moved := take(state, each)) is not None), None)) is not None:
        state = settle(after)
    return state


# what it owes


class ToSeal(Struct, frozen=True, kw_only=True):
    """A seal that is owed. owes_orders: a person's, not just a nonce or a bond's; seat: for which a keeper seals."""

    moment: Moment
    owes_orders: bool
    bond: Bond | None = None
    seat: str | None = None


class ToAct(Struct, frozen=True, kw_only=True):
    """Orders in the open, which are owed. set: digest without them; seat: of a player without a program."""

    moment: Moment
    set: str
    bond: Bond | None = None
    seat: str | None = None


class ToTell(Struct, frozen=True, kw_only=True):
    """The set at hand, which a reading keeper opens in an entry. seals: by player, including the keeper's own."""

    set: str
    seals: Mapping[str, Seal]


class ToShare(Struct, frozen=True, kw_only=True):
    """A share to release, of a seal in the set at hand."""

    set: str
    of: str
    seal: Seal


#: What a program does. `Next`: it asks for another keeper, since this one has two logs or all have agreed on another.
Errand = ToSeal | ToAct | ToOpen | ToTell | ToShare | Next


def errands(held: Held, *, overdue: bool = False) -> Iterator[Errand]:
    """What a program does by itself now. overdue: the exchange at hand is past due by its own clock."""
    state, epoch = held.state, held.state.link.epoch
    if held.me not in state.seats or state.seats[held.me].out or held.answers is not None:
        return
    if held.promised <= epoch and (epoch in keepers.two_faced(held.logs) or state.keepers[-1].since > epoch):
        yield Next(epoch=next_epoch(state, without=held.faces), head=state.link.has)
    if held.stands_still:
        return
    seen = foresee(state, held.pool.values())
    yield from _seals(held, seen)
    yield from _acts(held)
    yield from _openings(held, seen)
    yield from _told(held)
    if overdue:
        yield from _shares(held, seen)


def next_epoch(state: State, without: Iterable[str] = (), after: int = 0) -> int:
    """The number of the next epoch whose keeper is in the game. without: keepers to pass over; after: an epoch."""
    avoided, epoch = set(without), max(state.link.epoch, after) + 1
    epochs = range(epoch, far(state))
    return next((each for each in epochs if state.serves(each) and state.keeper_of(each) not in avoided), epoch)


def far(state: State) -> int:
    """The first epoch that is too far off for anybody to ask for in good faith."""
    return state.link.epoch + 1 + 2 * len(state.seats)


def _seals(held: Held, seen: State) -> Iterator[ToSeal]:
    """Seals that are owed, for the exchange at hand or later ones, once the openings that have arrived are logged."""
    state, me = held.state, held.me
    if seen.cast != state.cast:
        return
    for owed in seen.course.upcoming:
        exchange = seen.exchange(owed.moment)
        if exchange.set is not None or (state.reads and me != state.keeper and state.keeper not in exchange.seals):
            continue
        for who in sorted({me, *_served(held)} & set(exchanges.needed(seen, owed)) - set(exchange.seals)):
            sealed = (each for each, it in held.said(Seal, me) if (it.seat or me, it.exchange) == (who, owed.moment))
            if any(take(seen, each) for each in sealed) or (who != me and me not in exchange.seals):
                continue
            bond = seen.bound.get((owed.moment, who)) if owed.sealed else None
            orders = owed.sealed and who in owed.orders_by and bond is None
            seat = None if who == me else who
            yield ToSeal(moment=owed.moment, owes_orders=orders, bond=bond, seat=seat)


def is_known(held: Held, moment: Moment) -> bool:
    """Whether others may know its orders for an exchange, from a set that its log lacks: then it orders anew."""
    seals = (each.body for each in (*held.pool.values(), *held.state.link.packets) if each.by == held.me)
    sealed = {each.commitment for each in seals if isinstance(each, Seal) and each.exchange == moment}
    sets = frozenset().union(*(held.opened_to(held.me, moment, each) for each in sealed))
    return any(each.moment == moment for each in left_sets(held)) or any(held.state.find(each) is None for each in sets)


def _served(held: Held) -> tuple[str, ...]:
    """Players without a program, if this is their reading keeper's: it seals and acts for them."""
    state = held.state
    serves = state.reads and held.me == state.keeper
    return tuple(each for each in state.playing if serves and state.seats[each].mailbox)


def _acts(held: Held) -> Iterator[ToAct]:
    """Orders that are owed in the open, once the set stands in its log."""
    state, me = held.state, held.me
    owed, fixed = state.owed, state.at_hand.set
    who = next((each for each in (me, *_served(held)) if exchanges.missing(state, "act", each)), None)
    if owed is None or fixed is None or who is None or any(take(state, act) for act, _ in held.said(Act, me)):
        return
    bond, seat = state.bound.get((owed.moment, who)), None if who == me else who
    yield ToAct(moment=owed.moment, set=fixed.bare, bond=bond, seat=seat)


def _told(held: Held) -> Iterator[ToTell]:
    """The set at hand, if a reading keeper has not opened it."""
    state, exchange = held.state, held.state.at_hand
    if state.reads and held.me == state.keeper and exchange.set and exchange.fixed and not exchange.told:
        seals = {each: exchange.seals[each] for each in exchange.set.seals}
        yield ToTell(set=exchange.fixed, seals=seals)


def _openings(held: Held, seen: State) -> Iterator[ToOpen]:
    """Its seals to open, only to sets that stand in its log: at hand, or all those of a run."""
    state, me, at_hand = held.state, held.me, seen.course.moment
    runs = state.terms.reveal == "run" and seen.at_hand.set is not None
    for moment, exchange in seen.exchanges.items():
        if moment != at_hand and not (runs and moment.turn == at_hand.turn):
            continue
        there = state.exchanges.get(moment)
        fixed = None if there is None else there.set
        if there is None or fixed is None or fixed.digest is None or exchange.fixed != fixed.digest:
            continue
        if me not in fixed.seals or me in exchange.opened or (state.reads and not there.told):
            continue
        if not _bared(held, moment, there.cast, fixed.seals[me]) - {fixed.digest}:
            branch, on = state.course.branch, state.link.has
            yield ToOpen(branch=branch, moment=moment, cast=there.cast, set=fixed.digest, on=on)


def _bared(held: Held, moment: Moment, cast: str, sealed: str) -> set[str]:
    """The sets of an exchange and cast to which it has opened. An old copy learns of them from the others."""
    place = held.state.course.branch, moment, cast
    bared = {each.set for each in held.bared if (each.branch, each.moment, each.cast) == place}
    return bared | held.opened_to(held.me, moment, sealed)


def left_sets(held: Held) -> tuple[ToOpen, ...]:
    """Sets to which it has opened, on a log that it has left, and that the log it follows lacks."""
    state = held.state
    at = [each for each in held.bared if each.branch == state.course.branch and each.moment >= state.course.moment]
    return tuple(each for each in at if not state.link.holds(each.on) and state.find(each.set) is None)


def _opened_elsewhere(held: Held, player: str) -> bool:
    """Whether a player has opened their seal at hand to a set of another log: they open it to no second one."""
    fixed = held.state.at_hand.set
    if fixed is None or player not in fixed.seals or player in held.faces:
        return False
    sets = held.opened_to(player, held.state.course.moment, fixed.seals[player])
    return bool(sets & held.elsewhere - {fixed.digest})


def _shares(held: Held, seen: State) -> Iterator[ToShare]:
    """Shares to release, of seals at hand that nobody has opened."""
    moment, exchange, fixed = held.state.course.moment, held.state.at_hand, held.state.at_hand.fixed
    if exchange.set is None or fixed is None or seen.course.moment != moment:
        return
    given = [share.of for _, share in held.said(Share, held.me) if share.set == fixed]
    for player in exchange.set.seals:
        seal = exchange.seals[player]
        holds = seal.escrow is not None and held.me in seal.escrow.digests
        if holds and player not in {*given, *seen.at_hand.opened} and not _opened_elsewhere(held, player):
            yield ToShare(set=fixed, of=player, seal=seal)


# what it keeps


def to_append(held: Held, at: int) -> Logged | Tick | None:
    """What a keeper appends next: a packet or tick with an effect; seals in order, those of away players first."""
    state = evolve(held.state, at=max(at, held.state.at))
    if state.keeper != held.me or held.stands_still:
        return None
    away = {each for each, seat in state.seats.items() if seat.away}
    for packet in sorted(held.pool.values(), key=lambda each: _in_order(each, away)):
        if take(state, packet) is not None:
            return Logged(packet=packet)
    return Tick() if settle(state) is not state else None


def _in_order(packet: Signed, away: Collection[str]) -> tuple[bool, Moment, bool, str, str]:
    is_seal = isinstance(packet.body, Seal)
    moment = packet.body.exchange if isinstance(packet.body, Seal) else Moment()
    return is_seal, moment, packet.by not in away, packet.by, packet.digest


def to_begin(held: Held, state_at: StateAt) -> tuple[State, Epoch] | None:
    """The epoch that this program can begin as keeper, and the log on which it begins; None while too few ask."""
    epoch = held.promised
    asked = [packet for packet, each in held.said(Next) if each.epoch == epoch]
    if epoch <= held.state.link.epoch or held.answers is not None or not any(each.by == held.me for each in asked):
        return None
    called = keepers.call(epoch, asked, state_at)
    return called if called is not None and called[0].keeper_of(epoch) == held.me else None


# what it sends


def lacked(held: Held, reader: str) -> tuple[Link, ...]:
    """The entries of its log that a reader may lack: those after the last that they named or appended."""
    chain, seat = held.state.link.since(-1), held.state.seats.get(reader)
    own = (link.n for link in chain if seat is not None and link.entry.key == seat.key)
    named = (each.packet.has for each in (*held.state.link.packets, *held.pool.values()) if each.by == reader)
    known = (has.n for has in named if has is not None and has.n < len(chain) and chain[has.n].digest == has.digest)
    return chain[max((*own, *known), default=-1) + 1 :]


def answer(held: Held, ask: Signed) -> tuple[Link, ...]:
    """Entries of all logs that an old copy may lack, when it asks."""
    named, lacks = ask.packet.has, dict[str, Link]()
    for link in held.logs:
        since = named.n if named is not None and link.holds(named) else -1
        lacks |= {each.digest: each for each in link.since(since)}
    return tuple(lacks.values())


def unlogged(held: Held) -> tuple[Signed, ...]:
    """The packets that its log does not hold, by digest. Every letter carries them."""
    logged = {each.digest for each in held.state.link.packets}
    return tuple(packet for digest, packet in sorted(held.pool.items()) if digest not in logged)


def spent(state: State, packet: Signed) -> bool:
    """Whether a packet can have no effect any more: it is void, has passed, or is about what is over."""
    match packet.body:
        case Seal(cast=cast, exchange=exchange):
            return cast != state.cast or exchange < state.course.moment
        case Decide():
            return packet.body.digest in state.passed
        case Next(epoch=epoch):
            return epoch <= state.link.epoch
        case Open(set=over) | Share(set=over):
            # whoever opens has the set in their log
            return state.find(over) is None and packet.packet.has is not None and state.link.holds(packet.packet.has)
        case Standing(number=number):
            return number <= state.standing.get(packet.by, (-1, ()))[0]
    return False


def beside(held: Held) -> tuple[Entry, ...]:
    """The entries of the logs that it does not follow, the first of each log first: those are the proof."""
    rests = zip_longest(*(keepers.rest(end, held.state.link) for end in held.logs))
    return tuple(link.entry for each in rests for link in each if link is not None)


# what it may offer its person


def may_sign_without(held: Held, without: Without) -> bool:
    """Whether a program may offer to go on without a player: never while it holds what is missing, or their `next`."""
    seen = foresee(held.state, held.pool.values())
    hand = held.state.hand
    opened_elsewhere = any(each.cast == hand.cast for each in left_sets(held))
    if held.stands_still or without.player == held.me or seen.hand != hand or opened_elsewhere:
        return False
    if without.missing == "seal" and seen.seats[without.player].away:
        return False  # too few others are left, so the game waits for it all the same
    if not exchanges.missing(seen, without.missing, without.player):
        return False
    if without.missing == "open" and _opened_elsewhere(held, without.player):
        return False
    return not any(_makes_up(each, without, held.state) for each in held.pool.values() if each.by == without.player)


def _makes_up(packet: Signed, without: Without, state: State) -> bool:
    """Whether a packet is what is missing, or says in good faith that its author stands still."""
    body = packet.body
    if isinstance(body, Next):
        return state.link.epoch < body.epoch < far(state)
    if isinstance(body, Seal) and body.exchange != state.course.moment:
        return False
    return body.kind == without.missing and take(state, packet) is not None
