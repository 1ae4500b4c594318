"""Motion: orders and facts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from attrs import field, frozen
from attrs.validators import ge, min_len

from sits_es.events import Coded, Shape, all_of, event
from sits_es.rules.sits.fact import OfShip, Order
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector, Position
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


#: Steps of a consolidation: hexes and direction of one vector, and of the other.
STEPS: Final[Mapping[str, Shape]] = {
    "opposite": (int, str, int, str),
    "third": (int, str, int, str, str, int),  # the direction between them, and the hexes in it then
}


@event("sits.ThrustOrdered")
@frozen(kw_only=True)
class ThrustOrdered(Order):
    """Set the thrust from this segment on. thrust: points, 0 up. Rule: card, "Change Thrust"."""

    thrust: int = field(validator=ge(0))


@frozen(kw_only=True)
class PlotChoice(Value):
    """How the dots of one window are to be turned into vectors at the next thrust break. vector: in hexes a turn."""

    window: Window
    vector: HexVector


@event("sits.PlotOrdered")
@frozen(kw_only=True)
class PlotOrdered(Order):
    """Name the plots for the thrust break of this segment or, if none comes, of the next one that does."""

    plots: tuple[PlotChoice, ...] = field(validator=min_len(1))


@event("sits.ShipPlaced")
@frozen(kw_only=True)
class ShipPlaced(OfShip):
    """A ship stands on the map before the first segment. vectors: hexes per turn."""

    ship_class: str
    side: str
    player: str
    position: Position
    vectors: HexVector
    attitude: Attitude

    def apply(self, board: "Board") -> None:
        board.place(self)


@event("sits.FutureMarked")
@frozen(kw_only=True)
class FutureMarked(OfShip):
    """The future-position marker was placed by the movement grid's row. Rule: card, step 1."""

    move: HexVector
    at: Position

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].open_segment(self.at)


@event("sits.ThrustChanged")
@frozen(kw_only=True)
class ThrustChanged(OfShip):
    """The thrust was changed by order or because the ship can no longer give that much. before, after: points, 0 up."""

    before: int
    after: int
    cause: Literal["order", "damage"] = "order"

    def apply(self, board: "Board") -> None:
        ship = board.ships[self.ship]
        ship.thrust = self.after
        ship.cut = self.cause == "order" and self.after == 0


@event("sits.PlotsNamed")
@frozen(kw_only=True)
class PlotsNamed(OfShip):
    """The plots for the ship's next thrust break are settled."""

    plots: tuple[PlotChoice, ...]

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].plots = {choice.window: choice.vector for choice in self.plots}


@event("sits.PulseCrossed")
@frozen(kw_only=True)
class PulseCrossed(OfShip):
    """A pulse of the thrust chart was crossed off. pulse: 1 to 8; nose: where it pointed."""

    pulse: int
    thrust: int
    nose: Window

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].cross(self.thrust, self.nose)


@event("sits.DotGained")
@frozen(kw_only=True)
class DotGained(OfShip):
    """Acceleration dots fell in the nose's window. dots: how many; total: how many stand there now."""

    window: Window
    dots: int
    total: int


@event("sits.FutureDisplaced")
@frozen(kw_only=True)
class FutureDisplaced(OfShip):
    """Thrust displaced the future-position marker. by: hexes."""

    by: HexVector
    at: Position

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].future = self.at


@event("sits.HalvesKept")
@frozen(kw_only=True)
class HalvesKept(OfShip):
    """The chart ended with half a hex of displacement left over. halves: every window that now holds one.

    Rule: house, sits rules 6.
    """

    halves: tuple[Window, ...]

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].halves = self.halves


@event("sits.ShipMoved")
@frozen(kw_only=True)
class ShipMoved(OfShip):
    """The ship moved to its marker. Rule: card, step 6."""

    start: Position
    end: Position

    def apply(self, board: "Board") -> None:
        ship = board.ships[self.ship]
        ship.position, ship.future = self.end, None


@frozen(kw_only=True)
class WindowDots(Value):
    """Dots in one window at a thrust break.

    dots: how many; plot: the vectors they become, in hexes a turn; named: whether the player named it.
    """

    window: Window
    dots: int
    plot: HexVector
    named: bool


@event("sits.ThrustBroke")
@frozen(kw_only=True)
class ThrustBroke(OfShip):
    """A thrust break: dots became vectors.

    reasons: why now; dots: by window; steps: their consolidation; before, after: vectors, in hexes a turn.
    Rule: card, step 7.
    """

    reasons: tuple[Literal["chart full", "thrust zero", "pivot completed"], ...]
    dots: tuple[WindowDots, ...]
    steps: tuple[Coded, ...] = field(validator=all_of(STEPS))
    before: HexVector
    after: HexVector

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].break_thrust()


@event("sits.GridFilled")
@frozen(kw_only=True)
class GridFilled(OfShip):
    """A new movement grid was filled out; it is read from the next segment on."""

    vectors: HexVector

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].vectors = self.vectors
