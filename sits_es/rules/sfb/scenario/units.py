"""The units of a scenario file: where each begins, how it points and moves, what it carries. Rule: S3D1, S3D2.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import evolve, frozen

from sits_es.errors import UnreadableError
from sits_es.rules.scenario_sheet import new_name, whose
from sits_es.rules.schema import choice, meant, only, read_as, value
from sits_es.rules.sfb.cards.unit_class import UnitClass, decimal
from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.scenario.sheet import MOST_TABLES, MapSheet
from sits_es.rules.sfb.sums.facings import AXES, Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.hexes import facing_of
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia
from sits_es.rules.sfb.sums.turn_modes import BASE
from sits_es.sentences import unknown
from sits_es.toml import ABSENT, KeyPath
from sits_es.values import Value

#: What a unit that is carried takes from its carrier.
CARRIED: Final = ("place", "hex", "facing", "thrust", "inertia")
CREWS: Final = ("usual", "outstanding")
#: The highest warp speed that can be written, in ten-thousandths of a hex a turn; the rules set none.
MOST_SPEED: Final = 9_999 * WHOLE

MOVING: Final = ("ship", "shuttle")


def launch_problems(card: UnitClass, classes: Mapping[str, UnitClass]) -> Iterator[str]:
    """Why a class can't be in a game: what one of its launchers launches is no seeking weapon that there is."""
    seeking = tuple(name for name, other in classes.items() if other.kind == "seeking")
    for launcher in card.launchers:
        if launcher.launches not in seeking:
            said = unknown("seeking weapon", launcher.launches, seeking)
            yield f"{card.name}'s {launcher.name} launches something that is not a seeking weapon. {said} (F1.24)"


def needed(used: Mapping[str, UnitClass], classes: Mapping[str, UnitClass]) -> dict[str, UnitClass]:
    """The classes of a game: those of its units and those that these launch, by name, in order of name."""
    launched = {each.launches for card in used.values() for each in card.launchers}
    return {name: classes[name] for name in sorted({*used, *launched}) if name in classes}


def facing_or_letter(text: str) -> Facing:
    """A facing in degrees, such as `yaw 300`, or by its letter on the hex map. Rule: C1.21, S3D1.2.

    Raises UnreadableError with every fault.
    """
    return facing_of(text.strip()) if len(text.split()) == 1 else read_facing(text)


def read_rotation(text: str) -> Turn:
    """What a base turns each impulse, up to 7.5 degrees on each axis. Raises UnreadableError. Rule: C3.7, C3.71."""
    turn = read_turn(text)
    problems = [
        f"A base cannot turn {axis} {written(getattr(turn, axis))} each impulse. Write -7.5 to 7.5 (C3.7)."
        for axis in AXES
        if abs(getattr(turn, axis)) > BASE
    ]
    if problems:
        raise UnreadableError(problems)
    return turn


def _place(sheet: MapSheet, path: KeyPath) -> Place:
    return Place() if _is_carried(sheet, path) else sheet.place(path)


def _facing(sheet: MapSheet, path: KeyPath) -> Facing:
    """How it points, which what moves must say."""
    if _is_carried(sheet, path[:-1]):
        return Facing()
    card = sheet.card(path[:-1])
    needed = card is None or card.kind in MOVING
    return sheet.meant(path, "yaw 180", facing_or_letter, Facing(), needed=needed)


def _is_carried(sheet: MapSheet, path: KeyPath) -> bool:
    return sheet.get((*path, "aboard")) is not ABSENT


def _aboard(sheet: MapSheet, path: KeyPath) -> str | None:
    """The unit that carries it."""
    if sheet.get(path) is ABSENT:
        return None
    for key in CARRIED:
        if sheet.get((*path[:-1], key)) is not ABSENT:
            sheet.fault((*path[:-1], key), "a unit that begins aboard has its carrier's. Leave this out (A3.4).")
    return sheet.text(path, "Kestrel")


