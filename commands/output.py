"""How commands speak: plain consoles, JSON, refusals, and the options that reading commands share."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from commands import completion
from commands.pager import paged
from commands.stream import Outlet, arrived, draws, dumb, harmless
from sits_es.errors import GameError, NoGamesError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from sits_es.service.findings import Findings

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
Ascii = Annotated[
    bool,
    typer.Option(
        "--ascii",
        callback=lambda wanted: wanted or not draws(),
        help="Draw with plain ASCII characters only, as is done wherever the output can carry no others.",
    ),
]
GameName = Annotated[str, typer.Argument(autocompletion=completion.games, help="Name of a game.")]
GameByMail = Annotated[str, typer.Argument(autocompletion=completion.games, help="Name of a game by mail.")]
OneSystem = Annotated[
    str | None,
    typer.Option("--rules", "--system", autocompletion=completion.systems, help="Only those of this rule system."),
]
ScenarioRules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "--system",
        autocompletion=completion.systems,
        help="The rule system, where several have a scenario of that name.",
    ),
]
OwnUnits = Annotated[
    Path | None, typer.Option("--ships", "--units", help="A folder with your own unit files, not the usual one.")
]
#: Columns that views can be printed in, and where nothing says how many there are.
LEAST_COLUMNS, MOST_COLUMNS, COLUMNS = 40, 400, 80

Width = Annotated[int | None, typer.Option("--width", min=LEAST_COLUMNS, max=MOST_COLUMNS, help="Columns to print in.")]
Verbose = Annotated[
    int,
    typer.Option(
        "-v",
        "--verbose",
        count=True,
        help="More than fits a screen: -v with tables, -vv with everything.",
        show_default=False,
    ),
]
#: How one unit is asked for: by the word that its rules have for one, or by the last.
OF_ONE_UNIT = ("--ship", "--unit")
InFull = Annotated[
    str | None,
    typer.Option(
        *OF_ONE_UNIT, metavar="NAME", autocompletion=completion.units, help="One unit in full, and what befell it."
    ),
]
Link = Annotated[
    str | None,
    typer.Option("--link", metavar="URL", help="Where the file will lie, for the two lines that a mail can have."),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="MOMENT",
        autocompletion=completion.moments,
        help="As it stood at a moment such as 2.5, after an event as #120, or at a time such as 2026-03-01T18:00.",
    ),
]

#: Options that ask for help.
HELP = frozenset({"-h", "--help"})

#: Rows that a view has at the least, however low a terminal is.
LEAST_ROWS = 15

#: What is said where letters are waiting to go out.
LETTERS = "Write the letters: sits mail out (sits mail in does it too)"

#: Pieces of a view that are printed at once: a long one is seen while the rest is still laid out.
AT_ONCE = 5000

#: A number of columns as a shell says it; any other text says nothing.
PLAIN_NUMBER = re.compile("[1-9][0-9]{0,5}")


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
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a GameError becomes its text, and so does a file that cannot be read or written."""
        try:
            return super().invoke(ctx)
        except GameError as refusal:
            typer.echo(harmless(str(refusal)), err=True)
            if isinstance(refusal, NoGamesError):
                from commands.home import where_games_are

                typer.echo(harmless(where_games_are()), err=True)
            raise typer.Exit(1) from refusal
        except OSError as fault:
            # without a file's name it is a bug, which is not answered here
            if fault.filename is None:
                raise
            reason = "it is a folder" if isinstance(fault, IsADirectoryError) else fault.strerror or "it cannot be used"
            typer.echo(f"{harmless(str(fault.filename))}: {reason.lower()}.", err=True)
            raise typer.Exit(1) from fault
        except Exception as fault:
            from commands.usage import WrongUse, reword

            if isinstance(fault, WrongUse):
                reword(fault)
                raise
            # a bug is not answered here either
            if (said := _of_a_database(fault)) is None:
                raise
            typer.echo(harmless(str(said)), err=True)
            raise typer.Exit(1) from fault


