"""Class files: a ship's card as a player writes it down in TOML, and the same as data for a game's first event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from sits_es.errors import UnreadableError
from sits_es.orders.names import problem_of
from sits_es.rules.sits.ship.boxes import boxes_at
from sits_es.rules.sits.ship.ship_class import MOUNT_TRACKS, SHIP_TRACKS, Mount, ShipClass
from sits_es.rules.sits.tables.beam_table import BeamKind, beam_sizes
from sits_es.rules.sits.tables.tables import Tables, card_tables
from sits_es.sentences import unknown
from sits_es.space.arcs import FACINGS, Facing, behind_wedge, default_arc
from sits_es.space.avid import WINDOWS, Window, read_window
from sits_es.toml import ABSENT, KeyPath, Sheet

Commander = Literal["regular", "superb", "excellent", "legendary"]

#: Numbers of the ship as a whole: key -> least, most, and what it is when it is not written (None: it must be).
NUMBERS: Final[dict[str, tuple[int, int, int | None]]] = {
    "hit_size": (1, 100, None),
    "crew_quality": (1, 10, None),
    "missile_quality": (-100, 100, 0),
    "countermissile_quality": (-100, 100, 0),
    "point_defence_quality": (-100, 100, 0),
    "laser_quality": (-100, 100, 0),
    "rolled_ship_bonus": (-100, 100, 0),
    "decoy_value": (0, 100, 0),
}
COMMANDERS: Final = ("regular", "superb", "excellent", "legendary")
TOP_KEYS: Final = ("name", "note", "commander", *NUMBERS, "tracks", "mounts", "hits")

#: Tracks that every ship has; without the others it has no such system.
NEEDED_TRACKS: Final = ("thrust", "pivot", "roll", "hull", "structure")

#: Beam weapons of a mount, each a small table: its keys besides `boxes`, with least and most.
WEAPONS: Final[dict[str, dict[str, tuple[int, int]]]] = {
    "graser": {"size": (1, 999), "recycle": (1, 99)},
    "laser": {"size": (1, 999), "recycle": (1, 99)},
    "energy-torpedo": {"recycle": (1, 99)},
    "grav-lance": {"quality": (-100, 100), "recycle": (1, 99)},
}
MOUNT_KEYS: Final = ("facing", "arc", "missile_size", "reload", *MOUNT_TRACKS)

#: Rows of a facing's hit table: one for each roll of 1d10. Rule: sits rules 9.
HIT_ROWS: Final = 10


def read_ship(text: str, source: str, tables: Tables | None = None) -> ShipClass:
    """Read a class file. SheetFaults names every fault at once by key and line.

    source: what to call the file; tables: those whose weapon sizes are allowed, the card's by default.
    """
    return _ship(Sheet.read(text, source), tables or card_tables())


def from_data(data: Mapping[str, Any]) -> ShipClass:
    """The class that `to_data` wrote. SheetFaults names every fault at once, by key.

    Weapon sizes were checked when the file was read; a running game keeps them, whatever later tables say.
    """
    name = data.get("name")
    return _ship(Sheet(f"Class {name}" if isinstance(name, str) else "A class", data), None)


def to_data(ship_class: ShipClass) -> dict[str, Any]:
    """The class in the shape of its file, with nothing left out: texts, whole numbers, lists and tables."""
    return {
        "name": ship_class.name,
        "note": ship_class.note,
        "commander": ship_class.commander,
        **{key: getattr(ship_class, key) for key in NUMBERS},
        "tracks": {track: list(ship_class.tracks[track]) for track in SHIP_TRACKS if track in ship_class.tracks},
        "mounts": {mount.name: _mount_data(ship_class, mount) for mount in ship_class.mounts},
        "hits": {side: [" ".join(row) for row in ship_class.hits[side]] for side in FACINGS},
    }


def _mount_data(ship_class: ShipClass, mount: Mount) -> dict[str, Any]:
    torpedo: dict[str, Any] = {"type": mount.torpedo_type} if mount.torpedo_type else {}
    times: dict[str, dict[str, Any]] = {
        "graser": {"size": mount.graser_size, "recycle": mount.graser_recycle},
        "laser": {"size": mount.laser_size, "recycle": mount.laser_recycle},
        "energy-torpedo": torpedo | {"recycle": mount.torpedo_recycle},
        "grav-lance": {"quality": mount.lance_quality, "recycle": mount.lance_recycle},
    }
    data: dict[str, Any] = {"facing": mount.facing, "arc": list(mount.arc)}
    for system in MOUNT_TRACKS:
        if (boxes := ship_class.tracks.get(mount.track(system))) is None:
            continue
        data[system] = {"boxes": list(boxes)} | times[system] if system in WEAPONS else list(boxes)
    if "tubes" in data:
        data |= {"missile_size": mount.missile_size, "reload": mount.reload}
    return data


def _ship(sheet: Sheet, tables: Tables | None) -> ShipClass:
    sheet.table((), TOP_KEYS)
    name = sheet.text(("name",), "Sample Cruiser")
    if isinstance(sheet.get(("name",)), str) and (problem := problem_of(name)):
        sheet.fault(("name",), f"{problem} Write letters, digits, spaces, - and ', 60 at most.")
    tracks = _tracks(sheet)
    mounts = tuple(_mount(sheet, mount, tables, tracks) for mount in sheet.table(("mounts",)))
    mounts = tuple(sorted(mounts, key=lambda mount: (FACINGS.index(mount.facing), mount.name)))
    in_order = (*SHIP_TRACKS, *(mount.track(system) for mount in mounts for system in MOUNT_TRACKS))
    read = ShipClass(
        name=name,
        note=sheet.text(("note",), "A sample", ""),
        commander=cast("Commander", sheet.choice(("commander",), COMMANDERS, "regular")),
        **{key: sheet.whole((key,), *limits) for key, limits in NUMBERS.items()},
        tracks={track: tracks[track] for track in in_order if track in tracks},
        mounts=mounts,
        hits=_hits(sheet, tuple(track for track in in_order if track in tracks)),
    )
    sheet.refuse()
    return read


def _tracks(sheet: Sheet) -> dict[str, tuple[int, ...]]:
    """The tracks of the ship as a whole; one with a fault is there, so that a hit row that names it is right."""
    written = sheet.table(("tracks",), SHIP_TRACKS)
    missing = [track for track in NEEDED_TRACKS if track not in written]
    for track in missing:
        sheet.fault(("tracks", track), f"it is missing. Every ship has the tracks {', '.join(NEEDED_TRACKS)}.")
    return {
        track: boxes_at(sheet, ("tracks", track), track) for track in SHIP_TRACKS if track in written
    } | dict.fromkeys(missing, ())


def _mount(sheet: Sheet, name: str, tables: Tables | None, tracks: dict[str, tuple[int, ...]]) -> Mount:
    """Read one mount; its tracks are added to those of the ship."""
    path: KeyPath = ("mounts", name)
    if not (name.isascii() and name.replace("-", "").isalnum() and name == name.lower() and name[0].isalpha()):
        sheet.fault(path, "a mount's name has small letters, digits and -, a letter first. Write one such as port.")
    written = sheet.table(path, MOUNT_KEYS)
    facing = cast("Facing", sheet.choice((*path, "facing"), FACINGS, name if name in FACINGS else None))
    for system in MOUNT_TRACKS:
        if system in written:
            at: KeyPath = (*path, system, "boxes") if system in WEAPONS else (*path, system)
            if system in WEAPONS and not isinstance(written[system], Mapping):
                keys = ", ".join(f"{key} = ..." for key in ("boxes", *WEAPONS[system]))
                sheet.fault((*path, system), f"a weapon is a table in braces. Write {{ {keys} }}.")
                tracks[f"{name}-{system}"] = ()
                continue
            tracks[f"{name}-{system}"] = boxes_at(sheet, at, system)
    _launcher_faults(sheet, path, written)
    weapons = {weapon: _weapon(sheet, (*path, weapon)) for weapon in WEAPONS}
    torpedo_type = sheet.text((*path, "energy-torpedo", "type"), "1ET", "") if "energy-torpedo" in written else ""
    if tables is not None:
        for kind in ("graser", "laser"):
            _size_faults(sheet, (*path, kind, "size"), kind, tables)
    return Mount(
        name=name,
        facing=facing,
        arc=_arc(sheet, (*path, "arc"), facing),
        missile_size=sheet.text((*path, "missile_size"), "heavy", "medium"),
        reload=sheet.whole((*path, "reload"), 1, 99, 1),
        graser_size=weapons["graser"].get("size", 0),
        graser_recycle=weapons["graser"].get("recycle", 1),
        laser_size=weapons["laser"].get("size", 0),
        laser_recycle=weapons["laser"].get("recycle", 1),
        torpedo_type=torpedo_type,
        torpedo_recycle=weapons["energy-torpedo"].get("recycle", 1),
        lance_quality=weapons["grav-lance"].get("quality", 0),
        lance_recycle=weapons["grav-lance"].get("recycle", 1),
    )


def _launcher_faults(sheet: Sheet, path: KeyPath, written: Mapping[str, Any]) -> None:
    """Tubes need a magazine, and a mount has what belongs to tubes only beside them."""
    if "tubes" in written and "magazine" not in written:
        sheet.fault(
            (*path, "magazine"), "it is missing. A mount with tubes has a magazine, in missiles: [120, 80, 40]."
        )
    if "tubes" not in written:
        for key in ("magazine", "fire-control", "missile_size", "reload"):
            if key in written:
                sheet.fault((*path, key), "the mount has no tubes. Add its tubes, or leave this out.")


def _weapon(sheet: Sheet, path: KeyPath) -> dict[str, int]:
    """The numbers of a beam weapon, empty when the mount has none."""
    if not isinstance(sheet.get(path), Mapping):
        return {}
    keys = WEAPONS[str(path[-1])]
    sheet.table(path, ("boxes", *keys, *(("type",) if path[-1] == "energy-torpedo" else ())))
    return {key: sheet.whole((*path, key), *limits) for key, limits in keys.items()}


def _size_faults(sheet: Sheet, path: KeyPath, kind: str, tables: Tables) -> None:
    """A size of beam weapon that the damage table does not have."""
    sizes = beam_sizes(tables, cast("BeamKind", kind))
    size = sheet.get(path)
    if size is not ABSENT and isinstance(size, int) and 1 <= size <= 999 and size not in sizes:
        sheet.fault(path, f"the {kind} table has no size {size}. Write one of {', '.join(map(str, sizes))}.")


def _arc(sheet: Sheet, path: KeyPath, facing: Facing) -> tuple[Window, ...]:
    """The ship-frame windows of a mount in their fixed order; its facing's own when none are written."""
    windows = default_arc(facing)
    if sheet.get(path) is not ABSENT:
        windows = frozenset(_windows(sheet, path))
    return tuple(window for window in WINDOWS if window in windows)