@frozen(kw_only=True)
class UnitRow(Value):
    """A unit in its file. aboard: the unit that carries it, None if it begins on the map; the rest as its fact."""

    unit: str = new_name("unit", "Kestrel", "name")
    unit_class: str = value(
        lambda sheet, path: sheet.unit_class(path, "Sample cruiser", tuple(sheet.classes)), keys=("class",)
    )
    player: str = whose()
    place: Place = value(_place, keys=("place", "hex"))
    facing: Facing = value(_facing)
    speed: int = only(MOVING, decimal("a speed", 0, MOST_SPEED, "C1.43", 0), 0)
    thrust: int = only(MOVING, decimal("a thrust", 0, WHOLE, "C2.111", 0), 0)
    inertia: Inertia = only(MOVING, meant(read_inertia, "-0.5,0,0", Inertia(), needed=False), Inertia())
    crew: str = only(("ship",), choice(CREWS, CREWS[0]), CREWS[0])
    rotation: Turn = only(("base",), meant(read_rotation, "yaw 5", Turn(), needed=False), Turn())
    aboard: str | None = only(("shuttle",), value(_aboard), None)

    def fact(self, side: str) -> UnitPlaced:
        """It on the map, or aboard another."""
        more: dict[str, Any] = {} if self.aboard else {"thrust": self.thrust, "inertia": self.inertia}
        return UnitPlaced(
            unit=self.unit,
            unit_class=self.unit_class,
            player=self.player,
            side=side,
            place=self.place,
            facing=self.facing,
            speed=self.speed,
            outstanding=self.crew == "outstanding",
            rotation=self.rotation,
            aboard=self.aboard,
            **more,
        )


def units(sheet: MapSheet) -> dict[str, tuple[KeyPath, UnitPlaced]]:
    """Every unit of a file by its name, with its place in the file."""
    found: dict[str, tuple[KeyPath, UnitPlaced]] = {}
    told: set[str] = set()
    for path in sheet.units("unit", MOST_TABLES):
        card = sheet.card(path)
        kind = "" if card is None or card.kind == "seeking" else card.kind
        row = read_as(UnitRow, sheet, path, decides=kind)
        unit = row.fact(sheet.sides.get(row.player, ""))
        for problem in _class_problems(card, sheet.classes, told):
            sheet.fault((*path, "class"), problem)
        found.setdefault(unit.unit, (path, unit))
    on_map = {name: unit for name, (_, unit) in found.items()}
    for name, (path, unit) in found.items():
        if unit.aboard is not None:
            found[name] = path, _carried(sheet, path, unit, on_map)
    return found


def _class_problems(card: UnitClass | None, classes: Mapping[str, UnitClass], told: set[str]) -> Iterator[str]:
    """Why no unit of a class can be in a game. told: classes of which all has been said but that."""
    if card is None:
        return
    if card.kind == "seeking":
        yield "a seeking weapon begins when it is launched. Place the unit that launches it (A3.4)."
    if card.name not in told:
        told.add(card.name)
        yield from launch_problems(card, classes)


def _carried(sheet: MapSheet, path: KeyPath, unit: UnitPlaced, others: Mapping[str, UnitPlaced]) -> UnitPlaced:
    """A unit that begins aboard another, at its place."""
    at = (*path, "aboard")
    carriers = tuple(
        name
        for name, other in others.items()
        if other.player == unit.player
        and other.aboard is None
        and other.unit_class in sheet.classes
        and sheet.classes[other.unit_class].kind in {"ship", "base"}
    )
    if not isinstance(sheet.get(at), str):
        return unit
    carrier = sheet.text(at, "Kestrel")
    if carrier not in carriers:
        said = unknown("carrier", carrier, carriers)
        sheet.fault(at, f"{said} A carrier is a ship or a base of the same player (A3.4).")
        return unit
    return evolve(unit, place=others[carrier].place, facing=others[carrier].facing)
