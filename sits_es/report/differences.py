"""What differs between two boards, unit by unit, and then in the game itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import attrs
import msgspec

from sits_es.sentences import counted, listed

T = TypeVar("T")

#: Unit, what, in the one, in the other.
Contrast = tuple[str, str, str, str]
#: What a unit is said to be, by name, empty for none.
Says = Callable[[T], Iterable[tuple[str, str]]]

#: What differs and concerns no unit.
GAME: Final = "the game"
#: Values of a list or a table that are told; the rest are counted.
MOST: Final = 6
#: Values inside values are told so far in; further in they are named, or counted.
DEEPEST: Final = 3


def differing(
    one: Mapping[str, T],
    other: Mapping[str, T],
    word: str,
    says: Says[T],
    there: str | Callable[[T], str] = "on the board",
    other_says: Says[T] | None = None,
) -> Iterator[Contrast]:
    """Everything that differs, by name, and of each in the order in which it is said.

    word: what one of them is called; says: all about one that may differ; there: what is told of one that the other
    board has not; other_says: says it of those of the other board, where that is not the same. A field that differs and
    changes nothing of what is said is told by its name.
    """
    for name in sorted({*one, *other}):
        if name in one and name in other:
            yield from _unlike(name, (one[name], says), (other[name], other_says or says))
        else:
            told = there(one[name] if name in one else other[name]) if callable(there) else there
            ours, theirs = (told if name in board else "not there" for board in (one, other))
            yield name, word, ours, theirs


def _unlike(name: str, one: tuple[T, Says[T]], other: tuple[T, Says[T]]) -> Iterator[Contrast]:
    left, right = (dict(says(unit)) for unit, says in (one, other))
    for what in dict.fromkeys((*left, *right)):
        if (was := left.get(what, "")) != (now := right.get(what, "")):
            yield name, what, was or "none", now or "none"
    for field, ours, theirs in unlike_fields(one[0], other[0]):
        if not _tells(*one, left, {field: theirs}) and not _tells(*other, right, {field: ours}):
            yield name, _named(field), *_two(ours, theirs)


def _tells(unit: T, says: Says[T], said: Mapping[str, str], field: Mapping[str, Any]) -> bool:
    """Whether something else is said of a unit with another value in a field."""
    change: Any = attrs.evolve if attrs.has(type(unit)) else msgspec.structs.replace
    try:
        return dict(says(change(unit, **field))) != said
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False  # no unit is like that


def unlike_fields(one: object, other: object) -> list[tuple[str, Any, Any]]:
    """The fields in which two values of a class differ, with what each has there; none for values without fields."""
    pairs = [(field, getattr(one, field), getattr(other, field)) for field in _fields(one)]
    return [each for each in pairs if each[1] != each[2]]


def unlike_games(one: object, other: object, told: Collection[str]) -> Iterator[Contrast]:
    """What differs between two boards beside that. told: fields that are told elsewhere, or that say when it is."""
    for field, ours, theirs in unlike_fields(one, other):
        if field in told:
            continue
        inner = unlike_fields(ours, theirs) if type(ours) is type(theirs) else []
        for name, was, now in inner or [(field, ours, theirs)]:
            yield GAME, _named(name), *_two(was, now)


def _two(one: Any, other: Any) -> tuple[str, str]:
    """Two values that differ, in words: of tables only what is not the same in both."""
    if isinstance(one, dict) and isinstance(other, dict):
        same = [key for key in one if key in other and one[key] == other[key]]
        one, other = ({key: value for key, value in each.items() if key not in same} for each in (one, other))
    ours, theirs = _in_words(one), _in_words(other)
    return (ours, theirs) if ours != theirs else (ours, f"{theirs}, otherwise")


def _fields(value: object) -> tuple[str, ...]:
    kind = type(value)
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    return getattr(kind, "__struct_fields__", ()) or getattr(kind, "_fields", ())


def _named(field: str) -> str:
    return field.replace("_", " ")


def _in_words(value: Any, depth: int = 0) -> str:
    """A value in a few words."""
    if value is None or value in ((), [], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    kind: Any = type(value)
    worded = isinstance(value, str | int) or kind.__str__ is not object.__str__
    return str(value) if worded else _parts(value, depth)


def _parts(value: Any, depth: int) -> str:
    fields = _fields(value)
    if depth == DEEPEST:
        size = len(fields) or len(value)
        return str(getattr(value, "name", None) or counted(size, "value"))
    if fields:
        told = [(field, getattr(value, field)) for field in fields]
        words = [f"{_named(field)} {_in_words(each, depth + 1)}" for field, each in told if each]
    elif isinstance(value, dict):
        words = [f"{_in_words(key, depth + 1)}: {_in_words(each, depth + 1)}" for key, each in value.items()]
    else:
        words = [_in_words(each, depth + 1) for each in value]
    more = len(words) - MOST
    return listed(words) if more < 2 else listed([*words[:MOST], f"{more} more"])
