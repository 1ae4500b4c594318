"""What follows from what players enter of their own displays, without dice. Rule: D5.2, G10.117, G10.3, C14.20."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.ending.facts import LossEntered, UnitLost
from sits_es.rules.sfb_n3d.fact import Fact, OfUnit
from sits_es.rules.sfb_n3d.motion.facts import UnitsParted
from sits_es.rules.sfb_n3d.play.anchors import lose_gone
from sits_es.rules.sfb_n3d.play.explosions import explosion
from sits_es.rules.sfb_n3d.play.web_power import Record, empower
from sits_es.rules.sfb_n3d.webs.facts import WebEntered


def follow(board: Board, player: str, entered: Sequence[OfUnit]) -> list[Event]:
    """The consequences of facts that have changed the board already; each has changed it too when this returns.

    A unit that is lost explodes as its player says, what it carried is lost with it, ships that were bound to it are
    bound no more [house], and webs lose it as their anchor. Seeking weapons after it end in the next impulse.
    """
    del player
    facts: list[Event] = []

    def record(fact: Fact) -> None:
        fact.apply(board)
        facts.append(fact)

    for entry in entered:
        if isinstance(entry, LossEntered):
            _lost(board, entry, record)
        elif isinstance(entry, WebEntered) and entry.web in board.webs:
            empower(board, entry.web, entry.unit, entry.traditional, record)
    return facts


def _lost(board: Board, entry: LossEntered, record: Record) -> None:
    unit = board.units[entry.unit]
    if entry.strength and unit.aboard is None:
        for fact in explosion(board, unit.name, unit.place, entry.strength, "loss"):
            record(fact)
    if unit.bound:
        record(UnitsParted(units=tuple(sorted((unit.name, *unit.bound)))))
    _carried(board, unit.name, record)
    lose_gone(board, record)


def _carried(board: Board, carrier: str, record: Record) -> None:
    """Lose all that a unit carried, and what that carried, by name."""
    for name, unit in sorted(board.units.items()):
        if unit.aboard == carrier and unit.gone is None:
            record(UnitLost(unit=name, carrier=carrier))
            _carried(board, name, record)
