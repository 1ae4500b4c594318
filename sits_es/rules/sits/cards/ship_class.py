"""What a ship's card says: tracks of boxes, mounts with their arcs, defences, crew, and where hits fall.

The classes are the schema of the cards, which players write in TOML, and of what a game stores of them.
Rule: sits rules 9 (house, after the second edition); the card of the first edition is a player's own.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Self, get_args

from attrs import Factory, evolve, frozen

from sits_es.rules import schema
from sits_es.rules.schema import choice, data_of, key, read_as, text, value, whole
from sits_es.rules.sits.cards import boxes
from sits_es.sentences import unknown
from sits_es.space.arcs import FACINGS, Facing
from sits_es.space.avid import Window
from sits_es.values import Value

if TYPE_CHECKING:  # whoever reads a game has its cards on record, and reads no file
    from sits_es.rules.game_sheet import GameSheet
    from sits_es.toml import KeyPath

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
#: Tracks that damage control never mends. Rule: house, sits rules 10.
BEYOND_REPAIR = frozenset({"hull", "structure"})
#: Weapons that fire as beams, in the order of step 3. Rule: sits rules 7.
BEAM_ORDER = ("grav-lance", "energy-torpedo", "laser", "graser")


#: Keys of beam weapons besides their boxes, each with its field in `Mount`.
WEAPONS: Final[dict[str, dict[str, str]]] = {
    "graser": {"size": "graser_size", "recycle": "graser_recycle"},
    "laser": {"size": "laser_size", "recycle": "laser_recycle"},
    "energy-torpedo": {"type": "torpedo_type", "recycle": "torpedo_recycle"},
    "grav-lance": {"quality": "lance_quality", "recycle": "lance_recycle"},
}

#: Tracks that every ship has; without the others it has no such system.
NEEDED_TRACKS: Final = ("thrust", "pivot", "roll", "hull", "structure")
#: Rows of a facing's hit table: one for each roll of 1d10. Rule: sits rules 9.
HIT_ROWS: Final = 10

#: Readings of the sidewall for which a card may have walls. Rule: sits rules 8.5.
READINGS: Final = ("strikes", "stops")

Commander = Literal["regular", "superb", "excellent", "legendary"]


def _number(weapon: str, name: str, least: int, most: int, without: int = 0) -> Any:
    """A number in the table of a beam weapon. without: what it is where the mount has no such weapon."""

    def read(sheet: "GameSheet", path: "KeyPath") -> int:
        has_it = isinstance(sheet.get((*path, weapon)), Mapping)
        return sheet.whole((*path, weapon, name), least, most) if has_it else without

    return value(read, lambda _: {}, without, keys=())


def _facing(sheet: "GameSheet", path: "KeyPath") -> str:
    mount = str(path[-2])
    return sheet.choice(path, FACINGS, mount if mount in FACINGS else None)


@frozen(kw_only=True)
class Mount(Value):
    """One weapon position. arc: ship-frame windows it bears through; sizes and times are 0 where it has no such weapon.

    graser_size, laser_size: 20 to 90; *_recycle and reload: segments until it can fire again (1 = every segment);
    missile_size: a type of the missile damage table; magazine_rows: whether the magazine counts rows, each a whole
    salvo, and not missiles; torpedo_type: of its energy torpedoes, empty if its card names none;
    lance_quality: added to the grav lance's variance.
    """

    name: str = key("a mount's", "port")
    facing: Facing = value(_facing)
    arc: tuple[Window, ...] = value(boxes.read_arc, list)
    missile_size: str = text("heavy", "medium")
    reload: int = whole(1, 99, 1)
    magazine_rows: bool = value(
        lambda sheet, path: isinstance(sheet.get((*path, "magazine")), Mapping), lambda _: {}, False, keys=MOUNT_TRACKS
    )
    graser_size: int = _number("graser", "size", 1, 999)
    graser_recycle: int = _number("graser", "recycle", 1, 99, 1)
    laser_size: int = _number("laser", "size", 1, 999)
    laser_recycle: int = _number("laser", "recycle", 1, 99, 1)
    torpedo_type: str = value(
        lambda sheet, path: sheet.text((*path, "energy-torpedo", "type"), "1ET", ""), lambda _: {}, "", keys=()
    )
    torpedo_recycle: int = _number("energy-torpedo", "recycle", 1, 99, 1)
    lance_quality: int = _number("grav-lance", "quality", -100, 100)
    lance_recycle: int = _number("grav-lance", "recycle", 1, 99, 1)

    def checked(self, sheet: "GameSheet", path: "KeyPath") -> Self:
        """Tubes need a magazine, and a mount has what belongs to tubes only beside them."""
        written = sheet.table(path)
        if "tubes" in written and "magazine" not in written:
            sheet.fault(
                (*path, "magazine"),
                "it is missing. A mount with tubes needs a magazine, in missiles: [120, 80, 40], or in rows of "
                "salvoes: { rows = [20, 16, 12] }.",
            )
        for name in () if "tubes" in written else ("magazine", "fire-control", "missile_size", "reload"):
            if name in written:
                sheet.fault((*path, name), f"the mount has no tubes. Add tubes, or leave {name} out.")
        return self

    def data(self, tracks: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
        """It in the shape of its file, with its boxes. tracks: of the ship."""
        data = data_of(self)
        for system in MOUNT_TRACKS:
            if (found := tracks.get(self.track(system))) is None:
                continue
            numbers = {name: getattr(self, field) for name, field in WEAPONS.get(system, {}).items()}
            numbers = {name: number for name, number in numbers.items() if number != ""}
            data[system] = {"boxes": list(found)} | numbers if system in WEAPONS else list(found)
        if self.magazine_rows:
            data["magazine"] = {"rows": data["magazine"]}
        only_beside_tubes = () if "tubes" in data else ("missile_size", "reload")
        return {name: found for name, found in data.items() if name not in only_beside_tubes}

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

    def weapons(self) -> Iterator[str]:
        """Beam weapons that it may have, as orders name them."""
        return map(self.track, BEAM_ORDER)


def _tracks(sheet: "GameSheet", path: "KeyPath") -> dict[str, tuple[int, ...]]:
    """The tracks of the ship and of its mounts; one with a fault is there, so that a hit row that names it is right."""
    written = sheet.table(path, SHIP_TRACKS)
    missing = [track for track in NEEDED_TRACKS if track not in written]
    for track in missing:
        sheet.fault((*path, track), f"it is missing. Every ship needs the tracks {', '.join(NEEDED_TRACKS)}.")
    found = {track: boxes.read_boxes(sheet, (*path, track), track) for track in SHIP_TRACKS if track in written}
    found |= dict.fromkeys(missing, ())
    mounts = sheet.get(("mounts",))
    for mount in mounts if isinstance(mounts, Mapping) else ():
        systems = sheet.get(("mounts", mount))
        for system in MOUNT_TRACKS if isinstance(systems, Mapping) else ():
            if system in systems:
                at: KeyPath = ("mounts", mount, system)
                found[f"{mount}-{system}"] = boxes.read_of_mount(sheet, at, tuple(WEAPONS.get(system, ())))
    return found


def _mounts(sheet: "GameSheet", path: "KeyPath") -> tuple[Mount, ...]:
    mounts = [read_as(Mount, sheet, (*path, name)) for name in sheet.table(path)]
    return tuple(sorted(mounts, key=lambda mount: (FACINGS.index(mount.facing), mount.name)))


def _walls(sheet: "GameSheet", path: "KeyPath") -> dict[str, tuple[int, dict[str, tuple[int, ...]]]]:
    """Walls made for a reading of the sidewall, by that reading: the rolled-ship bonus, and boxes by track."""
    found: dict[str, tuple[int, dict[str, tuple[int, ...]]]] = {}
    for reading in sheet.table(path, READINGS) if isinstance(sheet.get(path), Mapping) else ():
        at = (*path, reading)
        written = sheet.table(at, ("rolled_ship_bonus", *boxes.WALLS))
        tracks = {wall: boxes.read_boxes(sheet, (*at, wall), wall) for wall in boxes.WALLS if wall in written}
        for wall in tracks:
            if not isinstance(sheet.get(("tracks", wall)), list | tuple):
                sheet.fault((*at, wall), "the ship has no such wall among its tracks. Write it there too.")
        found[reading] = sheet.whole((*at, "rolled_ship_bonus"), -100, 100, 0), tracks
    return found


def _walls_data(walls: Mapping[str, tuple[int, dict[str, tuple[int, ...]]]]) -> Any:
    from sits_es.toml import ABSENT

    written = {
        reading: {"rolled_ship_bonus": bonus} | {wall: list(found) for wall, found in tracks.items()}
        for reading, (bonus, tracks) in walls.items()
    }
    return written or ABSENT


@frozen(kw_only=True)
class ShipClass(Value):
    """One class of ships. Every number is as the card prints it.

    hit_size: points of damage in one hit; crew_quality: 1 to 10, a repair succeeds at or below it;
    missile_quality: lower is better for the attacker; the *_quality of a defence is a percentage;
    rolled_ship_bonus, decoy_value: percent; tracks: boxes from left to right by track name; in `structure` a box is 0
    (plain) or n (explodes below n on 1d10), and the last one destroys the ship;
    walls: by a reading of the sidewall, what stands under it in place of the card's bonus and sidewalls;
    hits: facing -> ten rows of track names, row 1 first.
    """

    name: str = schema.name("Sample Cruiser")
    note: str = text("A sample", "")
    commander: Commander = choice(get_args(Commander), "regular")
    hit_size: int = whole(1, 100)
    crew_quality: int = whole(1, 10)
    missile_quality: int = whole(-100, 100, 0)
    countermissile_quality: int = whole(-100, 100, 0)
    point_defence_quality: int = whole(-100, 100, 0)
    laser_quality: int = whole(-100, 100, 0)
    rolled_ship_bonus: int = whole(-100, 100, 0)
    decoy_value: int = whole(0, 100, 0)
    tracks: dict[str, tuple[int, ...]] = value(_tracks)
    walls: dict[str, tuple[int, dict[str, tuple[int, ...]]]] = value(_walls, _walls_data, Factory(dict))
    mounts: tuple[Mount, ...] = value(_mounts)
    hits: dict[str, tuple[tuple[str, ...], ...]] = value(
        lambda sheet, path: sheet.table(path, FACINGS),
        lambda hits: {side: list(map(" ".join, hits[side])) for side in FACINGS},
    )

    def checked(self, sheet: "GameSheet", path: "KeyPath") -> Self:
        """The class with its tracks in the order of a card, and its hits: ten rows for every facing."""
        in_order = (*SHIP_TRACKS, *(mount.track(system) for mount in self.mounts for system in MOUNT_TRACKS))
        tracks = {track: self.tracks[track] for track in in_order if track in self.tracks}
        hits: dict[str, tuple[tuple[str, ...], ...]] = {}
        for side in FACINGS:
            hits[side] = _rows(sheet, (*path, "hits", side), tuple(tracks))
        return evolve(self, tracks=tracks, hits=hits)

    def under(self, reading: str) -> Self:
        """The class as a game plays it: with the walls that it has for the game's reading, and none beside them."""
        bonus, walls = self.walls.get(reading, (self.rolled_ship_bonus, {}))
        return evolve(self, rolled_ship_bonus=bonus, tracks=self.tracks | walls, walls={})

    def mount(self, name: str) -> Mount | None:
        """The mount of that name, or None."""
        return next((mount for mount in self.mounts if mount.name == name), None)

    def mount_of(self, weapon: str) -> Mount | None:
        """The mount whose beam weapon has this name in orders ("port-graser"), or None."""
        return next((mount for mount in self.mounts if weapon in mount.weapons()), None)

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
        return tuple(each for mount in self.mounts for each in mount.weapons() if each in self.tracks)

    def launchers(self) -> tuple[str, ...]:
        """Mounts with missile tubes."""
        return tuple(m.name for m in self.mounts if m.track("tubes") in self.tracks)


def _rows(sheet: "GameSheet", path: "KeyPath", tracks: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The ten rows of a facing, each the tracks that a hit takes, in order."""
    rows = sheet.many(path, f'["{tracks[0] if tracks else "thrust"} hull", ...]')
    if isinstance(sheet.get(path), list | tuple) and len(rows) != HIT_ROWS:
        sheet.fault(path, f"it has {len(rows)} rows. Write {HIT_ROWS} rows, one for each roll of 1d10 from 1 up.")
    found = []
    for place, row in enumerate(rows):
        codes = tuple(row.split()) if isinstance(row, str) else ()
        if not codes:
            sheet.fault((*path, place), "the row names no track. Write one or more tracks, separated by spaces.")
        for code in codes:
            if code not in tracks:
                sheet.fault((*path, place), unknown("track", code, tracks))
        found.append(codes)
    return tuple(found)
