"""What the parts of a scenario file share: how many tables there may be, and where a thing is."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.sums.hexes import place_of
from sits_es.rules.sfb_n3d.sums.places import Place, read_place
from sits_es.toml import ABSENT, KeyPath

#: The most units, bodies, rings or webs of a scenario: every unit is seen from every other. Rule: house.
MOST_TABLES: Final = 999


def where(sheet: DecimalSheet, path: KeyPath) -> Place:
    """The place of a thing, by `place` or by `hex`; a fault reads as the middle of the map. Rule: C1.12, S3D1.1."""
    by_hex = sheet.get((*path, "hex")) is not ABSENT
    if by_hex and sheet.get((*path, "place")) is not ABSENT:
        sheet.fault((*path, "hex"), "a place is given already. Leave one of the two out (S3D1.1).")
    if by_hex:
        return sheet.meant((*path, "hex"), "2215", place_of, Place())
    return sheet.meant((*path, "place"), "100,0,0", read_place, Place())


def place_path(sheet: DecimalSheet, path: KeyPath) -> KeyPath | None:
    """Where in the file the place of a thing stands; None where that could not be read."""
    at = (*path, "hex" if sheet.get((*path, "hex")) is not ABSENT else "place")
    return at if sheet.is_right(at) else None
