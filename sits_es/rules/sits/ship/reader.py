"""Class files: a ship's card as a player writes it down in TOML, and the same as data for a game's first event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from sits_es.orders.names import problem_of
from sits_es.rules.sits.ship.boxes import boxes_at
from sits_es.rules.sits.ship.fitting import misfits
from sits_es.rules.sits.ship.mounts import mount_data, read_mount
from sits_es.rules.sits.ship.ship_class import MOUNT_TRACKS, SHIP_TRACKS, ShipClass
from sits_es.rules.sits.tables.values import Tables
from sits_es.sentences import unknown
from sits_es.space.arcs import FACINGS
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

#: Said of a file that has something in it, but nothing of a card, such as a scenario that lies in a folder of cards.
NOT_A_CARD: Final = (
    "this is not a ship's card: it has none of the keys name, tracks, hits. Keep class files in a folder of their own."
)

#: Rows of a facing's hit table: one for each roll of 1d10. Rule: sits rules 9.
HIT_ROWS: Final = 10


def read_ship(text: str, source: str, tables: Tables | None = None) -> ShipClass:
    """Read a class file. SheetFaults names every fault at once by key and line.

    source: what to call the file; tables: those that its sizes, types and ratings must be in, None where no game is
    played by them yet.
    """
    sheet = Sheet.read(text, source)
    if sheet.data and not any(key in sheet.data for key in TOP_KEYS):
        sheet.fault((), NOT_A_CARD)
        sheet.refuse()
    return _ship(sheet, tables)


def from_data(data: Mapping[str, Any]) -> ShipClass:
    """The class that `to_data` wrote. SheetFaults names every fault at once, by key.

    Whether tables have its sizes and types was asked when its game began; what is stored is played as it stands.
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
        "mounts": {mount.name: mount_data(ship_class, mount) for mount in ship_class.mounts},
        "hits": {side: [" ".join(row) for row in ship_class.hits[side]] for side in FACINGS},
    }


def _ship(sheet: Sheet, tables: Tables | None) -> ShipClass:
    sheet.table((), TOP_KEYS)
    name = sheet.text(("name",), "Sample Cruiser")
    if isinstance(sheet.get(("name",)), str) and (problem := problem_of(name)):
        sheet.fault(("name",), f"{problem} Write letters, digits, spaces, - and ', 60 at most.")
    tracks = _tracks(sheet)
    found = [read_mount(sheet, mount) for mount in sheet.table(("mounts",))]
    for _, of_mount in found:
        tracks |= of_mount
    mounts = tuple(sorted((mount for mount, _ in found), key=lambda mount: (FACINGS.index(mount.facing), mount.name)))
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
    if tables is not None:
        _off_the_tables(sheet, read, tables)
    sheet.refuse()
    return read


def _off_the_tables(sheet: Sheet, read: ShipClass, tables: Tables) -> None:
    """Note what the tables don't have, but for values that are faulty in themselves."""
    for misfit in misfits(read, tables):
        written = sheet.get(misfit.path)
        left_out = written is ABSENT and isinstance(sheet.get(misfit.path[:-1]), Mapping) and misfit.may_be_left_out
        if left_out or (not isinstance(written, bool) and _frozen(written) == misfit.value):
            sheet.fault(misfit.path, misfit.message)


def _frozen(written: object) -> object:
    return tuple(written) if isinstance(written, list) else written


def _tracks(sheet: Sheet) -> dict[str, tuple[int, ...]]:
    """The tracks of the ship as a whole; one with a fault is there, so that a hit row that names it is right."""
    written = sheet.table(("tracks",), SHIP_TRACKS)
    missing = [track for track in NEEDED_TRACKS if track not in written]
    for track in missing:
        sheet.fault(("tracks", track), f"it is missing. Every ship has the tracks {', '.join(NEEDED_TRACKS)}.")
    return {
        track: boxes_at(sheet, ("tracks", track), track) for track in SHIP_TRACKS if track in written
    } | dict.fromkeys(missing, ())


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
