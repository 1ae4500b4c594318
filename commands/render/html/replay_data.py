"""A game and the branches beside it as the values of a page: what each event changes, and how it comes about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import asdict

from commands.render.blocks import without_pictures
from commands.render.html.marks import PageScene, PageValues, page_scene
from commands.render.markup import markup
from commands.render.pictures.figures import side_colours
from commands.render.reports import glances, turn_summary
from projections.live_rows import LiveRows, RowChange
from projections.read_models import own_models
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import GameStarted, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.story import teller
from sits_es.report import report_of
from sits_es.report.blocks import Picture, ReportLine
from sits_es.report.scenes import Scene
from sits_es.rules.moments import Moment
from sits_es.service.explanation import Explanation, Surroundings
from sits_es.service.graphs import LUCK, graphs_of, luck_of
from sits_es.service.replay import PlayedExchange, account
from sits_es.service.session import OpenGame
from sits_es.service.timeline import Chapter, Deed, Timeline
from sits_es.store import Recorded

#: Facts that change no board, whatever the rule system.
_STILL: Final = frozenset({DiceRolled, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade})


#: Letters for shots and losses, and for all else.
_MARKS: Final[Mapping[Deed | None, str]] = {"shot": "s", "loss": "l", None: "."}


class Recorder:
    """Goes through a branch once, with one fold, and takes down what a page shows of it, change by change.

    after: the last event of which nothing is to be told; viewer: whose units are told in full, None for everybody's.
    """

    def __init__(self, timeline: Timeline, after: int, viewer: str | None) -> None:
        self._timeline, self._after, self._viewer = timeline, after, viewer
        self._rules, self._report = timeline.rules, timeline.report
        self._tell = teller(self._rules)
        self._events: list[Recorded] = timeline.opened.events()
        self._facts: list[Event] = [each.event for each in self._events]
        self.rows = LiveRows(own_models(self._rules.name))
        self._tables = list(self.rows.tables)
        self._fold = self.rows.fold
        self._values: PageValues = {}
        self._scene: Scene | None = None
        self._drawn = PageScene({}, {})
        self.sides: dict[str, str] = {}
        self._chapter = timeline.chapters[0]
        self.played: list[PlayedExchange] = []
        self.changes: list[PageValues] = []
        self.workings: list[PageValues] = []
        self.boards: dict[int, str] = {}

    def take(self) -> None:
        """All of the branch."""
        for chapter in self._timeline.chapters:
            self._chapter = chapter
            before = self._opened(chapter)
            around = self._around(chapter)
            for version in range(chapter.first, chapter.last + 1):
                self._event(version, around)
            if chapter.moment is not None:
                facts = tuple(self._facts[chapter.first : chapter.last + 1])
                after = self._rules.freeze(self._fold.game.board)
                self.played.append(PlayedExchange(moment=chapter.moment, before=before, facts=facts, after=after))

    def reports(self) -> dict[int, str]:
        """Each turn's report, as markup, without its pictures: at a glance, and in tables."""
        found = {}
        for number, run in groupby(self.played, lambda each: each.moment.turn):
            played = list(run)
            seen = glances(self._timeline.opened, played, (), "")
            found[number] = markup(without_pictures([*seen, *turn_summary(self._rules, played)]))
        return found

    def headings(self, chapter: Chapter) -> list[str]:
        """The step of the procedure that each event of a chapter is told under; empty where there is none."""
        facts = self._facts[chapter.first : chapter.last + 1]
        if chapter.moment is None:
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

    # what each event brings

    def _opened(self, chapter: Chapter) -> Any:
        """The board as an exchange opens, safe to keep; whoever looks at the game with a player's eyes sees it so."""
        if chapter.moment is None:
            return None
        board = self._rules.freeze(self._fold.game.board)
        if self._viewer is not None and chapter.last > self._after:
            seen = without_pictures(self._report.board(self._fold.game.board, player=self._viewer))
            self.boards[chapter.first] = markup(seen)
        return board

    def _around(self, chapter: Chapter) -> Surroundings:
        """What the events of an exchange, or of set-up until the game begins, are explained by."""
        last = self._begun(chapter) if chapter.moment is None else chapter.last
        return self._surroundings(chapter.moment, chapter.first, last)

    def _surroundings(self, moment: Moment | None, first: int, last: int) -> Surroundings:
        return Surroundings(
            rules=self._rules,
            game=self._timeline.opened.created.game,
            moment=moment,
            first=first,
            facts=self._facts[first : last + 1],
            tell=self._tell,
        )

    def _begun(self, chapter: Chapter) -> int:
        """The last event by which those of set-up are explained; what opens a fork is on its own."""
        if chapter.first:
            return chapter.first
        facts = self._facts[: chapter.last + 1]
        return next((at for at, fact in enumerate(facts) if isinstance(fact, GameStarted)), chapter.last)

    def _event(self, version: int, around: Surroundings) -> None:
        told = version > self._after
        if told:
            board = self._fold.game.board if version else None
            within = version - around.first < len(around.facts)
            facts = around if within else self._surroundings(None, version, version)
            self.workings.append(_working(facts.explained(version, board, {}, around.seed)))
        change = self._changed(self._events[version], self.rows.take(self._events[version]))
        if told:
            self.changes.append(change)

    def _changed(self, recorded: Recorded, rows: Sequence[RowChange]) -> PageValues:
        """What an event changes, by short names: s, d: values, those that are gone; r, x: rows; f, o: figures; g."""
        change: PageValues = {}
        still = type(recorded.event) in _STILL
        values = self._now(recorded.version, still=still)
        if new := {name: value for name, value in values.items() if self._values.get(name, _NOTHING) != value}:
            change["s"] = new
        if gone := [name for name in self._values if name not in values]:
            change["d"] = gone
        self._values = values
        if not still:
            change |= self._pictured(self._report.scene(self._fold.game.board))
        seen = [each for each in rows if not self._hidden(each.key)]
        if kept := [[self._tables.index(each.table), *each.row] for each in seen if each.row is not None]:
            change["r"] = kept
        if lost := [[self._tables.index(each.table), *each.key] for each in seen if each.row is None]:
            change["x"] = lost
        return change

    def _now(self, version: int, *, still: bool) -> PageValues:
        """The account of the game after an event."""
        game = self._fold.game
        if still and self._values and self._chapter.first < version < self._chapter.last:
            return self._values
        moment = game.moment
        if game.ended is not None and self._chapter.moment is not None:
            moment = self._chapter.moment
        return account(self._fold, moment)

    def _pictured(self, scene: Scene | None) -> PageValues:
        change: PageValues = {}
        if scene == self._scene:
            return change
        known, drawn = self._drawn, page_scene(scene)
        self._scene, self._drawn = scene, drawn
        if moved := {name: told for name, told in drawn.figures.items() if known.figures.get(name) != told}:
            change["f"] = moved
        if list(known.figures) != list(drawn.figures):
            change["o"] = list(drawn.figures)
            self.sides |= {name: told["side"] for name, told in drawn.figures.items()}
        if known.ground != drawn.ground:
            change["g"] = drawn.ground
        return change

    def _hidden(self, key: Sequence[object]) -> bool:
        """Whether a row is of a unit that the viewer does not play."""
        if self._viewer is None:
            return False
        own = self._fold.game.people[self._viewer].side
        return any(isinstance(part, str) and self.sides.get(part, own) != own for part in key)