def _windows(sheet: Sheet, path: KeyPath) -> list[Window]:
    found = []
    entries = sheet.many(path, '["A", "A/B", "A+"]')
    if sheet.get(path) in ([], ()):
        sheet.fault(path, "the arc has no window. Name at least one, or leave the arc out for the facing's own.")
    for place, entry in enumerate(entries):
        at = (*path, place)
        if not isinstance(entry, str):
            sheet.text(at, "A/B+")
            continue
        try:
            window = read_window(entry, "arc window")
        except UnreadableError as error:
            sheet.fault(at, str(error))
            continue
        if behind_wedge(window):
            reason = f"{window} is behind the ship's own wedge. Name windows with one sign or none."
            sheet.fault(at, reason)
        found.append(window)
    return found


def _hits(sheet: Sheet, tracks: tuple[str, ...]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The ten rows of every facing, each the tracks that a hit takes, in order."""
    sheet.table(("hits",), FACINGS)
    return {side: tuple(_rows(sheet, ("hits", side), tracks)) for side in FACINGS}


def _rows(sheet: Sheet, path: KeyPath, tracks: tuple[str, ...]) -> list[tuple[str, ...]]:
    example = f'["{tracks[0] if tracks else "thrust"} hull", ...]'
    rows = sheet.many(path, example)
    if isinstance(sheet.get(path), list | tuple) and len(rows) != HIT_ROWS:
        sheet.fault(path, f"it has {len(rows)} rows. Write {HIT_ROWS}, one for each roll of 1d10, the row of 1 first.")
    found = []
    for place, row in enumerate(rows):
        codes = tuple(row.split()) if isinstance(row, str) else ()
        if not codes:
            sheet.fault((*path, place), "the row names no track. Write tracks with spaces between, such as port-tubes.")
        for code in codes:
            if code not in tracks:
                sheet.fault((*path, place), unknown("track", code, tracks))
        found.append(codes)
    return found
