"""Damage: orders and facts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from sits_es.events import Coded, Shape, event, one_of
from sits_es.rules.sits.fact import OfShip
from sits_es.rules.sits.sums.tracks import HIT
from sits_es.space.arcs import Facing

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


#: What takes a ship out of the game.
CAUSES: Final[Mapping[str, Shape]] = {
    "structure-gone": (),
    "exploded": (),
}


@event("sits.HullStruck")
@frozen(kw_only=True)
class HullStruck(OfShip):
    """Points of damage struck the hull. hits: how many they are split into, by the class's hit size."""

    source: str
    facing: Facing
    points: int
    hits: int


@event("sits.HitScored")
@frozen(kw_only=True)
class HitScored(OfShip):
    """One hit: 1d10 chose the row of the facing's list.

    number: of the hit, 1 up; roll: 1 to 10; row: track names in order.
    """

    source: str
    number: int
    points: int
    facing: Facing
    roll: int
    row: tuple[str, ...]


@event("sits.BoxDestroyed")
@frozen(kw_only=True)
class BoxDestroyed(OfShip):
    """One box of a track was taken.

    before, after: the rating in force, 0 up; null if there is none: before if the track is down, after once the last
    box is lost. cause: the shot or attack.
    """

    track: str
    box: int
    before: int | None
    after: int | None
    cause: str

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].mark(self.track, self.box, HIT)


@event("sits.DamageWasted")
@frozen(kw_only=True)
class DamageWasted(OfShip):
    """Points found no box left to take: the ship had already gone to pieces."""

    points: int


@event("sits.ExplosionChecked")
@frozen(kw_only=True)
class ExplosionChecked(OfShip):
    """A numbered structure box was taken.

    roll: 1 to 10; below: number in the box, below which the ship explodes; explodes: whether it does; also false if a
    miracle, spent next, lets the roll succeed.
    """

    roll: int
    below: int
    explodes: bool


@event("sits.ShipDestroyed")
@frozen(kw_only=True)
class ShipDestroyed(OfShip):
    """The ship is out of the game. cause: why."""

    cause: Coded = field(validator=one_of(CAUSES))

    def apply(self, board: "Board") -> None:
        ship = board.ships[self.ship]
        ship.destroyed, ship.future = self.cause.code, None
