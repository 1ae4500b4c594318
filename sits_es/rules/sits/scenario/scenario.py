"""Scenario files: who plays, which ships begin where, by which options and tables, and what ships are worth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.options import options_data
from sits_es.rules.scenario_sheet import ScenarioSheet
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.rules.sits.cards.fitting import misfits
from sits_es.rules.sits.cards.reader import to_data as class_data
from sits_es.rules.sits.cards.samples import known_classes
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.cards.walls import wall_problems
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.scenario.table_file import named_tables, read_own_tables, refuse_with
from sits_es.rules.sits.scenario.terms import Options, Points
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.tables import to_data as tables_data
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.system import Setup
from sits_es.sentences import unknown
from sits_es.space.attitude import ROLL_STEPS, Attitude
from sits_es.space.avid import Window, read_window
from sits_es.space.hexes import Position, read_position
from sits_es.space.vectors import read_vectors
from sits_es.toml import KeyPath

SHIP_KEYS: Final = ("name", "class", "player", "at", "vectors", "nose", "roll")

#: The longest game, in turns, and the most points of one ship.
MOST_TURNS: Final = 999
MOST_POINTS: Final = 9999


def setup(text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN) -> Setup:
    """Make a scenario ready. UnreadableError names every fault of it and its tables, or of the class files, at once.

    unit_files: name -> text of a player's own class files; one of a sample's name takes the sample's place. Among them
    is the file of tables that the scenario names. chosen: options in place of the scenario's, name -> value.
    """
    beside = {name: unit_files[name] for name in named_tables(text) if name in unit_files}
    classes = known_classes({name: card for name, card in unit_files.items() if name not in beside})
    return read_scenario(text, source, classes, beside, chosen)


def read_scenario(
    text: str,
    source: str,
    classes: Mapping[str, ShipClass],
    files: Mapping[str, str] = MappingProxyType({}),
    chosen: Mapping[str, str] = NONE_CHOSEN,
) -> Setup:
    """Make a scenario ready. SheetFaults names every fault at once by key and line, those of its tables' file too.

    source: what to call the file; classes: those that its ships may be of, by name; files: those that it names,
    name -> text; chosen: options in place of the file's, name -> value.
    """
    sheet = ScenarioSheet.read(text, source)
    head = sheet.head("sits", ("ships", "options", "tables", "house", "victory"), "A duel of cruisers")
    if len(sheet.sides) > 1 and len({*sheet.sides.values()}) < 2:
        sheet.fault(("players",), "all players are on one side. Write another side for one player.")
    ships = sorted((_ship(sheet, path, classes) for path in sheet.units("ship")), key=lambda ship: ship.ship)
    sheet.each_has("ship", {ship.player for ship in ships})
    options, (tables, faults) = sheet.options(Options, chosen), read_own_tables(sheet, files)
    names = sorted({ship.ship_class for ship in ships} & classes.keys())
    used = {name: classes[name].under(options.sidewall) for name in names}
    _can_be_played(sheet, used, tables, options)
    terms = _terms(sheet, tuple(used))
    refuse_with(sheet, faults)
    return Setup(
        **head,
        scenario=source,
        options=options_data(options),
        tables=tables_data(tables or card_tables()),
        classes={name: class_data(card) for name, card in used.items()},
        opening=(terms, *ships),
    )


def _ship(sheet: ScenarioSheet, path: KeyPath, classes: Mapping[str, ShipClass]) -> ShipPlaced:
    sheet.table(path, SHIP_KEYS)
    player = sheet.player((*path, "player"))
    vectors = sheet.meant((*path, "vectors"), "4A 6B 1+", read_vectors, read_vectors(""), needed=False)
    return ShipPlaced(
        ship=sheet.take((*path, "name"), "ship", "Fearless"),
        ship_class=sheet.unit_class((*path, "class"), "Sample Heavy Cruiser", tuple(classes)),
        side=sheet.sides.get(player, ""),
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


def _terms(sheet: GameSheet, classes: tuple[str, ...]) -> TermsSet:
    """When the game ends, and what ships are worth."""
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
    return TermsSet(turns=limit or None, points=points, margin=margin)
