"""`sits calc sfb`: the sums of SFB 'n3D, each with the steps a player takes on paper, and the options they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from commands.verbs import Verb
from sits_es.errors import UnreadableError

if TYPE_CHECKING:
    from sits_es.rules.sfb_n3d.sums.places import Place


__all__ = ["VERBS"]

_HERE: Final = "commands.sfb_n3d.calc"

#: What each is for in a line of the group's help, and lines to type.
VERBS: Final = (
    Verb("bearing", f"{_HERE}.fire:bearing", "Range, bearing, arcs and mounts; what bears, what is in the way."),
    Verb("mounts", f"{_HERE}.fire:mounts", "Mounts of a group of weapons."),
    Verb("turnmode", f"{_HERE}.helm:turnmode", "How far a unit may turn in an impulse."),
    Verb("move", f"{_HERE}.helm:move", "Where a unit is after an impulse, or after several."),
    Verb("seek", f"{_HERE}.helm:seek", "An impulse of a seeking weapon."),
    Verb("schedule", f"{_HERE}.helm:schedule", "Impulses in which mines, rings and asteroids act on a unit."),
    Verb("explosion", f"{_HERE}.fire:explosion", "What an explosion does at a range."),
    Verb("web", f"{_HERE}.fire:web", "A strand's length and cost, and what its web does."),
    Verb("sphere", f"{_HERE}.fire:sphere", "Whether a unit meets an expanding sphere, and how strong it is."),
    Verb("pull", f"{_HERE}.helm:pull", "The pull of a black hole."),
    Verb("orbit", f"{_HERE}.helm:orbit", "A standard orbit: its facing and the turn of each impulse."),
    Verb("het", f"{_HERE}.fire:het", "The facing after a breakdown, from six dice."),
    Verb("hex", f"{_HERE}.helm:hex_", "A printed hex and facing as place and angles."),
)


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
    number = decimal(text, what, rule)
    if number < 0:
        said = what[0].upper() + what[1:]
        raise UnreadableError(f"{said} of {text.strip()} is below 0. It is 0 or more ({rule}).")
    return number


def hexes(place: Place) -> list[str]:
    """A place for programs."""
    return list(place.hexes())
