"""Manoeuvres as they are ordered and carried out."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.starwars.fact import OfCheck, OfStarship
from sits_es.rules.starwars.starship_class import HexSide
from sits_es.space.hexes import Position

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board

#: A step of a Fly manoeuvre: one hex forward, a turn of 60 degrees to the left or to the right.
FlyStep = Literal["F", "L", "R"]


@event("starwars.FlyOrdered")
@frozen(kw_only=True)
class FlyOrdered(OfCheck):
    """`fly F F R F L`, a manoeuvre. steps: at least one. Rule: rules.md, Fly."""

    steps: tuple[FlyStep, ...]


@event("starwars.SpeedOrdered")
@frozen(kw_only=True)
class SpeedOrdered(OfStarship):
    """`accelerate` or `decelerate`, a manoeuvre. change: number of steps, 1 or -1. Rule: base game."""

    change: int


@event("starwars.StarshipFlew")
@frozen(kw_only=True)
class StarshipFlew(OfStarship):
    """A Fly manoeuvre was carried out.

    q, r: number of the starship's last hex along two axes; facing: at the end; path: hexes entered, in order; movement:
    points that the flight took.
    """

    steps: tuple[FlyStep, ...]
    path: tuple[tuple[int, int], ...]
    q: int
    r: int
    facing: HexSide
    movement: int

    def apply(self, board: "Board") -> None:
        """It is at the end of its path."""
        starship = board.starships[self.starship]
        starship.place, starship.facing = Position(self.q, self.r), self.facing
        board.manoeuvred()


@event("starwars.SpeedChanged")
@frozen(kw_only=True)
class SpeedChanged(OfStarship):
    """The starship flies at another speed from now on."""

    speed: int

    def apply(self, board: "Board") -> None:
        """It has that speed."""
        board.starships[self.starship].speed = self.speed
        board.manoeuvred()
