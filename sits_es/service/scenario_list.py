"""Scenarios before anybody plays them: those that come with the program in a line each, and one in full."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from sits_es.game.fold import Fold
from sits_es.game.play import found
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Fields, Heading, ReportLine, strong
from sits_es.rules import find_events, short_name, system
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Setup, System
from sits_es.sentences import listed, typed, visible
from sits_es.service.new_games import rules_and_text
from sits_es.service.scenario_files import files_for, named_systems


@frozen(kw_only=True)
class ScenarioCard:
    """A scenario, set up. name: by which it is asked for: of a bundled one, or its file; fold: a game as it begins."""

    name: str
    rules: System
    setup: Setup
    fold: Fold

    @property
    def about(self) -> str:
        """The first sentence of what it tells the players, on one line; its title where it tells nothing."""
        told = visible(" ".join(self.setup.text.split())) or visible(self.setup.title)
        return re.split(r"(?<=[.!?])\s", told)[0]

    @property
    def units(self) -> dict[str, int]:
        """How many units each side has, those that are laid or launched left out."""
        tallied = {tally.whose: tally.side for tally in report_of(self.rules.name).tallies(self.fold.game.board)}
        return dict(sorted(Counter(tallied.values()).items()))

    @property
    def ending(self) -> Ending:
        """How long it lasts, and who wins."""
        return self.rules.ending(self.fold.game.board) or Ending(length="no last turn", terms=())

    def blocks(self) -> Iterator[Block]:
        """All of it, for people."""
        board, ending = self.fold.game.board, self.ending
        yield Heading(visible(self.setup.title), major=True)
        yield from (ReportLine(visible(" ".join(part.split())), 2, 0) for part in self._told())
        yield BLANK
        yield Fields([*self._fields(ending)], indent=2)
        yield Heading("Set-up")
        yield from report_of(self.rules.name).overview(board)
        yield Heading("Special rules")
        yield from (ReportLine(said, 2) for said in [*self.rules.particulars(board)] or ["None."])
        yield Heading("How it ends")
        yield from (ReportLine(term, 2) for term in ending.terms)
        yield BLANK
        yield ReportLine(f"Play it: sits new {typed(self.name)} --name GAME", hang=0)

    def _told(self) -> Iterator[str]:
        yield from (part for part in (*self.setup.text.split("\n\n"), self.setup.map) if part.strip())

    def _fields(self, ending: Ending) -> Iterator[tuple[str, str]]:
        yield "Rules", f"{self.rules.title} ({short_name(self.rules.name)})"
        players = (
            f"{player} ({visible(who)}, side {visible(side)})" for player, (who, side) in self.setup.players.items()
        )
        yield "Players", listed(sorted(players))
        if self.units:
            yield "Units", _units(self.units)
        yield "Length", ending.length
        if chosen := [f"{name.replace('_', ' ')} {value}" for name, value in self.setup.options.items() if value]:
            yield "Options", ", ".join(chosen)

    def row(self) -> dict[str, Any]:
        """In a line, for programs."""
        return {
            "name": self.name,
            "rules": short_name(self.rules.name),
            "title": self.setup.title,
            "about": self.about,
            "units": self.units,
            "length": self.ending.length,
        }

    def as_json(self) -> dict[str, Any]:
        """In full, for programs; `board` is as the rules reckon it."""
        board = self.fold.game.board
        return self.row() | {
            "text": self.setup.text,
            "map": self.setup.map,
            "players": {player: {"name": who, "side": side} for player, (who, side) in self.setup.players.items()},
            "options": dict(self.setup.options),
            "special_rules": list(self.rules.particulars(board)),
            "ending": list(self.ending.terms),
            "board": dict(report_of(self.rules.name).standing(board)),
        }


def _units(units: dict[str, int]) -> str:
    """`blue 1 : 1 red` of two sides, of others a list."""
    if len(units) == len(("one", "other")):
        (one, of_one), (other, of_other) = units.items()
        return f"{one} {of_one} : {of_other} {other}"
    return listed(f"{side} {number}" for side, number in units.items())


def bundled_scenarios(named: str | None) -> list[ScenarioCard]:
    """Those that come with the program, of the rule system that somebody names or of all.

    Raises UnreadableError for a system that there isn't.
    """
    find_events()
    return [
        _set_up(scenario, rules, rules.setup(bundle.text, scenario, {}))
        for rules in map(system, named_systems(named))
        for scenario, bundle in rules.bundled().items()
    ]


def one_scenario(name: str, named: str | None, home: Path, folder: Path | None = None) -> ScenarioCard:
    """The bundled scenario of that name, or the one in a file of that name.

    named: as a person calls its rule system, or None; home: the folder with the games; folder: of a player's own unit
    files, by default the rules' one beside the games. Raises what `rules_and_text`, `files_for` and a set-up raise.
    """
    find_events()
    rules, text = rules_and_text(name, named)
    return _set_up(name, rules, rules.setup(text, name, files_for(rules, text, name, home, folder)))


def _set_up(name: str, rules: System, setup: Setup) -> ScenarioCard:
    return ScenarioCard(name=name, rules=rules, setup=setup, fold=Fold().add_all(found("game", rules, setup)))


def in_lines(scenarios: list[ScenarioCard]) -> Iterator[Block]:
    """Scenarios by rule system, for people: how many units on each side, how long, what it is."""
    heading = ""
    for each in scenarios:
        if each.rules.name != heading:
            if heading:
                yield BLANK
            yield Heading(each.rules.title, major=True)
            yield ReportLine(f"Rules: {short_name(each.rules.name)}.", 2)
            heading = each.rules.name
        yield strong(f"{each.name}: {visible(each.setup.title)}", hang=2)
        units = [_units(each.units)] if each.units else []
        yield ReportLine(", ".join([*units, each.ending.length]), 2)
        yield ReportLine(each.about, 2, 0)
    yield BLANK
    yield ReportLine("Read one: sits scenario show NAME. Play it: sits new NAME --name GAME", hang=0)
