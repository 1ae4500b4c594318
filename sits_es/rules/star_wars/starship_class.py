"""What a starship's card says, as values; the numbers are the players' own."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

#: Firing arcs and shield zones, in the order in which they are told. Rule: rules.md, Arcs and zones.
Arc = Literal["forward", "aft", "port", "starboard"]
ARCS: Final[tuple[Arc, ...]] = ("forward", "aft", "port", "starboard")

#: Range bands, nearest first.
Band = Literal["close", "short", "medium", "long", "extreme"]

#: A side of a hex, or the direction in which it lies: clockwise from up the map.
HexSide = Literal["A", "B", "C", "D", "E", "F"]
SIDES: Final[tuple[HexSide, ...]] = ("A", "B", "C", "D", "E", "F")

#: What a crew can be asked to do, and the characteristic that goes with it. Rule: base game.
Skill = Literal["piloting", "gunnery", "computers", "perception"]
Characteristic = Literal["agility", "intellect", "cunning"]
CHARACTERISTIC: Final[dict[Skill, Characteristic]] = {
    "piloting": "agility",
    "gunnery": "agility",
    "computers": "intellect",
    "perception": "cunning",
}


@frozen(kw_only=True)
class StarshipWeapon:
    """A weapon. arcs: those it bears in; reach: the widest band it reaches; damage: before successes, 0 up.

    critical: advantages that a critical hit costs, 1 up.
    """

    name: str
    arcs: tuple[Arc, ...]
    reach: Band
    damage: int
    critical: int


@frozen(kw_only=True)
class Crew:
    """A crew. agility, intellect, cunning: 1 to 6; piloting, gunnery, computers, perception: ranks, 0 to 5."""

    agility: int
    intellect: int
    cunning: int
    piloting: int = 0
    gunnery: int = 0
    computers: int = 0
    perception: int = 0

    def characteristic(self, skill: Skill) -> int:
        """The characteristic that goes with a skill."""
        return int(getattr(self, CHARACTERISTIC[skill]))

    def rank(self, skill: Skill) -> int:
        """Ranks of a skill, 0 up."""
        return int(getattr(self, skill))


@frozen(kw_only=True)
class StarshipClass:
    """One card. silhouette: 0 to 10; speed: the most, 0 up; armour: 0 up.

    hull, strain: thresholds, 1 up: what goes beyond them puts a starship out of the fight, or shuts its systems down.
    shields: of each zone, in the order of ARCS, 0 up.
    """

    name: str
    silhouette: int
    speed: int
    armour: int
    hull: int
    strain: int
    shields: tuple[int, int, int, int]
    crew: Crew
    weapons: tuple[StarshipWeapon, ...] = ()

    def weapon(self, name: str) -> StarshipWeapon | None:
        """The weapon of that name, None when there is none."""
        return next((weapon for weapon in self.weapons if weapon.name == name), None)
