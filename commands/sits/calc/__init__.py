"""The sums of SITS, each with the steps that a player takes on paper, `sits calc VERB`; and the options they share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.verbs import Verb
from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.values import ClosureBand
    from sits_es.space.attitude import Attitude
    from sits_es.space.hexes import HexVector
    from sits_es.space.vectors import Vectors


#: What each is for in a line of the group's help, and lines to type.
VERBS: Final = (
    Verb(
        "consolidate", "commands.sits.calc.course:consolidate", "Vectors into their one canonical form, step by step."
    ),
    Verb("bearing", "commands.sits.calc.bearing:bearing", "Range, ring and window of a target; what bears on it."),
    Verb("range", "commands.sits.calc.bearing:range_", "The Range Angle Lookup Table: range and ring."),
    Verb("grid", "commands.sits.calc.course:grid", "The movement grid of vectors, segment by segment."),
    Verb("plots", "commands.sits.calc.course:plots", "What acceleration dots in a window can become."),
    Verb("attitude", "commands.sits.calc.bearing:attitude", "The windows of a ship's six ends."),
    Verb("pivot", "commands.sits.calc.bearing:pivot", "The nose's way to another window."),
    Verb("roll", "commands.sits.calc.bearing:roll_", "A roll, step by step."),
    Verb("closure", "commands.sits.calc.fire:closure", "The rate of closure of two ships."),
    Verb("course", "commands.sits.calc.course:course", "Where a ship will be, segment by segment."),
    Verb("beam", "commands.sits.calc.fire:beam", "The damage of a graser, laser or energy torpedo."),
    Verb("lance", "commands.sits.calc.fire:lance", "Whether a grav lance brings a sidewall down."),
    Verb("wall", "commands.sits.calc.fire:wall", "What a sidewall lets through."),
    Verb("missiles", "commands.sits.calc.fire:missiles", "Salvoes allowed at a range, and its modifier."),
    Verb("kills", "commands.sits.calc.fire:kills", "The kill chart, part by part."),
    Verb("variance", "commands.sits.calc.fire:variance", "A variance roll, 3d10v, or all 1,000 of them."),
)


VectorWords = Annotated[
    list[str], typer.Argument(metavar="VECTORS", help="Such as 6F 3D 1A, in quotes or not; `still` for none.")
]
Nose = Annotated[str | None, typer.Option("--nose", metavar="WINDOW", help="The window that the nose points to.")]
NoseOf = Annotated[str, typer.Option("--nose", metavar="WINDOW", help="The window that the nose points to.")]
_ROLL: Final = typer.Option("--roll", metavar="STEPS", help="Steps of 30 degrees, 0 to 11, clockwise from astern.")
RollStep = Annotated[int, _ROLL]
RollOfNose = Annotated[int | None, _ROLL]
ShowPicture = Annotated[bool, typer.Option("--picture", help="Draw the AVID below the answer.")]
SvgFile = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the AVID into an SVG file.")]


def vectors_of(words: list[str]) -> Vectors:
    """The vectors of a command line. UnreadableError names every word that is wrong."""
    from sits_es.space.vectors import read_vectors

    return read_vectors(" ".join(words))


def written(vector: HexVector | Vectors) -> str:
    """Vectors as people write them: `4A 1+`, or `still`."""
    from sits_es.space.vectors import vectors_in_words

    return vectors_in_words(vector)


def read_attitude(nose: str, roll: int) -> Attitude:
    """The attitude of a nose and a roll step. UnreadableError or NotAllowedError says what is wrong."""
    from sits_es.space.attitude import ROLL_STEPS, Attitude
    from sits_es.space.avid import read_window

    window = read_window(nose, "nose")
    if not 0 <= roll < ROLL_STEPS:
        raise NotAllowedError(f"A roll of {roll} steps is not on the dial. Write 0 to {ROLL_STEPS - 1}.")
    return Attitude(window, roll)


def band_text(column: ClosureBand, unit: str = "") -> str:
    """The rates of closure, in hexes per segment, of a column of the beam tables. unit: words to follow the number."""
    return f"from {column.first}{unit} up" if column.last is None else f"{column.first} to {column.last}{unit}"
