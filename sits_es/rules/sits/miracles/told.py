"""Miracle cards drawn, miracles spent and what they change, as they are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sits_es.report.blocks import ReportLine
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.miracles.facts import (
    BoxesReopened,
    CardDrawn,
    LayerIgnored,
    MiracleOrdered,
    MiracleSpent,
)
from sits_es.rules.sits.sums.deck import MIRACLE, Miracle, count, in_words, left_after, worth
from sits_es.rules.sits.telling import DEFENCE, MIRACLES, GivenOrder, SitsTold, no_dice
from sits_es.rules.sits.words import dice_text, joined
from sits_es.sentences import counted, either, listed, without_full_stop

_RULE: Final = "sits rules 10, miracle cards (after the second edition; the open hand is house)"

#: What each miracle does, after the ship's name.
DOES: Final[Mapping[Miracle, str]] = {
    "ignore ECM": "its missiles ignore the ECM layer in this segment",
    "double ECM": "its ECM kills double in this segment",
    "save decoy": "one decoy survives its use",
    "no explosion": "an explosion roll succeeds",
    "repair again": "repairs that failed may be tried again",
    "ruling": "an umpire decides",
}


class _Given(GivenOrder[MiracleOrdered]):
    """Orders to spend a miracle."""


class _Drawn(SitsTold[CardDrawn]):
    section, step, headline, rule = MIRACLES, 9, True, _RULE

    def sentence(self) -> str:
        drawn = self.fact
        lapsed = " gives up an unspent miracle and" if drawn.lapsed else ""
        others = listed(map(in_words, drawn.hand))
        end = {
            "held": f"the hand, {others}, adds up to {drawn.count}",
            "miracle": f"the hand, {others}, adds up to {drawn.count}: a miracle",
            "over": f"the hand adds up to {drawn.count}, over 21: it returns to the deck, which is reshuffled",
        }[drawn.came_to]
        return f"{drawn.ship}'s commander{lapsed} draws {in_words(drawn.card)}; {end}."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        yield ReportLine(joined((self.sentence(), dice_text(at.thrown)), " "), 2)

    def came_to(self) -> str:
        return f"card {self.fact.card}"

    def working(self, at: Context) -> Working:
        from sits_es.rules.sits.sums.deck import DRAWS

        drawn = self.fact
        grade = at.board.class_of(at.board.ships[drawn.ship]).commander
        first, every = DRAWS.get(grade, (0, 0))
        article = "An" if grade.startswith("e") else "A"
        turns = ", ".join(str(first + each * every) for each in range(3))
        before = drawn.hand[:-1]
        deck = left_after(before)
        good = sum(count((*before, card)) in MIRACLE for card in deck)
        over = sum(count((*before, card)) > MIRACLE[-1] for card in deck)
        return Working(
            rule=_RULE,
            modifiers=tuple(Modifier(name=in_words(card), value=worth(card), rule="blackjack") for card in drawn.hand),
            steps=(
                f"{article} {grade} commander draws a card in the breaks of turns {turns} and so on.",
                (
                    f"{len(deck)} cards are left, in the order clubs to spades and ace to king; "
                    f"the die picks card {deck.index(drawn.card) + 1}: {in_words(drawn.card)}."
                ),
                f"The hand adds up to {drawn.count}; {either(MIRACLE)} is a miracle.",
            ),
            expected=f"of these {len(deck)} cards, {good} would have made a miracle and {over} would have gone over.",
            values={"count": drawn.count, "cards_left": len(deck)},
        )


class _Spent(SitsTold[MiracleSpent]):
    section, headline, rank, rule = MIRACLES, True, 6, _RULE

    def sentence(self) -> str:
        spent = self.fact
        text = f': "{without_full_stop(spent.text)}"' if spent.text else ""
        hand = f"{listed(map(in_words, spent.hand))}, {spent.count}"
        return f"{spent.ship} spends a miracle ({hand}): {DOES[spent.miracle]}{text}."

    def working(self, at: Context) -> Working:
        del at
        spent = self.fact
        return no_dice(
            _RULE,
            f"{listed(map(in_words, spent.hand))} add up to {spent.count}, a miracle; the hand returns to the deck.",
            f"{spent.ship}: {DOES[spent.miracle]}" + (f': "{spent.text}".' if spent.text else "."),
        )


class _Reopened(SitsTold[BoxesReopened]):
    section, step = MIRACLES, 9
    rule = "sits rules 10: a miracle lets failed repairs be tried again (after the second edition)"

    def sentence(self) -> str:
        boxes = listed(str(box + 1) for box in self.fact.boxes)
        box = "box" if len(self.fact.boxes) == 1 else "boxes"
        return f"Repairs may be tried again on {self.fact.ship}'s {self.fact.track}, {box} {boxes}."


class _Ignored(SitsTold[LayerIgnored]):
    under = "attack"
    section, step, rule = DEFENCE, 6, "sits rules 10: missiles ignore the ECM layer"

    def sentence(self) -> str:
        missiles = counted(self.fact.missiles, "missile")
        return f"{self.fact.attack}, ECM: ignored thanks to {self.fact.shooter}'s miracle, {missiles} left."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        del at
        yield ReportLine(self.sentence().removeprefix(f"{self.fact.attack}, ").removesuffix("."), 4)

    def working(self, at: Context) -> Working:
        del at
        all_pass = f"{self.fact.shooter} spent a miracle: all {self.fact.missiles} pass ECM without a roll."
        return Working(rule=self.rule, steps=(all_pass,))
