"""What people enter besides moves and attacks: damage, words, a removal, the end of a round; and what follows."""

from typing import TYPE_CHECKING

from attrs import field, frozen
from attrs.validators import ge

from sits_es.events import Event, event
from sits_es.rules.xwing.fact import OfShip, Said

if TYPE_CHECKING:
    from sits_es.rules.xwing.board import Board


@frozen(kw_only=True)
class OnDisplay(OfShip):
    """shields, hull: how many, 0 up; at least one of the two is not 0."""

    shields: int = field(validator=ge(0))
    hull: int = field(validator=ge(0))


@event("xwing.DamageEntered")
@frozen(kw_only=True)
class DamageEntered(OnDisplay):
    """`lose 2 shields 1 hull`."""

    def apply(self, board: "Board") -> None:
        """Its display has so much less."""
        ship = board.ships[self.ship]
        ship.shields -= self.shields
        ship.hull -= self.hull


@event("xwing.DamageRegained")
@frozen(kw_only=True)
class DamageRegained(OnDisplay):
    """`regain 1 shield`."""

    def apply(self, board: "Board") -> None:
        """Its display has so much more; a ship that was lost and has hull again is back."""
        ship = board.ships[self.ship]
        ship.shields += self.shields
        ship.hull += self.hull
        if ship.gone == "lost" and ship.hull > 0:
            ship.gone = None


@event("xwing.CriticalEntered")
@frozen(kw_only=True)
class CriticalEntered(Said):
    """`critical: TEXT`: a critical hit, in the words of its card."""

    def apply(self, board: "Board") -> None:
        """It has one more."""
        ship = board.ships[self.ship]
        ship.criticals = (*ship.criticals, self.text)


@event("xwing.ShipRemoved")
@frozen(kw_only=True)
class ShipRemoved(Said):
    """`remove: TEXT`: the ship is off the table, destroyed or fled. text: why; may be empty."""

    def apply(self, board: "Board") -> None:
        """It is out of the game."""
        board.ships[self.ship].gone = "removed"


@event("xwing.NoteEntered")
@frozen(kw_only=True)
class NoteEntered(Said):
    """`note: TEXT`: anything else to put on record."""


@event("xwing.RoundEndEntered")
@frozen(kw_only=True)
class RoundEndEntered(OfShip):
    """`end round`: the round ends with this entry."""

    def apply(self, board: "Board") -> None:
        """The round ends once the entry is complete."""
        board.ending = True


@event("xwing.ShipLost")
@frozen(kw_only=True)
class ShipLost(Event):
    """The ship has no hull left. Rule: house."""

    ship: str

    def apply(self, board: "Board") -> None:
        """It is out of the game."""
        board.ships[self.ship].gone = "lost"


@event("xwing.EntryCounted")
@frozen(kw_only=True)
class EntryCounted(Event):
    """The entry is complete.

    turn: the round, 1 up; entry: its number in the round, 1 up; last: whether the round is over.
    """

    turn: int = field(validator=ge(1))
    entry: int = field(validator=ge(1))
    last: bool = False

    def apply(self, board: "Board") -> None:
        """The next entry comes, of this round or of the next."""
        board.turn, board.entry = (self.turn + 1, 1) if self.last else (self.turn, self.entry + 1)
        board.ending = False
        if self.last:
            board.revealed = False
            for ship in board.ships.values():
                ship.shows = None
