"""Miracle cards: who draws when, and how a miracle is spent. Rule: sits rules 10, after the second edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from sits_es.dice import RollKey
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, MiracleOrdered, MiracleSpent
from sits_es.rules.sits.order_rules import OrderRules
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.sums.deck import DRAWS, MIRACLE, Miracle, count, draws_in, is_miracle, left_after
from sits_es.rules.sits.sums.tracks import LOST, TRIED
from sits_es.rules.sits.tables.values import SEGMENTS

if TYPE_CHECKING:
    from sits_es.rules.sits.resolution import Resolution

#: Miracles that work by themselves, in a segment and in the turn break; a ruling can be asked for in both.
OF_SEGMENT: Final = ("ignore ECM", "double ECM", "save decoy", "no explosion")
OF_BREAK: Final = ("repair again",)


class SpendMiracle(OrderRules[MiracleOrdered]):
    """The miracle in hand spent when its occasion comes."""

    kind = "miracle"
    in_break = True

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """The commander holds one, and it is for this step."""
        del given
        yield from self._in_hand(board, ship)
        yield from self._in_time(ship, in_break=board.segment > SEGMENTS)

    def _in_hand(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        grade = board.class_of(ship).commander
        if grade not in DRAWS:
            yield no(ship.name, "commander-draws-none", grade)
        elif not is_miracle(ship.hand):
            yield no(ship.name, "no-miracle", count(ship.hand))

    def _in_time(self, ship: Ship, *, in_break: bool) -> Iterator[Refusal]:
        if self.fact.miracle in OF_BREAK and not in_break:
            yield no(ship.name, "miracle-of-break")
        elif in_break and self.fact.miracle in OF_SEGMENT:
            yield no(ship.name, "miracle-of-segment", self.fact.miracle)

    def why_never(self, board: Board, ship: Ship, later: int) -> Iterator[Refusal]:
        """No card is drawn before the turn break is over."""
        yield from self._in_hand(board, ship)
        yield from self._in_time(ship, in_break=board.segment + later > SEGMENTS)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """Each miracle that works by itself, and a ruling."""
        del board
        for miracle in (*OF_SEGMENT, *OF_BREAK):
            yield MiracleOrdered(ship=ship.name, miracle=miracle)
        yield MiracleOrdered(ship=ship.name, miracle="ruling", text="what an umpire decides")


def begin_miracles(work: Resolution) -> None:
    """First of all: rulings are spent and repairs opened again; other miracles wait for their occasion."""
    for ship, order in work.able(MiracleOrdered):
        if order.miracle == "ruling":
            spend(work, ship, "ruling", order.text)
        elif order.miracle == "repair again":
            spend(work, ship, "repair again")
            for fact in reopened(ship):
                work.record(fact)


def reopened(ship: Ship) -> list[BoxesReopened]:
    """What it is to try repairs again: every box on which one failed is as if just destroyed."""
    found = []
    for track, marks in ship.boxes.items():
        if boxes := tuple(place for place, mark in enumerate(marks) if mark in (TRIED, LOST)):
            found.append(BoxesReopened(ship=ship.name, track=track, boxes=boxes))
    return found


def ready(work: Resolution, ship: Ship, miracle: Miracle) -> bool:
    """Whether the ship ordered this miracle for the exchange and can still spend it."""
    return (
        ship.destroyed is None
        and is_miracle(ship.hand)
        and any(
            isinstance(order, MiracleOrdered) and order.ship == ship.name and order.miracle == miracle
            for order in work.orders.get(ship.player, ())
        )
    )


def works(work: Resolution, ship: Ship, miracle: Miracle) -> bool:
    """Whether a miracle that lasts a segment is at work; on its first occasion it is spent."""
    if ship.wonder != miracle and ready(work, ship, miracle):
        spend(work, ship, miracle)
    return ship.wonder == miracle


def spend(work: Resolution, ship: Ship, miracle: Miracle, text: str = "") -> None:
    """Spend the miracle in hand: the hand goes back to the deck."""
    spent = MiracleSpent(ship=ship.name, miracle=miracle, text=text, hand=ship.hand, count=count(ship.hand))
    work.record(spent)


def draw_cards(work: Resolution) -> None:
    """Turn break: commanders whose turn it is draw a card each; a miracle not spent until then is given up."""
    for ship in work.board.standing():
        if not draws_in(work.board.class_of(ship).commander, work.board.turn):
            continue
        lapsed = is_miracle(ship.hand)
        before = () if lapsed else ship.hand
        deck = left_after(before)
        (place,) = work.throw(RollKey(ship.name, "miracle card", "", len(before)), 1, sides=len(deck))
        hand = (*before, deck[place])
        total = count(hand)
        came_to: Literal["held", "miracle", "over"] = "miracle" if total in MIRACLE else "held"
        if total > MIRACLE[-1]:
            came_to = "over"
        work.record(CardDrawn(ship=ship.name, card=deck[place], hand=hand, count=total, came_to=came_to, lapsed=lapsed))
