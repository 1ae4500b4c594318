"""Facts of movement: markers, thrust, dots, turns and thrust breaks."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from sits_es.events import Coded, Event, all_of, event
from sits_es.rules.sits.events.codes import STEPS
from sits_es.rules.sits.orders.forms import PlotChoice, Side
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector, Position


@event("sits.ShipPlaced")
@frozen(kw_only=True)
class ShipPlaced(Event):
    """A ship stands on the map before the first segment. vectors: hexes per turn."""

    ship: str
    ship_class: str
    side: str
    player: str
    position: Position
    vectors: HexVector
    attitude: Attitude


@event("sits.FutureMarked")
@frozen(kw_only=True)
class FutureMarked(Event):
    """The future-position marker was placed by the movement grid's row. Rule: card, step 1."""

    ship: str
    move: HexVector
    at: Position


@event("sits.ThrustChanged")
@frozen(kw_only=True)
class ThrustChanged(Event):
    """The thrust was changed by order or because the ship can no longer give as much. before, after: points, 0 up."""

    ship: str
    before: int
    after: int
    cause: Literal["order", "damage"] = "order"


@event("sits.PlotsNamed")
@frozen(kw_only=True)
class PlotsNamed(Event):
    """The plots for the ship's next thrust break are settled."""

    ship: str
    plots: tuple[PlotChoice, ...]


@event("sits.PivotBegun")
@frozen(kw_only=True)
class PivotBegun(Event):
    """The nose starts for another window. path: the attitude after each window of the pivot.

    due: segments from the start until each of them is reached, 1 up, ascending.
    """

    ship: str
    to: Window
    path: tuple[Attitude, ...]
    due: tuple[int, ...]


@event("sits.RollBegun")
@frozen(kw_only=True)
class RollBegun(Event):
    """The ship starts to roll. due: segments from the start until each window of the roll is done, 1 up, ascending."""

    ship: str
    side: Side
    due: tuple[int, ...]


@event("sits.PulseCrossed")
@frozen(kw_only=True)
class PulseCrossed(Event):
    """A pulse of the thrust chart was crossed off. pulse: 1 to 8; nose: where it pointed."""

    ship: str
    pulse: int
    thrust: int
    nose: Window


@event("sits.DotGained")
@frozen(kw_only=True)
class DotGained(Event):
    """Acceleration dots fell in the nose's window. dots: how many; total: how many stand there now."""

    ship: str
    window: Window
    dots: int
    total: int


@event("sits.FutureDisplaced")
@frozen(kw_only=True)
class FutureDisplaced(Event):
    """Thrust displaced the future-position marker. by: hexes."""

    ship: str
    by: HexVector
    at: Position


@event("sits.HalvesKept")
@frozen(kw_only=True)
class HalvesKept(Event):
    """The chart ended with half a hex of displacement over. halves: every window that now holds one.

    Rule: house, sits rules 6.
    """

    ship: str
    halves: tuple[Window, ...]


@event("sits.ShipMoved")
@frozen(kw_only=True)
class ShipMoved(Event):
    """The ship moved to its marker. Rule: card, step 6."""

    ship: str
    start: Position
    end: Position


@event("sits.TurnSpent")
@frozen(kw_only=True)
class TurnSpent(Event):
    """A segment went into a pivot or roll that did not turn the ship yet.

    by: which of them; segments: how many are spent so far; of: how many in all.
    """

    ship: str
    by: Literal["pivot", "roll"]
    segments: int
    of: int


@event("sits.ShipTurned")
@frozen(kw_only=True)
class ShipTurned(Event):
    """Nose or top came to stand in another window.

    by: what turned it; windows: how many of the pivot or roll are done; of: how many in all.
    """

    ship: str
    by: Literal["pivot", "roll"]
    attitude: Attitude
    windows: int
    of: int


@frozen(kw_only=True)
class WindowDots:
    """Dots in one window at a thrust break.

    dots: how many; plot: the vectors they become, in hexes a turn; named: whether the player named it.
    """

    window: Window
    dots: int
    plot: HexVector
    named: bool


@event("sits.ThrustBroke")
@frozen(kw_only=True)
class ThrustBroke(Event):
    """A thrust break: dots became vectors.

    reasons: why now; dots: by window; steps: their consolidation; before, after: vectors, in hexes a turn.
    Rule: card, step 7.
    """

    ship: str
    reasons: tuple[Literal["chart full", "thrust zero", "pivot completed"], ...]
    dots: tuple[WindowDots, ...]
    steps: tuple[Coded, ...] = field(validator=all_of(STEPS))
    before: HexVector
    after: HexVector


@event("sits.GridFilled")
@frozen(kw_only=True)
class GridFilled(Event):
    """A new movement grid was filled out; it is read from the next segment on."""

    ship: str
    vectors: HexVector
