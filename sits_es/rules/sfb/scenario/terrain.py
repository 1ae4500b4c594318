"""What lies on the map of a scenario: planets and moons, stars, black holes, rings, asteroid fields. Rule: P2 to P4."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Self

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.scenario_sheet import new_name
from sits_es.rules.schema import choice, has_none, only, read_as, switch, value
from sits_es.rules.sfb.cards.unit_class import decimal
from sits_es.rules.sfb.scenario.sheet import MOST_TABLES, MapSheet
from sits_es.rules.sfb.sums.fields import EXAMPLE, MIRRORED, RADIUS_A_POINT, Asteroid
from sits_es.rules.sfb.sums.numbers import RADIUS_WHOLE, WHOLE, read_decimal
from sits_es.rules.sfb.sums.places import Place, read_place
from sits_es.rules.sfb.sums.planets import atmosphere_problems
from sits_es.rules.sfb.terrain.facts import TerrainKind, TerrainPlaced
from sits_es.sentences import quoted
from sits_es.toml import ABSENT, KeyPath
from sits_es.values import Value

#: Kinds of bodies as a file names them, and as a fact does.
KINDS: Final[dict[str, TerrainKind]] = {
    "planet": "planet",
    "gas giant": "gas giant",
    "moon": "moon",
    "star": "star",
    "black hole": "hole",
}
#: The largest radius, in ten-thousandths of a hex, and the largest black hole, in ten-thousandths.
MOST_RADIUS: Final = 99_999 * WHOLE
MOST_SIZE: Final = 9_999_999 * WHOLE
#: Thirds of a kilometre in a ten-thousandth of a hex.
THIRDS: Final = RADIUS_WHOLE // WHOLE

#: Keys of an asteroid field.
FIELD_KEYS: Final = ("rows", "generate", "mirrored")
#: The most asteroids that a file can give.
MOST_ROWS: Final = 999
#: A row as it is to be written.
ROW: Final = "30,34,16,1/3"

#: Thirds of a hex: by a fraction, or by five decimals as the field is printed.
_THIRDS: Final = re.compile(r"([0-9]{1,5})/3")
_PRINTED: Final = re.compile(r"([0-9]{0,5})\.(33333|66667)")


@frozen(kw_only=True)
class BodySheet(Value):
    """A planet, gas giant, moon, star or black hole; radius, atmosphere, size: in ten-thousandths. Rule: P2.1, P4.1."""

    name: str = new_name("body", "Haven")
    kind: str = choice(tuple(KINDS), decides=has_none)
    place: Place = value(MapSheet.place, keys=("place", "hex"))
    radius: int = only(("planet", "gas giant", "moon", "star"), decimal("a radius", 1, MOST_RADIUS, "P2.1"), 0)
    atmosphere: int = only(("planet", "gas giant", "moon"), decimal("an atmosphere", 1, MOST_RADIUS, "P2.1", 0), 0)
    class_m: bool = only(("planet",), switch(), False)
    size: int = only(("black hole",), decimal("a size", 1, MOST_SIZE, "P4.1"), 0)

    def checked(self, sheet: MapSheet, path: KeyPath) -> Self:
        """An atmosphere reaches beyond its planet, and that of class M is small."""
        at = (*path, "atmosphere")
        if self.class_m and sheet.get(at) is ABSENT:
            sheet.fault(at, "it is missing. A class M planet has an atmosphere with a radius below 0.2 (P2.1).")
        elif self.atmosphere:
            radius, air = THIRDS * self.radius, THIRDS * self.atmosphere
            for problem in atmosphere_problems(self.name, radius, air, self.class_m):
                sheet.fault(at, problem)
        return self

    def fact(self) -> TerrainPlaced:
        """It on the map."""
        return TerrainPlaced(
            name=self.name,
            kind=KINDS[self.kind],
            place=self.place,
            radius=THIRDS * self.radius,
            atmosphere=THIRDS * self.atmosphere,
            class_m=self.class_m,
            size=self.size,
        )


@frozen(kw_only=True)
class RingSheet(Value):
    """A ring around a body, named by what it is around; lengths in ten-thousandths of a hex. Rule: P2.223."""

    name: str = new_name("ring", "Haven's ring")
    around: str = value(lambda sheet, path: sheet.text(path, "Haven"))
    inner: int = decimal("a radius", 0, MOST_RADIUS, "P2.223")
    outer: int = decimal("a radius", 1, MOST_RADIUS, "P2.223")
    thick: int = decimal("a radius", 0, MOST_RADIUS, "P2.223", 0)

    def checked(self, sheet: MapSheet, path: KeyPath) -> Self:
        """It ends beyond its beginning."""
        both = all(sheet.get((*path, key)) is not ABSENT for key in ("inner", "outer"))
        if both and self.inner >= self.outer:
            sheet.fault((*path, "inner"), "the ring ends before it begins. Write less than outer (P2.223).")
        return self

    def fact(self, around: TerrainPlaced | None) -> TerrainPlaced:
        """It on the map. around: None if that isn't known."""
        return TerrainPlaced(
            name=self.name,
            kind="ring",
            place=Place() if around is None else around.place,
            radius=THIRDS * self.outer,
            inner=THIRDS * self.inner,
            thick=THIRDS * self.thick,
        )


