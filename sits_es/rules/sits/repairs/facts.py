"""Repairs: orders and facts."""

from typing import TYPE_CHECKING

from attrs import field, frozen
from attrs.validators import and_, ge, le

from sits_es.events import event
from sits_es.rules.sits.fact import OfShip, Order
from sits_es.rules.sits.sums.tracks import tried

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board

#: Working parties that may try one box in one turn break. Rule: sits rules 10, after the second edition.
PARTIES_A_BOX = 2


@event("sits.RepairOrdered")
@frozen(kw_only=True)
class RepairOrdered(Order):
    """Send working parties to one box of a track in the turn break. parties: how many, 1 to 2."""

    track: str
    parties: int = field(default=1, validator=and_(ge(1), le(2)))


@event("sits.CountersRun")
@frozen(kw_only=True)
class CountersRun(OfShip):
    """Regeneration. counters: segments until each weapon can fire again, 1 up; ready: weapons that can now.

    Rule: card, regeneration.
    """

    counters: dict[str, int]
    ready: tuple[str, ...]

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].counters = dict(self.counters)


@event("sits.RepairTried")
@frozen(kw_only=True)
class RepairTried(OfShip):
    """A working party tried to mend a box.

    roll: 1 to 10; quality: the highest number that mends the box; repaired: whether it is mended; lost: beyond repair
    now; before, after: the rating in force, 0 up, null where there is none.
    """

    track: str
    box: int
    roll: int
    quality: int
    repaired: bool
    lost: bool
    before: int | None
    after: int | None

    def apply(self, board: "Board") -> None:
        boxes = board.ships[self.ship].boxes
        boxes[self.track] = tried(boxes[self.track], self.box, repaired=self.repaired, lost=self.lost)
