"""Miracle cards and the terms of the game, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, LayerIgnored, Miracle, MiracleSpent
from sits_es.rules.sits.play.deck import in_words
from sits_es.sentences import counted, listed, without_full_stop

#: What each miracle does, after the ship's name.
DOES: Final[Mapping[Miracle, str]] = {
    "ignore ECM": "its missiles of this segment ignore the ECM layer",
    "double ECM": "its ECM kills double in this segment",
    "save decoy": "one decoy survives its use",
    "no explosion": "an explosion roll succeeds",
    "repair again": "repairs that failed may be tried again",
    "ruling": "an umpire is to settle",
}


def _drawn(fact: CardDrawn) -> str:
    lapsed = " gives up a miracle that was not spent and" if fact.lapsed else ""
    others = listed(map(in_words, fact.hand))
    end = {
        "held": f"the hand of {others} counts {fact.count}",
        "miracle": f"the hand of {others} counts {fact.count}: a miracle",
        "over": f"the hand counts {fact.count}, over 21: it goes back and the deck is shuffled again",
    }[fact.came_to]
    return f"{fact.ship}'s commander{lapsed} draws {in_words(fact.card)}; {end}."


def _spent(fact: MiracleSpent) -> str:
    text = f': "{without_full_stop(fact.text)}"' if fact.text else ""
    hand = f"{listed(map(in_words, fact.hand))}, {fact.count}"
    return f"{fact.ship} spends a miracle ({hand}): {DOES[fact.miracle]}{text}."


def _reopened(fact: BoxesReopened) -> str:
    boxes = listed(str(box + 1) for box in fact.boxes)
    box = "box" if len(fact.boxes) == 1 else "boxes"
    return f"Repairs may be tried again on {fact.ship}'s {fact.track}, {box} {boxes}."


def _ignored(fact: LayerIgnored) -> str:
    missiles = counted(fact.missiles, "missile")
    return f"{fact.attack}, ECM: ignored by {fact.shooter}'s miracle, {missiles} left."


def _terms(fact: TermsSet) -> str:
    limit = "no limit of turns" if fact.turns is None else counted(fact.turns, "turn")
    worth = (
        f"{ship_class} {each.destroyed} destroyed, {each.disabled} disabled"
        for ship_class, each in sorted(fact.points.items())
    )
    margin = f"; a win takes a lead of {counted(fact.margin, 'point')}" if fact.points else ""
    return f"The terms: {limit}; points: {'; '.join(worth) or 'none'}{margin}."


#: How each of these facts is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    CardDrawn: _drawn,
    MiracleSpent: _spent,
    BoxesReopened: _reopened,
    LayerIgnored: _ignored,
    TermsSet: _terms,
}
