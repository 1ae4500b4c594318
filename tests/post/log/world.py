"""A table of seats that play one game by mail, for searches: every packet, entry and program is made once and numbered.

Keys and nonces are made of names, and nothing is signed, so that the same act gives the same packet on every path.
Commitments and escrows are real. One seat may be a cheat: each of its seals and acts holds, in words, which honest
openings it knew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from attrs import evolve, field, frozen
from msgspec.structs import replace

from sits_es.post.log import boxes, due, exchanges, packets
from sits_es.post.log.apply import Refused, apply, next_order, take
from sits_es.post.log.entries import Entry, Epoch, Logged, Opened, Tick, packets_in
from sits_es.post.log.packets import Body, Next, Open, Opening, Packet, Resign, Seal, Share, Signed, Standing
from sits_es.post.log.state import Bond, Keepers, State
from sits_es.rules.moments import Moment
from tests.post.log.table import Table as Invited
from tests.post.log.table import commit, digest, identity
from tests.post.log.toy import course_of

#: Every entry comes as late as an exchange may take, so the log's time never stands in the way of a signature.
LATER = 60
#: What stands for a box that a reading keeper can open, and for one that it can't.
GOOD, BAD = "90" * 32, "bad0" * 16


Own = TypeVar("Own")
Answer = TypeVar("Answer")
Question = ParamSpec("Question")


def once(find: Callable[Concatenate[Own, Question], Answer]) -> Callable[Concatenate[Own, Question], Answer]:
    """A method that is asked the same again and again, and finds each answer once."""

    @wraps(find)
    def answer(self: Own, /, *question: Question.args, **named: Question.kwargs) -> Answer:
        known = vars(self).setdefault(f"_{find.__name__}", {})
        key = (*question, *named.values())
        if key not in known:
            known[key] = find(self, *question, **named)
        found: Answer = known[key]
        return found

    return answer


def all_once(
    find: Callable[Concatenate[Own, Question], Iterator[Answer]],
) -> Callable[Concatenate[Own, Question], tuple[Answer, ...]]:
    """The same of a method that yields its answers."""

    def answers(self: Own, /, *question: Question.args, **named: Question.kwargs) -> tuple[Answer, ...]:
        return tuple(find(self, *question, **named))

    return once(wraps(find)(answers))


@cache
def key_of(player: str) -> str:
    """A seat's public key, made of its name."""
    return identity(player).key


class Violation(Exception):  # noqa: N818 - a law that is broken is what a search looks for, no fault of the program
    """A law is broken. law: its name; why: in words."""

    def __init__(self, law: str, why: str) -> None:
        super().__init__(f"{law}: {why}")
        self.law, self.why = law, why


@frozen(kw_only=True)
class Setting:
    """A table. players: by id, one letter each; cheat: one of them, or nobody; keepers: in turn, the players otherwise;
    neutral: whoever keeps and plays no side.

    exchanges, ahead, stop, alone: of the toy game; in_time: all mail arrives before people lose patience; without,
    standing, crash, forks: what may happen; epochs: the last that is asked for; lean: the cheat logs what commutes in
    one order, and gives a packet only to whoever keeps; prompt: letters arrive at once.

    decisions: what people may decide, as `checker.DECISIONS` names it; reads: the neutral keeper opens all seals;
    mailbox: players for whom they seal; later: a person who plays no side and has no seat yet; restores: whose folder
    may be restored from an old copy; goes_on: whether a game in honest hands must come to its end.
    """

    players: str = "ABC"
    cheat: str = "A"
    keepers: str = ""
    neutral: str = ""
    exchanges: int = 1
    ahead: int = 0
    stop: bool = False
    alone: str | None = None
    in_time: bool = True
    escrow: bool = False
    standing: bool = False
    crash: bool = False
    without: bool = True
    forks: bool = True
    lean: bool = False
    epochs: int = 1
    prompt: bool = False
    decisions: tuple[str, ...] = ()
    reads: bool = False
    mailbox: str = ""
    later: str = ""
    restores: str = ""
    goes_on: bool = False

    @property
    def is_read_by_cheat(self) -> bool:
        """Whether the cheat opens all seals: what it told one reader alone can be taken back, for all to see."""
        return self.reads and self.cheat == self.neutral

    @property
    def honest(self) -> str:
        """All but the cheat, by id."""
        programs = set(self.players + self.neutral + self.later) - {*self.mailbox, self.cheat}
        return "".join(sorted(programs))


#: What an honest program has seen played: branch, exchange, digest of its set.
Outcome = tuple[str, Moment, str]


