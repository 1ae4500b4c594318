"""The sequence of an impulse, part by part, and of the turn break. Rule: house where the rules are silent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sits_es.dice import Dice
from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import BREAK, Board
from sits_es.rules.sfb_n3d.ending.facts import RunEnded
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.play.encounters import meet
from sits_es.rules.sfb_n3d.play.expanding_spheres import form
from sits_es.rules.sfb_n3d.play.fields import lay_field
from sits_es.rules.sfb_n3d.play.fire import fire
from sits_es.rules.sfb_n3d.play.helm import change, turn
from sits_es.rules.sfb_n3d.play.inertia import gather
from sits_es.rules.sfb_n3d.play.launching import launch
from sits_es.rules.sfb_n3d.play.moving import move, seek
from sits_es.rules.sfb_n3d.play.next_turn import set_out
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.stops import heed
from sits_es.rules.sfb_n3d.play.trapped import hold
from sits_es.rules.sfb_n3d.play.weaving import weave
from sits_es.rules.sfb_n3d.play.web_power import power

ImpulsePart = Callable[[Resolution], None]

#: What needs neither dice nor an enemy: it can be foretold from a unit's own orders.
HELM: tuple[ImpulsePart, ...] = (change, turn, gather, move)

#: An impulse, in order. Who is in a web is seen again once webs have been laid.
IMPULSE: tuple[ImpulsePart, ...] = (change, form, power, turn, gather, move, seek, meet, weave, hold, launch, fire)


def carry_out(board: Board, orders: Mapping[str, Sequence[OfUnit]], dice: Dice) -> list[Event]:
    """Everything that comes of the exchange at hand, on a working board, which every fact has changed in the end."""
    work = Resolution(board, orders, dice)
    if board.impulse == BREAK:
        set_out(work)
        return work.facts
    steps = board.steps(board.impulse)  # before the field is there: nobody knew it when these orders were sealed
    lay_field(work)
    for impulse in steps:
        since = len(work.facts)
        work.begin(impulse)
        for part in IMPULSE:
            part(work)
        if heed(work, since):
            work.now = 0
            work.record(RunEnded(impulse=impulse, stopped=True))
            break
    else:
        work.now = 0
        work.record(RunEnded(impulse=impulse))
    return work.facts
