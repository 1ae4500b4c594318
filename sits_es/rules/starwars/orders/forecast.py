"""What a player's orders come to before the dice: where a flight ends, what an attack rolls. Rule: house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.order_rules import OrderRules
from sits_es.rules.starwars.slots.rules import SECOND_MANOEUVRE, expect, in_slot, is_second, why_not

if TYPE_CHECKING:
    from sits_es.report.scenes import MapScene


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[OfStarship]]) -> list[str]:
    """What each order of the player leads to, in the order written, as if no die brought harm on the way.

    orders: all in one step, the slot at hand. An order that can't be given is left out, as if it weren't written.
    """
    followed = _followed(board, player, orders)
    return [line for work, starship, order, above in followed for line in _foreseen(work, starship, order, above)]


def _foreseen(board: Board, starship: Starship, order: OfStarship, above: Sequence[OfStarship]) -> Iterator[str]:
    if is_second(board, order):
        what = "hull trauma" if board.class_of(starship).group else "system strain"
        yield f"{starship.name} suffers {SECOND_MANOEUVRE} {what} for a second manoeuvre"
    yield from OrderRules.of(order).foreseen(board, starship, above)


def scene(board: Board, player: str, orders: Mapping[int, Sequence[OfStarship]]) -> MapScene | None:
    """The map after the player's orders, as of `forecast`; None if there are none that can be given."""
    from sits_es.rules.starwars.views.scenes import map_of

    boards = [work for work, *_ in _followed(board, player, orders)]
    return map_of(boards[-1]) if boards else None


def _followed(
    board: Board, player: str, orders: Mapping[int, Sequence[OfStarship]]
) -> Iterator[tuple[Board, Starship, OfStarship, Sequence[OfStarship]]]:
    """The working board and the starship before each order that can be given, with the lines above of that starship.

    Each is carried out when the next is asked for.
    """
    lines, taken = [each for given in orders.values() for each in given], list[OfStarship]()
    work = in_slot(board, lines).copy()
    for order in lines:
        starship = work.starships.get(order.starship)
        above = [each for each in taken if each.starship == order.starship]
        if starship is None or starship.player != player or any(why_not(work, order, above)):
            continue
        yield work, starship, order, above
        taken.append(order)
        expect(work, starship, order)
