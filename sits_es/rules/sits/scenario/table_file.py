"""A file of tables that a scenario names, and the house tables that it lays over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sits_es.rules.sits.tables.tables import card_tables, overridden, read_tables_file
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.supplied import is_beside
from sits_es.sentences import quoted
from sits_es.toml import Sheet, SheetFault, SheetFaults

#: The key that names it.
KEY: Final = "tables"

#: A name to show.
EXAMPLE: Final = "my_tables.toml"


def named_tables(text: str) -> tuple[str, ...]:
    """The file of tables that a scenario names; none where it names none or can't be read."""
    try:
        named = Sheet.read(text, "").get((KEY,))
    except SheetFaults:
        return ()
    return (named,) if isinstance(named, str) else ()


def read_own_tables(sheet: Sheet, files: Mapping[str, str]) -> tuple[Tables | None, tuple[SheetFault, ...]]:
    """The bundled tables with the named file's and then the house tables laid over them, and the file's faults.

    files: name -> text. None if a table has a fault; those of the scenario itself are noted there. What a house
    table may hold depends on the file below it, so that is put right first.
    """
    below, faults = _of_file(sheet, files)
    house = sheet.table(("house",))
    if below is None:
        return None, faults
    try:
        return overridden(below, house), ()
    except SheetFaults as error:
        for fault in error.faults:
            sheet.fault(("house", *fault.path), f"it {fault.message}")
        return None, ()


def _of_file(sheet: Sheet, files: Mapping[str, str]) -> tuple[Tables | None, tuple[SheetFault, ...]]:
    name = sheet.text((KEY,), EXAMPLE, "")
    if not isinstance(sheet.get((KEY,)), str):
        return card_tables(), ()
    if not is_beside(name):
        allowed = f"Name a file in the scenario's folder, such as {quoted(EXAMPLE)}."
        sheet.fault((KEY,), f"{quoted(name)} is not a file beside this scenario. {allowed}")
        return None, ()
    if name not in files:
        sheet.fault((KEY,), f"there is no file {name} beside this scenario. Add the file, or leave this line out.")
        return None, ()
    try:
        return read_tables_file(files[name], name), ()
    except SheetFaults as error:
        return None, error.faults


#: Keys that only a scenario has.
OF_A_SCENARIO: Final = ("title", "players", "ships", "house", KEY)


def is_scenario(sheet: Sheet) -> bool:
    """Whether a file has keys that only a scenario has, and no file of tables."""
    return any(key in sheet.data for key in OF_A_SCENARIO)


def tables_of(text: str, source: str, files: Mapping[str, str]) -> Tables:
    """The tables in force by a file of tables, or by a scenario. SheetFaults names every fault in them.

    source: what to call the file; files: those that it names, name -> text.
    """
    sheet = Sheet.read(text, source)
    if not is_scenario(sheet):
        return read_tables_file(text, source)
    tables, faults = read_own_tables(sheet, files)
    refuse_with(sheet, faults)
    return tables or card_tables()


def refuse_with(sheet: Sheet, faults: Iterable[SheetFault]) -> None:
    """Raise SheetFaults with every fault of a scenario and of its file of tables, if there is one."""
    found = list(faults)
    try:
        sheet.refuse()
    except SheetFaults as error:
        found = [*error.faults, *found]
    if found:
        raise SheetFaults(found)
