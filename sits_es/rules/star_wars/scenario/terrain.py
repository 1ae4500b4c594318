"""The terrain of a scenario file: asteroid fields, gas clouds and gravity wells. Rule: rules.md, Terrain."""

from __future__ import annotations

from typing import Final, cast

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.star_wars.events.motion import TerrainKind, TerrainPlaced
from sits_es.rules.star_wars.scenario.map_hexes import MIDDLE, disc, hex_in_words, read_hex
from sits_es.rules.star_wars.scenario.starships import Names, new_name
from sits_es.rules.star_wars.sums.terrain import TERRAINS
from sits_es.space.hexes import Position
from sits_es.toml import ABSENT, KeyPath

TERRAIN_KEYS: Final = ("name", "kind", "setback", "hexes", "centre", "radius")

#: The most pieces of terrain, setback dice of one, its radius, and hexes that are listed. Rule: house.
MOST_TERRAIN: Final = 99
MOST_SETBACK: Final = 9
MOST_RADIUS: Final = 20
MOST_HEXES: Final = 999


def terrain(sheet: GameSheet, names: Names) -> tuple[TerrainPlaced, ...]:
    """Everything that lies on the map, in order of name. names: those of the file so far."""
    read = (_piece(sheet, path, names) for path in sheet.tables(("terrain",), "piece of terrain", MOST_TERRAIN))
    return tuple(sorted(read, key=lambda piece: piece.name))


def _piece(sheet: GameSheet, path: KeyPath, names: Names) -> TerrainPlaced:
    sheet.table(path, TERRAIN_KEYS)
    name = new_name(sheet, (*path, "name"), names, "piece of terrain", "Outer belt")
    return TerrainPlaced(
        name=name,
        kind=cast("TerrainKind", sheet.choice((*path, "kind"), TERRAINS)),
        hexes=tuple((place.q, place.r) for place in _hexes(sheet, path)),
        setback=sheet.whole((*path, "setback"), 0, MOST_SETBACK),
    )


def _hexes(sheet: GameSheet, path: KeyPath) -> tuple[Position, ...]:
    """Where it lies: in hexes that are listed, or in all that are so near to a centre."""
    at: KeyPath = (*path, "hexes")
    listed = sheet.get(at) is not ABSENT
    round_it = [key for key in ("centre", "radius") if sheet.get((*path, key)) is not ABSENT]
    if listed and round_it:
        sheet.fault((*path, round_it[0]), "its hexes are listed already. Leave one of the two out.")
    elif not listed and round_it:
        middle = sheet.meant((*path, "centre"), "3A 2C", read_hex, MIDDLE)
        return disc(middle, sheet.whole((*path, "radius"), 0, MOST_RADIUS))
    elif not listed:
        sheet.fault(at, 'it is missing. Write a list, such as ["2A", "2A 1B"], or centre and radius.')
    entries = sheet.many(at, '["2A", "2A 1B"]', ())
    if isinstance(sheet.get(at), list) and not 1 <= len(entries) <= MOST_HEXES:
        sheet.fault(at, f"it has {len(entries)} hexes. Write 1 to {MOST_HEXES}, or centre and radius.")
    found: dict[Position, KeyPath] = {}
    for number in range(min(len(entries), MOST_HEXES)):
        place = sheet.meant((*at, number), "2A 1B", read_hex, MIDDLE)
        if place in found and sheet.is_right((*at, number)) and sheet.is_right(found[place]):
            sheet.fault((*at, number), f"{hex_in_words(place)} is there twice. Write each hex once.")
        found.setdefault(place, (*at, number))
    return tuple(found)
