"""What a scenario can ask for as a whole: fleets near a place, a solar system, a border. Rule: S3D2, S3D3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.scenario.sheet import MapSheet
from sits_es.rules.sfb.scenario.terrain import THIRDS
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.placement import FLEET_REACH, star_problems, station_problems
from sits_es.rules.sfb.sums.places import Place, exact, read_place
from sits_es.rules.sfb.sums.planets import inside
from sits_es.rules.sfb.terrain.facts import SOLID, TerrainPlaced
from sits_es.toml import ABSENT, KeyPath

FLEET_KEYS: Final = ("near", "within")
MOST_REACH: Final = 9_999_999 * WHOLE


def check_fleets(sheet: MapSheet, players: tuple[str, ...], units: Mapping[str, tuple[KeyPath, UnitPlaced]]) -> None:
    """Each player's units begin within so many hexes of a place, where [placement.red] says so. Rule: S3D2.1."""
    given = sheet.table(("placement",), players)
    for player in (player for player in players if player in given):
        path: KeyPath = ("placement", player)
        sheet.table(path, FLEET_KEYS)
        near = sheet.meant((*path, "near"), "100,0,0", read_place, Place())
        reach = sheet.decimal((*path, "within"), "a distance", 0, MOST_REACH, rule="S3D2.1", default=FLEET_REACH)
        if not isinstance(sheet.get((*path, "near")), str):
            continue
        for name, (at, unit) in units.items():
            apart = exact(unit.place, near)
            written_at = sheet.place_path(at)
            if unit.player == player and unit.aboard is None and apart > reach and written_at is not None:
                why = f"{name} is {written(apart)} hexes from {near}. Place it within {written(reach)} (S3D2.1)."
                sheet.fault(written_at, why)


def check_bodies(
    sheet: MapSheet,
    units: Mapping[str, tuple[KeyPath, UnitPlaced]],
    bodies: Iterable[tuple[KeyPath, TerrainPlaced]],
) -> None:
    """No unit but a base begins inside a planet, moon or star, and none where a black hole is. Rule: P2.1, P4.11."""
    known = [body for path, body in bodies if sheet.place_path(path) is not None]
    for name, (path, unit) in units.items():
        at = sheet.place_path(path)
        if unit.aboard is not None or unit.unit_class not in sheet.classes or at is None:
            continue
        for body in known:
            if body.kind == "hole" and unit.place == body.place:
                why = f"{name} is in the middle of {body.name}, so the pull has no direction. Move it (P4.11)."
                sheet.fault(at, why)
            elif (
                body.kind in SOLID
                and sheet.classes[unit.unit_class].kind != "base"
                and inside(unit.place, body.place, body.radius)
            ):
                far, radius = written(exact(unit.place, body.place)), written(body.radius // THIRDS)
                why = (
                    f"{name} is inside {body.name}, {far} hexes from its middle. Place it {radius} or more away (P2.1)."
                )
                sheet.fault(at, why)


def check_system(sheet: MapSheet, bodies: Mapping[str, TerrainPlaced]) -> None:
    """A solar system has its star in the middle and a planet of class M, where [system] asks for it. Rule: S3D3.2."""
    if sheet.get(("system",)) is ABSENT:
        return
    sheet.table(("system",), ("star", "capital"))
    stars = {name: body for name, body in bodies.items() if body.kind == "star"}
    star = sheet.one_of(("system", "star"), "Sol", "star", tuple(stars))
    for problem in star_problems(stars[star].place, stars[star].radius) if star in stars else ():
        sheet.fault(("system", "star"), problem)
    habitable = tuple(name for name, body in bodies.items() if body.class_m)
    sheet.one_of(("system", "capital"), "Haven", "habitable planet", habitable)


def check_border(sheet: MapSheet, units: Mapping[str, tuple[KeyPath, UnitPlaced]]) -> None:
    """Stations lie on their own side of x = 0 and apart, where [border] names the star bases. Rule: S3D3.3."""
    if sheet.get(("border",)) is ABSENT:
        return
    sheet.table(("border",), ("star_bases",))
    path: KeyPath = ("border", "star_bases")
    bases = {
        name: unit
        for name, (_, unit) in units.items()
        if unit.unit_class in sheet.classes and sheet.classes[unit.unit_class].kind == "base"
    }
    entries = sheet.many(path, '["Iron Gate", "Salt Gate"]')
    chosen = [sheet.one_of((*path, at), "Iron Gate", "base", tuple(bases)) for at in range(len(entries))]
    known = [bases[name] for name in chosen if name in bases]
    if isinstance(sheet.get(path), list) and len(known) == len(entries) != len({unit.side for unit in known}):
        sheet.fault(path, "two of them are on one side. Name one star base for each side (S3D3.3).")
    for base in known:
        stations = {
            name: unit.place for name, unit in bases.items() if unit.side == base.side and unit.unit != base.unit
        }
        for problem in station_problems(stations, base.place):
            sheet.fault(path, problem)
