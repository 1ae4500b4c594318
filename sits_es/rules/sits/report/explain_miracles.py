"""Miracle cards as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Happening, Modifier, Working
from sits_es.rules.sits.events.miracles import CardDrawn, MiracleSpent
from sits_es.rules.sits.play.cards import MIRACLE, count, in_words, left_after
from sits_es.rules.sits.play.miracles import DRAWS
from sits_es.rules.sits.story.miracles import DOES
from sits_es.sentences import listed

_RULE: Final = "rules/sits.md 10, miracle cards (after the second edition; the open hand is house)"


def worth(card: str) -> str:
    """What a card counts at blackjack."""
    rank = card[:-1]
    return "1 or 11" if rank == "A" else rank if rank.isdecimal() else "10"


def _drawn(happening: Happening) -> Working:
    drawn: CardDrawn = happening.event
    board = happening.board
    grade = board.class_of(board.ships[drawn.ship]).commander
    first, every = DRAWS.get(grade, (0, 0))
    article = "An" if grade.startswith("e") else "A"
    turns = (first, first + every, first + 2 * every)
    before = drawn.hand[:-1]
    deck = left_after(before)
    good = sum(count((*before, card)) in MIRACLE for card in deck)
    over = sum(count((*before, card)) > MIRACLE[-1] for card in deck)
    return Working(
        rule=_RULE,
        modifiers=tuple(Modifier(name=in_words(card), value=worth(card), rule="blackjack") for card in drawn.hand),
        steps=(
            f"{article} {grade} commander draws in the breaks of turns {', '.join(map(str, turns))} ...",
            (
                f"{len(deck)} cards are left, in the order clubs to spades and ace to king; "
                f"the die picks card {deck.index(drawn.card) + 1}: {in_words(drawn.card)}."
            ),
            f"The hand counts {drawn.count}; {listed(map(str, MIRACLE))} are a miracle.",
        ),
        expected=f"of these {len(deck)} cards {good} would have made a miracle and {over} gone over.",
        values={"count": drawn.count, "cards_left": len(deck)},
    )


def _spent(happening: Happening) -> Working:
    spent: MiracleSpent = happening.event
    return Working(
        rule=_RULE,
        steps=(
            f"{listed(map(in_words, spent.hand))} count {spent.count}, which is a miracle; the hand goes back.",
            f"{spent.ship}: {DOES[spent.miracle]}" + (f': "{spent.text}".' if spent.text else "."),
        ),
        expected="no dice.",
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Happening], Working]]] = {
    CardDrawn: _drawn,
    MiracleSpent: _spent,
}
