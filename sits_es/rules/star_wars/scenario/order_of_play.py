"""Who acts when: the line `initiative` of a scenario file. Rule: rules.md, Slots; base game."""

from __future__ import annotations

from typing import Final

from sits_es.rules.game_sheet import GameSheet
from sits_es.sentences import listed, unknown
from sits_es.toml import ABSENT, KeyPath, shown

#: The word for an order that dice decide.
ROLLED: Final = "rolled"
PATH: Final[KeyPath] = ("initiative",)


def is_rolled(sheet: GameSheet) -> bool:
    """Whether initiative is rolled: it is where the file does not say."""
    found = sheet.get(PATH)
    return found is ABSENT or not isinstance(found, list)


def given_order(sheet: GameSheet, starships: tuple[str, ...]) -> tuple[str, ...]:
    """The order that the file gives, with each starship once; empty where it is rolled."""
    found = sheet.get(PATH)
    if is_rolled(sheet):
        if found not in (ABSENT, ROLLED):
            names = ", ".join(f'"{name}"' for name in starships[:2]) or '"Raider"'
            sheet.fault(PATH, f'{shown(found)} is not an order. Write "{ROLLED}", or every name: [{names}].')
        return ()
    order: list[str] = []
    for at, name in enumerate(found):
        path = (*PATH, at)
        if not isinstance(name, str):
            sheet.text(path, "Raider")
        elif name not in starships:
            sheet.fault(path, unknown("starship", name, starships))
        elif name in order:
            sheet.fault(path, f"{name} is there twice. Each starship has one slot.")
        else:
            order.append(name)
    if missing := [name for name in starships if name not in order]:
        left_out = f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} left out"
        sheet.fault(PATH, f"{left_out}. Name every starship once.")
    return tuple(order)
