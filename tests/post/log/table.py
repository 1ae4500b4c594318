"""A table of programs that play by mail: real keys, real boxes, letters of bytes. No files, and the time is told."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from attrs import evolve, field, frozen

from sits_es.errors import UnreadableError
from sits_es.game.seals import Sealed, commitment
from sits_es.keys.identity import Identity, signed_by
from sits_es.post.log import boxes, due, entries, founding, packets
from sits_es.post.log.apply import Refused, apply, next_order
from sits_es.post.log.decisions import may_sign
from sits_es.post.log.due import Held, ToAct, ToOpen, ToSeal, ToShare, ToTell
from sits_es.post.log.entries import NOTHING, Entry, Epoch, Found, Link, Logged, Opened, Order, Tick, entry_message
from sits_es.post.log.exchanges import holders
from sits_es.post.log.keepers import parting, rank, two_faced
from sits_es.post.log.packets import Act, Body, Decide, Next, Open, Opening, Packet, Seal, Share, Signed, Terms
from sits_es.post.log.state import Course, State
from sits_es.rules.moments import Moment
from tests.post.log.toy import Toy

#: When the games begin, in UTC minutes.
START = 30_000_000
HOUR = 60
#: Steps of a program before it must have come to rest.
_REST = 400


def digest(words: str) -> str:
    """A digest that stands for random bytes."""
    return hashlib.sha256(words.encode()).hexdigest()


def identity(name: str, which: str = "key") -> Identity:
    """Somebody's key pair, always the same. which: "recovery" for the one kept elsewhere, or any other name."""
    return Identity.from_secret(name, hashlib.sha256(f"{name} {which}".encode()).digest())


def sign(who: Identity, packet: Packet) -> Signed:
    """A packet with a signature."""
    return Signed(packet=packet, key=who.key, signature=who.sign(packets.message(packet)).hex())


def sign_entry(who: Identity, order: Order) -> Entry:
    """An entry with a signature."""
    return Entry(order=order, key=who.key, signature=who.sign(entry_message(order)).hex())


def verify(key: str, content: bytes, signature: str) -> bool:
    """Whether the owner of a key signed this."""
    return signed_by(key, content, bytes.fromhex(signature))


@lru_cache(maxsize=20_000)
def entry_from(content: bytes) -> Entry:
    """An entry that arrived; the same bytes are read once."""
    return entries.read_entry(content, verify)


@lru_cache(maxsize=20_000)
def packet_from(content: bytes) -> Signed:
    """A packet that arrived; the same bytes are read once."""
    signed = packets.read_part(content, Signed, "packet")
    if faults := list(entries.signature_faults(signed, verify)):
        raise UnreadableError(faults)
    return signed


@frozen(kw_only=True, eq=False)
class Table:
    """Who sits down to which game. umpire: a neutral keeper; mailbox: players without a program."""

    players: tuple[str, ...] = ("ann", "bob")
    umpire: str | None = None
    mailbox: tuple[str, ...] = ()
    terms: Terms = field(factory=Terms)
    last: int = 1
    ahead: int = 0
    alone: str | None = None
    stop_after: frozenset[int] = frozenset()
    entered: frozenset[int] | None = frozenset()
    per_turn: int = 2

    @property
    def programs(self) -> tuple[str, ...]:
        """Those who have a program, by id."""
        with_umpire = [*self.players, *([self.umpire] if self.umpire is not None else [])]
        return tuple(sorted(set(with_umpire) - set(self.mailbox)))

    @property
    def host(self) -> str:
        """Who invites: the first player with a program, else the umpire."""
        return next((each for each in self.players if each not in self.mailbox), self.programs[0])

    def invitation(self) -> Signed:
        """The packet that offers the game."""
        seats = tuple(self._place(each) for each in (*self.players, *([self.umpire] if self.umpire else [])))
        facts = ({"players": list(self.players)},)
        offer = packets.Invite(number=digest("a game"), terms=self.terms, seats=seats, facts=facts)
        return sign(identity(self.host), Packet(game=None, by=self.host, has=None, body=offer))

    def _place(self, who: str) -> packets.Place:
        ticket = None if who == self.host else digest(f"ticket of {who}")
        if who == self.umpire:
            return packets.Place(id=who, name=who.title(), role="keeper", ticket=ticket)
        return packets.Place(id=who, name=who.title(), side=who, mailbox=who in self.mailbox, ticket=ticket)

    def answers(self) -> tuple[Signed, ...]:
        """The packets of everybody who joins."""
        game, answers = self.invitation().digest, []
        for each in self.programs:
            ticket = "" if each == self.host else f"ticket of {each}"
            joins = packets.Join(ticket=ticket, name=each.title(), recovery=identity(each, "recovery").key)
            answers.append(sign(identity(each), Packet(game=game, by=each, has=None, body=joins)))
        return tuple(answers)

    def begin(self, _: packets.Invite, __: Mapping[str, packets.Signed]) -> Course:
        """The course of the game that is offered."""
        names = ("players", "last", "ahead", "alone", "stop_after", "entered", "per_turn")
        return Toy(**{each: getattr(self, each) for each in names})

    def first_entry(self) -> Entry:
        """The entry in which the game is founded."""
        what = Found(invite=self.invitation(), joins=self.answers())
        record = self.begin(packets.Invite(number=NOTHING, terms=self.terms, seats=(), facts=()), {}).record
        order = Order(epoch=0, n=0, prev=NOTHING, at=START, what=what, record=record)
        return sign_entry(identity(self.host), order)

    def state(self) -> State:
        """The state after the founding, read from its bytes."""
        return founding.found(entry_from(packets.write_part(self.first_entry())), self.begin)