_NOTHING: Final = object()


def _working(found: Explanation) -> PageValues:
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


def replay_data(opened: OpenGame, beside: Sequence[OpenGame], viewer: str | None) -> PageValues:
    """What a page is given of a game and branches beside it, each from where it leaves the game on.

    viewer: as of `viewer_of`. shown: all that the page draws and tells; workings, record: by branch, unpacked when they
    are asked for.
    """
    trunk = Timeline(opened)
    shown, workings, record, sides = [], [], [], list[str]()
    for timeline in (trunk, *map(Timeline, beside)):
        after = -1 if timeline is trunk else trunk.shared_with(timeline)
        recorder = Recorder(timeline, after, viewer)
        recorder.take()
        shown.append(_shown(timeline, after, recorder))
        workings.append(recorder.workings)
        record.append(_record(timeline.opened, after))
        sides += recorder.sides.values()
    game, known = opened.fold().game, list(dict.fromkeys(sides))
    values = {
        "title": game.title,
        "system": opened.rules.title,
        "viewer": viewer,
        "turn": report_of(game.system).turn_named,
        "sides": dict(zip(known, side_colours(known), strict=True)),
        "branches": shown,
    }
    title, about = f"{opened.name}: {game.title}", _about(opened, beside, viewer)
    return {"title": title, "about": about, "shown": values, "workings": workings, "record": record}


def _about(opened: OpenGame, beside: Sequence[OpenGame], viewer: str | None) -> str:
    """The rules, how far it came, whose eyes it is seen with, and what stands beside it."""
    rules, fold = opened.rules, opened.fold()
    ended = fold.game.ended
    said = [
        f"{rules.title}, {rules.edition}.",
        f"Over: {ended}" if ended is not None else f"{fold.game.waits[:1].upper()}{fold.game.waits[1:]}.",
        f"As {viewer} sees it." if viewer is not None else "",
        f"Beside it: {', '.join(each.called for each in beside)}." if beside else "",
    ]
    return " ".join(filter(None, said))


def _shown(timeline: Timeline, after: int, recorder: Recorder) -> PageValues:
    """What is shown of a branch. after: the last event that it shares."""
    opened, head = timeline.opened, timeline.opened.head
    chapters, counted = timeline.chapters, graphs_of(opened, recorder.played).graphs if recorder.played else ()
    headings = [heading for each in chapters for heading in recorder.headings(each)][after + 1 :]
    known = list(dict.fromkeys(headings))
    return {
        "name": opened.name,
        "called": timeline.called,
        "after": after,
        "head": head.digest,
        "checkpoint": opened.store.checkpoint(head.stream, size=head.version + 1),
        "chapters": [[each.label, each.turn, each.first, each.last] for each in chapters],
        "said": list(map(teller(timeline.rules), opened.facts(after + 1))),
        "headings": known,
        "under": [known.index(heading) for heading in headings],
        "marks": "".join(_MARKS[timeline.deed(version)] for version in range(after + 1, head.version + 1)),
        "tables": [[table, *map(list, columns)] for table, columns in recorder.rows.tables.items()],
        "changes": recorder.changes,
        "reports": recorder.reports(),
        "boards": recorder.boards,
        "luck": markup(luck_of(opened).blocks()),
        "numbers": markup(Picture(each.scene) for each in counted if each.word != LUCK),
    }


def _record(opened: OpenGame, after: int) -> PageValues:
    """The events as they are stored: stream and stored name by number, the first digits of the digest, the content."""
    last = opened.head.version
    rows = [each for each in opened.store.stored(opened.stream) if after < each.version <= last]
    streams = list(dict.fromkeys(row.stream for row in rows))
    topics = list(dict.fromkeys(row.topic for row in rows))
    return {
        "streams": streams,
        "topics": topics,
        "events": [
            [streams.index(row.stream), topics.index(row.topic), row.digest[:8], row.state.decode()] for row in rows
        ],
    }
