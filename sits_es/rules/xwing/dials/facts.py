"""The dials of a round, as each player seals them, and as all of them are revealed."""

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from sits_es.events import Event, event
from sits_es.rules.xwing.fact import OfShip

if TYPE_CHECKING:
    from sits_es.rules.xwing.board import Board


@event("xwing.DialOrdered")
@frozen(kw_only=True)
class DialOrdered(OfShip):
    """`dial 2 bank left`. It goes on record when all are revealed. template: by its name. Rule: rules.md, Dials."""

    entered: ClassVar[bool] = False

    template: str


@event("xwing.DialsRevealed")
@frozen(kw_only=True)
class DialsRevealed(Event):
    """All dials of the round are revealed. dials: each ship with the template that its dial shows, by name.

    unset: ships on the table that have no dial, apart from huge ones. Rule: rules.md, Dials.
    """

    dials: tuple[tuple[str, str], ...]
    unset: tuple[str, ...] = ()

    def apply(self, board: "Board") -> None:
        """Each ship's dial shows its template until the ship moves, or the round is over."""
        board.revealed = True
        for ship, template in self.dials:
            board.ships[ship].shows = template
