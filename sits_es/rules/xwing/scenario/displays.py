"""A ship of a scenario file: its base, its token, its turret, its display, and where it begins."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.orders.language import shortest
from sits_es.orders.names import same
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.xwing.events.entered import ShipPlaced
from sits_es.rules.xwing.events.setup import ShipListed
from sits_es.rules.xwing.scenario.arc_lists import arcs, turret_of
from sits_es.rules.xwing.scenario.weapon_lists import read_upgrades, read_weapons
from sits_es.rules.xwing.sums.areas import ARCS
from sits_es.rules.xwing.sums.bases import read_base, within_a_turn
from sits_es.rules.xwing.sums.numbers import ON_RECORD, PLACES
from sits_es.rules.xwing.weapons import TURRET, TurretKind, Weapon
from sits_es.sentences import counted
from sits_es.toml import ABSENT, KeyPath

SHIP_KEYS: Final = (
    *("name", "player", "base", "half_angle", "shaded", "turret", "points", "weapons", "upgrades"),
    *("shields", "hull", "at", "facing"),
)
#: The most shields, and the most hull, of a ship. Rule: house.
MOST: Final = 99


def read_ship(sheet: GameSheet, path: KeyPath, players: tuple[str, ...]) -> tuple[ShipListed, ShipPlaced | None]:
    """A ship, without its side, and its place where one is written; faults go to the sheet."""
    sheet.table(path, SHIP_KEYS)
    name = sheet.name((*path, "name"), "Kestrel")
    player = sheet.one_of((*path, "player"), "red", "player", players)
    base, half_angle = _base(sheet, path)
    upgrades, (by, given) = read_upgrades(sheet, path)
    kind, points = turret_of(sheet, path, "the ship has")
    if kind is not None and given is not None:
        sheet.fault(by, "the ship has a turret arc indicator of its own. Leave one of the two out.")
    kind, points = (kind, points) if given is None else given
    weapons = (*read_weapons(sheet, path), *upgrades)
    _check_weapons(sheet, path, weapons, kind)
    ship = ShipListed(
        ship=name,
        player=player,
        side="",
        base=base,
        half_angle=half_angle,
        shaded=arcs(sheet, (*path, "shaded"), ARCS, ()),
        turret=kind,
        points=points,
        weapons=weapons,
        shields=sheet.whole((*path, "shields"), 0, MOST, 0),
        hull=sheet.whole((*path, "hull"), 1, MOST),
    )
    return ship, _place(sheet, path, name)


def number(
    sheet: GameSheet, path: KeyPath, what: str, least: int | Decimal, most: int | Decimal, places: int = PLACES
) -> str:
    """A decimal from `least` to `most`, in its shortest form; a fault reads as `least`."""
    found = sheet.get(path)
    allowed = f"{what} from {least} to {most} with at most {counted(places, 'decimal place')}"
    if found is ABSENT:
        sheet.fault(path, f"it is missing. Write {allowed}.")
        return str(least)
    if isinstance(found, bool) or not isinstance(found, int | Decimal) or not Decimal(found).is_finite():
        sheet.wrong(path, "is not a number", allowed)
    elif not least <= found <= most:
        sheet.wrong(path, "is out of range", allowed)
    elif round(Decimal(found), places) != found:
        sheet.wrong(path, "has too many digits", allowed)
    else:
        return shortest(Decimal(found))
    return str(least)


def _base(sheet: GameSheet, path: KeyPath) -> tuple[str, str | None]:
    """Its base as it is called, and the half angle that a huge one needs. Rule: rules.md, Token lines."""
    at, angle = (*path, "base"), (*path, "half_angle")
    text = sheet.text(at, "small")
    half = None if sheet.get(angle) is ABSENT else number(sheet, angle, "degrees", 1, 89)
    if not text:
        return "small", None
    try:
        base = read_base(text)
    except (UnreadableError, NotAllowedError) as refusal:
        for problem in refusal.problems:
            sheet.fault(at, problem)
        return "small", None
    if base.token is None and half is None:
        sheet.fault(at, f"a huge base of {base.name} mm has no printed arc lines. Write its half_angle in degrees.")
    if base.token is not None and half is not None:
        sheet.fault(angle, f"a {base.name} base has printed arc lines. Leave half_angle out.")
        half = None
    return base.name, half


def _check_weapons(sheet: GameSheet, path: KeyPath, weapons: tuple[Weapon, ...], turret: TurretKind | None) -> None:
    names: list[str] = []
    for weapon in weapons:
        if weapon.name and (twin := same(weapon.name, names)) is not None:
            sheet.fault(path, f"it has two weapons {twin}. Give each a name of its own.")
        names.append(weapon.name)
        if weapon.arc == TURRET and turret is None:
            said = f"{weapon.name} attacks in a turret arc, and the ship has no turret arc indicator."
            sheet.fault(path, f'{said} Write turret = "single" or "double".')


def _place(sheet: GameSheet, path: KeyPath, name: str) -> ShipPlaced | None:
    """Where it begins: both `at` and `facing` are written, or neither, and it is placed in the game."""
    at, facing = (*path, "at"), (*path, "facing")
    if sheet.get(at) is ABSENT and sheet.get(facing) is ABSENT:
        return None
    turned = Decimal(number(sheet, facing, "degrees", -360, 360))
    spot = sheet.many(at, "[-40, 12.5]")
    if len(spot) != 2:
        if sheet.get(at) is not ABSENT and isinstance(sheet.get(at), list):
            sheet.fault(
                at, f"it holds {counted(len(spot), 'number')}, not 2. Write X and Y in mm, such as [-40, 12.5]."
            )
        return None
    x, y = (number(sheet, (*at, axis), "mm", -ON_RECORD, ON_RECORD) for axis in range(2))
    return ShipPlaced(ship=name, x=x, y=y, facing=shortest(within_a_turn(turned)))
