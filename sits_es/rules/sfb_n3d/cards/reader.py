"""Unit cards: what a player writes down in TOML, and the same as data for a game's first event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.cards.launchers import launcher_data, launchers
from sits_es.rules.sfb_n3d.cards.weapons import weapon_data, weapons
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.turn_modes import read_turn_class
from sits_es.rules.sfb_n3d.unit_class import KINDS, Kind, UnitClass
from sits_es.toml import ABSENT

#: Numbers that only some kinds have: key -> the kinds, what it is, least, most, the rule, and what it is when it is not
#: written (None: it must be). In ten-thousandths.
DECIMALS: Final[dict[str, tuple[tuple[Kind, ...], str, int, int, str, int | None]]] = {
    "speed": (("seeking",), "a speed", 1, 999 * WHOLE, "F2", None),
    "strength": (("seeking", "mine"), "a strength", 0, 9999 * WHOLE, "D5.2", 0),
    "zone": (("mine",), "a detonation zone", 1, 9999 * WHOLE, "M2.40", None),
}
#: The same for whole numbers.
WHOLES: Final[dict[str, tuple[tuple[Kind, ...], int, int, int]]] = {
    "endurance": (("seeking",), 0, 9999, 0),
    "detonates": (("mine",), 1, 6, 6),
}
#: Other keys that not every kind has.
PARTS: Final[dict[str, tuple[Kind, ...]]] = {
    "breakdown": ("ship", "shuttle"),
    "web": ("ship", "base"),
    "sphere": ("ship", "base"),
    "weapons": ("ship", "base", "shuttle"),
    "launchers": ("ship", "base", "shuttle"),
}
#: Keys with the kinds that have them; those that are not here every kind has.
ONLY: Final[dict[str, tuple[Kind, ...]]] = {
    **PARTS,
    **{key: limits[0] for key, limits in DECIMALS.items()},
    **{key: limits[0] for key, limits in WHOLES.items()},
}
TOP_KEYS: Final = ("name", "kind", "turn_class", *ONLY)

#: The turn class of kinds that have one of their own. Rule: C3.31, C3.7; a mine stays as it lies, as a base does.
OWN_TURN_CLASS: Final[dict[str, str]] = {"base": "base", "seeking": "seeking", "shuttle": "shuttle", "mine": "base"}
#: Turn classes by the kind of unit: those of the chart are a ship's.
SHIP_CLASSES: Final = ("AA", "A", "B", "C", "D", "E", "F")

#: What a breakdown list can hold: a die of this or more breaks down, 7 never does.
BREAKDOWN: Final = (1, 7)
MOST_BREAKDOWNS: Final = 20


def read_unit(text: str, source: str) -> UnitClass:
    """Read a unit card. SheetFaults names every fault at once by key and line. source: what to call the file."""
    return _unit(DecimalSheet.read(text, source))


def classes_of(classes: Mapping[str, Any]) -> dict[str, UnitClass]:
    """The classes of a game, from the data that `to_data` wrote, by name. Raises UnreadableError for other data."""
    return {name: from_data(data, name) for name, data in classes.items()}


def from_data(data: Mapping[str, Any], name: str) -> UnitClass:
    """The class that `to_data` wrote. SheetFaults names every fault at once, by key."""
    return _unit(DecimalSheet(f"Class {name}", data))


def to_data(unit_class: UnitClass) -> dict[str, Any]:
    """The class in the shape of its file, decimals as texts; what its kind does not have is left out."""
    data: dict[str, Any] = {
        "name": unit_class.name,
        "kind": unit_class.kind,
        "turn_class": unit_class.turn_class,
        "breakdown": list(unit_class.breakdown),
        "web": unit_class.web,
        "sphere": unit_class.sphere,
        "weapons": {group.name: weapon_data(group) for group in unit_class.weapons},
        "launchers": {each.name: launcher_data(each) for each in unit_class.launchers},
        **{key: written(getattr(unit_class, key)) for key in DECIMALS},
        **{key: getattr(unit_class, key) for key in WHOLES},
    }
    return {key: value for key, value in data.items() if unit_class.kind in ONLY.get(key, KINDS)}


def _unit(sheet: DecimalSheet) -> UnitClass:
    sheet.table((), TOP_KEYS)
    kind = cast("Kind", sheet.choice(("kind",), KINDS))
    known = sheet.get(("kind",)) in KINDS
    # where the kind is not known, every key is read as what it is, and none is out of place
    for key in ONLY if known else ():
        if sheet.get((key,)) is not ABSENT and kind not in ONLY[key]:
            whose = " or ".join(_one(other) for other in ONLY[key])
            sheet.fault((key,), f"{_one(kind)} has none. Leave it out, or write it for {whose}.")
    read = UnitClass(
        name=sheet.name(("name",), "Sample cruiser"),
        kind=kind,
        turn_class=_turn_class(sheet, kind) if known else "",
        weapons=weapons(sheet, ("weapons",)),
        launchers=launchers(sheet, ("launchers",)),
        breakdown=_breakdown(sheet),
        web=sheet.switch(("web",)),
        sphere=sheet.switch(("sphere",)),
        **{key: _number(sheet, key, kind, known=known) for key in (*DECIMALS, *WHOLES)},
    )
    sheet.refuse()
    return read


def _one(kind: Kind) -> str:
    return "a seeking weapon" if kind == "seeking" else f"a {kind}"


def _number(sheet: DecimalSheet, key: str, kind: Kind, *, known: bool) -> int:
    """A number of the card; 0, or what it is when it is not written, for a kind that has none."""
    absent = sheet.get((key,)) is ABSENT
    if key in WHOLES:
        _, least, most, default = WHOLES[key]
        return default if absent else sheet.whole((key,), least, most)
    kinds, what, least, most, rule, instead = DECIMALS[key]
    if absent and not (known and kind in kinds):
        return 0
    return sheet.decimal((key,), what, least, most, rule=rule, default=instead)


def _turn_class(sheet: DecimalSheet, kind: Kind) -> str:
    """The turn class, which a ship must have; other kinds have their own, or one in hexes."""
    own = OWN_TURN_CLASS.get(kind)
    example = own or "C"
    found = sheet.meant(("turn_class",), example, read_turn_class, example, needed=own is None)
    allowed = SHIP_CLASSES if own is None else (own,)
    by_hexes = found.startswith("hexes:") and kind not in {"base", "mine"}
    if found not in allowed and not by_hexes:
        listed = ", ".join(allowed) + ("" if kind in {"base", "mine"} else " or hexes:T")
        sheet.fault(("turn_class",), f"{_one(kind)} is not of turn class {found}. Write {listed} (C3.31).")
    return found


def _breakdown(sheet: DecimalSheet) -> tuple[int, ...]:
    """What breaks down at each high-energy turn, the last for all further ones."""
    path = ("breakdown",)
    entries = sheet.many(path, "[6, 5, 4]", ())
    if len(entries) > MOST_BREAKDOWNS:
        sheet.fault(path, f"it has {len(entries)} numbers. Write {MOST_BREAKDOWNS} at most; the last holds on (C6).")
    return tuple(sheet.whole((*path, at), *BREAKDOWN) for at in range(len(entries)))
