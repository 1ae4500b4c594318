"""A table of critical hits: what each result of the roll is called, and what it does to a starship.

The words and numbers are the players' own. Rule: base game; rules.md, Critical hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from attrs import frozen

from sits_es.rules.schema import name, read_whole, switch, tables, value, whole
from sits_es.sentences import listed
from sits_es.values import Value

if TYPE_CHECKING:  # whoever reads a game has its table on record, and reads no file
    from sits_es.rules.game_sheet import GameSheet
    from sits_es.toml import KeyPath

#: What names a table in a scenario, and holds it on record.
CRITICALS: Final = "criticals"

#: The highest result that a row can begin or end with. Rule: house.
MOST_RESULT: Final = 999

#: What a critical hit does for as long as the starship has it.
Lasting = Literal["armour", "speed", "shields", "setback_piloting", "setback_gunnery", "weapon"]

#: What a row does, in the order in which it is told: what is suffered at once, what lasts, what ends all else.
_DOES: Final = {
    "trauma": "{} hull trauma",
    "strain": "{} system strain",
    "armour": "armour -{}",
    "speed": "speed -{}",
    "shields": "shields -{} in each zone",
    "setback_piloting": "Piloting +{} setback",
    "setback_gunnery": "Gunnery +{} setback",
    "weapon": "a weapon out",
    "shut_down": "shut down",
    "lost": "lost",
}


def _read_most(sheet: GameSheet, path: KeyPath) -> int | None:
    """The last result of a row; only the last row, which has no end, is without it."""
    from sits_es.toml import ABSENT

    return None if sheet.get(path) is ABSENT else sheet.whole(path, 1, MOST_RESULT)


def _write_most(most: int | None) -> object:
    from sits_es.toml import ABSENT

    return ABSENT if most is None else most


@frozen(kw_only=True)
class CriticalRow(Value):
    """One critical hit of a table.

    least, most: results of the roll that it is for, 1 up; most: None for all from there on. words: what it is called;
    difficulty: dice of damage control, 1 to 4, from easy to daunting (base game). For as long as the starship has it:
    armour, speed: points less; shields: points less in each zone; setback_piloting, setback_gunnery: setback dice on
    these checks; weapon: one more is out; shut_down: so is the starship. At once: trauma, strain: points; lost: the
    starship is. Upper limits: house.
    """

    least: int = whole(1, MOST_RESULT)
    most: int | None = value(_read_most, _write_most, None)
    words: str = value(lambda sheet, path: sheet.title(path, "Cracked plates"))
    difficulty: int = whole(1, 4)
    armour: int = whole(0, 99, 0)
    speed: int = whole(0, 20, 0)
    shields: int = whole(0, 9, 0)
    setback_piloting: int = whole(0, 9, 0)
    setback_gunnery: int = whole(0, 9, 0)
    weapon: bool = switch()
    trauma: int = whole(0, 999, 0)
    strain: int = whole(0, 999, 0)
    shut_down: bool = switch()
    lost: bool = switch()

    def checked(self, sheet: GameSheet, path: KeyPath) -> CriticalRow:
        """It has words, and does not end before it begins."""
        at: KeyPath = (*path, "words")
        if sheet.is_right(at) and not self.words.strip():
            sheet.fault(at, "it is empty. Write the name of this critical hit.")
        if self.most is not None and self.is_read(sheet, path) and self.most < self.least:
            sheet.fault((*path, "most"), f"{self.most} is below {self.least}, where the row begins.")
        return self

    @staticmethod
    def is_read(sheet: GameSheet, path: KeyPath) -> bool:
        """Whether nothing is wrong so far with where a row begins and ends."""
        return sheet.is_right((*path, "least")) and sheet.is_right((*path, "most"))

    @property
    def results(self) -> str:
        """The results that it is for: `13 to 24`, `155 and up`."""
        if self.most is None:
            return f"{self.least} and up"
        return str(self.least) if self.most == self.least else f"{self.least} to {self.most}"

    def effects(self) -> Iterator[str]:
        """What it does, each in a few words: `armour -1`, `2 hull trauma`."""
        yield from (said.format(getattr(self, each)) for each, said in _DOES.items() if getattr(self, each))

    def __str__(self) -> str:
        """What it is called and does: `Cracked plates (armour -1)`."""
        does = listed(self.effects(), none="")
        return f"{self.words} ({does})" if does else self.words


@frozen(kw_only=True)
class CriticalTable(Value):
    """A table of critical hits. rows: from the lowest results up, without a gap; the last has no end."""

    name: str = name("My critical hits")
    rows: tuple[CriticalRow, ...] = tables(CriticalRow, "critical hit")

    def checked(self, sheet: GameSheet, path: KeyPath) -> CriticalTable:
        """Every result from 1 up is in just one row, and the rows are in order."""
        at: KeyPath = (*path, "rows")
        written = sheet.get(at)
        if not isinstance(written, list | tuple) or len(self.rows) != len(written):
            return self
        if not self.rows:
            sheet.fault(at, "there are none. Write each critical hit as a table of its own under [[rows]].")
            return self
        places: list[KeyPath] = [(*at, number) for number in range(len(self.rows))]
        if CriticalRow.is_read(sheet, places[0]) and (first := self.rows[0].least) > 1:
            sheet.fault((*places[0], "least"), f"the first row begins with {first}. Begin with 1.")
        for (above, row), (over, place) in zip(pairwise(self.rows), pairwise(places), strict=True):
            if not CriticalRow.is_read(sheet, over):
                continue
            if above.most is None:
                sheet.fault((*over, "most"), "it is missing. Only the last row may leave this line out.")
            elif CriticalRow.is_read(sheet, place) and (why := _apart(above, above.most + 1, row.least)):
                sheet.fault((*place, "least"), why)
        if CriticalRow.is_read(sheet, places[-1]) and (most := self.rows[-1].most) is not None:
            sheet.fault((*places[-1], "most"), f"no row covers results above {most}. Leave this line out.")
        return self

    def row_of(self, result: int) -> CriticalRow:
        """The row of a result, 1 up."""
        return next((row for row in reversed(self.rows) if row.least <= result), self.rows[0])


def _apart(above: CriticalRow, due: int, least: int) -> str:
    """What is wrong with where a row begins; empty if nothing is. due: where it should."""
    if least < above.least:
        return f"{least} is below {above.least}, where the row above begins. Write the lowest results first."
    if least < due:
        return f"the row above goes to {above.most}, and this one begins with {least}. Begin with {due}."
    return f"no row covers {_span(due, least - 1)}. Begin with {due}." if least > due else ""


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def criticals_of(data: Any) -> CriticalTable | None:
    """The table of a game, from its data; None if it has none. Raises UnreadableError for data of no table."""
    from sits_es.rules.game_sheet import GameSheet

    return None if data is None else read_whole(CriticalTable, GameSheet("Critical hits", data))
