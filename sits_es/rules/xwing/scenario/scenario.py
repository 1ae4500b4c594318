"""Scenario files: who plays, how large the table is, and which ships take part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.orders.names import same
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.system import Setup
from sits_es.rules.xwing import SHORT
from sits_es.rules.xwing.events.entered import ShipPlaced
from sits_es.rules.xwing.events.setup import ShipListed, TableLaid
from sits_es.rules.xwing.scenario.displays import number, read_ship
from sits_es.sentences import counted
from sits_es.toml import ABSENT

TOP_KEYS: Final = ("rules", "title", "text", "table", "players", "ships")
#: The most ships of a scenario: every one is seen from every other. Rule: house.
MOST_SHIPS: Final = 99


def setup(text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
    """Make a scenario ready. UnreadableError names every fault by key and line. unit_files: none are read."""
    if unit_files:
        raise UnreadableError(
            f"{name}: X-Wing has no files of ships. Write each ship in the scenario." for name in sorted(unit_files)
        )
    sheet = GameSheet.read(text, source)
    sheet.table((), TOP_KEYS)
    sheet.choice(("rules",), (SHORT,), SHORT)
    title = sheet.title(("title",), "Ambush at the beacon")
    told = sheet.prose(("text",), "What the players should know.", "")
    table, players = _table(sheet), sheet.players()
    ships = _ships(sheet, {player: side for player, (_, side) in players.items()}, table)
    for player in players:
        if all(ship.player != player for ship, _ in ships):
            sheet.fault(("players", player), f'{player} has no ship. Give one a line player = "{player}".')
    sheet.refuse()
    listed: list[Event] = [ship for ship, _ in ships]
    opening = [*table, *listed, *(where for _, where in ships if where is not None)]
    return Setup(
        title=title, scenario=source, options={}, tables={}, classes={}, players=players, opening=opening, text=told
    )


def _table(sheet: GameSheet) -> list[TableLaid]:
    """The table, where its size is given: its middle is at 0,0."""
    if sheet.get(("table",)) is ABSENT:
        return []
    sides = sheet.many(("table",), "[914, 914]")
    if isinstance(sheet.get(("table",)), list) and len(sides) != 2:
        many = counted(len(sides), "number")
        sheet.fault(("table",), f"it holds {many}, not 2. Write its width and its height in mm, such as [914, 914].")
    if len(sides) != 2:
        return []
    width, height = (number(sheet, ("table", at), "a side in mm", 1, 99_999, 1) for at in range(2))
    right = all(sheet.is_right(("table", at)) for at in range(2))
    return [TableLaid(width=width, height=height)] if right else []


def _ships(
    sheet: GameSheet, sides: Mapping[str, str], table: list[TableLaid]
) -> list[tuple[ShipListed, ShipPlaced | None]]:
    found: list[tuple[ShipListed, ShipPlaced | None]] = []
    for path in sheet.tables(("ships",), "ship", MOST_SHIPS):
        ship, where = read_ship(sheet, path, tuple(sides))
        if (twin := same(ship.ship, [other.ship for other, _ in found])) is not None:
            sheet.fault((*path, "name"), f"there is already a ship {twin}. Give each a name of its own.")
        if where is not None and any(not laid.holds(where.x, where.y) for laid in table):
            sheet.fault((*path, "at"), f"{where.x},{where.y} is off the table, which reaches {table[0].reach}.")
        found.append((evolve(ship, side=sides.get(ship.player, "")), where))
    return found
