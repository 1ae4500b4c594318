"""How far a unit may turn in an impulse. Rule: C3.31, C3.7, C5, G21.224."""

from __future__ import annotations

from math import isqrt
from typing import Final, Literal

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.sfb.sums.facings import AXES, Turn
from sits_es.rules.sfb.sums.limits import limit_in_words
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.sentences import quoted

#: Tactical manoeuvres by the energy that they take.
Tac = Literal["sublight", "warp", "both"]

#: The turn mode chart, in hundredths of a degree: times the square root of the warp speed. Rule: C3.31.
CHART: Final[dict[str, int]] = {
    "shuttle": 300,
    "AA": 230,
    "A": 191,
    "B": 165,
    "C": 159,
    "D": 153,
    "E": 144,
    "F": 126,
}
#: Ten-thousandths of a degree that a seeking weapon turns for each whole of warp speed. Rule: C3.31.
SEEKING: Final = 9_375
#: What every unit may turn at least, in ten-thousandths of a degree. Rule: C3.31, C5.13.
LEAST: Final = 15_000
#: A base's rate of rotation at the most, up to and with it: C3.7 says both. Rule: C3.7, C3.71, house.
BASE: Final = 75_000
#: The most for a turn mode counted in hexes, in ten-thousandths of a degree. Rule: house.
MOST: Final = 180 * WHOLE
#: What a tactical manoeuvre turns, and what it turns with an outstanding crew. Rule: C5.11, C5.21, C5.32, G21.224.
TACS: Final[dict[Tac, tuple[int, int]]] = {
    "sublight": (20_000, 20_000),
    "warp": (75_000, 110_000),
    "both": (90_000, 110_000),
}

_CLASSES: Final = {name.casefold(): name for name in ("seeking", *CHART, "base")}


def read_turn_class(text: str) -> str:
    """A turn class as it is written: seeking, shuttle, AA, A to F, hexes:T or base, in any case of letters.

    T: 0 to 99 hexes before each turn. Raises UnreadableError for anything else. Rule: C3.31, C3.7.
    """
    word = text.strip().casefold()
    if word in _CLASSES:
        return _CLASSES[word]
    kind, _, hexes = word.partition(":")
    if kind == "hexes" and hexes.isascii() and hexes.isdecimal() and len(hexes.lstrip("0")) <= 2:
        return f"hexes:{int(hexes)}"
    raise UnreadableError(
        f"{quoted(text)} is not a turn class. Write seeking, shuttle, AA, A, B, C, D, E, F, base, or hexes:T with T "
        "hexes before each turn, such as hexes:3 (C3.31)."
    )


def limit(turn_class: str, speed: int) -> int:
    """How far a unit may turn on each axis in an impulse, in ten-thousandths of a degree, rounded down.

    turn_class: seeking, shuttle, AA, A to F, hexes:T, base. speed: the warp speed that a web leaves, ten-thousandths,
    0 up. Raises UnreadableError for another class, NotAllowedError for a speed below 0. Rule: C3.31, C3.7, C5.13.
    """
    name = read_turn_class(turn_class)
    if speed < 0:
        raise NotAllowedError(limit_in_words("speed", speed))
    if name == "base":
        return BASE
    if name == "seeking":
        return max(LEAST, SEEKING * speed // WHOLE)
    if name in CHART:
        # hundredths x the root of ten-thousandths are ten-thousandths of a degree
        return max(LEAST, isqrt(CHART[name] ** 2 * speed))
    if not speed:
        return LEAST
    hexes = int(name.removeprefix("hexes:"))
    return max(LEAST, min(MOST, 60 * 32 * WHOLE * WHOLE // ((hexes + 1) * speed)))


def tac_limit(kind: Tac, outstanding: bool = False) -> int:
    """How far a tactical manoeuvre turns a unit on each axis, in ten-thousandths of a degree. Rule: C5, G21.224."""
    return TACS[kind][outstanding]


def limit_with(turn_class: str, speed: int, tac: Tac | None = None, outstanding: bool = False) -> int:
    """The limit of an impulse with a tactical manoeuvre or without one.

    Raises NotAllowedError for a manoeuvre at warp speed above 0, UnreadableError for an unknown class. Rule: C3.31, C5.
    """
    usual = limit(turn_class, speed)
    if tac is None:
        return usual
    if speed:
        raise NotAllowedError(
            f"A tactical manoeuvre at speed {written(speed)} is not allowed. It needs warp speed 0 (C5.3)."
        )
    return max(usual, tac_limit(tac, outstanding))


def over(turn: Turn, most: int) -> tuple[str, ...]:
    """The axes on which a turn is beyond a limit, in the order pitch, yaw, roll; none when it is legal. Rule: C3.1."""
    return tuple(axis for axis in AXES if abs(getattr(turn, axis)) > most)


def limit_steps(turn_class: str, speed: int, most: int | None = None) -> list[str]:
    """How a turn's limit comes about from the turn mode. speed: that a web leaves; most: with tactical manoeuvres."""
    said = f"Turn class {turn_class} at warp speed {written(speed)}"
    usual = limit(turn_class, speed)
    if turn_class in CHART:
        factor = written(CHART[turn_class], 2)
        steps = [f"{said}: the larger of 1.5 and {factor} x the square root of {written(speed)} = {written(usual)}."]
    elif turn_class == "seeking":
        factor = written(SEEKING)
        steps = [f"{said}: the larger of 1.5 and {written(speed)} x {factor} = {written(usual)}."]
    elif turn_class.startswith("hexes:") and speed:
        before = turn_class.removeprefix("hexes:")
        steps = [f"{said}: 60 / ({before} + 1) / ({written(speed)} / 32), from 1.5 to 180 = {written(usual)}."]
    else:
        steps = [f"{said}: {written(usual)}."]
    if most is not None and most > usual:
        steps.append(f"Tactical manoeuvres are under way: {written(most)} on each axis.")
    return steps
