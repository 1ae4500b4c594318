"""What a unit's card says: ships, bases, shuttles, seeking weapons and mines as values, their numbers the players'.

The classes are the schema of the cards, which players write in TOML, and of what a game stores of them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from attrs import evolve, frozen

from sits_es.rules import schema
from sits_es.rules.schema import (
    choice,
    data_of,
    key,
    named_tables,
    only,
    read_whole,
    several,
    switch,
    value,
    whole,
    wholes,
)
from sits_es.rules.sfb.sums.arcs import PARTS, mount_of_each
from sits_es.rules.sfb.sums.numbers import FULL_TURN, WHOLE, written
from sits_es.rules.sfb.sums.turn_modes import read_turn_class
from sits_es.rules.sfb.sums.weapons import ALL_MOUNTS, SWIVELS
from sits_es.sentences import article, either, listed, unknown
from sits_es.values import Value

if TYPE_CHECKING:  # whoever shows a board reads no file
    from sits_es.rules.sfb.cards.decimals import DecimalSheet
    from sits_es.toml import KeyPath

#: Kinds of units. Fighters are shuttles.
Kind = Literal["ship", "base", "shuttle", "seeking", "mine"]
KINDS: Final[tuple[Kind, ...]] = ("ship", "base", "shuttle", "seeking", "mine")
ARMED: Final = ("ship", "base", "shuttle")

#: How a weapon is mounted: by pitch (D2.11), and the special ones (D2.32 to D2.35, E8.23).
Mount = Literal["top", "centre", "bottom", "wing", "rear-row", "swivel", "mauler"]
MOUNTS: Final = (*ALL_MOUNTS, "mauler")

#: How what a launcher launches is placed: towards its target (F1.24), with the tube (FP3.1), or swivelled (D2.34).
Placing = Literal["free", "fixed", "swivel"]
PLACINGS: Final[tuple[Placing, ...]] = ("free", "fixed", "swivel")
#: Rear-firing tubes that place their torpedo at one yaw: degrees to the left. Rule: D2.35.
REAR_FIRING: Final[dict[str, int]] = {"L/LR": 120, "R/RR": 240}

#: The most weapons of a group; arcs that hold straight ahead, one of which a rear-row weapon has. Rule: D2.33.
MOST_WEAPONS: Final = 99
FORWARD: Final = frozenset({"LF", "RF", "FH"})

#: The turn class of kinds that have one of their own. Rule: C3.31, C3.7; a mine stays as it lies, as a base does.
OWN_TURN_CLASS: Final[dict[str, str]] = {"base": "base", "seeking": "seeking", "shuttle": "shuttle", "mine": "base"}
#: Turn classes of the chart, which are a ship's.
SHIP_CLASSES: Final = ("AA", "A", "B", "C", "D", "E", "F")


def decimal(what: str, least: int, most: int, rule: str, default: int | None = None) -> Any:
    """A field of a decimal in ten-thousandths, written as a text; as `DecimalSheet.decimal` reads it."""
    return value(lambda sheet, path: sheet.decimal(path, what, least, most, rule=rule, default=default), written)


def _one(word: str) -> str:
    return article("seeking weapon" if word == "seeking" else word)


def _has_none(word: str, owners: Sequence[str]) -> str:
    return f"{_one(word)} has none. Leave it out, or write it for {either(map(_one, owners))}."


def _other_placing(word: str, owners: Sequence[str]) -> str:
    return f'placing is "{word}". Leave this out, or write placing = "{owners[0]}" (FP3.1).'


def _mounts(sheet: "DecimalSheet", path: "KeyPath") -> tuple[str, ...]:
    """How each weapon is mounted: as written, one word for all of them, or by D2.11's rule."""
    from sits_es.toml import ABSENT

    at = (*path, "mounts")
    found = sheet.get(at)
    if found is ABSENT or isinstance(found, str):
        number = sheet.whole((*path, "number"), 1, MOST_WEAPONS)
        return mount_of_each(number) if found is ABSENT else (_mount(sheet, at),) * number
    entries = sheet.many(at, '["top", "bottom"]')
    if not 1 <= len(entries) <= MOST_WEAPONS and isinstance(found, list | tuple):
        sheet.fault(at, f"it has {len(entries)} mounts. Write one for each weapon, at most {MOST_WEAPONS} (D2.11).")
    mounts = tuple(_mount(sheet, (*at, place)) for place in range(len(entries)))
    number = sheet.whole((*path, "number"), 1, MOST_WEAPONS, len(mounts) or 1)
    if sheet.get((*path, "number")) == number and mounts and number != len(mounts):
        sheet.fault((*path, "number"), f"{number} weapons have {len(mounts)} mounts. Write one per weapon (D2.11).")
    odd = {mount for mount in mounts if mount in {"swivel", "mauler"}}
    if odd and len(set(mounts)) > 1:
        others = "Put the other weapons in another group (D2.11)."
        sheet.fault(at, f"a group with a {min(odd)} can hold nothing else. {others}")
    return mounts


