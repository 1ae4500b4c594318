"""A search through everything that can happen at a table with one cheat, over the log's own code.

Honest programs do at once what `due` says; deliveries, people who lose patience and the cheat are moves, in every
order, up to a depth. The cheat keeps a log for each reader apart, forks, withholds, logs what it likes, seals knowing
what it has seen, names false heads, begins epochs with whom it likes. After each move the laws are asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import combinations
from typing import Final

from attrs import evolve, frozen

from sits_es.post.log import due, keepers, packets
from sits_es.post.log.decisions import more_than_half
from sits_es.post.log.entries import NOTHING, Epoch, Logged, Opened, Tick
from sits_es.post.log.packets import Act, Ask, Decide, Decision, Has, Next, Open, Resign, Seal, Share, Without
from sits_es.post.log.state import Played, Set, State
from sits_es.rules.moments import Moment
from tests.post.log.table import digest
from tests.post.log.toy import Circumstances, course_of
from tests.post.log.world import BAD, LATER, Known, Outcome, Program, Setting, Table, Violation, all_once, key_of, once


def new_key(player: str) -> str:
    """The key that a seat has after its own is lost."""
    return key_of(f"{player} anew")


#: What each decision says about somebody.
DECISIONS: Final[dict[str, Callable[[str], Decision]]] = {
    "rewind": lambda _: packets.Rewind(to=Moment(1, 1)),
    "enter": lambda who: packets.Enter(player=who, lines=("facts",)),
    "readmit": lambda who: packets.Readmit(player=who),
    "end": lambda _: packets.End(winner=None),
    "reseat": lambda who: packets.Reseat(player=who, key=new_key(who)),
    "keeper": lambda who: packets.NewKeeper(id=who, name=who, key=key_of(who)),
    "reader": lambda who: packets.NewKeeper(id=who, name=who, key=key_of(who), reads=True),
}


def signs(table: Table, by: str, state: State) -> Iterator[int]:
    """All that somebody may sign, by what the table's people may decide."""
    for each in table.setting.decisions:
        what, _, who = each.partition(" ")
        if what in DECISIONS:
            decision = DECISIONS[what](who)
            hand = state.hand if isinstance(decision, packets.Enter) else None
            number = digest(each) if hand is None else None
            yield table.sign(by, Decide(decision=decision, hand=hand, number=number), state)
        elif (what, who) == ("resign", by):
            yield table.sign(by, Resign(), state)


def recovers(table: Table, by: str, state: State) -> Iterator[int]:
    """A new key that somebody names by their recovery key."""
    if f"recover {by}" in table.setting.decisions and state.seats[by].recovery is not None:
        body = Decide(decision=packets.Reseat(player=by, key=new_key(by)), number=digest(f"recover {by}"))
        yield table.sign(by, body, key=state.seats[by].recovery)


#: What a program does at once by itself, at most.
MOST_STEPS = 100
#: Entries of a log of packets without effect, at least: it is longer than any on which a small game was played.
LONG = 12


@frozen(cache_hash=True)
class World:
    """programs: numbers, by id of honest seats; letters: reader and the program that wrote; crashed: one, or nobody;
    late: who has crashed once, or was restored from an old copy.
    """

    programs: tuple[int, ...]
    letters: frozenset[tuple[str, int]]
    crashed: str = ""
    late: str = ""


#: Rounds in which a game in honest hands comes to its end, and epochs that it may take.
MOST_ROUNDS, MOST_EPOCHS = 60, 12

#: A program begins with less than it had.
ANEW: Final = ("restores", "recovers", "is seated")

#: What can happen next: what it is called, who sees it, and what they are shown: a program, a state or packets.
Move = tuple[str, str, tuple[int, ...]]


@frozen(kw_only=True)
class Found:
    """What a search came to. law, why, trace: of the law that broke; whole: nothing lies beyond the depth."""

    law: str | None = None
    why: str = ""
    trace: tuple[str, ...] = ()
    moves: int
    worlds: int
    depth: int
    whole: bool = False
    seconds: float


