"""Programs of a table in every order that mail can have, with people who do what people do: a Hypothesis machine."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import settings, stateful
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sits_es.post.log import due, packets
from sits_es.post.log.apply import Refused
from sits_es.post.log.due import ToAct, ToSeal
from sits_es.post.log.entries import Link
from sits_es.post.log.keepers import rank
from sits_es.post.log.packets import Decide, Decision, Enter, Next, Opening, Seal, Terms, write_part
from sits_es.post.log.state import State
from sits_es.rules.moments import Moment
from tests.post.log.played import read_again
from tests.post.log.table import HOUR, Letter, Program, Table, digest, entry_from, identity, packet, packet_from, seal
from tests.post.log.toy import course_of

#: The longest that mail is under way, in minutes; less than the terms' grace.
LONGEST_MAIL: Final = 6 * HOUR
GRACE: Final = 12
WHO: Final = st.integers(0, 9)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any way to play, with any terms that go with it."""
    way = draw(st.sampled_from(["peers", "neutral", "umpired"]))
    players = ("ann", "bob", "cyd", "dee")[: draw(st.integers(2, 4 if way == "peers" else 3))]
    reads = way == "umpired"
    terms = Terms(
        hours=24,
        grace=GRACE,
        box=512,
        reads=reads,
        escrow=not reads and draw(st.booleans()),
        reveal="run" if not reads and draw(st.booleans()) else "segment",
        rules="keeper" if way != "peers" and draw(st.booleans()) else "all",
    )
    last = draw(st.integers(1, 3))
    return Table(
        players=players,
        umpire=None if way == "peers" else "uma",
        mailbox=players[1:2] if reads and draw(st.booleans()) else (),
        terms=terms,
        last=last,
        ahead=draw(st.integers(0, 2)),
        alone=draw(st.sampled_from([None, None, "ann", "bob"])),
        stop_after=draw(st.sampled_from([frozenset[int](), frozenset({1})])),
        entered=draw(st.sampled_from([frozenset[int](), frozenset[int](), frozenset({2})])),
    )


def standing(program: Program) -> str:
    """Where a program's game stands, for whoever looks into a fault."""
    state, exchange = program.state, program.state.at_hand
    fixed = None if exchange.set is None else (exchange.set.digest or "without the act")[:8]
    seats = [f"{e.id}{' out' * e.out}{' away' * e.away}{' mailbox' * e.mailbox}" for e in state.seats.values()]
    return (
        f"{program.me} at {state.course.moment}, entry {state.link.n} of epoch {state.link.epoch} by {state.keeper}, "
        f"promised {program.held.promised}, asked {program.asked}, over {state.course.over}: {seats}; "
        f"sealed {sorted(exchange.seals)}, set {fixed}, opened {sorted(exchange.opened)}, bound {sorted(state.bound)}, "
        f"left {due.left_sets(program.held)}, errands {list(due.errands(program.held))}, "
        f"asks {sorted((e.by, e.body.epoch) for e in program.held.pool.values() if isinstance(e.body, Next))}"
    )


