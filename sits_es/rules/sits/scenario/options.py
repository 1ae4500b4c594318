"""What a game may choose among the readings of the rules. It stands in the game's first event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import asdict, field, frozen
from attrs.validators import in_

from sits_es.errors import UnreadableError

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


def read_options(data: Mapping[str, Any]) -> Options:
    """Options from plain data. Raises UnreadableError naming every one that SITS has not or that has another value."""
    faults = []
    for name, value in data.items():
        if name not in ALLOWED:
            faults.append(f"There is no option {name}. Options are {', '.join(ALLOWED)}.")
        elif value not in ALLOWED[name]:
            faults.append(f"Option {name} is {value}; it can be {' or '.join(ALLOWED[name])}.")
    if faults:
        raise UnreadableError(faults)
    return Options(**data)


def to_data(options: Options) -> dict[str, Any]:
    """Options as plain data, for a game's first event."""
    return asdict(options)
