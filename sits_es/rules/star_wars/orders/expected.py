"""The board as an order finds it, once the lines above it in the same file are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.rules.star_wars.orders.forms import MANOEUVRES, FlyOrdered, OfStarship, SpeedOrdered
from sits_es.rules.star_wars.play.flying import flight_of
from sits_es.rules.star_wars.state import Board, copied


def before(order: OfStarship, given: Sequence[OfStarship]) -> list[OfStarship]:
    """Orders of the same starship that are written before this one. given: all orders of the file, as written."""
    mine = [each for each in given if each.starship == order.starship]
    here = next((at for at, each in enumerate(mine) if each is order), None)
    # an order that was read a second time is told by what it says
    return mine[: mine.index(order) if here is None and order in mine else here]


def expect(board: Board, order: OfStarship, given: Sequence[OfStarship]) -> Board:
    """A copy of the board on which the starship's manoeuvre, where one is written above, is carried out.

    A flight is taken to its last step even where it breaks a rule, which is told at its own line. What its dice bring
    is not known. Rule: rules.md, Slots: its manoeuvre and action come in the order written.
    """
    found = copied(board)
    manoeuvre = next((each for each in before(order, given) if isinstance(each, MANOEUVRES)), None)
    if manoeuvre is not None:
        carry_out(found, manoeuvre)
    return found


def carry_out(board: Board, manoeuvre: OfStarship) -> None:
    """Move a starship on a working board, or change its speed as far as its card allows; nothing for other orders."""
    starship = board.starships[manoeuvre.starship]
    if isinstance(manoeuvre, FlyOrdered):
        flight = flight_of(board, starship, manoeuvre)
        starship.place, starship.facing = starship.place + flight.net, flight.facing
    elif isinstance(manoeuvre, SpeedOrdered):
        speed = starship.speed + manoeuvre.change
        starship.speed = min(max(0, speed), board.class_of(starship).speed)
