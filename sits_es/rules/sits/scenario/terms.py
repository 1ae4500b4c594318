"""What a game is played on: its readings of the rules, when it ends, what ships are worth; the fact of it."""

from collections.abc import Mapping
from typing import Final, Literal

from attrs import field, frozen
from attrs.validators import ge

from sits_es.rules.options import either, values_of
from sits_es.values import Value


@frozen(kw_only=True)
class Options(Value):
    """What a game is played by.

    sidewall: whether the kill chart's number strikes the hull, as the flyer says, or is stopped. Rule: sits rules 8.5.
    beams: whether all beams fire before any does damage, as the card says, or kind by kind (2e). Rule: sits rules 7.
    plot_ahead: whether orders may be given for later segments than the one at hand (house). mixed_walls: whether a
    class may have walls made for the other reading of the sidewall. Rule: sits rules 8.5. own_side_targets: whether
    ships may aim at their own side (house).
    """

    sidewall: Literal["strikes", "stops"] = either("strikes", "stops")
    beams: Literal["together", "in turn"] = either("together", "in turn")
    plot_ahead: Literal["on", "off"] = either("on", "off")
    mixed_walls: bool = either(False, True)
    own_side_targets: bool = either(False, True)


#: Every option with the values it can have, the default first.
OPTIONS: Final[Mapping[str, tuple[str | bool, ...]]] = values_of(Options)


@frozen(kw_only=True)
class Points(Value):
    """What a ship of a class is worth to others. destroyed: points, 0 up; disabled: points at the end, 0 up."""

    destroyed: int = field(validator=ge(0))
    disabled: int = field(default=0, validator=ge(0))


@frozen(kw_only=True)
class Victory(Value):
    """How the game ends. turns: how many it lasts (1 up), or None; points: by ship class, others are worth nothing.

    margin: points by which a side must lead the next best to win (1 up); with less the game is drawn.
    """

    turns: int | None = None
    points: dict[str, Points] = field(factory=dict)
    margin: int = field(default=1, validator=ge(1))
