"""Every reason why an order can't be given: whose slot it is, what is ordered above it, what its own form asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.orders.attack import attack_problems
from sits_es.rules.star_wars.orders.expected import expect
from sits_es.rules.star_wars.orders.forms import (
    ENTRIES,
    AdvantageOrdered,
    FireOrdered,
    FlyOrdered,
    OfStarship,
    SpeedOrdered,
    SpendOrdered,
)
from sits_es.rules.star_wars.orders.manoeuvres import flight_problems, speed_problems
from sits_es.rules.star_wars.orders.outflanking import gain_problems
from sits_es.rules.star_wars.orders.spending import spending_problems
from sits_es.rules.star_wars.orders.whose_slot import out_of_place, too_many, unable
from sits_es.rules.star_wars.state import Board
from sits_es.sentences import unknown


def problems(board: Board, order: OfStarship, given: Sequence[OfStarship]) -> Iterator[Refusal]:
    """Every reason why an order can't be given for the slot at hand; silent when it can.

    given: all orders of the file, as written, this one among them: an attack below a flight is judged from where the
    flight leads.
    """
    starship = board.starships.get(order.starship)
    if starship is None:
        yield Refusal(unknown("starship", order.starship, sorted(board.starships)), "starship")
        return
    if isinstance(order, ENTRIES):
        yield Refusal(f"{starship.name}: this is entered when it has happened, and is no order. Enter it: sits record.")
        return
    if (said := unable(board, starship)) is not None:
        yield Refusal(said, "starship")
        return
    if (said := out_of_place(board, starship, order)) is not None:
        yield Refusal(said)
        return
    if (said := too_many(starship, order, given)) is not None:
        yield Refusal(said)
    yield from _by_its_form(expect(board, order, given), order, given)


def _by_its_form(there: Board, order: OfStarship, given: Sequence[OfStarship]) -> Iterator[Refusal]:
    """What the order's own form asks, on the board as the lines above it leave it."""
    starship = there.starships[order.starship]
    match order:
        case FlyOrdered():
            yield from flight_problems(there, starship, order)
        case SpeedOrdered():
            yield from speed_problems(there, starship, order)
        case FireOrdered():
            yield from attack_problems(there, starship, order)
        case AdvantageOrdered():
            yield from gain_problems(there, starship, order)
        case SpendOrdered():
            yield from spending_problems(there, starship, order, given)
