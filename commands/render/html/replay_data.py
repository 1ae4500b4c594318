"""A game and the branches beside it as the values of a page: what each event changes, and how it comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from attrs import Factory, define
from msgspec import structs

from commands.render.blocks import without_pictures
from commands.render.html import Watched
from commands.render.html.marks import PageScene, PageValues, page_scene
from commands.render.html.space import Space, arcs_told, has_heights
from commands.render.html.units import Units, disc
from commands.render.markup import markup
from commands.render.pictures.figures import side_colours
from commands.render.reports import glances, turn_summary
from projections.live_rows import LiveRows, RowChange
from projections.model import RowKey
from projections.read_models import own_models
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import DiceCommitted, GameStarted, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.story import teller
from sits_es.report import report_of
from sits_es.report.blocks import Picture, ReportLine
from sits_es.report.graphs import signed
from sits_es.report.scenes import Scene
from sits_es.report.working import Context
from sits_es.rules.moments import Moment
from sits_es.service.explanation import Explanation, Surroundings
from sits_es.service.graphs import Series, luck_of
from sits_es.service.replay import PlayedExchange, account
from sits_es.service.review import Review
from sits_es.service.session import OpenGame
from sits_es.service.timeline import Deed, chapters_of, deed_of, last_shared
from sits_es.store import Recorded
from sits_es.store.record import Stored

#: Facts that change no board, whatever the rule system.
_STILL: Final = frozenset({DiceRolled, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade})

#: Facts by which orders and dice are proved fair. They are folded away until somebody asks for them.
_PROOFS: Final = frozenset({DiceCommitted, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade})

#: Letters for shots and losses, and for all else; and for proofs.
_MARKS: Final[Mapping[Deed | None, str]] = {"shot": "s", "loss": "l", None: "."}
_PROOF: Final = "-"

#: Events that a volume has at least, but for the last one.
VOLUME: Final = 1000


@define
class Volume:
    """Whole turns of a branch as a page unpacks them; their opening too. shown, record: as of `replay_data`.

    workings: how each event comes about.
    """

    shown: PageValues = Factory(
        lambda: {"changes": [], "said": [], "headings": [], "under": [], "reports": {}, "boards": {}}
    )
    workings: list[PageValues] = Factory(list)
    record: PageValues = Factory(lambda: {"streams": [], "topics": [], "events": []})

    def parts(self, name: str) -> Iterator[tuple[str, object]]:
        """What is unpacked apart, by its name in the page."""
        yield from ((f"shown-{name}", self.shown), (f"workings-{name}", self.workings), (f"stored-{name}", self.record))

    def keep(self, stored: Stored) -> None:
        """An event as it is stored: stream and stored name by number, the first digits of the digest, the content."""
        stream, topic = _place(self.record["streams"], stored.stream), _place(self.record["topics"], stored.topic)
        self.record["events"].append([stream, topic, stored.digest[:8], stored.state.decode()])


def _place(known: list[str], name: str) -> int:
    """Where a name stands in a list, to which it is added where it is missing."""
    if name not in known:
        known.append(name)
    return known.index(name)


class Recorder:
    """Goes through a branch once, with one fold, and takes down what a page shows of it, change by change.

    after: the last event of which nothing is to be told; viewer: whose units are told in full, None for everybody's.
    """

    def __init__(self, opened: OpenGame, after: int, viewer: str | None) -> None:
        self._opened, self._after, self._viewer = opened, after, viewer
        self._rules, self._report = opened.rules, report_of(opened.rules.name)
        self._tell = teller(self._rules)
        self._rows = LiveRows(own_models(self._rules.name))
        self._tables = list(self._rows.tables)
        self._fold = self._rows.fold
        self._values: PageValues = {}
        self._held: dict[tuple[int, RowKey], list[Any]] = {}
        self._scene: Scene | None = None
        self._drawn = PageScene({}, {})
        self._units = Units()
        self._turn: tuple[int, Any] = (0, None)
        self._space = Space()
        self._series = Series.of(opened)
        self._chapters = list(chapters_of(opened))
        self._chapter = self._chapters[0]
        self._volume = Volume()
        self._firsts: list[int] = []
        self._marks: list[str] = []
        self.sides: dict[str, None] = {}

    def volumes(self) -> Iterator[Volume]:
        """All of the branch, some turns at a time: nobody has to hold the whole of it."""
        stream, turn = self._opened.stream, list[PlayedExchange]()
        events = zip(
            self._opened.store.read(stream, upto=self._opened.head.version),
            self._opened.store.stored(stream),
            strict=False,  # what was written meanwhile is not read
        )
        for chapter in self._chapters:
            if turn and chapter.turn not in (0, turn[0].moment.turn):
                self._summed_up(turn)
                turn = []
                if len(self._volume.workings) >= VOLUME:
                    yield self._volume
                    self._volume = Volume()
            self._chapter = chapter
            turn += self._played([*islice(events, chapter.last - chapter.first + 1)])
        self._summed_up(turn)
        if self._volume.workings:
            yield self._volume

    def shown(self) -> PageValues:
        """What is shown of the branch before any volume of it is unpacked; to be asked for once all of them are."""
        opened, head = self._opened, self._opened.head
        graphs = self._series.most_to_see().graphs if self._series.labels else ()
        return {
            "name": opened.name,
            "called": opened.called,
            "after": self._after,
            "head": head.digest,
            "checkpoint": opened.store.checkpoint(head.stream, size=head.version + 1),
            "chapters": [[each.label, each.turn, each.first, each.last] for each in self._chapters],
            "volumes": self._firsts,
            "marks": "".join(self._marks),
            "tables": [[table, *map(list, columns)] for table, columns in self._rows.tables.items()],
            "arcs": arcs_told(self._space.arcs),
            "luck": markup(luck_of(opened).blocks()),
            "numbers": markup(Picture(each.scene) for each in graphs),
        }

    def _played(self, events: Sequence[tuple[Recorded, Stored]]) -> Iterator[PlayedExchange]:
        """Take down the chapter at hand; it is given back if it is one that was played."""
        chapter, facts = self._chapter, tuple(recorded.event for recorded, _ in events)
        before = self._board()
        around = self._around(facts)
        if chapter.last > self._after:
            self._told(facts)
        for recorded, stored in events:
            self._event(recorded, stored, around)
        if chapter.moment is not None:
            after = self._rules.freeze(self._fold.game.board)
            played = PlayedExchange(moment=chapter.moment, before=before, facts=facts, after=after)
            self._series.take(played, chapter.label)
            yield played

    def _summed_up(self, turn: Sequence[PlayedExchange]) -> None:
        """A turn's report, as markup, without its pictures: at a glance, and in tables."""
        if turn and self._chapter.last > self._after:
            seen = glances(self._opened, turn, (), "")
            told = markup(without_pictures([*seen, *turn_summary(self._rules, turn)]))
            self._volume.shown["reports"][turn[0].moment.turn] = told

    def _told(self, facts: Sequence[Event]) -> None:
        """Each event of the chapter as a sentence, and the step of the procedure that it stands under."""
        shown, told = self._volume.shown, slice(max(self._after + 1 - self._chapter.first, 0), None)
        shown["said"] += map(self._tell, facts[told])
        shown["under"] += (_place(shown["headings"], each) for each in self._headings(facts)[told])

    def _headings(self, facts: Sequence[Event]) -> list[str]:
        """The step of the procedure that each fact of the chapter is told under; empty if there is none."""
        if self._chapter.moment is None:
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

    def _board(self) -> Any:
        """The board as an exchange opens, safe to keep; whoever looks at the game with a player's eyes sees it so."""
        if self._chapter.moment is None:
            return None
        board = self._rules.freeze(self._fold.game.board)
        if self._turn[0] != self._chapter.turn:
            self._turn = self._chapter.turn, board
        if self._viewer is not None and self._chapter.last > self._after:
            seen = without_pictures(self._report.board(self._fold.game.board, player=self._viewer))
            self._volume.shown["boards"][self._chapter.first] = markup(seen)
        return board

    def _around(self, facts: Sequence[Event]) -> Surroundings:
        """What the facts of an exchange, or of set-up until the game begins, are explained by."""
        chapter = self._chapter
        if chapter.moment is None:
            # what opens a fork is on its own
            begun = next((at for at, fact in enumerate(facts) if isinstance(fact, GameStarted)), len(facts) - 1)
            facts = facts[:1] if chapter.first else facts[: begun + 1]
        return self._surroundings(chapter.moment, chapter.first, facts)

    def _surroundings(self, moment: Moment | None, first: int, facts: Sequence[Event]) -> Surroundings:
        return Surroundings(
            rules=self._rules,
            game=self._opened.created.game,
            moment=moment,
            first=first,
            facts=facts,
            tell=self._tell,
        )

    def _event(self, recorded: Recorded, stored: Stored, around: Surroundings) -> None:
        version, told = recorded.version, recorded.version > self._after
        if told:
            if not self._volume.workings:
                self._firsts.append(version)
                self._volume.shown["opens"] = self._whole()
            board = self._fold.game.board if version else None
            within = version - around.first < len(around.facts)
            facts = around if within else self._surroundings(None, version, [recorded.event])
            self._volume.workings.append(_working(facts.explained(version, board, {}, around.seed)))
        fired = self._fired(recorded, around) if told else {}
        change = self._changed(recorded, self._rows.take(recorded)) | fired
        if told:
            self._volume.shown["changes"].append(change)
            self._volume.keep(stored)
            proof = type(recorded.event) in _PROOFS
            self._marks.append(_PROOF if proof else _MARKS[deed_of(self._report, recorded.event)])

    def _fired(self, recorded: Recorded, around: Surroundings) -> PageValues:
        """The shot that an event tells of: key, who, at whom, its number, whether missiles fly."""
        here = recorded.version - around.first
        if self._chapter.moment is None or not 0 <= here < len(around.facts):
            return {}
        board = self._fold.game.board
        context = Context(
            event=recorded.event, board=board, earlier=around.facts[:here], later=around.facts[here + 1 :]
        )
        shot = self._report.volley(context)
        return {} if shot is None else {"l": [shot.key, shot.unit, shot.target, shot.number, int(shot.missiles)]}

    def _whole(self) -> PageValues:
        """All that the game is now, as if one event had brought it."""
        drawn, space = self._drawn, self._space
        whole = {"s": self._values, "r": [*self._held.values()], "f": drawn.figures, "o": [*drawn.figures]}
        whole |= self._units.whole()
        whole |= {"v": {"u": space.units, "g": space.ground}} if space.ground else {}
        return whole | ({"g": drawn.ground} if drawn.ground else {})

    def _changed(self, recorded: Recorded, rows: Sequence[RowChange]) -> PageValues:
        """What an event changes, by short names: s, d: values, those that are gone; r, x: rows; f, o, g: figures; v."""
        change: PageValues = {}
        still = type(recorded.event) in _STILL
        values = self._now(recorded.version, still=still)
        if new := {name: value for name, value in values.items() if self._values.get(name, _NOTHING) != value}:
            change["s"] = new
        if gone := [name for name in self._values if name not in values]:
            change["d"] = gone
        self._values = values
        if not still:
            board = self._fold.game.board
            scene, solids = self._report.scene(board), self._report.solids(board)
            if scene == self._scene:
                scene = self._scene  # the same object is compared at once
            change |= self._pictured(scene)
            # what becomes of a unit is seen in the picture or stands in its rows; the rest is told as the exchange ends
            told = change.keys() & {"f", "o"} or rows or deed_of(self._report, recorded.event)
            if told or recorded.version in (0, self._chapter.last):
                change |= self._units.changes(self._report, self._turn[1], board, (scene, solids), self._side)
            if moved := self._space.changes(scene, solids, self._side):
                change["v"] = moved
        seen = [each for each in rows if not self._hidden(each.key)]
        for each in seen:
            table = self._tables.index(each.table)
            if each.row is None:
                change.setdefault("x", []).append([table, *each.key])
                del self._held[table, each.key]
            else:
                change.setdefault("r", []).append([table, *each.row])
                self._held[table, each.key] = change["r"][-1]
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
        if scene is self._scene:
            return change
        known, drawn = self._drawn, page_scene(scene)
        self._scene, self._drawn = scene, drawn
        self.sides |= dict.fromkeys(drawn.sides)
        if moved := {name: told for name, told in drawn.figures.items() if known.figures.get(name) != told}:
            change["f"] = moved
        if list(known.figures) != list(drawn.figures):
            change["o"] = list(drawn.figures)
        if known.ground != drawn.ground:
            change["g"] = drawn.ground
        return change

    def _hidden(self, key: Sequence[object]) -> bool:
        """Whether a row is of a unit that the viewer does not play."""
        if (own := self._side) is None:
            return False
        sides = self._units.sides
        return any(isinstance(part, str) and sides.get(part, own) != own for part in key)

    @property
    def _side(self) -> str | None:
        """The viewer's side, empty until they have joined; None for everybody."""
        if self._viewer is None:
            return None
        who = self._fold.game.people.get(self._viewer)
        return "" if who is None else who.side

    @property
    def around(self) -> bool:
        """Whether any unit has a sphere around it."""
        return self._units.around


