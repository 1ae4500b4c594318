"""What a ship attacks with, and what its turret arc indicator may be."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen

from sits_es.rules.schema import choice, name, value
from sits_es.rules.xwing.sums.areas import ARCS
from sits_es.rules.xwing.sums.firing_arcs import firing_arcs
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.rules.game_sheet import GameSheet
    from sits_es.toml import KeyPath

#: What a weapon says that attacks in whatever arc the turret arc indicator points toward.
TURRET: Final = "turret"
#: What an arc of a weapon may be.
WEAPON_ARCS: Final = (*ARCS, TURRET)

WeaponKind = Literal["primary", "special", "cannon", "torpedo", "missile"]
#: Kinds of weapons; the last three use the front arc unless another is stated.
KINDS: Final[tuple[WeaponKind, ...]] = ("primary", "special", "cannon", "torpedo", "missile")
FRONT_UNLESS_STATED: Final[tuple[WeaponKind, ...]] = ("cannon", "torpedo", "missile")

TurretKind = Literal["single", "double"]
#: How many standard arcs each kind of indicator points toward.
TURRETS: Final[dict[TurretKind, int]] = {"single": 1, "double": 2}


def _arc(sheet: "GameSheet", path: "KeyPath") -> str:
    front = sheet.get((*path[:-1], "kind")) in FRONT_UNLESS_STATED
    return sheet.choice(path, WEAPON_ARCS, "front" if front else None)


#: A weapon's ranges as they are written: the first and the last, or the only one.
_RANGES: Final = re.compile(r"([0-3])(?:-([0-3]))?")
#: Ranges of a weapon that states none: range 0 is touching. Rule: rules.md, Firing arcs.
USUAL_RANGES: Final = "1-3"


def _ranges(sheet: "GameSheet", path: "KeyPath") -> str:
    """Such as `2-3`, or `1`."""
    text = sheet.text(path, USUAL_RANGES, USUAL_RANGES)
    found = _RANGES.fullmatch(text)
    first, last = ("1", "3") if found is None else (found[1], found[2] or found[1])
    if text and (found is None or first > last):
        sheet.wrong(path, "are no ranges", 'the first and the last, such as "2-3", or one, such as "1"')
        return USUAL_RANGES
    return first if first == last else f"{first}-{last}"


@frozen(kw_only=True)
class Weapon(Value):
    """A weapon of a ship.

    name: its name; kind: of weapon; arc: the arc that it states, or `turret`; ranges: the first and the last at which
    it attacks, such as `2-3`, or the only one; upgrade: whether it comes from an upgrade card. Rule: rules.md, Turrets,
    Firing arcs, Objects.
    """

    name: str = name("Lasers")
    kind: WeaponKind = choice(KINDS)
    arc: str = value(_arc)
    ranges: str = value(_ranges, default=USUAL_RANGES)
    upgrade: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}, {self.where}{', upgrade' if self.upgrade else ''})"

    @property
    def where(self) -> str:
        """Its arc, and its ranges where they are not the usual ones."""
        return self.arc if self.ranges == USUAL_RANGES else f"{self.arc}, range {self.ranges.replace('-', ' to ')}"

    def reaches(self, band: int) -> bool:
        """Whether it attacks at a range."""
        return int(self.ranges[0]) <= band <= int(self.ranges[-1])


def firing_arcs_of(
    shaded: Iterable[str], points: Iterable[str], weapons: Iterable[Weapon]
) -> dict[str, tuple[str, ...]]:
    """A ship's firing arcs in order, each with whence it is: those shaded on its token, its turret's, its upgrades'.

    Of upgrades only a turret arc, which is among `points`, and a primary weapon's stated arc count.
    Rule: rules.md, Firing arcs.
    """
    stated = [each.arc for each in weapons if each.upgrade and each.kind == "primary" and each.arc != TURRET]
    return firing_arcs(shaded=shaded, turret=points, upgrades=stated)
