"""What commands print: views, sentences, JSON, and the form in which an answer is wanted."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import typer

from commands.stream import IN_ASCII, SafeStream, can_draw, is_dumb_terminal, still_read, strip_controls
from sits_es.sentences import escaped

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from sits_es.report.blocks import Block
    from sits_es.service.audit import Findings

#: Columns that views can be printed in, and where nothing says how many there are.
LEAST_COLUMNS, MOST_COLUMNS, COLUMNS = 40, 400, 80


#: What stands before a line's text: its indent, and a number or word in a column of its own.
_FRONT = re.compile(r"(?: +\S+ {2,}| *)")

#: Rows that a view has at the least, however low a terminal is.
LEAST_ROWS = 15

#: What is said where letters are waiting to go out.
LETTERS = "Write the letters: sits mail out (sits mail in does it too)"

#: Pieces of a view that are printed at once: a long one is seen while the rest is still laid out.
AT_ONCE = 5000
#: Rows of JSON that are printed at once.
ROWS_AT_ONCE = 500

#: A number of columns as a shell says it; any other text says nothing.
PLAIN_NUMBER = re.compile("[1-9][0-9]{0,5}")


def warn(warned: Iterable[str]) -> None:
    """Print warnings on standard error, as refusals are; what they are about is done all the same."""
    for warning in warned:
        refuse(warning)


def console(width: int | None = None) -> Console:
    """A console that follows the terminal, NO_COLOR and --width. Players' text is never markup."""
    from rich.console import Console

    # Rich takes every such terminal for one of 80 columns, unless its rows are named too
    lines = get_terminal_size().lines if sys.stdout.isatty() and is_dumb_terminal() else None
    # without colours nothing is bold or faint either: what matters is told in words and signs too
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return Console(
        width=columns(width),
        height=lines,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
        color_system=colours,
    )


def show_view(view: RenderableType | Iterator[RenderableType], form: Form) -> None:
    """Print a view, or its parts one below the other; to a file or a mail without blanks at the ends of lines."""
    from rich.segment import Segment, Segments
    from rich.text import Text

    screen, told = console(form.width), in_ascii if form.ascii_only else str
    room, options = screen.width, screen.options

    def pieces(each: RenderableType) -> Iterable[Segment]:
        # most lines are words that fit, as they are
        bare = isinstance(each, Text) and not each.style and not each.spans and each.cell_len <= room
        drawn = [Segment(f"{each}\n")] if bare else screen.render(each, options)
        return (Segment(told(part.text), part.style, part.control) for part in drawn)

    parts = (part for each in (view if isinstance(view, Iterator) else (view,)) for part in pieces(each))
    rest = ""
    while still_read() and (some := list(islice(parts, AT_ONCE))):
        # names and titles may be another player's
        if screen.is_terminal:
            seen = [part if part.control else Segment(strip_controls(part.text), part.style) for part in some]
            with sys.stdout.coloured() if isinstance(sys.stdout, SafeStream) else nullcontext():
                screen.print(Segments(seen))
            continue
        *lines, rest = (rest + strip_controls("".join(part.text for part in some if not part.control))).split("\n")
        if lines:
            typer.echo("\n".join(line.rstrip() for line in lines))
    if rest:
        typer.echo(rest.rstrip())


def in_ascii(text: str) -> str:
    """A text with what is drawn in ASCII."""
    return text.translate(IN_ASCII)


def say(text: str, *, err: bool = False) -> None:
    """Print sentences, each line broken between words where it is longer than the console is wide.

    What is broken off stands below the line's text, beyond a number or word in front that has a column of its own. err:
    on standard error.
    """
    room = columns(None)
    for line in strip_controls(text).split("\n"):
        front = _FRONT.match(line)
        indent = " " * min(len(front[0] if front is not None else ""), room // 2)
        whole = len(line) <= room or not line.strip()
        lines = (
            [line.rstrip()]
            if whole
            else wrap(line, room, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        )
        typer.echo("\n".join(lines), err=err)


def confirm(question: str, otherwise: str) -> None:
    """Ask; nobody there to answer means no, which ends the command with exit status 1. otherwise: is said then."""
    try:
        if typer.confirm(question):
            return
    except typer.Abort:
        typer.echo()
    typer.echo(otherwise)
    raise typer.Exit(1)


def refuse(text: str) -> None:
    """Print a refusal on standard error: as it is for programs, broken between words on a terminal."""
    if sys.stderr.isatty():
        say(text, err=True)
    else:
        typer.echo(strip_controls(text), err=True)


def say_and_write(text: str) -> None:
    """Print what was done in a game by mail, and how its letters are written."""
    say(text)
    typer.echo(LETTERS)


class TwoForms(Protocol):
    """An answer: as JSON for programs, as blocks for people."""

    def as_json(self) -> object:
        """For programs."""
        ...

    def blocks(self) -> Iterable[Block]:
        """For people."""
        ...


class Form(NamedTuple):
    """How an answer is wanted. width: columns, or None for the terminal's."""

    as_json: bool = False
    ascii_only: bool = False
    width: int | None = None

    def show(self, blocks: Iterable[Block], rows: int | None = None) -> None:
        """Print a view. rows: those that a glance at a game may have, None for as many as it takes."""
        from commands.render.blocks import draw

        show_view(draw(blocks, columns(self.width), ascii_only=self.ascii_only, rows=rows), self)

    def answer(self, found: TwoForms) -> None:
        """Print an answer as it is wanted."""
        if self.as_json:
            show_json(found.as_json())
        else:
            self.show(found.blocks())


def rows() -> int | None:
    """Rows of the screen that a view can have, the next command's own left out; None if no screen cuts it."""
    return max(get_terminal_size().lines - 1, LEAST_ROWS) if sys.stdout.isatty() else None


def columns(width: int | None) -> int:
    """Columns that a view has: as many as --width or the terminal says, or else COLUMNS, within limits."""
    if width is not None:
        return width
    if sys.stdout.isatty():
        # an old console of Windows puts an empty line after one that fills it
        return get_terminal_size().columns - (os.name == "nt")
    told = os.environ.get("COLUMNS", "")
    return min(max(int(told), LEAST_COLUMNS), MOST_COLUMNS) if PLAIN_NUMBER.fullmatch(told) else COLUMNS


def show_json(value: object) -> None:
    """Print a value as JSON, keys in order; what a terminal would obey or can't show stands as its number."""
    typer.echo(_as_json(value))


def show_json_rows(rows: Iterable[object]) -> None:
    """Print rows as `show_json` prints a list of them, some at a time, while others are still being found."""
    found, before = iter(rows), "["
    while still_read() and (some := list(islice(found, ROWS_AT_ONCE))):
        typer.echo(f"{before}{_as_json(some)[1:-2]}", nl=False)
        before = ","
    typer.echo("[]" if before == "[" else "\n]")


def _as_json(value: object) -> str:
    return escaped(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=not can_draw()))


def report(found: Findings, *, as_json: bool) -> None:
    """Print what a check found; exit status 1 when there is a fault."""
    if as_json:
        show_json(found.as_json())
    elif found.faults:
        typer.echo(strip_controls(found.in_words()), err=True)
    else:
        say(found.in_words())
    if found.faults:
        raise typer.Exit(1)
