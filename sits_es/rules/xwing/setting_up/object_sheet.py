"""An object of a scenario file: a circle round a place, or a polygon by its corners. Rule: rules.md, Objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from sits_es.rules.scenario_sheet import new_name
from sits_es.rules.schema import choice, value
from sits_es.rules.xwing.setting_up.facts import ObjectKind, ObjectLaid
from sits_es.rules.xwing.setting_up.ship_sheet import number, two_numbers
from sits_es.rules.xwing.sums.numbers import ON_RECORD
from sits_es.rules.xwing.sums.objects import KINDS, whole
from sits_es.toml import ABSENT
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.rules.game_sheet import GameSheet
    from sits_es.toml import KeyPath

#: The largest radius of a circle, in mm, and the most corners of a polygon. Rule: house.
LARGEST, MOST_CORNERS = 500, 60


def _spot(sheet: GameSheet, path: KeyPath) -> tuple[str, str] | None:
    if not two_numbers(sheet, path, "[-40, 12.5]", "X and Y in mm"):
        return None
    x, y = (number(sheet, (*path, axis), "mm", -ON_RECORD, ON_RECORD) for axis in range(2))
    return (x, y) if all(sheet.is_right((*path, axis)) for axis in range(2)) else None


def _at(sheet: GameSheet, path: KeyPath) -> tuple[str, str] | None:
    """The middle of a circle."""
    if sheet.get(path) is not ABSENT:
        return _spot(sheet, path)
    if sheet.get((*path[:-1], "corners")) is ABSENT:
        sheet.fault(path, "it is missing. Write at and radius for a circle, or corners for a polygon.")
    return None


def _radius(sheet: GameSheet, path: KeyPath) -> str:
    """Of a circle, in mm."""
    if sheet.get((*path[:-1], "at")) is ABSENT and sheet.get(path) is ABSENT:
        return "0"
    return number(sheet, path, "a radius in mm", 1, LARGEST)


def _corners(sheet: GameSheet, path: KeyPath) -> tuple[tuple[str, str], ...]:
    """Of a polygon, in order."""
    if sheet.get(path) is ABSENT:
        return ()
    if sheet.get((*path[:-1], "at")) is not ABSENT or sheet.get((*path[:-1], "radius")) is not ABSENT:
        sheet.fault(path, "it is already a circle. Leave out the corners, or leave out at and radius.")
        return ()
    many = len(sheet.many(path, "[[0, 0], [40, 0], [20, 30]]"))
    spots = [_spot(sheet, (*path, at)) for at in range(many)]
    found = tuple(spot for spot in spots if spot is not None)
    if len(found) == many and sheet.is_right(path) and not 3 <= many <= MOST_CORNERS:
        sheet.fault(path, f"it has {many} corners. Write 3 to {MOST_CORNERS}.")
    elif len(found) == many >= 3 and not whole((float(x), float(y)) for x, y in found):
        sheet.fault(path, "its edges cross, or it has no area. Write the corners in order round the edge.")
    return found


@frozen(kw_only=True)
class ObjectSheet(Value):
    """An object as its table has it: `at` and `radius` of a circle, or `corners` of a polygon."""

    name: str = new_name("object", "Rock")
    kind: ObjectKind = choice(KINDS)
    at: tuple[str, str] | None = value(_at)
    radius: str = value(_radius)
    corners: tuple[tuple[str, str], ...] = value(_corners)

    def laid(self) -> ObjectLaid:
        """It as it lies on the table."""
        x, y = self.at or ("0", "0")
        return ObjectLaid(name=self.name, kind=self.kind, corners=self.corners, x=x, y=y, radius=self.radius)