def _mount(sheet: "DecimalSheet", path: "KeyPath") -> str:
    found = sheet.get(path)
    if not isinstance(found, str):
        sheet.text(path, "top")
    elif found not in MOUNTS:
        sheet.fault(path, f"{unknown('mount', found, MOUNTS)} (D2.11)")
    return found if found in MOUNTS else "centre"


def _mounts_data(mounts: Sequence[Mount]) -> dict[str, Any]:
    return {"number": len(mounts), "mounts": list(mounts)}


def _arcs(sheet: "DecimalSheet", path: "KeyPath") -> tuple[str, ...]:
    """The yaw arcs as they are written; the one word of a swivel; none for a mauler."""
    from sits_es.toml import ABSENT

    mounts = sheet.get((*path[:-1], "mounts"))
    mounts = {mounts} if isinstance(mounts, str) else set(map(str, mounts)) if isinstance(mounts, list | tuple) else ()
    if "mauler" in mounts:
        if sheet.get(path) not in (ABSENT, [], ()):
            sheet.fault(path, "a mauler has no arc: it reaches 15 degrees to each side. Leave this out (E8.23).")
        return ()
    swivel = "swivel" in mounts
    what, known, rule = ("swivel", tuple(SWIVELS), "D2.34") if swivel else ("arc", tuple(PARTS), "D2.12")
    arcs = several(sheet, path, what, known, f'Write at least one, such as ["{known[0]}"] ({rule}).', rule)
    if swivel and len(arcs) > 1:
        sheet.fault(
            path, f"a swivel is one of {listed(SWIVELS)}. Write one, and put any other in its own group ({rule})."
        )
    if "rear-row" in mounts and arcs and not FORWARD & {part for arc in arcs for part in PARTS.get(arc, ())}:
        sheet.fault(path, "a rear-row weapon bears ahead too. Write a forward arc, such as FA (D2.33).")
    return arcs


def _swivel(sheet: "DecimalSheet", path: "KeyPath") -> str:
    """The mount of a swivel; a fault reads as FP. Rule: D2.34, D2.35."""
    known = (*SWIVELS, *REAR_FIRING)
    found = sheet.text(path, "FP")
    if isinstance(sheet.get(path), str) and found not in known:
        sheet.fault(path, f"{unknown('swivel', found, known)} (D2.34)")
    return found if found in known else "FP"


def _turn_class(sheet: "DecimalSheet", path: "KeyPath") -> str:
    """The turn class, which a ship must have; other kinds have their own, or one in hexes."""
    kind = sheet.get((*path[:-1], "kind"))
    if kind not in KINDS:
        return ""
    own = OWN_TURN_CLASS.get(kind)
    found = str(sheet.meant(path, own or "C", read_turn_class, own or "C", needed=own is None))
    stays = kind in {"base", "mine"}
    allowed = SHIP_CLASSES if own is None else (own,)
    if found not in allowed and (stays or not found.startswith("hexes:")):
        listed = ", ".join(allowed) + ("" if stays else " or hexes:T")
        sheet.fault(path, f"{_one(kind)} cannot have turn class {found}. Write {listed} (C3.31).")
    return found


@frozen(kw_only=True)
class WeaponGroup(Value):
    """A group of weapons that share a border on the display. Rule: D2.11.

    arcs: of D2.12 and D2.31, or the one word of a swivel mount such as LP; none for a mauler. mounts: one for each
    weapon of the group. dice: six-sided dice that each rolls when it is fired, 0 up; what they mean is in the players'
    own tables.
    """

    name: str = key("a group's", "phasers")
    mounts: tuple[Mount, ...] = value(_mounts, _mounts_data, keys=("number", "mounts"))
    arcs: tuple[str, ...] = value(_arcs, list)
    dice: int = whole(0, 99, 0)

    @property
    def number(self) -> int:
        """Weapons in the group."""
        return len(self.mounts)


