"""A scenario file of SFB 'n3D as it is read: what lies on its map, which classes there are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import field

from sits_es.rules.scenario_sheet import ScenarioSheet
from sits_es.rules.sfb.cards.decimals import DecimalSheet
from sits_es.rules.sfb.cards.unit_class import UnitClass
from sits_es.rules.sfb.sums.hexes import place_of
from sits_es.rules.sfb.sums.places import Place, read_place
from sits_es.toml import ABSENT, KeyPath

#: The most units, bodies, rings or webs of a scenario: every unit is seen from every other. Rule: house.
MOST_TABLES: Final = 999

#: Names that the game gives itself: asteroids of a field and webs that are laid, by number; points of webs.
_OWN: Final = re.compile(r"(asteroid|web)-[0-9]+", re.IGNORECASE)


class MapSheet(ScenarioSheet, DecimalSheet):
    """A scenario with names and places on a map. classes: of units, by name."""

    classes: Mapping[str, UnitClass] = field(default_factory=dict)

    def take(self, path: KeyPath, what: str, example: str) -> str:
        """Read the name of something new and keep it; a fault reads as it is written. what: such as `unit`."""
        name = super().take(path, what, example)
        if _OWN.fullmatch(name):
            self.fault(path, f"the game uses names such as {name} itself. Choose another name.")
        elif name.isdecimal():
            self.fault(
                path, f"{name} is a number, and numbers name web points. Choose a name with a letter in it (G10.12)."
            )
        return name

    def place(self, path: KeyPath) -> Place:
        """The place of a thing, by `place` or by `hex`; a fault reads as the middle of the map. Rule: C1.12, S3D1.1."""
        by_hex = self.get((*path, "hex")) is not ABSENT
        if by_hex and self.get((*path, "place")) is not ABSENT:
            self.fault((*path, "hex"), "a place is already given. Leave one of the two out (S3D1.1).")
        if by_hex:
            return self.meant((*path, "hex"), "2215", place_of, Place())
        return self.meant((*path, "place"), "100,0,0", read_place, Place())

    def place_path(self, path: KeyPath) -> KeyPath | None:
        """Where in the file the place of a thing stands; None if that could not be read."""
        at = (*path, "hex" if self.get((*path, "hex")) is not ABSENT else "place")
        return at if self.is_right(at) else None

    def card(self, path: KeyPath) -> UnitClass | None:
        """The card of the unit in a table, None if its class isn't known."""
        name = self.get((*path, "class"))
        return self.classes.get(name) if isinstance(name, str) else None
