"""How a board stands, as plain data: all in which it differs from the one with which its game begins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast, get_type_hints

import msgspec
from attrs import NOTHING, Attribute, AttrsInstance, Factory, evolve, fields, has

Board = TypeVar("Board", bound=AttrsInstance)


def position_of(board: Board, empty: Board) -> dict[str, Any]:
    """What a board says beyond its game's first fact. empty: the board that this fact makes.

    What is as usual is left out, of units and all that they have too.
    """
    pairs = ((each.name, getattr(board, each.name)) for each in fields(type(board)))
    return {name: _lean(value) for name, value in pairs if value != getattr(empty, name)}


def board_at(empty: Board, position: Mapping[str, Any]) -> Board:
    """The board of a position. empty: the one with which its game begins, which stays as it is.

    Raises ValueError for data that is no such board's, saying what is wrong.
    """
    hints = _hints(type(empty))
    if strange := sorted(position.keys() - hints.keys()):
        raise ValueError(f"a board has nothing named {strange[0]}")
    read = {}
    for name, value in position.items():
        try:
            read[name] = msgspec.convert(value, hints[name], str_keys=True)
        except msgspec.ValidationError as fault:
            raise ValueError(f"{name}: {fault}") from fault
    made: Board = evolve(cast("Any", empty), **read)
    return made


@cache
def _hints(cls: type[AttrsInstance]) -> Mapping[str, Any]:
    known = get_type_hints(cls)
    return {each.name: known[each.name] for each in fields(cls)}


def _lean(value: Any) -> Any:
    """A value as plain data; tables keep their order, and fields that are as usual are left out."""
    if has(type(value)):
        parts = ((each, getattr(value, each.name)) for each in fields(type(value)))
        return {each.name: _lean(part) for each, part in parts if part != _usual(each)}
    if isinstance(value, Mapping):
        return {str(msgspec.to_builtins(name)): _lean(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_lean(part) for part in value]
    return msgspec.to_builtins(value)


def _usual(field: Attribute[Any]) -> Any:
    """The default of a field; something that equals nothing where it has none."""
    default: Any = field.default
    if default is NOTHING:
        return object()
    return default.factory() if isinstance(default, Factory) and not default.takes_self else default  # type: ignore[arg-type]  # attrs says that it is a function
