"""Any fact of Star Wars hex combat as a person would redo it on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Context, Working
from sits_es.rules.star_wars.citations import ARCS_AND_ZONES, FLY, GAIN_THE_ADVANTAGE, printed
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.report import explain_checks, explain_entries, explain_harm, explain_motion
from sits_es.rules.star_wars.report.luck import average
from sits_es.rules.star_wars.story.dice import faces_in_words, faces_of, kind_of
from sits_es.sentences import article, counted

#: Where what an order asks for stands, by its form.
ORDER_RULES: Final[Mapping[type[Event], str]] = {
    forms.FlyOrdered: FLY,
    forms.SpeedOrdered: "base game: accelerate and decelerate, one point of speed",
    forms.FireOrdered: f"base game: combat checks; {ARCS_AND_ZONES}",
    forms.AdvantageOrdered: printed("Gain the Advantage"),
    forms.CheckOrdered: "base game: skill checks",
    forms.SideOrdered: GAIN_THE_ADVANTAGE,
    forms.SpendOrdered: "base game: spending advantage and triumph",
}


def explain(context: Context) -> Working:
    """How an event comes about; of one that isn't of Star Wars hex combat, nothing."""
    found = _EXPLAINED.get(type(context.event))
    return Working(rule="") if found is None else found(context)


def _order(context: Context) -> Working:
    order: forms.OfStarship = context.event
    return Working(
        rule=f"{ORDER_RULES[type(order)]}: an order as its player gave it, in the open",
        steps=(
            "It was signed before anybody else's part in the dice was known.",
            "It is carried out if it can be then; otherwise it comes to nothing.",
        ),
    )


def _roll(context: Context) -> Working:
    roll: DiceRolled = context.event
    keyed = "dice are worked out from the exchange's seed and the roll's own name (house)"
    kind, shown = kind_of(roll), faces_in_words(roll)
    said = ", ".join(shown) or "nothing"
    if kind is None:
        first = f"{counted(len(roll.faces), 'die')} with {roll.sides} sides, faces counted from 1: {said}."
        return Working(rule=keyed, steps=(first,), values={"faces": list(shown)})
    success, advantage = (average(kind, what)[0] for what in ("success", "advantage"))
    average_of = f"{article(kind)} die has {success} successes and {advantage} advantage"
    return Working(
        rule=f"{keyed}; base game: the faces of the {kind} die as published",
        steps=(f"Number {roll.index + 1} of the {kind} dice of this pool shows {said}.",),
        expected=f"{average_of} on average, failures and threats negative.",
        values={"kind": kind, "faces": list(faces_of(roll))},
    )


_EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    DiceRolled: _roll,
    **dict.fromkeys(forms.SLOT_ORDERS, _order),
    **explain_checks.EXPLAINED,
    **explain_entries.EXPLAINED,
    **explain_harm.EXPLAINED,
    **explain_motion.EXPLAINED,
}