@frozen(kw_only=True)
class Launcher(Value):
    """What launches seeking weapons. launches: their class; shots: how many in a game, 0 for any number.

    placing: see `Placing`; yaw: of a fixed tube, to the left, in ten-thousandths of a degree; swivel: its mount, such
    as LP, or empty. Rule: F1.24, FP3.1, D2.34, D2.35.
    """

    name: str = key("a launcher's", "drone")
    launches: str = schema.name("Sample drone")
    shots: int = whole(0, 9999, 0)
    placing: Placing = choice(PLACINGS, "free", decides=_other_placing)
    yaw: int = only(("fixed",), decimal("a yaw", -FULL_TURN // 2, FULL_TURN, "FP3.1", 0), 0)
    swivel: str = only(("swivel",), value(_swivel), "")

    def checked(self, _sheet: "DecimalSheet", _path: "KeyPath") -> Self:
        """The launcher with its yaw from 0 up; a rear-firing swivel is a tube that is fixed."""
        if self.swivel in REAR_FIRING:
            return evolve(self, placing="fixed", yaw=REAR_FIRING[self.swivel] * WHOLE, swivel="")
        return evolve(self, yaw=self.yaw % FULL_TURN)


@frozen(kw_only=True)
class UnitClass(Value):
    """One card. turn_class: AA, A to F, shuttle, seeking, base or hexes:T (C3.31, C3.7).

    breakdown: at the first high-energy turn, the second and so on, the last for all further ones: a die of this or more
    is a breakdown (7: never); the players' own numbers. web, sphere: whether it lays webs and forms spheres.
    speed: of a seeking weapon; endurance: impulses that it flies, 0 for no end. strength: points with which a mine or a
    seeking weapon explodes; 0: it doesn't explode, its impact is a hit. zone: within which a mine detonates.
    detonates: a die of this or less sets a mine off, 6: no die is rolled.
    Speeds, strengths and hexes in ten-thousandths.
    """

    name: str = schema.name("Sample cruiser")
    kind: Kind = choice(KINDS, decides=_has_none)
    turn_class: str = value(_turn_class)
    breakdown: tuple[int, ...] = only(
        ("ship", "shuttle"), wholes(1, 7, "[6, 5, 4]", 20, "Write at most 20; all later turns use the last (C6)."), ()
    )
    web: bool = only(("ship", "base"), switch(), False)
    sphere: bool = only(("ship", "base"), switch(), False)
    weapons: tuple[WeaponGroup, ...] = only(ARMED, named_tables(WeaponGroup), ())
    launchers: tuple[Launcher, ...] = only(ARMED, named_tables(Launcher), ())
    speed: int = only(("seeking",), decimal("a speed", 1, 999 * WHOLE, "F2"), 0)
    strength: int = only(("seeking", "mine"), decimal("a strength", 0, 9999 * WHOLE, "D5.2", 0), 0)
    zone: int = only(("mine",), decimal("a detonation zone", 1, 9999 * WHOLE, "M2.40"), 0)
    endurance: int = only(("seeking",), whole(0, 9999, 0), 0)
    detonates: int = only(("mine",), whole(1, 6, 6), 6)

    def weapon(self, name: str) -> WeaponGroup | None:
        """The group of that name, None when there is none."""
        return next((group for group in self.weapons if group.name == name), None)

    def launcher(self, name: str) -> Launcher | None:
        """The launcher of that name, None when there is none."""
        return next((each for each in self.launchers if each.name == name), None)


def read_unit(text: str, source: str) -> UnitClass:
    """Read a unit card. SheetFaults names every fault at once by key and line. source: what to call the file."""
    from sits_es.rules.sfb.cards.decimals import DecimalSheet

    return read_whole(UnitClass, DecimalSheet.read_card(text, source, "sfb"))


def from_data(data: Mapping[str, Any], name: str) -> UnitClass:
    """The class that `to_data` wrote. SheetFaults names every fault at once, by key."""
    from sits_es.rules.sfb.cards.decimals import DecimalSheet

    return read_whole(UnitClass, DecimalSheet(f"Class {name}", data))


def classes_of(classes: Mapping[str, Any]) -> dict[str, UnitClass]:
    """The classes of a game, from the data that `to_data` wrote, by name. Raises UnreadableError for other data."""
    return {name: from_data(data, name) for name, data in classes.items()}


def to_data(unit_class: UnitClass) -> dict[str, Any]:
    """The class in the shape of its file, decimals as texts; what its kind does not have is left out."""
    return data_of(unit_class)
