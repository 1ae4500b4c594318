"""`sits calc`: the sums of the games, each with the steps that a player takes on paper.

A rule system says what it works out as CALC of its package of commands: a name, a table of verbs, a line of help, and
lines to type below it.

    # commands/mygame/__init__.py
    CALC = Verb("mine", "commands.mygame.calc:VERBS", "Work out what My Game's tables give.")

    # commands/mygame/calc.py
    VERBS = (Verb("pull", "commands.mygame.calc:pull", "What draws you down."),)

Each verb is a function: its parameters are its words and options, its docstring is its help, and it gives an `Answer`
or raises a GameError. A parameter asked for by `word` or `option` is handed over as it was read, and the faults of all
of them are told at once:

    def pull(hole: Annotated[Place, word("X,Y,Z", "Where the black hole is.", read_place)]) -> Answer:

It has --json, --ascii and --width besides, in any position, in front of `mine` or `pull` too; words and values may
begin with a minus. Verbs of a CALC without a name stand directly below `sits calc`. A table is imported when its group
is called, and a verb's module when the verb is: start-up stays light.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar

import typer
from typer.core import TyperCommand
from typer.exceptions import TyperException

from commands.files import draw_svg
from commands.options import one_picture, with_options
from commands.output import COLUMNS, Form, columns, show_json, show_view
from commands.verbs import Verb, WrongUse, examples, listing, reword, systems
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.sentences import quoted, unknown

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene

__all__ = ["app", "calc"]

_SAYS: Final = "Work out single numbers by a game's rules. Every answer shows its steps and names its rule."


class Subgroup(Verb):
    """Verbs below a name of their own; place: their table."""

    __slots__ = ()

    def found(self) -> typer.Typer:
        """The group of these verbs."""
        return _group(self.name, super().found(), self.says)


def calc(sums: Iterable[Verb]) -> typer.Typer:
    """The group for the sums of some systems: the verbs of those without a name, then a group for each other."""
    known = tuple(sums)
    direct = [verb for each in known if not each.name for verb in each.found()]
    below = [Subgroup(*each) for each in known if each.name]
    lines = [each.says.partition("\n")[2] for each in known]
    return _group("calc", (*direct, *below), "\n".join((_SAYS, *lines)))


def _group(name: str, verbs: Sequence[Verb], help_and_lines: str) -> typer.Typer:
    says, *lines = filter(None, map(str.strip, help_and_lines.splitlines()))
    group = typer.Typer(
        name=name,
        cls=listing(verbs, add_verb),
        rich_markup_mode=None,
        no_args_is_help=True,
        add_completion=False,
        epilog=examples(*lines),
    )

    @group.callback(help=says)
    @one_picture
    def asked(context: typer.Context, form: Form) -> None:
        context.meta[FORM] = _over(form, context.meta.get(FORM, Form()))

    return group


#: Columns by which steps and tables are further in than the answer.
INDENT = 2

#: Columns that a table's last cell is given at the least, if it needs them.
LEAST_ROOM = 12


#: Shows a picture below the words.
ShownBelow = Callable[[Form], None]


class Rows(NamedTuple):
    """A table of text. right: columns, from 0, that are set to the right. The last column takes what room is left.

    bars: whether the last column holds bars, which are shortened all alike where there is less room.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()
    bars: bool = False


class Answer(NamedTuple):
    """What a verb found. result: the answer itself; steps: the way to it, sentences and tables; rule: its source.

    data: the answer for programs, fit for JSON; they are given the sentences of the steps and the rule besides.
    """

    result: str
    steps: Sequence[str | Rows]
    rule: str
    data: dict[str, Any]
    picture: ShownBelow | None = None


def set_out(answer: Answer, width: int) -> Iterator[str]:
    """The answer line by line, none longer than `width` columns, 20 up."""
    yield from _wrapped(answer.result, width, 0)
    for step in answer.steps:
        if isinstance(step, Rows):
            yield from _table(step, width)
        else:
            yield from _wrapped(step, width, INDENT)
    yield from _wrapped(f"Rule: {answer.rule}", width, 0)


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    before, below = " " * indent, " " * (indent + 2)
    return textwrap.wrap(text, width, initial_indent=before, subsequent_indent=below, break_on_hyphens=False)