# a log in an example


def packet(state: State, by: str, body: Body, *, who: Identity | None = None) -> Signed:
    """A packet of a seat, signed with its key or another."""
    return sign(who or identity(by), Packet(game=state.game, by=by, has=state.link.has, body=body))


def append(
    state: State, what: Logged | Opened | Tick | Epoch, *, at: int | None = None, epoch: int | None = None
) -> State:
    """The state after an entry by its keeper, which travels as bytes. Fails where it is refused."""
    number = state.link.epoch if epoch is None else epoch
    keeper = state.keeper_of(number)
    order = next_order(state, number, state.at if at is None else at, what)
    after = apply(state, entry_from(packets.write_part(sign_entry(identity(keeper), order))))
    assert isinstance(after, State), after
    return after


def log(state: State, by: str, body: Body, *, at: int | None = None, who: Identity | None = None) -> State:
    """The state after a packet of a seat is logged, signed with its key or another."""
    return append(state, Logged(packet=packet(state, by, body, who=who)), at=at)


def decide(state: State, decision: packets.Decision, number: str = "one") -> Decide:
    """The body under which signatures are collected now."""
    if isinstance(decision, packets.Without | packets.Enter):
        return Decide(decision=decision, hand=state.hand)
    return Decide(decision=decision, number=digest(number))


def opening(lines: Sequence[str], nonce: str, bound: str | None = None) -> Opening:
    """What a seal holds. nonce, bound: words that stand for 32 random bytes."""
    return Opening(lines=tuple(lines), nonce=digest(nonce), bound=None if bound is None else digest(bound))


def commit(state: State, player: str, opened: Opening, moment: Moment) -> str:
    """The commitment to what a seal holds."""
    promise = Sealed(player=player, lines=opened.lines, nonce=bytes.fromhex(opened.nonce))
    return commitment(state.course.root, state.course.branch, moment, promise)


def seal(
    state: State,
    player: str,
    opened: Opening,
    moment: Moment | None = None,
    own: Identity | None = None,
    by: str | None = None,
) -> Seal:
    """A seal of a player as the state's terms ask for it. by: a reading keeper, for a player without a program.

    own: keys of whoever makes it, where these are others than at the beginning.
    """
    at = moment or state.course.moment
    cast, size, seats = state.cast, state.terms.box, state.seats
    first = state.exchange(at).seals.get(state.keeper) if state.reads and player != state.keeper else None
    author, sealed = own or identity(by or player), commit(state, player, opened, at)
    where = boxes.place(state.game, state.course.branch, at, cast, player, sealed)
    key = author.secret_with(author.key, where)
    readers = {*holders(state, player), *((state.keeper,) if first else ())}
    known = {each: author.secret_with(seats[each].key, where) for each in readers}
    return Seal(
        exchange=at,
        cast=cast,
        commitment=sealed,
        box=boxes.box(size, opened, key),
        escrow=boxes.escrow(key, known) if holders(state, player) else None,
        keeper_key=None if first is None else boxes.mixed(key, known[state.keeper]),
        keeper_seal=None if first is None else first.commitment,
        seat=None if by is None else player,
        mail=None if by is None else digest("a mail"),
    )


