"""What a game is played on: its readings of the rules, when it ends, what ships are worth; the fact of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import field, frozen
from attrs.validators import ge, in_, optional

from sits_es.errors import UnreadableError
from sits_es.events import Event, event

#: Every option with the values it can have, the default first.
ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    "sidewall": ("strikes", "stops"),
    "miracles": ("off", "on"),
    "plot_ahead": ("on", "off"),
}


@frozen(kw_only=True)
class Options:
    """sidewall: whether the kill chart's number strikes the hull (as the flyer says) or is stopped. Rule: 8.5.

    miracles: whether commanders draw miracle cards; they come from the second edition, so a scenario that says nothing
    plays without. Rule: 10. plot_ahead: whether orders may be given for later segments than the one at hand (house).
    """

    sidewall: Literal["strikes", "stops"] = field(default="strikes", validator=in_(ALLOWED["sidewall"]))
    miracles: Literal["off", "on"] = field(default="off", validator=in_(ALLOWED["miracles"]))
    plot_ahead: Literal["on", "off"] = field(default="on", validator=in_(ALLOWED["plot_ahead"]))
    mixed_walls: bool = False
    own_side_targets: bool = False


def read_options(data: Mapping[str, Any]) -> Options:
    """Options from plain data. Raises UnreadableError naming each unknown option and each with a wrong value."""
    faults = []
    for name, value in data.items():
        if name not in ALLOWED:
            faults.append(f"There is no option {name}. Options are {', '.join(ALLOWED)}.")
        elif value not in ALLOWED[name]:
            faults.append(f"Option {name} is {value}; it can be {' or '.join(ALLOWED[name])}.")
    if faults:
        raise UnreadableError(faults)
    return Options(**data)


def options_data(options: Options) -> dict[str, Any]:
    """Options as plain data, for a game's first event."""
    return {name: getattr(options, name) for name in ALLOWED}


@frozen(kw_only=True)
class Points:
    """What a ship of a class is worth to the other sides, 0 up: destroyed, or disabled at the end."""

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


@event("sits.TermsSet")
@frozen(kw_only=True)
class TermsSet(Event):
    """The terms of the game. turns: it ends after so many (1 up), None for no limit; points: by ship class.

    margin: points by which a side must lead to win (1 up).
    """

    turns: int | None = field(validator=optional(ge(1)))
    margin: int = field(validator=ge(1))
    points: dict[str, Points]
