"""What can stand in the slots of an order, and the lines that come of it, for whoever points instead of typing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.orders.names import written
from sits_es.orders.syntax import InTurn, OneOf, Open, Optional, Repeated, Typed, Wording

#: The most lines of one form in every combination; beyond it one slot at a time departs from its first choice.
MOST: Final = 60
#: Signs that stand close to the word before them.
_CLOSE: Final = (":", ";", ",")


class Offer(Struct, frozen=True):
    """What can stand in a slot. said: what helps to choose, such as the range of a target."""

    text: str
    said: str = ""


#: What can stand in a slot now; None if it is the player's own to say.
Choices = Callable[[Open], Sequence[Offer] | None]


def plain(texts: Iterable[object]) -> tuple[Offer, ...]:
    """Choices that need no further word."""
    return tuple(Offer(str(text)) for text in texts)


class Sample(Struct, frozen=True):
    """An order that was put together. chosen: what stands in each slot, in order; None in one that is left out.

    whole: whether it is among all that there are; otherwise some were left out. guessed: whether some words stand where
    only the player knows.
    """

    text: str
    chosen: tuple[str | None, ...]
    whole: bool = True
    guessed: bool = False


class Slot(Struct, frozen=True):
    """What is filled in. name: as its help names it, empty for a choice between words; own: players may say it freely.

    choices: as an order writes them, None if only the player knows; before, after: signs that stand around it.
    """

    name: str
    choices: tuple[Offer, ...] | None
    own: bool = False
    before: str = ""
    after: str = ""

    @property
    def samples(self) -> list[Sample]:
        """The choices with their signs, or some words where only the player knows."""
        texts = ["words"] if self.choices is None else [each.text for each in self.choices]
        signed = (f"{self.before}{text}{self.after}" for text in texts)
        return [Sample(text, (text,), guessed=self.choices is None) for text in signed]


def slot_of(part: Open | OneOf, choices: Choices) -> Slot:
    """A slot with its choices."""
    if isinstance(part, OneOf):
        return Slot("", plain(each.text for each in part.parts if isinstance(each, Typed)))
    if part.words:
        return Slot(part.name, plain(part.words))
    found = choices(part)
    if found is not None and part.symbol == "name":
        found = [Offer(written(each.text), each.said) for each in found]
    quote = '"' if part.symbol == "QUOTED" else ""
    before = ": " if part.name.startswith(":") else quote
    offered = None if found is None else tuple(found)
    return Slot(name_of(part), offered, own=True, before=before, after=quote)


def name_of(slot: Open) -> str:
    """What a slot is called, without signs."""
    return slot.name.lstrip(": ").strip('"')


def samples(part: Wording, choices: Choices) -> list[Sample]:
    """Orders that a part can become, the plainest first; none where a slot has no choice."""
    match part:
        case Typed(text=text):
            return [Sample(text, ())]
        case OneOf(parts=parts) if not _is_slot(part):
            ways = [samples(inner, choices) for inner in parts]
            gaps = [(None,) * slots(inner) for inner in parts]
            return [
                replace(each, chosen=sum((*gaps[:at], each.chosen, *gaps[at + 1 :]), ()))
                for at, way in enumerate(ways)
                for each in way
            ]
        case Open() | OneOf():
            return slot_of(part, choices).samples
        case Optional(part=inner) | Repeated(part=inner, least=0):
            return [Sample("", (None,) * slots(inner)), *samples(inner, choices)]
        case Repeated(part=inner):
            return samples(inner, choices)
        case InTurn(parts=parts):
            return _in_turn([samples(inner, choices) for inner in parts])


def _in_turn(ways: Sequence[Sequence[Sample]]) -> list[Sample]:
    rows: Iterable[Sequence[Sample]] = product(*ways)
    all_of_them = math.prod(map(len, ways)) <= MOST
    if not all_of_them:
        first = [way[0] for way in ways]
        rows = [first, *([*first[:at], one, *first[at + 1 :]] for at, way in enumerate(ways) for one in way[1:])]
    return [
        Sample(
            joined(one.text for one in row),
            sum((one.chosen for one in row), ()),
            all_of_them and all(one.whole for one in row),
            any(one.guessed for one in row),
        )
        for row in rows
    ]


def joined(texts: Iterable[str]) -> str:
    """Words and signs as one writes them."""
    found = ""
    for text in filter(None, texts):
        found += text if not found or text.startswith(_CLOSE) else f" {text}"
    return found


def slots(part: Wording) -> int:
    """How many slots a part has."""
    match part:
        case Typed():
            return 0
        case Optional(part=inner) | Repeated(part=inner):
            return slots(inner)
        case InTurn(parts=parts) | OneOf(parts=parts) if not _is_slot(part):
            return sum(map(slots, parts))
        case _:
            return 1


def needed(part: Wording) -> Iterator[Open]:
    """The slots that an order can't do without."""
    match part:
        case Open():
            yield part
        case Repeated(part=inner, least=1):
            yield from needed(inner)
        case InTurn(parts=parts):
            for inner in parts:
                yield from needed(inner)


def _is_slot(part: Wording) -> bool:
    """Whether it is a choice between single words."""
    return isinstance(part, OneOf) and all(isinstance(each, Typed) for each in part.parts)


def as_data(part: Wording, slot: Callable[[Open | OneOf], dict[str, Any]]) -> Any:
    """A part for a page: a word, parts in turn, or what is chosen between, left out, repeated or filled in.

    slot: what the page is told of a slot; asked for each in the order of `Sample.chosen`.
    """
    match part:
        case Typed(text=text):
            return text
        case OneOf(parts=parts) if not _is_slot(part):
            return {"one": [as_data(inner, slot) for inner in parts]}
        case Open() | OneOf():
            return slot(part)
        case Optional(part=inner):
            return {"maybe": as_data(inner, slot)}
        case Repeated(part=inner, least=least):
            return {"more": as_data(inner, slot), "least": least}
        case InTurn(parts=parts):
            return [as_data(inner, slot) for inner in parts]
