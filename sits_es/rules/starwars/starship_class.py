"""What a starship's card says, as values; the numbers are the players' own."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from attrs import frozen

from sits_es.rules.schema import (
    choice,
    each,
    key,
    name,
    named_tables,
    read_whole,
    several,
    some_of,
    switch,
    table,
    value,
    whole,
)
from sits_es.values import Value

if TYPE_CHECKING:  # whoever reads a game has its cards on record, and reads no file
    from sits_es.rules.game_sheet import GameSheet
    from sits_es.toml import KeyPath

#: Firing arcs and shield zones, in the order in which they are told. Rule: rules.md, Arcs and zones.
Arc = Literal["forward", "aft", "port", "starboard"]
ARCS: Final[tuple[Arc, ...]] = ("forward", "aft", "port", "starboard")

#: Range bands, nearest first.
Band = Literal["close", "short", "medium", "long", "extreme"]

#: A side of a hex, or the direction in which it lies: clockwise from up the map.
HexSide = Literal["A", "B", "C", "D", "E", "F"]
SIDES: Final[tuple[HexSide, ...]] = ("A", "B", "C", "D", "E", "F")

#: The highest speed of any card. Rule: house.
MOST_SPEED: Final = 20

#: What a crew can be asked to do, and the characteristic that goes with it. Rule: base game.
Skill = Literal[
    "piloting",
    "gunnery",
    "computers",
    "perception",
    "mechanics",
    "astrogation",
    "leadership",
    "cool",
    "vigilance",
    "discipline",
]
Characteristic = Literal["agility", "intellect", "cunning", "presence", "willpower"]
CHARACTERISTIC: Final[dict[Skill, Characteristic]] = {
    "piloting": "agility",
    "gunnery": "agility",
    "computers": "intellect",
    "perception": "cunning",
    "mechanics": "intellect",
    "astrogation": "intellect",
    "leadership": "presence",
    "cool": "presence",
    "vigilance": "willpower",
    "discipline": "willpower",
}

#: The most ranks that somebody has in a skill, and the most starships of a group. Rule: base game; house.
MOST_RANKS: Final = 5
LARGEST_GROUP: Final = 6

#: Words that stand for the pilot, or for one of the pilot's checks, and name nobody else. Rule: house.
OF_THE_PILOT: Final = ("pilot", "flight", "tractor", "guided", "action")


#: Points of soak that one of armour is worth. Rule: base game.
SOAK: Final = 10


@frozen(kw_only=True)
class StarshipWeapon(Value):
    """A weapon. arcs: those it bears in; reach: the widest band it reaches; damage: before successes, 0 up.

    critical: advantages that a critical hit costs, 1 up. Its qualities, 0 for none: linked: more hits that can be
    bought; breach: armour that it ignores; pierce: soak that it ignores, of which ten are one armour; guided: dice of a
    second attack; ammunition: attacks in a game; slow_firing: rounds between attacks; tractor: difficulty to break
    free. ion: whether it harms systems in place of the hull. Rule: base game; rules.md, Weapon qualities; upper limits:
    house.
    """

    name: str = key("a weapon's", "forward-lasers")
    arcs: tuple[Arc, ...] = some_of(ARCS, "arc")
    reach: Band = choice(get_args(Band))
    damage: int = whole(0, 99)
    critical: int = whole(1, 9)
    ion: bool = switch()
    linked: int = whole(0, 9, 0)
    breach: int = whole(0, 99, 0)
    pierce: int = whole(0, 99, 0)
    guided: int = whole(0, 9, 0)
    ammunition: int = whole(0, 99, 0)
    slow_firing: int = whole(0, 9, 0)
    tractor: int = whole(0, 5, 0)

    def checked(self, sheet: "GameSheet", path: "KeyPath") -> "StarshipWeapon":
        """A tractor beam holds, and does no damage."""
        if self.tractor and self.damage:
            sheet.fault((*path, "damage"), "a tractor beam does no damage. Write damage = 0, or leave tractor out.")
        return self

    @property
    def ignored(self) -> int:
        """Points of armour that count nothing against it, 0 up. Rule: base game; rounded down: house."""
        return self.breach + self.pierce // SOAK


@frozen(kw_only=True)
class Crew(Value):
    """Characteristics, 1 to 6 each and 2 where nothing is said, and ranks of skills, 0 to 5. Rule: base game."""

    agility: int = whole(1, 6, 2)
    intellect: int = whole(1, 6, 2)
    cunning: int = whole(1, 6, 2)
    presence: int = whole(1, 6, 2)
    willpower: int = whole(1, 6, 2)
    piloting: int = whole(0, 5, 0)
    gunnery: int = whole(0, 5, 0)
    computers: int = whole(0, 5, 0)
    perception: int = whole(0, 5, 0)
    mechanics: int = whole(0, 5, 0)
    astrogation: int = whole(0, 5, 0)
    leadership: int = whole(0, 5, 0)
    cool: int = whole(0, 5, 0)
    vigilance: int = whole(0, 5, 0)
    discipline: int = whole(0, 5, 0)

    def characteristic(self, skill: Skill) -> int:
        """The characteristic that goes with a skill."""
        return int(getattr(self, CHARACTERISTIC[skill]))

    def rank(self, skill: Skill) -> int:
        """Ranks of a skill, 0 up."""
        return int(getattr(self, skill))


@frozen(kw_only=True)
class CrewMember(Crew):
    """One of the crew besides the pilot. name: as orders call them, such as gunner. Rule: rules.md, Crews."""

    name: str = key("a crew member's", "gunner")

    def checked(self, sheet: "GameSheet", path: "KeyPath") -> "CrewMember":
        """No name that stands for the pilot."""
        if self.name in OF_THE_PILOT:
            sheet.fault(
                path, f"{self.name} means something else in orders; the pilot is under [crew]. Choose another name."
            )
        return self


def _read_group(sheet: "GameSheet", path: "KeyPath") -> tuple[str, ...]:
    return several(sheet, path, "skill", get_args(Skill))


@frozen(kw_only=True)
class StarshipClass(Value):
    """One card. silhouette: 0 to 10; speed: the most, 0 up; armour: 0 up.

    hull, strain: thresholds, 1 up: what goes beyond them puts a starship out of the fight, or shuts its systems down.
    shields: of each zone, in the order of ARCS, 0 up. crew: the pilot's numbers; members: the rest of the crew. group:
    the skills whose ranks go by how many a minion group has, none for a card of no group. Rule: base game for
    silhouettes; rules.md, Minion groups; other upper limits are house, far above what anything has.
    """

    name: str = name("Sample light fighter")
    silhouette: int = whole(0, 10)
    speed: int = whole(0, MOST_SPEED)
    armour: int = whole(0, 99)
    hull: int = whole(1, 999)
    strain: int = whole(1, 999)
    shields: tuple[int, ...] = each(ARCS, 0, 9, 0)
    crew: Crew = table(Crew)
    members: tuple[CrewMember, ...] = named_tables(CrewMember)
    group: tuple[Skill, ...] = value(_read_group, list, ())
    weapons: tuple[StarshipWeapon, ...] = named_tables(StarshipWeapon)

    def checked(self, sheet: "GameSheet", path: "KeyPath") -> "StarshipClass":
        """A minion group has pilots alone."""
        if self.group and self.members:
            sheet.fault((*path, "members"), "a minion group has only pilots. Leave out members or group.")
        return self

    def who(self, member: str) -> Crew | None:
        """A member of the crew by name, the pilot's own numbers where it is empty; None when there is none."""
        return next((each for each in self.members if each.name == member), None) if member else self.crew

    def weapon(self, name: str) -> StarshipWeapon | None:
        """The weapon of that name, None when there is none."""
        return next((weapon for weapon in self.weapons if weapon.name == name), None)


def classes_of(classes: Mapping[str, Any]) -> dict[str, StarshipClass]:
    """The classes of a game, from its data, by name. Raises UnreadableError for data of no class."""
    from sits_es.rules.game_sheet import GameSheet

    return {name: read_whole(StarshipClass, GameSheet(f"Class {name}", data)) for name, data in classes.items()}
