"""Scenario files: who plays, how large the table is, what lies on it, and which ships take part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.rules.options import options_data
from sits_es.rules.scenario_sheet import ScenarioSheet
from sits_es.rules.schema import read_as
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.rules.system import Setup
from sits_es.rules.xwing.setting_up.facts import TableLaid
from sits_es.rules.xwing.setting_up.object_sheet import ObjectSheet
from sits_es.rules.xwing.setting_up.options import Options
from sits_es.rules.xwing.setting_up.ship_sheet import ShipSheet, number, two_numbers
from sits_es.toml import ABSENT

#: The most ships of a scenario: every one is seen from every other. Rule: house.
MOST_SHIPS: Final = 99
#: The most objects of one. Rule: house.
MOST_OBJECTS: Final = 99


def setup(text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN) -> Setup:
    """Make a scenario ready. UnreadableError names every fault by key and line.

    unit_files: none are read; chosen: options in place of the scenario's, name -> value.
    """
    if unit_files:
        raise UnreadableError(
            f"{name}: X-Wing has no ship files. Describe each ship in the scenario." for name in sorted(unit_files)
        )
    sheet = ScenarioSheet.read(text, source)
    head = sheet.head("xwing", ("options", "table", "objects", "ships"), "Ambush at the beacon")
    options = sheet.options(Options, chosen)
    table = _table(sheet)
    objects = [read_as(ObjectSheet, sheet, path) for path in sheet.tables(("objects",), "object", MOST_OBJECTS)]
    ships = _ships(sheet, table)
    sheet.each_has("ship", {ship.player for ship in ships})
    sheet.refuse()
    listed = (ship.listed(sheet.sides[ship.player]) for ship in ships)
    placed = (where for ship in ships if (where := ship.placed()) is not None)
    opening: list[Event] = [*table, *(each.laid() for each in objects), *listed, *placed]
    return Setup(**head, scenario=source, options=options_data(options), tables={}, classes={}, opening=opening)


def _table(sheet: ScenarioSheet) -> list[TableLaid]:
    """The table, where its size is given: its middle is at 0,0."""
    if sheet.get(("table",)) is ABSENT:
        return []
    if not two_numbers(sheet, ("table",), "[914, 914]", "its width and its height in mm"):
        return []
    width, height = (number(sheet, ("table", at), "a side in mm", 1, 99_999, 1) for at in range(2))
    right = all(sheet.is_right(("table", at)) for at in range(2))
    return [TableLaid(width=width, height=height)] if right else []


def _ships(sheet: ScenarioSheet, table: list[TableLaid]) -> list[ShipSheet]:
    found: list[ShipSheet] = []
    for path in sheet.units("ship", MOST_SHIPS):
        ship = read_as(ShipSheet, sheet, path)
        if (where := ship.placed()) is not None and any(not laid.holds(where.x, where.y) for laid in table):
            sheet.fault((*path, "at"), f"{where.x},{where.y} is off the table, which reaches {table[0].reach}.")
        found.append(ship)
    return found
