"""Any fact of SFB 'n3D, and any roll, as a person would redo it on paper."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.report.working import Context, Working
from sits_es.rules.sfb_n3d.fact import Fact
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.telling import faces, telling
from sits_es.rules.sfb_n3d.views.luck import SIDES
from sits_es.sentences import counted


def explain(context: Context) -> Working:
    """How an event comes about; of one that isn't of SFB 'n3D, nothing."""
    event = context.event
    if isinstance(event, DiceRolled):
        return _roll(event)
    return telling(event).working(context) if isinstance(event, Fact) else Working(rule="")


def _roll(roll: DiceRolled) -> Working:
    keyed = "dice are worked out from the exchange's seed and the roll's own name (house)"
    if roll.sides != SIDES:
        return Working(rule=keyed, steps=(f"{counted(len(roll.faces), 'die')} with {roll.sides} sides.",))
    shown = faces(roll)
    about = f" for {roll.object}" if roll.object else ""
    return Working(
        rule=keyed,
        steps=(
            f"{roll.actor or 'The field'} rolls {roll.purpose}{about}.",
            f"Faces 0 to 5 are read as 1 to 6: {', '.join(map(str, shown))}.",
        ),
        expected=f"{written(len(shown) * 35, 1)} in all, 3.5 a die; here {sum(shown)}.",
        values={"dice": list(shown)},
    )
