"""How far a unit may turn in an impulse. Rule: C3.31, C3.7, C5, G21.224."""

from __future__ import annotations

from typing import Literal

from sits_es.rules.sfb_n3d.sums.facings import Turn

#: Tactical manoeuvres by the energy that they take.
Tac = Literal["sublight", "warp", "both"]


def read_turn_class(text: str) -> str:
    """A turn class as it is written: seeking, shuttle, AA, A to F, hexes:T or base. Raises UnreadableError. Rule: C3.31."""
    raise NotImplementedError


def limit(turn_class: str, speed: int) -> int:
    """How far a unit may turn on each axis in an impulse, in ten-thousandths of a degree, rounded down.

    turn_class: seeking, shuttle, AA, A to F, hexes:T, base. speed: the warp speed that a web leaves, ten-thousandths,
    0 up. Raises UnreadableError for another class. Rule: C3.31, C3.7, C5.13, house.
    """
    raise NotImplementedError


def tac_limit(kind: Tac, outstanding: bool = False) -> int:
    """How far a tactical manoeuvre turns a unit on each axis, in ten-thousandths of a degree. Rule: C5.1-C5.3, G21.224."""
    raise NotImplementedError


def limit_with(turn_class: str, speed: int, tac: Tac | None = None, outstanding: bool = False) -> int:
    """The limit of an impulse with a tactical manoeuvre or without one.

    Raises NotAllowedError for a manoeuvre at warp speed above 0, UnreadableError for an unknown class. Rule: C3.31, C5.
    """
    raise NotImplementedError


def over(turn: Turn, most: int) -> tuple[str, ...]:
    """The axes on which a turn is beyond a limit, in the order pitch, yaw, roll; none when it is legal. Rule: C3.1."""
    raise NotImplementedError
