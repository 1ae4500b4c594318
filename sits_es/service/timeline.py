"""A branch event by event: where each step leads, and what the player looks at meanwhile."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, Literal

from attrs import define, field, fields, has
from msgspec import Struct

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.game.events import GameCreated, GameForked, PlayerJoined
from sits_es.game.exchanges import Exchange
from sits_es.game.fold import Fold
from sits_es.game.story import teller
from sits_es.report import Report, report_of
from sits_es.rules.moments import Moment
from sits_es.sentences import visible
from sits_es.service.forks import BranchOfGame, branches_of
from sits_es.service.session import OpenGame

#: What a player who looks back wants to jump to, as a rule system's report names it.
Deed = Literal["shot", "loss"]

#: Events a second, by pace.
PACES: Final = (0.5, 1, 2, 4, 8, 16, 32)
#: What a player steps from and to.
Stop = Literal["event", "shot", "loss", "shot or loss", "moment", "turn"]
#: One way or the other.
Way = Literal[1, -1]


class Chapter(Struct, frozen=True, kw_only=True):
    """Events that belong together: an exchange, an entry, set-up, the opening of a fork. first, last: versions."""

    number: int
    label: str
    moment: Moment | None = None
    first: int
    last: int

    @property
    def turn(self) -> int:
        """Its turn; 0 for set-up and for the opening of a fork."""
        return self.moment.turn if self.moment is not None else 0


def chapters_of(opened: OpenGame) -> Iterator[Chapter]:
    """Set-up, the exchanges, and between them the openings of forks: without a gap."""
    head, rules = opened.head.version, opened.rules
    done, number = -1, 0

    def between(first: int, last: int) -> Chapter:
        forked = any(isinstance(fact, GameForked) for fact in opened.facts(first, last))
        return Chapter(number=number, label="a fork" if forked else "set-up", first=first, last=last)

    for each in opened.history.played():
        if each.first is None or each.last is None:
            continue
        if each.first > done + 1:
            yield between(done + 1, each.first - 1)
            number += 1
        label = rules.label(each.moment)
        yield Chapter(number=number, label=label, moment=each.moment, first=each.first, last=each.last)
        done, number = each.last, number + 1
    if done < head:
        yield between(done + 1, head)


def last_shared(one: OpenGame, other: OpenGame) -> int:
    """The last event that two branches share; -1 for none."""
    ours, theirs = _extents(one), _extents(other)
    return max((min(ours[name], theirs[name]) for name in ours if name in theirs), default=-1)


def _extents(opened: OpenGame) -> dict[str, int]:
    """The last event of a branch, and the last one that it has of each ancestor."""
    found, end = {}, opened.head.version
    for name, left in opened.store.line(opened.stream):
        found[name] = end
        end = min(end, left)
    return found


def deed_of(report: Report, fact: Event) -> Deed | None:
    """Whether a fact is a shot or a loss."""
    stored = REGISTRY.stored_name(type(fact)).name
    return "shot" if stored in report.shots else "loss" if stored in report.losses else None


class Timeline:
    """A branch of a game, event by event: versions 0 to `head`. name: its id; called: its display name."""

    def __init__(self, opened: OpenGame) -> None:
        self.opened = opened
        self.name, self.called = opened.stream, opened.called
        self.head = opened.head.version
        self.rules = opened.rules
        self.report = report_of(self.rules.name)
        self._tell = teller(self.rules)
        self._facts = opened.facts()
        self.chapters = tuple(chapters_of(opened))
        self._firsts = [each.first for each in self.chapters]
        self._stops: dict[tuple[Stop, str | None], Sequence[int]] = {}

    # what stands where

    def chapter(self, version: int) -> Chapter:
        """The chapter that an event is in."""
        return self.chapters[bisect_right(self._firsts, version) - 1]

    def text(self, version: int) -> str:
        """An event as a sentence that is safe for a terminal."""
        return visible(self._tell(self._facts[version]))

    def deed(self, version: int) -> Deed | None:
        """Whether an event is a shot or a loss."""
        return deed_of(self.report, self._facts[version])

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Every unit there ever was, by player and name."""
        board = self.fold(self.head).game.board
        return tuple(sorted(self.report.units(board), key=lambda name: (self.rules.owner(board, name) or "", name)))

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.units)

    def concerns(self, version: int, unit: str | None) -> bool:
        """Whether an event names a unit; with None every event counts."""
        return unit is None or unit in _texts(self._facts[version])

    def named(self, version: int) -> tuple[str, ...]:
        """The units that an event names, in its order."""
        return tuple(text for text in dict.fromkeys(_texts(self._facts[version])) if text in self._known)

    def fold(self, version: int) -> Fold:
        """The game as it stood after an event; shared, so copy it to go on from it."""
        if opened := self.chapter(version).first:
            # whoever steps to and fro in a chapter goes on from where it opens
            self.opened.fold(opened - 1)
        return self.opened.fold(version)

    def board(self, version: int) -> Any:
        """The board as it stood after an event; None before there was one. It is shared."""
        return self.fold(version).game.board

    # where to go

    def stops(self, kind: Stop, unit: str | None = None) -> Sequence[int]:
        """All of a kind: events, shots or losses that name a unit (None: any); where moments or turns begin."""
        if (kind, unit) not in self._stops:
            self._stops[kind, unit] = self._found(kind, unit)
        return self._stops[kind, unit]

    def _found(self, kind: Stop, unit: str | None) -> Sequence[int]:
        match kind:
            case "moment":
                return self._firsts
            case "turn":
                return sorted({0, *{each.turn: each.first for each in self.chapters[::-1] if each.turn}.values()})
            case "event":
                return [version for version in range(self.head + 1) if self.concerns(version, unit)]
        return [version for version in self.stops("event", unit) if self.deed(version) in kind.split(" or ")]

    def next_stop(self, version: int, by: int, kind: Stop = "event", unit: str | None = None) -> int | None:
        """The next one of a kind (by 1), or the one before (by -1), if any; backwards first where this one began."""
        stops = self.stops(kind, unit)
        at = bisect_right(stops, version) if by > 0 else bisect_left(stops, version) - 1
        return stops[at] if 0 <= at < len(stops) else None

    # two branches

    def shared_with(self, other: Timeline) -> int:
        """The last event that two branches share; -1 for none."""
        return last_shared(self.opened, other.opened)

    def _reached(self, exchange: Exchange | None) -> int:
        """The last event before any exchange later than this one of another branch."""
        played = self.opened.history.played()
        later = (each for each in played if exchange is not None and each.moment > exchange.moment)
        first = next(later, None)
        return self.head if first is None else first.opened

    def beside(self, version: int, other: Timeline) -> int:
        """The event of another branch that matches one of this branch: the same event while they share it.

        After that, as many events into the same exchange; the last event of a branch that has not come so far.
        """
        if version <= self.shared_with(other):
            return version
        here = self.chapter(version)
        if here.turn == 0:
            return min(version, other.head)
        there = [each for each in other.chapters if each.turn and each.label == here.label]
        if not there:
            return other._reached(self.opened.history.holding(version))
        if version == here.last:
            return there[-1].last
        return min(there[0].first + version - here.first, there[0].last)


