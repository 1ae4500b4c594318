"""Miracles: orders and facts."""

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen
from attrs.validators import ge, max_len

from sits_es.events import event
from sits_es.rules.sits.fact import Fact, OfShip, Order
from sits_es.rules.sits.sums.deck import Miracle
from sits_es.rules.sits.sums.tracks import HIT
from sits_es.sentences import quoted

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


#: The longest text of a ruling, in characters.
MOST_TEXT = 200


@event("sits.MiracleOrdered")
@frozen(kw_only=True)
class MiracleOrdered(Order):
    """Spend the miracle in hand at the first occasion in the segment; if none comes, it is kept.

    A ruling is spent at once, and its `text` (up to 200 characters; empty for every other miracle) is left to an
    umpire. ValueError if text and miracle don't go together. Rule: sits rules 10; occasion: house.
    """

    miracle: Miracle
    text: str = field(default="", validator=max_len(MOST_TEXT))

    def __attrs_post_init__(self) -> None:
        if bool(self.text) != (self.miracle == "ruling"):
            raise ValueError(f"a miracle {quoted(self.miracle)} does not go with text {quoted(self.text)}")


@event("sits.CardDrawn")
@frozen(kw_only=True)
class CardDrawn(OfShip):
    """A commander drew a miracle card; the hand lies open.

    card: rank and suit, such as `10H`; hand: after the draw; count: as in blackjack; came_to: "over": the hand goes
    back and the deck is shuffled again; lapsed: whether a miracle that nobody spent was given up before this draw, and
    its hand went back. Rule: sits rules 10.
    """

    card: str
    hand: tuple[str, ...]
    count: int = field(validator=ge(1))
    came_to: Literal["held", "miracle", "over"]
    lapsed: bool

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].hand = () if self.came_to == "over" else self.hand


@event("sits.MiracleSpent")
@frozen(kw_only=True)
class MiracleSpent(OfShip):
    """A miracle was spent; the hand goes back and the deck is shuffled again.

    A ruling changes nothing by itself: an umpire settles it. text: of a ruling, otherwise empty; hand: its cards;
    count: how many points they add up to.
    """

    miracle: Miracle
    text: str
    hand: tuple[str, ...]
    count: int

    def apply(self, board: "Board") -> None:
        ship = board.ships[self.ship]
        ship.hand, ship.wonder = (), self.miracle
        if self.miracle == "save decoy":
            ship.decoys_spent -= 1


@event("sits.BoxesReopened")
@frozen(kw_only=True)
class BoxesReopened(OfShip):
    """By a miracle, boxes may be repaired as if no repair of them had failed. boxes: of the track, 0 up."""

    track: str
    boxes: tuple[int, ...]

    def apply(self, board: "Board") -> None:
        for box in self.boxes:
            board.ships[self.ship].mark(self.track, box, HIT)


@event("sits.LayerIgnored")
@frozen(kw_only=True)
class LayerIgnored(Fact):
    """By the shooter's miracle, an attack passes the target's ECM as if there were none.

    missiles: how many; all of them pass.
    """

    attack: str
    target: str
    shooter: str
    missiles: int
