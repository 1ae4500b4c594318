"""Places by name, from a file that people write: a TOML table for each ship, with every fault by its key and line.

    [Red]
    base = "small"
    at = [-40, 12.5]
    facing = 30

A huge base has its size and the angle of its arc lines, `base = "80x195"` and `half_angle = 41`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from sits_es.errors import GameError
from sits_es.rules.xwing.sums.bases import Base, Placement, read_base, within_a_turn
from sits_es.rules.xwing.sums.numbers import read_number
from sits_es.toml import ABSENT, KeyPath, Sheet

#: What a place's table holds; the last is for huge bases only.
KEYS: Final = ("base", "at", "facing", "half_angle")


def read_places(text: str, source: str) -> dict[str, Placement]:
    """The places of a file by name, in its order. source: what to call the file in a fault.

    Raises SheetFaults with every fault, by key and line.
    """
    sheet = Sheet.read(text, source)
    found = {name: place_in(sheet, (name,)) for name in sheet.table(())}
    if not found:
        sheet.fault((), 'it has no places. Write a table for each place, such as [Red] with base = "small".')
    sheet.refuse()
    return {name: place for name, place in found.items() if place is not None}


def place_in(sheet: Sheet, path: KeyPath) -> Placement | None:
    """The place that a table of a file holds, other keys refused; None if that can't be read, with its faults."""
    if not isinstance(sheet.get(path), Mapping):
        sheet.table(path)
        return None
    sheet.table(path, KEYS)
    base = _base(sheet, path)
    spots = _spots(sheet, (*path, "at"))
    facing = _number(sheet, (*path, "facing"), "degrees clockwise from up, such as 30")
    if base is None or facing is None or None in spots:
        return None
    x, y = spots
    return Placement(base, x or Decimal(0), y or Decimal(0), within_a_turn(facing))


def _base(sheet: Sheet, path: KeyPath) -> Base | None:
    text = sheet.text((*path, "base"), "small")
    angle = sheet.get((*path, "half_angle"))
    degrees = None if angle is ABSENT else _number(sheet, (*path, "half_angle"), "degrees, such as 41")
    if not text or (angle is not ABSENT and degrees is None):
        return None
    try:
        base = read_base(text)
    except GameError as refusal:
        for problem in refusal.problems:
            sheet.fault((*path, "base"), problem)
        return None
    try:
        return base if degrees is None else Base(base.width, base.length, degrees)
    except GameError as refusal:
        for problem in refusal.problems:
            sheet.fault((*path, "half_angle"), problem)
        return None


def _spots(sheet: Sheet, path: KeyPath) -> tuple[Decimal | None, Decimal | None]:
    given = sheet.many(path, "[-40, 12.5]")
    if len(given) != 2:
        if given or isinstance(sheet.get(path), list):
            sheet.wrong(path, "does not have two numbers", "mm to the right and mm up the table, such as [-40, 12.5]")
        return None, None
    x, y = (_number(sheet, (*path, each), "mm, such as 12.5") for each in range(2))
    return x, y


def _number(sheet: Sheet, path: KeyPath, allowed: str) -> Decimal | None:
    """A number as it is written, of either kind that TOML has; None for anything else, with its fault."""
    found = sheet.get(path)
    if found is ABSENT:
        sheet.fault(path, f"it is missing. Write {allowed}.")
        return None
    if isinstance(found, bool) or not isinstance(found, int | Decimal):
        sheet.wrong(path, "is not a number", allowed)
        return None
    try:
        return read_number(found, "a number for this")
    except GameError as refusal:
        for problem in refusal.problems:
            sheet.fault(path, problem)
        return None
