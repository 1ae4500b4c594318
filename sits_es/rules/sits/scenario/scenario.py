"""Scenario files: who plays, which ships begin where, by which options and tables, and what ships are worth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from sits_es.orders.names import same
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.options import options_data
from sits_es.rules.sits.cards.fitting import misfits
from sits_es.rules.sits.cards.reader import to_data as class_data
from sits_es.rules.sits.cards.samples import known_classes
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.cards.walls import wall_problems
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.scenario.table_file import named_tables, read_own_tables, refuse_with
from sits_es.rules.sits.scenario.terms import OPTIONS, Options, Points, Victory
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.tables import to_data as tables_data
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.system import Setup
from sits_es.sentences import unknown
from sits_es.space.attitude import ROLL_STEPS, Attitude
from sits_es.space.avid import Window, read_window
from sits_es.space.hexes import Position, read_position
from sits_es.space.vectors import read_vectors
from sits_es.toml import ABSENT, KeyPath

TOP_KEYS: Final = ("title", "text", "map", "players", "ships", "options", "tables", "house", "victory", "rules")
#: What a file may say that it is for.
RULES: Final = "sits"
SHIP_KEYS: Final = ("name", "class", "player", "at", "vectors", "nose", "roll")

#: The longest game, in turns, and the most points of one ship.
MOST_TURNS: Final = 999
MOST_POINTS: Final = 9999


@frozen(kw_only=True)
class Scenario:
    """A scenario file, read.

    text, map: for the players to read; players: id -> (name, side), those of one side win and lose together; ships:
    facts that put them on the map, by name; classes: those of its ships.
    """

    title: str
    text: str
    map: str
    options: Options
    tables: Tables
    players: dict[str, tuple[str, str]]
    ships: tuple[ShipPlaced, ...]
    victory: Victory
    classes: dict[str, ShipClass]


def setup(text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
    """Make a scenario ready. UnreadableError names every fault of it and its tables, or of the class files, at once.

    unit_files: name -> text of a player's own class files; one of a sample's name takes the sample's place. Among them
    is the file of tables that the scenario names.
    """
    beside = {name: unit_files[name] for name in named_tables(text) if name in unit_files}
    classes = known_classes({name: card for name, card in unit_files.items() if name not in beside})
    read = read_scenario(text, source, classes, beside)
    terms = TermsSet(turns=read.victory.turns, margin=read.victory.margin, points=read.victory.points)
    return Setup(
        title=read.title,
        scenario=source,
        options=options_data(read.options),
        tables=tables_data(read.tables),
        classes={name: class_data(card) for name, card in read.classes.items()},
        players=read.players,
        opening=(terms, *read.ships),
        text=read.text,
        map=read.map,
    )


def read_scenario(
    text: str, source: str, classes: Mapping[str, ShipClass], files: Mapping[str, str] = MappingProxyType({})
) -> Scenario:
    """Read a scenario file. SheetFaults names every fault at once by key and line, those of its tables' file too.

    source: what to call the file; classes: those that its ships may be of, by name; files: those that it names,
    name -> text.
    """
    sheet = GameSheet.read(text, source)
    sheet.table((), TOP_KEYS)
    sheet.choice(("rules",), (RULES,), RULES)
    players = sheet.players()
    if len(players) > 1 and len({side for _, side in players.values()}) < 2:
        sheet.fault(("players",), "all players are of one side. Write another side for one of them.")
    if sheet.get(("ships",)) is ABSENT:
        sheet.fault(("ships",), "it is missing. Write each ship as a table of its own under [[ships]].")
    ships: list[ShipPlaced] = []
    for path in sheet.tables(("ships",), "ship"):
        ship = _ship(sheet, path, players, classes)
        if twin := same(ship.ship, (each.ship for each in ships)):
            sheet.fault((*path, "name"), f"there is already a ship {twin}. Give each ship a name of its own.")
        ships.append(ship)
    for player in players:
        if not any(ship.player == player for ship in ships):
            sheet.fault(("players", player), f'{player} has no ship. Give one a line player = "{player}".')
    used = {name: classes[name] for name in sorted({ship.ship_class for ship in ships}) if name in classes}
    options, (tables, faults) = read_choices(sheet), read_own_tables(sheet, files)
    _can_be_played(sheet, used, tables, options)
    read = Scenario(
        title=sheet.title(("title",), "A duel of cruisers"),
        text=sheet.prose(("text",), "Two cruisers meet.", ""),
        map=sheet.prose(("map",), "Open space", ""),
        options=options,
        tables=tables or card_tables(),
        players=players,
        ships=tuple(sorted(ships, key=lambda ship: ship.ship)),
        victory=_victory(sheet, tuple(used)),
        classes=used,
    )
    refuse_with(sheet, faults)
    return read


def read_choices(sheet: GameSheet) -> Options:
    """The options of a new game as its file has them; what is wrong with them is noted on the sheet."""
    sheet.table(("options",), OPTIONS)
    chosen: dict[str, Any] = {}
    for name, values in OPTIONS.items():
        path: KeyPath = ("options", name)
        words = [each for each in values if isinstance(each, str)]
        chosen[name] = sheet.choice(path, words, words[0]) if words else sheet.switch(path)
    return Options(**chosen)


def _ship(
    sheet: GameSheet, path: KeyPath, players: Mapping[str, tuple[str, str]], classes: Mapping[str, ShipClass]
) -> ShipPlaced:
    sheet.table(path, SHIP_KEYS)
    player = sheet.one_of((*path, "player"), "red", "player", tuple(players))
    vectors = sheet.meant((*path, "vectors"), "4A 6B 1+", read_vectors, read_vectors(""), needed=False)
    return ShipPlaced(
        ship=sheet.name((*path, "name"), "Fearless"),
        ship_class=sheet.unit_class((*path, "class"), "Sample Heavy Cruiser", tuple(classes), "ships"),
        side=players.get(player, ("", ""))[1],
        player=player,
        position=sheet.meant((*path, "at"), "3,-2 alt +4", read_position, Position()),
        vectors=vectors.net(),
        attitude=Attitude(
            sheet.meant((*path, "nose"), "B/C+", lambda text: read_window(text, "nose"), Window("A")),
            sheet.whole((*path, "roll"), 0, ROLL_STEPS - 1, 0),
        ),
    )


def _can_be_played(sheet: GameSheet, classes: Mapping[str, ShipClass], tables: Tables | None, options: Options) -> None:
    """The cards of the ships must be on the tables in force, and their walls made for the reading of the sidewall."""
    for name, card in classes.items():
        for misfit in () if tables is None else misfits(card, tables):
            sheet.fault(("ships", _first_of(sheet, name), "class"), f"{name}, {misfit}")
    if not options.mixed_walls:
        for problem in wall_problems(classes.values(), options.sidewall):
            sheet.fault(("options", "sidewall"), problem)


def _first_of(sheet: GameSheet, name: str) -> int:
    """The place of the first ship of a class that is used."""
    ships = enumerate(sheet.get(("ships",)))
    return next(place for place, ship in ships if isinstance(ship, Mapping) and ship.get("class") == name)


def _victory(sheet: GameSheet, classes: tuple[str, ...]) -> Victory:
    sheet.table(("victory",), ("turns", "margin", "points"))
    limit = sheet.whole(("victory", "turns"), 1, MOST_TURNS, 0)
    points: dict[str, Points] = {}
    for name in sheet.table(("victory", "points")):
        path: KeyPath = ("victory", "points", name)
        if classes and name not in classes:
            sheet.fault(path, unknown("class", name, classes, "classes"))
        sheet.table(path, ("destroyed", "disabled"))
        points[name] = Points(
            destroyed=sheet.whole((*path, "destroyed"), 0, MOST_POINTS),
            disabled=sheet.whole((*path, "disabled"), 0, MOST_POINTS, 0),
        )
    margin = sheet.whole(("victory", "margin"), 1, MOST_POINTS, 1)
    return Victory(turns=limit or None, points=points, margin=margin)
