"""What players agree on for a whole game: a class says of each option what it may be, and is read from data.

    @frozen(kw_only=True)
    class Options:
        sidewall: Literal["strikes", "stops"] = either("strikes", "stops")
        turns: int = number(0, 999, "1 to 999 turns, or 0 until one side is left")

Data are those of a game's first event, and the words of a command that changes options, where all is text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from attrs import field, fields, frozen
from attrs.validators import in_

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted, unknown
from sits_es.values import Value

T = TypeVar("T")

_ALLOWED: Final = "sits_es.rules.options"

#: Stands for a value that an option can't have.
_NONE: Final = object()


@frozen
class _Allowed(Value):
    """What an option can be. said: in words; read: a value from data, `_NONE` for one that it can't be.

    values: where they are few, the default first.
    """

    said: str
    read: Callable[[Any], Any]
    values: tuple[str | bool, ...] = ()


def _option(default: Any, said: str, read: Callable[[Any], Any], *values: str | bool) -> Any:
    right = in_(values) if values else None
    return field(default=default, validator=right, metadata={_ALLOWED: _Allowed(said, read, values)})


def either(*values: str | bool, said: str = "") -> Any:
    """One of some values, the first by default. said: they in words."""
    words = {_word(each): each for each in values}
    return _option(values[0], said or " or ".join(words), lambda given: words.get(_word(given), _NONE), *values)


def number(least: int, most: int, said: str, default: int | None = None) -> Any:
    """A whole number, by default the least. said: in words what it can be."""

    def read(given: Any) -> Any:
        if isinstance(given, str) and given.isascii() and given.isdecimal() and len(given) <= len(str(most)) + 1:
            given = int(given)
        return given if type(given) is int and least <= given <= most else _NONE

    return _option(least if default is None else default, said, read)


def names(said: str) -> Any:
    """Some names in a row, by default none. said: in words whose they are."""

    def read(given: Any) -> Any:
        right = isinstance(given, list | tuple) and all(isinstance(each, str) for each in given)
        return tuple(given) if right else _NONE

    return _option((), said, read)


def read_options(cls: type[T], data: Mapping[str, Any]) -> T:
    """Options from data; what is not there is as in the class.

    Raises UnreadableError naming each unknown option and each with a wrong value.
    """
    options = _options_of(cls)
    faults: list[str] = []
    found: dict[str, Any] = {}
    for name, given in data.items():
        if name not in options:
            faults.append(unknown("option", str(name), options))
        elif (read := options[name].read(given)) is _NONE:
            shown = quoted(given) if isinstance(given, str) else _word(given)[:40]
            faults.append(f"Option {name} is {shown}; it can be {options[name].said}.")
        else:
            found[name] = read
    if faults:
        raise UnreadableError(faults)
    return cls(**found)


def values_of(cls: type[Any]) -> dict[str, tuple[str | bool, ...]]:
    """The values of each option that has few, the default first."""
    return {each.name: each.metadata[_ALLOWED].values for each in fields(cls) if each.metadata[_ALLOWED].values}


def _options_of(cls: Any) -> dict[str, _Allowed]:
    return {each.name: each.metadata[_ALLOWED] for each in fields(cls)}


def options_data(options: Any) -> dict[str, Any]:
    """Options as plain data, for a game's first event."""
    values = {each.name: getattr(options, each.name) for each in fields(type(options))}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _word(value: object) -> str:
    """A value as a player writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
