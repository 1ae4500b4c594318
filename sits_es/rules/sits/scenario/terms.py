"""The scenario's terms: when a game ends and what ships are worth. Rule: house, for scenarios."""

from __future__ import annotations

from attrs import field, frozen
from attrs.validators import ge


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
