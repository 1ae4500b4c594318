"""Turns, tactical manoeuvres and high-energy turns. Rule: C3, C5, C6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.motion.rules import no_wait, not_bound
from sits_es.rules.sfb.order_rules import OrderRules, When
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.breakdown import DICE, facing_from
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.numbers import FULL_TURN
from sits_es.rules.sfb.sums.turn_modes import limit, limit_with, over
from sits_es.rules.sfb.turns.facts import (
    HetOrdered,
    HighEnergyTurned,
    Manoeuvre,
    TacBegun,
    TacEnded,
    TacOrdered,
    TurnOrdered,
    UnitTurned,
)

#: Impulses of a quarter of a turn, and those in which tactical manoeuvres by warp begin. Rule: C5.21.
QUARTER: Final = IMPULSES // 4
BEGINNINGS: Final = tuple(range(1, IMPULSES + 1, QUARTER))
#: The breakdown number that no die reaches.
NEVER: Final = 7


class Turning(OrderRules[TurnOrdered]):
    """A turn of this impulse; several orders of an impulse count together. Rule: C3.1, C3.31, C5."""

    once, early = "turn", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """A turn that is too wide is void as a whole and never cut.

        Too wide is what the warp speed that a web leaves, or the manoeuvres under way, don't allow.
        """
        held = list(not_bound(unit))
        yield from held
        if held:
            return
        most, both = turn_limit(work.board, unit, work.now), self._together(work, unit)
        for axis in over(both, most):
            asked = getattr(both, axis)
            how = _limited(work.board, unit, work.now, most)
            slowed = unit.trapped is not None and abs(asked) <= limit(work.board.class_of(unit).turn_class, unit.speed)
            yield refused(unit.name, "turn-too-wide", axis, asked, most, *how, field=axis, warns=slowed)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Turn as ordered."""
        work.turned[unit.name] = self._together(work, unit)
        if self.fact.turn:
            facing, most = unit.facing.turned(self.fact.turn), turn_limit(work.board, unit, work.now)
            work.record(UnitTurned(unit=unit.name, cause="order", turn=self.fact.turn, facing=facing, limit=most))

    def _together(self, work: Resolution, unit: Unit) -> Turn:
        """With what it has turned in this impulse already."""
        before, turn = work.turned.get(unit.name, Turn()), self.fact.turn
        return Turn(before.pitch + turn.pitch, before.yaw + turn.yaw, before.roll + turn.roll)

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """As far as it may turn: once about two axes, and to the left in each impulse."""
        most = turn_limit(board, unit, board.impulse)
        yield TurnOrdered(unit=unit.name, impulse=board.impulse, turn=Turn(yaw=most, pitch=-most)), "now"
        yield TurnOrdered(unit=unit.name, impulse=board.impulse, turn=Turn(yaw=most)), "each impulse"


class HighEnergyTurn(OrderRules[HetOrdered]):
    """A turn to any facing, with the roll for a breakdown where the card has a number. Rule: C6, C6.541."""

    early = True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It is for ships that nothing holds, and their only turn of the impulse. Rule: C6.0."""
        if unit.kind != "ship":
            yield refused(unit.name, "no-het", unit.kind)
        yield from not_bound(unit)
        if work.turned.get(unit.name) or unit.name in work.spun:
            yield refused(unit.name, "turns-once")

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """After a breakdown six dice say where the ship points. What else it does stands in the printed rules."""
        to, nth, numbers = self.fact.to, unit.high_energy_turns, work.board.class_of(unit).breakdown
        needed = numbers[min(nth, len(numbers) - 1)] if numbers else NEVER
        die = work.roll(unit.name, "breakdown", nth=nth)[0] if needed < NEVER else 0
        broken = die >= needed
        facing = facing_from(work.roll(unit.name, "facing after breakdown", number=DICE, nth=nth)) if broken else to
        work.record(HighEnergyTurned(unit=unit.name, to=to, facing=facing, die=die, needed=needed, broke_down=broken))
        work.spun.add(unit.name)

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """To face the other way."""
        to = Facing(yaw=(unit.facing.yaw + FULL_TURN // 2) % FULL_TURN)
        yield HetOrdered(unit=unit.name, impulse=board.impulse, to=to), "now"


class Manoeuvres(OrderRules[TacOrdered]):
    """Manoeuvres by warp until the quarter of the turn is over, sublight ones until the turn is. Rule: C5."""

    once, early = "tac", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """They take warp speed 0; sublight ones take impulse energy, for which some wait (C8.41). Ending is free."""
        tac = self.fact.tac
        if tac == "none":
            return
        yield from not_bound(unit)
        if unit.speed and unit.orbits is None:
            yield refused(unit.name, "speed-not-zero", unit.speed, "tac", field="tac")
        if tac != "sublight" and work.now not in BEGINNINGS:
            yield refused(unit.name, "tac-begins")
        if tac != "warp":
            yield from no_wait(unit, work.clock)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """End those that are under way, or begin some; nothing happens where they are as ordered already."""
        tac, quarter = self.fact.tac, -(-work.now // QUARTER) * QUARTER
        if tac == "none":
            if unit.tac(work.now):
                work.record(TacEnded(unit=unit.name))
            return
        if tac != "sublight" and unit.tac_warp != quarter:
            work.record(TacBegun(unit=unit.name, tac="warp", until=quarter))
        if tac != "warp" and unit.tac_sublight != IMPULSES:
            work.record(TacBegun(unit=unit.name, tac="sublight", until=IMPULSES))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Every manoeuvre that can begin."""
        tac: Manoeuvre = "both" if board.impulse in BEGINNINGS else "sublight"
        yield TacOrdered(unit=unit.name, impulse=board.impulse, tac=tac), "now"


def turn_limit(board: Board, unit: Unit, impulse: int) -> int:
    """How far it may turn about each axis in an impulse of this turn, in ten-thousandths of a degree.

    Rule: C3.31, C5.
    """
    speed = board.turning_speed(unit)
    return limit_with(board.class_of(unit).turn_class, speed, None if speed else unit.tac(impulse), unit.outstanding)


def _limited(board: Board, unit: Unit, impulse: int, most: int) -> tuple[str, int, str]:
    """What limits a turn: the turn mode at the speed that is left, or tactical manoeuvres that allow more."""
    turn_class, speed = board.class_of(unit).turn_class, board.turning_speed(unit)
    tac = None if speed else unit.tac(impulse)
    if tac is None or most == limit(turn_class, speed):
        return turn_class, speed, ""
    return turn_class, speed, f"{tac}, crew" if unit.outstanding and tac != "sublight" else tac


def rotate(work: Resolution, unit: Unit) -> None:
    """A base's rotation in every impulse, as it was set up. Rule: C3.7, C3.72."""
    if unit.rotation:
        facing = unit.facing.turned(unit.rotation)
        work.record(UnitTurned(unit=unit.name, cause="rotation", turn=unit.rotation, facing=facing))
