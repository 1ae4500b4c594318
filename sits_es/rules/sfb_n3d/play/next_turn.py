"""The turn break: speed and thrust of the next turn, and the end of the time. Rule: C1.4, C2.111, house."""

from __future__ import annotations

from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.ending.facts import TimeRanOut
from sits_es.rules.sfb_n3d.motion.facts import SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.play.engines import set_speed, set_thrust
from sits_es.rules.sfb_n3d.play.resolution import Resolution


def set_out(work: Resolution) -> None:
    """Speed and thrust for the next turn. When the last turn that the scenario gives is over, so is the game.

    The impulse of an order says nothing here. What is ordered for a turn that is not played is neither done nor voided.
    """
    board = work.board
    if board.turns and board.turn >= board.turns:
        work.record(TimeRanOut(turns=board.turns))
        return
    first = board.turn * IMPULSES + 1
    for player in sorted(work.orders):
        for order in work.orders[player]:
            unit = work.lawful(order)
            if unit is None:
                continue
            if isinstance(order, SpeedOrdered):
                set_speed(work, unit, order, tac=False)
            elif isinstance(order, ThrustOrdered):
                set_thrust(work, unit, order, first)
