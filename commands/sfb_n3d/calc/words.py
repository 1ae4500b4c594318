"""Words that several verbs take, and how numbers are given back: counts as numbers, all others as plain decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from sits_es.rules.sfb_n3d.sums.places import Place

PLACE: Final = "X,Y,Z"
FacingText = Annotated[
    str, typer.Option("--facing", metavar="ANGLES", help='Such as "yaw 300 pitch -10"; what is left out is 0.')
]
SpeedText = Annotated[str, typer.Option("--speed", metavar="SPEED", help="Warp speed, hexes a turn.")]
InertiaText = Annotated[str, typer.Option("--inertia", metavar=PLACE, help="Inertia, hexes a turn.")]


def place_argument(says: str) -> Any:
    """An argument that is a place, in hexes."""
    return typer.Argument(metavar=PLACE, help=f"{says}, in hexes: north, up, west.")


def decimal(text: str, what: str, rule: str = "A3.4") -> int:
    """A decimal in ten-thousandths. Raises UnreadableError."""
    from sits_es.rules.sfb_n3d.sums.numbers import read_decimal

    return read_decimal(text, what, rule=rule)


def amount(text: str, what: str, rule: str) -> int:
    """A decimal of which there is none below 0, in ten-thousandths. Raises UnreadableError."""
    from sits_es.errors import UnreadableError

    number = decimal(text, what, rule)
    if number < 0:
        said = what[0].upper() + what[1:]
        raise UnreadableError(f"{said} of {text.strip()} is below 0. It is 0 or more ({rule}).")
    return number


def hexes(place: Place) -> list[str]:
    """A place for programs."""
    return list(place.hexes())
