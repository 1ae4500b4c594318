"""Manoeuvres: Fly, with the check that an asteroid field asks for, and changes of speed.

Rule: rules.md, Fly, Terrain; base game.
"""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.star_wars.events.motion import SpeedChanged, StarshipFlew
from sits_es.rules.star_wars.orders.forms import FlyOrdered, SpeedOrdered
from sits_es.rules.star_wars.play.dice_pools import asteroid_field, flight_pool
from sits_es.rules.star_wars.play.harm import battered
from sits_es.rules.star_wars.play.resolution import Resolution
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.flying import Flight, check_flight
from sits_es.space.hexes import Position


def manoeuvre(work: Resolution, starship: Starship, order: FlyOrdered | SpeedOrdered) -> None:
    """Carry out a manoeuvre."""
    if isinstance(order, FlyOrdered):
        _fly(work, starship, order)
    else:
        _change_speed(work, starship, order)


def flight_of(board: Board, starship: Starship, order: FlyOrdered) -> Flight:
    """The flight that is ordered, from where the starship is, among those that are on the map now."""
    occupied: dict[Position, list[int]] = {}
    for other in board.out():
        if other.name != starship.name:
            occupied.setdefault(other.place, []).append(board.class_of(other).silhouette)
    return check_flight(
        order.steps,
        silhouette=board.class_of(starship).silhouette,
        speed=starship.speed,
        facing=starship.facing,
        occupied=occupied,
        wells=board.wells(),
        start=starship.place,
    )


def _fly(work: Resolution, starship: Starship, order: FlyOrdered) -> None:
    """Fly the whole list of steps, or nothing of it; in an asteroid field a Piloting check and its harm follow."""
    flight = flight_of(work.board, starship, order)
    if flight.faults:
        work.void(order, Coded("flight-unlawful", (flight.faults[0].step, flight.faults[0].rule)))
        return
    start, end = starship.place, starship.place + flight.net
    work.record(
        StarshipFlew(
            starship=starship.name,
            steps=order.steps,
            path=tuple((place.q, place.r) for place in flight.path),
            q=end.q,
            r=end.r,
            facing=flight.facing,
            movement=flight.movement,
        )
    )
    met = (start, *flight.path)
    if flight.path and (field := asteroid_field(work.board, met)) is not None:
        pool = flight_pool(work.board, starship, met, order)
        battered(work, starship, field, work.check(starship, "piloting", pool, source="flight", about=field))


def _change_speed(work: Resolution, starship: Starship, order: SpeedOrdered) -> None:
    """One more or one less, from 0 to what the card allows. Rule: base game."""
    speed, most = starship.speed + order.change, work.board.class_of(starship).speed
    if abs(order.change) != 1 or not 0 <= speed <= most:
        work.void(order, Coded("speed-beyond", (most,)))
    else:
        work.record(SpeedChanged(starship=starship.name, speed=speed))
