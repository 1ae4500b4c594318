"""Scenarios, bundled or in players' own files: found, set up, begun as a game, listed and shown."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from sits_es.disk import check_folder, is_there, read_text
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import BotSeated, DiceCommitted
from sits_es.game.fold import Fold
from sits_es.game.play import first_facts
from sits_es.orders.names import known_as
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Fields, Heading, ReportLine, strong
from sits_es.rules import find_events, require_installed, system, system_names, usual_system
from sits_es.rules.options import chosen_options
from sits_es.rules.supplied import Ending, is_beside
from sits_es.rules.system import Setup, System
from sits_es.sentences import first_sentence, listed, nearest, shell, visible
from sits_es.service.session import OpenGame, Session

#: The folder of a player's own cards, beside the games.
CARDS: Final = "cards"

#: A file's line about its rules, above its first table; found without reading the file, which may be faulty.
_SAID: Final = re.compile(r"(?m)^[ \t]*rules[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
_TABLE: Final = re.compile(r"(?m)^[ \t]*\[")


def rules_of(text: str, source: str, named: str | None) -> System:
    """The rule system of a scenario file: the named one, or that of its line `rules = "..."`, or the usual one.

    Raises UnreadableError for an unknown system, NotAllowedError if it can't be told.
    """
    if named is not None:
        return system(named)
    if said := _said(text):
        try:
            return system(said[1])
        except UnreadableError as refusal:
            line = text.count("\n", 0, said.start(1)) + 1
            raise UnreadableError(f"{source}:{line}: rules: {refusal}") from refusal
    if (usual := usual_system()) is None:
        raise NotAllowedError(f"{source} can be played under several rule systems. Say which: {_options()}")
    return system(usual)


def _said(text: str) -> re.Match[str] | None:
    table = _TABLE.search(text)
    return _SAID.search(text, 0, table.start() if table else len(text))


def whose(text: str) -> str | None:
    """The rules that a file's line `rules = "..."` names, or the usual ones where it has none."""
    said = _said(text)
    return said[1] if said else usual_system()


def rules_for(named: str | None) -> System:
    """The rule system that a new file is for: the named one, or the usual one.

    Raises UnreadableError for an unknown system, NotAllowedError if none is usual.
    """
    if (name := named or usual_system()) is None:
        raise NotAllowedError(f"Say which rules it is for: {_options()}")
    return system(name)


def _options(systems: Sequence[System] | None = None) -> str:
    """The options that name these rule systems, or all of them."""
    names = system_names() if systems is None else sorted(each.name for each in systems)
    return " or ".join(f"--rules {name}" for name in names)


def named_systems(named: str | None) -> tuple[str, ...]:
    """The named rule system, or all of them, the usual one first. Raises UnreadableError for an unknown one."""
    if named is not None:
        return (require_installed(named),)
    return tuple(sorted(system_names(), key=lambda name: (name != usual_system(), name)))


def card_files(home: Path, folder: Path | None) -> list[Path]:
    """A player's own cards, by default those beside the games, of all rule systems. NotAllowedError for none there."""
    if folder is not None:
        check_folder(folder, "cards")
    return sorted((folder or home / CARDS).glob("*.toml"))


def unit_files(rules: System, home: Path, folder: Path | None) -> Mapping[str, str]:
    """A player's own cards of a rule system, name -> text; otherwise as `card_files`."""
    texts = {path.name: read_text(path) for path in card_files(home, folder)}
    return {name: text for name, text in texts.items() if whose(text) == rules.name}


def named_files(rules: System, text: str, scenario: str) -> Mapping[str, Path]:
    """The existing files that a scenario names, by name. scenario: its file; they lie beside or below it."""
    beside = {name: Path(scenario).parent / name for name in rules.named_files(text) if is_beside(name)}
    return {name: path for name, path in beside.items() if is_there(path)}


def files_for(rules: System, text: str, scenario: str, home: Path, folder: Path | None) -> Mapping[str, str]:
    """All files that a scenario is set up with, name -> text: a player's own unit files, and those that it names.

    Raises NotAllowedError as `unit_files` does, and for a file with the name of another unit file.
    """
    units = unit_files(rules, home, folder)
    named = named_files(rules, text, scenario)
    for name, path in named.items():
        if name in units and not path.samefile((folder or home / CARDS) / name):
            raise NotAllowedError(f"{path} has the same name as one of your own unit files. Give it another name.")
    return {**units, **{name: read_text(path) for name, path in named.items()}}


def bundled_texts(named: str | None) -> Mapping[str, str]:
    """The bundled scenarios, name -> text, of the named rule system or of all. UnreadableError for an unknown one."""
    return {name: bundle.text for rules in named_systems(named) for name, bundle in system(rules).bundled().items()}


def blank(named: str | None) -> str:
    """A commented scenario file to fill in. UnreadableError for an unknown system, NotAllowedError for no such file."""
    rules = rules_for(named)
    if (text := rules.blank()) is None:
        raise NotAllowedError(f"{rules.title} has no scenario file to fill in.")
    return text


