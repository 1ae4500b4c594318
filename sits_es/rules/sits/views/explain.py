"""Any fact of SITS as a person would redo it on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.ending.facts import OrdersStopped, TermsSet
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, MiracleSpent
from sits_es.rules.sits.play.deck import MIRACLE, count, in_words, left_after
from sits_es.rules.sits.play.miracles import DRAWS
from sits_es.rules.sits.story.miracles import DOES
from sits_es.rules.sits.tables.missiles import DICE, variance
from sits_es.rules.sits.telling import row_of
from sits_es.rules.sits.views import (
    explain_damage,
    explain_defence,
    explain_fire,
    explain_walls,
)
from sits_es.rules.sits.views.explain_words import average
from sits_es.rules.sits.views.sums import variance_steps
from sits_es.rules.sits.walls.facts import TorpedoesStopped, WallDisabled
from sits_es.sentences import listed

_MIRACLES: Final = "sits rules 10, miracle cards (after the second edition; the open hand is house)"


def worth(card: str) -> str:
    """What a card counts at blackjack."""
    rank = card[:-1]
    return "1 or 11" if rank == "A" else rank if rank.isdecimal() else "10"


def _drawn(context: Context) -> Working:
    drawn: CardDrawn = context.event
    board = context.board
    grade = board.class_of(board.ships[drawn.ship]).commander
    first, every = DRAWS.get(grade, (0, 0))
    article = "An" if grade.startswith("e") else "A"
    turns = (first, first + every, first + 2 * every)
    before = drawn.hand[:-1]
    deck = left_after(before)
    good = sum(count((*before, card)) in MIRACLE for card in deck)
    over = sum(count((*before, card)) > MIRACLE[-1] for card in deck)
    return Working(
        rule=_MIRACLES,
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


def _spent(context: Context) -> Working:
    spent: MiracleSpent = context.event
    return Working(
        rule=_MIRACLES,
        steps=(
            f"{listed(map(in_words, spent.hand))} count {spent.count}, which is a miracle; the hand goes back.",
            f"{spent.ship}: {DOES[spent.miracle]}" + (f': "{spent.text}".' if spent.text else "."),
        ),
        expected="no dice.",
    )


def explain(context: Context) -> Working:
    """How an event comes about; of one that nothing is reckoned for, where its rule stands."""
    if (found := _EXPLAINED.get(type(context.event))) is not None:
        return found(context)
    if (rule := _RULES.get(type(context.event))) is not None:
        return Working(rule=rule)
    row = row_of(context.event)
    if row is None:
        order = "an order as its player gave it, sealed before it was revealed"
        return Working(rule=order if isinstance(context.event, Order) else "sits rules 5, sequence of play")
    return row.working(context)


def _roll(context: Context) -> Working:
    roll: DiceRolled = context.event
    keyed = "dice are worked out from the exchange's seed and the roll's own name (sits rules 5; house)"
    if len(roll.faces) == DICE and roll.sides == 10:
        return _variance((roll.faces[0], roll.faces[1], roll.faces[2]), keyed)
    if roll.sides != 10:
        (place,) = roll.faces
        step = f"The die has a side for each of {roll.sides} cards left in the deck; face {place} is card {place + 1}."
        return Working(rule=f"sits rules 10; {keyed}", steps=(step,), values={"faces": list(roll.faces)})
    read = [face or 10 for face in roll.faces]
    step = f"1d10 reads 1 to 10, the face 0 being 10: {', '.join(map(str, read))}."
    return Working(rule=f"sits rules 9 (house); {keyed}", steps=(step,), expected="5.5.", values={"read": read})


def _variance(faces: tuple[int, int, int], keyed: str) -> Working:
    counts = [face or (10 if faces[0] == faces[1] else 0) for face in faces]
    steps = variance_steps(faces)
    pair = steps[0].partition(": ")[2].rstrip(".")
    modifiers = tuple(
        Modifier(name=name, value=f"{face} counts {counted}", rule=pair)
        for name, face, counted in zip(("key die", "key die", "third die"), faces, counts, strict=True)
    )
    return Working(
        rule=f'flyer, "3d10v"; {keyed}',
        modifiers=modifiers,
        steps=steps,
        expected=f"{average()} over all 1,000 rolls.",
        values={"variance": variance(faces), "faces": list(faces), "counts": counts},
    )


#: Where the rule stands for facts that nothing is reckoned for.
_RULES: Final[Mapping[type[Event], str]] = {
    TermsSet: "the scenario's terms",
    WallDisabled: 'card, "Grav Lance"; sits rules 7 and 9: disabled, not destroyed',
    TorpedoesStopped: "sits rules 7: no effect through a standing sidewall (after the second edition)",
    BoxesReopened: "sits rules 10: a miracle lets failed repairs be tried again (after the second edition)",
    OrdersStopped: "a player's own end to orders plotted ahead (house, for play by mail)",
}

_EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    DiceRolled: _roll,
    **explain_fire.EXPLAINED,
    **explain_walls.EXPLAINED,
    **explain_defence.EXPLAINED,
    **explain_damage.EXPLAINED,
    CardDrawn: _drawn,
    MiracleSpent: _spent,
}
