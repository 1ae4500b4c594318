"""The units of a scenario file: where each begins, how it points and moves, what it carries. Rule: S3D1, S3D2.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from sits_es.errors import UnreadableError
from sits_es.rules.sfb_n3d import UNIT_FOLDER
from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.rules.sfb_n3d.cards.unit_class import Kind, UnitClass
from sits_es.rules.sfb_n3d.motion.facts import UnitPlaced
from sits_es.rules.sfb_n3d.scenario.classes import launch_problems
from sits_es.rules.sfb_n3d.scenario.reading import MOST_TABLES, where
from sits_es.rules.sfb_n3d.scenario.taken_names import Names
from sits_es.rules.sfb_n3d.sums.facings import AXES, Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb_n3d.sums.hexes import facing_of
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place, read_inertia
from sits_es.rules.sfb_n3d.sums.turn_modes import BASE
from sits_es.sentences import unknown
from sits_es.toml import ABSENT, KeyPath

UNIT_KEYS: Final = (
    *("name", "class", "player", "place", "hex", "facing", "speed"),
    *("thrust", "inertia", "crew", "rotation", "aboard"),
)
#: Keys that only some kinds of units have.
ONLY: Final[dict[str, tuple[Kind, ...]]] = {
    "speed": ("ship", "shuttle"),
    "thrust": ("ship", "shuttle"),
    "inertia": ("ship", "shuttle"),
    "crew": ("ship",),
    "rotation": ("base",),
    "aboard": ("shuttle",),
}
#: What a unit that is carried takes from its carrier.
CARRIED: Final = ("place", "hex", "facing", "thrust", "inertia")
CREWS: Final = ("usual", "outstanding")
#: The highest warp speed that can be written, in ten-thousandths of a hex a turn; the rules set none.
MOST_SPEED: Final = 9_999 * WHOLE

Placed = dict[str, UnitPlaced]


def units(
    sheet: DecimalSheet, names: Names, sides: Mapping[str, str], classes: Mapping[str, UnitClass]
) -> dict[str, tuple[KeyPath, UnitPlaced]]:
    """Every unit of a file by its name, with its place in the file. sides: of players, by id."""
    found: dict[str, tuple[KeyPath, UnitPlaced]] = {}
    told: set[str] = set()
    if sheet.get(("units",)) is ABSENT:
        sheet.fault(("units",), "it is missing. Write each unit as a table of its own under [[units]].")
    for path in sheet.tables(("units",), "unit", MOST_TABLES):
        unit = _unit(sheet, path, names, sides, classes)
        card = classes.get(unit.unit_class)
        if card is not None and card.name not in told:
            told.add(card.name)
            for problem in launch_problems(card, classes):
                sheet.fault((*path, "class"), problem)
        found.setdefault(unit.unit, (path, unit))
    for name, (path, unit) in found.items():
        if unit.aboard is not None:
            found[name] = (
                path,
                _carried(sheet, path, unit, {each: other for each, (_, other) in found.items()}, classes),
            )
    return found


def _unit(
    sheet: DecimalSheet, path: KeyPath, names: Names, sides: Mapping[str, str], classes: Mapping[str, UnitClass]
) -> UnitPlaced:
    sheet.table(path, UNIT_KEYS)
    name = names.take(sheet, (*path, "name"), "unit", "Kestrel")
    unit_class = sheet.unit_class((*path, "class"), "Sample cruiser", tuple(classes), UNIT_FOLDER)
    player = sheet.one_of((*path, "player"), "red", "player", tuple(sides))
    card = classes.get(unit_class)
    kind = "ship" if card is None else card.kind
    if kind == "seeking":
        sheet.fault(
            (*path, "class"), "a seeking weapon begins with its launch. Place the unit that launches it (A3.4)."
        )
    for key, kinds in ONLY.items():
        if kind not in kinds and kind != "seeking" and sheet.get((*path, key)) is not ABSENT:
            sheet.fault((*path, key), f"a {kind} has none. Leave it out: only a {' or a '.join(kinds)} has it.")
    aboard = None
    if sheet.get((*path, "aboard")) is not ABSENT:
        aboard = sheet.text((*path, "aboard"), "Kestrel")
        for key in CARRIED:
            if sheet.get((*path, key)) is not ABSENT:
                sheet.fault((*path, key), "it begins aboard and has its carrier's. Leave this out (A3.4).")
    unit = UnitPlaced(
        unit=name,
        unit_class=unit_class,
        player=player,
        side=sides.get(player, ""),
        place=Place(),
        facing=Facing(),
        speed=sheet.decimal((*path, "speed"), "a speed", 0, MOST_SPEED, rule="C1.43", default=0),
        outstanding=sheet.choice((*path, "crew"), CREWS, CREWS[0]) == "outstanding",
        rotation=sheet.meant((*path, "rotation"), "yaw 5", read_rotation, Turn(), needed=False),
        aboard=aboard,
    )
    if aboard is not None:
        return unit
    return evolve(
        unit,
        place=where(sheet, path),
        facing=sheet.meant(
            (*path, "facing"), "yaw 180", facing_or_letter, Facing(), needed=kind in {"ship", "shuttle"}
        ),
        thrust=sheet.decimal((*path, "thrust"), "a thrust", 0, WHOLE, rule="C2.111", default=0),
        inertia=sheet.meant((*path, "inertia"), "-0.5,0,0", read_inertia, Inertia(), needed=False),
    )


def facing_or_letter(text: str) -> Facing:
    """A facing in degrees, such as `yaw 300`, or by its letter on the hex map. Rule: C1.21, S3D1.2.

    Raises UnreadableError with every fault.
    """
    return facing_of(text.strip()) if len(text.split()) == 1 else read_facing(text)


def read_rotation(text: str) -> Turn:
    """What a base turns each impulse, up to 7.5 degrees on each axis. Raises UnreadableError. Rule: C3.7, C3.71."""
    turn = read_turn(text)
    problems = [
        f"A base that turns {axis} {written(getattr(turn, axis))} is too fast. Write -7.5 to 7.5 (C3.7)."
        for axis in AXES
        if abs(getattr(turn, axis)) > BASE
    ]
    if problems:
        raise UnreadableError(problems)
    return turn


def _carried(
    sheet: DecimalSheet, path: KeyPath, unit: UnitPlaced, others: Placed, classes: Mapping[str, UnitClass]
) -> UnitPlaced:
    """A unit that begins aboard another, at its place."""
    at = (*path, "aboard")
    carriers = tuple(
        name
        for name, other in others.items()
        if other.player == unit.player
        and other.aboard is None
        and other.unit_class in classes
        and classes[other.unit_class].kind in {"ship", "base"}
    )
    if not isinstance(sheet.get(at), str):
        return unit
    carrier = sheet.text(at, "Kestrel")
    if carrier not in carriers:
        said = unknown("carrier", carrier, carriers)
        sheet.fault(at, f"{said} A carrier is a ship or a base of the same player (A3.4).")
        return unit
    return evolve(unit, place=others[carrier].place, facing=others[carrier].facing)
