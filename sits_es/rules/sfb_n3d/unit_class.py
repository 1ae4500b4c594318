"""What a unit's card says: ships, bases, shuttles, seeking weapons and mines as values, their numbers the players'."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

#: Kinds of units. Fighters are shuttles.
Kind = Literal["ship", "base", "shuttle", "seeking", "mine"]
KINDS: Final[tuple[Kind, ...]] = ("ship", "base", "shuttle", "seeking", "mine")

#: How a weapon is mounted: by pitch (D2.11), and the special ones (D2.32 to D2.35, E8.23).
Mount = Literal["top", "centre", "bottom", "wing", "rear-row", "swivel", "mauler"]

#: How what a launcher launches is placed: towards its target (F1.24), with the tube (FP3.1), or swivelled (D2.34).
Placing = Literal["free", "fixed", "swivel"]


@frozen(kw_only=True)
class WeaponGroup:
    """A group of weapons that share a border on the display. Rule: D2.11.

    arcs: of D2.12 and D2.31, or the one word of a swivel mount such as LP; none for a mauler. mounts: one for each
    weapon of the group. dice: six-sided dice that each rolls when it is fired, 0 up; what they mean is in the players'
    own tables.
    """

    name: str
    arcs: tuple[str, ...]
    mounts: tuple[Mount, ...]
    dice: int = 0

    @property
    def number(self) -> int:
        """Weapons in the group."""
        return len(self.mounts)


@frozen(kw_only=True)
class Launcher:
    """What launches seeking weapons. launches: their class; shots: how many in a game, 0 for any number.

    placing: see `Placing`; yaw: of a fixed tube, to the left, in ten-thousandths of a degree; swivel: its mount, such
    as LP, or empty. Rule: F1.24, FP3.1, D2.34, D2.35.
    """

    name: str
    launches: str
    shots: int = 0
    placing: Placing = "free"
    yaw: int = 0
    swivel: str = ""


@frozen(kw_only=True)
class UnitClass:
    """One card. turn_class: AA, A to F, shuttle, seeking, base or hexes:T (C3.31, C3.7).

    breakdown: at the first high-energy turn, the second and so on, the last for all further ones: a die of this or more
    is a breakdown (7: never); the players' own numbers. web, sphere: whether it lays webs and forms spheres.
    speed: of a seeking weapon; endurance: impulses that it flies, 0 for no end. strength: points with which a mine or a
    seeking weapon explodes; 0: it doesn't explode, its impact is a hit. zone: within which a mine detonates.
    detonates: a die of this or less sets a mine off, 6: no die is rolled.
    Speeds, strengths and hexes in ten-thousandths.
    """

    name: str
    kind: Kind
    turn_class: str
    weapons: tuple[WeaponGroup, ...] = ()
    launchers: tuple[Launcher, ...] = ()
    breakdown: tuple[int, ...] = ()
    web: bool = False
    sphere: bool = False
    speed: int = 0
    endurance: int = 0
    strength: int = 0
    zone: int = 0
    detonates: int = 6

    def weapon(self, name: str) -> WeaponGroup | None:
        """The group of that name, None when there is none."""
        return next((group for group in self.weapons if group.name == name), None)

    def launcher(self, name: str) -> Launcher | None:
        """The launcher of that name, None when there is none."""
        return next((each for each in self.launchers if each.name == name), None)
