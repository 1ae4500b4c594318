"""Turns of an impulse: ordered ones against the limit that holds now, and high-energy turns. Rule: C3, C5, C6."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.play.moving import speed_left
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.breakdown import DICE, facing_from
from sits_es.rules.sfb_n3d.sums.facings import Turn
from sits_es.rules.sfb_n3d.sums.turn_modes import Tac, limit_with, over
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, HighEnergyTurned, TurnOrdered, UnitTurned

#: The breakdown number that no die reaches.
NEVER = 7


def turn(work: Resolution, unit: Unit, order: TurnOrdered, before: Turn) -> Turn:
    """Turn as ordered, and give back what the unit has turned in this impulse with it; before: without it.

    A turn that is too wide for the warp speed that a web leaves, or for the manoeuvres under way, is voided as a whole
    and never cut. Several orders of an impulse count together. Rule: C3.1, C3.31, C5.
    """
    if _held(work, unit, order):
        return before
    both = Turn(before.pitch + order.turn.pitch, before.yaw + order.turn.yaw, before.roll + order.turn.roll)
    most = turn_limit(work, unit)
    if wide := over(both, most):
        work.void(order, "turn-too-wide", wide[0], getattr(both, wide[0]), most)
        return before
    if order.turn:
        facing = unit.facing.turned(order.turn)
        work.record(UnitTurned(unit=unit.name, cause="order", turn=order.turn, facing=facing, limit=most))
    return both


def turn_limit(work: Resolution, unit: Unit) -> int:
    """How far a unit may turn about each axis in the impulse at hand, in ten-thousandths of a degree.

    Rule: C3.31, C5.
    """
    speed, turn_class = speed_left(work.board, unit), work.board.class_of(unit).turn_class
    return limit_with(turn_class, speed, None if speed else _tac(work, unit), unit.outstanding)


def high_energy_turn(work: Resolution, unit: Unit, order: HetOrdered) -> bool:
    """A high-energy turn to any facing, with the roll for a breakdown where the card has a number; whether it was made.

    After a breakdown six dice say where the ship points. What else it does stands in the printed rules. Rule: C6,
    C6.541.
    """
    if _held(work, unit, order):
        return False
    numbers = work.board.class_of(unit).breakdown
    needed = numbers[min(unit.high_energy_turns, len(numbers) - 1)] if numbers else NEVER
    nth = unit.high_energy_turns
    die = work.roll(unit.name, "breakdown", nth=nth)[0] if needed < NEVER else 0
    broken = die >= needed
    facing = facing_from(work.roll(unit.name, "facing after breakdown", number=DICE, nth=nth)) if broken else order.to
    work.record(HighEnergyTurned(unit=unit.name, to=order.to, facing=facing, die=die, needed=needed, broke_down=broken))
    return True


def rotate(work: Resolution, unit: Unit) -> None:
    """A base's rotation in every impulse, as it was set up. Rule: C3.7, C3.72."""
    if unit.rotation:
        facing = unit.facing.turned(unit.rotation)
        work.record(UnitTurned(unit=unit.name, cause="rotation", turn=unit.rotation, facing=facing))


def _held(work: Resolution, unit: Unit, order: OfUnit) -> bool:
    """Whether a unit can't turn at all, its order voided: it is in orbit (P8.413) or bound (C14.20, house)."""
    if unit.orbits is not None:
        work.void(order, "in-orbit", unit.orbits[0])
    elif unit.bound:
        work.void(order, "is-bound")
    return unit.orbits is not None or bool(unit.bound)


def _tac(work: Resolution, unit: Unit) -> Tac | None:
    """The manoeuvres under way in the impulse at hand."""
    warp, sublight = unit.tac_warp >= work.now, unit.tac_sublight >= work.now
    if warp and sublight:
        return "both"
    return "warp" if warp else "sublight" if sublight else None
