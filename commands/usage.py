"""Commands that are called wrongly, in plain words: which word is too many and what is taken, which numbers may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import typer

from sits_es.sentences import listed, quoted, typed

#: The error of a command that is called wrongly. It is the library's own, which gives only those made from it.
WrongUse: Final[type[Any]] = typer.BadParameter.__mro__[1]

#: What the library says of words that are left over, and of numbers.
_LEFT_OVER: Final = re.compile(r"Got unexpected extra argument\(s\) \((.*)\)", re.DOTALL)
_NO_NUMBER: Final = re.compile(r"'(.*)' is not a valid (?:int|float|number)\.", re.DOTALL)
_OUT_OF_RANGE: Final = re.compile(r"(\S+) is not in the range \S+")
#: The words of types in help pages that nobody but a programmer would say.
_TYPES: Final = {"int range": "number", "float range": "number"}


def reword(fault: Any) -> None:
    """Put what an error says in plain words, where the library's are none. fault: a `WrongUse`; twice does no harm."""
    message = str(fault.message)
    param = getattr(fault, "param", None)
    if (found := _LEFT_OVER.fullmatch(message)) is not None and fault.ctx is not None:
        fault.message = " ".join(_left_over(fault.ctx, found[1]))
    elif param is not None and (found := _NO_NUMBER.fullmatch(message)) is not None:
        whole = "" if "float" in type(param.type).__name__.lower() else "whole "
        fault.message = f"{quoted(found[1])} is not a {whole}number.{_allowed(param.type)}"
    elif param is not None and (found := _OUT_OF_RANGE.match(message)) is not None:
        fault.message = f"{found[1]} is out of range.{_allowed(param.type)}"


def _left_over(ctx: Any, words: str) -> Iterator[str]:
    """What is said of words that are too many: what the verb takes, and which option may have been meant."""
    taken = [each for each in ctx.command.params if each.param_type_name == "argument"]
    names = [each.make_metavar(ctx).strip("[]{}.").upper() for each in taken]
    besides = listed([*names, "options"]) if names else "options alone"
    yield f"{quoted(words)} is too much: {_called(ctx)} takes {besides}."
    for each in ctx.command.params:
        if each.param_type_name != "argument" and words in _offered(each, ctx, words):
            yield f"Did you mean {max(each.opts, key=len)} {typed(words)}?"
            return


def _called(ctx: Any) -> str:
    """The verb with its groups, as it is typed."""
    names: list[str] = []
    while ctx.parent is not None:
        names.insert(0, ctx.info_name)
        ctx = ctx.parent
    return " ".join(["sits", *names])


def _offered(param: Any, ctx: Any, word: str) -> list[str]:
    """What the shell would offer for an option."""
    with suppress(Exception):
        return [each.value for each in param.shell_complete(ctx, word)]
    return []


def _allowed(kind: Any) -> str:
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is None and most is None:
        return ""
    if most is None:
        return f" Allowed is {least} or more."
    return f" Allowed is {most} or less." if least is None else f" Allowed is {least} to {most}."


def name_types(command: Any) -> None:
    """Name the types of a command's options in its help as people do, and those of all commands below it."""
    for param in command.params:
        if (known := _TYPES.get(param.type.name)) is not None:
            param.type.name = known
    for each in getattr(command, "commands", {}).values():
        name_types(each)
