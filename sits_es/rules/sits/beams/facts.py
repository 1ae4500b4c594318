"""Beams: orders and facts."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sits.fact import Fact, Order
from sits_es.space.arcs import Facing
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


@event("sits.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(Order):
    """Fire a weapon, named by its mount and kind ("forward-graser"), at a ship. Rule: card, fire orders."""

    weapon: str
    target: str


@frozen(kw_only=True)
class Aim(Value):
    """How a shot was aimed.

    window: on the map, shooter to target; mount_window: the same in the shooter's frame; target_window: the shooter in
    the target's frame; facing: the side it comes in on. All windows are None if the ships share a hex
    and altitude.
    """

    range: int
    window: Window | None
    mount_window: Window | None
    target_window: Window | None
    facing: Facing


@event("sits.BeamFired")
@frozen(kw_only=True)
class BeamFired(Fact):
    """A beam hit.

    kind: of weapon; weapons: how many fire; size: number of the row block of the card; damage_each, damage: points per
    weapon and in all, before any sidewall. closure: the relative vectors, in hexes a turn; closure_per_turn: hexes;
    closure_half_hexes: half hexes a segment; band: 1 to 6. For energy torpedoes size, closure and band are 0.
    """

    shot: str
    shooter: str
    weapon: str
    kind: Literal["graser", "laser", "energy-torpedo"]
    target: str
    aim: Aim
    weapons: int
    size: int = 0
    closure: HexVector = HexVector()
    closure_per_turn: int = 0
    closure_half_hexes: int = 0
    band: int = 0
    damage_each: int
    damage: int

    def apply(self, board: "Board") -> None:
        board.fire(self.shooter, self.weapon)


@event("sits.LanceFired")
@frozen(kw_only=True)
class LanceFired(Fact):
    """A grav lance was fired.

    wall: percent to beat, null if no sidewall stands; wall_falls: whether the sidewall goes down. Rule: card, "Grav
    Lance". The percentage is the number of the opposite box in the track if the chart's number strikes, otherwise the
    number in force. Rule: sits rules 7.
    """

    shot: str
    shooter: str
    weapon: str
    target: str
    aim: Aim
    quality: int
    variance: int
    wall: int | None
    wall_falls: bool

    def apply(self, board: "Board") -> None:
        board.fire(self.shooter, self.weapon)
