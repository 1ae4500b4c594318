"""Order languages of games that do not exist, to test the frame of order files without any real game's words."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from sits_es.events import Event
from sits_es.orders.language import FormReader, Language
from sits_es.orders.names import written
from sits_es.orders.tables import Token, Tree


@frozen(kw_only=True)
class Sailed(Event):
    ship: str
    to: str
    knots: int


@frozen(kw_only=True)
class Mended(Event):
    ship: str
    sail: str


@frozen(kw_only=True)
class Anchored(Event):
    ship: str


class SloopReader(FormReader):
    def sail(self, to: Token, knots: Token) -> Sailed:
        return Sailed(ship=self.unit, to=self.text("to", to), knots=self.number("knots", knots, 0, 12))

    def mend(self, sail: Token) -> Mended:
        return Mended(ship=self.unit, sail=self.text("sail", sail))

    def anchor(self) -> Anchored:
        return Anchored(ship=self.unit)


def _write(form: Event) -> str:
    match form:
        case Sailed():
            return f"sail to {written(form.to)} {form.knots}"
        case Mended():
            return f"mend {written(form.sail)}"
    return "anchor"


_SAIL = '?order: sail | anchor\nsail: "sail"i "to"i name NUMBER\nanchor: "anchor"i\n'
_MORE = '?anytime_order: anchor\n?break_order: mend\nmend: "mend"i name\n'

#: Four segments, a turn break, and anchoring that needs no segment.
SLOOPS: Final = Language(
    name="sloops", grammar=_SAIL + _MORE, reader=SloopReader, write=_write, unit="ship", step="segment", last_step=4
)

#: Two segments, no turn break, and no order that needs no segment.
RAFTS: Final = Language(
    name="rafts", grammar=_SAIL, reader=SloopReader, write=_write, unit="ship", step="segment", last_step=2
)


def rules_in(tree: Tree) -> set[str]:
    """The rules of the grammar that a line was read by."""
    return {tree.data}.union(*(rules_in(part) for part in tree.children if isinstance(part, Tree)))
