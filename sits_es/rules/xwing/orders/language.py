"""What people enter in X-Wing, a line for each fact: from text to facts, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from sits_es.events import Event
from sits_es.orders.language import FormReader, language_in, shortest
from sits_es.orders.names import written as named
from sits_es.orders.tables import Token
from sits_es.rules.xwing.attacks.facts import AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.dials.facts import DialOrdered
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    NoteEntered,
    RoundEndEntered,
    ShipRemoved,
)
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipPlaced, TurretRotated
from sits_es.rules.xwing.sums.areas import in_order
from sits_es.rules.xwing.sums.bases import within_a_turn
from sits_es.rules.xwing.sums.numbers import ON_RECORD, PLACES
from sits_es.rules.xwing.sums.template_moves import KINDS, known_template
from sits_es.rules.xwing.words import amounts

#: A whole circle, in degrees.
CIRCLE: Final = Decimal(360)
#: The longest text, in characters.
MOST_TEXT: Final = 400
#: The most shields or hull that can be entered at once.
MOST: Final = 99


class XwingReader(FormReader):
    """Makes the facts that people enter. Places of words are kept under the facts' field names."""

    def dialing(self, template: str) -> DialOrdered:
        """`dial 2 bank left`."""
        return DialOrdered(ship=self.unit, template=template)

    def placing(self, at: Token, facing: Token) -> ShipPlaced:
        """`place at -40,12.5 facing 30`."""
        x, y = self._spot(at)
        return ShipPlaced(ship=self.unit, x=x, y=y, facing=self._facing(facing))

    def flying(self, template: str, at: Token | None, facing: Token | None) -> MoveEntered:
        """`2 bank left`, `2 bank left to 10,80.5 facing 75`."""
        if at is None or facing is None:
            return MoveEntered(ship=self.unit, template=template)
        x, y = self._spot(at)
        return MoveEntered(ship=self.unit, template=template, x=x, y=y, facing=self._facing(facing))

    def straight(self, speed: Token, kind: str) -> str:
        """`2 straight`, `4 kt`."""
        return f"{self.number('template', speed, 1, KINDS[kind][1])} {kind}"

    def bending(self, speed: Token, kind: str, side: str) -> str:
        """`2 bank left`, `3 talon roll right`."""
        return f"{self.number('template', speed, 1, KINDS[kind][1])} {kind} {side}"

    def straight_kind(self, *words: Token) -> str:
        """`straight`."""
        return " ".join(words).lower()

    bending_kind = side = straight_kind

    def moving(self, template: Token, at: Token, facing: Token) -> MoveEntered:
        """`move "barrel roll left" to 10,80.5 facing 75`."""
        x, y = self._spot(at)
        told = self.text("template", template)
        known = known_template(told)
        told = told if known is None else str(known)
        return MoveEntered(ship=self.unit, template=told, x=x, y=y, facing=self._facing(facing))

    def rotating(self, *parts: Token | None) -> TurretRotated:
        """`rotate rear`, `rotate left,right`, `rotate front by ruling: the big turret turns freely`."""
        arcs = [part for part in parts if part is not None and part.type != "WORDS"]
        words = next((part for part in parts if part is not None and part.type == "WORDS"), None)
        self.note("points", arcs[0], arcs[-1])
        named = [arc.lower() for arc in arcs]
        for number, (arc, name) in enumerate(zip(arcs, named, strict=True)):
            if name in named[:number]:
                self.fault(arc, f"{name.capitalize()} is named twice.", "each arc once")
        return TurretRotated(ship=self.unit, points=in_order(named), ruling=self._words("ruling", words))

    def arc(self, arc: Token) -> Token:
        """`rear`."""
        return arc

    def attack(self, target: Token, weapon: Token, words: Token | None) -> AttackEntered:
        """`attack Hawk with lasers`, `attack Hawk with lasers by ruling: its turret may point anywhere`."""
        return AttackEntered(
            ship=self.unit,
            target=self.text("target", target),
            weapon=self.text("weapon", weapon),
            ruling=self._words("ruling", words),
        )

    def loss(self, *amounts: tuple[Token, str, int]) -> DamageEntered:
        """`lose 2 shields 1 hull`."""
        return DamageEntered(ship=self.unit, **self._amounts(amounts))

    def gain(self, *amounts: tuple[Token, str, int]) -> DamageRegained:
        """`regain 1 shield`."""
        return DamageRegained(ship=self.unit, **self._amounts(amounts))

    def amount(self, number: Token, what: Token) -> tuple[Token, str, int]:
        """`2 shields`."""
        kind = "hull" if what.lower() == "hull" else "shields"
        return what, kind, self.number(kind, number, 1, MOST)

    def what(self, what: Token) -> Token:
        """`shields`."""
        return what

    def critical(self, words: Token) -> CriticalEntered:
        """`critical: Damaged engine`."""
        return CriticalEntered(ship=self.unit, text=self._words("text", words))

    def remark(self, words: Token) -> NoteEntered:
        """`note: Hawk is stressed`."""
        return NoteEntered(ship=self.unit, text=self._words("text", words))

    def removal(self, words: Token | None) -> ShipRemoved:
        """`remove`, `remove: fled off the right edge`."""
        return ShipRemoved(ship=self.unit, text=self._words("text", words))

    def dispute(self, number: Token, words: Token) -> DisputeEntered:
        """`dispute 1: Hawk stands behind the line`."""
        attack = self.number("attack", number)
        return DisputeEntered(ship=self.unit, attack=attack, text=self._words("text", words))

    def upheld(self, number: Token, words: Token) -> RulingEntered:
        """`ruling 1 stands: measured again`."""
        return self._ruling(number, words, stands=True)

    def overturned(self, number: Token, words: Token) -> RulingEntered:
        """`ruling 1 does not stand: Hawk was placed wrongly`."""
        return self._ruling(number, words, stands=False)

    def round_end(self) -> RoundEndEntered:
        """`end round`."""
        return RoundEndEntered(ship=self.unit)

    def _ruling(self, number: Token, words: Token, *, stands: bool) -> RulingEntered:
        attack = self.number("attack", number)
        return RulingEntered(ship=self.unit, attack=attack, stands=stands, text=self._words("text", words))

    def _amounts(self, amounts: tuple[tuple[Token, str, int], ...]) -> dict[str, int]:
        found = {"shields": 0, "hull": 0}
        for token, kind, number in amounts:
            if found[kind]:
                self.fault(token, f"{kind.capitalize()} is named twice.", "each once")
            found[kind] = number
        return found

    def _spot(self, at: Token) -> tuple[str, str]:
        """Both decimals of a place; each fault at the one that it is about."""
        found = []
        for axis, part in zip("xy", re.finditer(r"[^\s,]+", at), strict=True):
            begins = at.start_pos + part.start()
            token = Token(at.type, part[0], begins, begins + len(part[0]))
            found.append(self.decimal(axis, token, -ON_RECORD, ON_RECORD, PLACES))
        return found[0], found[1]

    def _facing(self, facing: Token) -> str:
        """Degrees clockwise from up the table; -30 and 330 are the same, and kept as 330."""
        found = Decimal(self.decimal("facing", facing, -CIRCLE, CIRCLE, PLACES))
        return shortest(within_a_turn(found))

    def _words(self, field: str, words: Token | None) -> str:
        """A text after its colon, to the end of the line; empty if there is none."""
        if words is None:
            return ""
        self.note(field, words)
        text = words[1:].strip()
        if len(text) > MOST_TEXT or not text.isprintable():
            self.fault(words, "The text can't be stored.", f"up to {MOST_TEXT} visible characters")
            return "?"
        return text


