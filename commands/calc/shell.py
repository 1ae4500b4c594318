"""The command line of calc: what verbs take, options that every verb has, words that look like options, refusals."""

from __future__ import annotations

import functools
import inspect
import re
import shutil
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

import typer
from typer.core import TyperCommand
from typer.exceptions import TyperException

from commands.calc.page import Answer, set_out
from commands.options import Ascii, Json, Width
from commands.output import COLUMNS, show_json
from commands.verbs import Verb, WrongUse, examples, reword

T = TypeVar("T")


def all_read(readers: Mapping[str, Callable[[], T]]) -> dict[str, T]:
    """What each reader gives, by name. Raises UnreadableError with the faults of all of them."""
    from sits_es.errors import GameError, UnreadableError

    found: dict[str, T] = {}
    problems: list[str] = []
    for name, read in readers.items():
        try:
            found[name] = read()
        except GameError as refusal:
            problems += refusal.problems
    if problems:
        raise UnreadableError(problems)
    return found


def within(what: str, number: int, least: int, most: int | None = None) -> int:
    """The number, if it is within the limits, both included; NotAllowedError names what is allowed."""
    from sits_es.errors import NotAllowedError

    if number < least or (most is not None and number > most):
        allowed = f"from {least} up" if most is None else f"{least} to {most}"
        raise NotAllowedError(f"{what} is {number}. Write {allowed}.")
    return number


#: Where a group that was given --json, --ascii or --width in front of a verb leaves them for it.
FORM: Final = "commands.calc.form"

#: Wider lines are hard to read, however wide the terminal is.
WIDEST: Final = 100

#: An option by its looks. Everything else that starts with a hyphen is a word of the game: -, ---, -3A.
_OPTION: Final = re.compile(r"--[a-z][a-z-]*")


class Form(NamedTuple):
    """How the answer is wanted. width: columns, or None for the terminal's."""

    as_json: bool = False
    ascii_only: bool = False
    width: int | None = None

    def over(self, other: Form) -> Form:
        """What either of the two asks for; this one's width wins."""
        return Form(self.as_json or other.as_json, self.ascii_only or other.ascii_only, self.width or other.width)

    @property
    def columns(self) -> int:
        """Columns to fill."""
        return self.width or min(shutil.get_terminal_size((COLUMNS, 24)).columns, WIDEST)


class GameWords(TyperCommand):
    """A command whose arguments may be words of the game that look like options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse what can't be read, in one sentence as the rules do: without the lines of usage that Typer adds."""
        try:
            return self._read(ctx, args)
        except TyperException as fault:
            if isinstance(fault, WrongUse):
                reword(fault)
            vars(fault)["ctx"] = None
            raise

    def _read(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse unknown options, which would otherwise pass for words of the game, and read the rest as usual."""
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        for word in args:
            name = word.partition("=")[0]
            if _OPTION.fullmatch(name) and name not in known:
                ctx.fail(f"No such option: {name}")
        return super().parse_args(ctx, args)


def wrong_usage(message: str) -> typer.BadParameter:
    """Words that fit no form of the command, unlike words that the rules refuse: exit 2."""
    return typer.BadParameter(message)


def add_verb(app: typer.Typer, verb: Verb) -> None:
    """Make a verb a command of the group, with --json, --ascii and --width in any position.

    Its function takes what its parameters say and gives an answer, or raises GameError.
    """
    reckon: Callable[..., Answer] = verb.found()
    plain = inspect.signature(reckon, eval_str=True)
    common = inspect.signature(_common, eval_str=True).parameters.values()

    @functools.wraps(reckon)
    def command(context: typer.Context, as_json: bool, ascii_only: bool, width: int | None, **given: Any) -> None:
        form = Form(as_json, ascii_only, width).over(context.meta.get(FORM, Form()))
        _tell(reckon(**given), form)

    own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in plain.parameters.values()]
    command.__signature__ = inspect.Signature([*own, *common])  # type: ignore[attr-defined]  # what Typer reads
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *common)}
    settings = {"ignore_unknown_options": True}
    app.command(verb.name, cls=GameWords, context_settings=settings, epilog=examples(*verb.examples))(command)


def _common(*, context: typer.Context, as_json: Json = False, ascii_only: Ascii = False, width: Width = None) -> None:
    """Nothing but its parameters: those that every verb has."""


def _tell(answer: Answer, form: Form) -> None:
    if form.as_json:
        show_json(answer.data)
        return
    for line in set_out(answer, form.columns):
        typer.echo(line)
    if answer.picture is not None:
        answer.picture(form.columns, ascii_only=form.ascii_only)
