"""Words of Slots: why orders are refused or come to nothing, and why a game is over."""

from __future__ import annotations

from sits_es.rules.refusals import Reason, Reasons
from sits_es.sentences import unknown

#: Why an order can't be given, or came to nothing. In a code with others behind a target, those that there are.
WHY_NOT = Reasons(
    {
        "unplanned": Reason((), lambda who: f"{who}: initiative is rolled first, without orders: sits play GAME."),
        "planning": Reason((), lambda who: f"{who}: initiative comes first. Order haste 0 to 2, or nothing."),
        "not-its-slot": Reason((str,), lambda who, acting: f"{who}: this slot is {acting}'s."),
        "rolled": Reason(
            (), lambda who: f"{who} has rolled. Order reroll blanks or reroll threats, or nothing to keep the roll."
        ),
        "not-rolled": Reason((), lambda who: f"{who}: nothing is rolled yet. Order a flight or an attack."),
        "too-far": Reason((int,), lambda who, most: f"{who} flies {most} zones at most.", "zone"),
        "no-target": Reason((str, str, ...), lambda _, name, *others: unknown("target", name, others), "target"),
    }
)

#: Why a game is over. Values: the side that is left.
ENDINGS = Reasons(
    {
        "last-side": Reason((str,), lambda _, side: f"Only {side} has a starship left."),
        "no-side": Reason((), lambda _: "No starship is left."),
    }
)
