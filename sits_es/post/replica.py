"""One game by mail as this program holds it: its log and what stands beside it, and the record it writes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Literal

import msgspec
from attrs import evolve, fields_dict, frozen

from sits_es.canonical import canonical
from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameCreated, PlayerJoined
from sits_es.game.fold import Fold
from sits_es.game.play import begin
from sits_es.game.seals import Sealed, commitment
from sits_es.mail.identity import Identity, identities, load_identity
from sits_es.mail.letters import read_address
from sits_es.mail.locks import KEY_BYTES, encrypt_to
from sits_es.post.desk import ASKS, BRANCH, RESTORED, SEALED_AS, Desk
from sits_es.post.drawer import GameHere, Plot
from sits_es.post.log import boxes, due, exchanges, founding
from sits_es.post.log.apply import Refused, apply, next_order, take
from sits_es.post.log.entries import Entry, Epoch, Link, Logged, Opened, Tick, entry_message, link_of, packets_in
from sits_es.post.log.packets import (
    Act,
    Ask,
    Body,
    Decide,
    Has,
    Invite,
    Join,
    NewKeeper,
    Next,
    Note,
    Open,
    Opening,
    Packet,
    Reseat,
    Seal,
    Share,
    Signed,
    Terms,
    message,
    write_part,
)
from sits_es.post.log.state import Bond, Exchange, Keepers, Seat, State, Vote
from sits_es.post.record import RecordedGame, RecordPoint
from sits_es.rules.moments import Moment
from sits_es.service.audit import verify_exchanges
from sits_es.service.session import OpenGame
from sits_es.store.chain import GENESIS
from sits_es.store.codec import Codec

_CODEC: Final = Codec()
_ENTRIES: Final = msgspec.json.Decoder(Entry)
#: Minutes by which an entry may be ahead of a reader's clock; one that is more waits.
AHEAD: Final = 24 * 60
#: Bookmarks that begin so hold entries that wait.
_EARLY: Final = "early "
#: Under these names the drawer keeps the state at the end of the log, what was opened, and the epoch asked for.
_STATE, _BARED, _PROMISED = "state", "bared", "promised"
#: Why a program asks that waits for nothing: the log has lacked its packets for days.
_LATE: Final = "late"


@frozen(kw_only=True)
class _Bared:
    """A set that was opened, as the drawer keeps it."""

    branch: str
    moment: Moment
    cast: str
    set: str
    on: Has


class Replica:
    """A game that has begun, with all that was learned of it. `settle` does what follows, and signs as its owner."""

    def __init__(self, desk: Desk, here: GameHere) -> None:
        self.desk = desk
        self.here = here
        self.name = here.name
        self.links: dict[str, Link] = {}
        self.states: dict[str, State] = {}
        #: What is worth telling the person, in the order it happened.
        self.said: list[str] = []
        self._seals_orders = True
        self._identities: dict[str, Identity] = {}
        self.held = self._load()

    @property
    def me(self) -> str:
        """One's own seat."""
        if self.here.me is None:
            raise NotNowError(f"You have not joined {self.name}.")
        return self.here.me

    @property
    def state(self) -> State:
        """The game at the end of its log."""
        return self.held.state

    @property
    def present(self) -> State:
        """The same at the time that it is now: what is due by one's own clock is due."""
        return evolve(self.state, at=max(self.state.at, self.desk.minutes()))

    @property
    def course(self) -> RecordedGame:
        """The game on record."""
        course = self.state.course
        if not isinstance(course, RecordedGame):
            raise TypeError("a replica plays the record's game")
        return course

    # what the drawer holds

    def _load(self) -> due.Held:
        drawer = self.desk.drawer
        entries = drawer.entries(self.name)
        for entry in entries:
            self.links[entry.digest] = link_of(entry, self.links.get(entry.order.prev))
        first = entries[0]
        state = self._kept_state() or self.founded(first)
        self.states[state.link.digest] = state
        ends = set(self.links) - {entry.order.prev for entry in entries}
        logs = (state.link, *(self.links[end] for end in sorted(ends) if not state.link.holds(self.links[end].has)))
        kept = drawer.mark(self.name, _BARED)
        bared = msgspec.json.decode(kept, type=tuple[_Bared, ...]) if kept else ()
        held = due.Held(
            me=self.me,
            state=state,
            logs=logs,
            pool=drawer.pool(self.name),
            bared=frozenset(self._bared(each) for each in bared),
            promised=int(drawer.mark(self.name, _PROMISED) or b"0"),
        )
        return self._caught_up(held)

    def _bared(self, kept: _Bared) -> due.Bared:
        link = self.links[kept.on.digest]
        return due.Bared(branch=kept.branch, moment=kept.moment, cast=kept.cast, set=kept.set, on=link)

    def _kept_state(self) -> State | None:
        kept = self.desk.drawer.mark(self.name, _STATE)
        if kept is None:
            return None
        try:
            return _thaw(self, msgspec.msgpack.decode(kept, type=_Frozen))
        except (msgspec.MsgspecError, LookupError):
            return None  # of another release: it only saved time

    def find(self, stream: str, moment: Moment, last: int) -> tuple[RecordPoint, Fold] | None:
        """Where an exchange of a branch was at hand, with the game there. last: the last event that counts."""
        session = self.desk.session
        if not session.store.knows(stream):
            return None
        opened = session.open_game(stream)
        played = next((each for each in opened.history.played(moment, moment) if (each.first or 0) <= last), None)
        if played is None:
            return None
        digest = session.store.digest_at(stream, played.opened) or ""
        return RecordPoint(stream=stream, version=played.opened, digest=digest), opened.fold(played.opened)

    def founded(self, entry: Entry) -> State:
        """The state after the entry with which the game begins."""
        state = founding.found(entry, partial(first_course, self))
        self.states[entry.digest] = state
        return state

    def _caught_up(self, held: due.Held) -> due.Held:
        """The same, once entries that came in another command's time are applied."""
        return due.learn(held, self._applied(held.state.link, self.links.values()), ())

    def state_at(self, entry: Has) -> State | None:
        """The state after an entry that is held; None for any other."""
        link = self.links.get(entry.digest)
        if link is None:
            return None
        missing: list[Link] = []
        while link.digest not in self.states and link.before is not None:
            missing.append(link)
            link = link.before
        state = self.states.get(link.digest) or self.founded(link.entry)
        for each in reversed(missing):
            after = apply(state, each.entry)
            if isinstance(after, Refused):
                return None
            state = self.states[each.digest] = after
        return state

    # what others ask about it

    @property
    def opened(self) -> OpenGame:
        """The branch of the record that is the game now."""
        return self.desk.session.open_game(self.course.point.stream)

    @property
    def called(self) -> str:
        """What people call the branch that is the game now."""
        return self.desk.session.display_name(self.course.point.stream)

    def digests(self) -> tuple[bytes, ...]:
        """The digests of the record's events."""
        return tuple(self.desk.session.store.digests(self.course.point.stream))

    def readers(self) -> tuple[str, ...]:
        """Seats with programs but one's own, those of players who are out as well, by id."""
        return tuple(sorted(seat.id for seat in self.state.seats.values() if not seat.mailbox and seat.id != self.me))

    def note_mail(self, seat: str, text: str) -> None:
        """Keep which mail a seat without a program answered with: its seal names it."""
        self.desk.drawer.put_mark(self.name, f"mail {seat}", text.encode())

    def spectators(self) -> tuple[str, ...]:
        """Who looks on and gets reports from here: from the host's program alone."""
        offer = self.here.invite.body
        if not isinstance(offer, Invite) or self.me != self.here.invite.by:
            return ()
        return tuple(place.id for place in offer.seats if place.role == "spectator")

    def has_sealed(self, moment: Moment, seat: str) -> bool:
        """Whether a seal of this seat for an exchange stands beside the log."""
        return any(
            isinstance(each.body, Seal)
            and (each.body.exchange, each.body.cast) == (moment, self.state.cast)
            and (each.body.seat or each.by) == seat
            for each in self.held.pool.values()
        )

    def oldest_own(self) -> int | None:
        """Since when a packet of one's own with an effect waits to be logged, in UTC minutes; None where none does."""
        came = self.desk.drawer.came(self.name)
        asked = [came[digest] for digest, each in self.held.pool.items() if self._is_question(each) and digest in came]
        return min([*asked, *(at for packet, at in self._waiting() if packet.by == self.me)], default=None)

    def _is_question(self, packet: Signed) -> bool:
        return isinstance(packet.body, Ask) and packet.by == self.me

    def oldest_waiting(self) -> int | None:
        """Since when any packet with an effect waits for the keeper, in UTC minutes; None where none does."""
        return min((at for _, at in self._waiting()), default=None)

    def _waiting(self) -> Iterator[tuple[Signed, int]]:
        came = self.desk.drawer.came(self.name)
        for digest, packet in self.held.pool.items():
            if digest in came and take(self.present, packet) is not None:
                yield packet, came[digest]

    def notes(self) -> Iterator[Signed]:
        """Notes of everybody: those in the log, the oldest first, then those that it lacks."""
        logged = (packet for link in self.state.link.since(0) for packet in packets_in(link.entry))
        for packet in (*logged, *due.unlogged(self.held)):
            seat = self.state.seats.get(packet.by)
            if isinstance(packet.body, Note) and seat is not None and packet.key == seat.key:
                yield packet

    def read_box(self, note: Note) -> str:
        """The words of a note, also where they are in a box to oneself. Raises UnreadableError for another's box."""
        if not note.box:
            return note.words
        try:
            return self.identity.open(base64.b64decode(note.box)).decode(errors="replace")
        except ValueError:
            raise UnreadableError("The box is not base64.") from None

    def checked(self, about: Moment) -> str:
        """An exchange computed again by the rules, in words."""
        run = list(self.opened.history.played(about, about))
        faults = verify_exchanges(self.opened, run)
        return "By the rules: " + (" ".join(faults) or "every event is just as it is on record.")

    def boxed(self, to: str, words: str) -> str:
        """Words that one seat alone can read. Raises NotAllowedError for one that there is not."""
        seat = self.state.seats.get(to)
        if seat is None or seat.mailbox:
            raise NotAllowedError(f"{to} has no program in {self.called}. Seats: {', '.join(self.readers())}.")
        return base64.b64encode(encrypt_to(seat.key, words.encode(), self.desk.random)).decode()

    # what comes in

    def take(self, entries: Iterable[Entry], packets: Sequence[Signed], head: Has | None = None) -> int:
        """Take in what others sent, whose signatures hold. How many packets and entries were new.

        head: the last entry of the sender's log.
        """
        drawer, now = self.desk.drawer, self.desk.minutes()
        new = 0
        for packet in packets:
            if not self._is_question(packet):  # one's own that comes back has been answered
                new += drawer.put_packet(self.name, packet, now)
        pool = drawer.pool(self.name)
        mine = [packet for packet in packets if packet.digest in pool]
        links = []
        for entry in self._ripe(entries):
            if entry.digest not in self.links and (entry.order.prev in self.links or entry.order.n == 0):
                self.links[entry.digest] = link_of(entry, self.links.get(entry.order.prev))
                links.append(self.links[entry.digest])
        states = list(self._applied(self.state.link, links))
        for link in links:
            if link.digest in self.states:
                drawer.put_entry(self.name, link.entry)
                new += 1
        self.held = due.learn(self.held, states, mine)
        self._note_lack(head, {packet.digest for packet in packets}, progress=bool(new))
        return new

    def _ripe(self, entries: Iterable[Entry]) -> list[Entry]:
        """These and those that waited, the oldest first, but for what is dated too far ahead of one's own clock.

        That waits in the drawer, where one of the seats has signed it and it follows on what is here or waits.
        """
        drawer, now = self.desk.drawer, self.desk.minutes()
        found = {entry.digest: entry for entry in (*self.early, *entries)}
        ripe, waits = list[Entry](), set[str]()
        drawer.drop_marks(self.name, _EARLY)
        keys = {seat.key for seat in self.state.seats.values()}
        for entry in sorted(found.values(), key=lambda entry: entry.order.n):
            if entry.order.prev not in waits and entry.order.at <= now + AHEAD:
                ripe.append(entry)
            elif entry.key in keys and entry.order.prev in {*self.links, *waits, *(each.digest for each in ripe)}:
                waits.add(entry.digest)
                drawer.put_mark(self.name, f"{_EARLY}{entry.digest}", write_part(entry))
        return ripe

    @property
    def early(self) -> tuple[Entry, ...]:
        """Entries that wait until one's own clock comes near their time, the oldest first."""
        kept = self.desk.drawer.marks(self.name, _EARLY)
        return tuple(sorted((_ENTRIES.decode(each) for each in kept), key=lambda entry: entry.order.n))

    def _note_lack(self, head: Has | None, brought: Collection[str], *, progress: bool) -> None:
        """Ask where somebody holds entries that are not here. The asking ends once they are, and the question answered.

        A letter answers a question whose packet it carries: its author had read it. brought: packets of a letter.
        """
        asked = self.desk.drawer.mark(self.name, ASKS) or b""
        why, _, digest = asked.decode().partition(" ")
        answered = digest in brought
        here = {*self.links, *(entry.digest for entry in self.early)}
        lacks = head is not None and head.n > self.state.link.n and head.digest not in here
        if lacks and (why in ("", _LATE) or (answered and progress)):
            self.ask("lacks")
        elif why and not lacks and (answered or why == "lacks"):
            self._forget_question(digest)
            self.desk.drawer.put_mark(self.name, ASKS, b"")

    def ask(self, why: str) -> None:
        """Ask the others for what this folder lacks: until an answer is here, nothing is signed. why: one word."""
        digest = (self.desk.drawer.mark(self.name, ASKS) or b"").decode().partition(" ")[2]
        self._forget_question(digest)
        question = self.send(Ask(number=self.desk.minutes()))
        self.desk.drawer.put_mark(self.name, ASKS, f"{why} {question.digest}".encode())

    def ask_again(self) -> None:
        """Ask once more, or what has become of packets that the log has lacked for days: a letter may be lost."""
        why = (self.desk.drawer.mark(self.name, ASKS) or b"").decode().partition(" ")[0]
        self.ask(why or _LATE)

    def _forget_question(self, digest: str) -> None:
        self.desk.drawer.drop_packet(self.name, digest)
        self.held = evolve(self.held, pool={key: each for key, each in self.held.pool.items() if key != digest})

    def _applied(self, here: Link, links: Iterable[Link]) -> Iterator[State]:
        """The states at the ends of logs that these links bring."""
        wanted = sorted(links, key=lambda link: link.n)
        befores = {link.before.digest for link in wanted if link.before is not None}
        for link in wanted:
            if link.digest in self.states or here.holds(link.has):
                continue
            before = None if link.before is None else self.state_at(link.before.has)
            if before is None:
                continue
            after = apply(before, link.entry)
            if isinstance(after, Refused):
                self.said.append(after.why)
                continue
            self.states[link.digest] = after
            if link.digest not in befores:
                yield after

    def told(self) -> list[str]:
        """What is worth telling the person since this was last asked."""
        said, self.said = self.said, []
        return said

    # what follows

    @property
    def identity(self) -> Identity:
        """One's own keys in this game: those that its seat has by now, where they are here."""
        seat = self.state.seats.get(self.me)
        if seat is not None and seat.key not in self._identities:
            every = [load_identity(self.desk.keys, name) for name in identities(self.desk.keys)]
            self._identities |= {each.key: each for each in every}
        found = None if seat is None else self._identities.get(seat.key)
        return found or self.desk.identity(self.here.key)

    def settle(self, *, orders: bool = True) -> bool:
        """Do everything that follows by itself: seal, open, keep the log, begin an epoch. Whether anything was done.

        Nothing while this folder is an older copy, until somebody has answered what it lacks. orders: whether a
        person's orders that wait are sealed as well, which can't be taken back.
        """
        done = False
        self._seals_orders = orders
        if self.desk.drawer.mark(self.name, ASKS) == RESTORED:
            self.ask("restored")
        if self.early:
            self.take((), ())
        while not self.asks and self.has_seat and self._step(self.identity):
            done = True
        self._write()
        return done

    @property
    def has_seat(self) -> bool:
        """Whether one's key is one's seat's: not before a lost key is replaced, nor after a seat is given on."""
        seat = self.state.seats.get(self.me)
        return seat is None or seat.key == self.identity.key

    @property
    def asks(self) -> bool:
        """Whether this folder lacks entries that others have: it asks, and waits for the answer."""
        why = (self.desk.drawer.mark(self.name, ASKS) or b"").decode().partition(" ")[0]
        return why not in ("", _LATE)

    def _step(self, identity: Identity) -> bool:
        now = self.desk.minutes()
        overdue = now >= self.state.due() and self.desk.mail_was_read
        bodies = [
            body
            for errand in due.errands(self.held, overdue=overdue)
            if (body := self._done(errand, identity)) is not None
        ]
        for body in bodies:
            self.send(body)
        what: Logged | Opened | Tick | None = due.to_log(self.held, now) or self._told(identity)
        if what is None and due.time_tells(self.held, now):
            what = Tick()
        if what is not None:
            self._append(self.state, self.state.link.epoch, what, identity)
        begins = due.to_begin(self.held, self.state_at)
        if begins is not None and begins[0].seats[self.me].key != identity.key:
            begins = None
        if begins is not None:
            base, epoch = begins
            self._append(base, self.held.promised, epoch, identity)
        return bool(bodies) or what is not None or begins is not None

    def _append(self, base: State, epoch: int, what: Logged | Opened | Tick | Epoch, identity: Identity) -> None:
        order = next_order(base, epoch, self.desk.minutes(), what)
        entry = Entry(order=order, key=identity.key, signature=identity.sign(entry_message(order)).hex())
        after = apply(base, entry)
        if isinstance(after, Refused):
            raise RuntimeError(  # noqa: TRY004 -- a bug, of no type
                f"{self.name}: an entry of one's own is refused: {after.why}"
            )
        self.links[entry.digest], self.states[entry.digest] = after.link, after
        self.desk.drawer.put_entry(self.name, entry)
        self.held = due.learn(self.held, [after], ())

    def send(self, body: Body, key: Identity | None = None) -> Signed:
        """Sign a packet; it goes out with the next letters. key: that signs it, where it is not one's own."""
        identity = key or self.identity
        packet = Packet(game=self.state.game, by=self.me, has=self.state.link.has, body=body)
        signed = Signed(packet=packet, key=identity.key, signature=identity.sign(message(packet)).hex())
        self.desk.drawer.put_packet(self.name, signed, self.desk.minutes())
        promised = body.epoch if isinstance(body, Next) else 0
        self.held = due.learn(self.held, (), [signed])
        self.held = evolve(self.held, promised=max(self.held.promised, promised))
        return signed

    # errands

    def _done(self, errand: due.Errand, identity: Identity) -> Body | None:  # noqa: PLR0911 -- a row for each
        """What is sent for an errand; None where it waits for a person."""
        match errand:
            case due.ToSeal():
                return self._seal(errand, identity)
            case due.ToAct(moment=moment, set=digest, bond=bond, seat=seat):
                lines = bond.lines if bond is not None else self._plotted(seat or self.me, moment)
                mail = None if seat is None else hashlib.sha256(self._mail_of(seat)).hexdigest()
                return None if lines is None else Act(set=digest, lines=lines, seat=seat, mail=mail)
            case due.ToOpen():
                return self._open(errand, identity)
            case due.ToShare(moment=moment, set=digest, of=player, seal=seal):
                where = self._place(moment, seal.cast, player)
                try:
                    share = boxes.own_share(seal.escrow, self.me, where, identity.open) if seal.escrow else None
                except UnreadableError:
                    return None
                return None if share is None else Share(set=digest, of=player, share=share)
            case due.ToAsk(epoch=epoch):
                return Next(epoch=epoch, head=self.state.link.has)
            case _:
                return None

    def _plotted(self, seat: str, moment: Moment) -> tuple[str, ...] | None:
        """The orders that a person gave, where they are to be sealed now."""
        plot = self.plots(seat).get(moment) if self._seals_orders else None
        return None if plot is None else plot.lines

    def plots(self, seat: str) -> dict[Moment, Plot]:
        """The orders that a person gave and that hold: no rewind and no stop came in between."""
        found = self.desk.drawer.plotted(self.name, seat)
        return {moment: plot for moment, plot in found.items() if self._holds(plot)}

    def _holds(self, plot: Plot) -> bool:
        if plot.cast == self.state.cast or plot.branch != self.course.branch:
            return plot.branch == self.course.branch
        # another cast: orders stand where people changed keepers or seats, and are void where the rules stopped them
        self._write()
        game, rules = self.course.game, self.course.rules
        since = plot.version if plot.stream == self.course.point.stream else min(plot.version, game.at_version or 0)
        return not any(rules.stops(fact) for fact in self.opened.facts(since + 1))

    def plot(self, lines: tuple[str, ...]) -> Plot:
        """Orders as they are kept."""
        point = self.course.point
        return Plot(
            lines=lines, cast=self.state.cast, branch=self.course.branch, stream=point.stream, version=point.version
        )

    def _place(self, moment: Moment, cast: str, player: str) -> bytes:
        return boxes.place(self.state.game, self.course.branch, moment, cast, player)

    def _seal(self, errand: due.ToSeal, identity: Identity) -> Seal | None:
        state, drawer, seat = self.state, self.desk.drawer, errand.seat or self.me
        bound = None
        if errand.bond is not None and errand.bond.commitment is not None:
            kept = drawer.opening(errand.bond.commitment)
            if kept is None:
                return None
            lines, bound = kept.lines, kept.nonce
        elif errand.bond is not None:
            lines = errand.bond.lines
        elif errand.owes_orders:
            plotted = self._plotted(seat, errand.moment)
            if plotted is None or not self._is_last_mail(errand):
                return None
            lines = plotted
        else:
            lines = ()
        opening = Opening(lines=lines, nonce=self.desk.random(32).hex(), bound=bound)
        promise = Sealed(player=seat, lines=lines, nonce=bytes.fromhex(opening.nonce))
        sealed = commitment(self.course.root, self.course.branch, errand.moment, promise)
        where, size, random = self._place(errand.moment, errand.cast, seat), state.terms.box, self.desk.random
        keeper = state.exchange(errand.moment).seals.get(state.keeper) if state.reads and seat != state.keeper else None
        holders = {}
        if state.terms.escrow and not state.reads:
            holders = {each: state.seats[each].key for each in exchanges.holders(state, seat)}
        drawer.keep_seal(self.name, self.course.branch, errand.moment, sealed, opening)
        key = random(KEY_BYTES)
        return Seal(
            exchange=errand.moment,
            cast=errand.cast,
            commitment=sealed,
            box=boxes.box(size, where, opening, key),
            own=boxes.locked(identity.key, where, key, random),
            escrow=boxes.escrow(holders, where, key, random) if holders else None,
            keeper_key=boxes.locked(state.seats[state.keeper].key, where, key, random) if keeper else "",
            keeper_seal=keeper.commitment if keeper is not None else None,
            seat=errand.seat,
            mail=None if errand.seat is None else self._evidence(errand.seat, opening),
        )

    def _is_last_mail(self, errand: due.ToSeal) -> bool:
        """Whether a seat without a program can change its orders no more: all others have given theirs, or it is due.

        The game does not wait for whoever is away, so that their orders are sealed at once.
        """
        state = self.state
        if errand.seat is None or state.seats[errand.seat].away or self.desk.minutes() >= state.due(errand.seat):
            return True
        owed = next(each for each in state.course.upcoming() if each.moment == errand.moment)
        sealed = state.exchange(errand.moment).seals
        left = [each for each in exchanges.needed(state, owed) if each not in sealed and each != errand.seat]
        return all(state.seats[each].mailbox and errand.moment in self.plots(each) for each in left)

    def _evidence(self, seat: str, opening: Opening) -> str:
        """Digest of the mail that a seal without a program follows, keyed with the nonce, so that it tells nothing."""
        return hmac.digest(bytes.fromhex(opening.nonce), self._mail_of(seat), hashlib.sha256).hex()

    def _mail_of(self, seat: str) -> bytes:
        """The last mail with orders of a seat without a program; empty where none came."""
        return self.desk.drawer.mark(self.name, f"mail {seat}") or b""

    def _open(self, errand: due.ToOpen, identity: Identity) -> Open | None:
        """What was sealed, from the drawer, or from the seal's own box where this folder lost it."""
        drawer, state = self.desk.drawer, self.state
        opening = drawer.opening(errand.sealed)
        if opening is None:
            seal = state.exchange(errand.moment).seals[self.me]
            try:
                opening = boxes.unbox(
                    seal.box, seal.own, self._place(errand.moment, errand.cast, self.me), identity.open
                )
            except UnreadableError:
                return None
        bared = due.Bared(
            branch=self.course.branch, moment=errand.moment, cast=errand.cast, set=errand.set, on=state.link
        )
        self.held = evolve(self.held, bared=self.held.bared | {bared})
        return Open(set=errand.set, opening=opening)

    def _told(self, identity: Identity) -> Opened | None:
        """The seals of a set that a reading keeper opens; those whose box is bad are left to their players."""
        errand = next((each for each in due.errands(self.held) if isinstance(each, due.ToTell)), None)
        if errand is None:
            return None
        opened: dict[str, Opening] = {}
        for player, seal in errand.seals.items():
            opening = self.desk.drawer.opening(seal.commitment)
            if opening is None and seal.keeper_key:
                where = self._place(errand.moment, errand.cast, player)
                try:
                    opening = boxes.unbox(seal.box, seal.keeper_key, where, identity.open)
                except UnreadableError:
                    continue
            if opening is not None:
                opened[player] = opening
        return Opened(set=errand.set, seals=opened)

    # what is kept

    def _write(self) -> None:
        """Write the facts that follow to the record, then what was learned to the drawer."""
        session, course, drawer = self.desk.session, self.course, self.desk.drawer
        for stretch in course.unwritten:
            known = session.store.knows(stretch.stream)
            if known and session.store.head(stretch.stream).version >= stretch.after.version + len(stretch.facts):
                continue
            if stretch.after.stream != stretch.stream:
                session.open_game(stretch.after.stream).branch(stretch.stream, stretch.after.version, stretch.facts)
            elif stretch.after.version < 0:
                session.begin(stretch.stream, stretch.facts)
            else:
                session.open_game(stretch.stream).append(stretch.facts, after=stretch.after.version)
        state = evolve(self.state, course=evolve(course, unwritten=()))
        self.states[state.link.digest] = state
        self.held = evolve(self.held, state=state)
        logged = [packet for link in state.link.since(-1) for packet in packets_in(link.entry)]
        drawer.mark_logged(self.name, self.held.pool, logged=False)
        drawer.mark_logged(self.name, [packet.digest for packet in logged], logged=True)
        self._take_addresses(logged)
        drawer.put_mark(self.name, _STATE, msgspec.msgpack.encode(_freeze(state)))
        bared = [_Bared(branch=b.branch, moment=b.moment, cast=b.cast, set=b.set, on=b.on.has) for b in self.held.bared]
        drawer.put_mark(self.name, _BARED, msgspec.json.encode(bared))
        drawer.put_mark(self.name, _PROMISED, str(self.held.promised).encode())
        drawer.drop_plots(self.name, course.moment)
        drawer.put_mark(self.name, BRANCH, course.point.stream.encode())
        drawer.put_mark(self.name, SEALED_AS, course.branch.encode())
        drawer.save()

    def _take_addresses(self, logged: Iterable[Signed]) -> None:
        """Keep where letters go to whoever has been given a seat, as the decisions say that have passed."""
        for packet in logged:
            body = packet.body
            if not isinstance(body, Decide) or body.digest not in self.state.passed:
                continue
            match body.decision:
                case NewKeeper(id=seat, address=address) | Reseat(player=seat, address=address) if address:
                    with suppress(UnreadableError):
                        self.desk.drawer.put_address(self.name, seat, read_address(address))


