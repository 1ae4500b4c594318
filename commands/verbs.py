"""Verbs that are listed without being imported: a table names them, and its module is imported when one is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_command

from commands.output import RefusingGroup, examples


class Verb(NamedTuple):
    """A verb, or a group of verbs, as it stands in the list of its group.

    place: the module that holds it and its name there, such as `commands.games:show`.
    says: the first paragraph of its help. examples: lines to type, for the help of a verb; a group brings its own.
    """

    name: str
    place: str
    says: str
    examples: tuple[str, ...] = ()

    def found(self) -> Any:
        """What the place holds: a function, or a group."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)


def plainly(app: typer.Typer, verb: Verb) -> None:
    """Make a function a command of the group as it stands."""
    app.command(verb.name, epilog=examples(*verb.examples))(verb.found())


def listing(verbs: Sequence[Verb], add: Callable[[typer.Typer, Verb], None] = plainly) -> type[RefusingGroup]:
    """The class of a group that has these verbs. add: makes one a command of a group."""
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

    return Listing


def command_of(verb: Verb, add: Callable[[typer.Typer, Verb], None] = plainly) -> Any:
    """A verb or a group, imported and ready to be called."""
    app = verb.found()
    if not isinstance(app, typer.Typer):
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        add(app, verb)
    command = get_command(app)
    command.name = verb.name
    return command
