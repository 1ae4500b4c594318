"""The options that a scenario file chooses. Rule: house, but for the readings of the rules that they name."""

from __future__ import annotations

from typing import Any, Final

from sits_es.rules.sits.scenario.terms import EITHER, Options, allowed_options, read_options
from sits_es.toml import ABSENT, KeyPath, Sheet

#: An option of earlier games, which a file may still say.
EARLIER: Final = "miracles"


def read_choices(sheet: Sheet) -> Options:
    """The options of a new game as its file has them; what is wrong with them is noted on the sheet."""
    allowed = allowed_options()
    for name in sheet.table(("options",)):
        if name not in (*allowed, EARLIER):
            sheet.unknown_key(("options", name), tuple(allowed))
    if sheet.get(("options", EARLIER)) not in (ABSENT, "on"):
        sheet.fault(
            ("options", EARLIER),
            "every superb, excellent or legendary commander draws miracle cards. Leave this out, and write "
            'commander = "regular" in the class file of a ship that is to have none.',
        )
    return read_options({name: _chosen(sheet, ("options", name), values) for name, values in allowed.items()})


def _chosen(sheet: Sheet, path: KeyPath, values: tuple[str | bool, ...]) -> Any:
    """What is written, or the first of the values: it is the default."""
    if values != EITHER:
        return sheet.choice(path, map(str, values), str(values[0]))
    found = sheet.get(path)
    if found is ABSENT or isinstance(found, bool):
        return found is True
    sheet.wrong(path, "is neither true nor false", "one of them, without quotes")
    return values[0]
