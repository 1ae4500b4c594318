"""Somebody who looks at a game event by event: what is looked at, and what each step leads to."""

from __future__ import annotations

from typing import Final, Literal

from attrs import define, field

from sits_es.service.branches import BranchOfGame, branches_of
from sits_es.service.session import Session
from sits_es.service.timeline import Deed, Timeline

#: Events a second, by pace.
PACES: Final = (0.5, 1, 2, 4, 8, 16, 32)

#: One way or the other.
Way = Literal[1, -1]


@define
class Stepper:
    """What is looked at. version: of the last event that has happened; beside: a second branch, if there is one.

    unit: that is looked at, None where there is none; follows: whether it is the one that the event is about; only: the
    unit whose events alone are shown, None: all are; playing: whether it goes on by itself; pace: which of `PACES`.

    Each step answers with what is to be said of it, which is nothing where it led on.
    """

    session: Session
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
    def over(cls, session: Session, game: str, at: str | None = None) -> Stepper:
        """A game from where its first units stand, as `Timeline.begun` has it; with `at` only up to there, and there.

        at: as of `Session.version_of`. Raises what that raises, and NotAllowedError where there is no such game.
        """
        session.as_of(game, at)
        timeline = Timeline(session, game)
        version = timeline.begun if at is None else timeline.head
        found = cls(session, timeline, version, branches=branches_of(session, timeline.name))
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
        """Look at whom the event is about, if that is wanted."""
        if self.only is not None:
            self.unit = self.only
        elif self.follows and (named := self.timeline.named(self.version)):
            self.unit = named[0]

    def step(self, by: Way) -> str:
        """The next event, or the one before."""
        return self._to(self.timeline.step(self.version, by, self.only), self._no_more(by))

    def _no_more(self, by: Way, what: str = "event") -> str:
        where = "later" if by > 0 else "earlier"
        return f"There is no {where} {what}{f' of {self.only}' if self.only else ''}."

    def chapter(self, by: Way) -> str:
        """Where the next moment begins, or this one, or the one before."""
        return self._to(self.timeline.chapter_from(self.version, by), self._no_more(by, "moment"))

    def turn(self, by: Way) -> str:
        """Where the next turn begins, or this one, or the one before."""
        return self._to(self.timeline.turn_from(self.version, by), self._no_more(by, "turn"))

    def end(self, by: Way) -> str:
        """The last event, or the first."""
        return self._to(self.timeline.head if by > 0 else 0, "")

    def deed(self, by: Way, wanted: Deed | None = None) -> str:
        """The next shot or loss, or the one before."""
        found = self.timeline.deed_from(self.version, by, wanted, self.only)
        return self._to(found, self._no_more(by, wanted or "shot or loss"))

    # playing on

    @property
    def wait(self) -> float:
        """Seconds from one event to the next while it goes on by itself."""
        return 1 / PACES[self.pace]

    def play(self) -> str:
        """Go on by itself, from the beginning where this is the end; or pause."""
        if not self.playing and self.timeline.step(self.version, 1, self.only) is None:
            self.end(-1)
        self.playing = not self.playing
        return ""

    def tick(self) -> None:
        """One event on, if it goes on by itself; at the end it stops."""
        if self.playing and self.step(1):
            self.playing = False

    def change_pace(self, by: Way) -> str:
        """Go on faster, or slower."""
        self.pace = min(max(self.pace + by, 0), len(PACES) - 1)
        return f"{PACES[self.pace]:g} events a second."

    # units

    def next_unit(self, by: Way) -> str:
        """Look at the next unit, or the one before, whatever the event is about."""
        units = self.timeline.units
        if not units:
            return "There is nobody to look at."
        at = units.index(self.unit) + by if self.unit in units else 0
        self.unit, self.follows = units[at % len(units)], False
        return ""

    def follow(self) -> str:
        """Look at whatever unit the event is about."""
        self.follows = True
        self._look()
        return ""

    def show_only(self, unit: str | None) -> str:
        """Show only the events of one unit, or all of them again. The event at hand becomes one of those."""
        self.only = unit
        if unit is not None:
            self.unit = unit
            if not self.timeline.concerns(self.version, unit):
                later = self.timeline.step(self.version, 1, unit)
                self.version = later if later is not None else self.timeline.step(self.version, -1, unit) or 0
        return ""

    # branches

    @property
    def there(self) -> int:
        """Where the second branch stands as the first does; 0 where there is none."""
        return 0 if self.beside is None else self.timeline.beside(self.version, self.beside)

    def go_to(self, branch: str) -> str:
        """Go to another branch, to where it stands as this one does."""
        other = Timeline(self.session, branch)
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
        self.beside = Timeline(self.session, branch)
        return ""

    def swap(self) -> str:
        """Change the two branches for each other."""
        if self.beside is None:
            return "There is no second branch. Put one beside this one first: v"
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
        """Read the record again: others may have played on."""
        before = self.timeline.head
        self.timeline = Timeline(self.session, self.timeline.name)
        if self.beside is not None:
            self.beside = Timeline(self.session, self.beside.name)
        self.branches = branches_of(self.session, self.timeline.name)
        return f"{self.timeline.head - before} new events."