class Search:
    """One table and what may happen at it."""

    def __init__(self, setting: Setting, table: Table | None = None) -> None:
        self.setting, self.table = setting, table or Table(setting)
        self.seats = setting.honest
        self.rank = {each: place for place, each in enumerate([*self.seats, setting.cheat])}

    def start(self) -> World:
        """All hold the founding entry and each other's first seals; whoever did something with them has sent it."""
        programs = [self.react(self.table.start(each))[0] for each in self.seats]
        seals = frozenset().union(*(each.pool for each in programs))
        reactions = [self.react(self.table.learn(each, (), seals)) for each in programs]
        world = World(tuple(program.number for program, _ in reactions), frozenset())
        for program, moved in reactions:
            world = self._sent(world, program) if moved else world
        return world

    def program(self, world: World, player: str) -> Program:
        """A player's program."""
        return self.table.programs[world.programs[self.seats.index(player)]]

    # honest programs

    @once
    def react(self, program: Program) -> tuple[Program, bool]:
        """The program once it has done all that it does by itself, and whether it did anything."""
        after = program
        for _ in range(MOST_STEPS):
            moved = self._step(after) if self.has_key(after) else None
            if moved is None:
                return after, after is not program
            after = moved
        raise Violation("4", f"{program.me} never comes to rest")

    def has_key(self, program: Program) -> bool:
        """Whether a program can sign for its seat."""
        seat = program.held.state.seats.get(program.me)
        return not program.key or (seat is not None and seat.key == program.key)

    def _step(self, program: Program) -> Program | None:
        table, held = self.table, program.held
        for errand in due.errands(held):
            after = self._send(program, errand)
            if after is not program:
                return after
        if (what := due.to_append(held, held.state.at + LATER)) is not None:
            return self._append(program, program.head, what, held.state.link.epoch)
        if (begun := due.to_begin(held, lambda has: self._state_at(program, has))) is not None:
            base, epoch = begun
            number = table.find(base.link.has)
            assert number is not None
            return self._append(program, number, epoch, held.promised)
        return None

    def _append(self, program: Program, before: int, what: Logged | Opened | Tick | Epoch, epoch: int) -> Program:
        after = self.table.log(before, what, epoch)
        assert after is not None, f"{program.me} appends what is refused"
        return self.table.learn(program, [after], ())

    def _send(self, program: Program, errand: due.Errand) -> Program:
        table, held, me = self.table, program.held, program.me
        match errand:
            case Next(epoch=epoch):
                return table.asks(program, epoch) if epoch <= self.setting.epochs else program
            case due.ToSeal(moment=moment, bond=bond, seat=seat):
                # whose orders are known makes another plan
                known = due.is_known(held, moment)
                plan = 1 + max(known, len({e.cast for e in held.bared if known and e.moment == moment}))
                return table.learn(program, (), [table.seal(seat or me, held.state, moment, bond, plan=plan)])
            case due.ToTell(set=fixed, seals=seals):
                return self._append(program, program.head, table.tells(fixed, seals), held.state.link.epoch)
            case due.ToAct():
                act = table.act(me, held.state)
                return program if act is None else table.learn(program, (), [act])
            case due.ToOpen():
                sealed = held.state.exchange(errand.moment).seals[me].commitment
                opened = table.open(sealed, errand.set, held.state)
                return table.learn(table.bares(program, errand), (), [opened])
            case due.ToShare(of=of, set=fixed, seal=seal):
                return table.learn(program, (), [table.share(me, of, fixed, seal.commitment, held.state)])
        raise AssertionError(errand)

    def _state_at(self, program: Program, has: Has) -> State | None:
        number = self.table.find(has)
        held = number is not None and any(self.table.on(number, each) for each in program.logs)
        return self.table.states[number] if held and number is not None else None

    @all_once
    def people(self, program: Program) -> Iterator[tuple[str, int]]:
        """What a program offers its person who has lost patience: signatures and shares, and the epoch to ask for."""
        table, held, setting = self.table, program.held, self.setting
        state, me = held.state, program.me
        if me not in state.seats or state.seats[me].out or not self.has_key(program):
            return
        for player in setting.players if setting.without else ():
            for missing in ("seal", "act", "open"):
                without = Without(player=player, missing=missing)
                signed = table.without(me, without, state)
                if signed in program.pool or not table.effect(program.head, signed):
                    continue
                if due.may_sign_without(held, without):
                    yield "signs", signed
        for errand in due.errands(held, overdue=True) if setting.escrow else ():
            if isinstance(errand, due.ToShare):
                share = table.share(me, errand.of, errand.set, errand.seal.commitment, state)
                if share not in program.pool:
                    yield "signs", share
        faces = {state.keeper_of(each) for each in keepers.two_faced(held.logs)}
        epoch = due.next_epoch(state, without=faces)
        may = held.answers is None and (state.keeper != me or not setting.in_time)
        if held.promised < epoch <= setting.epochs and may:
            yield "asks", epoch

    @all_once
    def wishes(self, program: Program) -> Iterator[int]:
        """What a person may sign whenever they like."""
        held, state = program.held, program.held.state
        may = program.me in state.seats and self.has_key(program) and held.answers is None
        for each in signs(self.table, program.me, state) if may and not held.stands_still else ():
            if each not in program.pool and self.table.effect(program.head, each):
                yield each

    # what the cheat knows and can make

    def known(self, packets: Iterable[int]) -> Known:
        """Openings of honest seals that can be read in packets, or that the cheat opens with the shares in them."""
        table, cheat = self.table, self.setting.cheat
        known: set[tuple[str, Moment, str]] = set()
        reads = self.setting.is_read_by_cheat
        shares: set[tuple[str, str]] = set()
        seals: list[tuple[str, Seal]] = []
        for number in packets:
            packet = table.packets[number]
            match packet.body:
                case Open(set=fixed) if packet.by != cheat and fixed in table.sets:
                    known.add((packet.by, *table.sets[fixed]))
                case Share(share=share):
                    shares.add((packet.by, share))
                case Seal() as seal if packet.by != cheat and reads and seal.keeper_key:
                    known.add((packet.by, seal.exchange, seal.cast))
                case Seal() as seal if packet.by != cheat and seal.escrow is not None:
                    seals.append((packet.by, seal))
        for by, seal in seals:
            holders = () if seal.escrow is None else seal.escrow.digests
            if all(
                holder == cheat or (holder, table.its_share(holder, seal.commitment)) in shares for holder in holders
            ):
                known.add((by, seal.exchange, seal.cast))
        return frozenset(known)

    @once
    def offers(self, number: int, pool: frozenset[int]) -> tuple[int, ...]:
        """Packets that the cheat could make or pass on now, and that have an effect in a state."""
        made = dict.fromkeys([*self._makes(self.table.states[number], pool), *sorted(pool)])
        return tuple(each for each in made if self.table.effect(number, each))

    def _makes(self, state: State, pool: frozenset[int]) -> Iterator[int]:
        table, setting, cheat = self.table, self.setting, self.setting.cheat
        known = self.known(pool)
        here = frozenset(each for each in known if each[1] == state.course.moment)
        if not (state.seats[cheat].out or state.course.over):
            yield from self._seals(state, known)
            yield from signs(table, cheat, state)
            yield from recovers(table, cheat, state)
            if setting.standing:
                yield table.standing(cheat, state, here)
            act = table.act(cheat, state, here)
            if act is not None:
                yield act
            for player in setting.honest if setting.without else ():
                for missing in ("seal", "act", "open"):
                    yield table.without(cheat, Without(player=player, missing=missing), state)
        for exchange in state.exchanges.values():
            if exchange.set is not None:
                yield from self._opens(exchange.set, state)

    def _seals(self, state: State, known: Known) -> Iterator[int]:
        """Seals that know all that the cheat knows, also against what binds it, or with a box that can't be opened."""
        table, cheat = self.table, self.setting.cheat
        for owed in state.course.upcoming:
            seen = frozenset(each for each in known if each[1] == owed.moment)
            bond = state.bound.get((owed.moment, cheat))
            yield table.seal(cheat, state, owed.moment, bond, (seen, seen))
            if bond is not None:
                yield table.seal(cheat, state, owed.moment, None, (seen, seen))
            if state.reads and cheat != state.keeper:
                yield table.seal(cheat, state, owed.moment, bond, (seen, seen), box=BAD)

    def _opens(self, fixed: Set, state: State) -> Iterator[int]:
        table, cheat = self.table, self.setting.cheat
        if fixed.digest is None:
            return
        if cheat in fixed.seals:
            yield table.open(fixed.seals[cheat], fixed.digest, state)
        for of, sealed in fixed.seals.items() if self.setting.escrow else ():
            if of != cheat:
                yield table.share(cheat, of, fixed.digest, sealed, state)

    def sent(self, world: World) -> frozenset[int]:
        """All packets that were ever sent."""
        programs = [self.table.programs[each] for each in world.programs]
        logs = frozenset().union(*(each.logs for each in programs))
        return frozenset().union(*(each.pool for each in programs), *(self.table.logged[each] for each in logs))

    def ends(self, world: World) -> tuple[int, ...]:
        """The ends of all logs that anybody was shown."""
        return self._ends_of(frozenset().union(*(self.table.programs[each].logs for each in world.programs)))

    @once
    def _ends_of(self, logs: frozenset[int]) -> tuple[int, ...]:
        on = self.table.on
        return tuple(each for each in sorted(logs) if not any(each != other and on(each, other) for other in logs))

    @all_once
    def epochs(self, epoch: int, asked: frozenset[int]) -> Iterator[int]:
        """The states with which an epoch can begin that some packets ask for, on whichever log they name."""
        table = self.table
        nexts = tuple(sorted((table.packets[each] for each in sorted(asked)), key=lambda each: each.by))
        heads = {table.find(each.body.head) for each in nexts if isinstance(each.body, Next)}
        named = sorted(each for each in heads if each is not None)
        for base in named:
            left = tuple(table.chain(base, each) for each in named if not table.on(each, base))
            begun = table.log(base, Epoch(nexts=nexts, left=left), epoch)
            if begun is not None:
                yield begun

    # moves

    def moves(self, world: World) -> Iterator[Move]:
        """All that can happen next."""
        setting = self.setting
        letters = [each for each in sorted(world.letters) if each[0] != world.crashed]
        for to, letter in letters:
            if not (setting.in_time and self._overtakes(world, to, self.table.programs[letter])):
                yield "mail", to, (letter,)
        quiet = not letters
        awake = [self.program(world, each) for each in self.seats if each != world.crashed]
        pool = self.sent(world)
        for program in awake:
            if quiet or not setting.in_time:
                yield from self._waits(world, program)
            if setting.cheat:
                yield from self._cheats(world, program, pool)
            if setting.crash and not world.late:
                yield "crash", program.me, ()
            for each in self.wishes(program):
                yield "signs", program.me, (each,)
            if program.me in setting.restores and not world.late:
                yield "restores", program.me, ()
        if world.crashed:
            yield from self._begins_anew(world)

    def _overtakes(self, world: World, to: str, author: Program) -> bool:
        """Whether the question of an old copy would arrive before what its seat wrote earlier.

        Then nobody could tell it that it has opened: against a keeper who shows two logs it needs that mail.
        """
        others = [self.table.programs[letter] for reader, letter in world.letters if reader == to]
        earlier = (each for each in others if each.me == author.me and each.held.answers is None)
        return author.held.answers is not None and any(earlier)

    def _begins_anew(self, world: World) -> Iterator[Move]:
        """A seat that crashed and lost its key is taken again: with its recovery key, or a key that others gave it."""
        who, states = world.crashed, [self.table.programs[each].held.state for each in world.programs]
        if f"recover {who}" in self.setting.decisions:
            yield "recovers", who, ()
        if any(each.seats[who].key == new_key(who) for each in states):
            yield "is seated", who, ()

    def _waits(self, world: World, program: Program) -> Iterator[Move]:
        setting, state = self.setting, program.held.state
        fails = state.keeper in (setting.cheat, world.crashed)
        for what, number in self.people(program):
            if what == "signs" or fails or not setting.in_time:
                yield what, program.me, (number,)
        if setting.in_time and self._has_more(world, program):
            yield "again", program.me, ()

    def _has_more(self, world: World, program: Program) -> bool:
        """Whether it holds entries, or a packet that has an effect in its log, that another program lacks."""
        awake = [self.program(world, each) for each in self.seats if each != world.crashed]
        if any(other.head != program.head and self.table.on(other.head, program.head) for other in awake):
            return True
        more = [each for each in program.pool if self.table.effect(program.head, each)]
        return any(each not in other.pool | self.table.logged[other.head] for other in awake for each in more)

    def _cheats(self, world: World, program: Program, pool: frozenset[int]) -> Iterator[Move]:
        setting, table, state, me = self.setting, self.table, program.held.state, program.me
        offers = self.offers(program.head, pool)
        for logged in self._logs(program, offers) if state.keeper == setting.cheat else ():
            if program.held.promised <= state.link.epoch:
                yield "logs", me, logged
        if state.reads and state.keeper == setting.cheat:
            yield from self._tells(program)
        if program.held.answers is not None and setting.cheat not in program.held.answers:
            yield "answers", me, ()
        for each in self._gifts(program, offers) if state.keeper != setting.cheat else ():
            yield "gives", me, (each,)
        shown = dict.fromkeys([*self.ends(world), *self._epochs_to_show(world, program, pool)])
        for end in shown:
            if not any(table.on(end, each) for each in program.logs):
                yield "shows", me, (end,)
        for base in self._forks(program):
            yield "forks", me, (base,)
        for each in self._false_heads(world, program, pool):
            yield "gives", me, (each,)

    def _tells(self, program: Program) -> Iterator[Move]:
        """A cheat that reads opens a set, or all of it but one seal."""
        exchange = program.held.state.at_hand
        if exchange.set is not None and not exchange.told:
            for kept_back in ("", *sorted(set(exchange.set.seals) - {self.setting.cheat})):
                yield "tells", program.me, tuple(ord(each) for each in kept_back)

    def _gifts(self, program: Program, offers: tuple[int, ...]) -> Iterator[int]:
        """Packets of its own that the cheat lets one program have."""
        packets, keeps = self.table.packets, program.held.state.keeper == program.me
        for each in offers:
            wanted = not self.setting.lean or keeps or isinstance(packets[each].body, Open)
            if wanted and packets[each].by == self.setting.cheat and each not in program.pool:
                yield each

    def _false_heads(self, world: World, program: Program, pool: frozenset[int]) -> Iterator[int]:
        """What the cheat tells the keeper of an epoch to come: that it asks for it, holding one log or another."""
        state = program.held.state
        for epoch in range(state.link.epoch + 1, self.setting.epochs + 1):
            asked = {self.table.packets[each].by for each in pool if self._asks_for(each, epoch)}
            if state.keeper_of(epoch) == program.me and self.setting.cheat not in asked:
                yield from self._own(world, epoch)

    def _forks(self, program: Program) -> Iterator[int]:
        """Where the cheat can sign entries beside those that a program holds."""
        states, cheat = self.table.states, self.setting.cheat
        if self.setting.forks and program.held.state.keeper == cheat and len(program.logs) < 2:
            base = {0, *self.table.chains[program.head][-2:-1]} - ({program.head} if program.head else set())
            yield from (each for each in sorted(base) if states[each].keeper == cheat)

    def _own(self, world: World, epoch: int) -> list[int]:
        """Packets in which the cheat asks for an epoch, each naming another log."""
        heads = {self.table.programs[each].head for each in world.programs} | {*self.ends(world), 0}
        return [self.table.next(self.setting.cheat, epoch, each) for each in sorted(heads)]

    def _epochs_to_show(self, world: World, program: Program, pool: frozenset[int]) -> Iterator[int]:
        """Beginnings of epochs that the cheat keeps."""
        state = program.held.state
        for epoch in range(state.link.epoch + 1, self.setting.epochs + 1):
            if state.keeper_of(epoch) == self.setting.cheat:
                asked = [each for each in sorted(pool) if self._asks_for(each, epoch)]
                yield from self._begins(epoch, asked, self._own(world, epoch))

    def _asks_for(self, packet: int, epoch: int) -> bool:
        body = self.table.packets[packet].body
        return isinstance(body, Next) and body.epoch == epoch

    def _begins(self, epoch: int, asked: list[int], own: list[int]) -> Iterator[int]:
        honest = [each for each in asked if self.table.packets[each].by != self.setting.cheat]
        for size in range(len(honest) + 1):
            for some in combinations(honest, size):
                if len({self.table.packets[each].by for each in some}) == size:
                    for more in ((), *((each,) for each in own)):
                        yield from self.epochs(epoch, frozenset((*some, *more)))

    def _logs(self, program: Program, offers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """What it logs for one reader: a packet, all honest seals at once with or without its own, all openings."""
        setting, table = self.setting, self.table
        bodies = {each: table.packets[each].body for each in offers}
        seals = sorted((each for each in offers if isinstance(bodies[each], Seal)), key=self._place)
        opens = sorted((each for each in offers if isinstance(bodies[each], Open)), key=self._place)
        honest = [each for each in seals if table.packets[each].by != setting.cheat]
        late = (
            {*opens[1:], *(each for each in seals if self._comes_late(program, each, honest))} if setting.lean else ()
        )
        yield from ((each,) for each in offers if each not in late)
        if len(honest) > 1 or (honest and len(seals) > len(honest)):
            yield tuple(honest)
            for each in seals:
                if each not in honest and self._place(each)[0] == self._place(honest[0])[0]:
                    yield (*honest, each)
        if len(opens) > 1:
            yield tuple(opens)

    def _place(self, packet: int) -> tuple[Moment, int]:
        """By which seals and openings are put in order."""
        signed = self.table.packets[packet]
        if isinstance(signed.body, Open):
            return self.table.sets[signed.body.set][0], self.rank[signed.by]
        assert isinstance(signed.body, Seal)
        return signed.body.exchange, self.rank[signed.by]

    def _comes_late(self, program: Program, packet: int, honest: list[int]) -> bool:
        """Whether a seal is logged after one that comes behind it in order, or before one that could be there."""
        moment, rank = self._place(packet)
        if any(self.rank[each] > rank for each in program.held.state.exchange(moment).seals):
            return True
        return not self.setting.without and any(self._place(each) < (moment, rank) for each in honest)

    def after(self, world: World, move: Move) -> World:
        """The world after a move. Raises Violation."""
        world = self._moved(world, move)
        return self.delivered(world) if self.setting.prompt else world

    def delivered(self, world: World) -> World:
        """The world once all letters have arrived."""
        while letters := sorted(each for each in world.letters if each[0] != world.crashed):
            world = self._moved(world, ("mail", letters[0][0], letters[0][1:]))
        return world

    def _moved(self, world: World, move: Move) -> World:
        what, me, things = move
        if what == "crash":
            letters = [each for each in world.letters if me not in (each[0], self.table.programs[each[1]].me)]
            return evolve(world, letters=frozenset(letters), crashed=me, late=me)
        if what == "again":
            return self._sent(world, self.program(world, me))
        if what in ANEW:
            world = evolve(world, crashed="", late=me)
        after, moved = self._changed(self.program(world, me), what, things)
        if what == "mail":
            world = evolve(world, letters=world.letters - {(me, things[0])})
        place = self.seats.index(me)
        world = evolve(world, programs=(*world.programs[:place], after.number, *world.programs[place + 1 :]))
        if moved or what in ("signs", "asks", *ANEW):
            world = self._sent(world, after)
        self.check(world, after)
        return world

    def _sent(self, world: World, program: Program) -> World:
        """Letters are cumulative: a newer one stands for those before it."""
        letters = {each for each in world.letters if not self._stands_for(program, self.table.programs[each[1]])}
        letters |= {(to, program.number) for to in self.seats if to not in (program.me, world.crashed)}
        return evolve(world, letters=frozenset(letters))

    def _stands_for(self, program: Program, other: Program) -> bool:
        """Whether a letter holds all that another by the same seat does; after an old copy it does not."""
        held = program.pool | self.table.logged[program.head]
        logs = all(any(self.table.on(each, log) for log in program.logs) for each in other.logs)
        return program.me == other.me and logs and other.pool <= held

    @once
    def _changed(self, program: Program, what: str, things: tuple[int, ...]) -> tuple[Program, bool]:
        """The program after it has been shown something and reacted, and whether it did anything by itself."""
        shown = self._shown(program, what, things)
        after, moved = self.react(shown)
        asks = any(isinstance(self.table.packets[each].body, Ask) for each in shown.pool - program.pool)
        return after, moved or (what == "mail" and asks)

    def _shown(self, program: Program, what: str, things: tuple[int, ...]) -> Program:
        table = self.table
        match what:
            case "mail":
                letter = table.programs[things[0]]
                after = table.learn(program, [*sorted(letter.logs - {letter.head}), letter.head], letter.pool)
                asked = table.sign(program.me, Ask()) in letter.pool
                return table.answered(after, letter.me) if asked else after
            case "signs" | "gives":
                return table.learn(program, (), things)
            case "asks":
                return table.asks(program, things[0])
            case "shows" | "logs":
                shown = things if what == "shows" else [self._chain(program.head, things)]
                return table.learn(program, shown, ())
            case "forks":
                base = things[0]
                junk = table.sign(self.setting.cheat, Act(set=NOTHING, lines=()))
                count = max(len(table.chains[program.head]) + 1, LONG) - len(table.chains[base])
                return table.learn(program, [self._chain(base, (junk,) * count)], ())
        return self._shown_rarely(program, what, things)

    def _shown_rarely(self, program: Program, what: str, things: tuple[int, ...]) -> Program:
        table, me = self.table, program.me
        match what:
            case "answers":
                return table.answered(program, self.setting.cheat)
            case "restores":
                return table.restored(program)
            case "recovers" | "is seated":
                anew = table.program(table.start(me).held, program.past, new_key(me))
                return table.learn(anew, (), recovers(table, me, table.states[0]) if what == "recovers" else ())
            case "tells":
                exchange = program.held.state.at_hand
                assert exchange.set is not None
                kept_back = {chr(each) for each in things}
                seals = {each: exchange.seals[each] for each in exchange.set.seals if each not in kept_back}
                told = table.log(program.head, table.tells(exchange.set.digest or "", seals))
                assert told is not None
                return table.learn(program, [told], ())
        raise AssertionError(what)

    def _chain(self, state: int, packets: tuple[int, ...]) -> int:
        for each in packets:
            after = self.table.log(state, Logged(packet=self.table.packets[each]))
            assert after is not None
            state = after
        return state

    # laws

    def check(self, world: World, program: Program) -> None:
        """Raises Violation where a law is broken for a program, or between it and another."""
        table, past = self.table, self._by_exchange(program.past)
        if len(past) != len(dict(past)):
            raise Violation("S1", f"{program.me} has played an exchange twice")
        for law, who in self.hurt(program.head):
            if self.setting.in_time and who != world.late:
                raise Violation("6", f"{who} {law}, as {program.me} sees it")
        for other in (table.programs[each] for each in world.programs):
            if other is not program and world.crashed not in (other.me, program.me):
                self._compare(program, other)

    @once
    def _compare(self, program: Program, other: Program) -> None:
        one, two = dict(self._by_exchange(program.past)), dict(self._by_exchange(other.past))
        for exchange in one.keys() & two.keys():
            if one[exchange] != two[exchange]:
                raise Violation("S1", f"{program.me} and {other.me} have two outcomes of {exchange[1]}")
        one_kept, two_kept = self._apart(program, other), self._apart(other, program)
        for epoch in one_kept.keys() & two_kept.keys():
            if not {one_kept[epoch], two_kept[epoch]} <= {key_of(self.setting.cheat), new_key(self.setting.cheat)}:
                raise Violation("S3", f"{program.me} and {other.me} hold two logs of epoch {epoch}")

    def _apart(self, one: Program, other: Program) -> dict[int, str]:
        """The epochs of one program's log where it has parted from another's, each with the key of its keeper."""
        shared = set(self.table.chains[other.head])
        links = [self.table.states[each].link for each in self.table.chains[one.head] if each not in shared]
        return {link.epoch: link.entry.key for link in links}

    def _by_exchange(self, past: frozenset[Outcome]) -> list[tuple[tuple[str, Moment, str], str]]:
        """The sets that were played, by branch, exchange and, where what a cheat told can be taken back, cast."""
        casts = {fixed: self.table.sets[fixed][1] if self.setting.is_read_by_cheat else "" for _, _, fixed in past}
        return [((branch, moment, casts[fixed]), fixed) for branch, moment, fixed in past]

    @all_once
    def hurt(self, number: int) -> Iterator[tuple[str, str]]:
        """Who is out, away or left out in a state. Raises Violation where something was chosen with knowledge."""
        state = self.table.states[number]
        honest = self.setting.honest + ("" if self.setting.is_read_by_cheat else self.setting.mailbox)
        for each in honest:
            if each not in state.seats:
                continue
            if state.seats[each].out and f"resign {each}" not in self.setting.decisions:
                yield "is out", each
            if state.seats[each].away:
                yield "is away", each
        course = course_of(state)
        for played, stood in zip(course.outcomes, course.under, strict=True):
            for who in {*played.in_force} | stood.players - {*played.seals}:
                if who in honest:
                    yield f"is left out of {played.moment}", who
            self._check_knowledge(played, stood)

    def _check_knowledge(self, played: Played, stood: Circumstances) -> None:
        table, cheat = self.table, self.setting.cheat
        for who, sealed in played.seals.items():
            if table.made[sealed].entered != stood.entered:
                raise Violation("V", f"{who} sealed for {played.moment} before facts were entered")
        lines, nonces = set[Known](), set[Known]()
        if cheat in played.seals:
            made = table.made[played.seals[cheat]]
            lines, nonces = {made.lines}, {made.nonce}
        for orders in (played.in_force, played.act):
            lines.add(table.knew.get(orders.get(cheat, ()), frozenset()))
        for who, moment, cast in sorted(frozenset().union(*lines, *nonces)):
            if (moment, cast) == table.sets[played.set]:
                raise Violation("S2", f"{cheat} chose for {moment} after {who} had opened it")
        branch = table.branches[table.sets[played.set][1]]
        for who, moment, cast in sorted(frozenset().union(*lines)):
            again = table.orders.get((who, moment, cast)) == played.lines.get(who)
            if (moment, table.branches[cast]) == (played.moment, branch) and again:
                raise Violation("S2p", f"{cheat} chose orders for {moment} after {who} had opened it once")

    def check_end(self, world: World) -> None:
        """Raises Violation where nobody cheats, nothing can happen any more and the game goes on."""
        awake = [self.program(world, each) for each in self.seats if each != world.crashed]
        waiting = [each.me for each in awake if not (each.held.state.course.over or each.held.state.seats[each.me].out)]
        if waiting and not self.setting.cheat:
            raise Violation("4", f"{' and '.join(waiting)} wait for ever")

    def play(self, script: Iterable[str]) -> World:
        """The world after moves, each the first told by a pattern such as `A logs for B: *`. Raises Violation."""
        world = self.start()
        for words in script:
            moves = {self.told(each): each for each in self.moves(world)}
            move = next((each for said, each in moves.items() if fnmatchcase(said, words)), None)
            assert move is not None, f"{words} is none of: {'; '.join(moves)}"
            world = self.after(world, move)
        return world

    def goes_on(self, world: World) -> None:
        """Raises Violation where the game stands still although more than half are honest, awake and without patience.

        The cheat is silent from here on, and all letters arrive. Whoever has opened on a log that was left is an
        exception: what becomes of that is for people to decide.
        """
        patient, awake = self.patient(), [each for each in self.seats if each != world.crashed]
        for _ in range(MOST_ROUNDS):
            for each in awake:
                world = patient.delivered(patient._sent(world, patient.program(world, each)))
            programs = [patient.program(world, each) for each in awake]
            if all(each.held.state.course.over for each in programs) or any(due.left_sets(p.held) for p in programs):
                return
            offers = [(each.me, *offer) for each in programs for offer in patient.people(each)]
            offer = next((each for each in offers if each[1] == "signs"), next(iter(offers), None))
            if offer is None:
                break
            world = patient.after(world, (offer[1], offer[0], offer[2:]))
        waits = next(each for each in programs if not each.held.state.course.over)
        able = {each.me for each in programs if self.has_key(each) and each.held.answers is None}
        epoch, playing = waits.held.promised, waits.held.state.programs
        if epoch > waits.held.state.link.epoch:
            asked = ((each.by, each.body) for each in waits.held.pool.values())
            able |= {by for by, body in asked if isinstance(body, Next) and body.epoch == epoch}
        if not more_than_half(len(able & set(playing)), len(playing)):
            return
        raise Violation("4", f"{waits.me} waits for ever at {self.log(waits.head)}")

    @once
    def patient(self) -> Search:
        """The same table where epochs never end."""
        return Search(evolve(self.setting, prompt=True, epochs=self.setting.epochs + MOST_EPOCHS), self.table)

    # in words

    def told(self, move: Move) -> str:
        """A move in words."""
        what, me, things = move
        cheat = self.setting.cheat
        match what:
            case "mail":
                return f"{self.table.programs[things[0]].me}'s letter reaches {me}"
            case "asks":
                return f"{me} asks for epoch {things[0]}"
            case "shows" | "forks":
                return f"{cheat} shows {me} {'junk on ' if what == 'forks' else ''}{self.log(things[0])}"
            case "signs" | "gives" | "logs":
                said = "; ".join(self.said(each) for each in things)
                return f"{me}: {said}" if what == "signs" else f"{cheat} {what} for {me}: {said}"
        return SAID.get(what, f"{{}} {what}").format(me, cheat, "".join(chr(each) for each in things))

    def said(self, number: int) -> str:
        """A packet in words."""
        packet = self.table.packets[number]
        match packet.body:
            case Seal(exchange=exchange, commitment=sealed, cast=cast):
                made = self.table.made[sealed]
                knew = ", ".join(who for who, _, _ in sorted(made.lines | made.nonce))
                return f"{packet.by}'s seal for {exchange.segment}, cast {cast[:4]}{' knowing ' + knew if knew else ''}"
            case Open(set=fixed):
                return f"{packet.by} opens set {fixed[:4]}"
            case Share(set=fixed, of=of):
                return f"{packet.by}'s share of {of} in set {fixed[:4]}"
            case Decide(decision=Without(player=player, missing=missing)):
                return f"{packet.by} signs without {player}'s {missing}"
            case Next(epoch=epoch, head=head):
                return f"{packet.by} asks for epoch {epoch} on {self.log(self.table.find(head) or 0)}"
        return f"{packet.by}'s {type(packet.body).__name__.lower()} {packet.digest[:4]}"

    def log(self, number: int) -> str:
        """A log in words."""
        link = self.table.states[number].link
        what = link.entry.order.what
        said = self.said(self.table.packet(what.packet)) if isinstance(what, Logged) else type(what).__name__.lower()
        return f"log {link.epoch}.{link.n} ({said})"


#: Moves in words: whose, the cheat, what else.
SAID: Final = {
    "crash": "{0} crashes",
    "again": "{0} sends again",
    "restores": "{0}'s folder is an old copy",
    "recovers": "{0} has a new key by the recovery key",
    "is seated": "{0} plays with a new key",
    "answers": "{1} answers {0}",
    "tells": "{1} opens all seals for {0} but {2}",
}


def explore(setting: Setting, depths: Iterable[int], *, script: Iterable[str] = (), seconds: float = 60) -> Found:
    """Search to one depth after another: the first law that breaks, or how far the search came.

    script: moves that come first, as `Search.play` takes them.
    """
    search = Search(setting)
    began, moved, depth, run = time.monotonic(), 0, 0, Descent(search, 0)
    law, why, trace = None, "", tuple[str, ...]()
    start = search.play(script)
    for depth in depths:
        run = Descent(search, began + seconds)
        try:
            run.go(start, depth)
        except Violation as broken:
            law, why, trace = broken.law, broken.why, tuple(search.told(each) for each in run.moves)
        moved += run.moved
        if run.whole or law is not None or time.monotonic() - began > seconds:
            break
    passed = round(time.monotonic() - began, 1)
    worlds, depth = len(run.seen), len(trace) or depth
    return Found(
        law=law, why=why, trace=trace, moves=moved, worlds=worlds, depth=depth, whole=run.whole, seconds=passed
    )


class Descent:
    """One search down to a depth. seen: worlds by hash, each with how many moves were left there; moves: the path."""

    def __init__(self, search: Search, until: float) -> None:
        self.search, self.until = search, until
        self.seen: dict[int, int] = {}
        self.moves: list[Move] = []
        self.moved, self.whole, self.late = 0, True, False

    def go(self, world: World, left: int) -> None:
        """Search so many moves deep until time is up, or nothing is left to see. Raises Violation, at its moves."""
        for move in self.search.moves(world):
            self.moved += 1
            self.late = self.late or (self.moved % 256 == 0 and time.monotonic() > self.until)
            if self.late:
                self.whole = False
                return
            self.moves.append(move)
            after = self.search.after(world, move)
            if next(self.search.moves(after), None) is None:
                self.search.check_end(after)
            if self.seen.get(known := hash(after), -1) < left - 1:
                if self.search.setting.goes_on and known not in self.seen:
                    self.search.goes_on(after)
                self.seen[known] = left - 1
                if left > 1:
                    self.go(after, left - 1)
                else:
                    self.whole = False
            self.moves.pop()
