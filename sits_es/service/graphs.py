"""Numbers of a game over its moments: what each side has, damage as the rules count it, ranges; and the luck of dice.

All are on the board that every player sees, or are sums over dice that everybody can redo.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import sqrt
from typing import Any

from msgspec import Struct

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.orders.names import same
from sits_es.report import Report, report_of
from sits_es.report.blocks import BLANK, Block, Heading, Picture, ReportLine, TextTable, strong
from sits_es.report.graphs import Bar, BarScene, Curve, CurveScene, Measured, as_decimal
from sits_es.report.luck import Luck, in_words
from sits_es.sentences import listed, quoted, shell, unknown
from sits_es.service.replay import PlayedExchange, play_back
from sits_es.service.session import OpenGame

#: What else than what a rule system counts can be drawn.
LUCK, RANGE = "luck", "range"
#: What the moment before the first exchange is called.
START = "start"
#: Units between which there is one range.
PAIR = 2


class LuckAccount(Struct, frozen=True, kw_only=True):
    """The luck of a game. rows: by player and kind of roll; about: how the rule system says to read them.

    reckoned: whether it says at all what is good.
    """

    name: str
    rows: tuple[Luck, ...]
    about: str = ""
    reckoned: bool = True

    @property
    def players(self) -> tuple[str, ...]:
        """Players who rolled."""
        return tuple(dict.fromkeys(row.player for row in self.rows))

    def overall(self, player: str) -> float:
        """A player's luck over all kinds of rolls, each with the same weight, in units of the usual spread."""
        distances = [row.distance for row in self.rows if row.player == player and row.square]
        return sum(distances) / sqrt(len(distances)) if distances else 0.0

    @property
    def scene(self) -> BarScene:
        """A bar for each player's rolls of each kind, grouped by kind."""
        kinds = list(dict.fromkeys(row.kind for row in self.rows))
        rows = sorted(self.rows, key=lambda row: kinds.index(row.kind))
        bars = tuple(
            Bar(name=row.kind, whose=row.player, number=row.distance, said=in_words(row.distance).partition(" (")[0])
            for row in rows
        )
        return BarScene(title="luck by kind of roll", low="unlucky", high="lucky", bars=bars, whose=self.players)

    @property
    def no_roll(self) -> str:
        """What to say where nobody rolled."""
        if not self.reckoned:
            return f"{self.name}: its rules do not say which rolls are good or bad."
        return f"{self.name}: no roll so far counts as good or bad."

    def blocks(self) -> Iterator[Block]:
        """For people."""
        if not self.rows:
            yield ReportLine(self.no_roll, hang=0)
            return
        for player in self.players:
            yield strong(f"{player}, overall: {in_words(self.overall(player))}.", hang=0)
            rows = [
                (row.kind, str(row.rolls), str(row.observed), _two_places(row.mean), in_words(row.distance))
                for row in self.rows
                if row.player == player
            ]
            yield TextTable(("Rolls for", "Rolls", "Came to", "Average", "That is"), rows, spaced=True)
            yield BLANK
        yield Picture(self.scene)
        yield BLANK
        average = "Average: the mean of every possible roll in the same situations."
        alone = "sits explain GAME EVENT shows it for a single roll."
        yield ReportLine(" ".join(filter(None, (average, self.about, alone))), hang=0)

    def as_json(self) -> dict[str, Any]:
        """For programs: by player the verdict on all rolls, and each kind; the average to two places, as text."""
        return {
            "name": self.name,
            "players": {
                player: {
                    "verdict": in_words(self.overall(player)),
                    "kinds": {
                        row.kind: {
                            "rolls": row.rolls,
                            "observed": row.observed,
                            "expected": _two_places(row.mean),
                            "verdict": in_words(row.distance),
                        }
                        for row in self.rows
                        if row.player == player
                    },
                }
                for player in self.players
            },
        }


