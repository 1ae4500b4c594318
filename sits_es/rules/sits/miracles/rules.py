"""Miracle cards: who draws when, and how a miracle is spent. Rule: sits rules 10, after the second edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from sits_es.dice import RollKey
from sits_es.events import Coded
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, Miracle, MiracleOrdered, MiracleSpent
from sits_es.rules.sits.ship.tracks import LOST, TRIED
from sits_es.rules.sits.sums.deck import MIRACLE, count, is_miracle, left_after
from sits_es.rules.sits.tables.values import SEGMENTS

if TYPE_CHECKING:
    from sits_es.rules.sits.play.resolution import Resolution

#: Commander's grade -> the turn of the first draw, and turns from one draw to the next; others draw none.
DRAWS: Final = {"superb": (6, 4), "excellent": (4, 3), "legendary": (2, 3)}

#: Miracles that work by themselves, in a segment and in the turn break; a ruling can be asked for in both.
OF_SEGMENT: Final = ("ignore ECM", "double ECM", "save decoy", "no explosion")
OF_BREAK: Final = ("repair again",)


def draws_in(grade: str, turn: int) -> bool:
    """Whether a commander of a grade draws a card in the break of a turn, 1 up."""
    if grade not in DRAWS:
        return False
    first, every = DRAWS[grade]
    return turn >= first and (turn - first) % every == 0


def next_draw(grade: str, turn: int) -> int | None:
    """The turn, this one or later, whose break brings the next card; None for a commander who draws none."""
    if grade not in DRAWS:
        return None
    return next(later for later in range(turn, turn + sum(DRAWS[grade])) if draws_in(grade, later))


def miracle_problems(board: Board, ship: Ship, order: MiracleOrdered, *, in_break: bool) -> Iterator[Coded]:
    """Say why a miracle can't be spent so; silent when it can."""
    grade = board.class_of(ship).commander
    if grade not in DRAWS:
        yield Coded("commander-draws-none", (grade,))
    elif not is_miracle(ship.hand):
        yield Coded("no-miracle", (count(ship.hand),))
    if order.miracle in OF_BREAK and not in_break:
        yield Coded("miracle-of-break")
    elif in_break and order.miracle in OF_SEGMENT:
        yield Coded("miracle-of-segment", (order.miracle,))


def begin_miracles(work: Resolution) -> None:
    """First of all: rulings are spent and repairs opened again; other miracles wait for their occasion."""
    in_break = work.board.segment > SEGMENTS
    for ship, order in list(work.ordered(MiracleOrdered)):
        if found := list(miracle_problems(work.board, ship, order, in_break=in_break)):
            work.void(order, found)
        elif order.miracle == "ruling":
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
