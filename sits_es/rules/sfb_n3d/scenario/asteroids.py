"""Asteroid fields of a scenario: the printed one, rows of one's own, or one that dice will lay. Rule: P3.11."""

from __future__ import annotations

import re
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.scenario.taken_names import Names
from sits_es.rules.sfb_n3d.scenario.terrain import MOST_RADIUS, THIRDS
from sits_es.rules.sfb_n3d.sums.fields import EXAMPLE, MIRRORED, RADIUS_A_POINT, Asteroid
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, read_decimal
from sits_es.rules.sfb_n3d.sums.places import Place, read_place
from sits_es.rules.sfb_n3d.terrain.facts import TerrainPlaced
from sits_es.sentences import quoted
from sits_es.toml import ABSENT, KeyPath

KEYS: Final = ("rows", "generate", "mirrored")
#: The most asteroids that a file can give.
MOST_ROWS: Final = 999
#: A row as it is to be written.
ROW: Final = "30,34,16,1/3"

#: Thirds of a hex: by a fraction, or by five decimals as the field is printed.
_THIRDS: Final = re.compile(r"([0-9]{1,5})/3")
_PRINTED: Final = re.compile(r"([0-9]{0,5})\.(33333|66667)")


def asteroids(sheet: DecimalSheet, names: Names) -> tuple[tuple[TerrainPlaced, ...], str]:
    """The asteroids of a file, and the option `field` where dice are to lay them."""
    path: KeyPath = ("asteroids",)
    if sheet.get(path) is ABSENT:
        return (), ""
    sheet.table(path, KEYS)
    mirrored, generate = sheet.switch((*path, "mirrored")), sheet.switch((*path, "generate"))
    at: KeyPath = (*path, "rows")
    rows = sheet.get(at)
    if generate:
        if rows is not ABSENT:
            sheet.fault(at, "dice lay this field. Leave the rows out, or generate (P3.11).")
        return (), "mirrored" if mirrored else "positive"
    if rows == "example":
        less = MIRRORED * WHOLE if mirrored else 0
        found = [Asteroid(each.place - Place(less, less, less), each.radius) for each in EXAMPLE]
    else:
        found = _rows(sheet, at)
        if mirrored:
            why = "rows of your own are taken as they stand. Leave it out (P3.11)."
            sheet.fault((*path, "mirrored"), why)
    placed = []
    for number, each in enumerate(found, 1):
        name = name_of(number)
        names.keep(sheet, at, "asteroid", name)
        placed.append(TerrainPlaced(name=name, kind="asteroid", place=each.place, radius=each.radius))
    return tuple(placed), ""


def name_of(number: int) -> str:
    """The name of an asteroid hex, 1 up."""
    return f"asteroid-{number}"


def _rows(sheet: DecimalSheet, path: KeyPath) -> list[Asteroid]:
    if isinstance(sheet.get(path), str):
        sheet.wrong(path, "is not a field", f'"example", a list such as ["{ROW}"], or generate = true (P3.11)')
        return []
    entries = sheet.many(path, f'"example", or ["{ROW}"]')
    if isinstance(sheet.get(path), list) and not 1 <= len(entries) <= MOST_ROWS:
        sheet.fault(path, f"it has {len(entries)} rows. Write 1 to {MOST_ROWS}; the example field has 54 (P3.11).")
    stand_in = Asteroid(Place(), RADIUS_A_POINT)
    return [sheet.meant((*path, at), ROW, read_row, stand_in) for at in range(len(entries))]


def read_row(text: str) -> Asteroid:
    """Read `30,34,16,1/3`: a place and a radius, in hexes. Raises UnreadableError with every fault. Rule: P3.11."""
    parts = text.split(",")
    if len(parts) != 4:
        raise UnreadableError(
            f"{quoted(text)} is not an asteroid. Write X,Y,Z and its radius in hexes, such as {ROW} (P3.11)."
        )
    problems: list[str] = []
    place, radius = Place(), 0
    try:
        place = read_place(",".join(parts[:3]))
    except UnreadableError as refusal:
        problems += refusal.problems
    try:
        radius = read_radius(parts[3].strip())
    except UnreadableError as refusal:
        problems += refusal.problems
    if problems:
        raise UnreadableError(problems)
    return Asteroid(place, radius)


def read_radius(text: str) -> int:
    """A radius in hexes as thirds of a kilometre: thirds of a hex are exact as `1/3` or as printed, `0.33333`.

    Raises UnreadableError for anything else, and unless it is above 0. Rule: P3.11.
    """
    if found := _THIRDS.fullmatch(text):
        radius = int(found[1]) * RADIUS_A_POINT
    elif found := _PRINTED.fullmatch(text):
        radius = (3 * int(found[1] or "0") + (1 if found[2] == "33333" else 2)) * RADIUS_A_POINT
    else:
        radius = THIRDS * read_decimal(text, "a radius", rule="P3.11")
    if not 0 < radius <= THIRDS * MOST_RADIUS:
        raise UnreadableError(f"{quoted(text)} is not a radius. Write a number above 0, or thirds such as 1/3 (P3.11).")
    return radius
