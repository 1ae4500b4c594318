"""What a ship attacks with, and what its turret arc indicator may be."""

from __future__ import annotations

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


def _arc(sheet: GameSheet, path: KeyPath) -> str:
    front = sheet.get((*path[:-1], "kind")) in FRONT_UNLESS_STATED
    return sheet.choice(path, WEAPON_ARCS, "front" if front else None)


@frozen(kw_only=True)
class Weapon(Value):
    """A weapon of a ship.

    name: its name; kind: of weapon; arc: the arc that it states, or `TURRET`; upgrade: whether it comes from an upgrade
    card. Rule: rules.md, Turrets, Firing arcs.
    """

    name: str = name("Lasers")
    kind: WeaponKind = choice(KINDS)
    arc: str = value(_arc)
    upgrade: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}, {self.arc}{', upgrade' if self.upgrade else ''})"


def firing_arcs_of(
    shaded: Iterable[str], points: Iterable[str], weapons: Iterable[Weapon]
) -> dict[str, tuple[str, ...]]:
    """A ship's firing arcs in order, each with whence it is: those shaded on its token, its turret's, its upgrades'.

    Of upgrades only a turret arc, which is among `points`, and a primary weapon's stated arc count.
    Rule: rules.md, Firing arcs.
    """
    stated = [each.arc for each in weapons if each.upgrade and each.kind == "primary" and each.arc != TURRET]
    return firing_arcs(shaded=shaded, turret=points, upgrades=stated)
