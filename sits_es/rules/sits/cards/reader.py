"""Class files: a ship's card as a player writes it down in TOML, and the same as data for a game's first event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import fields_dict

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.schema import data_of, read_as
from sits_es.rules.sits.cards.fitting import misfits
from sits_es.rules.sits.cards.ship_class import SHIP_TRACKS, ShipClass
from sits_es.rules.sits.tables.values import Tables
from sits_es.toml import ABSENT

#: Said of a file that has something in it, but nothing of a card, such as a scenario that lies in a folder of cards.
NOT_A_CARD: Final = (
    "this is not a ship's card: it has none of the keys name, tracks, hits. Keep class files in a folder of their own."
)


def read_ship(text: str, source: str, tables: Tables | None = None) -> ShipClass:
    """Read a class file. SheetFaults names every fault at once by key and line.

    source: what to call the file; tables: those that its sizes, types and ratings must be in, None if no game is
    played by them yet.
    """
    sheet = GameSheet.read_card(text, source, "sits")
    if sheet.data and not fields_dict(ShipClass).keys() & sheet.data.keys():
        sheet.fault((), NOT_A_CARD)
        sheet.refuse()
    return _ship(sheet, tables)


def from_data(data: Mapping[str, Any]) -> ShipClass:
    """The class that `to_data` wrote. SheetFaults names every fault at once, by key.

    Whether tables have its sizes and types was asked when its game began; what is stored is played as it stands.
    """
    name = data.get("name")
    return _ship(GameSheet(f"Class {name}" if isinstance(name, str) else "A class", data), None)


def to_data(ship_class: ShipClass) -> dict[str, Any]:
    """The class in the shape of its file, with nothing left out: texts, whole numbers, lists and tables."""
    mounts = {mount.name: mount.data(ship_class.tracks) for mount in ship_class.mounts}
    tracks = {track: list(ship_class.tracks[track]) for track in SHIP_TRACKS if track in ship_class.tracks}
    return data_of(ship_class) | {"tracks": tracks, "mounts": mounts}


def _ship(sheet: GameSheet, tables: Tables | None) -> ShipClass:
    read = read_as(ShipClass, sheet)
    if tables is not None:
        _off_the_tables(sheet, read, tables)
    sheet.refuse()
    return read


def _off_the_tables(sheet: GameSheet, read: ShipClass, tables: Tables) -> None:
    """Note what the tables don't have, but for values that are faulty in themselves."""
    for misfit in misfits(read, tables):
        written = sheet.get(misfit.path)
        left_out = written is ABSENT and isinstance(sheet.get(misfit.path[:-1]), Mapping) and misfit.may_be_left_out
        if left_out or (not isinstance(written, bool) and _frozen(written) == misfit.value):
            sheet.fault(misfit.path, misfit.message)


def _frozen(written: object) -> object:
    return tuple(written) if isinstance(written, list) else written
