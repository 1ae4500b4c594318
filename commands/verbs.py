"""Groups of verbs: listed without being imported, refused in a player's words, and wrong use answered in plain ones.

A table names each verb and where it is; its module is imported when it is called. A verb is a function whose docstring
is its help, and ends with lines to type.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import commands
from commands.home import home, where_games_are
from commands.pager import paged
from commands.stream import strip_controls
from sits_es.errors import GameError, NoGamesError
from sits_es.sentences import listed, quoted, shell

#: What stands above the lines to type at the end of a help page.
_EXAMPLES: Final = "\b\nExamples:\n"
#: Options that ask for help.
HELP = frozenset({"-h", "--help"})


class RefusingGroup(TyperGroup):
    """A group of commands that answers a refusal with its words on standard error and exit status 1.

    `help` before a verb is as good as -h behind it, and help that is longer than the screen goes into the pager.
    """

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run the program."""
        words = sys.argv[1:] if args is None else [*args]
        with paged() if not words or words[0] == "help" or HELP & {*words} else nullcontext():
            return super().main(args, *rest, **more)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what is typed. Where nothing is, a terminal shows the help as it does any other answer."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing and sys.stdout.isatty():
            typer.echo(ctx.get_help())
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, each with its first sentence: broken into lines, and not cut as Click does it."""
        found = [(name, command) for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit=1000)) for name, command in found])

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called."""
        word, *rest = args
        if word not in self.commands:
            if word == "help" and rest:
                return self.resolve_command(ctx, [*rest, "--help"])
            if word == "help":
                typer.echo(ctx.get_help())
                ctx.exit()
            if any(f"--{word}" in param.opts for param in self.params):
                ctx.fail(f"That is an option: sits --{word}")
            if _is_game(word):
                lines = [*_for_a_game(self, ctx, shell(word))] or [f"sits show {shell(word)}"]
                ctx.fail("\n  ".join((f"{quoted(word)} is a game. Say what to do with it:", *lines)))
            if places := list(_elsewhere(ctx.find_root(), word)):
                ctx.fail(f"No such command '{word}' here. Elsewhere: {', '.join(places)}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a GameError becomes its text, and so does a file that cannot be read or written."""
        try:
            return super().invoke(ctx)
        except GameError as refusal:
            from commands.output import refuse

            refuse(str(refusal))
            if isinstance(refusal, NoGamesError):
                typer.echo(strip_controls(where_games_are()), err=True)
            raise typer.Exit(1) from refusal
        except OSError as fault:
            # without a file's name it is a bug, which is not answered here
            if fault.filename is None:
                raise
            from sits_es.disk import trouble_in_words

            typer.echo(trouble_in_words(fault), err=True)
            raise typer.Exit(1) from fault
        except Exception as fault:
            if isinstance(fault, WrongUse):
                reword(fault)
                raise
            # a bug is not answered here either
            if (said := _of_a_database(fault)) is None:
                raise
            typer.echo(strip_controls(str(said)), err=True)
            raise typer.Exit(1) from fault


def _is_game(word: str) -> bool:
    """Whether there is a game of that name; a server is not asked."""
    if not word.isprintable():  # letters that the terminal's encoding has not are none of a name
        return False
    from sits_es.service.completion import open_read_only

    with suppress(GameError), open_read_only(home()) as session:
        return session is not None and session.has(word)
    return False


def _for_a_game(group: Any, ctx: Any, game: str) -> Iterator[str]:
    """A group's commands that a game comes first in, as they are typed."""
    for name in () if ctx.parent is None else group.list_commands(ctx):
        _, command, _ = group.resolve_command(ctx, [name])
        first, *others = [each for each in command.params if each.param_type_name == "argument"] or [None]
        if first is not None and first.name == "game":
            words = [(each.metavar or each.name).upper() for each in others if each.required]
            options = [each for each in command.params if each.required and each.param_type_name != "argument"]
            named = [f"{max(each.opts, key=len)} {(each.metavar or each.name).upper()}" for each in options]
            yield " ".join([_called(ctx), name, game, *words, *named])


def _elsewhere(root: Any, word: str) -> Iterator[str]:
    """Where else in the program there is a verb of that name, as it is typed."""
    if word in root.command.commands:
        yield f"sits {word}"
    for name in root.command.commands:
        _, command, _ = root.command.resolve_command(root, [name])
        if word in getattr(command, "commands", ()):
            yield f"sits {name} {word}"


def _of_a_database(fault: Exception) -> GameError | None:
    """What is said where nobody nearer to a database said what its trouble is; None for anything else."""
    if "sqlite3" not in sys.modules:
        return None
    from sits_es.store.sqlite.faults import refusal_of

    return refusal_of(fault, f"A database in {home()}", "what this program wrote", "See: sits doctor")


def group(help_text: str) -> typer.Typer:
    """A group of commands with plain help; the words of a refusal go to standard error."""
    return typer.Typer(
        cls=RefusingGroup, help=help_text, no_args_is_help=True, add_completion=False, rich_markup_mode=None
    )


def examples(*lines: str) -> str:
    """The end of a help page: lines to type, as they are."""
    return _EXAMPLES + "\n".join(f"  {line}" for line in lines)


#: Packages here that are the program's own. Every other one is a rule system's, and has its name.
OWN: Final = frozenset({"render", "watch"})


def systems() -> Iterator[ModuleType]:
    """The packages of commands that rule systems bring, in order of name. What each lists is light to import."""
    for found in iter_modules(commands.__path__):
        if found.ispkg and found.name not in OWN:
            yield import_module(f"{commands.__name__}.{found.name}")


class Verb(NamedTuple):
    """A verb, or a group of verbs, as it stands in the list of its group.

    place: the module that holds it and its name there, such as `commands.show:show`.
    says: what its group's help tells of it in a line.
    """

    name: str
    place: str
    says: str

    def found(self) -> Any:
        """What the place holds: a function, or a group."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)


def plainly(app: typer.Typer, verb: Verb) -> None:
    """Make a function a command of the group as it stands."""
    app.command(verb.name)(verb.found())


def listing(
    verbs: Sequence[Verb],
    add: Callable[[typer.Typer, Verb], None] = plainly,
    headings: Mapping[str, Sequence[Verb]] | None = None,
) -> type[RefusingGroup]:
    """The class of a group that has these verbs.

    add: makes one a command of a group. headings: under which its help lists them.
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
            for heading, below in headings.items():
                with formatter.section(heading):
                    formatter.write_dl(
                        [(verb.name.ljust(first), verb.says.partition(". ")[0].rstrip(".")) for verb in below]
                    )

    return Listing


@cache
def command_of(verb: Verb, add: Callable[[typer.Typer, Verb], None] = plainly) -> Any:
    """A verb or a group, imported and ready to be called. It is made once: that takes longer than most of them run."""
    app = verb.found()
    if not isinstance(app, typer.Typer):
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        add(app, verb)
    command = get_command(app)
    command.name = verb.name
    set_help(command)
    return command


#: The error of a command that is called wrongly. It is the library's own, which gives only those made from it.
WrongUse: Final[type[Any]] = typer.BadParameter.__mro__[1]

#: The first of a verb's lines to type.
_FIRST: Final = re.compile(rf"{re.escape(_EXAMPLES)}  (.+)")
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
    elif not message and fault.ctx is not None and (found := _FIRST.match(fault.ctx.command.epilog or "")) is not None:
        # what is missing is named by the library
        fault.message = f"Example: {found[1]}"


def _left_over(ctx: Any, words: str) -> Iterator[str]:
    """What is said of words that are too many: what the verb takes, and which option may have been meant."""
    taken = [each for each in ctx.command.params if each.param_type_name == "argument"]
    names = [each.make_metavar(ctx).strip("[]{}.").upper() for each in taken]
    besides = listed([*names, "options"]) if names else "only options"
    yield f"{quoted(words)} is too much: {_called(ctx)} takes {besides}."
    for each in ctx.command.params:
        if each.param_type_name != "argument" and words in _offered(each, ctx, words):
            yield f"Did you mean {max(each.opts, key=len)} {shell(words)}?"
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
        return f" Allowed: {least} or more."
    return f" Allowed: {most} or less." if least is None else f" Allowed: {least} to {most}."


#: Lines to type at the end of a docstring.
_TO_TYPE: Final = re.compile(r"\n\n((?:sits .*\n?)+)$")


def set_help(command: Any) -> None:
    """Put the lines to type that end a docstring below the options, and name types as people do; in all of a group."""
    if found := _TO_TYPE.search(command.help or ""):
        command.help = command.help[: found.start()]
        command.epilog = examples(*(" ".join(line.split()) for line in found[1].splitlines()))
    for param in command.params:
        if (known := _TYPES.get(param.type.name)) is not None:
            param.type.name = known
    for each in getattr(command, "commands", {}).values():
        set_help(each)