@frozen(eq=False, kw_only=True)
class Program:
    """An honest program. head: number of its log's last state; logs: numbers of the ends of all logs; pool: numbers of
    packets that are not in its log, or could have an effect once more; past: every outcome that was ever in its record;
    key: the only one that it holds, of a program that begins anew; empty: all that its seat ever had.
    """

    number: int
    held: due.Held = field(repr=False)
    head: int
    logs: frozenset[int]
    pool: frozenset[int]
    past: frozenset[Outcome]
    key: str = ""

    @property
    def me(self) -> str:
        """Whose program it is."""
        return self.held.me


@frozen(kw_only=True)
class Made:
    """A seal as its maker knows it. lines, nonce: which openings a cheat knew when it chose them."""

    player: str
    opening: Opening
    lines: Known = frozenset()
    nonce: Known = frozenset()
    entered: int = 0


#: Openings that are known: whose, of which exchange and cast.
Known = frozenset[tuple[str, Moment, str]]


class Table:
    """All that is ever made in one search."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.packets: list[Signed] = []
        self.states: list[State] = []
        #: For each state the numbers of all states of its log, of all packets in it, and all that it has played.
        self.chains: list[tuple[int, ...]] = []
        self.logged: list[frozenset[int]] = []
        self.past: list[frozenset[Outcome]] = []
        #: The branch that a cast belongs to.
        self.branches: dict[str, str] = {}
        self.programs: list[Program] = []
        #: Exchange and cast of each set that was fixed on some log.
        self.sets: dict[str, tuple[Moment, str]] = {}
        self.made: dict[str, Made] = {}
        #: What honest players last sealed, by player, exchange and cast.
        self.orders: dict[tuple[str, Moment, str], tuple[str, ...]] = {}
        self.knew: dict[tuple[str, ...], Known] = {}
        self._numbers: dict[object, int] = {}
        self._entries: dict[object, int | None] = {}
        self._found()

    def _found(self) -> None:
        setting = self.setting
        state = Invited(
            players=tuple(setting.players),
            umpire=setting.neutral or None,
            mailbox=tuple(setting.mailbox),
            terms=packets.Terms(hours=1, grace=0, escrow=setting.escrow, reads=setting.reads),
            last=setting.exchanges,
            ahead=setting.ahead,
            alone=setting.alone,
            stop_after=frozenset({1} if setting.stop else ()),
            entered=None,
            per_turn=8,
        ).state()
        if setting.keepers:
            state = evolve(state, keepers=(Keepers(since=0, order=tuple(setting.keepers), reads=setting.reads),))
        self.game = state.game
        self.state(state, None)

    # packets

    def sign(self, by: str, body: Body, state: State | None = None, key: str | None = None) -> int:
        """The number of a packet. state: of the log by which it is known which key its author signs with."""
        seat = None if state is None else state.seats.get(by)
        key = key or (key_of(by) if seat is None else seat.key)
        return self.packet(Signed(packet=Packet(game=self.game, by=by, has=None, body=body), key=key, signature=""))

    def packet(self, signed: Signed) -> int:
        """The number of a packet that was made elsewhere."""
        number = self._numbers.setdefault(signed.digest, len(self.packets))
        if number == len(self.packets):
            self.packets.append(signed)
        return number

    def seal(
        self,
        by: str,
        state: State,
        moment: Moment,
        bond: Bond | None,
        knew: tuple[Known, Known] | None = None,
        *,
        box: str = GOOD,
        plan: int = 1,
    ) -> int:
        """A seal. by: whose it is; bond: what its maker must order; knew: of a cheat, what it knew of lines and of
        nonces; box: what a reading keeper finds; plan: another one gives other orders.
        """
        lines, nonce = knew or (frozenset(), frozenset())
        bound = None
        if bond is not None and bond.commitment is not None:
            before = self.made[bond.commitment]
            lines, said, bound = before.lines, before.opening.lines, before.opening.nonce
        else:
            said = bond.lines if bond is not None else self.words(by, moment, lines, plan)
            orders = any(each.sealed and by in each.orders_by for each in state.course.upcoming)
            said = said if orders else ()
            lines = self.knew.get(said, frozenset())
        opening = Opening(lines=said, nonce=digest(f"{by} {moment} {state.cast} {sorted(nonce)} {bound}"), bound=bound)
        promised = commit(state, by, opening, moment)
        entered = course_of(state).entries
        self.orders[by, moment, state.cast] = said
        made = Made(player=by, opening=opening, lines=lines, nonce=nonce, entered=entered)
        self.made.setdefault(promised, made)
        escrow, kept = None, ""
        holders = exchanges.holders(state, by)
        if self.setting.escrow and holders:
            shares = {each: bytes.fromhex(self.its_share(each, promised)) for each in holders}
            escrow, kept = boxes.escrow(bytes(32), shares), boxes.box(512, opening, bytes(32))
        seal = Seal(exchange=moment, cast=state.cast, commitment=promised, box=kept, escrow=escrow)
        if state.reads and by != state.keeper:
            first = state.exchange(moment).seals.get(state.keeper)
            seal = replace(seal, keeper_key=box, keeper_seal=None if first is None else first.commitment)
        if by in self.setting.mailbox:
            return self.sign(state.keeper, replace(seal, seat=by), state)
        return self.sign(by, seal, state)

    def words(self, by: str, moment: Moment, known: Known = frozenset(), plan: int = 1) -> tuple[str, ...]:
        """Orders that say who gave them for what, and which openings their author knew."""
        said = (
            f"{by} in {moment.turn}.{moment.segment}, plan {plan}",
            *(" ".join((a, str(b), c)) for a, b, c in sorted(known)),
        )
        self.knew[said] = known
        return said

    def open(self, sealed: str, fixed: str, state: State) -> int:
        """An opening. sealed: the commitment; fixed: digest of the set."""
        made = self.made[sealed]
        return self.sign(made.player, Open(set=fixed, opening=made.opening), state)

    def tells(self, fixed: str, seals: Mapping[str, Seal]) -> Opened:
        """What a reading keeper logs once a set is fixed: its own seal, and what it finds in the boxes."""
        readable = {each: seal for each, seal in seals.items() if seal.keeper_key in (None, GOOD)}
        return Opened(set=fixed, seals={each: self.made[seal.commitment].opening for each, seal in readable.items()})

    def share(self, by: str, of: str, fixed: str, sealed: str, state: State) -> int:
        """A share of the escrow of a seal."""
        return self.sign(by, Share(set=fixed, of=of, share=self.its_share(by, sealed)), state)

    def its_share(self, holder: str, sealed: str) -> str:
        """A holder's share of the escrow of a seal."""
        return digest(f"share {holder} {self.made[sealed].opening.nonce}")

    def act(self, by: str, state: State, known: Known = frozenset()) -> int | None:
        """What whoever acts alone does, where they may now."""
        owed, fixed = state.owed, state.at_hand.set
        if owed is None or fixed is None or not exchanges.missing(state, "act", by):
            return None
        bond = state.bound.get((owed.moment, by))
        lines = bond.lines if bond else self.words(by, owed.moment, known)
        return self.sign(by, packets.Act(set=fixed.bare, lines=lines), state)

    def standing(self, by: str, state: State, known: Known) -> int:
        """Standing orders that say what was known."""
        number, _ = state.standing.get(by, (-1, ()))
        return self.sign(by, Standing(number=number + 1, lines=self.words(by, state.course.moment, known)), state)

    def without(self, by: str, without: packets.Without, state: State) -> int:
        """A signature to go on without somebody."""
        return self.named(
            ("without", by, without, state.hand), state, lambda: packets.Decide(decision=without, hand=state.hand)
        )

    def next(self, by: str, epoch: int, head: int) -> int:
        """A packet that asks for the keeper of an epoch, and names the log that ends in a state."""
        state = self.states[head]
        return self.named(("next", by, epoch, head), state, lambda: Next(epoch=epoch, head=state.link.has))

    def named(self, name: tuple[object, ...], state: State, body: Callable[[], Body]) -> int:
        """The number of a packet that is made once by its name, which begins with what it is and whose."""
        by = str(name[1])
        name = (*name, state.seats[by].key if by in state.seats else "")
        if name not in self._numbers:
            self._numbers[name] = self.sign(by, body(), state)
        return self._numbers[name]

    # entries

    def state(self, state: State, before: int | None) -> int:
        """The number of a state. before: that of the entry before it."""
        number = self._numbers.setdefault(state.link.digest, len(self.states))
        if number < len(self.states):
            return number
        self.states.append(state)
        self.chains.append((*(() if before is None else self.chains[before]), number))
        held = frozenset(self.packet(each) for each in packets_in(state.link.entry) if before is not None)
        self.logged.append(held if before is None else self.logged[before] | held)
        self.branches.setdefault(state.cast, state.course.branch)
        past = self._firm(state, number)
        self.past.append(past if before is None else self.past[before] | past)
        for moment, exchange in state.exchanges.items():
            if exchange.set is not None and exchange.set.digest is not None:
                self.sets[exchange.set.digest] = moment, exchange.cast
        return number

    def _firm(self, state: State, number: int) -> frozenset[Outcome]:
        """What has been played. Where mail comes late, what was played by `without` or by shares is provisional."""
        course, late = course_of(state), not self.setting.in_time
        if late and any(isinstance(self.packets[each].body, Share) for each in self.logged[number]):
            return frozenset()
        whole = (each for each in course.outcomes if not late or set(each.seals) >= set(self.setting.players))
        return frozenset((course.branch, each.moment, each.set) for each in whole)

    def log(self, before: int, what: Logged | Opened | Tick | Epoch, epoch: int | None = None) -> int | None:
        """The number of the state after an entry by the keeper of its epoch; None where it is refused."""
        state = self.states[before]
        epoch = state.link.epoch if epoch is None else epoch
        if (key := (before, epoch, *self._said(what))) not in self._entries:
            order = next_order(state, epoch, state.at + LATER, what)
            after = apply(state, Entry(order=order, key=state.seats[state.keeper_of(epoch)].key, signature=""))
            self._entries[key] = None if isinstance(after, Refused) else self.state(after, before)
        return self._entries[key]

    def _said(self, what: Logged | Opened | Tick | Epoch) -> tuple[object, ...]:
        if isinstance(what, Epoch | Logged):
            return tuple(self.packet(each) for each in (what.nexts if isinstance(what, Epoch) else [what.packet]))
        return ("opened", what.set, *sorted(what.seals)) if isinstance(what, Opened) else ("tick",)

    @once
    def effect(self, state: int, packet: int) -> bool:
        """Whether a packet has an effect where it is logged next."""
        at = self.states[state]
        return take(evolve(at, at=at.at + LATER), self.packets[packet]) is not None

    def on(self, one: int, other: int) -> bool:
        """Whether a state is on the log of another."""
        chain = self.chains[other]
        place = len(self.chains[one]) - 1
        return place < len(chain) and chain[place] == one

    def find(self, has: packets.Has) -> int | None:
        """The number of the state that a packet names."""
        return self._numbers.get(has.digest)

    def chain(self, base: int, head: int) -> tuple[Entry, ...]:
        """The entries of a log from where it parts from another to its end."""
        shared = set(self.chains[base])
        return tuple(self.states[each].link.entry for each in self.chains[head] if each not in shared)

    # programs

    def start(self, player: str, key: str = "") -> Program:
        """A program that holds the founding entry alone."""
        state = self.states[0]
        return self.program(due.Held(me=player, state=state, logs=(state.link,)), frozenset(), key)

    def program(self, held: due.Held, past: frozenset[Outcome], key: str = "") -> Program:
        """The program that holds so much."""
        head = self._numbers[held.state.link.digest]
        logs = frozenset(self._numbers[each.digest] for each in held.logs)
        packets = {self.packet(each): each for each in held.pool.values()}
        pool = frozenset(
            each
            for each, packet in packets.items()
            if each not in self.logged[head] or isinstance(packet.body, Standing | Resign)
        )
        if len(pool) < len(packets):
            held = evolve(held, pool={packets[each].digest: packets[each] for each in sorted(pool)})
        past |= self.past[head]
        name = (held.me, head, logs, pool, held.bared, held.promised, held.elsewhere, held.answers, past, key)
        number = self._numbers.setdefault(name, len(self.programs))
        if number == len(self.programs):
            self.programs.append(Program(number=number, held=held, head=head, logs=logs, pool=pool, past=past, key=key))
        return self.programs[number]

    def learn(self, program: Program, states: Iterable[int], packets: Iterable[int]) -> Program:
        """The program once it has been shown logs and packets. Raises Violation where an outcome is gone by that."""
        states = [each for each in states if not any(self.on(each, other) for other in program.logs)]
        new = frozenset(packets) - program.pool - self.logged[program.head]
        if not states and not new:
            return program
        held = due.learn(program.held, [self.states[each] for each in states], [self.packets[each] for each in new])
        after = self.program(held, program.past, program.key)
        lost = self.past[program.head] - self.past[after.head]
        gone = any(self.states[after.head].find(fixed) is None for _, _, fixed in lost)
        if gone and not self.setting.is_read_by_cheat:
            raise Violation("F", f"{program.me} had played what is gone in the log it now follows")
        return after

    def answered(self, program: Program, by: str) -> Program:
        """The program once somebody has answered it."""
        return self.program(due.answered(program.held, by), program.past, program.key)

    def restored(self, program: Program) -> Program:
        """The program once its folder is a copy from the beginning: it asks for what it lacks."""
        held = evolve(self.start(program.me).held, answers=frozenset())
        return self.learn(self.program(held, program.past, program.key), (), [self.sign(program.me, packets.Ask())])

    def bares(self, program: Program, errand: due.ToOpen) -> Program:
        """The program that remembers to which set it opens."""
        held = evolve(program.held, bared=program.held.bared | {errand})
        return self.program(held, program.past, program.key)

    def asks(self, program: Program, epoch: int) -> Program:
        """The program once it has asked for the keeper of an epoch."""
        asked = self.next(program.me, epoch, program.head)
        promised = self.program(evolve(program.held, promised=epoch), program.past, program.key)
        return self.learn(promised, (), [asked])
