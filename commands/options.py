"""Arguments and options that several commands take, each declared once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from commands import completion
from commands.output import LEAST_COLUMNS, MOST_COLUMNS, Form
from commands.pager import paged
from commands.stream import can_draw


def game_argument(says: str) -> Any:
    """An argument that is a game."""
    return typer.Argument(autocompletion=completion.games, help=says)


def game_option(name: str, says: str) -> Any:
    """An option that is a game."""
    return typer.Option(name, metavar="GAME", autocompletion=completion.games, help=says)


def player_option(name: str, says: str) -> Any:
    """An option that is a player of the game that the line names."""
    return typer.Option(name, metavar="PLAYER", autocompletion=completion.players, help=says)


def moment_option(name: str, says: str) -> Any:
    """An option that is a moment of the game that the line names."""
    return typer.Option(name, metavar="MOMENT", autocompletion=completion.moments, help=says)


def rules_option(says: str) -> Any:
    """An option that is a rule system."""
    return typer.Option("--rules", autocompletion=completion.systems, help=says)


GameName = Annotated[str, game_argument("Name of a game.")]
GameByMail = Annotated[str, game_argument("Name of a game by mail.")]
GameOrBranch = Annotated[str, game_argument("A game or a branch of one.")]

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
Ascii = Annotated[
    bool,
    typer.Option(
        "--ascii",
        callback=lambda wanted: wanted or not can_draw(),
        help="Draw with ASCII only; this is the default if the terminal can't show more.",
    ),
]
Width = Annotated[int | None, typer.Option("--width", min=LEAST_COLUMNS, max=MOST_COLUMNS, help="Columns to print in.")]
Verbose = Annotated[
    int,
    typer.Option(
        "-v",
        "--verbose",
        count=True,
        help="Show more than fits on a screen: -v tables, -vv everything.",
        show_default=False,
    ),
]


def with_options(
    command: Callable[..., Any], own: Iterable[Parameter], more: Iterable[Parameter]
) -> Callable[..., Any]:
    """A command that Typer takes for one with these parameters: its own, and options after them."""
    every = [*own, *(each.replace(kind=Parameter.KEYWORD_ONLY) for each in more)]
    command.__signature__ = Signature(every)  # type: ignore[attr-defined]  # what Typer reads
    command.__annotations__ = {each.name: each.annotation for each in every}
    return command


def handing(
    name: str, make: Callable[..., Any], without: Collection[str] = ()
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a command to be handed a value that is made of options, which it has after its own.

    name: of its parameter. make: makes the value; its own parameters are the options, but for those it is `without`.
    """
    options = {key: each for key, each in signature(make, eval_str=True).parameters.items() if key not in without}

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def handed(**given: Any) -> Any:
            made = make(**{option: given.pop(option) for option in options})
            return command(**{name: made}, **given)

        own = [each for each in signature(command, eval_str=True).parameters.values() if each.name != name]
        return with_options(handed, own, options.values())

    return decorate


def _form(*, as_json: Json = False, ascii_only: Ascii = False, width: Width = None) -> Form:
    return Form(as_json, ascii_only, width)


#: Decorators that hand a command a `Form` as `form`: of what is one picture or card, of what only people see, and of
#: what is read a screen at a time, where it is longer than the screen.
one_picture = handing("form", _form)
for_people = handing("form", _form, {"as_json"})


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a command to be handed a `Form` as `form`, and to print its answer a screen at a time."""
    handed = one_picture(command)

    @wraps(handed)
    def read(**given: Any) -> Any:
        with paged(as_json=given["as_json"]):
            return handed(**given)

    return with_options(read, signature(handed).parameters.values(), ())


OneSystem = Annotated[str | None, rules_option("List only what belongs to this rule system.")]
ScenarioRules = Annotated[str | None, rules_option("The rule system, if several have a scenario of that name.")]
UsualRules = Annotated[str | None, rules_option("The rule system; by default the usual one.")]
ChosenOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Change an option of the rules. To list all options, give an unknown NAME.",
    ),
]
OwnCards = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FOLDER", help="A folder with your own cards, instead of the usual one."),
]
InFull = Annotated[
    str | None,
    typer.Option(
        "--unit",
        metavar="NAME",
        autocompletion=completion.units,
        help="Show one unit in full, and what happened to it.",
    ),
]
At = Annotated[
    str | None,
    moment_option(
        "--at",
        "The game as it stood at a moment such as 2.5, after an event such as #120, or at a time such as "
        "2026-03-01T18:00.",
    ),
]
Link = Annotated[
    str | None,
    typer.Option("--link", metavar="URL", help="Web address that the file will have, to be named in your e-mail."),
]
NewFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; by default it is printed.")
]
Key = Annotated[str | None, typer.Option("--key", metavar="KEY", help="The key to sign with, if you have several.")]

#: What a player adds to what they decide.
Words = Annotated[str, typer.Option("--words", metavar="TEXT", help="A sentence for the others.")]
