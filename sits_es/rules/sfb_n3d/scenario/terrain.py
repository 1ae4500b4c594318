"""What lies on the map of a scenario: planets and moons, stars, black holes, rings. Rule: P2, P4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.scenario.reading import MOST_TABLES, where
from sits_es.rules.sfb_n3d.scenario.taken_names import Names
from sits_es.rules.sfb_n3d.sums.numbers import RADIUS_WHOLE, WHOLE
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.sums.planets import atmosphere_problems
from sits_es.rules.sfb_n3d.terrain.facts import TerrainKind, TerrainPlaced
from sits_es.toml import ABSENT, KeyPath

BODY_KEYS: Final = ("name", "kind", "place", "hex", "radius", "atmosphere", "class_m", "size")
RING_KEYS: Final = ("name", "around", "inner", "outer", "thick")

#: Kinds of bodies as a file names them, and as a fact does.
KINDS: Final[dict[str, TerrainKind]] = {
    "planet": "planet",
    "gas giant": "gas giant",
    "moon": "moon",
    "star": "star",
    "black hole": "hole",
}
#: Keys that only some kinds have.
ONLY: Final[dict[str, tuple[str, ...]]] = {
    "radius": ("planet", "gas giant", "moon", "star"),
    "atmosphere": ("planet", "gas giant", "moon"),
    "class_m": ("planet",),
    "size": ("black hole",),
}
#: The largest radius, in ten-thousandths of a hex, and the largest black hole, in ten-thousandths.
MOST_RADIUS: Final = 99_999 * WHOLE
MOST_SIZE: Final = 9_999_999 * WHOLE
#: Thirds of a kilometre in a ten-thousandth of a hex.
THIRDS: Final = RADIUS_WHOLE // WHOLE


def bodies(sheet: DecimalSheet, names: Names) -> tuple[tuple[KeyPath, TerrainPlaced], ...]:
    """Every planet, gas giant, moon, star and black hole of a file, in its order, with its place in the file."""
    return tuple((path, _body(sheet, path, names)) for path in sheet.tables(("bodies",), "body", MOST_TABLES))


def _body(sheet: DecimalSheet, path: KeyPath, names: Names) -> TerrainPlaced:
    sheet.table(path, BODY_KEYS)
    name = names.take(sheet, (*path, "name"), "body", "Haven")
    kind = sheet.choice((*path, "kind"), KINDS)
    known = sheet.get((*path, "kind")) in tuple(KINDS)
    for key, kinds in ONLY.items():
        if known and kind not in kinds and sheet.get((*path, key)) is not ABSENT:
            sheet.fault((*path, key), f"a {kind} has none. Leave it out, or write it for a {' or '.join(kinds)}.")
    body = TerrainPlaced(
        name=name,
        kind=KINDS[kind],
        place=where(sheet, path),
        radius=_length(sheet, (*path, "radius"), "P2.1", needed=known and kind in ONLY["radius"]),
        atmosphere=_length(sheet, (*path, "atmosphere"), "P2.1"),
        class_m=sheet.switch((*path, "class_m")),
        size=_size(sheet, (*path, "size"), needed=known and kind in ONLY["size"]),
    )
    _check_air(sheet, path, body)
    return body


def _length(sheet: DecimalSheet, path: KeyPath, rule: str, *, needed: bool = False, least: int = 1) -> int:
    """A radius or a height in hexes, as thirds of a kilometre; 0 where it need not be written and is not."""
    default = None if needed else 0
    what = "an atmosphere" if path[-1] == "atmosphere" else "a radius"
    return THIRDS * sheet.decimal(path, what, least, MOST_RADIUS, rule=rule, default=default)


def _size(sheet: DecimalSheet, path: KeyPath, *, needed: bool) -> int:
    return sheet.decimal(path, "a size", 1, MOST_SIZE, rule="P4.1", default=None if needed else 0)


def _check_air(sheet: DecimalSheet, path: KeyPath, body: TerrainPlaced) -> None:
    """An atmosphere reaches beyond its planet, and that of class M is small. Rule: P2.1."""
    at = (*path, "atmosphere")
    if body.class_m and sheet.get(at) is ABSENT:
        sheet.fault(at, "it is missing. A class M planet has one, of a radius below 0.2 (P2.1).")
    elif body.atmosphere:
        for problem in atmosphere_problems(body.name, body.radius, body.atmosphere, body.class_m):
            sheet.fault(at, problem)


def rings(sheet: DecimalSheet, names: Names, around: Mapping[str, TerrainPlaced]) -> tuple[TerrainPlaced, ...]:
    """Every ring of a file, in its order. around: bodies by name."""
    return tuple(_ring(sheet, path, names, around) for path in sheet.tables(("rings",), "ring", MOST_TABLES))


def _ring(sheet: DecimalSheet, path: KeyPath, names: Names, around: Mapping[str, TerrainPlaced]) -> TerrainPlaced:
    sheet.table(path, RING_KEYS)
    name = names.take(sheet, (*path, "name"), "ring", "Haven's ring")
    body = sheet.one_of((*path, "around"), "Haven", "body", tuple(around), "bodies")
    inner = _length(sheet, (*path, "inner"), "P2.223", least=0, needed=True)
    outer = _length(sheet, (*path, "outer"), "P2.223", needed=True)
    thick = _length(sheet, (*path, "thick"), "P2.223", least=0)
    if all(sheet.get((*path, key)) is not ABSENT for key in ("inner", "outer")) and inner >= outer:
        sheet.fault((*path, "inner"), "the ring ends before it begins. Write less than outer (P2.223).")
    if body in around and outer <= around[body].radius:
        sheet.fault((*path, "outer"), f"the ring is inside {body}. Write more than its radius (P2.223).")
    return TerrainPlaced(
        name=name,
        kind="ring",
        place=around[body].place if body in around else Place(),
        radius=outer,
        inner=inner,
        thick=thick,
    )
