"""What a game may choose among the readings of the rules. It stands in the game's first event."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen
from attrs.validators import in_


@frozen(kw_only=True)
class Options:
    """sidewall: whether the kill chart's number strikes the hull (as the flyer says) or is stopped. Rule: 8.5."""

    sidewall: Literal["strikes", "stops"] = field(default="strikes", validator=in_(("strikes", "stops")))
