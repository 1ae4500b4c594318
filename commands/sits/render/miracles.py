"""Miracle cards: draws, miracles spent, and the hand of a ship."""

from __future__ import annotations

from collections.abc import Sequence

from commands.sits.render.page import Line, joined
from sits_es.rules.sits.events.miracles import BoxesReopened, CardDrawn, MiracleSpent
from sits_es.rules.sits.play.cards import count, in_words, is_miracle
from sits_es.rules.sits.play.miracles import next_draw
from sits_es.rules.sits.report.facts import Fact, dice_text
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.sits.story import tell
from sits_es.sentences import listed


def miracles(facts: Sequence[Fact]) -> list[Line]:
    """Every card drawn with its roll, and every miracle spent; nothing where there was none."""
    lines = []
    for fact in facts:
        if isinstance(fact.event, CardDrawn):
            lines.append(Line(joined((tell(fact.event), dice_text(fact.dice)), " "), 2))
        elif isinstance(fact.event, MiracleSpent | BoxesReopened):
            lines.append(Line(tell(fact.event), 2))
    return lines


def hand_text(board: Board, ship: Ship) -> str:
    """The cards in hand, what they count and when the next is drawn; empty for a commander who draws none."""
    following = next_draw(board.class_of(ship).commander, board.turn)
    if board.options.miracles == "off" or following is None:
        return ""
    miracle = ", a miracle" if is_miracle(ship.hand) else ""
    held = f"{listed(map(in_words, ship.hand))}: {count(ship.hand)}{miracle}" if ship.hand else "none in hand"
    return f"{held}; next draw in the break of turn {following}"