# programs


@frozen(kw_only=True, eq=False)
class Letter:
    """What one program writes to another: entries and packets as they travel.

    ask: a packet of a restored folder; answers: the digest of one that it answers.
    """

    by: str
    to: str
    entries: tuple[bytes, ...] = ()
    packets: tuple[bytes, ...] = ()
    ask: bytes | None = None
    answers: str = ""


class Program:
    """One seat's program with its folder: what it holds, its keys and secrets, and the orders its person has plotted.

    now: its clock. plots: orders by seat (its own, and those that a reading keeper has from mails) and moment; sealed:
    called with each seal it makes.
    """

    def __init__(self, me: str, state: State, shared: dict[str, State | Refused], seed: int = 0) -> None:
        self.me = me
        self.keys: tuple[Identity, ...] = (identity(me),)
        self.held = Held(me=me, state=state, logs=(state.link,))
        self.states = {state.link.digest: state}
        self.secrets: dict[str, Opening] = {}
        self.plots: dict[tuple[str, Moment], tuple[str, ...]] = {}
        self.seen: dict[packets.Hand, int] = {}
        self.told: dict[str, frozenset[str]] = {}
        self.aside: dict[str, Entry] = {}
        self.now = state.at
        self.chance = Random(f"{me} {seed}")  # noqa: S311 - examples repeat
        self.refused: list[str] = []
        self.questions = set[str]()
        self.sealed: Callable[[State, Seal, Opening, str], None] = lambda *_: None
        self._shared = shared

    @property
    def state(self) -> State:
        """The end of the log that it follows."""
        return self.held.state

    @property
    def asked(self) -> bool:
        """Whether its folder was restored from an old copy, and it waits for an answer."""
        return self.held.answers is not None

    def copy(self) -> Program:
        """Its folder as it is now, to be restored later; then it asks first."""
        other = Program(self.me, self.state, self._shared, self.chance.randrange(1 << 30))
        other.keys, other.states = self.keys, dict(self.states)
        other.held = evolve(self.held, answers=frozenset())
        other.plots, other.seen, other.sealed = dict(self.plots), dict(self.seen), self.sealed
        return other

    def _best(self) -> Link:
        return max(self.held.logs, key=lambda link: rank(link.has))

    def _identity(self) -> Identity:
        """The key that counts on the best log that it holds, followed or not."""
        seat = self.states[self._best().digest].seats.get(self.me)
        key = "" if seat is None else seat.key
        return next((each for each in self.keys if each.key == key), self.keys[0])

    def publish(self, body: Body) -> Signed:
        """A packet of its own, which is in its pool from now on."""
        signed = packet_from(packets.write_part(packet(self.state, self.me, body, who=self._identity())))
        self.held = due.learn(self.held, (), [signed])
        if isinstance(body, Next):
            self.held = evolve(self.held, promised=max(self.held.promised, body.epoch))
        return signed

    def signs(self, decide: Decide) -> bool:
        """Its person signs a decision; whether that can have an effect by what the program holds."""
        state = evolve(self.state, at=max(self.now, self.state.at))
        mine = (each.body for each in self.held.pool.values() if each.by == self.me)
        if decide in mine or not may_sign(state, self.me, decide):
            return False
        self.publish(decide)
        return True

    # letters

    def read(self, letter: Letter, now: int) -> Letter | None:
        """Take in a letter. The answer that it asks for, if any."""
        self.now = max(self.now, now)
        for content in letter.entries:
            entry = entry_from(content)
            if entry.digest not in self.states:
                self.aside[entry.digest] = entry
        ends = self._follow_on()
        self.held = due.learn(self.held, ends, [packet_from(content) for content in letter.packets])
        if letter.answers in self.questions:  # those of an earlier copy of the folder count no more
            self.held = due.answered(self.held, letter.by)
        if letter.ask is None:
            return None
        ask = packet_from(letter.ask)
        entries = _written(link.entry for link in due.answer(self.held, ask))
        return evolve(self.letter(ask.by), entries=entries, answers=ask.digest)

    def _follow_on(self) -> list[State]:
        """Apply what follows on entries that it holds. The states at the ends of what is new."""
        ends: dict[str, State] = {}
        while follow := [each for each in self.aside.values() if each.order.prev in self.states]:
            for entry in follow:
                del self.aside[entry.digest]
                after = self._apply(self.states[entry.order.prev], entry)
                if isinstance(after, Refused):
                    self.refused.append(after.why)
                    continue
                self.states[entry.digest] = ends[entry.digest] = after
                ends.pop(entry.order.prev, None)
        return list(ends.values())

    def _apply(self, state: State, entry: Entry) -> State | Refused:
        if entry.digest not in self._shared:
            self._shared[entry.digest] = apply(state, entry)
        return self._shared[entry.digest]

    def ask(self) -> list[Letter]:
        """What a restored folder sends first."""
        ask = packet(self.state, self.me, packets.Ask(number=self.chance.randrange(1 << 48)), who=self._identity())
        self.questions.add(ask.digest)
        return [Letter(by=self.me, to=each, ask=packets.write_part(ask)) for each in self._readers()]

    def _readers(self) -> list[str]:
        """All others who have a program, by id."""
        return sorted(e.id for e in self.state.seats.values() if not e.mailbox and e.id != self.me)

    def letter(self, to: str) -> Letter:
        """What a reader isn't known to have: entries, of all its logs where two are of one keeper, and packets."""
        entries = [each.entry for each in due.lacked(self.held, to)]
        for link in self.held.logs:
            theirs, _ = parting(link, self.state.link)
            if theirs is not None and two_faced(self.held.logs):
                entries += [each.entry for each in link.since(theirs.n - 1)]
        return Letter(by=self.me, to=to, entries=_written(entries), packets=_written(due.unlogged(self.held)))

    def letters(self, *, again: bool = False) -> list[Letter]:
        """Its letters to all who have a program, where there is news. again: all that they aren't known to have."""
        if self.asked:
            return self.ask() if again else []
        written = []
        for reader in self._readers():
            letter = self.letter(reader)
            parts = frozenset(hashlib.sha256(each).hexdigest() for each in (*letter.entries, *letter.packets))
            if again or parts - self.told.get(reader, frozenset()):
                self.told[reader] = self.told.get(reader, frozenset()) | parts
                written.append(letter)
        return written

    # what it does by itself

    def wake(self, now: int) -> list[Letter]:
        """Do all that it does by itself; what it then writes."""
        self.now = max(self.now, now)
        if self.asked:
            return []
        for _ in range(_REST):
            if not (self._asks_again() or self._keeps() or any(self._runs(each) for each in list(self._errands()))):
                break
        else:
            raise AssertionError(f"{self.me} finds no rest")
        self.seen.setdefault(self.state.hand, self.now)
        return self.letters()

    def since(self) -> int:
        """When it saw that what is at hand is at hand, by its clock."""
        return self.seen.get(self.state.hand, self.now)

    def is_late(self, player: str, grace: int) -> bool:
        """Whether a player is late by its own clock, counted from when it saw the exchange at hand."""
        shift = self.since() - self.state.since
        return self.now >= max(self.state.due() + shift, self.state.due(player)) + grace

    def _errands(self) -> Iterator[due.Errand]:
        overdue = self.now >= self.since() - self.state.since + self.state.due() + self.state.grace
        return due.errands(self.held, overdue=overdue)

    def _asks_again(self) -> bool:
        """Sign what it has asked for with its new key, where it has another since then."""
        epoch, key = self.held.promised, self._identity().key
        mine = [(each.key, each.body) for each in self.held.pool.values() if each.by == self.me]
        asked = any(by == key and isinstance(body, Next) and body.epoch == epoch for by, body in mine)
        if epoch <= self.state.link.epoch or asked:
            return False
        self.publish(Next(epoch=epoch, head=self._best().has))
        return True

    def _keeps(self) -> bool:
        """Append one entry, where it keeps the log and there is something to append."""
        begins = due.to_begin(self.held, lambda has: self.states.get(has.digest))
        if begins is not None:
            self._append(begins[0], self.held.promised, begins[1])
            return True
        if (what := due.to_append(self.held, self.now)) is None:
            return False
        self._append(self.state, self.state.link.epoch, what)
        return True

    def _append(self, state: State, epoch: int, what: Logged | Opened | Tick | Epoch) -> None:
        order = next_order(state, epoch, self.now, what)
        entry = entry_from(packets.write_part(sign_entry(self._identity(), order)))
        after = self._apply(state, entry)
        assert isinstance(after, State), after.why
        self.states[entry.digest] = after
        self.held = due.learn(self.held, [after], ())

    def _runs(self, errand: due.Errand) -> bool:
        """Run one errand; whether it could."""
        match errand:
            case ToSeal():
                return self._seals(errand)
            case ToAct(set=fixed, bond=bond, seat=seat):
                lines = self.plots.get((seat or self.me, errand.moment)) if bond is None else bond.lines
                if lines is None:
                    return False
                self.publish(Act(set=fixed, lines=lines, seat=seat, mail=None if seat is None else digest("a mail")))
            case ToOpen():
                opened = self.opening(self.state.exchange(errand.moment).seals[self.me].commitment)
                self.publish(Open(set=errand.set, opening=opened))
                self.held = evolve(self.held, bared=self.held.bared | {errand})
            case ToTell(set=fixed, seals=seals):
                moment = self.state.course.moment
                told = {each: next(self._told(moment, each, made), None) for each, made in seals.items()}
                seen = {each: opened for each, opened in told.items() if opened is not None}
                self._append(self.state, self.state.link.epoch, Opened(set=fixed, seals=seen))
            case ToShare(set=fixed, of=of, seal=made):
                moment = self.state.course.moment
                author = self.state.exchange(moment).keys[of]
                share = self._secret(self._identity(), author, moment, made, of).hex()
                if made.escrow is None or not boxes.fits(made.escrow, self.me, share):
                    return False
                self.publish(Share(set=fixed, of=of, share=share))
            case Next():
                self.publish(errand)
        return True

    def _seals(self, errand: ToSeal) -> bool:
        who, moment, bond = errand.seat or self.me, errand.moment, errand.bond
        before = None if bond is None or bond.commitment is None else self.opening(bond.commitment)
        if bond is None:
            lines = self.plots.get((who, moment)) if errand.owes_orders else ()
        else:
            lines = bond.lines if before is None else before.lines
        if lines is None:
            return False
        bound = None if before is None else before.nonce
        opened = Opening(lines=lines, nonce=self.chance.randbytes(32).hex(), bound=bound)
        state = due.foresee(self.state, self.held.pool.values())
        made = seal(state, who, opened, moment, self._identity(), None if who == self.me else self.me)
        self.sealed(state, made, opened, who)
        self.secrets[made.commitment] = opened
        self.publish(made)
        return True

    def opening(self, sealed: str) -> Opening:
        """What a seal of its own holds; a restored folder opens the seal's own box."""
        if sealed not in self.secrets:
            self.secrets[sealed] = next(self._own_boxes(sealed))
        return self.secrets[sealed]

    def _own_boxes(self, sealed: str) -> Iterator[Opening]:
        logged = (each.entry.order.what for each in self.state.link.since(0))
        packets = [each.packet for each in logged if isinstance(each, Logged)]
        for each in (*packets, *self.held.pool.values()):
            made = each.body
            if isinstance(made, Seal) and made.commitment == sealed:
                for branch in {self.state.course.branch, *(each.branch for each in self.held.bared)}:
                    who = made.seat or each.by
                    own = next((key for key in self.keys if key.key == each.key), self.keys[0])
                    try:
                        yield boxes.unbox(made.box, self._secret(own, own.key, made.exchange, made, who, branch))
                    except UnreadableError:
                        continue

    def _told(self, moment: Moment, who: str, made: Seal) -> Iterator[Opening]:
        """What a reading keeper finds in a box with one of its keys: one that was sealed for a lost key stays shut."""
        if who == self.me:
            yield self.opening(made.commitment)
        for own in self.keys:
            mask = self._secret(own, self.state.exchange(moment).keys[who], moment, made, who)
            try:
                yield boxes.unbox(made.box, bytes.fromhex(boxes.mixed(mask, bytes.fromhex(made.keeper_key or ""))))
            except UnreadableError:
                continue

    def _secret(self, own: Identity, other: str, moment: Moment, made: Seal, of: str, branch: str = "") -> bytes:
        """What one of its keys and another give for somebody's seal."""
        at = branch or self.state.course.branch
        return own.secret_with(other, boxes.place(self.state.game, at, moment, made.cast, of, made.commitment))


def _written(parts: Iterable[Entry | Signed]) -> tuple[bytes, ...]:
    return tuple(packets.write_part(part) for part in parts)
