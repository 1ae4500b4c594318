"""Scenario files: who plays, which ships begin where, by which options and tables, and what ships are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.orders.names import problem_of, same
from sits_es.rules.sits.cards.fitting import misfits
from sits_es.rules.sits.cards.reader import to_data as class_data
from sits_es.rules.sits.cards.samples import known_classes
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.cards.walls import wall_problems
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.scenario.choices import read_choices
from sits_es.rules.sits.scenario.table_file import named_tables, read_own_tables, refuse_with
from sits_es.rules.sits.scenario.terms import Options, Points, Victory, options_data
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.tables import to_data as tables_data
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.system import Setup
from sits_es.sentences import unknown
from sits_es.space.attitude import ROLL_STEPS, Attitude
from sits_es.space.avid import Window, read_window
from sits_es.space.hexes import Position, read_position
from sits_es.space.vectors import read_vectors
from sits_es.toml import KeyPath, Sheet

TOP_KEYS: Final = ("title", "text", "map", "players", "ships", "options", "tables", "house", "victory", "rules")
#: What a file may say that it is for.
RULES: Final = "sits"
PLAYER_KEYS: Final = ("name", "side")
#: Said where a class isn't known: it may well have a card.
OWN_CARDS: Final = "Cards of your own lie in var/ships, where no other folder is named."

SHIP_KEYS: Final = ("name", "class", "player", "at", "vectors", "nose", "roll")

#: The longest game, in turns, and the most points of one ship.
MOST_TURNS: Final = 999
MOST_POINTS: Final = 9999

T = TypeVar("T")


@frozen(kw_only=True)
class ScenarioPlayer:
    """Who plays. player: the id used in orders; side: players of one side win and lose together."""

    player: str
    name: str
    side: str


@frozen(kw_only=True)
class Scenario:
    """A scenario file, read.

    text, map: for the players to read; ships: facts that put them on the map, by name; classes: those of its ships.
    """

    title: str
    text: str
    map: str
    options: Options
    tables: Tables
    players: tuple[ScenarioPlayer, ...]
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
    return Setup(
        title=read.title,
        scenario=source,
        options=options_data(read.options),
        tables=tables_data(read.tables),
        classes={name: class_data(card) for name, card in read.classes.items()},
        players={player.player: (player.name, player.side) for player in read.players},
        opening=(_terms(read.victory), *read.ships),
        text=read.text,
        map=read.map,
    )


def _terms(victory: Victory) -> TermsSet:
    return TermsSet(turns=victory.turns, margin=victory.margin, points=victory.points)


def read_scenario(
    text: str, source: str, classes: Mapping[str, ShipClass], files: Mapping[str, str] = MappingProxyType({})
) -> Scenario:
    """Read a scenario file. SheetFaults names every fault at once by key and line, those of its tables' file too.

    source: what to call the file; classes: those that its ships may be of, by name; files: those that it names,
    name -> text.
    """
    sheet = Sheet.read(text, source)
    sheet.table((), TOP_KEYS)
    sheet.choice(("rules",), (RULES,), RULES)
    players = tuple(_player(sheet, name) for name in sheet.table(("players",)))
    if len({player.side for player in players}) < 2:
        sheet.fault(("players",), "a game has players of at least two sides. Write [players.red] and [players.blue].")
    ships = _ships(sheet, {player.player: player for player in players}, classes)
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


def _player(sheet: Sheet, player: str) -> ScenarioPlayer:
    path: KeyPath = ("players", player)
    sheet.table(path, PLAYER_KEYS)
    if problem := problem_of(player):
        sheet.fault(path, problem)
    read = ScenarioPlayer(
        player=player,
        name=sheet.text((*path, "name"), "Red", player),
        side=sheet.text((*path, "side"), "red", player),
    )
    for key, value in (("name", read.name), ("side", read.side)):
        if value != player and (problem := problem_of(value)) and isinstance(sheet.get((*path, key)), str):
            sheet.fault((*path, key), problem)
    return read


def _ships(sheet: Sheet, players: Mapping[str, ScenarioPlayer], classes: Mapping[str, ShipClass]) -> list[ShipPlaced]:
    entries = sheet.many(("ships",), "[[ships]] with name, class, player, at, vectors and nose")
    ships: list[ShipPlaced] = []
    for place in range(len(entries)):
        path: KeyPath = ("ships", place)
        if not isinstance(entries[place], Mapping):
            sheet.fault(path, "this is not a ship. Write each ship as a table of its own under [[ships]].")
            continue
        sheet.table(path, SHIP_KEYS)
        name = sheet.text((*path, "name"), "Fearless")
        if isinstance(sheet.get((*path, "name")), str) and (problem := problem_of(name)):
            sheet.fault((*path, "name"), problem)
        elif twin := same(name, (ship.ship for ship in ships)):
            sheet.fault((*path, "name"), f"there is already a ship {twin}. Give each ship a name of its own.")
        ships.append(_ship(sheet, path, name, players, classes))
    for player in players:
        if not any(ship.player == player for ship in ships):
            sheet.fault(("players", player), f'{player} has no ship. Give one a line player = "{player}".')
    return ships


def _ship(
    sheet: Sheet, path: KeyPath, name: str, players: Mapping[str, ScenarioPlayer], classes: Mapping[str, ShipClass]
) -> ShipPlaced:
    card = _one_of(sheet, (*path, "class"), "Sample Heavy Cruiser", "class", tuple(classes))
    player = _one_of(sheet, (*path, "player"), "red", "player", tuple(players))
    return ShipPlaced(
        ship=name,
        ship_class=card,
        side=players[player].side if player in players else "",
        player=player,
        position=_read(sheet, (*path, "at"), "3,-2 alt +4", read_position, Position()),
        vectors=_read(sheet, (*path, "vectors"), "4A 6B 1+", read_vectors, read_vectors(""), default="").net(),
        attitude=Attitude(
            _read(sheet, (*path, "nose"), "B/C+", lambda text: read_window(text, "nose"), Window("A")),
            sheet.whole((*path, "roll"), 0, ROLL_STEPS - 1, 0),
        ),
    )


def _one_of(sheet: Sheet, path: KeyPath, example: str, kind: str, known: tuple[str, ...]) -> str:
    """The name of something there is."""
    name = sheet.text(path, example)
    if isinstance(sheet.get(path), str) and name not in known:
        where = f" {OWN_CARDS}" if kind == "class" else ""
        sheet.fault(path, unknown(kind, name, known, "classes" if kind == "class" else "") + where)
    return name


def _read(
    sheet: Sheet, path: KeyPath, example: str, read: Callable[[str], T], instead: T, *, default: str | None = None
) -> T:
    """A text that means something of the game's own; `instead` for one with a fault."""
    written = sheet.text(path, example, default)
    if not isinstance(sheet.get(path), str):
        return instead
    try:
        return read(written)
    except UnreadableError as error:
        for problem in error.problems:
            sheet.fault(path, problem)
        return instead


def _can_be_played(sheet: Sheet, classes: Mapping[str, ShipClass], tables: Tables | None, options: Options) -> None:
    """The cards of the ships must be on the tables in force, and their walls made for the reading of the sidewall."""
    for name, card in classes.items():
        for misfit in () if tables is None else misfits(card, tables):
            sheet.fault(("ships", _first_of(sheet, name), "class"), f"{name}, {misfit}")
    if not options.mixed_walls:
        for problem in wall_problems(classes.values(), options.sidewall):
            sheet.fault(("options", "sidewall"), problem)


def _first_of(sheet: Sheet, name: str) -> int:
    """The place of the first ship of a class that is used."""
    ships = enumerate(sheet.get(("ships",)))
    return next(place for place, ship in ships if isinstance(ship, Mapping) and ship.get("class") == name)


def _victory(sheet: Sheet, classes: tuple[str, ...]) -> Victory:
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