def _two_places(number: Fraction) -> str:
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def luck_of(opened: OpenGame) -> LuckAccount:
    """The luck of a game so far."""
    report = report_of(opened.rules.name)
    # event 0 was read for its rules; the others are let go of one by one
    rest = opened.store.read(opened.stream, after=0, upto=opened.head.version)
    facts = (each.event for each in chain(opened.events(0, 0), rest))
    rows = report.luck(facts, opened.fold().game.board)
    return LuckAccount(name=opened.name, rows=tuple(rows or ()), about=report.about_luck, reckoned=rows is not None)


class Graph(Struct, frozen=True, kw_only=True):
    """A graph. word: the player's word for it; scene: what is drawn."""

    word: str
    scene: CurveScene | BarScene

    @property
    def moves(self) -> bool:
        """Whether any number in it ever changes."""
        return isinstance(self.scene, BarScene) or any(len(set(curve.numbers)) > 1 for curve in self.scene.curves)

    @property
    def empty(self) -> bool:
        """Whether all its numbers are 0."""
        return isinstance(self.scene, CurveScene) and not self.scene.curves

    def as_json(self) -> dict[str, Any]:
        """For programs. Numbers of curves are texts, one for each moment, null where there is none."""
        scene = self.scene
        if isinstance(scene, BarScene):
            bars = [
                {"kind": bar.name, "player": bar.whose, "distance": f"{bar.number:.2f}", "verdict": bar.said}
                for bar in scene.bars
            ]
            return {"what": self.word, "bars": bars}
        curves = {
            curve.name: [None if number is None else as_decimal(number) for number in curve.numbers]
            for curve in scene.curves
        }
        curves |= {name: ["0"] * len(scene.moments) for name in scene.still}
        return {"what": self.word, "measure": scene.measure, "moments": list(scene.moments), "curves": curves}