def replica_of(desk: Desk, name: str) -> Replica:
    """A game by mail that has begun here, read once for a command. Raises NotAllowedError, NotNowError."""
    here = desk.game(name)
    found: Replica | None = desk.replicas.get(here.name)
    if found is None:
        if here.me is None or not desk.begun(here):
            raise NotNowError(f"{here.name} has not begun here.")
        found = desk.replicas[here.name] = Replica(desk, here)
    return found


# the game's beginning


def first_course(replica: Replica, offer: Invite, joins: Mapping[str, Join], keys: Mapping[str, str]) -> RecordedGame:
    """The game that an invitation offers, with all who joined. Raises UnreadableError for one that can't begin."""
    facts = first_facts(offer, {each: join.name for each, join in joins.items()}, keys)
    created = facts[0]
    if not isinstance(created, GameCreated):
        raise UnreadableError("The invitation does not create a game.")
    start = RecordPoint(stream=created.game, version=-1, digest=GENESIS.hex())
    return RecordedGame.begun(start, facts, replica.find)


def first_facts(offer: Invite, names: Mapping[str, str], keys: Mapping[str, str]) -> list[Event]:
    """The facts with which a game begins. names, keys: of everybody who joined, by seat."""
    created, *placed = (read_fact(each) for each in offer.facts)
    if not isinstance(created, GameCreated):
        raise UnreadableError("The invitation does not create a game.")
    keeps: Literal["umpire", "keeper"] = "umpire" if offer.terms.reads else "keeper"
    joined = [
        PlayerJoined(
            player=place.id,
            name=names.get(place.id, place.name),
            side=place.side,
            role=keeps if place.role == "keeper" else place.role,
            key=keys.get(place.id),
        )
        for place in offer.seats
    ]
    return begin(created, joined, placed)


