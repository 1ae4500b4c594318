"""Mounts as a class file writes them: arcs, launchers with their magazines, weapons; and the same as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from sits_es.errors import UnreadableError
from sits_es.rules.sits.ship.boxes import boxes_at
from sits_es.rules.sits.ship.ship_class import MOUNT_TRACKS, Mount, ShipClass
from sits_es.space.arcs import FACINGS, Facing, behind_wedge, default_arc
from sits_es.space.avid import WINDOWS, Window, read_window
from sits_es.toml import ABSENT, KeyPath, Sheet

#: Beam weapons of a mount, each a small table: its keys besides `boxes`, in order.
WEAPONS: Final[dict[str, tuple[str, ...]]] = {
    "graser": ("size", "recycle"),
    "laser": ("size", "recycle"),
    "energy-torpedo": ("type", "recycle"),
    "grav-lance": ("quality", "recycle"),
}
#: Least and most of their numbers.
NUMBERS: Final = {"size": (1, 999), "quality": (-100, 100), "recycle": (1, 99)}

MOUNT_KEYS: Final = ("facing", "arc", "missile_size", "reload", *MOUNT_TRACKS)


def read_mount(sheet: Sheet, name: str) -> tuple[Mount, dict[str, tuple[int, ...]]]:
    """A mount of a class file and its tracks by their names on the card; what is wrong is noted on the sheet."""
    path: KeyPath = ("mounts", name)
    if not (name.isascii() and name.replace("-", "").isalnum() and name == name.lower() and name[0].isalpha()):
        sheet.fault(path, "a mount's name has small letters, digits and -, a letter first. Write one such as port.")
    written = sheet.table(path, MOUNT_KEYS)
    facing = cast("Facing", sheet.choice((*path, "facing"), FACINGS, name if name in FACINGS else None))
    tracks = {f"{name}-{system}": _boxes(sheet, (*path, system)) for system in MOUNT_TRACKS if system in written}
    _launcher_faults(sheet, path, written)
    mount = Mount(
        name=name,
        facing=facing,
        arc=_arc(sheet, (*path, "arc"), facing),
        missile_size=sheet.text((*path, "missile_size"), "heavy", "medium"),
        magazine_rows=isinstance(written.get("magazine"), Mapping),
        reload=sheet.whole((*path, "reload"), 1, 99, 1),
        graser_size=_number(sheet, (*path, "graser", "size")),
        graser_recycle=_number(sheet, (*path, "graser", "recycle"), 1),
        laser_size=_number(sheet, (*path, "laser", "size")),
        laser_recycle=_number(sheet, (*path, "laser", "recycle"), 1),
        torpedo_type=sheet.text((*path, "energy-torpedo", "type"), "1ET", ""),
        torpedo_recycle=_number(sheet, (*path, "energy-torpedo", "recycle"), 1),
        lance_quality=_number(sheet, (*path, "grav-lance", "quality")),
        lance_recycle=_number(sheet, (*path, "grav-lance", "recycle"), 1),
    )
    return mount, tracks


def mount_data(ship_class: ShipClass, mount: Mount) -> dict[str, Any]:
    """A mount in the shape of its file, with nothing left out."""
    torpedo: dict[str, Any] = {"type": mount.torpedo_type} if mount.torpedo_type else {}
    weapons: dict[str, dict[str, Any]] = {
        "graser": {"size": mount.graser_size, "recycle": mount.graser_recycle},
        "laser": {"size": mount.laser_size, "recycle": mount.laser_recycle},
        "energy-torpedo": torpedo | {"recycle": mount.torpedo_recycle},
        "grav-lance": {"quality": mount.lance_quality, "recycle": mount.lance_recycle},
    }
    data: dict[str, Any] = {"facing": mount.facing, "arc": list(mount.arc)}
    for system in MOUNT_TRACKS:
        if (boxes := ship_class.tracks.get(mount.track(system))) is not None:
            data[system] = {"boxes": list(boxes)} | weapons[system] if system in WEAPONS else list(boxes)
    if mount.magazine_rows:
        data["magazine"] = {"rows": data["magazine"]}
    if "tubes" in data:
        data |= {"missile_size": mount.missile_size, "reload": mount.reload}
    return data


def _boxes(sheet: Sheet, path: KeyPath) -> tuple[int, ...]:
    """The boxes of a system of a mount: its own value, or a key of its table, whose other keys are looked at too."""
    system, found = str(path[-1]), sheet.get(path)
    if system == "magazine" and isinstance(found, Mapping):
        sheet.table(path, ("rows",))
        return boxes_at(sheet, (*path, "rows"), system)
    if system not in WEAPONS:
        return boxes_at(sheet, path, system)
    keys = ("boxes", *WEAPONS[system])
    if not isinstance(found, Mapping):
        written = ", ".join(f"{key} = ..." for key in keys)
        sheet.fault(path, f"a weapon is a table in braces. Write {{ {written} }}.")
        return ()
    sheet.table(path, keys)
    return boxes_at(sheet, (*path, "boxes"), system)


def _number(sheet: Sheet, path: KeyPath, without: int = 0) -> int:
    """A number of a beam weapon; `without` where the mount has no such weapon."""
    if not isinstance(sheet.get(path[:-1]), Mapping):
        return without
    return sheet.whole(path, *NUMBERS[str(path[-1])])


def _launcher_faults(sheet: Sheet, path: KeyPath, written: Mapping[str, Any]) -> None:
    """Tubes need a magazine, and a mount has what belongs to tubes only beside them."""
    if "tubes" in written and "magazine" not in written:
        sheet.fault(
            (*path, "magazine"),
            "it is missing. A mount with tubes has a magazine, in missiles: [120, 80, 40], or in rows of salvoes: "
            "{ rows = [20, 16, 12] }.",
        )
    if "tubes" not in written:
        for key in ("magazine", "fire-control", "missile_size", "reload"):
            if key in written:
                sheet.fault((*path, key), "the mount has no tubes. Add its tubes, or leave this out.")


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
