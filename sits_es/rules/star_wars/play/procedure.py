"""The course of a slot, stage by stage. Rule: rules.md, Slots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from sits_es.dice import Dice
from sits_es.events import Event
from sits_es.rules.star_wars.orders.forms import OfStarship
from sits_es.rules.star_wars.play.acting import act, time_is_up
from sits_es.rules.star_wars.play.initiative import set_order
from sits_es.rules.star_wars.play.resolution import Resolution
from sits_es.rules.star_wars.play.sides import name_side
from sits_es.rules.star_wars.play.spending import spend
from sits_es.rules.star_wars.state import Board, SlotStage

#: What is done in each stage of a slot.
PARTS: Final[Mapping[SlotStage, Callable[[Resolution], None]]] = {
    "initiative": set_order,
    "act": act,
    "side": name_side,
    "spend": spend,
}


def carry_out(board: Board, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
    """Everything that comes of the exchange at hand, on a working board, which every fact has changed in the end."""
    work = Resolution(board, cast("Mapping[str, Sequence[OfStarship]]", orders), dice)
    PARTS[board.stage](work)
    time_is_up(work)
    return work.facts
