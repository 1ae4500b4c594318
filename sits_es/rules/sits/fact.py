"""What every order and fact of SITS is."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import Event

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board

Side = Literal["port", "starboard"]


@frozen(kw_only=True)
class Fact(Event):
    """A fact of SITS. By default it is told and kept, and moves nothing on the board."""

    def apply(self, board: "Board") -> None:
        """Change a working board in place."""


@frozen(kw_only=True)
class OfShip(Fact):
    """Something that happens to a ship, or that it is ordered to do."""

    ship: str


@frozen(kw_only=True)
class Order(OfShip):
    """An order as given, whatever becomes of it. It is for the segment in which it is recorded.

    ship: that is to carry it out.
    """
