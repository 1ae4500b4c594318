"""The options that a scenario file chooses. Rule: house, but for the readings of the rules that they name."""

from __future__ import annotations

from typing import Any

from sits_es.rules.sits.scenario.terms import EITHER, OPTIONS, Options, read_options
from sits_es.toml import ABSENT, KeyPath, Sheet


def read_choices(sheet: Sheet) -> Options:
    """The options of a new game as its file has them; what is wrong with them is noted on the sheet."""
    for name in sheet.table(("options",)):
        if name not in OPTIONS:
            sheet.unknown_key(("options", name), tuple(OPTIONS))
    return read_options({name: _chosen(sheet, ("options", name), values) for name, values in OPTIONS.items()})


def _chosen(sheet: Sheet, path: KeyPath, values: tuple[str | bool, ...]) -> Any:
    """What is written, or the first of the values: it is the default."""
    if values != EITHER:
        return sheet.choice(path, map(str, values), str(values[0]))
    found = sheet.get(path)
    if found is ABSENT or isinstance(found, bool):
        return found is True
    sheet.wrong(path, "is neither true nor false", "one of them, without quotes")
    return values[0]