def _texts(fact: Event) -> Iterator[str]:
    """The texts in the fields of a fact; of a roll only who threw. Set-up names nobody."""
    if isinstance(fact, GameCreated | PlayerJoined):
        return
    if isinstance(fact, DiceRolled):
        yield fact.actor
        return
    if has(type(fact)):
        for each in fields(type(fact)):
            value = getattr(fact, each.name)
            if isinstance(value, str):
                yield value
            elif isinstance(value, tuple):
                yield from (part for part in value if isinstance(part, str))


@define
class Stepper:
    """What the player looks at. version: of the last event that has happened; beside: a second branch, if any.

    unit: the selected one, if any; follows: whether the selection follows the events; only: the unit whose events alone
    are shown, if any; playing: whether it goes on by itself; pace: which of `PACES`. Each step returns what is to be
    said of it, which is nothing if it moved.
    """

    timeline: Timeline
    version: int
    beside: Timeline | None = None
    unit: str | None = None
    follows: bool = True
    only: str | None = None
    playing: bool = False
    pace: int = 2
    branches: list[BranchOfGame] = field(factory=list)

    @classmethod
    def over(cls, opened: OpenGame) -> Stepper:
        """A game as it stands."""
        timeline = Timeline(opened)
        found = cls(timeline, timeline.head, branches=branches_of(opened))
        found.unit = next(iter(timeline.units), None)
        return found

    # steps

    def _to(self, version: int | None, otherwise: str) -> str:
        if version is None:
            return otherwise
        self.version = version
        self._look()
        return ""

    def _look(self) -> None:
        """Select the unit that the event is about, if the selection follows events."""
        if self.only is not None:
            self.unit = self.only
        elif self.follows and (named := self.timeline.named(self.version)):
            self.unit = named[0]

    def step(self, by: Way, kind: Stop = "event") -> str:
        """Go to the next one of a kind, or the previous one; to events of the unit alone whose events are shown."""
        missing = f"There is no {'later' if by > 0 else 'earlier'} {kind}{f' of {self.only}' if self.only else ''}."
        return self._to(self.timeline.next_stop(self.version, by, kind, self.only), missing)

    def end(self, by: Way) -> str:
        """Go to the last event, or the first."""
        return self._to(self.timeline.head if by > 0 else 0, "")

    # playing on

    @property
    def wait(self) -> float:
        """Seconds from one event to the next while it goes on by itself."""
        return 1 / PACES[self.pace]

    def play(self) -> str:
        """Play on by itself, from the beginning if this is the end; or pause."""
        if not self.playing and self.timeline.next_stop(self.version, 1, unit=self.only) is None:
            self.end(-1)
        self.playing = not self.playing
        return ""

    def tick(self) -> None:
        """One event on while it plays by itself; at the end it stops."""
        if self.playing and self.step(1):
            self.playing = False

    def change_pace(self, by: Way) -> str:
        """Go on faster, or slower."""
        self.pace = min(max(self.pace + by, 0), len(PACES) - 1)
        return f"{PACES[self.pace]:g} events a second."

    # units

    def next_unit(self, by: Way) -> str:
        """Select the next unit, or the previous one, whatever the event is about."""
        units = self.timeline.units
        if not units:
            return "There is no unit to look at."
        at = units.index(self.unit) + by if self.unit in units else 0
        self.unit, self.follows = units[at % len(units)], False
        return ""

    def follow(self) -> str:
        """Let the selection follow the events."""
        self.follows = True
        self._look()
        return ""

    def show_only(self, unit: str | None) -> str:
        """Show only the events of one unit, or all of them again. The event at hand becomes one of those."""
        self.only = unit
        if unit is not None:
            self.unit = unit
            if not self.timeline.concerns(self.version, unit):
                later = self.timeline.next_stop(self.version, 1, unit=unit)
                self.version = later if later is not None else self.timeline.next_stop(self.version, -1, unit=unit) or 0
        return ""

    # branches

    @property
    def there(self) -> int:
        """The matching event of the second branch; 0 without one."""
        return 0 if self.beside is None else self.timeline.beside(self.version, self.beside)

    def go_to(self, branch: str) -> str:
        """Go to the matching event of another branch."""
        other = Timeline(self.timeline.opened.session.open_stream(branch))
        version = self.timeline.beside(self.version, other)
        self.timeline = other
        self.playing = False
        if self.only is not None and self.only not in other.units:
            self.only = None
        if self.unit not in other.units:
            self.unit = next(iter(other.units), None)
        self._to(version, "")
        return f"This is {other.called}."

    def put_beside(self, branch: str) -> str:
        """Put a second branch beside this one."""
        self.beside = Timeline(self.timeline.opened.session.open_stream(branch))
        return ""

    def swap(self) -> str:
        """Swap the two branches."""
        if self.beside is None:
            return "There is no second branch. Add one first: v"
        one, version = self.timeline, self.there
        self.timeline, self.beside = self.beside, one
        self.version = version
        self._look()
        return ""

    def alone(self) -> str:
        """Put the second branch away."""
        self.beside = None
        return ""

    def again(self) -> str:
        """Read the record again, as others may have played on."""
        before = self.timeline.head
        self.timeline = Timeline(self.timeline.opened.reopen())
        if self.beside is not None:
            self.beside = Timeline(self.beside.opened.reopen())
        self.branches = branches_of(self.timeline.opened)
        return f"{self.timeline.head - before} new events."