class Games(RuleBasedStateMachine):
    """Honest programs, slow people and bad mail. Who is late is known here; all that the laws say of the rest holds."""

    programs: dict[str, Program]

    @initialize(table=tables(), seed=st.integers(0, 3))
    def sits_down(self, table: Table, seed: int) -> None:
        state = table.state()
        self.table, self.shared = table, dict[str, State | Refused]()
        self.programs = {each: Program(each, state, self.shared, seed) for each in table.programs}
        self.now = state.at
        self.at_rest = self.now
        self.flight: list[Letter] = []
        self.asleep = set[str]()
        self.late = set[str]()
        self.folders: dict[str, Program] = {}
        self.entries: dict[tuple[int, int], str] = {}
        self.watched = set[str]()
        self.sets: dict[str, tuple[str, Moment, str]] = {}
        self.outcomes: dict[tuple[str, Moment, str], object] = {}
        #: By commitment, whether somebody had opened the exchange before it was sealed.
        self.late_seals: dict[str, bool] = {}
        self.opened = set[tuple[str, Moment, str]]()
        self.count = 0
        for program in self.programs.values():
            program.sealed = self.looks_at
            self.wakes_up(program)

    # helpers

    def number(self) -> str:
        self.count += 1
        return digest(f"number {self.count}")

    @property
    def awake(self) -> list[Program]:
        return [self.programs[each] for each in sorted(set(self.programs) - self.asleep)]

    def somebody(self, which: int) -> Program:
        return self.awake[which % len(self.awake)]

    def wakes_up(self, program: Program) -> None:
        self.flight += program.wake(self.now)
        self.watch(program)

    def watch(self, program: Program) -> None:
        """Note what is new in a program's log."""
        link: Link | None = program.state.link
        while link is not None and link.digest not in self.watched:
            self.watched.add(link.digest)
            assert self.entries.setdefault((link.epoch, link.n), link.digest) == link.digest
            state = program.states[link.digest]
            self.late |= set() if state.reads else set(self.table.mailbox)
            for moment, exchange in state.exchanges.items():
                if exchange.set is not None and exchange.set.digest is not None:
                    self.sets[exchange.set.digest] = (state.course.branch, moment, exchange.cast)
            link = link.before
        self.opened |= {(each.branch, each.moment, each.cast) for each in program.held.bared}

    def looks_at(self, state: State, made: Seal, opened: Opening, who: str) -> None:
        """A seal that leaves a folder tells neither orders nor their length."""
        content = write_part(made)
        others = Opening(lines=() if opened.lines else ("sail " * 9,), nonce=digest("other"), bound=opened.bound)
        by = None if made.seat is None else state.keeper
        twin = write_part(seal(state, who, others, made.exchange, by=by))
        assert len(content) == len(twin)
        assert opened.nonce.encode() not in content
        assert not any(line.encode() in content for line in opened.lines)
        key = (state.course.branch, made.exchange, made.cast)
        self.late_seals[made.commitment] = key in self.opened

    def deliver(self, letter: Letter, *, wakes: bool = True) -> None:
        program = self.programs[letter.to]
        answer = program.read(letter, self.now)
        self.flight += [answer] if answer is not None else []
        self.watch(program)
        if wakes:
            self.wakes_up(program)

    def quiet(self) -> None:
        """All that is written is written again and arrives, until nobody who is awake has anything to say."""
        for program in self.awake:
            self.wakes_up(program)
            self.flight += program.letters(again=True)
        while (letter := next((each for each in self.flight if each.to not in self.asleep), None)) is not None:
            self.flight.remove(letter)
            self.deliver(letter)
        self.at_rest = self.now

    def rests(self) -> bool:
        """Whether nothing is under way between those who are awake."""
        return all(each.to in self.asleep for each in self.flight)

    def owes(self, program: Program) -> bool:
        """Whether somebody has to be asked for orders: the person, or one for whom a reading keeper seals."""
        hand = program.state.course.moment
        owed = [
            (errand.seat or program.me, errand.moment)
            for errand in due.errands(program.held)
            if isinstance(errand, ToSeal | ToAct)
            and errand.moment == hand
            and (errand.owes_orders if isinstance(errand, ToSeal) else errand.bond is None)
        ]
        return any(each not in program.plots for each in owed)

    # mail

    @precondition(lambda self: self.flight)
    @rule(which=WHO, wakes=st.booleans())
    def a_letter_arrives(self, which: int, wakes: bool) -> None:
        letter = self.flight[which % len(self.flight)]
        if letter.to not in self.asleep:
            self.flight.remove(letter)
            self.deliver(letter, wakes=wakes)

    @precondition(lambda self: self.flight)
    @rule(which=WHO, times=st.sampled_from([0, 2]))
    def a_letter_is_lost_or_doubled(self, which: int, times: int) -> None:
        self.flight += [self.flight.pop(which % len(self.flight))] * times

    @rule(who=WHO)
    def a_letter_is_written_again(self, who: int) -> None:
        self.flight += self.somebody(who).letters(again=True)

    @rule(who=WHO)
    def a_program_runs(self, who: int) -> None:
        self.wakes_up(self.somebody(who))

    @rule(minutes=st.sampled_from([1, 59, 2 * HOUR]))
    def a_while_passes(self, minutes: int) -> None:
        if self.now + minutes > self.at_rest + LONGEST_MAIL:
            self.quiet()
        self.now += minutes

    @rule(hours=st.sampled_from([12, 24, 36, 60]))
    def days_pass(self, hours: int) -> None:
        self.quiet()
        for program in self.programs.values():
            if program.me in self.asleep or program.asked:
                self.late |= {program.me}
            if self.owes(program):
                self.late |= {program.me, *self.table.mailbox}
        self.now += hours * HOUR
        self.at_rest = self.now
        for program in self.awake:
            program.now = self.now

    @rule(who=WHO)
    def somebody_is_gone(self, who: int) -> None:
        program = self.somebody(who)
        if not self.asleep:
            self.asleep.add(program.me)

    @rule()
    def whoever_was_gone_is_back(self) -> None:
        for each in sorted(self.asleep):
            self.asleep.remove(each)
            for letter in [letter for letter in self.flight if letter.to == each]:
                self.flight.remove(letter)
                self.deliver(letter, wakes=False)
            self.wakes_up(self.programs[each])

    # folders

    @rule(who=WHO)
    def a_folder_is_copied(self, who: int) -> None:
        program = self.somebody(who)
        if not program.asked:
            self.folders[program.me] = program.copy()

    @precondition(lambda self: self.folders)
    @rule(who=WHO)
    def a_folder_is_restored(self, who: int) -> None:
        self.quiet()
        each = sorted(self.folders)[who % len(self.folders)]
        if each in self.asleep:
            return
        program = self.folders[each].copy()
        program.keys = self.programs[each].keys
        self.programs[each] = program
        self.forget_what_nobody_holds()
        self.flight += program.ask()

    def forget_what_nobody_holds(self) -> None:
        """What a folder alone knew, and no letter that is under way, is lost with it."""
        self.entries, self.outcomes, self.watched = {}, {}, set()
        held = [link.entry for each in self.programs.values() for log in each.held.logs for link in log.since(-1)]
        sent = [entry_from(content) for letter in self.flight for content in letter.entries]
        for entry in (*held, *sent):
            assert self.entries.setdefault((entry.order.epoch, entry.order.n), entry.digest) == entry.digest
        for program in self.programs.values():
            self.watch(program)
            self.one_exchange_has_one_outcome(program)

    # people

    @rule(who=WHO, all_ahead=st.booleans())
    def somebody_plots(self, who: int, all_ahead: bool) -> None:
        program = self.somebody(who)
        self.plot(program, all_ahead=all_ahead)
        self.wakes_up(program)

    def plot(self, program: Program, *, all_ahead: bool = True) -> None:
        upcoming = due.foresee(program.state, program.held.pool.values()).course.upcoming
        seats = (program.me, *(self.table.mailbox if program.state.reads else ()))
        for owed in upcoming if all_ahead else upcoming[:1]:
            for seat in seats:
                self.count += 1
                program.plots.setdefault((seat, owed.moment), (f"order {self.count}",))

    @rule(mail=st.booleans())
    def everybody_plots(self, mail: bool) -> None:
        for program in self.awake:
            self.plot(program)
            self.wakes_up(program)
        if mail:
            self.quiet()

    @rule(who=WHO, lines=st.sampled_from([(), ("hold",), ("bad",)]))
    def somebody_leaves_standing_orders(self, who: int, lines: tuple[str, ...]) -> None:
        program = self.somebody(who)
        if program.me in program.state.playing:
            number, _ = program.state.standing.get(program.me, (-1, ()))
            program.publish(packets.Standing(number=number + 1, lines=lines))
            self.wakes_up(program)

    @rule(who=WHO)
    def somebody_writes_a_note(self, who: int) -> None:
        program = self.somebody(who)
        program.publish(packets.Note(words=f"hello {self.number()[:4]}"))
        self.wakes_up(program)

    @rule(who=WHO, rare=st.integers(0, 3))
    def somebody_resigns(self, who: int, rare: int) -> None:
        program = self.somebody(who)
        if program.me in program.state.playing and rare == 0:
            self.late.add(program.me)
            program.publish(packets.Resign())
            self.wakes_up(program)

    @precondition(lambda self: self.rests())
    @rule(who=st.none() | WHO, ahead=st.sampled_from([1, 1, 1, 2]))
    def somebody_wants_another_keeper_or_all_do(self, who: int | None, ahead: int) -> None:
        for program in self.awake if who is None else [self.somebody(who)]:
            if not program.asked:
                self.ask_for(program, program.state.link.epoch + ahead)

    def ask_for(self, program: Program, epoch: int) -> None:
        state = program.state
        if program.me in state.seats and program.held.promised < epoch and state.serves(epoch):
            program.publish(Next(epoch=epoch, head=state.link.has))
            self.wakes_up(program)

    @precondition(lambda self: self.rests())
    @rule(who=WHO)
    def somebody_goes_on_without(self, who: int) -> None:
        self.go_on_without(self.somebody(who))

    @rule()
    def all_who_are_there_go_on_without(self) -> None:
        self.days_pass(60)
        for program in self.awake:
            self.go_on_without(program)
        self.days_pass(GRACE)

    def go_on_without(self, program: Program) -> None:
        """Sign to go on without all who are late, where its program offers it."""
        whats: tuple[Any, ...] = ("seal", "act", "open")
        for without in [packets.Without(player=each, missing=what) for each in program.state.seats for what in whats]:
            late = not program.asked and program.is_late(without.player, program.state.grace)
            if late and due.may_sign_without(program.held, without):
                program.signs(Decide(decision=without, hand=program.state.hand))
        self.wakes_up(program)

    @rule(who=WHO, about=WHO, what=st.sampled_from([*"darxeknpw"]))
    def somebody_decides(self, who: int, about: int, what: str) -> None:
        program = self.somebody(who)
        if program.asked:
            return
        state = program.state
        player = sorted(state.seats)[about % len(state.seats)]
        decision = self.decision(program, player, what)
        hand = state.hand if isinstance(decision, Enter) else None
        program.signs(Decide(decision=decision, hand=hand, number=None if hand else self.number()))
        self.wakes_up(program)

    def decision(self, program: Program, player: str, what: str) -> Decision:
        state, past = program.state, [state.course.moment for state in program.states.values()]
        key = self.new_key(player) if what == "p" else digest("no key")
        if what == "k":
            self.programs.setdefault("kay", self.newcomer("kay"))
        decisions: dict[str, Decision] = {
            "d": packets.Deadline(hours=48, scope="exchange"),
            "a": packets.Absence(player=player, until=self.now + 100 * HOUR),
            "r": packets.Ruling(about=state.course.moment, words="It stands."),
            "x": packets.Readmit(player=player),
            "e": packets.End(winner=None),
            "k": packets.NewKeeper(id="kay", name="Kay", key=identity("kay").key, reads=not state.terms.escrow),
            "n": Enter(player=player, lines=("facts",)),
            "p": packets.Reseat(player=player, key=key),
            "w": packets.Rewind(to=past[self.count % len(past)]),
        }
        return decisions[what]

    def newcomer(self, who: str) -> Program:
        program = Program(who, self.table.state(), self.shared)
        program.sealed = self.looks_at
        return program

    def new_key(self, player: str) -> str:
        self.count += 1
        key = identity(player, f"key {self.count}")
        self.programs.setdefault(player, self.newcomer(player)).keys += (key,)
        return key.key

    @rule(who=WHO)
    def somebody_agrees(self, who: int) -> None:
        self.agree(self.somebody(who))

    @precondition(lambda self: self.rests())
    @rule()
    def all_agree(self) -> None:
        for program in self.awake:
            self.agree(program)

    def agree(self, program: Program) -> None:
        """Sign whatever others have decided."""
        if not program.asked:
            for packet in program.held.pool.values():
                if isinstance(packet.body, Decide) and not isinstance(
                    packet.body.decision, packets.Without | packets.End
                ):
                    program.signs(packet.body)
            self.wakes_up(program)

    @rule(who=WHO, rare=st.integers(0, 3))
    def somebody_uses_the_recovery_key(self, who: int, rare: int) -> None:
        program = self.somebody(who)
        if program.me in program.state.seats and rare == 0:
            body = Decide(
                decision=packets.Reseat(player=program.me, key=self.new_key(program.me)), number=self.number()
            )
            signed = packet(program.state, program.me, body, who=identity(program.me, "recovery"))
            program.held = due.learn(program.held, (), [packet_from(write_part(signed))])
            self.wakes_up(program)

    # laws

    @invariant()
    def the_laws_hold(self) -> None:
        for program in getattr(self, "programs", {}).values():
            assert not program.refused
            self.logs_of_one_epoch_are_one(program)
            self.one_exchange_has_one_outcome(program)
            for seat in program.state.seats.values():
                assert seat.id in self.late or not (seat.out or seat.away), f"{seat.id} was in time"

    def logs_of_one_epoch_are_one(self, program: Program) -> None:
        for link in program.held.logs:
            assert self.entries[link.epoch, link.n] == link.digest

    def one_exchange_has_one_outcome(self, program: Program) -> None:
        for played in course_of(program.state).outcomes:
            place = self.sets[played.set]
            assert self.outcomes.setdefault(place, played) == played
            assert not any(self.late_seals[each] for each in played.seals.values())

    def teardown(self) -> None:
        """All are back, all mail arrives, everybody does what is asked: the game ends, on one record."""
        if not hasattr(self, "programs"):
            return
        self.asleep.clear()
        for _ in range(40):
            self.quiet()
            self.the_laws_hold()
            ends = self.ends()
            if all(each.course.over for each in ends) and len({each.link.digest for each in ends}) == 1:
                break
            for each in sorted(self.programs):
                self.does_what_is_asked(self.programs[each])
            self.now += GRACE * HOUR
        states = self.ends()
        assert all(each.course.over for each in states), "\n".join(map(standing, self.programs.values()))
        assert len({each.link.digest for each in states}) == 1, "\n".join(map(standing, self.programs.values()))
        *_, again = read_again(self.table, states[0])
        assert again.course.record == states[0].course.record
        assert again.link.digest == states[0].link.digest

    def ends(self) -> list[State]:
        """The states of all who have a seat and a key in it; whoever is only proposed has none yet."""
        best = max((each.state for each in self.programs.values()), key=lambda state: rank(state.link.has))
        seated = {each.id for each in best.seats.values() if not each.mailbox}
        return [program.state for each, program in self.programs.items() if each in seated]

    def does_what_is_asked(self, program: Program) -> None:
        state, pool = program.state, program.held.pool.values()
        if program.me not in state.seats:
            return
        self.plot(program)
        asked = max((each.body.epoch for each in pool if isinstance(each.body, Next)), default=0)
        if asked > state.link.epoch:
            self.ask_for(program, next(each for each in range(asked, asked + 9) if state.serves(each)))
        left = [*due.left_sets(program.held)]
        wishes: list[Decide] = []
        if left:
            wishes = [Decide(decision=packets.Rewind(to=state.course.moment), number=digest(state.link.digest))]
        if not state.course.upcoming:
            wishes = [Decide(decision=Enter(player="ann", lines=("facts",)), hand=state.hand)]
        if len(state.programs) < 2 and not state.reads:
            wishes.append(Decide(decision=packets.End(winner=None), number=digest("nobody else")))
        proposed = [each.body for each in pool if isinstance(each.body, Decide)]
        for wish in [*wishes, *(each for each in proposed if isinstance(each.decision, packets.Rewind | Enter))]:
            program.signs(wish)
        self.wakes_up(program)


@pytest.mark.parametrize(("games", "steps"), [(15, 25), pytest.param(20, 50, marks=pytest.mark.long)])
def test_every_game_goes_by_the_laws_whatever_the_mail_does(games: int, steps: int) -> None:
    stateful.run_state_machine_as_test(Games, settings=settings(max_examples=games, stateful_step_count=steps))
