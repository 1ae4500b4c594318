"""What players may enter from their own displays: of their own units and webs. Rule: house, D5.2, G10.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb_n3d.board import BREAK, Board
from sits_es.rules.sfb_n3d.ending.facts import LossEntered
from sits_es.rules.sfb_n3d.fact import Entry, OfUnit
from sits_es.rules.sfb_n3d.reasons import refused
from sits_es.rules.sfb_n3d.spheres.facts import SphereEntered
from sits_es.rules.sfb_n3d.sums.words import in_order
from sits_es.rules.sfb_n3d.webs.facts import WebEntered
from sits_es.sentences import unknown


def entry_problems(board: Board, player: str, entered: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Every reason why a player can't enter these facts; once a game has begun something can always be entered.

    Damage may be noted of a unit that is out of the game too: its display is settled when everybody has fired.
    """
    lost: set[str] = set()
    for at, fact in enumerate(entered):
        for problem in _of(board, player, fact, lost):
            yield evolve(problem, at=at)
        if isinstance(fact, LossEntered):
            lost.add(fact.unit)


def _of(board: Board, player: str, fact: OfUnit, lost: set[str]) -> Iterator[Refusal]:
    unit = board.units.get(fact.unit)
    if unit is None:
        own = [name for name, each in sorted(board.units.items()) if each.player == player]
        yield Refusal(unknown("unit", fact.unit, own), "unit")
        return
    if not isinstance(fact, Entry):
        yield Refusal(f"{unit.name}: this is an order. It goes into an order file, and is not entered.")
        return
    if unit.player != player:
        yield Refusal(f"{unit.name} is not {player}'s. Enter what your own displays say.", "unit")
    if fact.impulse == BREAK != board.impulse:
        yield Refusal(f"{unit.name}: the turn break is still to come. Leave out the word break.")
    gone = unit.gone is not None or unit.name in lost
    match fact:
        case LossEntered() if gone:
            yield Refusal(f"{unit.name} is out of the game already.")
        case SphereEntered() if gone:
            yield Refusal(f"{unit.name} is out of the game, and its sphere with it.")
        case SphereEntered() if unit.sphere is None:
            yield refused(unit.name, "no-sphere")
        case WebEntered() if fact.web not in board.webs:
            yield refused(unit.name, "no-web", fact.web, *in_order(board.webs))
        case WebEntered() if board.webs[fact.web].player != player:
            yield refused(unit.name, "not-your-web", fact.web)
