"""What people are told about each order of a rule system: how it is written, what it does, an example, its rule.

How it is written comes from the grammar. The rest a system's package keeps beside that, in the file orders/help.toml:

    where = "duel 1.1"          # the bundled scenario and the moment that examples are for
    about = ["..."]             # of all orders, in sentences
    sample = '''...'''          # an order file
    [words]                     # what is filled in, by its name in capitals
    SHIP = "a ship's name"
    [order.fire]                # by the rule of the grammar
    slots = ["WEAPON", "SHIP"]  # the names of what is filled in, as it stands there
    title = "template"          # what it is called, where it begins with something that is filled in
    does = "..."
    more = ["..."]              # further sentences
    example = '''...'''         # lines of an order file, from the unit's on
    where = "duel 2.5"          # where it is for another moment; empty if no bundled game comes to one
    rule = "..."
    entered = true              # where it is a fact that people enter; above [words] it is said of all

An order that the file leaves out is told by its forms alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.orders.language import Language
from sits_es.orders.syntax import Open, Syntax, Wording, syntaxes_of
from sits_es.packaged import files
from sits_es.rules import system
from sits_es.sentences import unknown
from sits_es.toml import Sheet

#: The file, and its keys for all orders and for one.
FILE: Final = "orders/help.toml"
OF_ALL: Final = ("where", "about", "sample", "entered", "words", "order")
OF_ONE: Final = ("title", "slots", "does", "more", "example", "where", "rule", "entered")


class OrderHelp(Struct, frozen=True, kw_only=True):
    """One order. rule: of the grammar; title: the words that it begins with, or its own; starts: as of Syntax.

    ways: how it can be written, form -> parts; slots: what is filled in -> what can stand there. example: lines of an
    order file, from the unit's on; where: the bundled scenario and the moment that it is for, such as "duel 2.5", or
    empty. follows: the rule; entered: it is a fact that people enter, and no order.
    """

    rule: str
    title: str
    starts: tuple[str, ...]
    ways: Mapping[str, Wording]
    slots: Mapping[str, str]
    does: str
    more: tuple[str, ...]
    example: str
    where: str
    follows: str
    entered: bool

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways to write it, as text."""
        return tuple(self.ways)

    @property
    def first(self) -> str:
        """The first sentence of what it does; empty if that is not said."""
        return self.does.partition(". ")[0].rstrip(".") + "." if self.does else ""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "order": self.title,
            "forms": list(self.forms),
            "words": dict(self.slots),
            "does": self.does,
            "more": list(self.more),
            "example": self.example,
            "where": self.where,
            "rule": self.follows,
            "entered": self.entered,
            "in_turn_break": "break_order" in self.starts,
            "in_every_step": "anytime_order" in self.starts,
        }


class Guide(Struct, frozen=True, kw_only=True):
    """What is told about a language. about: of all orders; sample: an order file for the moment `where`."""

    language: Language
    about: tuple[str, ...]
    sample: str
    where: str
    orders: tuple[OrderHelp, ...]

    def find(self, asked: Sequence[str]) -> tuple[OrderHelp, ...]:
        """The orders that begin with some words, or those that a whole order, written out, begins with.

        Raises UnreadableError for words that begin none, with those that do.
        """
        words = tuple(word.lower().rstrip(":") for part in asked for word in part.split())
        found = [each for each in self.orders if _alike(words, each.title.split())]
        if found:
            most = max(_alike(words, each.title.split()) for each in found)
            return tuple(each for each in found if _alike(words, each.title.split()) == most)
        raise UnreadableError(unknown("order", " ".join(asked), self.titles()))

    def titles(self) -> tuple[str, ...]:
        """The words that orders begin with, each once."""
        return tuple(dict.fromkeys(each.title for each in self.orders))


def _alike(words: Sequence[str], title: Sequence[str]) -> int:
    """How many words stand at the beginning of both; 0 where they part before either is at its end."""
    both = min(len(words), len(title))
    return both if tuple(words[:both]) == tuple(title[:both]) else 0


@cache
def guide_of(name: str) -> Guide:
    """What is told about the orders of the rule system of that name."""
    place = files(f"sits_es.rules.{name}").joinpath("orders", "help.toml")
    return read_guide(place.read_text(encoding="utf-8") if place.is_file() else "", system(name).language)


def read_guide(text: str, language: Language) -> Guide:
    """What a file tells about a language; of orders that it leaves out, how they are written.

    Raises SheetFaults for what no such file may say, UnreadableError if an order has more or fewer slots than named.
    """
    sheet = Sheet.read(text, FILE)
    told, words = sheet.table((), OF_ALL), sheet.table(("words",))
    orders = {rule: sheet.table(("order", rule), OF_ONE) for rule in sheet.table(("order",))}
    usual = {"where": told.get("where", ""), "entered": told.get("entered", False)}
    try:
        syntaxes = syntaxes_of(language, {rule: each.get("slots", ()) for rule, each in orders.items()})
    except ValueError as error:
        raise UnreadableError(
            f"{FILE}: {error}. Under slots, give exactly one name for each blank in the order."
        ) from error
    known = tuple(each.rule for each in syntaxes)
    for rule in sorted(orders.keys() - {*known}):
        sheet.unknown_key(("order", rule), known)
    sheet.refuse()
    return Guide(
        language=language,
        about=tuple(told.get("about", ())),
        sample=told.get("sample", ""),
        where=usual["where"],
        orders=tuple(_help(each, {**usual, **orders.get(each.rule, {})}, words) for each in syntaxes),
    )


def _help(syntax: Syntax, told: Mapping[str, Any], words: Mapping[str, str]) -> OrderHelp:
    slots = {slot.name.lstrip(": "): _meaning(slot, words) for slot in syntax.slots}
    return OrderHelp(
        rule=syntax.rule,
        title=" ".join(syntax.words) or told.get("title", ""),
        starts=syntax.starts,
        ways=syntax.ways(),
        slots=slots,
        does=told.get("does", ""),
        more=tuple(told.get("more", ())),
        example=told.get("example", ""),
        where=told["where"],
        follows=told.get("rule", ""),
        entered=told["entered"],
    )


def _meaning(slot: Open, words: Mapping[str, str]) -> str:
    """What can stand in a slot: the words that the grammar has for it, and what the system says of it."""
    *first, last = slot.words or ("",)
    either = f"{', '.join(first)} or {last}" if first else last
    return ": ".join(filter(None, (either, words.get(slot.name.lstrip(": "), ""))))