_NOTHING: Final = object()


def _working(found: Explanation) -> PageValues:
    """How an event comes about, by short names; what is empty is left out."""
    told = {
        "r": found.working.rule,
        "m": [list(structs.astuple(each)) for each in found.working.modifiers],
        "s": list(found.working.steps),
        "e": found.working.expected,
        "t": [list(line) for roll in found.rolls for line in roll.lines()],
        "d": int(decided[1]) if (decided := _NUMBER.match(found.decides)) else 0,
    }
    return {name: value for name, value in told.items() if value}


_NUMBER: Final = re.compile(r"#(\d+) ")


def replay_data(
    opened: OpenGame, beside: Sequence[OpenGame], viewer: str | None, reviewed: Review | None = None
) -> Watched:
    """What a page is given of a game and branches beside it, each from where it leaves the game on.

    viewer: as of `viewer_of`; reviewed: the game, where its page is to say what would have been better. Parts are named
    by branch and volume: `shown-0-1` is all that the page draws and tells of the game's second volume, `workings-0-1`
    and `stored-0-1` are unpacked when they are asked for. `shown`, the last, is what the page begins with.
    """
    title, about = f"{opened.name}: {opened.fold().game.title}", _about(opened, beside, viewer)
    scene = report_of(opened.rules.name).scene(opened.fold().game.board)
    parts = _parts(opened, beside, viewer, reviewed)
    return Watched(title, about, opened.rules.language.exchange, parts, has_heights(scene))


