"""Numbers of a game over its moments: what each side has, damage as the rules count it, ranges; and the luck of dice.

All are on the board that every player sees, or are sums over dice that everybody can redo.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from attrs import frozen

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.orders.names import same
from sits_es.report import Report, report_of
from sits_es.report.blocks import BLANK, Block, Heading, Picture, ReportLine, TextTable, strong
from sits_es.report.graphs import Bar, BarScene, Curve, CurveScene, as_decimal
from sits_es.report.luck import Luck, in_words
from sits_es.sentences import listed, quoted, shell, unknown
from sits_es.service.replay import PlayedExchange, play_back
from sits_es.service.session import OpenGame
from sits_es.values import Value

#: What else than what a rule system counts can be drawn.
LUCK, RANGE = "luck", "range"
#: What the moment before the first exchange is called.
START = "start"
#: Units between which there is one range.
PAIR = 2


@frozen(kw_only=True)
class LuckAccount(Value):
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
            Bar(name=row.kind, whose=row.player, number=row.distance, said=in_words(row.distance).partition(":")[0])
            for row in rows
        )
        return BarScene(title="luck by kind of roll", low="worse", high="better", bars=bars, whose=self.players)

    @property
    def no_roll(self) -> str:
        """What to say where nobody rolled."""
        if not self.reckoned:
            return f"{self.name}: its rules do not say which rolls are good or bad."
        return f"{self.name}: no roll has been thrown yet that can be good or bad."

    def blocks(self) -> Iterator[Block]:
        """For people."""
        if not self.rows:
            yield ReportLine(self.no_roll, hang=0)
            return
        for player in self.players:
            yield strong(f"{player}: all in all {in_words(self.overall(player))}.", hang=0)
            rows = [
                (row.kind, str(row.rolls), str(row.observed), _two_places(row.mean), in_words(row.distance))
                for row in self.rows
                if row.player == player
            ]
            yield TextTable(("Rolls for", "Rolls", "Came to", "Average", "That is"), rows, spaced=True)
            yield BLANK
        yield Picture(self.scene)
        yield BLANK
        average = "Average: the same situations over every roll that could have been thrown."
        alone = "sits explain GAME EVENT has the same for a single roll."
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
    rows = report.luck(opened.facts(), opened.fold().game.board)
    return LuckAccount(name=opened.name, rows=tuple(rows or ()), about=report.about_luck, reckoned=rows is not None)


@frozen(kw_only=True)
class Graph(Value):
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


@frozen(kw_only=True)
class Graphs(Value):
    """Graphs, and words for what else can be drawn."""

    graphs: tuple[Graph, ...]
    more: tuple[str, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """The graphs one below the other."""
        for graph in self.graphs:
            yield from () if graph is self.graphs[0] else (BLANK,)
            yield Picture(graph.scene)

    def section(self) -> Iterator[Block]:
        """The same below a heading; nothing where there is no graph."""
        if self.graphs:
            yield from (BLANK, Heading("Numbers", major=True), *self.blocks())


def graphs(opened: OpenGame, what: Sequence[str]) -> Graphs:
    """The graphs that a player asks for; by default who is ahead, damage and luck, and the range where two fight.

    Raises NotAllowedError, with the known words, for others, NotNowError where nothing was played or counted yet.
    """
    wanted = " ".join(what).lower()
    if wanted == LUCK:
        if not (luck := luck_of(opened)).rows:
            raise NotNowError(luck.no_roll)
        return Graphs(graphs=(Graph(word=LUCK, scene=luck.scene),))
    run = list(opened.history.played())
    if not run:
        raise NotNowError(f"{opened.name}: nothing has been played, so there is nothing to draw yet.")
    series = _Series.over(opened, list(play_back(opened, run)))
    if what and what[0].lower() == RANGE:
        return Graphs(graphs=(series.range_of(what[1:]),))
    if wanted:
        return Graphs(graphs=tuple(_chosen(opened.name, [*series.measures(), *series.tallies()], wanted)))
    found = series.most_to_see(luck_of(opened))
    if not found.graphs:
        raise NotNowError(f"{opened.name}: there is nothing to draw yet: nothing that is counted has changed.")
    return found


def graphs_of(opened: OpenGame, run: Sequence[PlayedExchange]) -> Graphs:
    """The default graphs of exchanges that follow each other, with the luck of their own dice. run: not empty."""
    series = _Series.over(opened, run)
    set_up = opened.facts(0, opened.history.set_up - 1)
    rows = series.report.luck((*set_up, *(fact for each in run for fact in each.facts)), series.boards[-1])
    return series.most_to_see(LuckAccount(name=opened.name, rows=tuple(rows or ())))


def _chosen(name: str, every: Sequence[Graph], wanted: str) -> Iterator[Graph]:
    """The graph of that name, or those that have all these words in theirs."""
    alike = [each for each in every if all(word in each.word for word in wanted.split())]
    chosen = [each for each in alike if each.word == wanted] or alike
    if not chosen:
        words = [*(each.word for each in every), LUCK, f"{RANGE} UNIT UNIT"]
        raise NotAllowedError(f"Nothing of {name} is counted as {quoted(wanted)}. There is: {', '.join(words)}.")
    if all(each.empty for each in chosen):
        zero = listed(each.word for each in chosen)
        raise NotNowError(f"{name}: there is nothing to draw yet. All have 0 of {zero}.")
    return (each for each in chosen if not each.empty)


@frozen(kw_only=True)
class _Series(Value):
    """The boards of a game, before its first exchange and after each one, with labels for the moments."""

    name: str
    labels: tuple[str, ...]
    boards: tuple[Any, ...]
    report: Report

    @classmethod
    def over(cls, opened: OpenGame, run: Sequence[PlayedExchange]) -> _Series:
        """The boards of exchanges that were played; not empty."""
        rules = opened.rules
        return cls(
            name=opened.name,
            labels=(START, *(rules.label(each.moment) for each in run)),
            boards=(run[0].before, *(each.after for each in run)),
            report=report_of(rules.name),
        )

    def most_to_see(self, luck: LuckAccount) -> Graphs:
        """The default graphs: who is ahead, damage, as far as they changed, the range where two fight, luck."""
        ahead, counted = self.measures(), self.tallies()
        shown = [graph for graph in (*ahead[:1], *counted) if graph.moves]
        if len(self.sides) == PAIR and any(self.report.apart(board, *self.sides) for board in self.boards):
            shown.append(self.range_of([*self.sides]))
        shown += [Graph(word=LUCK, scene=luck.scene)] if luck.rows else []
        more = [graph.word for graph in (*ahead, *counted) if graph not in shown and graph.moves]
        more += [f"{RANGE} UNIT UNIT"] if len(self.sides) > PAIR and self.has_ranges else []
        return Graphs(graphs=tuple(shown), more=tuple(more))

    @property
    def has_ranges(self) -> bool:
        """Whether its rules say how far apart units are."""
        return type(self.report).apart is not Report.apart

    @property
    def units(self) -> list[str]:
        """Every unit that ever was there."""
        return list(dict.fromkeys(name for board in self.boards for name in self.report.units(board)))

    @cached_property
    def sides(self) -> dict[str, str]:
        """The side of each unit of which something is counted; what is fired, laid or launched is left out."""
        return {tally.whose: tally.side for board in self.boards for tally in self.report.tallies(board)}

    def measures(self) -> list[Graph]:
        """The graphs of everything by which a side can be ahead."""
        rows = (
            (f"{measure.name} by side", side, side, number, at)
            for at, board in enumerate(self.boards)
            for measure in self.report.measures(board)
            for side, number in measure.sides
        )
        return self._graphs(rows)

    def tallies(self) -> list[Graph]:
        """The graphs of what the rules count by unit."""
        rows = (
            (tally.what, tally.whose, tally.side, tally.number, at)
            for at, board in enumerate(self.boards)
            for tally in self.report.tallies(board)
        )
        return self._graphs(rows)

    def _graphs(self, rows: Iterable[tuple[str, str, str, int, int]]) -> list[Graph]:
        """A graph for each thing that is counted. rows: what, whose, of which side, number, when."""
        numbers: dict[str, dict[str, list[Fraction | None]]] = {}
        sides: dict[str, str] = {}
        for what, whose, side, number, at in rows:
            sides[whose] = side
            of_it = numbers.setdefault(what, {}).setdefault(whose, [None] * len(self.boards))
            of_it[at] = Fraction(number)
        return [Graph(word=what, scene=self._scene(what, of_it, sides)) for what, of_it in numbers.items()]

    def _scene(self, what: str, rows: dict[str, list[Fraction | None]], sides: dict[str, str]) -> CurveScene:
        moving = {whose: row for whose, row in rows.items() if any(row)}
        return CurveScene(
            title=what,
            measure="",
            moments=self.labels,
            curves=tuple(Curve(name=whose, side=sides[whose], numbers=row) for whose, row in moving.items()),
            sides=tuple(sorted(set(sides.values()))),
            still=tuple(whose for whose in rows if whose not in moving),
        )

    def range_of(self, asked: Sequence[str]) -> Graph:
        """The range from one unit to each of the others asked for, or to its enemies where it alone is named."""
        units = self._asked(asked)
        measured = {other: [self.report.apart(board, units[0], other) for board in self.boards] for other in units[1:]}
        known = {other: row for other, row in measured.items() if any(row)}
        measure = next((each.measure for row in known.values() for each in row if each is not None), None)
        if measure is None:
            if not self.has_ranges:
                raise NotAllowedError("The rules of this game say nothing of ranges.")
            raise NotNowError(f"{listed(units)} were never there together, so there was no range between them.")
        # colours tell several apart, and say nothing of one alone
        sides = dict.fromkeys(known, "") | (self.sides if len(known) > 1 else {})
        curves = (
            Curve(
                name=f"{units[0]} to {other}",
                side=sides[other],
                numbers=[None if each is None else each.number for each in row],
            )
            for other, row in known.items()
        )
        scene = CurveScene(
            title=RANGE,
            measure=measure,
            moments=self.labels,
            curves=tuple(curves),
            sides=tuple(sorted(set(sides.values()))),
        )
        return Graph(word=RANGE, scene=scene)

    def _others(self, unit: str) -> list[str]:
        """The enemies of a unit that fight; everybody else where its side is unknown, or it has no enemies."""
        enemies = [other for other, side in self.sides.items() if unit in self.sides and side != self.sides[unit]]
        return enemies or [other for other in self.units if other != unit]

    def _asked(self, asked: Sequence[str]) -> list[str]:
        """The units asked for, each once. Raises NotAllowedError for unknown names."""
        every = self.units
        if missing := [unknown("unit", unit, every) for unit in dict.fromkeys(asked) if same(unit, every) is None]:
            raise NotAllowedError(missing)
        units = list(dict.fromkeys(same(unit, every) or unit for unit in asked))
        if not asked and len(self.sides) != PAIR:
            form = f"sits graph {shell(self.name)} {RANGE} UNIT UNIT"
            raise NotAllowedError(f"Say between which units: {form}. Units: {', '.join(every)}.")
        if not asked:
            return [*self.sides]
        units += self._others(units[0]) if len(asked) == 1 else []
        if len(units) < PAIR:
            raise NotAllowedError(f"A range is between two units; you named {units[0]} alone.")
        return units
