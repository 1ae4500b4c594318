"""Dice of SITS: how a roll reads on paper, and what each player's came to."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.luck import Luck, lucks
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.sums.paper import decimal
from sits_es.rules.sits.sums.variance import DICE, counts, over_variance, variance, variance_steps
from sits_es.rules.sits.telling import PROCEDURE, SitsTold


def explain(context: Context) -> Working:
    """How an event comes about; of one that nothing is reckoned for, where its rule stands."""
    if isinstance(context.event, DiceRolled):
        return _roll(context.event)
    return SitsTold.of(context.event).working(context) if isinstance(context.event, Fact) else Working(rule=PROCEDURE)


def _roll(roll: DiceRolled) -> Working:
    keyed = "dice are computed from the exchange's seed and the roll's own name (sits rules 5; house)"
    if len(roll.faces) == DICE and roll.sides == 10:
        return _variance(roll.faces, keyed)
    if roll.sides != 10:
        (place,) = roll.faces
        step = (
            f"The die has a side for each of the {roll.sides} cards left in the deck; face {place} is card {place + 1}."
        )
        return Working(rule=f"sits rules 10; {keyed}", steps=(step,), values={"faces": list(roll.faces)})
    read = [face or 10 for face in roll.faces]
    step = f"1d10 reads 1 to 10, the face 0 being 10: {', '.join(map(str, read))}."
    return Working(rule=f"sits rules 9 (house); {keyed}", steps=(step,), expected="5.5.", values={"read": read})


def _variance(faces: tuple[int, ...], keyed: str) -> Working:
    each, steps = counts(faces), variance_steps(faces)
    pair = steps[0].partition(": ")[2].rstrip(".")
    modifiers = tuple(
        Modifier(name=name, value=f"{face} counts {counted}", rule="its face" if face else pair)
        for name, face, counted in zip(("key die", "key die", "third die"), faces, each, strict=True)
    )
    return Working(
        rule=f'flyer, "3d10v"; {keyed}',
        modifiers=modifiers,
        steps=steps,
        expected=f"{decimal(over_variance(int)[0])} over all 1,000 rolls.",
        values={"variance": variance(faces), "faces": list(faces), "counts": list(each)},
    )


def luck(events: Iterable[Event], board: Board) -> list[Luck]:
    """What each player's dice came to, by kind of roll, on the game's own kill chart if it has one."""
    found = (SitsTold.of(event).expected(board.tables.kill_chart) for event in events if isinstance(event, Fact))
    return lucks(replace(each, player=board.ships[each.player].player) for each in found if each is not None)
