"""Groups of weapons on a card: how many, their arcs, how each is mounted. Rule: D2.1, D2.3, E8.23."""

from __future__ import annotations

from typing import Any, Final, cast

from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.sums.arcs import PARTS
from sits_es.rules.sfb_n3d.sums.mounts import mount_of_each
from sits_es.rules.sfb_n3d.sums.weapons import ALL_MOUNTS, SWIVELS
from sits_es.rules.sfb_n3d.unit_class import Mount, WeaponGroup
from sits_es.sentences import listed, unknown
from sits_es.toml import ABSENT, KeyPath

WEAPON_KEYS: Final = ("number", "arcs", "mounts", "dice")
MOUNTS: Final = (*ALL_MOUNTS, "mauler")

#: The most weapons of a group, and dice of a weapon.
MOST_WEAPONS: Final = 99
MOST_DICE: Final = 99
#: Arcs that hold straight ahead: a rear-row weapon has one of them. Rule: D2.33.
FORWARD: Final = frozenset({"LF", "RF", "FH"})


def weapons(sheet: DecimalSheet, path: KeyPath) -> tuple[WeaponGroup, ...]:
    """Every group of a card, in order of name; a fault reads as something like it."""
    return tuple(_weapon(sheet, (*path, name), name) for name in sorted(sheet.table(path)))


def weapon_data(weapon: WeaponGroup) -> dict[str, Any]:
    """A group in the shape of its table, with nothing left out."""
    return {
        "number": weapon.number,
        "arcs": list(weapon.arcs),
        "mounts": list(weapon.mounts),
        "dice": weapon.dice,
    }


def _weapon(sheet: DecimalSheet, path: KeyPath, name: str) -> WeaponGroup:
    sheet.word(path, name, "a group's", "phasers")
    sheet.table(path, WEAPON_KEYS)
    mounts = _mounts(sheet, path)
    return WeaponGroup(
        name=name,
        arcs=_arcs(sheet, path, mounts),
        mounts=mounts,
        dice=sheet.whole((*path, "dice"), 0, MOST_DICE, 0),
    )


def _mounts(sheet: DecimalSheet, path: KeyPath) -> tuple[Mount, ...]:
    """How each weapon is mounted: as written, one word for all of them, or by D2.11's rule."""
    at = (*path, "mounts")
    written = sheet.get(at)
    if written is ABSENT:
        number = sheet.whole((*path, "number"), 1, MOST_WEAPONS)
        return cast("tuple[Mount, ...]", mount_of_each(number))
    if isinstance(written, str):
        number = sheet.whole((*path, "number"), 1, MOST_WEAPONS)
        return (_mount(sheet, at),) * number
    entries = sheet.many(at, '["top", "bottom"]')
    if not 1 <= len(entries) <= MOST_WEAPONS and isinstance(written, list | tuple):
        sheet.fault(at, f"it has {len(entries)} mounts. Write 1 to {MOST_WEAPONS}, one for each weapon (D2.11).")
    mounts = tuple(_mount(sheet, (*at, place)) for place in range(len(entries)))
    number = sheet.whole((*path, "number"), 1, MOST_WEAPONS, len(mounts) or 1)
    if sheet.get((*path, "number")) == number and mounts and number != len(mounts):
        sheet.fault((*path, "number"), f"{number} weapons have {len(mounts)} mounts. Write one mount for each (D2.11).")
    odd = {mount for mount in mounts if mount in {"swivel", "mauler"}}
    if odd and len(set(mounts)) > 1:
        sheet.fault(at, f"a group with a {min(odd)} has nothing else. Give the others a group of their own (D2.11).")
    return mounts


def _mount(sheet: DecimalSheet, path: KeyPath) -> Mount:
    found = sheet.get(path)
    if not isinstance(found, str):
        sheet.text(path, "top")
        return "centre"
    if found not in MOUNTS:
        sheet.fault(path, f"{unknown('mount', found, MOUNTS)} (D2.11)")
        return "centre"
    return cast("Mount", found)


def _arcs(sheet: DecimalSheet, path: KeyPath, mounts: tuple[Mount, ...]) -> tuple[str, ...]:
    """The yaw arcs; the one word of a swivel; none for a mauler."""
    at = (*path, "arcs")
    if "mauler" in mounts:
        if sheet.get(at) not in (ABSENT, [], ()):
            sheet.fault(at, "a mauler has no arc: it reaches 15 degrees to each side. Leave it out (E8.23).")
        return ()
    swivel = "swivel" in mounts
    known, what, rule = (tuple(SWIVELS), "swivel", "D2.34") if swivel else (tuple(PARTS), "arc", "D2.12")
    entries = sheet.many(at, f'["{known[0]}"]')
    if isinstance(sheet.get(at), list | tuple) and not entries:
        sheet.fault(at, f'it names none. Write at least one, such as ["{known[0]}"] ({rule}).')
    arcs: list[str] = []
    for place, entry in enumerate(entries):
        if not isinstance(entry, str):
            sheet.text((*at, place), known[0])
        elif entry not in known:
            sheet.fault((*at, place), f"{unknown(what, entry, known)} ({rule})")
        elif entry in arcs:
            sheet.fault((*at, place), f"{entry} is there twice. Write it once ({rule}).")
        else:
            arcs.append(entry)
    if swivel and len(arcs) > 1:
        sheet.fault(at, f"a swivel is one of {listed(SWIVELS)}. Write one, and a group for each ({rule}).")
    if "rear-row" in mounts and arcs and not FORWARD & {part for arc in arcs for part in PARTS.get(arc, ())}:
        sheet.fault(at, "a rear-row weapon bears ahead too. Write a forward arc, such as FA (D2.33).")
    return tuple(arcs)
