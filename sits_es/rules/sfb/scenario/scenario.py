"""Scenario files: who plays, which units begin where, what lies on the map, what is agreed for the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sits_es.rules.options import options_data
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.rules.sfb.cards.samples import known_classes
from sits_es.rules.sfb.cards.unit_class import UnitClass, to_data
from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.scenario.layouts import check_bodies, check_border, check_fleets, check_system
from sits_es.rules.sfb.scenario.options import Options
from sits_es.rules.sfb.scenario.sheet import MapSheet
from sits_es.rules.sfb.scenario.terrain import asteroids, bodies, rings
from sits_es.rules.sfb.scenario.units import needed, units
from sits_es.rules.sfb.scenario.webs import webs
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.terrain.facts import HOLDING, TerrainPlaced
from sits_es.rules.system import Setup
from sits_es.toml import KeyPath

#: Its options that are keys of its file.
OPTIONS: Final = ("run", "turns", "own_side_targets")
#: What a scenario says beside what every game's does.
KEYS: Final = (*OPTIONS, "units", "bodies", "rings", "asteroids", "webs", "placement", "system", "border")
#: Kinds of units that somebody gives orders to: each player begins with one.
ORDERED: Final = ("ship", "base", "shuttle")


def setup(text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN) -> Setup:
    """Make a scenario ready. UnreadableError names every fault of it, or of the unit cards, at once.

    unit_files: name -> text of a player's own cards; one of a sample's name takes the sample's place;
    chosen: options in place of the scenario's, name -> value.
    """
    return read_scenario(text, source, known_classes(unit_files), chosen)


def read_scenario(
    text: str, source: str, classes: Mapping[str, UnitClass], chosen: Mapping[str, str] = NONE_CHOSEN
) -> Setup:
    """Make a scenario ready. SheetFaults names every fault at once by key and line.

    source: what to call the file; classes: those that its units may be of, by name; chosen: as for `setup`.
    """
    sheet = MapSheet.read(text, source)
    sheet.classes = classes
    head = sheet.head("sfb", KEYS, "A chase")
    placed = bodies(sheet)
    solid = [body for _, body in placed]
    around = rings(sheet, {body.name: body for body in solid})
    field, by_dice = asteroids(sheet)
    terrain = (*solid, *around, *field)
    found = units(sheet)
    sheet.each_has(
        "ship, base or shuttle",
        {player for player in sheet.sides if any(_is_ordered(unit, player, classes) for _, unit in found.values())},
    )
    by_name = {body.name: body for body in terrain}
    anchors = {player: _anchors(side, found.values(), terrain, classes) for player, side in sheet.sides.items()}
    check_fleets(sheet, tuple(sheet.sides), found)
    check_bodies(sheet, found, placed)
    check_system(sheet, by_name)
    check_border(sheet, found)
    options = sheet.options(Options, chosen, OPTIONS, field=by_dice)
    opening = (*terrain, *(found[name][1] for name in sorted(found)), *webs(sheet, anchors))
    sheet.refuse()
    used = {unit.unit_class: classes[unit.unit_class] for _, unit in found.values()}
    return Setup(
        **head,
        scenario=source,
        options=options_data(options),
        tables={},
        classes={name: to_data(card) for name, card in needed(used, classes).items()},
        opening=opening,
    )


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