def _of_a_database(fault: Exception) -> GameError | None:
    """What is said where nobody nearer to a database said what its trouble is; None for anything else."""
    if "sqlite3" not in sys.modules:
        return None
    from commands.home import home
    from sits_es.store.sqlite.faults import refusal_of

    return refusal_of(fault, f"A database in {home()}", "what this program wrote", "See: sits doctor")


def group(help_text: str) -> typer.Typer:
    """A group of commands with plain help; the words of a refusal go to standard error."""
    return typer.Typer(
        cls=RefusingGroup, help=help_text, no_args_is_help=True, add_completion=False, rich_markup_mode=None
    )


def warn(warned: Iterable[str]) -> None:
    """Print warnings on standard error, as refusals are; what they are about is done all the same."""
    for warning in warned:
        typer.echo(harmless(warning), err=True)


def examples(*lines: str) -> str:
    """The end of a help page: lines to type, as they are."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def console(width: int | None = None) -> Console:
    """A console that follows the terminal, NO_COLOR and --width. Players' text is never markup."""
    from rich.console import Console

    columns, lines = width or (None if sys.stdout.isatty() else _told_columns()), None
    if sys.stdout.isatty() and dumb():
        # Rich takes every such terminal for one of 80 columns, whatever is asked for
        size = get_terminal_size()
        columns, lines = columns or size.columns, size.lines
    # without colours nothing is bold or faint either: what matters is told in words and signs too
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return Console(
        width=columns,
        height=lines,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
        color_system=colours,
    )


def _told_columns() -> int:
    """Columns by the environment, as many as --width takes; 80 where it says nothing that makes sense."""
    told = os.environ.get("COLUMNS", "")
    return min(max(int(told), LEAST_COLUMNS), MOST_COLUMNS) if PLAIN_NUMBER.fullmatch(told) else COLUMNS


def show(view: RenderableType | Iterator[RenderableType], width: int | None = None) -> None:
    """Print a view, or its parts one below the other; to a file or a mail without blanks at the ends of lines."""
    from rich.segment import Segment, Segments

    screen = console(width)
    parts = (part for each in (view if isinstance(view, Iterator) else (view,)) for part in screen.render(each))
    # names and titles may be another player's
    seen = (part if part.control else Segment(harmless(part.text), part.style) for part in parts)
    rest = ""
    while arrived() and (some := list(islice(seen, AT_ONCE))):
        if screen.is_terminal:
            with sys.stdout.coloured() if isinstance(sys.stdout, Outlet) else nullcontext():
                screen.print(Segments(some))
            continue
        *lines, rest = (rest + "".join(part.text for part in some if not part.control)).split("\n")
        if lines:
            typer.echo("\n".join(line.rstrip() for line in lines))
    if rest:
        typer.echo(rest.rstrip())


def say(text: str) -> None:
    """Print sentences, each line broken between words where it is longer than the console is wide."""
    room = columns(None)
    for line in harmless(text).split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        whole = len(line) <= room or not line.strip()
        lines = (
            [line]
            if whole
            else wrap(line, room, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        )
        typer.echo("\n".join(lines))


def rows() -> int:
    """Rows of the screen that a view can have, the one in which the next command is typed left out."""
    from commands.render.blocks import ROWS

    return max(console().size.height - 1, LEAST_ROWS) if sys.stdout.isatty() else ROWS


def columns(width: int | None) -> int:
    """Columns that a view has."""
    return console(width).width


def show_json(value: object) -> None:
    """Print a value as JSON, keys in order; what a terminal would obey or can't show stands as its number."""
    from sits_es.sentences import escaped

    typer.echo(escaped(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=not draws())))


def report(found: Findings, *, as_json: bool) -> None:
    """Print what a check found; exit status 1 when there is a fault."""
    if as_json:
        show_json(found.as_json())
    elif found.faults:
        typer.echo(found.in_words(), err=True)
    else:
        say(found.in_words())
    if found.faults:
        raise typer.Exit(1)
