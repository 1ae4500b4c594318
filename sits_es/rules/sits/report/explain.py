"""Any fact of SITS as a person would redo it on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Happening, Modifier, Working
from sits_es.rules.sits.events.damage import WallDisabled
from sits_es.rules.sits.events.fire import OrdersStopped, TorpedoesStopped
from sits_es.rules.sits.events.miracles import BoxesReopened
from sits_es.rules.sits.events.motion import PlotsNamed, ShipPlaced
from sits_es.rules.sits.events.terms import TermsSet
from sits_es.rules.sits.orders.forms import BREAK_ORDERS, SEGMENT_ORDERS
from sits_es.rules.sits.report import explain_damage, explain_defence, explain_fire, explain_miracles, explain_motion
from sits_es.rules.sits.report.explain_words import average
from sits_es.rules.sits.tables.variance import DICE, variance


def explain(happening: Happening) -> Working:
    """How an event comes about; of one that nothing is reckoned for, where its rule stands."""
    found = _EXPLAINED.get(type(happening.event))
    return Working(rule=_RULES.get(type(happening.event), _PROCEDURE)) if found is None else found(happening)


def _roll(happening: Happening) -> Working:
    roll: DiceRolled = happening.event
    keyed = "dice are worked out from the exchange's seed and the roll's own name (rules/sits.md 5; house)"
    if len(roll.faces) == DICE and roll.sides == 10:
        return _variance((roll.faces[0], roll.faces[1], roll.faces[2]), keyed)
    if roll.sides != 10:
        (place,) = roll.faces
        step = f"The die has a side for each of {roll.sides} cards left in the deck; face {place} is card {place + 1}."
        return Working(rule=f"rules/sits.md 10; {keyed}", steps=(step,), values={"faces": list(roll.faces)})
    read = [face or 10 for face in roll.faces]
    step = f"1d10 reads 1 to 10, the face 0 being 10: {', '.join(map(str, read))}."
    return Working(rule=f"rules/sits.md 9 (house); {keyed}", steps=(step,), expected="5.5.", values={"read": read})


def _variance(faces: tuple[int, int, int], keyed: str) -> Working:
    first, second, third = faces
    counts = [face or (10 if first == second else 0) for face in faces]
    total = variance(faces)
    pair = "equal, so every 0 counts 10" if first == second else "not equal, so every 0 counts 0"
    modifiers = tuple(
        Modifier(name=name, value=f"{face} counts {counted}", rule=pair)
        for name, face, counted in zip(("key die", "key die", "third die"), faces, counts, strict=True)
    )
    return Working(
        rule=f'flyer, "3d10v"; {keyed}',
        modifiers=modifiers,
        steps=(f"The key pair shows {first} and {second}: {pair}.", f"{' + '.join(map(str, counts))} = {total}."),
        expected=f"{average()} over all 1,000 rolls.",
        values={"variance": total, "faces": [first, second, third], "counts": counts},
    )


_PROCEDURE: Final = "rules/sits.md 5, sequence of play"

#: Where the rule stands for facts that nothing is reckoned for.
_RULES: Final[Mapping[type[Event], str]] = {
    **dict.fromkeys((*SEGMENT_ORDERS, *BREAK_ORDERS), "an order as its player gave it, sealed before it was revealed"),
    TermsSet: "the scenario's terms",
    ShipPlaced: "the scenario's ships",
    PlotsNamed: "rules/sits.md 6: a plot is named for the next thrust break, which judges it",
    WallDisabled: 'card, "Grav Lance"; rules/sits.md 7 and 9: disabled, not destroyed',
    TorpedoesStopped: "rules/sits.md 7: no effect through a standing sidewall (after the second edition)",
    BoxesReopened: "rules/sits.md 10: a miracle lets failed repairs be tried again (after the second edition)",
    OrdersStopped: "a player's own end to orders plotted ahead (house, for play by mail)",
}

_EXPLAINED: Final[Mapping[type[Event], Callable[[Happening], Working]]] = {
    DiceRolled: _roll,
    **explain_fire.EXPLAINED,
    **explain_defence.EXPLAINED,
    **explain_damage.EXPLAINED,
    **explain_motion.EXPLAINED,
    **explain_miracles.EXPLAINED,
}