def write_fact(fact: Event) -> dict[str, object]:
    """A fact as an invitation carries it: its stored name with the version, and its data."""
    topic, state = _CODEC.encode(fact)
    return {"topic": topic, "data": json.loads(state)}


def read_fact(written: Mapping[str, object]) -> Event:
    """A fact from an invitation. Raises UnreadableError."""
    topic, data = written.get("topic"), written.get("data")
    return _CODEC.decode(str(topic), canonical(data))


# a state between two commands


@frozen(kw_only=True)
class _Frozen:
    """A state as the drawer keeps it: everything but the log and the game, which are found again."""

    head: Has
    point: RecordPoint
    ends: Mapping[str, int]
    stopped: bool
    game: str
    terms: Terms
    at: int
    seats: Mapping[str, Seat]
    keepers: tuple[Keepers, ...]
    cast: str
    since: int
    hours: Mapping[str, int]
    exchanges: Mapping[Moment, Exchange]
    bound: Mapping[tuple[Moment, str], Bond]
    standing: Mapping[str, tuple[int, tuple[str, ...]]]
    votes: Mapping[str, Vote]
    passed: frozenset[str]
    noted: frozenset[str]
    leaving: Mapping[str, str]


_SAME: Final = tuple(name for name in fields_dict(_Frozen) if name not in ("head", "point", "ends", "stopped"))


def _freeze(state: State) -> _Frozen:
    course = state.course
    if not isinstance(course, RecordedGame):
        raise TypeError("a replica plays the record's game")
    same = {name: getattr(state, name) for name in _SAME}
    return _Frozen(head=state.link.has, point=course.point, ends=course.ends, stopped=course.stopped, **same)


def _thaw(replica: Replica, kept: _Frozen) -> State:
    """The state again. Raises LookupError where the record or the log is another by now."""
    link, session = replica.links[kept.head.digest], replica.desk.session
    if not session.store.knows(kept.point.stream):
        raise LookupError(f"{kept.point.stream} is not on record")
    if session.store.digest_at(kept.point.stream, kept.point.version) != kept.point.digest:
        raise LookupError(f"{kept.point.stream} has another event {kept.point.version}")
    fold = session.open_game(kept.point.stream).fold(kept.point.version)
    course = RecordedGame(fold=fold, point=kept.point, find=replica.find, ends=kept.ends, stopped=kept.stopped)
    return State(link=link, course=course, **{name: getattr(kept, name) for name in _SAME})
