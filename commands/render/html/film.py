"""A game event by event for a page: what each event changes of pictures, rows and words, and how it comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import asdict, frozen

from commands.render.html.ground import PageValues, Sketch, sketched
from commands.render.markup import markup
from commands.render.plain import without_pictures
from commands.render.reports import glances, turn
from projections.as_they_go import RowsAsTheyGo
from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.game.events import GameStarted, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.exchanges import Exchange
from sits_es.game.fold import Fold
from sits_es.game.story import teller
from sits_es.report import Report, report_of
from sits_es.report.blocks import ReportLine
from sits_es.report.scenes import Scene
from sits_es.service.explanation import Explained, Surroundings
from sits_es.service.replay import Played
from sits_es.service.session import Session
from sits_es.store import Recorded

#: Facts that change no board, whatever the rule system.
_STILL: Final = frozenset({DiceRolled, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade})


@frozen(kw_only=True)
class FilmPart:
    """Events of a branch that belong together: an exchange, all of set-up, or one that opens a fork.

    first, last: their versions; exchange: None for the other two.
    """

    first: int
    last: int
    exchange: Exchange | None = None


def stretches(session: Session, name: str) -> Iterator[FilmPart]:
    """All of a branch, in order."""
    done = -1
    for each in session.course(name).played():
        first, last = (
            each.opened + 1 if each.first is None else each.first,
            each.opened if each.last is None else each.last,
        )
        yield from _between(done, first)
        yield FilmPart(first=first, last=last, exchange=each)
        done = last
    yield from _between(done, session.head(name).version + 1)


def _between(done: int, first: int) -> Iterator[FilmPart]:
    if done < 0:
        yield FilmPart(first=0, last=first - 1)
    else:
        yield from (FilmPart(first=version, last=version) for version in range(done + 1, first))


class Camera:
    """Goes through a branch once, with one fold, and takes down what a page shows of it, change by change.

    after: the last event of which nothing is to be told; viewer: whose units are told in full, None for everybody's.
    """

    def __init__(self, session: Session, name: str, after: int, viewer: str | None) -> None:
        self._session, self._name, self._after, self._viewer = session, name, after, viewer
        self._rules = session.rules(name)
        self._report: Report = report_of(self._rules.name)
        self._tell = teller(self._rules)
        self._events: list[Recorded] = session.events(name)
        self._facts: list[Event] = [each.event for each in self._events]
        self._rows = RowsAsTheyGo(self._rules.name, self._events[0].stream)
        self._tables = list(self._rows.tables)
        self._fold = Fold()
        self._standing: PageValues = {}
        self._scene: Scene | None = None
        self._sketch = Sketch({}, {})
        self._sides: dict[str, str] = {}
        self._stretch = FilmPart(first=0, last=0)
        self.played: list[Played] = []
        self.changes: list[PageValues] = []
        self.workings: list[PageValues] = []
        self.boards: dict[int, str] = {}

    def take(self) -> None:
        """All of the branch."""
        for stretch in stretches(self._session, self._name):
            self._stretch = stretch
            before = self._opened(stretch)
            around = self._around(stretch)
            for version in range(stretch.first, stretch.last + 1):
                self._event(version, around)
            if stretch.exchange is not None:
                facts = tuple(self._facts[stretch.first : stretch.last + 1])
                after = self._rules.freeze(self._fold.game.board)
                moment = stretch.exchange.moment
                self.played.append(Played(moment=moment, before=before, facts=facts, after=after))

    def reports(self) -> dict[int, str]:
        """Each turn's report, as markup, without its pictures: at a glance, and in tables."""
        found = {}
        for number, run in groupby(self.played, lambda each: each.moment.turn):
            played = list(run)
            seen = glances(self._session, self._name, played, (), "")
            found[number] = markup(without_pictures([*seen, *turn(self._rules, played)]))
        return found

    def headings(self, stretch: FilmPart) -> list[str]:
        """The step of the procedure that each event of a stretch is told under; empty where there is none."""
        facts = self._facts[stretch.first : stretch.last + 1]
        if stretch.exchange is None:
            return [""] * len(facts)
        numbers = {id(fact): number for number, fact in enumerate(facts)}
        found, heading = [""] * len(facts), ""
        for block in self._report.steps(facts, lambda fact: f"\0{numbers[id(fact)]}"):
            said = getattr(block, "text", "")
            if isinstance(block, ReportLine) and said.startswith("\0"):
                found[int(said[1:])] = heading
            elif said.strip():
                heading = said
        return found

    @property
    def tables(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """By table, its columns and those that name a row."""
        return self._rows.tables

    def mark(self, fact: Event) -> str:
        """Whether it is a shot or a loss, in a letter."""
        stored = REGISTRY.stored_name(type(fact)).name
        return "l" if stored in self._report.losses else "s" if stored in self._report.shots else ""

    def sides(self) -> list[str]:
        """Every side that had something in the picture, in the order in which they appeared."""
        return list(dict.fromkeys(self._sides.values()))

    # what each event brings

    def _opened(self, stretch: FilmPart) -> Any:
        """The board as an exchange opens, safe to keep; whoever looks at the game with a player's eyes sees it so."""
        if stretch.exchange is None:
            return None
        board = self._rules.freeze(self._fold.game.board)
        if self._viewer is not None and stretch.last > self._after:
            seen = without_pictures(self._report.board(self._fold.game.board, player=self._viewer))
            self.boards[stretch.first] = markup(seen)
        return board

    def _around(self, stretch: FilmPart) -> Surroundings:
        return Surroundings(
            rules=self._rules,
            game=self._session.created(self._name).game,
            moment=None if stretch.exchange is None else stretch.exchange.moment,
            first=stretch.first,
            facts=self._facts[stretch.first : self._known(stretch) + 1],
            tell=self._tell,
        )

    def _known(self, stretch: FilmPart) -> int:
        """The last event by which those of a stretch are explained: of set-up, that the game begins."""
        if stretch.first or stretch.exchange is not None:
            return stretch.last
        facts = self._facts[: stretch.last + 1]
        return next((at for at, fact in enumerate(facts) if isinstance(fact, GameStarted)), stretch.last)

    def _event(self, version: int, around: Surroundings) -> None:
        told = version > self._after
        if told:
            board = self._fold.game.board if version else None
            within = version - around.first < len(around.facts)
            facts = around if within else self._around(FilmPart(first=version, last=version))
            self.workings.append(_working(facts.explained(version, board, {}, around.seed)))
        fact = self._facts[version]
        self._fold.add(fact)
        change = self._changed(self._events[version], fact)
        if told:
            self.changes.append(change)

    def _changed(self, recorded: Recorded, fact: Event) -> PageValues:
        """What an event changes, by short names: s, d: what stands, and no longer; r, x: rows; f, o: figures; g."""
        change: PageValues = {}
        standing = self._stands(recorded.version, still=type(fact) in _STILL)
        if new := {name: value for name, value in standing.items() if self._standing.get(name, _NOTHING) != value}:
            change["s"] = new
        if gone := [name for name in self._standing if name not in standing]:
            change["d"] = gone
        self._standing = standing
        if type(fact) not in _STILL:
            change |= self._pictured(self._report.scene(self._fold.game.board))
        rows = [each for each in self._rows.take(recorded) if not self._hidden(each.key)]
        if kept := [[self._tables.index(each.table), *each.row.values()] for each in rows if each.row is not None]:
            change["r"] = kept
        if lost := [[self._tables.index(each.table), *each.key] for each in rows if each.row is None]:
            change["x"] = lost
        return change

    def _stands(self, version: int, *, still: bool) -> PageValues:
        """What `sits show --json` says besides its rows and the game's name."""
        game, rules = self._fold.game, self._rules
        if still and self._standing and self._stretch.first < version < self._stretch.last:
            return self._standing
        moment = game.moment
        if game.ended is not None and self._stretch.exchange is not None:
            moment = self._stretch.exchange.moment
        return {
            "title": game.title,
            "system": game.system,
            "turn": moment.turn,
            "segment": moment.segment,
            "at": rules.written(moment),
            "ended": game.ended,
            "players": {player: {"name": who.name, "side": who.side} for player, who in sorted(game.players.items())},
            **self._report.standing(game.board),
        }

    def _pictured(self, scene: Scene | None) -> PageValues:
        change: PageValues = {}
        if scene == self._scene:
            return change
        known, sketch = self._sketch, sketched(scene)
        self._scene, self._sketch = scene, sketch
        if moved := {name: told for name, told in sketch.figures.items() if known.figures.get(name) != told}:
            change["f"] = moved
        if list(known.figures) != list(sketch.figures):
            change["o"] = list(sketch.figures)
            self._sides |= {name: told["side"] for name, told in sketch.figures.items()}
        if known.ground != sketch.ground:
            change["g"] = sketch.ground
        return change

    def _hidden(self, key: Sequence[object]) -> bool:
        """Whether a row is of a unit that the viewer does not play."""
        if self._viewer is None:
            return False
        own = self._fold.game.people[self._viewer].side
        return any(isinstance(part, str) and self._sides.get(part, own) != own for part in key)


_NOTHING: Final = object()


def _working(found: Explained) -> PageValues:
    """How an event comes about, by short names; what is empty is left out."""
    told = {
        "r": found.working.rule,
        "m": [list(asdict(each).values()) for each in found.working.modifiers],
        "s": list(found.working.steps),
        "e": found.working.expected,
        "t": [list(line) for roll in found.rolls for line in roll.lines()],
        "d": int(decided[1]) if (decided := _NUMBER.match(found.decides)) else 0,
    }
    return {name: value for name, value in told.items() if value}


_NUMBER: Final = re.compile(r"#(\d+) ")