def _ruling(text: str) -> str:
    return f" by ruling: {text}" if text else ""


def _move(form: MoveEntered) -> str:
    """By its template's name where it has one, and with its place where that is entered."""
    way = form.template if known_template(form.template) is not None else f"move {named(form.template)}"
    return way if form.stand is None else f"{way} to {form.stand}"


#: Each fact as text, without its ship.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    DialOrdered: lambda form: f"dial {form.template}",
    ShipPlaced: lambda form: f"place at {form.stand}",
    MoveEntered: _move,
    TurretRotated: lambda form: f"rotate {','.join(form.points)}{_ruling(form.ruling)}",
    AttackEntered: lambda form: f"attack {named(form.target)} with {named(form.weapon)}{_ruling(form.ruling)}",
    DamageEntered: lambda form: f"lose {' '.join(amounts(form.shields, form.hull))}",
    DamageRegained: lambda form: f"regain {' '.join(amounts(form.shields, form.hull))}",
    CriticalEntered: lambda form: f"critical: {form.text}",
    NoteEntered: lambda form: f"note: {form.text}",
    ShipRemoved: lambda form: f"remove: {form.text}" if form.text else "remove",
    DisputeEntered: lambda form: f"dispute {form.attack}: {form.text}",
    RulingEntered: lambda form: f"ruling {form.attack} {'stands' if form.stands else 'does not stand'}: {form.text}",
    RoundEndEntered: lambda _: "end round",
}


#: What the grammar's own terminals are called in messages to players.
_TERMS: Final = {
    "PLACE": "a place such as -40,12.5",
    "DEGREES": "degrees",
    "WORDS": "a colon and your words",
    # "left,right" may go on
    "COMMA": "",
}

#: The language: lines name no step.
LANGUAGE: Final = language_in(
    "sits_es.rules.xwing", XwingReader, _WRITERS, unit="ship", step="entry", last_step=1, stepless=True, terms=_TERMS
)