def _table(table: Rows, width: int) -> Iterator[str]:
    """Heads and rows under each other, closer together where there is less room; bars are shortened all alike."""
    from commands.render.columns import table_lines

    rows = table.rows
    *others, last = (max(map(len, column)) for column in zip(table.heads, *rows, strict=True))
    room = width - INDENT - sum(others)
    apart = 2 if 2 * len(others) + min(last, LEAST_ROOM) <= room else 1
    if table.bars and (room := room - apart * len(others)) < last:
        rows = [(*row, "#" * max(round(len(bar) * room / last), 1) if bar else "") for *row, bar in rows]
    for line in table_lines(table.heads, rows, width - INDENT, apart=apart, right=table.right, ruled=False):
        yield (" " * INDENT + line.plain).rstrip()


T = TypeVar("T")


def all_read(readers: Iterable[Callable[[], T]]) -> list[T]:
    """What each reader gives. Raises UnreadableError with the faults of all of them."""
    found: list[T] = []
    problems: list[str] = []
    for read in readers:
        try:
            found.append(read())
        except GameError as refusal:
            problems += refusal.problems
    if problems:
        raise UnreadableError(problems)
    return found


class Asked(NamedTuple):
    """How a parameter of a verb is asked for, in its annotation. shown: Typer's part; typed: what Typer reads of it.

    read: its value from that; raises GameError. Its default, where it has one, is read from the text of it.
    """

    shown: Any
    read: Callable[[Any], Any]
    typed: Any = str


def word(metavar: str, says: str, read: Callable[[str], Any]) -> Asked:
    """A word of a verb."""
    return Asked(typer.Argument(metavar=metavar, help=says), read)


def words(metavar: str, says: str, read: Callable[[str], Any]) -> Asked:
    """All further words of a verb, which are read as one text, as if they stood in quotes."""
    return Asked(typer.Argument(metavar=metavar, help=says), lambda typed: read(" ".join(typed)), list[str])


def option(name: str, metavar: str, says: str, read: Callable[[str], Any]) -> Asked:
    """An option of a verb; name: such as `--facing`."""
    return Asked(typer.Option(name, metavar=metavar, help=says), read)


def options(name: str, metavar: str, says: str, read: Callable[[str], T]) -> Asked:
    """An option that may be given again: a list of values, empty by default."""

    def each(typed: list[str]) -> list[T]:
        return all_read(partial(read, text) for text in typed)

    return Asked(typer.Option(name, metavar=metavar, help=f"{says}; can be repeated."), each, list[str])


def whole(name: str, says: str, least: int, most: int | None = None) -> Asked:
    """A whole number, both limits included. name: of an option, such as `--speed`, or what a word is called, RANGE."""
    shown: Any = typer.Argument(metavar=name, help=says)
    if name.startswith("--"):
        shown = typer.Option(name, metavar="N", help=says)
    return Asked(shown, lambda typed: within(name, typed, least, most), int)


def one_of(kind: str, known: Sequence[str], rule: str = "") -> Callable[[str], str]:
    """Reads one of some words, in any case of letters. kind: what they are; rule: where they stand, for a refusal."""

    def read(text: str) -> str:
        if (found := text.strip().lower()) not in known:
            raise UnreadableError(f"{unknown(kind, text, known)}{f' ({rule})' if rule else ''}")
        return found

    return read


def numbers(what: str, most: int) -> Callable[[str], tuple[int, ...]]:
    """Reads whole numbers from 0 to `most`, such as 4 or 14,16,19. what: they are together, for a refusal."""

    def read(text: str) -> tuple[int, ...]:
        typed = text.replace(",", " ").split()
        if not typed or not all(re.fullmatch("[0-9]{1,4}", each) and int(each) <= most for each in typed):
            raise UnreadableError(f"{quoted(text)} is not {what}. Write numbers from 0 to {most}: 14 or 14,16,19.")
        return tuple(map(int, typed))

    return read


