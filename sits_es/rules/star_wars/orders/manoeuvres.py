"""Why a manoeuvre can't be flown: every step that breaks a rule, and speeds that a starship doesn't have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.orders.forms import FlyOrdered, OfCheck, SpeedOrdered
from sits_es.rules.star_wars.play.dice_pools import asteroid_field
from sits_es.rules.star_wars.play.flying import flight_of
from sits_es.rules.star_wars.state import Board, Starship

#: What a line may add to a check.
ADDED: Final = ("boost", "setback", "upgrades", "harder")


def flight_problems(board: Board, starship: Starship, order: FlyOrdered) -> Iterator[Refusal]:
    """Every step of a flight that breaks a rule, as if all before it were done. Rule: rules.md, Fly."""
    flight = flight_of(board, starship, order)
    for fault, said in zip(flight.faults, flight.sentences(), strict=True):
        yield Refusal(f"{starship.name}: {said}.", f"step {fault.step}")
    through = asteroid_field(board, (starship.place, *flight.path)) if flight.path else None
    if through is None and (field := _first_added(order)) is not None:
        yield Refusal(
            f"{starship.name} makes no check on this flight: it moves through no asteroid field. Leave out what comes "
            "after with.",
            field,
        )


def _first_added(order: OfCheck) -> str | None:
    return next((field for field in ADDED if getattr(order, field)), None)


def speed_problems(board: Board, starship: Starship, order: SpeedOrdered) -> Iterator[Refusal]:
    """Why the speed can't be changed so. Rule: base game."""
    most = board.class_of(starship).speed
    if order.change > 0 and starship.speed >= most:
        yield Refusal(
            f"{starship.name} flies at speed {starship.speed} already, the most of a {starship.starship_class}."
        )
    if order.change < 0 and starship.speed <= 0:
        yield Refusal(f"{starship.name} has speed 0 already.")