class Graphs(Struct, frozen=True, kw_only=True):
    """Graphs, and words for what else can be drawn."""

    graphs: tuple[Graph, ...]
    more: tuple[str, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """The graphs one below the other."""
        for graph in self.graphs:
            yield from () if graph is self.graphs[0] else (BLANK,)
            yield Picture(graph.scene)

    def section(self) -> Iterator[Block]:
        """The same below a heading; nothing if there is no graph."""
        if self.graphs:
            yield from (BLANK, Heading("Numbers", major=True), *self.blocks())


def graphs(opened: OpenGame, what: Sequence[str]) -> Graphs:
    """The graphs that a player asks for; by default who is ahead, damage and luck, and the range where two fight.

    Raises NotAllowedError, with the known words, for others, NotNowError if nothing was played or counted yet.
    """
    wanted = " ".join(what).lower()
    if wanted == LUCK:
        if not (luck := luck_of(opened)).rows:
            raise NotNowError(luck.no_roll)
        return Graphs(graphs=(Graph(word=LUCK, scene=luck.scene),))
    run = list(opened.history.played())
    if not run:
        raise NotNowError(f"{opened.name}: nothing has been played, so there is nothing to draw yet.")
    played = list(play_back(opened, run))
    series = Series.over(opened, played)
    if what and what[0].lower() == RANGE:
        boards = [played[0].before, *(each.after for each in played)]
        return Graphs(graphs=(series.range_of(what[1:], boards),))
    if wanted:
        return Graphs(graphs=tuple(_chosen(opened.name, [*series.measures(), *series.tallies()], wanted)))
    found = series.most_to_see(luck_of(opened))
    if not found.graphs:
        raise NotNowError(f"{opened.name}: there is nothing to draw yet, as none of its numbers has changed.")
    return found


def graphs_of(opened: OpenGame, run: Sequence[PlayedExchange]) -> Graphs:
    """The default graphs of exchanges that follow each other, with the luck of their own dice. run: not empty."""
    series = Series.over(opened, run)
    set_up = opened.facts(0, opened.history.set_up - 1)
    rows = series.report.luck((*set_up, *(fact for each in run for fact in each.facts)), run[-1].after)
    return series.most_to_see(LuckAccount(name=opened.name, rows=tuple(rows or ())))


def _chosen(name: str, every: Sequence[Graph], wanted: str) -> Iterator[Graph]:
    """The graph of that name, or those that have all these words in theirs."""
    alike = [each for each in every if all(word in each.word for word in wanted.split())]
    chosen = [each for each in alike if each.word == wanted] or alike
    if not chosen:
        words = [*(each.word for each in every), LUCK, f"{RANGE} UNIT UNIT"]
        raise NotAllowedError(f"{name} has no numbers called {quoted(wanted)}. Choose from: {', '.join(words)}.")
    if all(each.empty for each in chosen):
        zero = listed(each.word for each in chosen)
        raise NotNowError(f"{name}: there is nothing to draw yet. Every value of {zero} is 0.")
    return (each for each in chosen if not each.empty)


#: Numbers by what is counted and whose they are, one for each moment up to the last that has one; None between them.
_Rows = dict[str, dict[str, list[int | None]]]


class Series(Struct, kw_only=True):
    """What the rules count over a game, from its boards one after the other, none of which is kept.

    labels: of the moments so far. sides: the side of each unit of which something is counted; what is fired, laid or
    launched is left out.
    """

    name: str
    report: Report
    labels: list[str] = []
    sides: dict[str, str] = {}
    _measures: _Rows = {}
    _tallies: _Rows = {}
    #: How far apart the first two units are of which something is counted.
    _apart: list[Measured | None] = []

    @classmethod
    def of(cls, opened: OpenGame) -> Series:
        """A game's, with no moment yet."""
        return cls(name=opened.name, report=report_of(opened.rules.name))

    @classmethod
    def over(cls, opened: OpenGame, run: Iterable[PlayedExchange]) -> Series:
        """The board before exchanges that were played, and that after each."""
        series = cls.of(opened)
        for each in run:
            series.take(each, opened.rules.label(each.moment))
        return series

    def take(self, played: PlayedExchange, label: str) -> None:
        """The board after one more exchange, and before the first one that before it."""
        if not self.labels:
            self._count(START, played.before)
        self._count(label, played.after)

    def _count(self, label: str, board: Any) -> None:
        for measure in self.report.measures(board):
            for side, number in measure.sides:
                self._note(self._measures, f"{measure.name} by side", side, number)
        for tally in self.report.tallies(board):
            self.sides[tally.whose] = tally.side
            self._note(self._tallies, tally.what, tally.whose, tally.number)
        self._apart.append(self.report.apart(board, *self.sides) if len(self.sides) == PAIR else None)
        self.labels.append(label)

    def _note(self, rows: _Rows, what: str, whose: str, number: int) -> None:
        row = rows.setdefault(what, {}).setdefault(whose, [])
        row += [None] * (len(self.labels) - len(row))
        row.append(number)

    def most_to_see(self, luck: LuckAccount | None = None) -> Graphs:
        """The default graphs: who is ahead, damage, as far as they changed, the range where two fight, luck if any."""
        ahead, counted = self.measures(), self.tallies()
        shown = [graph for graph in (*ahead[:1], *counted) if graph.moves]
        if len(self.sides) == PAIR and any(self._apart):
            one, other = self.sides
            shown.append(self._range(one, {other: self._apart}))
        shown += [Graph(word=LUCK, scene=luck.scene)] if luck is not None and luck.rows else []
        more = [graph.word for graph in (*ahead, *counted) if graph not in shown and graph.moves]
        more += [f"{RANGE} UNIT UNIT"] if len(self.sides) > PAIR and self.has_ranges else []
        return Graphs(graphs=tuple(shown), more=tuple(more))

    @property
    def has_ranges(self) -> bool:
        """Whether its rules say how far apart units are."""
        return type(self.report).apart is not Report.apart

    def measures(self) -> list[Graph]:
        """The graphs of everything by which a side can be ahead."""
        sides = {side: side for rows in self._measures.values() for side in rows}
        return [Graph(word=what, scene=self._scene(what, rows, sides)) for what, rows in self._measures.items()]

    def tallies(self) -> list[Graph]:
        """The graphs of what the rules count by unit."""
        return [Graph(word=what, scene=self._scene(what, rows, self.sides)) for what, rows in self._tallies.items()]

    def _scene(self, what: str, rows: dict[str, list[int | None]], sides: dict[str, str]) -> CurveScene:
        whole = {whose: [*row, *[None] * (len(self.labels) - len(row))] for whose, row in rows.items()}
        moving = {whose: row for whose, row in whole.items() if any(row)}
        return CurveScene(
            title=what,
            measure="",
            moments=tuple(self.labels),
            curves=tuple(Curve(name=whose, side=sides[whose], numbers=row) for whose, row in moving.items()),
            sides=tuple(sorted(set(sides.values()))),
            still=tuple(whose for whose in rows if whose not in moving),
        )

    def range_of(self, asked: Sequence[str], boards: Sequence[Any]) -> Graph:
        """The range from one unit to each of the others asked for, or to its enemies where it alone is named.

        boards: before the first exchange and after each one.
        """
        units = self._asked(asked, list(dict.fromkeys(name for board in boards for name in self.report.units(board))))
        return self._range(
            units[0], {other: [self.report.apart(board, units[0], other) for board in boards] for other in units[1:]}
        )

    def _range(self, unit: str, measured: Mapping[str, Sequence[Measured | None]]) -> Graph:
        known = {other: row for other, row in measured.items() if any(row)}
        measure = next((each.measure for row in known.values() for each in row if each is not None), None)
        if measure is None:
            if not self.has_ranges:
                raise NotAllowedError("The rules of this game measure no ranges.")
            never = listed([unit, *measured])
            raise NotNowError(f"{never} were never on the map together, so there is no range to draw.")
        # colours tell several apart, and say nothing of one alone
        sides = dict.fromkeys(known, "") | (self.sides if len(known) > 1 else {})
        curves = (
            Curve(
                name=f"{unit} to {other}",
                side=sides[other],
                numbers=[None if each is None else each.number for each in row],
            )
            for other, row in known.items()
        )
        scene = CurveScene(
            title=RANGE,
            measure=measure,
            moments=tuple(self.labels),
            curves=tuple(curves),
            sides=tuple(sorted(set(sides.values()))),
        )
        return Graph(word=RANGE, scene=scene)

    def _others(self, unit: str, every: Sequence[str]) -> list[str]:
        """The enemies of a unit that fight; everybody else where its side is unknown, or it has no enemies."""
        enemies = [other for other, side in self.sides.items() if unit in self.sides and side != self.sides[unit]]
        return enemies or [other for other in every if other != unit]

    def _asked(self, asked: Sequence[str], every: Sequence[str]) -> list[str]:
        """The units asked for, each once. every: all that ever were. Raises NotAllowedError for unknown names."""
        if missing := [unknown("unit", unit, every) for unit in dict.fromkeys(asked) if same(unit, every) is None]:
            raise NotAllowedError(missing)
        units = list(dict.fromkeys(same(unit, every) or unit for unit in asked))
        if not asked and len(self.sides) != PAIR:
            form = f"sits stats {shell(self.name)} {RANGE} UNIT UNIT"
            raise NotAllowedError(f"Name two units: {form}. Units: {', '.join(every)}.")
        if not asked:
            return [*self.sides]
        units += self._others(units[0], every) if len(asked) == 1 else []
        if len(units) < PAIR:
            raise NotAllowedError(f"A range is between two units; you named only {units[0]}.")
        return units
