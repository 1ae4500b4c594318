"""The forms an order can take. Each is an event of its own: the order as given, whatever becomes of it.

An order's segment is the one in which it is recorded; `ship` is who carries it out.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen
from attrs.validators import and_, ge, in_, le, max_len, min_len, optional

from sits_es.events import Event, event
from sits_es.rules.sits.tables.missiles import Warhead
from sits_es.sentences import quoted
from sits_es.space.arcs import Facing
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector

Side = Literal["port", "starboard"]
#: What a miracle can do by itself, and the ruling, which is anything else. Rule: sits rules 10.
Miracle = Literal["ignore ECM", "double ECM", "save decoy", "no explosion", "repair again", "ruling"]
Condition = Literal["launched at", "fired at", "damage taken", "ship destroyed", "range at most", "target bears"]


@frozen(kw_only=True)
class Order(Event):
    """What every order has: the ship that is to carry it out."""

    ship: str


@event("sits.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(Order):
    """Fire a weapon, named by its mount and kind ("forward-graser"), at a ship. Rule: card, fire orders."""

    weapon: str
    target: str


@event("sits.LaunchOrdered")
@frozen(kw_only=True)
class LaunchOrdered(Order):
    """Launch salvoes from a mount. salvoes: 1 up; tubes: how many (1 up) a salvo uses, None for all that work."""

    mount: str
    target: str
    salvoes: int = field(validator=ge(1))
    tubes: int | None = field(default=None, validator=optional(ge(1)))
    warhead: Warhead = field(default="laser-head", validator=in_(("laser-head", "nuke")))


@frozen(kw_only=True)
class PlotChoice:
    """How the dots of one window are to be turned into vectors at the next thrust break. vector: in hexes a turn."""

    window: Window
    vector: HexVector


@event("sits.ThrustOrdered")
@frozen(kw_only=True)
class ThrustOrdered(Order):
    """Set the thrust from this segment on. thrust: points, 0 up. Rule: card, "Change Thrust"."""

    thrust: int = field(validator=ge(0))


@event("sits.PlotOrdered")
@frozen(kw_only=True)
class PlotOrdered(Order):
    """Name the plots for the thrust break of this segment or, if none comes, of the next one that does."""

    plots: tuple[PlotChoice, ...] = field(validator=min_len(1))


@event("sits.PivotOrdered")
@frozen(kw_only=True)
class PivotOrdered(Order):
    """Begin to pivot the nose to a window. Rule: card, "Record Facing Changes On AVID"."""

    to: Window


@event("sits.RollOrdered")
@frozen(kw_only=True)
class RollOrdered(Order):
    """Begin to roll. side: starboard is clockwise seen from astern; steps: windows, 1 to 11."""

    side: Side
    steps: int = field(validator=and_(ge(1), le(11)))


@event("sits.DecoyOrdered")
@frozen(kw_only=True)
class DecoyOrdered(Order):
    """Deploy decoys.

    count: how many, 1 up; if_launched_at: only when somebody launches at the ship in this segment; missiles: only if so
    many or more are launched at it, 1 up; within: counting those launched from so many hexes away or fewer, 0 up; null
    for any number, from any range. ValueError where they don't go with `if_launched_at`.
    """

    count: int = field(validator=ge(1))
    if_launched_at: bool = True
    missiles: int | None = field(default=None, validator=optional(ge(1)))
    within: int | None = field(default=None, validator=optional(ge(0)))

    def __attrs_post_init__(self) -> None:
        if not self.if_launched_at and (self.missiles is not None or self.within is not None):
            raise ValueError("decoys that wait for no launch do not go with how many or how near")


@event("sits.SlideOrdered")
@frozen(kw_only=True)
class SlideOrdered(Order):
    """Name the facing that meets missiles sliding off the wedge when several are equally near."""

    facing: Facing


@event("sits.PresentOrdered")
@frozen(kw_only=True)
class PresentOrdered(Order):
    """Name the facing that is hit by a shot from the ship's own hex and altitude."""

    facing: Facing


@event("sits.RepairOrdered")
@frozen(kw_only=True)
class RepairOrdered(Order):
    """Send working parties to one box of a track in the turn break. parties: how many, 1 to 2."""

    track: str
    parties: int = field(default=1, validator=and_(ge(1), le(2)))


#: The longest text of a ruling, in characters.
MOST_TEXT = 200


@event("sits.MiracleOrdered")
@frozen(kw_only=True)
class MiracleOrdered(Order):
    """Spend the miracle in hand when its occasion first comes in the segment; without one it is kept.

    A ruling is spent at once, and its `text` (up to 200 characters; empty for every other miracle) is left to an
    umpire. ValueError where text and miracle don't go together. Rule: sits rules 10; occasion: house.
    """

    miracle: Miracle
    text: str = field(default="", validator=max_len(MOST_TEXT))

    def __attrs_post_init__(self) -> None:
        if bool(self.text) != (self.miracle == "ruling"):
            raise ValueError(f"a miracle {quoted(self.miracle)} does not go with text {quoted(self.text)}")


@event("sits.StopOrdered")
@frozen(kw_only=True)
class StopOrdered(Order):
    """End the run of orders plotted ahead when the condition is met: what follows is void and ordered again.

    target: for "range at most" and "target bears", otherwise None; range: hexes, 0 up, for "range at most", otherwise
    None. ValueError where they don't go with the condition.
    """

    condition: Condition
    target: str | None = None
    range: int | None = field(default=None, validator=optional(ge(0)))

    def __attrs_post_init__(self) -> None:
        if (self.target is not None) != (self.condition in ("range at most", "target bears")):
            raise ValueError(f"a stop on {quoted(self.condition)} does not go with target {self.target}")
        if (self.range is not None) != (self.condition == "range at most"):
            raise ValueError(f"a stop on {quoted(self.condition)} does not go with range {self.range}")


#: Orders of a segment, and those of the turn break.
SEGMENT_ORDERS: tuple[type[Order], ...] = (
    FireOrdered,
    LaunchOrdered,
    ThrustOrdered,
    PlotOrdered,
    PivotOrdered,
    RollOrdered,
    DecoyOrdered,
    SlideOrdered,
    PresentOrdered,
    StopOrdered,
    MiracleOrdered,
)
BREAK_ORDERS: tuple[type[Order], ...] = (RepairOrdered, MiracleOrdered)
