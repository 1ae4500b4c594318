"""`sits calc`: the sums of the games, each with the steps that a player takes on paper.

A rule system says what it works out as CALC of its package of commands: a name, a table of verbs, a line of help.

    # commands/mygame/__init__.py
    CALC = Sums("mine", "commands.mygame.calc:VERBS", "Work out what My Game's tables give.")

    # commands/mygame/calc/__init__.py
    VERBS = (Verb("pull", "commands.mygame.calc.pull:pull", "What draws you down.", ("sits calc mine pull -2,0,1",)),)

Each verb is a function: its parameters are its words and options, its docstring is its help, and it gives an `Answer`
or raises a GameError. It has --json, --ascii and --width besides, in any position, in front of `mine` or `pull` too;
words and values may begin with a minus. Verbs of a CALC without a name stand directly below `sits calc`. A table is
imported when its group is called, and a verb's module when the verb is: start-up stays light.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import typer

from commands.calc.shell import FORM, Form, add_verb
from commands.options import Ascii, Json, Width
from commands.verbs import Sums, Verb, examples, listing, systems

__all__ = ["app", "calc"]

_SAYS: Final = "Work out the sums of a game. Every answer shows its steps and names its rule."


class Subgroup(Verb):
    """Verbs below a name of their own; place: their table."""

    __slots__ = ()

    def found(self) -> typer.Typer:
        """The group of these verbs."""
        return _group(self.name, super().found(), self.says, self.examples)


def calc(sums: Iterable[Sums]) -> typer.Typer:
    """The group for the sums of some systems: the verbs of those without a name, then a group for each other."""
    known = tuple(sums)
    direct = [verb for each in known if each.name is None for verb in each.verbs()]
    below = [Subgroup(each.name, each.place, each.says, each.examples) for each in known if each.name is not None]
    return _group("calc", (*direct, *below), _SAYS, tuple(line for each in known for line in each.examples))


def _group(name: str, verbs: tuple[Verb, ...], says: str, lines: tuple[str, ...]) -> typer.Typer:
    group = typer.Typer(
        name=name,
        cls=listing(verbs, add_verb),
        rich_markup_mode=None,
        no_args_is_help=True,
        add_completion=False,
        epilog=examples(*lines),
    )

    @group.callback(help=says)
    def asked(context: typer.Context, as_json: Json = False, ascii_only: Ascii = False, width: Width = None) -> None:
        context.meta[FORM] = Form(as_json, ascii_only, width).over(context.meta.get(FORM, Form()))

    return group


app: Final = calc(package.CALC for package in systems() if hasattr(package, "CALC"))
