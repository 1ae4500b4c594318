"""Logs that were played by programs, to be spoilt: entries of every kind, with the states between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from attrs import frozen

from sits_es.post.log.apply import Refused
from sits_es.post.log.entries import Entry
from sits_es.post.log.keepers import rank
from sits_es.post.log.packets import Decide, End, Next, Note, Rewind, Standing, Terms, Without
from sits_es.post.log.state import State
from sits_es.rules.moments import Moment
from tests.post.log.table import HOUR, Letter, Program, Table, digest


@frozen(eq=False)
class Playing:
    """Programs at a table, with mail that always arrives, except to those who are asleep."""

    programs: dict[str, Program]
    asleep: set[str]

    @classmethod
    def at(cls, table: Table) -> Playing:
        """A game that begins."""
        state, shared = table.state(), dict[str, State | Refused]()
        return cls({each: Program(each, state, shared) for each in table.programs}, set())

    @property
    def now(self) -> int:
        """The latest time on any program's clock."""
        return max(each.now for each in self.programs.values())

    def runs(self, minutes: int = 0) -> None:
        """Time passes; then all programs run, and all mail arrives."""
        now, letters = self.now + minutes, list[Letter]()
        for each in sorted(set(self.programs) - self.asleep):
            letters += self.programs[each].wake(now)
        while letters:
            letter = letters.pop(0)
            if letter.to not in self.asleep:
                answer = self.programs[letter.to].read(letter, now)
                letters += [*self.programs[letter.to].wake(now), *([answer] if answer is not None else [])]

    def plots(self, *seats: str) -> None:
        """Some seats have orders for all that can be sealed; those without a program have mailed them."""
        for program in self.programs.values():
            for owed in program.state.course.upcoming:
                for seat in seats:
                    program.plots[seat, owed.moment] = (f"{seat} {owed.label}",)
        self.runs()

    def all_sign(self, body: Callable[[State], Decide], *but: str) -> None:
        """Everybody who is awake signs the same, but those named."""
        for each in sorted(set(self.programs) - self.asleep - set(but)):
            program = self.programs[each]
            program.signs(body(program.state))
        self.runs()

    def all_want(self, epoch: int) -> None:
        """Everybody who is awake asks for another keeper."""
        for each in sorted(set(self.programs) - self.asleep):
            self.programs[each].publish(Next(epoch=epoch, head=self.programs[each].state.link.has))
        self.runs()


def peers() -> Playing:
    """Four peers with escrow: one is away and comes back, a rewind, another keeper, shares, the old one back."""
    terms = Terms(hours=24, grace=12, escrow=True, box=512)
    game = Playing.at(Table(players=("ann", "bob", "cyd", "dee"), terms=terms, last=4, ahead=1))
    game.runs()
    game.programs["bob"].publish(Standing(number=1, lines=("hold",)))
    game.programs["cyd"].publish(Note(words="Good luck."))
    game.plots("ann", "bob", "cyd")
    game.runs(36 * HOUR)
    dee = Without(player="dee", missing="seal")
    game.all_sign(lambda state: Decide(decision=dee, hand=state.hand), "dee")
    game.runs(12 * HOUR)
    game.plots("ann", "bob", "cyd", "dee")
    game.all_sign(lambda _: Decide(decision=Rewind(to=Moment(1, 1)), number=digest("rewind")))
    game.asleep.add("ann")
    game.all_want(1)
    game.plots("bob", "cyd", "dee")
    game.runs(40 * HOUR)
    game.asleep.clear()
    game.runs()
    return game


def umpired() -> Playing:
    """An umpired game with a mailbox seat, then without the umpire."""
    terms = Terms(hours=24, grace=12, reads=True, box=512)
    table = Table(players=("ann", "bob", "cyd"), umpire="uma", mailbox=("bob",), terms=terms, last=3, ahead=1)
    game = Playing.at(table)
    game.runs()
    game.plots("ann", "bob")
    game.plots("cyd")
    game.asleep.add("uma")
    game.all_want(1)
    game.plots("ann", "cyd")
    game.all_sign(lambda _: Decide(decision=End(winner="ann"), number=digest("end")))
    return game


def open_air() -> Playing:
    """Three of whom one acts alone, for whose second act nobody waits longer."""
    game = Playing.at(
        Table(players=("ann", "bob", "cyd"), terms=Terms(hours=24, grace=12, box=512), last=2, alone="ann")
    )
    game.plots("ann")
    game.runs(36 * HOUR)
    act = Without(player="ann", missing="act")
    game.all_sign(lambda state: Decide(decision=act, hand=state.hand), "ann")
    game.runs(12 * HOUR)
    return game


@cache
def logs() -> tuple[tuple[State, ...], ...]:
    """The states of those games, entry by entry."""
    games = [game().programs.values() for game in (peers, umpired, open_air)]
    ends = [max(programs, key=lambda each: rank(each.state.link.has)) for programs in games]
    return tuple((*(each.states[link.digest] for link in each.state.link.since(-1)),) for each in ends)


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of those games."""
    return tuple(state.link.entry for states in logs() for state in states)


def spoilt(value: Any, donors: dict[str, list[Any]], chance: Random) -> Any:
    """Plain JSON with one or some of its values replaced by those of another place of the same name, or by odd ones."""
    odd: list[Any] = [0, -1, 1, 1 << 53, (1 << 53) - 1, 10**40, "", "eve", "0" * 64, None, [], {}, True]
    if isinstance(value, dict):
        changed = dict(value)
        for key in chance.sample(sorted(value), min(len(value), chance.choice([1, 1, 2]))):
            take = chance.random()
            if take < 0.5 and isinstance(value[key], dict | list) and value[key]:
                changed[key] = spoilt(value[key], donors, chance)
            elif take < 0.9 and donors.get(key):
                changed[key] = chance.choice(donors[key])
            else:
                changed[key] = chance.choice(odd)
        return changed
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [spoilt(each, donors, chance) if at == n else each for n, each in enumerate(value)]
    return chance.choice(odd)


def values(part: Any, into: dict[str, list[Any]]) -> None:
    """All values in plain JSON, by the name of their place."""
    if isinstance(part, dict):
        for key, value in part.items():
            into.setdefault(key, []).append(value)
            values(value, into)
    if isinstance(part, list | tuple):
        for each in part:
            values(each, into)