def bodies(sheet: MapSheet) -> tuple[tuple[KeyPath, TerrainPlaced], ...]:
    """Every planet, gas giant, moon, star and black hole of a file, in its order, with its place in the file."""
    return tuple(
        (path, read_as(BodySheet, sheet, path).fact()) for path in sheet.tables(("bodies",), "body", MOST_TABLES)
    )


def rings(sheet: MapSheet, bodies: Mapping[str, TerrainPlaced]) -> tuple[TerrainPlaced, ...]:
    """Every ring of a file, in its order. bodies: by name."""
    found = []
    for path in sheet.tables(("rings",), "ring", MOST_TABLES):
        ring = read_as(RingSheet, sheet, path)
        if isinstance(sheet.get((*path, "around")), str):
            sheet.one_of((*path, "around"), "Haven", "body", tuple(bodies), "bodies")
        around = bodies.get(ring.around)
        if around is not None and THIRDS * ring.outer <= around.radius:
            sheet.fault(
                (*path, "outer"),
                f"the ring is inside {ring.around}. Write a distance greater than that body's radius (P2.223).",
            )
        found.append(ring.fact(around))
    return tuple(found)


def asteroids(sheet: MapSheet) -> tuple[tuple[TerrainPlaced, ...], str]:
    """The asteroids of a file, and the option `field` where dice are to lay them."""
    path: KeyPath = ("asteroids",)
    if sheet.get(path) is ABSENT:
        return (), ""
    sheet.table(path, FIELD_KEYS)
    mirrored, generate = sheet.switch((*path, "mirrored")), sheet.switch((*path, "generate"))
    at: KeyPath = (*path, "rows")
    rows = sheet.get(at)
    if generate:
        if rows is not ABSENT:
            sheet.fault(at, "dice generate this field. Leave out rows or generate (P3.11).")
        return (), "mirrored" if mirrored else "positive"
    if rows == "example":
        less = MIRRORED * WHOLE if mirrored else 0
        found = [Asteroid(each.place - Place(less, less, less), each.radius) for each in EXAMPLE]
    else:
        found = _rows(sheet, at)
        if mirrored:
            why = "your own rows are used as they are. Leave this out (P3.11)."
            sheet.fault((*path, "mirrored"), why)
    placed = []
    for number, each in enumerate(found, 1):
        name = name_of(number)
        sheet.keep(at, "asteroid", name)
        placed.append(TerrainPlaced(name=name, kind="asteroid", place=each.place, radius=each.radius))
    return tuple(placed), ""


def name_of(number: int) -> str:
    """The name of an asteroid hex, 1 up."""
    return f"asteroid-{number}"


def _rows(sheet: MapSheet, path: KeyPath) -> list[Asteroid]:
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
            f"{quoted(text)} is not an asteroid. Write X,Y,Z and a radius in hexes, such as {ROW} (P3.11)."
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
