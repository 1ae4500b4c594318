"""What a game is played on: its readings of the rules, when it ends, what ships are worth; the fact of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import field, frozen
from attrs.validators import ge, in_

from sits_es.errors import UnreadableError

#: An option that is on or off, as data say it.
EITHER: Final = (False, True)

#: Every option with the values it can have, the default first.
OPTIONS: Final[Mapping[str, tuple[str | bool, ...]]] = {
    "sidewall": ("strikes", "stops"),
    "plot_ahead": ("on", "off"),
    "mixed_walls": EITHER,
    "own_side_targets": EITHER,
}


@frozen(kw_only=True)
class Options:
    """What a game is played by.

    sidewall: whether the kill chart's number strikes the hull, as the flyer says, or is stopped. Rule: sits rules 8.5.
    plot_ahead: whether orders may be given for later segments than the one at hand (house). mixed_walls: whether a
    class may have walls made for the other reading of the sidewall. Rule: sits rules 8.5. own_side_targets: whether
    ships may aim at their own side (house).
    """

    sidewall: Literal["strikes", "stops"] = field(default="strikes", validator=in_(("strikes", "stops")))
    plot_ahead: Literal["on", "off"] = field(default="on", validator=in_(("on", "off")))
    mixed_walls: bool = False
    own_side_targets: bool = False


def read_options(data: Mapping[str, Any]) -> Options:
    """Options of a game from plain data, or from the words of a fork: true for True.

    Raises UnreadableError naming each unknown option and each with a wrong value.
    """
    faults: list[str] = []
    chosen: dict[str, Any] = {}
    for name, value in data.items():
        if name not in OPTIONS:
            faults.append(f"There is no option {name}. Options are {', '.join(OPTIONS)}.")
            continue
        values = {_said(each): each for each in OPTIONS[name]}
        if _said(value) in values:
            chosen[name] = values[_said(value)]
        else:
            faults.append(f"Option {name} is {_said(value)}; it can be {' or '.join(values)}.")
    if faults:
        raise UnreadableError(faults)
    return Options(**chosen)


def _said(value: object) -> str:
    """A value as a player writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_data(options: Options) -> dict[str, Any]:
    """Options as plain data, for the first event of a game."""
    return {name: getattr(options, name) for name in OPTIONS}


@frozen(kw_only=True)
class Points:
    """What a ship of a class is worth to others. destroyed: points, 0 up; disabled: points at the end, 0 up."""

    destroyed: int = field(validator=ge(0))
    disabled: int = field(default=0, validator=ge(0))


@frozen(kw_only=True)
class Victory:
    """How the game ends. turns: it ends after so many (1 up), or None; points: by ship class, others are worth nothing.

    margin: points by which a side must lead the next best to win (1 up); with less the game is drawn.
    """

    turns: int | None = None
    points: dict[str, Points] = field(factory=dict)
    margin: int = field(default=1, validator=ge(1))
