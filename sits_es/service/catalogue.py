"""The catalogue of stored events, made from their classes: what it takes to read a record without this program.

What a field means is said in docstrings, in lists such as `weapons: how many fire; size: row block of the card`. A
class says it of its own fields. What means the same in many events is said once, by the module of the events, by a
package around it, or by the module `fact` (or package `events`) of the rule system. `Rule: ...` cites where the rule
stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from types import FunctionType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import attrs
from msgspec import Struct

from sits_es.events import REGISTRY, CodeAmong, Event, StoredName
from sits_es.packaged import files
from sits_es.rules import system_names
from sits_es.sentences import counted, either, first_sentence

#: What belongs to no rule system: a game's life, and dice.
ANY: Final = "game"
#: What a number, a text and so on are called, as on the page about JSON.
_PLAIN: Final[Mapping[Any, str]] = {int: "number", str: "text", bool: "truth", type(None): "null", Any: "any value"}
_MARK: Final = re.compile(r"(?:^|(?<=[.;] ))([a-z]\w*(?:, [a-z]\w*)*): ")
_RULE: Final = re.compile(r"(?:^|(?<=[.;] ))Rule: ")
#: What only whoever makes such a value in Python has to know.
_FOR_CODE: Final = re.compile(r"(?:Raises )?ValueError[^.]*\.")
#: Where a rule system says what means the same in all its events.
_OF_ALL: Final = ("fact", "events")
#: Characters of a line of an example, which are wrapped behind commas.
_WIDTH: Final = 84


class Noted(Struct, frozen=True):
    """What a docstring says. summary: of the whole; fields: by name; rule: where it stands, maybe nothing."""

    summary: str
    fields: Mapping[str, str]
    rule: str


class CatalogueField(Struct, frozen=True):
    """A field as it is stored. kind: of JSON; meaning: with unit; range: where the meaning does not say it; codes."""

    name: str
    kind: str
    meaning: str
    range: str
    codes: str

    def __str__(self) -> str:
        said = "; ".join(part for part in (self.meaning, self.range, self.codes) if part)
        return f"- `{self.name}` ({self.kind})" + (f": {said}." if said else "")


class CatalogueEvent(Struct, frozen=True):
    """A stored event. topic: its stored name and version; example: its state; where: the bundled game it is from."""

    topic: str
    meaning: str
    rule: str
    fields: tuple[CatalogueField, ...]
    example: str
    where: str

    def markdown(self) -> Iterator[str]:
        """Its part of a page, paragraph by paragraph."""
        yield f"## {self.topic}"
        yield _with_rule(self.meaning, self.rule)
        if self.fields:
            yield "\n".join(map(str, self.fields))
        if self.example:
            where = f"From the bundled game {self.where}" if self.where else "Invented, because no bundled game has one"
            yield f"{where}:"
            yield f"```json\n{_wrapped(self.example)}\n```"


def families() -> tuple[str, ...]:
    """The parts of the catalogue, one a page: `game`, and each rule system."""
    return (ANY, *system_names())


@cache
def events_of(family: str) -> tuple[CatalogueEvent, ...]:
    """The events of one part of the catalogue, by name."""
    import_module("sits_es.game.events")
    return tuple(
        _entry(cls, str(StoredName(name, version)))
        for name, (version, cls) in sorted(REGISTRY.names().items())
        if _family(name) == family
    )


def title_of(family: str) -> str:
    """What the page of one part is called."""
    return "Events of every game" if family == ANY else f"Events of {family}"


def page_of(family: str) -> str:
    """The page of one part, in Markdown."""
    found = events_of(family)
    parts = [
        f"# {title_of(family)}",
        f"{counted(len(found), 'event')}. [The record as data](events.md) says how to read a record.",
    ]
    for each in found:
        parts += each.markdown()
    values = _values(family)
    if values:
        parts += ["## Values inside events", "A field that is an object has one of these forms."]
    for cls in values:
        said = _of_class(cls)
        parts += [f"### {cls.__name__}", _with_rule(said.summary, _where(said.rule, family))]
        parts.append("\n".join(map(str, _fields(cls, family))))
    return "\n\n".join(parts) + "\n"


def listing() -> str:
    """Every event with what it says, part by part, in Markdown."""
    parts = []
    for family in families():
        found = events_of(family)
        parts.append(f"### {family}: {counted(len(found), 'event')}")
        parts.append(f"In full: [{title_of(family)}](events_{family}.md)")
        parts.append("\n".join(f"- `{each.topic}` {first_sentence(each.meaning)}" for each in found))
    return "\n\n".join(parts)


def noted(doc: str, known: Collection[str] | None = None) -> Noted:
    """What a docstring says. known: the names that can be fields, any by default."""
    summary, rules, found = [], [], dict[str, str]()
    for paragraph in cleandoc(doc).split("\n\n"):
        text = " ".join(_FOR_CODE.sub("", " ".join(paragraph.split())).split()).replace("None", "null")
        marks = [
            mark for mark in _MARK.finditer(text) if known is None or all(each in known for each in mark[1].split(", "))
        ]
        starts = [*(mark.start() for mark in marks), len(text)]
        pieces = [("", text[: starts[0]])]
        pieces += [(mark[1], text[mark.end() : end]) for mark, end in zip(marks, starts[1:], strict=True)]
        for names, piece in pieces:
            said, *cited = _RULE.split(piece)
            rules += [each.strip(" .;") for each in cited]
            if names:
                found |= dict.fromkeys(names.split(", "), said.strip(" .;"))
            else:
                summary.append(said.strip())
    whole = " ".join(" ".join(summary).split())
    return Noted(whole if whole.endswith((".", "?", "")) else f"{whole}.", found, "; ".join(rules))


def _with_rule(meaning: str, rule: str) -> str:
    return f"{meaning} Rule: {rule}." if rule else meaning


def _where(rule: str, family: str) -> str:
    """A rule's place as a reader finds it: a system's own page of rules is read by a command."""
    return rule.replace("rules.md", f"sits rules --rules {family}")


def _family(name: str) -> str:
    prefix = name.partition(".")[0]
    return prefix if prefix in system_names() else ANY


def _entry(cls: type[Event], topic: str) -> CatalogueEvent:
    said, family = _of_class(cls), _family(topic)
    example = _examples().get(topic, {"state": "", "game": ""})
    return CatalogueEvent(
        topic=topic,
        meaning=said.summary,
        rule=_where(said.rule or _of_module(cls.__module__, family).rule, family),
        fields=tuple(_fields(cls, family)),
        example=example["state"],
        where=example["game"],
    )


def _nearest(docs: Iterable[str], known: Collection[str] | None = None) -> Noted:
    """What several docstrings say together, the first before the others."""
    said = [noted(doc, known) for doc in docs]
    fields = {name: meaning for each in reversed(said) for name, meaning in each.fields.items()}
    return Noted(said[0].summary, fields, next((each.rule for each in said if each.rule), ""))


def _of_class(cls: type) -> Noted:
    """What a class and its bases say."""
    known = [field.name for field in attrs.fields(cls)]
    return _nearest((vars(each).get("__doc__") or "" for each in cls.__mro__ if attrs.has(each)), known)


@cache
def _of_module(module: str, family: str) -> Noted:
    """What a module, its packages and the events of its rule system say about names in many events."""
    parts = module.split(".")
    modules = [".".join(parts[:end]) for end in range(len(parts), 2, -1)] or [module]
    of_all = [f"sits_es.rules.{family}.{of}" for of in _OF_ALL if family in system_names()]
    modules += [name for name in of_all if find_spec(name)]
    return _nearest(import_module(name).__doc__ or "" for name in modules)


def _fields(cls: type, family: str) -> Iterator[CatalogueField]:
    own, everywhere = _of_class(cls).fields, _of_module(cls.__module__, family).fields
    for field in attrs.fields(attrs.resolve_types(cls)):
        meaning = own.get(field.name) or everywhere.get(field.name, "")
        limits = _limits(field.validator)
        yield CatalogueField(
            name=field.name,
            kind=_kind(field.type),
            meaning=meaning,
            range="" if re.search(r"\d up|\d to \d|hexadecimal", meaning) else limits,
            codes=_codes(field.validator),
        )


def _kind(kind: Any) -> str:
    """A type in the words of JSON."""
    kind = getattr(kind, "__supertype__", kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return either(f"`{part}`" for part in parts)
    if origin in (Union, UnionType):
        return either(_kind(part) for part in parts)
    if origin is tuple:
        several = parts[1:] == (Ellipsis,)
        return f"list of {_kind(parts[0])}" if several else f"list: {', '.join(map(_kind, parts))}"
    if origin is dict:
        return f"object, {_kind(parts[1])} by name"
    return _PLAIN.get(kind) or str(kind.__name__)


def _limits(validator: Any) -> str:
    """What a validator of attrs, or one of ours, lets through, in words."""
    validator = getattr(validator, "validator", validator)
    found = {
        each.compare_op: each.bound
        for each in getattr(validator, "_validators", ()) or (validator,)
        if hasattr(each, "bound")
    }
    if found:
        return f"{found['>=']} to {found['<=']}" if "<=" in found else f"{found['>=']} up"
    for name, said in (("options", "{}"), ("max_length", "at most {} characters"), ("min_length", "at least {}")):
        if hasattr(validator, name):
            limit = getattr(validator, name)
            return said.format(either(limit) if name == "options" else limit)
    own = isinstance(validator, FunctionType) and validator.__doc__
    return first_sentence(cleandoc(own)).rstrip(".") if own else ""


def _codes(validator: Any) -> str:
    """The codes that a field can hold, each with the kinds of its values."""
    if not isinstance(validator, CodeAmong):
        return ""
    told = []
    for code, shape in validator.codes.items():
        kinds = ["..." if each is Ellipsis else _kind(each) for each in shape]
        told.append(f"`{code}`" + (f" ({', '.join(kinds)})" if kinds else ""))
    return f"codes, with the kinds of their values: {', '.join(told)}"


def _values(family: str) -> list[type]:
    """The classes of objects inside a part's events, by name; events themselves left out."""
    found: dict[str, type] = {}

    def look(kind: Any) -> None:
        for part in get_args(kind):
            look(part)
        if isinstance(kind, type) and attrs.has(kind) and kind.__name__ not in found:
            if not issubclass(kind, Event):
                found[kind.__name__] = kind
            for field in attrs.fields(attrs.resolve_types(kind)):
                look(field.type)

    for name, (_, cls) in REGISTRY.names().items():
        if _family(name) == family:
            look(cls)
    return [found[name] for name in sorted(found)]


@cache
def _examples() -> Mapping[str, Mapping[str, str]]:
    """By topic, an event's state and the bundled game that it is from, if one has it."""
    lines = files("sits_es").joinpath("docs", "examples.jsonl").read_text(encoding="utf-8").splitlines()
    return {found["topic"]: found for found in map(json.loads, lines)}


def _wrapped(state: str) -> str:
    """A state in short lines; white space between the parts of JSON means nothing."""
    lines, line = [], ""
    for part in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^,"])+,?', state):
        if line and len(line) + len(part) > _WIDTH:
            lines.append(line)
            line = ""
        line += part
    return "\n".join([*lines, line])
