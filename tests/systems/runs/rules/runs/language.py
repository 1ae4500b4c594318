"""The order language of Runs: each line of a pulse names it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from lark import Token

from sits_es.events import Event
from sits_es.orders.language import FormReader, Language
from sits_es.orders.names import written

from . import events

_GRAMMAR = """
?order: burn | fire | halt
?anytime_order: halt
?break_order: patch
halt: "halt"i "if"i "hit"i
burn: "burn"i DECIMAL
fire: "fire"i "at"i name
patch: "patch"i
"""

#: Pulses of a turn; the break counts as the one after them.
PULSES = 8


class RunsReader(FormReader):
    """Makes the orders of Runs; the frame writes each order's pulse."""

    def burn(self, by: Token) -> events.BurnOrdered:
        """`burn -0.25`."""
        return events.BurnOrdered(craft=self.unit, pulse=1, by=self.decimal("by", by, Decimal(-1), Decimal(1), 2))

    def fire(self, target: Token) -> events.FireOrdered:
        """`fire at Hawk`."""
        return events.FireOrdered(craft=self.unit, pulse=1, target=self.text("target", target))

    def halt(self) -> events.HaltOrdered:
        """`halt if hit`."""
        return events.HaltOrdered(craft=self.unit, pulse=1)

    def patch(self) -> events.PatchOrdered:
        """`patch`."""
        return events.PatchOrdered(craft=self.unit)


_WRITERS: dict[type[Event], Any] = {
    events.BurnOrdered: lambda form: f"burn {form.by}",
    events.FireOrdered: lambda form: f"fire at {written(form.target)}",
    events.HaltOrdered: lambda _: "halt if hit",
    events.PatchOrdered: lambda _: "patch",
}

LANGUAGE = Language(
    name="runs",
    grammar=_GRAMMAR,
    reader=RunsReader,
    write=lambda form: str(_WRITERS[type(form)](form)),
    unit="craft",
    step="pulse",
    numbered=True,
    last_step=PULSES,
)
