"""Facts of miracle cards: draws, miracles spent and what they change."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen
from attrs.validators import ge

from sits_es.events import Event, event
from sits_es.rules.sits.orders.forms import Miracle


@event("sits.CardDrawn")
@frozen(kw_only=True)
class CardDrawn(Event):
    """A commander drew a miracle card; the hand lies open.

    card: rank and suit, such as `10H`; hand: after the draw; count: as at blackjack; came_to: "over": the hand goes
    back and the deck is shuffled again; lapsed: whether a miracle that nobody spent was given up before this draw, and
    its hand went back. Rule: sits rules 10.
    """

    ship: str
    card: str
    hand: tuple[str, ...]
    count: int = field(validator=ge(1))
    came_to: Literal["held", "miracle", "over"]
    lapsed: bool


@event("sits.MiracleSpent")
@frozen(kw_only=True)
class MiracleSpent(Event):
    """A miracle was spent; the hand goes back and the deck is shuffled again. text: of a ruling, otherwise empty.

    hand: the cards it was, count: what they counted. A ruling changes nothing by itself: an umpire settles it.
    """

    ship: str
    miracle: Miracle
    text: str
    hand: tuple[str, ...]
    count: int


@event("sits.BoxesReopened")
@frozen(kw_only=True)
class BoxesReopened(Event):
    """By a miracle boxes may be tried again as if no repair had failed on them. boxes: of the track, 0 up."""

    ship: str
    track: str
    boxes: tuple[int, ...]


@event("sits.LayerIgnored")
@frozen(kw_only=True)
class LayerIgnored(Event):
    """By a miracle of the shooter an attack passes the target's ECM as if there were none.

    missiles: how many, and all go on.
    """

    attack: str
    target: str
    shooter: str
    missiles: int
