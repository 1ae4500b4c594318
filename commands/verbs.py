"""Verbs that are listed without being imported: a table names them, and its module is imported when one is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_command

import commands
from commands.output import RefusingGroup, examples
from commands.usage import name_types

#: Packages here that are the program's own. Every other one is a rule system's, and has its name.
OWN: Final = frozenset({"calc", "render", "watch"})


def systems() -> Iterator[ModuleType]:
    """The packages of commands that rule systems bring, in order of name. What each lists is light to import."""
    for found in iter_modules(commands.__path__):
        if found.ispkg and found.name not in OWN:
            yield import_module(f"{commands.__name__}.{found.name}")


class Verb(NamedTuple):
    """A verb, or a group of verbs, as it stands in the list of its group.

    place: the module that holds it and its name there, such as `commands.show:show`.
    says: the first paragraph of its help. examples: lines to type, for the help of a verb; a group brings its own.
    """

    name: str
    place: str
    says: str
    examples: tuple[str, ...] = ()

    def found(self) -> Any:
        """What the place holds: a function, or a group."""
        return _at(self.place)


class Sums(NamedTuple):
    """The sums of a rule system, as CALC of its package of commands says them.

    name: of their group below `sits calc`, the system's short name; None for verbs that stand directly below it.
    place: the table of their verbs, such as `commands.mygame.calc:VERBS`. says: the first paragraph of the group's
    help. examples: lines to type.
    """

    name: str | None
    place: str
    says: str
    examples: tuple[str, ...] = ()

    def verbs(self) -> tuple[Verb, ...]:
        """The table, imported."""
        return tuple(_at(self.place))


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def plainly(app: typer.Typer, verb: Verb) -> None:
    """Make a function a command of the group as it stands."""
    app.command(verb.name, epilog=examples(*verb.examples))(verb.found())


def listing(
    verbs: Sequence[Verb],
    add: Callable[[typer.Typer, Verb], None] = plainly,
    headings: Callable[[Mapping[str, str]], Mapping[str, Sequence[tuple[str, str]]]] | None = None,
) -> type[RefusingGroup]:
    """The class of a group that has these verbs.

    add: makes one a command of a group. headings: puts them, by name with what they say, under headings for its help.
    """
    known = {verb.name: verb for verb in verbs}

    class Listing(RefusingGroup):
        """Lists, completes and corrects names by the table; imports a verb when it is called or its help is asked."""

        def __init__(self, **attrs: Any) -> None:
            super().__init__(
                **attrs | {"commands": {verb.name: TyperCommand(verb.name, help=verb.says) for verb in verbs}}
            )

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
            """The command that is called, with everything that it can do."""
            name, _, rest = super().resolve_command(ctx, args)
            return name, None if name is None else command_of(known[name], add), rest

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            """The list of verbs in the group's help."""
            if headings is None:
                super().format_commands(ctx, formatter)
                return
            first = max(map(len, known))
            for heading, told in headings({verb.name: verb.says for verb in verbs}).items():
                with formatter.section(heading):
                    formatter.write_dl([(name.ljust(first), words) for name, words in told])

    return Listing


def command_of(verb: Verb, add: Callable[[typer.Typer, Verb], None] = plainly) -> Any:
    """A verb or a group, imported and ready to be called."""
    app = verb.found()
    if not isinstance(app, typer.Typer):
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        add(app, verb)
    command = get_command(app)
    command.name = verb.name
    name_types(command)
    return command
