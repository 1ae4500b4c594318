"""Facts of X-Wing. Places are decimals in millimetres kept as text, facings degrees clockwise from up the table.

What means the same in many of them:

ship: its name; target: name of the ship that is attacked; weapon: its name; weapons: of its card; player: id of its
player; side: name of its side; entry: its number in the round, 1 up; stands: whether the attack counts.

Rule: rules.md.
"""

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from sits_es.events import Event

if TYPE_CHECKING:
    from sits_es.rules.xwing.board import Board


@frozen(kw_only=True)
class OfShip(Event):
    """Something that is entered of a ship, by its name, or follows at once. entered: whether players enter it."""

    entered: ClassVar[bool] = True

    ship: str

    def apply(self, board: "Board") -> None:
        """What is only said is told and kept, and changes nothing."""


@frozen(kw_only=True)
class Said(OfShip):
    """text: a player's own words, on one line."""

    text: str
