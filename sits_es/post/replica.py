"""One game by mail as this program holds it: its log, what stands beside it, and the record that follows from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, cast, get_type_hints

import msgspec
from attrs import asdict, evolve
from msgspec import Struct

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.fold import STUMBLES
from sits_es.keys.identity import Identity, identities, load_identity
from sits_es.post.bundle import Bundle
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere, decoded
from sits_es.post.log import due, exchanges, founding, packets
from sits_es.post.log.apply import Refused, apply, take
from sits_es.post.log.entries import Entry, Link
from sits_es.post.log.packets import Ask, Body, Decide, Has, Holds, NewKeeper, Note, Reseat, Seal, Signed, write_part
from sits_es.post.log.state import State
from sits_es.post.record import Juncture, RecordedGame, RecordPoint, first_course
from sits_es.rules.moments import Moment
from sits_es.sentences import one_line, shell
from sits_es.service.session import OpenGame

#: An entry whose time is more than this many minutes ahead of a reader's clock waits.
AHEAD: Final = 24 * 60
#: Most bytes of an entry; a longer one would leave no room in letters.
MOST_ENTRY: Final = 4 * packets.MOST_BYTES
#: Most megabytes of one key's entries beside the log, including those that wait for their time.
MOST_BESIDE: Final = 4
#: Most packets of one key beside the log, and their megabytes.
MOST_WAITING, MOST_MB = 1000, 8


class Plot(Struct, frozen=True, kw_only=True):
    """Orders that a person gave. cast, branch: the game's at that time, as seals name them."""

    seat: str
    moment: Moment
    lines: tuple[str, ...]
    cast: str
    branch: str


#: The state at the end of the log as it is stored between two commands; the log and most of the game are elsewhere.
_KEPT = {**get_type_hints(State), "link": Has, "course": tuple[RecordPoint, Mapping[str, int], bool]}
_Kept: Final[Any] = msgspec.defstruct("_Kept", list(_KEPT.items()))


