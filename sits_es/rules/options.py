"""What players agree on for a whole game: a class says of each option what it may be, and is read from data.

    @frozen(kw_only=True)
    class Options:
        sidewall: Literal["strikes", "stops"] = either("strikes", "stops")
        turns: int = number(0, 999, "1 to 999 turns, or 0 to play until one side is left")

Data are those of a game's first event, and the words of a command that chooses options, where all is text. A scenario's
file is read by `ScenarioSheet.options`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import field, fields
from attrs.validators import in_
from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted, unknown

if TYPE_CHECKING:  # whoever reads a game has its options on record, and reads no file
    from sits_es.rules.game_sheet import GameSheet
    from sits_es.toml import KeyPath

T = TypeVar("T")

_ALLOWED: Final = "sits_es.rules.options"


class Allowed(Struct, frozen=True):
    """What an option can be. said: in words; read: a value from data, None for one that it can't be.

    in_file: what stands at a place of a scenario's file; values: where they are few, the default first.
    """

    said: str
    read: Callable[[Any], Any]
    in_file: Callable[[GameSheet, KeyPath], Any]
    values: tuple[str | bool, ...] = ()


def either(*values: str | bool, said: str = "") -> Any:
    """One of some values, the first by default. said: they in words."""
    words = {_word(each): each for each in values}

    def in_file(sheet: GameSheet, path: KeyPath) -> str | bool:
        return sheet.switch(path) if isinstance(values[0], bool) else sheet.choice(path, words, _word(values[0]))

    allowed = Allowed(said or " or ".join(words), lambda given: words.get(_word(given)), in_file, values)
    return field(default=values[0], validator=in_(values), metadata={_ALLOWED: allowed})


def number(least: int, most: int, said: str, default: int | None = None) -> Any:
    """A whole number, by default the least. said: in words what it can be."""
    usual = least if default is None else default

    def read(given: Any) -> Any:
        if isinstance(given, str) and given.isascii() and given.isdecimal() and len(given) <= len(str(most)) + 1:
            given = int(given)
        return given if type(given) is int and least <= given <= most else None

    allowed = Allowed(said, read, lambda sheet, path: sheet.whole(path, least, most, usual))
    return field(default=usual, metadata={_ALLOWED: allowed})


def read_options(cls: type[T], data: Mapping[str, Any]) -> T:
    """Options from data; what is not there is as in the class.

    Raises UnreadableError naming each unknown option and each with a wrong value.
    """
    options = allowed_of(cls)
    faults: list[str] = []
    found: dict[str, Any] = {}
    for name, given in data.items():
        if name not in options:
            faults.append(unknown("option", str(name), options))
        elif (read := options[name].read(given)) is None:
            shown = quoted(given) if isinstance(given, str) else _word(given)[:40]
            faults.append(f"Option {name} is {shown}; it can be {options[name].said}.")
        else:
            found[name] = read
    if faults:
        raise UnreadableError(faults)
    return cls(**found)


def chosen_options(options: Sequence[str]) -> dict[str, str]:
    """Options that players chose, name -> value, each from NAME=VALUE; without a name or = it is all name."""
    parted = ((option, *option.partition("=")) for option in options)
    return {name or option: value if name else "" for option, name, _, value in parted}


def values_of(cls: type[Any]) -> dict[str, tuple[str | bool, ...]]:
    """The values of each option that has few, the default first."""
    return {name: allowed.values for name, allowed in allowed_of(cls).items() if allowed.values}


def allowed_of(cls: Any) -> dict[str, Allowed]:
    """What each option can be, by its name."""
    return {each.name: each.metadata[_ALLOWED] for each in fields(cls)}


def options_data(options: Any) -> dict[str, Any]:
    """Options as plain data, for a game's first event."""
    return {each.name: getattr(options, each.name) for each in fields(type(options))}


def _word(value: object) -> str:
    """A value as a player writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
