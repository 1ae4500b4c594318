"""Weapons and upgrades of a ship of a scenario file."""

from __future__ import annotations

from typing import Final, cast

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.xwing.scenario.arc_lists import turret_of
from sits_es.rules.xwing.sums.areas import ARCS
from sits_es.rules.xwing.weapons import FRONT_UNLESS_STATED, KINDS, TURRET, TurretKind, Weapon, WeaponKind
from sits_es.toml import KeyPath

WEAPON_KEYS: Final = ("name", "kind", "arc")
UPGRADE_KEYS: Final = (*WEAPON_KEYS, "turret", "points")
#: What an arc of a weapon may be.
WEAPON_ARCS: Final = (*ARCS, TURRET)

#: Where an upgrade's indicator is written, and what it is; None where no upgrade brings one.
Brought = tuple[KeyPath, tuple[TurretKind, tuple[str, ...]] | None]


def read_weapons(sheet: GameSheet, ship: KeyPath) -> tuple[Weapon, ...]:
    """Weapons of the ship itself."""
    return tuple(
        _weapon(sheet, path, WEAPON_KEYS, upgrade=False) for path in sheet.tables((*ship, "weapons"), "weapon")
    )


def read_upgrades(sheet: GameSheet, ship: KeyPath) -> tuple[tuple[Weapon, ...], Brought]:
    """Weapons that upgrades bring, and the turret arc indicator that one of them may bring."""
    weapons: list[Weapon] = []
    brought: Brought = (ship, None)
    for path in sheet.tables((*ship, "upgrades"), "upgrade"):
        weapons.append(_weapon(sheet, path, UPGRADE_KEYS, upgrade=True))
        kind, points = turret_of(sheet, path, "the upgrade brings")
        if kind is not None and brought[1] is not None:
            sheet.fault((*path, "turret"), "another upgrade brings a turret arc indicator. Leave one of the two out.")
        elif kind is not None:
            brought = ((*path, "turret"), (kind, points))
    return tuple(weapons), brought


def _weapon(sheet: GameSheet, path: KeyPath, keys: tuple[str, ...], *, upgrade: bool) -> Weapon:
    """A weapon: cannon, torpedo and missile use the front arc unless another is stated. keys: those of its table."""
    sheet.table(path, keys)
    name = sheet.name((*path, "name"), "Lasers")
    kind = cast("WeaponKind", sheet.choice((*path, "kind"), KINDS))
    default = "front" if kind in FRONT_UNLESS_STATED else None
    return Weapon(name=name, kind=kind, arc=sheet.choice((*path, "arc"), WEAPON_ARCS, default), upgrade=upgrade)