class Replica:
    """A game that has begun, and all that is known of it; `signing` does what follows."""

    def __init__(self, desk: Desk, here: GameHere) -> None:
        desk.hold(here)
        self.desk, self.here, self.name = desk, here, here.name
        #: The player's own seat.
        self.me: str = here.me or ""
        self.links: dict[str, Link] = {}
        self.states: dict[str, State] = {}
        #: What is worth telling the player, in order.
        self.said: list[str] = []
        self._identities: dict[str, Identity] = {}
        self._seen = desk.drawer.version
        with desk.drawer.one_moment():
            self.held = self._load()

    @property
    def state(self) -> State:
        """The game at the end of its log."""
        return self.held.state

    @property
    def present(self) -> State:
        """The same state now: what is due by this clock is due."""
        return evolve(self.state, at=max(self.state.at, self.desk.minutes()))

    @property
    def course(self) -> RecordedGame:
        """The game on record."""
        return cast("RecordedGame", self.state.course)

    @property
    def opened(self) -> OpenGame:
        """The branch of the record that is now the game."""
        return self.desk.session.open_stream(self.course.point.stream)

    @property
    def called(self) -> str:
        """What people call that branch."""
        return self.desk.session.display_name(self.course.point.stream)

    @property
    def identity(self) -> Identity:
        """The player's keys in this game: those that the seat has now, if they are here."""
        seat = self.state.seats.get(self.me)
        if seat is not None and seat.key not in self._identities:
            every = (load_identity(self.desk.keys, name) for name in identities(self.desk.keys))
            self._identities |= {each.key: each for each in every}
        return self._identities.get(seat.key if seat else "") or self.desk.identity(self.here.key)

    @property
    def has_seat(self) -> bool:
        """Whether the player's key is the seat's: not before a lost key is replaced, nor once another has the seat."""
        return self.me not in self.state.seats or self.state.seats[self.me].key == self.identity.key

    # what the drawer holds

    def take_hold(self) -> None:
        """Let no other program of this folder sign until all is written. Reads what another has written meanwhile."""
        seen = self.desk.drawer.begin()
        if seen != self._seen:
            self._seen = seen
            self.links, self.states = {}, {}
            self.held = self._load()

    def _load(self) -> due.Held:
        drawer = self.desk.drawer
        for entry in (entries := drawer.entries(self.name)):
            self.links[entry.digest] = Link(entry, self.links.get(entry.order.prev))
        state = self._kept_state() or self.founded(entries[0])
        self.states[state.link.digest] = state
        answers = drawer.mark(self.name, "answers")
        ends = [self.links[each] for each in sorted({*self.links} - {entry.order.prev for entry in entries})]
        # if the state was stored, these came in a command that was killed
        further = [end for end in ends if end.holds(state.link.has)]
        bared, elsewhere = drawer.value(self.name, "bared", tuple[frozenset[due.ToOpen], frozenset[str]], b"[[],[]]")
        held = due.Held(
            me=self.me,
            state=state,
            logs=(state.link, *(end for end in ends if end not in further)),
            elsewhere=elsewhere,
            pool=drawer.pool(self.name),
            bared=bared,
            answers=frozenset(json.loads(answers)) if answers else None,
        )
        new = {link.digest: link for end in further for link in end.since(state.link.n)}
        return due.learn(held, self._applied(new.values(), state.link), ())

    def _kept_state(self) -> State | None:
        """The stored state, if the record is still the same."""
        session = self.desk.session
        try:
            kept = msgspec.msgpack.decode(self.desk.drawer.found(self.name, "state", "") or b"", type=_Kept)
        except msgspec.MsgspecError:
            return None  # there is none, or it is another release's; it only saves time
        point, ends, stopped = kept.course
        there = session.store.digest_at(point.stream, point.version) if session.store.knows(point.stream) else None
        if there != point.digest or kept.link.digest not in self.links:
            return None
        fold = session.open_stream(point.stream).fold(point.version)
        course = RecordedGame(fold=fold, point=point, find=self.find, ends=ends, stopped=stopped)
        return State(**msgspec.structs.asdict(kept) | {"link": self.links[kept.link.digest], "course": course})

    def find(self, stream: str, moment: Moment, last: int) -> Juncture | None:
        """Where an exchange of a branch was at hand, and the game there. last: the last event that counts."""
        session = self.desk.session
        if not session.store.knows(stream):
            return None
        opened = session.open_stream(stream)
        at = next((each.opened for each in opened.history.played(moment, moment) if (each.first or 0) <= last), None)
        if at is None:
            return None
        return RecordPoint(stream=stream, version=at, digest=session.store.digest_at(stream, at) or ""), opened.fold(at)

    def founded(self, entry: Entry) -> State:
        """The state after the founding entry."""
        state = self.states[entry.digest] = founding.found(entry, partial(first_course, find=self.find))
        return state

    def state_at(self, entry: Has) -> State | None:
        """The state after an entry that is here; None for others."""
        link = self.links.get(entry.digest)
        if link is None:
            return None
        missing = list[Link]()
        while link.digest not in self.states and link.before is not None:
            missing.append(link)
            link = link.before
        state = self.states.get(link.digest) or self.founded(link.entry)
        for each in reversed(missing):
            if self._is_early(each.entry):
                return None
            try:
                after = apply(state, each.entry)
            except STUMBLES as fault:  # no honest keeper can have written it
                after = Refused(f"Entry {each.n} of epoch {each.epoch} can't be played: {one_line(str(fault))}.")
            if isinstance(after, Refused):
                self.said.append(after.why)
                return None
            state = self.states[each.digest] = after
        return state

    def _applied(self, links: Iterable[Link], here: Link) -> list[State]:
        """The states at the ends of the logs that these links bring. here: the last link whose state is known."""
        new = (link for link in sorted(links, key=lambda link: link.n) if link.digest not in self.states)
        states = [state for link in new if not here.holds(link.has) and (state := self.state_at(link.has)) is not None]
        inner = {state.link.before for state in states}
        return [state for state in states if state.link not in inner]

    # what comes in

    def take(self, bundle: Bundle) -> int:
        """Take in what a letter brought, with good signatures. How many packets and entries are new."""
        self.take_hold()
        drawer, links = self.desk.drawer, list[Link]()
        for entry in self._within_room(bundle.entries):
            if entry.order.prev in self.links:
                links.append(Link(entry, self.links[entry.order.prev]))
                self.links[entry.digest] = links[-1]
        states = self._applied(links, self.state.link)
        known = [link for link in links if link.digest in self.states or self._is_early(link.entry)]
        for link in known:
            drawer.keep(self.name, "entry", link.digest, write_part(link.entry))
        found = list(self._within_limits(bundle.packets, states))
        new = len(known) + sum(drawer.put_packet(self.name, each, self.desk.minutes()) for each in found)
        pool = drawer.pool(self.name)
        self.held = due.learn(self.held, states, [each for each in found if each.digest in pool])
        if bundle.head is not None:
            with suppress(NotAllowedError):  # the key may be missing; that is said where games go on
                self._hear(bundle.head, progress=bool(new))
        return new

    def _within_limits(self, came: Iterable[Signed], states: Iterable[State]) -> Iterator[Signed]:
        """Packets signed with a key that their author has or gets, while there is room: every letter carries them."""
        own = [each for each in came if each.packet.game == self.state.game]
        keys = self._keys_of([self.state, *states], own)
        waiting, sizes, sent = Counter[str](), Counter[str](), self.desk.drawer.kept(self.name, "sent")
        for each in self.held.pool.values():
            waiting[each.key] += 1
            sizes[each.key] += len(write_part(each))
        for each in own:
            if each.digest in self.held.pool:
                yield each
            elif (each.by, each.key) not in keys:
                self.said.append(f"A packet in {each.by}'s name has a key that belongs to no seat, and was not kept.")
            elif (size := len(write_part(each))) + sizes[each.key] > MOST_MB << 20:
                self.said.append(f"Packets from {each.by} that wait for the log fill {MOST_MB} MB; no more are kept.")
            elif waiting[each.key] >= MOST_WAITING:
                self.said.append(f"{MOST_WAITING} packets from {each.by} are waiting for the log; no more are kept.")
            # a question of ours that comes back is not asked again, nor is one that we have answered
            elif not (isinstance(each.body, Ask) and (each.by == self.me or each.digest in sent)):
                waiting[each.key] += 1
                sizes[each.key] += size
                yield each

    def _keys_of(self, states: Iterable[State], came: Iterable[Signed]) -> set[tuple[str, str | None]]:
        """Seats with the keys they have, or will have by decisions that are here or have come."""
        seats = [seat for state in states for seat in state.seats.values()]
        keys = {(seat.id, key) for seat in seats for key in (seat.key, seat.recovery)}
        for each in (*self.held.pool.values(), *came):
            match each.body:
                case Decide(decision=NewKeeper(id=seat, key=key) | Reseat(player=seat, key=key)):
                    keys |= {(seat, key)} if (each.by, each.key) in keys else set()
        return keys

    def _within_room(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """New entries, the oldest first, as far as there is room: many logs of one key would fill folders."""
        here = self.state.link
        followed, goes_on = {link.digest for link in here.since(-1)}, {here.digest}
        sizes, seats = Counter[str](), {seat.key: seat.id for seat in self.state.seats.values()}
        for link in (link for digest, link in self.links.items() if digest not in followed):
            sizes[link.entry.key] += len(write_part(link.entry))
        found = {entry.digest: entry for entry in entries if entry.digest not in self.links}
        for entry in sorted(found.values(), key=lambda entry: entry.order.n):
            order, size, is_early = entry.order, len(write_part(entry)), self._is_early(entry)
            if size > MOST_ENTRY or (is_early and entry.key not in seats):
                continue
            if not is_early and (order.prev in goes_on or order.epoch > here.epoch):
                goes_on.add(entry.digest)
            elif sizes[entry.key] + size <= MOST_BESIDE * 2**20:
                sizes[entry.key] += size
            else:
                full = f"Entries from {seats.get(entry.key)} that are not in the log fill {MOST_BESIDE} MB"
                self.said.append(f"{full}; no more of them are kept. If the game is stuck: sits docs ways-out")
                continue
            yield entry

    def _is_early(self, entry: Entry) -> bool:
        """Whether an entry must wait until this clock comes near its time."""
        return entry.order.at > self.desk.minutes() + AHEAD

    @property
    def early(self) -> list[Entry]:
        """Entries that wait so, the oldest first."""
        found = (link.entry for link in self.links.values() if self._is_early(link.entry))
        return sorted(found, key=lambda entry: entry.order.n)

    # what this folder lacks

    @property
    def asks(self) -> bool:
        """Whether this folder is an older copy: it asks, and signs nothing until enough of the others have answered."""
        return self.held.answers is not None

    def _questions(self) -> set[str]:
        return {packet.digest for packet, _ in self.held.said(Ask, self.me)}

    def ask_first(self) -> None:
        """As an older copy, ask if no question is under way; go on if all answers are late."""
        drawer, now, terms = self.desk.drawer, self.desk.minutes(), self.state.terms
        since = int(drawer.mark(self.name, "asked") or now)
        self.held = due.answered(self.held, late=now >= since + (terms.hours + terms.grace) * 60)
        drawer.put_mark(self.name, "asked", str(since) if self.asks else "")
        if not self.asks:
            self._forget(self._questions())
        elif not self._questions():
            self.ask()

    def ask(self) -> None:
        """Ask the others for what this folder lacks. The question replaces an earlier one, whose letter may be lost."""
        self._forget(self._questions())
        self.send(Ask(number=int.from_bytes(self.desk.random(6))))

    def _forget(self, packets: Collection[str]) -> None:
        for digest in packets:
            self.desk.drawer.drop_packet(self.name, digest)
        pool = {digest: each for digest, each in self.held.pool.items() if digest not in packets}
        self.held = evolve(self.held, pool=pool)

    def _hear(self, head: Signed, *, progress: bool) -> None:
        """Note how far somebody's log goes. If they know that this folder has held more, it is an old copy."""
        body, end = head.body, head.packet.has
        if not self.state.is_its_seats(head) or not isinstance(body, Holds) or end is None:
            return
        self.desk.drawer.put_mark(self.name, f"heard {head.by}", str(self.desk.minutes()))
        questions, n = self._questions(), self.state.link.n
        lacks = end.n > n and end.digest not in self.links
        if not questions:
            claimed = self.desk.drawer.value(self.name, "claimed", list[str], b"[]")
            if body.known.get(self.me, 0) > n and not self.asks and head.by not in claimed:
                # it may be a lie, so it counts once for each, and one answer is enough after the grace
                self.held = evolve(self.held, answers=frozenset())
                self.desk.drawer.put_mark(self.name, "claimed", json.dumps(sorted({*claimed, head.by})))
                since = self.desk.minutes() - self.state.terms.hours * 60
                self.desk.drawer.put_mark(self.name, "asked", str(since))
            if lacks:
                self.ask()
        elif questions & {*body.answers}:
            self.held = due.answered(self.held, head.by)
            if lacks and progress:
                self.ask()
            elif not self.asks:
                self._forget(questions)

    # what stands beside the log

    def oldest_waiting(self, by: str | None = None) -> int | None:
        """Since when a packet with an effect waits for the keeper, in UTC minutes. by: whose, including questions."""
        came, now = self.desk.drawer.came(self.name), self.present
        waits = ((digest, each) for digest, each in self.held.pool.items() if digest in came and by in (None, each.by))
        asks = (digest for digest, each in waits if (by and isinstance(each.body, Ask)) or take(now, each) is not None)
        return min((came[digest] for digest in asks), default=None)

    def silent(self) -> dict[str, int]:
        """Programs that are silent for longer than an exchange's time and grace, and since when, in UTC minutes."""
        drawer, state, founded = self.desk.drawer, self.state, self.state.link.since(-1)[0].entry.order.at
        lately = min(state.since, self.desk.minutes() - (state.due() - state.since) - state.grace)
        heard = {seat: int(drawer.mark(self.name, f"heard {seat}") or founded) for seat in state.programs}
        return {seat: at for seat, at in heard.items() if at < lately and seat != self.me}

    def has_sealed(self, moment: Moment, seat: str) -> bool:
        """Whether a seal of this seat for an exchange is here and not logged."""
        return any(True for _ in self.unlogged_seals(moment, seat))

    def unlogged_seals(self, moment: Moment, seat: str) -> Iterator[tuple[Seal, str]]:
        """The seals of this seat for an exchange that are here and not logged, each with the key that signed it."""
        for packet, seal in self.held.said(Seal):
            who = seal.seat or packet.by
            fits = (who, seal.exchange, seal.cast) == (seat, moment, self.state.cast)
            if fits and exchanges.may_seal_for(self.state, packet.by, who):
                yield seal, packet.key

    def notes(self) -> Iterator[tuple[Signed, Note]]:
        """Everybody's notes: those in the log, the oldest first, then the others."""
        for packet in (*self.state.link.packets, *due.unlogged(self.held)):
            if isinstance(packet.body, Note) and self.state.is_its_seats(packet):
                yield packet, packet.body

    # what others ask about it

    def readers(self) -> tuple[str, ...]:
        """All other seats with a program, by id, including those of players who are out."""
        return tuple(sorted(seat.id for seat in self.state.seats.values() if not seat.mailbox and seat.id != self.me))

    def must_go_on(self) -> None:
        """Raise NotNowError if the game is over."""
        if self.course.over:
            raise NotNowError(f"{self.called} is over: {self.course.game.ended}")

    def digests(self) -> tuple[bytes, ...]:
        """The digests of the record's events."""
        return tuple(self.desk.session.store.digests(self.course.point.stream))

    # orders that a person gave

    def plots(self, seat: str) -> dict[Moment, Plot]:
        """A person's orders that still hold: no rewind and no stop has come since, and nobody knows them."""
        found = sorted((each for each in self._plots().values() if each.seat == seat), key=lambda each: each.moment)
        return {each.moment: each for each in found if self._holds(each)}

    def _plots(self) -> dict[str, Plot]:
        return {key: decoded(Plot, each) for key, each in self.desk.drawer.kept(self.name, "plot").items()}

    def _holds(self, plot: Plot) -> bool:
        course = self.course
        if plot.branch != course.branch or plot.moment < course.moment or course.has_stopped:
            return False
        # another cast: orders stand if people changed keepers or seats
        known = plot.seat == self.me and plot.cast != self.state.cast and due.is_known(self.held, plot.moment)
        return not known

    def plot(self, seat: str, moment: Moment, lines: tuple[str, ...] | None) -> None:
        """Store a person's orders for an exchange until it is over; None removes them."""
        drawer, key = self.desk.drawer, f"{moment.turn} {moment.segment} {seat}"
        if lines is None:
            drawer.drop(self.name, "plot", key)
            return
        kept = Plot(seat=seat, moment=moment, lines=lines, cast=self.state.cast, branch=self.course.branch)
        drawer.keep(self.name, "plot", key, msgspec.json.encode(kept))

    # what goes out, and what is kept

    def signed(self, body: Body, key: Identity | None = None) -> Signed:
        """A packet with the player's signature. key: another key to sign with."""
        identity = key or self.identity
        packet = packets.Packet(game=self.state.game, by=self.me, has=self.state.link.has, body=body)
        return Signed(packet=packet, key=identity.key, signature=identity.sign(packets.message(packet)).hex())

    def send(self, body: Body, key: Identity | None = None) -> Signed:
        """Sign a packet for the next letters. key: another key to sign with."""
        self.take_hold()
        signed = self.signed(body, key)
        self.desk.drawer.put_packet(self.name, signed, self.desk.minutes())
        self.held = due.learn(self.held, (), [signed])
        return signed

    def append(self, entry: Entry, after: State) -> None:
        """Store an entry of our own. after: the state to which it leads."""
        self.links[entry.digest], self.states[entry.digest] = after.link, after
        self.desk.drawer.keep(self.name, "entry", entry.digest, write_part(entry))
        self.held = due.learn(self.held, [after], ())

    def write(self) -> None:
        """Write packets, then facts, then where that leads: whoever is killed in between rolls no other dice."""
        drawer = self.desk.drawer
        answered = drawer.kept(self.name, "sent")
        self._forget({each.digest for each, _ in self.held.said(Ask) if each.by != self.me and each.digest in answered})
        held, logged = self.held, [*self.state.link.packets]
        for packet in held.pool.values():  # packets of abandoned entries may be new here
            drawer.put_packet(self.name, packet, self.desk.minutes())
        drawer.mark_logged(self.name, held.pool, logged=False)
        drawer.mark_logged(self.name, [packet.digest for packet in logged], logged=True)
        self._take_addresses(logged)
        drawer.put_mark(self.name, "bared", msgspec.json.encode((held.bared, held.elsewhere)).decode())
        drawer.put_mark(self.name, "answers", "" if held.answers is None else json.dumps(sorted(held.answers)))
        drawer.drop(self.name, "plot", *(key for key, each in self._plots().items() if not self._holds(each)))
        if self.course.unwritten:
            drawer.save()
            self.take_hold()
            self._record()
        course = self.course.point, self.course.ends, self.course.stopped
        kept = {**asdict(self.state, recurse=False), "link": self.state.link.has, "course": course}
        drawer.keep(self.name, "state", "", msgspec.msgpack.encode(kept))
        drawer.put_mark(self.name, "branch", self.course.point.stream)
        drawer.put_mark(self.name, "sealed as", self.course.branch)
        drawer.save()

    def _record(self) -> None:
        session = self.desk.session
        for stretch in self.course.unwritten:
            after, stream, facts = stretch.after, stretch.stream, stretch.facts
            last = session.store.head(stream).version if session.store.knows(stream) else -1
            if last >= after.version + len(facts):
                continue
            if after.stream != stream:
                session.open_stream(after.stream).branch(stream, after.version, facts)
            elif after.version < 0:
                session.begin(stream, facts)
            else:
                session.open_stream(stream).append(facts, after=after.version, fold=stretch.fold)
        point = self.course.point
        if session.store.digest_at(point.stream, point.version) != point.digest:
            aside = f"Set the record aside: sits doctor --set-aside {shell(point.stream)}"
            raise UnreadableError(f"The record of {point.stream} does not match the game in its log. {aside}")
        state = evolve(self.state, course=self.course.written())
        self.states[state.link.digest] = state
        self.held = evolve(self.held, state=state)

    def _take_addresses(self, logged: Iterable[Signed]) -> None:
        """Store the addresses of players to whom decisions have given a seat."""
        for packet in logged:
            match packet.body:
                case Decide(decision=NewKeeper(id=seat, address=to) | Reseat(player=seat, address=to)) as body:
                    if body.digest in self.state.passed:
                        self.desk.drawer.put_address(self.name, seat, to)


def replica_of(desk: Desk, name: str) -> Replica:
    """A game by mail that has begun here, read once for a command. Raises NotAllowedError, NotNowError."""
    here = desk.game(name)
    found: Replica | None = desk.replicas.get(here.name)
    if found is None:
        if not here.begun:
            raise NotNowError(f"{here.name} has not begun here.")
        found = desk.replicas[here.name] = Replica(desk, here)
    return found
