"""What people enter in Entries, a line for each fact."""

from __future__ import annotations

from typing import Any

from lark import Token

from sits_es.events import Event
from sits_es.orders.language import FormReader, Language
from sits_es.orders.names import written

from . import events

_GRAMMAR = """
?order: placing | attack | damage | done
placing: "place"i "at"i NUMBER NUMBER
attack: "attack"i name "for"i NUMBER
damage: "take"i NUMBER
done: "done"i
"""


class EntriesReader(FormReader):
    """Makes the facts that people enter."""

    def placing(self, column: Token, row: Token) -> events.FighterPlaced:
        """`place at 3 4`."""
        return events.FighterPlaced(
            fighter=self.unit, column=self.number("column", column, 1, 20), row=self.number("row", row, 1, 20)
        )

    def attack(self, target: Token, hits: Token) -> events.AttackDeclared:
        """`attack Hawk for 2`."""
        return events.AttackDeclared(
            fighter=self.unit, target=self.text("target", target), hits=self.number("hits", hits, 0, 9)
        )

    def damage(self, damage: Token) -> events.DamageTaken:
        """`take 1`."""
        return events.DamageTaken(fighter=self.unit, damage=self.number("damage", damage, 1, 9))

    def done(self) -> events.RoundEnded:
        """`done`."""
        return events.RoundEnded(fighter=self.unit)


_WRITERS: dict[type[Event], Any] = {
    events.FighterPlaced: lambda form: f"place at {form.column} {form.row}",
    events.AttackDeclared: lambda form: f"attack {written(form.target)} for {form.hits}",
    events.DamageTaken: lambda form: f"take {form.damage}",
    events.RoundEnded: lambda _: "done",
}

LANGUAGE = Language(
    name="entries",
    grammar=_GRAMMAR,
    reader=EntriesReader,
    write=lambda form: str(_WRITERS[type(form)](form)),
    unit="fighter",
    step="entry",
    last_step=1,
    stepless=True,
)
