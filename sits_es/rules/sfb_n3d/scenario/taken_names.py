"""Names of what is on the map: each is there once, over units, bodies and webs, and every order can hold it."""

from __future__ import annotations

import re
from typing import Final

from attrs import Factory, define

from sits_es.orders.names import same
from sits_es.rules.sfb_n3d.cards.decimals import DecimalSheet
from sits_es.toml import KeyPath

#: Names that the game gives itself: asteroids of a field and webs that are laid, by number; points of webs.
_OWN: Final = re.compile(r"(asteroid|web)-[0-9]+", re.IGNORECASE)


@define
class Names:
    """The names of a scenario so far, with what has each."""

    taken: dict[str, str] = Factory(dict)

    def take(self, sheet: DecimalSheet, path: KeyPath, what: str, example: str) -> str:
        """Read the name of something new and keep it; a fault reads as it is written. what: such as `unit`."""
        name = sheet.name(path, example)
        if not name:
            return name
        if _OWN.fullmatch(name):
            sheet.fault(path, f"the game itself gives names such as {name}. Give it another name.")
        elif name.isdecimal():
            sheet.fault(path, f"{name} is a number, as points of webs have. Give it a name with a letter (G10.12).")
        self.keep(sheet, path, what, name)
        return name

    def keep(self, sheet: DecimalSheet, path: KeyPath, what: str, name: str) -> None:
        """Keep a name; one that is there already is a fault."""
        if (twin := same(name, self.taken)) is not None:
            sheet.fault(path, f"there is already a {self.taken[twin]} {twin}. Give each thing a name of its own.")
            return
        self.taken[name] = what
