"""What a ship's card says: tracks of boxes, mounts with their arcs, defences, crew, and where hits fall.

Rule: sits rules 9 (house, after the second edition); the card of the first edition is a player's own.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sits_es.space.arcs import Facing
from sits_es.space.avid import Window

#: Tracks of the ship as a whole, in the order in which a card shows them.
SHIP_TRACKS = (
    "thrust",
    "pivot",
    "roll",
    "impellers",
    "bridge",
    "damage-control",
    "ecm",
    "decoys",
    "port-sidewall",
    "starboard-sidewall",
    "forward-sidewall",
    "aft-sidewall",
    "hull",
    "structure",
)
#: Tracks of a mount; on the card and in orders the mount's name comes before them: "port-tubes".
MOUNT_TRACKS = (
    "tubes",
    "magazine",
    "fire-control",
    "graser",
    "laser",
    "energy-torpedo",
    "grav-lance",
    "countermissiles",
    "point-defence",
)
#: Tracks whose values grow as boxes are lost: segments per window, and the penalty to missile quality.
GROWING = frozenset({"pivot", "roll", "fire-control"})
#: Tracks that damage control never mends. Rule: house, sits rules 10.
BEYOND_REPAIR = frozenset({"hull", "structure"})
#: Weapons that fire as beams, in the order of step 3. Rule: sits rules 7.
BEAM_ORDER = ("grav-lance", "energy-torpedo", "laser", "graser")


@frozen(kw_only=True)
class Mount:
    """One weapon position. arc: ship-frame windows it bears through; sizes and times are 0 where it has no such weapon.

    graser_size, laser_size: 20 to 90; *_recycle and reload: segments until it can fire again (1 = every segment);
    missile_size: a type of the missile damage table; magazine_rows: whether the magazine counts rows, each a whole
    salvo, and not missiles; torpedo_type: of its energy torpedoes, empty where its card names none;
    lance_quality: added to the grav lance's variance.
    """

    name: str
    facing: Facing
    arc: tuple[Window, ...]
    missile_size: str = "medium"
    magazine_rows: bool = False
    reload: int = 1
    graser_size: int = 0
    graser_recycle: int = 1
    laser_size: int = 0
    laser_recycle: int = 1
    torpedo_type: str = ""
    torpedo_recycle: int = 1
    lance_quality: int = 0
    lance_recycle: int = 1

    @property
    def stores(self) -> str:
        """What its magazine counts: missile or row."""
        return "row" if self.magazine_rows else "missile"

    def takes(self, salvoes: int, tubes: int) -> int:
        """What salvoes of so many tubes take from its magazine: missiles, or a row each, however many tubes launch.

        Rule: sits rules 8.1; rows: house.
        """
        return salvoes if self.magazine_rows else salvoes * tubes

    def track(self, system: str) -> str:
        """Name of this mount's track of a system of MOUNT_TRACKS."""
        return f"{self.name}-{system}"


@frozen(kw_only=True)
class ShipClass:
    """One class of ships. Every number is as the card prints it.

    hit_size: points of damage in one hit; crew_quality: 1 to 10, a repair succeeds at or below it;
    missile_quality: lower is better for the attacker; the *_quality of a defence is a percentage;
    rolled_ship_bonus, decoy_value: percent; tracks: boxes from left to right by track name; in `structure` a box is 0
    (plain) or n (explodes below n on 1d10), and the last one destroys the ship;
    hits: facing -> ten rows of track names, row 1 first.
    """

    name: str
    note: str = ""
    hit_size: int
    crew_quality: int
    commander: Literal["regular", "superb", "excellent", "legendary"] = "regular"
    missile_quality: int = 0
    countermissile_quality: int = 0
    point_defence_quality: int = 0
    laser_quality: int = 0
    rolled_ship_bonus: int = 0
    decoy_value: int = 0
    tracks: dict[str, tuple[int, ...]]
    mounts: tuple[Mount, ...]
    hits: dict[str, tuple[tuple[str, ...], ...]]

    def mount(self, name: str) -> Mount | None:
        """The mount of that name, or None."""
        return next((mount for mount in self.mounts if mount.name == name), None)

    def mount_of(self, weapon: str) -> Mount | None:
        """The mount whose beam weapon has this name in orders ("port-graser"), or None."""
        return next((m for m in self.mounts for kind in BEAM_ORDER if weapon == m.track(kind)), None)

    def torpedo_type(self, weapon: str) -> str:
        """The type of the energy torpedoes that orders name so ("port-energy-torpedo"). KeyError without such ones."""
        return {mount.track("energy-torpedo"): mount.torpedo_type for mount in self.mounts}[weapon]

    def recycle(self, weapon: str) -> int:
        """Segments from one use to the next of a beam weapon, or of the launcher that is named as its mount."""
        if (mount := self.mount(weapon)) is not None:
            return mount.reload
        found = self.mount_of(weapon)
        if found is None:
            raise KeyError(weapon)
        times = (found.lance_recycle, found.torpedo_recycle, found.laser_recycle, found.graser_recycle)
        return dict(zip(BEAM_ORDER, times, strict=True))[weapon.removeprefix(f"{found.name}-")]

    def weapons(self) -> tuple[str, ...]:
        """Beam weapons as orders name them, mount by mount."""
        return tuple(m.track(kind) for m in self.mounts for kind in BEAM_ORDER if m.track(kind) in self.tracks)

    def launchers(self) -> tuple[str, ...]:
        """Mounts with missile tubes."""
        return tuple(m.name for m in self.mounts if m.track("tubes") in self.tracks)