def _parts(
    opened: OpenGame, beside: Sequence[OpenGame], viewer: str | None, reviewed: Review | None
) -> Iterator[tuple[str, object]]:
    shown, sides, around = [], dict[str, None](), False
    for branch, each in enumerate((opened, *beside)):
        recorder = Recorder(each, last_shared(opened, each) if branch else -1, viewer)
        for number, volume in enumerate(recorder.volumes()):
            yield from volume.parts(f"{branch}-{number}")
        shown.append(recorder.shown())
        sides |= recorder.sides
        around = around or recorder.around
    game, known = opened.fold().game, tuple(sides)
    if reviewed is not None:
        shown[0] |= {"review": markup(reviewed.with_spreads()), "better": list(_better(reviewed, game.sides))}
    values = {
        "title": game.title,
        "system": opened.rules.title,
        "viewer": viewer,
        "turn": report_of(game.system).turn_named,
        "sides": dict(zip(known, side_colours(known), strict=True)),
        "branches": shown,
        "disc": disc() if around else None,
    }
    yield "shown", values


def _better(reviewed: Review, sides: Mapping[str, str]) -> Iterator[PageValues]:
    """Each better plan: the exchange in which it begins, whose side, in words with the luck, and how it is played."""
    for each in reviewed.better:
        told = f"{each.told}. Luck: {signed(each.luck.luck)}."
        yield {"at": each.label, "side": sides[each.player], "told": told, "fork": reviewed.fork(each)}


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