def within(what: str, number: int, least: int, most: int | None = None) -> int:
    """The number, if it is within the limits, both included; NotAllowedError names what is allowed."""
    if number < least or (most is not None and number > most):
        allowed = f"{least} or more" if most is None else f"{least} to {most}"
        raise NotAllowedError(f"{what} is {number}. Write {allowed}.")
    return number


#: Where a group that was given --json, --ascii or --width in front of a verb leaves them for it.
FORM: Final = "commands.calc.form"

#: Wider lines are hard to read, however wide the terminal is.
WIDEST: Final = 100

#: An option by its looks. Everything else that starts with a hyphen is a word of the game: -, ---, -3A.
_OPTION: Final = re.compile(r"--[a-z][a-z-]*")


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


def add_verb(app: typer.Typer, verb: Verb) -> None:
    """Make a verb a command of the group, with --json, --ascii and --width in any position.

    Its function takes what its parameters say and gives an answer, or raises GameError.
    """
    reckon: Callable[..., Answer] = verb.found()
    parameters = signature(reckon, eval_str=True).parameters.values()
    readers = {each.name: asked.read for each in parameters if (asked := _asked(each)) is not None}
    own = [_as_typed(each).replace(kind=Parameter.KEYWORD_ONLY) for each in parameters]

    @wraps(reckon)
    def command(context: typer.Context, form: Form, **given: Any) -> None:
        form = _over(form, context.meta.get(FORM, Form()))
        typed = {name: text for name in readers if (text := given.pop(name)) is not None}
        found = all_read(partial(readers[name], text) for name, text in typed.items())
        answer = reckon(**given, **dict(zip(typed, found, strict=True)))
        if form.as_json:
            told = [step for step in answer.steps if isinstance(step, str)]
            show_json({**answer.data, "steps": told, "rule": answer.rule})
            return
        room = form.width or min(shutil.get_terminal_size((COLUMNS, 24)).columns, WIDEST)
        for line in set_out(answer, room):
            typer.echo(line)
        if answer.picture is not None:
            answer.picture(form._replace(width=room))

    handed = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=Any) for name in ("context", "form")]
    handed[0] = handed[0].replace(annotation=typer.Context)
    app.command(verb.name, cls=GameWords, context_settings={"ignore_unknown_options": True})(
        one_picture(with_options(command, own, handed))
    )


def _asked(each: Parameter) -> Asked | None:
    return next((mark for mark in getattr(each.annotation, "__metadata__", ()) if isinstance(mark, Asked)), None)


def _as_typed(each: Parameter) -> Parameter:
    """A parameter as Typer takes it: with what is typed instead of what is read."""
    if (asked := _asked(each)) is None:
        return each
    if each.default is Parameter.empty:
        return each.replace(annotation=Annotated[asked.typed, asked.shown])
    default = str(each.default) if asked.typed is str and each.default is not None else each.default or None
    return each.replace(annotation=Annotated[asked.typed | None, asked.shown], default=default)


def _over(form: Form, before: Form) -> Form:
    """What either of the two asks for; the first one's width wins."""
    return Form(form.as_json or before.as_json, form.ascii_only or before.ascii_only, form.width or before.width)


def drawn(
    title: str, scene: Callable[[], Scene], svg: Path | None, what: str = "picture", *, below: bool = True
) -> ShownBelow | None:
    """Write the SVG file if one is asked for, and give what shows the picture below the words; None if not wanted.

    title: of the SVG file. what: is drawn, such as "map". NotAllowedError when the file can't be written.
    """
    if svg is not None:
        draw_svg(scene(), title, svg)
        typer.echo(f"The {what} is in {svg}.", err=True)

    def show(form: Form) -> None:
        from commands.render.pictures import render_text

        typer.echo()
        show_view(render_text(scene(), columns(form.width)), form)

    return show if below else None


app: Final = calc(package.CALC for package in systems() if hasattr(package, "CALC"))
