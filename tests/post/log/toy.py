"""A game with next to no rules, for logs: exchanges in a row, orders that are lawful unless they say `bad`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

from attrs import evolve, frozen

from sits_es.canonical import canonical
from sits_es.game.seals import seed
from sits_es.post.log.packets import End, Enter, Readmit, Rewind
from sits_es.post.log.state import OnRecord, Played, State
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed


@frozen(kw_only=True)
class Circumstances:
    """Under which an exchange was played: who was in, and how often facts had been entered."""

    players: frozenset[str]
    entered: int


@frozen(kw_only=True, eq=False)
class Toy:
    """A course. players: who order; last: number of the last exchange; ahead: how many beyond the one at hand can be
    sealed; alone: who acts alone in every exchange, or None; stop_after: exchanges that stop what was plotted ahead.

    entered: numbers of the moments at which facts are entered in place of an exchange, None where that may be at any;

    facts: what is on record, one text a fact; at: the exchange at hand, 1 up; per_turn: exchanges of a turn; gone: who
    is out; entries: how often facts were entered; outcomes, under: the exchanges that were played, and how things stood
    then.
    """

    players: tuple[str, ...]
    last: int = 1
    ahead: int = 0
    alone: str | None = None
    stop_after: frozenset[int] = frozenset()
    entered: frozenset[int] | None = None
    per_turn: int = 8
    root: str = "toy"
    branch: str = "toy"
    at: int = 1
    facts: tuple[str, ...] = ()
    stopped: bool = False
    ended: bool = False
    past: tuple[Toy, ...] = ()
    outcomes: tuple[Played, ...] = ()
    gone: frozenset[str] = frozenset()
    entries: int = 0
    under: tuple[Circumstances, ...] = ()

    @property
    def record(self) -> str:
        return hashlib.sha256(canonical([self.branch, *self.facts])).hexdigest()

    @property
    def moment(self) -> Moment:
        return self._moment(self.at)

    def _moment(self, number: int) -> Moment:
        return _moment_of(number, self.per_turn)

    @property
    def over(self) -> bool:
        return self.ended or self.at > self.last

    @property
    def upcoming(self) -> Sequence[Owed]:
        if self.over:
            return ()
        entered = min((at for at in self.entered or () if at >= self.at), default=self.last + 1)
        numbers = range(self.at, min(self.last, self.at + self.ahead, entered - 1) + 1)
        return [self._owed(number) for number in numbers]

    def _owed(self, number: int) -> Owed:
        moment = self._moment(number)
        label = f"{moment.turn}.{moment.segment}"
        if self.alone is None:
            return Owed(moment=moment, label=label, orders_by=self.players)
        others = tuple(each for each in self.players if each != self.alone)
        return Owed(moment=moment, label=label, orders_by=(self.alone,), nonces_by=others, sealed=False)

    def lawful(self, player: str, lines: tuple[str, ...]) -> bool:
        return player in self.players and "bad" not in lines

    def in_force(self, player: str, standing: tuple[str, ...]) -> tuple[str, ...]:
        del player
        return tuple(line for line in standing if line != "bad")

    def play(self, played: Played) -> Toy:
        dice = seed(self.root, self.branch, played.moment, played.seals, played.nonces).hex()
        fact = f"{played.moment.turn}.{played.moment.segment} {played.set} {dice}"
        stopped, past = self.at in self.stop_after, (*self.past, self)
        facts, outcomes = (*self.facts, fact), (*self.outcomes, played)
        stood = Circumstances(players=frozenset(self.players) - self.gone, entered=self.entries)
        under = (*self.under, stood)
        return evolve(self, at=self.at + 1, facts=facts, stopped=stopped, past=past, outcomes=outcomes, under=under)

    def put_out(self, player: str, by: Sequence[str]) -> Toy:
        gone = self.gone | {player}
        ended = self.ended or len(set(self.players) - gone) < 2
        facts = (*self.facts, f"{player} out by {' '.join(by)}")
        return evolve(self, facts=facts, stopped=False, gone=gone, ended=ended)

    def kept_by(self, keeper: str, start: str, *, reads: bool) -> Toy:
        said = f"{keeper} keeps and {'reads' if reads else 'does not read'}, by {start}"
        return evolve(self, facts=(*self.facts, said), stopped=False)

    def allows(self, decision: OnRecord) -> bool:
        if isinstance(decision, Rewind):
            return decision.of is None and any(decision.to == each.moment for each in (*self.past, self))
        if self.entered is None or isinstance(decision, Enter):
            return not self.over and (self.entered is None or self.at in self.entered)
        return not self.ended

    def decide(self, decision: OnRecord, by: Sequence[str], digest: str) -> Toy:
        course = self
        if isinstance(decision, Rewind):
            course = next(each for each in (*self.past, self) if each.moment == decision.to)
            course = evolve(course, branch=f"toy-{digest}", gone=self.gone)
        if isinstance(decision, Readmit):
            course = evolve(course, gone=course.gone - {decision.player})
        if isinstance(decision, Enter):
            course = evolve(course, entries=course.entries + 1)
            if self.entered is not None:
                course = evolve(course, at=self.at + 1, past=(*self.past, self))
        if isinstance(decision, End):
            course = evolve(course, ended=True)
        said = f"{type(decision).__name__} by {' '.join(by)}"
        return evolve(course, facts=(*course.facts, said), stopped=False)


@cache
def _moment_of(number: int, per_turn: int) -> Moment:
    return Moment((number - 1) // per_turn + 1, (number - 1) % per_turn + 1)


def course_of(state: State) -> Toy:
    """The toy game under a state."""
    assert isinstance(state.course, Toy)
    return state.course
