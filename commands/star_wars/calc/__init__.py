"""`sits calc sw`: sums of Star Wars hex combat, each with the steps a player takes on paper, and what they share."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer

from commands.calc import ShownBelow, within
from commands.verbs import Verb
from sits_es.errors import UnreadableError
from sits_es.sentences import quoted

if TYPE_CHECKING:
    from sits_es.rules.star_wars.starship_class import HexSide
    from sits_es.rules.star_wars.sums.narrative_dice import Pool
    from sits_es.space.hexes import HexVector


__all__ = ["VERBS"]

_HERE: Final = "commands.star_wars.calc"

#: What each is for in a line of the group's help, and lines to type.
VERBS: Final = (
    Verb("range", f"{_HERE}.fire:range_", "The range band of a target."),
    Verb("arc", f"{_HERE}.fire:arc", "Firing arcs that hold a target, and open shield zones."),
    Verb("fly", f"{_HERE}.helm:fly", "Carry out a Fly manoeuvre, and find its faults."),
    Verb("pool", f"{_HERE}.fire:pool", "The chances of a pool of narrative dice."),
    Verb("result", f"{_HERE}.fire:result", "What thrown narrative dice come to."),
    Verb("terrain", f"{_HERE}.helm:terrain", "What terrain does to a check and to a starship."),
    Verb("advantage", f"{_HERE}.helm:advantage", "The check to Gain the Advantage."),
)


#: The highest number that a verb takes.
HIGHEST: Final = 99

VectorText = Annotated[
    list[str], typer.Argument(metavar="VECTOR", help="From attacker to target, such as 3A 2C; 0A is the same hex.")
]


def number_option(name: str, says: str) -> Any:
    """An option that is a number."""
    return typer.Option(f"--{name}", metavar="N", help=says)


def side_option(name: str, says: str) -> Any:
    """An option that is a side of a hex."""
    return typer.Option(f"--{name}", metavar="SIDE", help=says)


def amount(name: str, number: int) -> int:
    """A number of an option, 0 to 99. Raises NotAllowedError."""
    return within(f"--{name}", number, 0, HIGHEST)


def side(name: str, text: str) -> HexSide:
    """A side of an option, A to F in any case. Raises UnreadableError."""
    from sits_es.space.hexes import DIRECTIONS

    if len(found := text.strip().upper()) != 1 or found not in DIRECTIONS:
        raise UnreadableError(
            f"--{name} {quoted(text)} is not a side of a hex. Write A to F, clockwise from up the map."
        )
    return cast("HexSide", found)


def place_in_words(way: HexVector) -> str:
    """A place by the way to it from where one was."""
    return str(way) or "the same hex"


def pool_picture(pool: Pool) -> ShownBelow:
    """Show a pool in symbols, a character for each die, and what each means."""

    def show(width: int, *, ascii_only: bool) -> None:
        from sits_es.rules.star_wars.sums.dice_in_words import DRAWN, pool_in_symbols

        marks = [f"{DRAWN[kind][ascii_only]} {kind}" for kind, number in pool.by_kind().items() if number]
        show_drawn(pool_in_symbols(pool, ascii_only=ascii_only), marks, width)

    return show


def show_drawn(drawn: str, marks: list[str], width: int) -> None:
    """Print what was drawn, and below it what each mark means; nothing where nothing is drawn."""
    if drawn:
        typer.echo()
        for line in (*textwrap.wrap(drawn, width - 2), *textwrap.wrap("   ".join(marks), width - 2)):
            typer.echo(f"  {line}")
