"""One game by mail as this program holds it: its log and what stands beside it, and the record that follows from it."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final, get_type_hints

import msgspec
from attrs import evolve, fields, frozen

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.keys.identity import Identity, identities, load_identity
from sits_es.keys.locks import encrypt_to
from sits_es.mail.letters import read_address
from sits_es.post.beginning import first_course
from sits_es.post.bundle import Bundle
from sits_es.post.desk import ANSWERS, BRANCH, SEALED_AS, Desk
from sits_es.post.drawer import GameHere, Plot
from sits_es.post.log import due, founding
from sits_es.post.log.apply import Refused, apply, take
from sits_es.post.log.entries import Entry, Link, link_of, packets_in
from sits_es.post.log.packets import (
    Ask,
    Body,
    Decide,
    Has,
    Holds,
    Invite,
    NewKeeper,
    Next,
    Note,
    Packet,
    Reseat,
    Seal,
    Signed,
    message,
    write_part,
)
from sits_es.post.log.state import State
from sits_es.post.record import Juncture, RecordedGame, RecordPoint
from sits_es.rules.moments import Moment
from sits_es.service.audit import verify_exchanges
from sits_es.service.session import OpenGame

_ENTRIES: Final = msgspec.json.Decoder(Entry)
#: Minutes by which an entry may be ahead of a reader's clock; one that is more waits.
AHEAD: Final = 24 * 60
#: Packets of one key that wait for the log at most: the seals and openings of three turns, and as many notes.
MOST_WAITING: Final = 200
#: Bookmarks that begin so hold entries that wait.
_EARLY: Final = "early "
#: Under these names the drawer keeps the state at the end of the log, what was opened, and the epoch asked for.
_STATE, _BARED, _PROMISED = "state", "bared", "promised"
#: Since when an older copy of the folder has asked, in UTC minutes.
_ASKED: Final = "asked"


@frozen(kw_only=True)
class _Bared:
    """A set that was opened, as the drawer keeps it."""

    branch: str
    moment: Moment
    cast: str
    set: str
    on: Has


class Replica:
    """A game that has begun, with all that was learned of it; `signing` does what follows."""

    def __init__(self, desk: Desk, here: GameHere) -> None:
        self.desk = desk
        self.here = here
        self.name = here.name
        self.links: dict[str, Link] = {}
        self.states: dict[str, State] = {}
        #: What is worth telling the person, in the order it happened.
        self.said: list[str] = []
        self._identities: dict[str, Identity] = {}
        self._seen = desk.drawer.version
        with desk.drawer.one_moment():
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
        return _recorded(self.state)

    @property
    def opened(self) -> OpenGame:
        """The branch of the record that is the game now."""
        return self.desk.session.open_game(self.course.point.stream)

    @property
    def called(self) -> str:
        """What people call the branch that is the game now."""
        return self.desk.session.display_name(self.course.point.stream)

    @property
    def identity(self) -> Identity:
        """One's own keys in this game: those that its seat has by now, where they are here."""
        seat = self.state.seats.get(self.me)
        if seat is not None and seat.key not in self._identities:
            every = [load_identity(self.desk.keys, name) for name in identities(self.desk.keys)]
            self._identities |= {each.key: each for each in every}
        found = None if seat is None else self._identities.get(seat.key)
        return found or self.desk.identity(self.here.key)

    @property
    def has_seat(self) -> bool:
        """Whether one's key is one's seat's: not before a lost key is replaced, nor after a seat is given on."""
        seat = self.state.seats.get(self.me)
        return seat is None or seat.key == self.identity.key

    # what the drawer holds

    def take_hold(self) -> None:
        """Let no other program of this folder sign until all is written; what one has written meanwhile is read."""
        seen = self.desk.drawer.begin()
        if seen != self._seen:
            self._seen = seen
            self.links, self.states = {}, {}
            self.held = self._load()

    def _load(self) -> due.Held:
        drawer = self.desk.drawer
        entries = drawer.entries(self.name)
        for entry in entries:
            self.links[entry.digest] = link_of(entry, self.links.get(entry.order.prev))
        state = self._kept_state() or self.founded(entries[0])
        self.states[state.link.digest] = state
        ends = set(self.links) - {entry.order.prev for entry in entries}
        logs = (state.link, *(self.links[end] for end in sorted(ends) if not state.link.holds(self.links[end].has)))
        bared = msgspec.json.decode(drawer.mark(self.name, _BARED) or b"[]", type=tuple[_Bared, ...])
        answers = drawer.mark(self.name, ANSWERS)
        held = due.Held(
            me=self.me,
            state=state,
            logs=logs,
            pool=drawer.pool(self.name),
            bared=frozenset(self._bared(each) for each in bared),
            promised=int(drawer.mark(self.name, _PROMISED) or b"0"),
            answers=frozenset(json.loads(answers)) if answers else None,
        )
        # entries that came in another command's time are applied
        return due.learn(held, self._applied(held.state.link, self.links.values()), ())

    def _bared(self, kept: _Bared) -> due.Bared:
        link = self.links[kept.on.digest]
        return due.Bared(branch=kept.branch, moment=kept.moment, cast=kept.cast, set=kept.set, on=link)

    def _kept_state(self) -> State | None:
        """The state at the end of the log, where it was kept and the record is still the same."""
        kept = self.desk.drawer.mark(self.name, _STATE)
        try:
            found = None if kept is None else msgspec.msgpack.decode(kept, type=_Kept)
        except msgspec.MsgspecError:
            return None  # of another release: it only saved time
        if found is None or found.head.digest not in self.links:
            return None
        point, session = found.point, self.desk.session
        if (
            not session.store.knows(point.stream)
            or session.store.digest_at(point.stream, point.version) != point.digest
        ):
            return None
        fold = session.open_game(point.stream).fold(point.version)
        course = RecordedGame(fold=fold, point=point, find=self.find, ends=found.ends, stopped=found.stopped)
        return State(
            link=self.links[found.head.digest], course=course, **{name: getattr(found, name) for name in _KEPT}
        )

    def find(self, stream: str, moment: Moment, last: int) -> Juncture | None:
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
        state = self.states[entry.digest] = founding.found(entry, partial(first_course, self.find))
        return state

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

    # what comes in

    def take(self, bundle: Bundle) -> int:
        """Take in what a letter brought, whose signatures hold. How many packets and entries were new."""
        self.take_hold()
        drawer, links = self.desk.drawer, list[Link]()
        for entry in self._ripe(bundle.entries):
            if entry.digest not in self.links and (entry.order.prev in self.links or entry.order.n == 0):
                self.links[entry.digest] = link_of(entry, self.links.get(entry.order.prev))
                links.append(self.links[entry.digest])
        states = list(self._applied(self.state.link, links))
        known = [link for link in links if link.digest in self.states]
        for link in known:
            drawer.put_entry(self.name, link.entry)
        packets = list(self._within_limits(bundle.packets, states))
        # one's own question that comes back is answered, and not asked again
        asked = [each for each in packets if self._is_question(each)]
        new = len(known) + sum(
            drawer.put_packet(self.name, each, self.desk.minutes()) for each in packets if each not in asked
        )
        pool = drawer.pool(self.name)
        self.held = due.learn(self.held, states, [each for each in packets if each.digest in pool])
        if bundle.head is not None:
            self._hear(bundle.head, progress=bool(new))
        return new

    def _within_limits(self, packets: Iterable[Signed], states: Iterable[State]) -> Iterator[Signed]:
        """Packets of this game by keys that have a seat, or are to have one, while few of that key wait for the log.

        Whatever waits goes on to everybody with each letter: nobody may fill these.
        """
        own = [each for each in packets if each.packet.game == self.state.game]
        seats = [seat for state in (self.state, *states) for seat in state.seats.values()]
        keys = {key for seat in seats for key in (seat.key, seat.recovery) if key is not None}
        for each in (*self.held.pool.values(), *own):
            if each.key in keys and isinstance(each.body, Decide):
                keys |= {each.body.decision.key} if isinstance(each.body.decision, NewKeeper | Reseat) else set()
        waiting = Counter(each.key for each in self.held.pool.values())
        for each in own:
            if each.digest in self.held.pool:
                yield each
            elif each.key not in keys:
                self._tell(f"A packet that says it is {each.by}'s is of a key that has no seat, and is not kept.")
            elif waiting[each.key] >= MOST_WAITING:
                self._tell(f"{MOST_WAITING} packets of {each.by} wait for the log, and no more of theirs are kept.")
            else:
                waiting[each.key] += 1
                yield each

    def _tell(self, words: str) -> None:
        if words not in self.said:
            self.said.append(words)

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

    # what this folder lacks

    @property
    def asks(self) -> bool:
        """Whether this folder is an older copy: it asks, and signs nothing until enough of the others have answered."""
        return self.held.answers is not None

    def _is_question(self, packet: Signed) -> bool:
        return isinstance(packet.body, Ask) and packet.by == self.me

    def _questions(self) -> list[str]:
        return [digest for digest, each in self.held.pool.items() if self._is_question(each)]

    def ask_first(self) -> None:
        """Ask, as an older copy, where no question waits; or go on, where all that was answered is late."""
        drawer, now, terms = self.desk.drawer, self.desk.minutes(), self.state.terms
        since = int(drawer.mark(self.name, _ASKED) or now)
        self.held = due.answered(self.held, late=now >= since + (terms.hours + terms.grace) * 60)
        drawer.put_mark(self.name, _ASKED, str(since).encode() if self.asks else b"")
        if not self.asks:
            self._forget_questions()
        elif not self._questions():
            self.ask()

    def ask(self) -> None:
        """Ask the others for what this folder lacks, in place of an earlier question: a letter may be lost."""
        self._forget_questions()
        self.send(Ask(number=int.from_bytes(self.desk.random(6))))

    def _forget_questions(self) -> None:
        for digest in self._questions():
            self.desk.drawer.drop_packet(self.name, digest)
            self.held = evolve(self.held, pool={key: each for key, each in self.held.pool.items() if key != digest})

    def _hear(self, head: Signed, *, progress: bool) -> None:
        """Take note of how far somebody's log goes, and of their answer to one's question.

        Where they know this folder to have held more than it does, it is an older copy.
        """
        seat, body, end = self.state.seats.get(head.by), head.body, head.packet.has
        if seat is None or seat.key != head.key or not isinstance(body, Holds) or end is None:
            return
        questions = self._questions()
        answered = not questions or bool(set(questions) & set(body.answers))
        if questions and answered:
            self.held = due.answered(self.held, head.by)
        lacks = end.n > self.state.link.n and end.digest not in {*self.links, *(each.digest for each in self.early)}
        if body.known.get(self.me, 0) > self.state.link.n and not self.asks and not questions:
            self.held = evolve(self.held, answers=frozenset())
        if lacks and answered and (progress or not questions):
            self.ask()
        elif questions and answered and not self.asks:
            self._forget_questions()

    # what stands beside the log

    def oldest_own(self) -> int | None:
        """Since when a packet of one's own with an effect waits to be logged, in UTC minutes; None where none does."""
        came = self.desk.drawer.came(self.name)
        asked = [came[digest] for digest in self._questions() if digest in came]
        return min([*asked, *(at for packet, at in self._waiting() if packet.by == self.me)], default=None)

    def oldest_waiting(self) -> int | None:
        """Since when any packet with an effect waits for the keeper, in UTC minutes; None where none does."""
        return min((at for _, at in self._waiting()), default=None)

    def _waiting(self) -> Iterator[tuple[Signed, int]]:
        came = self.desk.drawer.came(self.name)
        for digest, packet in self.held.pool.items():
            if digest in came and take(self.present, packet) is not None:
                yield packet, came[digest]

    def has_sealed(self, moment: Moment, seat: str) -> bool:
        """Whether a seal of this seat for an exchange stands beside the log."""
        return any(
            isinstance(each.body, Seal)
            and (each.body.exchange, each.body.cast) == (moment, self.state.cast)
            and (each.body.seat or each.by) == seat
            for each in self.held.pool.values()
        )

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

    def boxed(self, to: str, words: str) -> str:
        """Words that one seat alone can read. Raises NotAllowedError for one that there is not."""
        seat = self.state.seats.get(to)
        if seat is None or seat.mailbox:
            raise NotAllowedError(f"{to} has no program in {self.called}. Seats: {', '.join(self.readers())}.")
        return base64.b64encode(encrypt_to(seat.key, words.encode(), self.desk.random)).decode()

    # what others ask about it

    def readers(self) -> tuple[str, ...]:
        """Seats with programs but one's own, those of players who are out as well, by id."""
        return tuple(sorted(seat.id for seat in self.state.seats.values() if not seat.mailbox and seat.id != self.me))

    def spectators(self) -> tuple[str, ...]:
        """Who looks on and gets reports from here: from the host's program alone."""
        offer = self.here.invite.body
        if not isinstance(offer, Invite) or self.me != self.here.invite.by:
            return ()
        return tuple(place.id for place in offer.seats if place.role == "spectator")

    def must_go_on(self) -> None:
        """Raise NotNowError where the game is over."""
        if self.course.over:
            raise NotNowError(f"{self.called} is over: {self.course.game.ended}")

    def digests(self) -> tuple[bytes, ...]:
        """The digests of the record's events."""
        return tuple(self.desk.session.store.digests(self.course.point.stream))

    def checked(self, about: Moment) -> str:
        """An exchange computed again by the rules, in words."""
        run = list(self.opened.history.played(about, about))
        faults = verify_exchanges(self.opened, run)
        return "By the rules: " + (" ".join(faults) or "every event is just as it is on record.")

    def told(self) -> list[str]:
        """What is worth telling the person since this was last asked."""
        said, self.said = self.said, []
        return said

    # orders that a person gave

    def plots(self, seat: str) -> dict[Moment, Plot]:
        """The orders that a person gave and that hold: no rewind and no stop came in between, and nobody knows them."""
        found = self.desk.drawer.plotted(self.name, seat)
        return {moment: plot for moment, plot in found.items() if self._holds(seat, moment, plot)}

    def _holds(self, seat: str, moment: Moment, plot: Plot) -> bool:
        if plot.cast == self.state.cast or plot.branch != self.course.branch:
            return plot.branch == self.course.branch
        if seat == self.me and due.is_known(self.held, moment):
            return False
        # another cast: orders stand where people changed keepers or seats, and are void where the rules stopped them
        self.write()
        game, rules = self.course.game, self.course.rules
        since = plot.version if plot.stream == self.course.point.stream else min(plot.version, game.at_version or 0)
        return not any(rules.stops(fact) for fact in self.opened.facts(since + 1))

    def plot(self, lines: tuple[str, ...]) -> Plot:
        """Orders as they are kept."""
        point, branch = self.course.point, self.course.branch
        return Plot(lines=lines, cast=self.state.cast, branch=branch, stream=point.stream, version=point.version)

    # what goes out, and what is kept

    def signed(self, body: Body, key: Identity | None = None) -> Signed:
        """A packet with one's signature. key: that signs it, where it is not one's own."""
        identity = key or self.identity
        packet = Packet(game=self.state.game, by=self.me, has=self.state.link.has, body=body)
        return Signed(packet=packet, key=identity.key, signature=identity.sign(message(packet)).hex())

    def send(self, body: Body, key: Identity | None = None) -> Signed:
        """Sign a packet; it goes out with the next letters. key: that signs it, where it is not one's own."""
        self.take_hold()
        signed = self.signed(body, key)
        self.desk.drawer.put_packet(self.name, signed, self.desk.minutes())
        self.held = due.learn(self.held, (), [signed])
        if isinstance(body, Next):
            self.held = evolve(self.held, promised=max(self.held.promised, body.epoch))
        return signed

    def append(self, entry: Entry, after: State) -> None:
        """Keep an entry of one's own, which leads to a state."""
        self.links[entry.digest], self.states[entry.digest] = after.link, after
        self.desk.drawer.put_entry(self.name, entry)
        self.held = due.learn(self.held, [after], ())

    def write(self) -> None:
        """Write what was signed to the drawer, the facts that follow to the record, and where that leads.

        A program that is killed between the two goes on from what it has signed: it rolls no other dice.
        """
        drawer, held = self.desk.drawer, self.held
        logged = [packet for link in self.state.link.since(-1) for packet in packets_in(link.entry)]
        drawer.mark_logged(self.name, held.pool, logged=False)
        drawer.mark_logged(self.name, [packet.digest for packet in logged], logged=True)
        self._take_addresses(logged)
        bared = [_Bared(branch=b.branch, moment=b.moment, cast=b.cast, set=b.set, on=b.on.has) for b in held.bared]
        drawer.put_mark(self.name, _BARED, msgspec.json.encode(bared))
        drawer.put_mark(self.name, _PROMISED, str(held.promised).encode())
        answers = b"" if held.answers is None else json.dumps(sorted(held.answers)).encode()
        drawer.put_mark(self.name, ANSWERS, answers)
        if self.course.unwritten:
            drawer.save()
            self.take_hold()
            self._record()
        drawer.drop_plots(self.name, self.course.moment)
        drawer.put_mark(self.name, _STATE, msgspec.msgpack.encode(_keep(self.state)))
        drawer.put_mark(self.name, BRANCH, self.course.point.stream.encode())
        drawer.put_mark(self.name, SEALED_AS, self.course.branch.encode())
        drawer.save()

    def _record(self) -> None:
        """Write the facts that follow to the record."""
        session = self.desk.session
        for stretch in self.course.unwritten:
            known = session.store.knows(stretch.stream)
            if known and session.store.head(stretch.stream).version >= stretch.after.version + len(stretch.facts):
                continue
            if stretch.after.stream != stretch.stream:
                session.open_game(stretch.after.stream).branch(stretch.stream, stretch.after.version, stretch.facts)
            elif stretch.after.version < 0:
                session.begin(stretch.stream, stretch.facts)
            else:
                session.open_game(stretch.stream).append(stretch.facts, after=stretch.after.version)
        state = evolve(self.state, course=self.course.written())
        self.states[state.link.digest] = state
        self.held = evolve(self.held, state=state)

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


# a state between two commands: all of it but the log and the game, which are found again

_TYPES: Final = {name: kind for name, kind in get_type_hints(State).items() if name not in ("link", "course")}
_KEPT: Final = tuple(field.name for field in fields(State) if field.name in _TYPES)
_Kept: Final[Any] = msgspec.defstruct(
    "_Kept",
    [
        ("head", Has),
        ("point", RecordPoint),
        ("ends", dict[str, int]),
        ("stopped", bool),
        *((name, _TYPES[name]) for name in _KEPT),
    ],
)


def _keep(state: State) -> Any:
    course = _recorded(state)
    own = {name: getattr(state, name) for name in _KEPT}
    return _Kept(head=state.link.has, point=course.point, ends=dict(course.ends), stopped=course.stopped, **own)


def _recorded(state: State) -> RecordedGame:
    course = state.course
    if not isinstance(course, RecordedGame):
        raise TypeError("a replica plays the record's game")
    return course
