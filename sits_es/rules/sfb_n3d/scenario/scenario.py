"""Scenario files: who plays, which units begin where, what lies on the map, what is agreed for the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen

from sits_es.events import Event
from sits_es.rules.options import options_data
from sits_es.rules.sfb_n3d import IMPULSES, SHORT
from sits_es.rules.sfb_n3d.cards.samples import known_classes
from sits_es.rules.sfb_n3d.cards.unit_class import UnitClass, to_data
from sits_es.rules.sfb_n3d.motion.facts import UnitPlaced
from sits_es.rules.sfb_n3d.scenario.layouts import check_bodies, check_border, check_fleets, check_system
from sits_es.rules.sfb_n3d.scenario.options import MOST_TURNS, Options
from sits_es.rules.sfb_n3d.scenario.sheet import ScenarioSheet
from sits_es.rules.sfb_n3d.scenario.terrain import asteroids, bodies, rings
from sits_es.rules.sfb_n3d.scenario.units import units
from sits_es.rules.sfb_n3d.scenario.webs import webs
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.terrain.facts import HOLDING, TerrainPlaced
from sits_es.rules.sfb_n3d.webs.facts import WebPlaced
from sits_es.rules.system import Setup
from sits_es.toml import KeyPath

TOP_KEYS: Final = (
    *("rules", "title", "text", "map", "run", "turns", "players", "units", "bodies", "rings", "asteroids", "webs"),
    *("placement", "system", "border"),
)
#: What a file may call the rules that it is for.
RULES: Final = (SHORT, "sfb_n3d")
#: Kinds of units that somebody gives orders to: each player begins with one.
ORDERED: Final = ("ship", "base", "shuttle")


@frozen(kw_only=True)
class Scenario:
    """A scenario file, read. players: id -> (name, side). classes: those of its units and of what these launch."""

    title: str
    text: str
    map: str
    options: Options
    players: dict[str, tuple[str, str]]
    terrain: tuple[TerrainPlaced, ...]
    units: tuple[UnitPlaced, ...]
    webs: tuple[WebPlaced, ...]
    classes: dict[str, UnitClass]

    @property
    def opening(self) -> tuple[Event, ...]:
        """Facts that put everything on the map: terrain, then units, then webs."""
        return (*self.terrain, *self.units, *self.webs)


def setup(text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
    """Make a scenario ready. UnreadableError names every fault of it, or of the unit cards, at once.

    unit_files: name -> text of a player's own cards; one of a sample's name takes the sample's place.
    """
    read = read_scenario(text, source, known_classes(unit_files))
    return Setup(
        title=read.title,
        scenario=source,
        options=options_data(read.options),
        tables={},
        classes={name: to_data(card) for name, card in read.classes.items()},
        players=read.players,
        opening=read.opening,
        text=read.text,
        map=read.map,
    )


def read_scenario(text: str, source: str, classes: Mapping[str, UnitClass]) -> Scenario:
    """Read a scenario file. SheetFaults names every fault at once by key and line.

    source: what to call the file; classes: those that its units may be of, by name.
    """
    sheet = ScenarioSheet.read(text, source)
    sheet.classes = classes
    sheet.table((), TOP_KEYS)
    sheet.choice(("rules",), RULES, SHORT)
    players = sheet.players()
    sheet.sides = {player: side for player, (_, side) in players.items()}
    placed = bodies(sheet)
    solid = [body for _, body in placed]
    around = rings(sheet, {body.name: body for body in solid})
    field, by_dice = asteroids(sheet)
    terrain = (*solid, *around, *field)
    found = units(sheet)
    for player in players:
        if not any(_is_ordered(unit, player, classes) for _, unit in found.values()):
            what = f'{player} has no ship, base or shuttle. Give one a line player = "{player}".'
            sheet.fault(("players", player), what)
    by_name = {body.name: body for body in terrain}
    anchors = {player: _anchors(side, found.values(), terrain, classes) for player, (_, side) in players.items()}
    check_fleets(sheet, tuple(players), found)
    check_bodies(sheet, found, placed)
    check_system(sheet, by_name)
    check_border(sheet, found)
    used = {unit.unit_class: classes[unit.unit_class] for _, unit in found.values() if unit.unit_class in classes}
    read = Scenario(
        title=sheet.title(("title",), "A chase"),
        text=sheet.prose(("text",), "Two squadrons meet.", ""),
        map=sheet.prose(("map",), "Open space", ""),
        options=Options(
            run=sheet.whole(("run",), 1, IMPULSES, Options().run),
            field=by_dice,
            turns=sheet.whole(("turns",), 0, MOST_TURNS, 0),
        ),
        players=players,
        terrain=terrain,
        webs=webs(sheet, anchors),
        units=tuple(found[name][1] for name in sorted(found)),
        classes=_needed(used, classes),
    )
    sheet.refuse()
    return read


def _needed(used: Mapping[str, UnitClass], classes: Mapping[str, UnitClass]) -> dict[str, UnitClass]:
    """The classes of a game: those of its units and those that these launch, by name, in order of name."""
    launched = {each.launches for card in used.values() for each in card.launchers}
    return {name: classes[name] for name in sorted({*used, *launched}) if name in classes}


def _is_ordered(unit: UnitPlaced, player: str, classes: Mapping[str, UnitClass]) -> bool:
    card = classes.get(unit.unit_class)
    return unit.player == player and (card is None or card.kind in ORDERED)


def _anchors(
    side: str,
    units: Iterable[tuple[KeyPath, UnitPlaced]],
    terrain: Iterable[TerrainPlaced],
    classes: Mapping[str, UnitClass],
) -> dict[str, Place]:
    """What can hold a web of a side: its bases, its ships that lay webs, solid bodies. Rule: G10.211, house."""
    found = {}
    for _, unit in units:
        card = classes.get(unit.unit_class)
        if unit.side == side and unit.aboard is None and card is not None and (card.web or card.kind == "base"):
            found[unit.unit] = unit.place
    return found | {body.name: body.place for body in terrain if body.kind in HOLDING}