def found_game(
    session: Session,
    scenario: str,
    name: str,
    rules_name: str | None,
    cards: Path | None = None,
    commits: Callable[[str, Collection[str]], Sequence[DiceCommitted]] | None = None,
    drawn: str | None = None,
    options: Sequence[str] = (),
    seat: str | None = None,
    level: str | None = None,
) -> OpenGame:
    """Write a new game's first facts. scenario: a bundled one or a file; rules_name: None if that tells it.

    commits: what fixes the players' parts in the dice, by the game's id and theirs, where dice are to be fair;
    drawn: the game's id in place of a new one; options: each NAME=VALUE, in place of the scenario's; level: of the
    bots that play every seat but `seat`, by default the first. Raises NotAllowedError for a name that is taken or
    that no order file could hold, UnreadableError for bad files and options.
    """
    session.aliases.require_free(name)
    rules, text = rules_and_text(scenario, rules_name)
    files = files_for(rules, text, scenario, session.folder, cards)
    setup = rules.setup(text, scenario, files, chosen_options(options))
    drawn = os.urandom(16).hex() if drawn is None else drawn
    fixed: list[Event] = [] if level is None else [*_bots(rules, setup, seat, level)]
    facts = first_facts(name, rules, setup, drawn, fixed)
    if commits is not None:
        if Fold().add_all(facts).game.owed is None:
            raise NotAllowedError(f"{rules.title} rolls no dice here: players enter what they rolled at their table.")
        facts = first_facts(name, rules, setup, drawn, [*fixed, *commits(drawn, setup.players)])
    return session.begin(name, facts)


def _bots(rules: System, setup: Setup, seat: str | None, level: str) -> Iterator[BotSeated]:
    """A bot for every seat but one."""
    from sits_es.service.bot import known_level

    players = sorted(setup.players)
    known = known_level(rules, level)
    own = players[0] if seat is None else known_as("player", seat, players)
    for player in players:
        if player != own:
            yield BotSeated(player=player, level=known)


def rules_and_text(scenario: str, rules_name: str | None) -> tuple[System, str]:
    """The rule system and the text of a scenario. NotAllowedError for an unknown one, or where rules are unclear."""
    every = [system(name) for name in named_systems(rules_name)]
    having = [rules for rules in every if scenario in rules.bundled()]
    if not having and not is_there(Path(scenario)):
        known = sorted({name for rules in every for name in rules.bundled()})
        meant = f"Did you mean {likely}? " if (likely := nearest(scenario, known)) is not None else ""
        raise NotAllowedError(
            f"There is no scenario {scenario}, neither bundled nor as a file. {meant}"
            f"Bundled: {', '.join(known) or 'none'}. See: sits scenario list"
        )
    if len(having) > 1:
        raise NotAllowedError(f"{scenario} can be played under several rule systems. Say which: {_options(having)}")
    if having:
        return having[0], having[0].bundled()[scenario].text
    text = read_text(Path(scenario))
    return rules_of(text, scenario, rules_name), text


class ScenarioCard(Struct, frozen=True, kw_only=True):
    """A scenario, set up. name: of a bundled one, or its file; fold: a game as it begins."""

    name: str
    rules: System
    setup: Setup
    fold: Fold

    @property
    def about(self) -> str:
        """The first sentence of its text for the players, or its title."""
        return visible(first_sentence(self.setup.text) or first_sentence(self.setup.title))

    @property
    def units(self) -> dict[str, int]:
        """How many units each side has, without what is laid or launched."""
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
        yield from report_of(self.rules.name).overview(board)
        yield Heading("Special rules")
        yield from (ReportLine(said, 2) for said in [*self.rules.particulars(board)] or ["None."])
        yield Heading("How it ends")
        yield from (ReportLine(term, 2) for term in ending.terms)
        yield BLANK
        yield ReportLine(f"Play it: sits new {shell(self.name)} --name GAME", hang=0)

    def _told(self) -> Iterator[str]:
        yield from (part for part in (*self.setup.text.split("\n\n"), self.setup.map) if part.strip())

    def _fields(self, ending: Ending) -> Iterator[tuple[str, str]]:
        yield "Rules", f"{self.rules.title} ({self.rules.name})"
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
            "rules": self.rules.name,
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
    """The bundled scenarios of the named rule system or of all. Raises UnreadableError for an unknown one."""
    find_events()
    return [
        _set_up(scenario, rules, rules.setup(bundle.text, scenario, {}))
        for rules in map(system, named_systems(named))
        for scenario, bundle in rules.bundled().items()
    ]


def find_scenario(name: str, named: str | None, home: Path, folder: Path | None = None) -> ScenarioCard:
    """The bundled scenario of that name, or the one in a file of that name, set up. folder: with own unit files."""
    find_events()
    rules, text = rules_and_text(name, named)
    return _set_up(name, rules, rules.setup(text, name, files_for(rules, text, name, home, folder)))


def _set_up(name: str, rules: System, setup: Setup) -> ScenarioCard:
    return ScenarioCard(name=name, rules=rules, setup=setup, fold=Fold().add_all(first_facts("game", rules, setup)))


def list_blocks(scenarios: list[ScenarioCard]) -> Iterator[Block]:
    """Scenarios by rule system, for people: units on each side, length, what it is about."""
    heading = ""
    for each in scenarios:
        if each.rules.name != heading:
            if heading:
                yield BLANK
            yield Heading(each.rules.title, major=True)
            yield ReportLine(f"Rules: {each.rules.name}.", 2)
            heading = each.rules.name
        yield strong(f"{each.name}: {visible(each.setup.title)}", hang=2)
        units = [_units(each.units)] if each.units else []
        yield ReportLine(", ".join([*units, each.ending.length]), 2)
        if each.about != each.setup.title:
            yield ReportLine(each.about, 2, 0)
    yield BLANK
    yield ReportLine("Read one: sits scenario show NAME. Play it: sits new NAME --name GAME", hang=0)
