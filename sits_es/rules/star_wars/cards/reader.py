"""Starship cards: what a player writes down in TOML, and the same as data for a game's first event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast, get_args

from attrs import asdict, fields_dict

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.star_wars.starship_class import ARCS, Arc, Band, Crew, StarshipClass, StarshipWeapon
from sits_es.toml import KeyPath

#: The least and the most of every whole number on a card, in the order in which they stand there. Rule: base game for
#: silhouettes and characteristics; the other upper limits are house, far above what anything has.
WHOLES: Final[dict[str, tuple[int, int]]] = {
    "silhouette": (0, 10),
    "speed": (0, 20),
    "armour": (0, 99),
    "hull": (1, 999),
    "strain": (1, 999),
}
#: Setback dice of a zone, damage of a weapon, advantages that a critical hit costs. Upper limits: house.
SHIELD_LIMITS: Final = (0, 9)
DAMAGE_LIMITS: Final = (0, 99)
CRITICAL_LIMITS: Final = (1, 9)

#: Characteristics are 1 to 6, and 2 where nothing is said; ranks of skills 0 to 5, and 0. Rule: base game.
CHARACTERISTICS: Final = ("agility", "intellect", "cunning")
CHARACTERISTIC_LIMITS: Final = (1, 6)
USUAL: Final = 2
RANK_LIMITS: Final = (0, 5)
CREW_KEYS: Final = tuple(fields_dict(Crew))

BANDS: Final = get_args(Band)
WEAPON_KEYS: Final = ("arcs", "reach", "damage", "critical")
TOP_KEYS: Final = ("name", *WHOLES, "shields", "crew", "weapons")


def read_starship(text: str, source: str) -> StarshipClass:
    """Read a starship card. SheetFaults names every fault at once by key and line. source: what to call the file."""
    return _starship(GameSheet.read(text, source))


def classes_of(classes: Mapping[str, Any]) -> dict[str, StarshipClass]:
    """The classes of a game, from the data that `to_data` wrote, by name. Raises UnreadableError for other data."""
    return {name: from_data(data, name) for name, data in classes.items()}


def from_data(data: Mapping[str, Any], name: str) -> StarshipClass:
    """The class that `to_data` wrote. SheetFaults names every fault at once, by key."""
    return _starship(GameSheet(f"Class {name}", data))


def to_data(starship_class: StarshipClass) -> dict[str, Any]:
    """The class in the shape of its file, with nothing left out."""
    return {
        "name": starship_class.name,
        **{key: getattr(starship_class, key) for key in WHOLES},
        "shields": dict(zip(ARCS, starship_class.shields, strict=True)),
        "crew": asdict(starship_class.crew),
        "weapons": {weapon.name: _weapon_data(weapon) for weapon in starship_class.weapons},
    }


def _weapon_data(weapon: StarshipWeapon) -> dict[str, Any]:
    return {"arcs": list(weapon.arcs), "reach": weapon.reach, "damage": weapon.damage, "critical": weapon.critical}


def _starship(sheet: GameSheet) -> StarshipClass:
    sheet.table((), TOP_KEYS)
    sheet.table(("shields",), ARCS)
    fore, aft, port, starboard = (sheet.whole(("shields", zone), *SHIELD_LIMITS, 0) for zone in ARCS)
    read = StarshipClass(
        name=sheet.name(("name",), "Sample light fighter"),
        **{key: sheet.whole((key,), *limits) for key, limits in WHOLES.items()},
        shields=(fore, aft, port, starboard),
        crew=read_crew(sheet, ("crew",), dict.fromkeys(CHARACTERISTICS, USUAL)),
        weapons=tuple(_weapon(sheet, name) for name in sorted(sheet.table(("weapons",)))),
    )
    sheet.refuse()
    return read


def read_crew(sheet: GameSheet, path: KeyPath, usual: Mapping[str, int]) -> Crew:
    """The crew in a table; what it does not say is as `usual`, or 0. A fault reads as the least there is."""
    sheet.table(path, CREW_KEYS)
    return Crew(**{key: sheet.whole((*path, key), *_limits(key), usual.get(key, 0)) for key in CREW_KEYS})


def _limits(key: str) -> tuple[int, int]:
    return CHARACTERISTIC_LIMITS if key in CHARACTERISTICS else RANK_LIMITS


def _weapon(sheet: GameSheet, name: str) -> StarshipWeapon:
    path: KeyPath = ("weapons", name)
    sheet.word(path, name, "a weapon's", "forward-lasers")
    sheet.table(path, WEAPON_KEYS)
    return StarshipWeapon(
        name=name,
        arcs=_arcs(sheet, (*path, "arcs")),
        reach=cast("Band", sheet.choice((*path, "reach"), BANDS)),
        damage=sheet.whole((*path, "damage"), *DAMAGE_LIMITS),
        critical=sheet.whole((*path, "critical"), *CRITICAL_LIMITS),
    )


def _arcs(sheet: GameSheet, path: KeyPath) -> tuple[Arc, ...]:
    """The arcs that a weapon bears in, at least one, in the order in which they are told."""
    entries = sheet.many(path, '["forward"]')
    if isinstance(sheet.get(path), list | tuple) and not entries:
        sheet.fault(path, f"it names none. Write at least one of {', '.join(ARCS)}.")
    arcs: list[str] = []
    for at in range(len(entries)):
        arc = sheet.one_of((*path, at), "forward", "arc", ARCS)
        if arc in arcs:
            sheet.fault((*path, at), f"{arc} is there twice. Write it once.")
        arcs.append(arc)
    return tuple(arc for arc in ARCS if arc in arcs)
