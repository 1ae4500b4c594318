"""Words and numbers that the explanations share: averages, and how dice make a variance."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Context
from sits_es.rules.sits.sums.expected import over_variance
from sits_es.rules.sits.tables.missiles import DICE
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.views.luck import expected
from sits_es.rules.sits.views.sums import decimal


def average() -> str:
    """The average of 3d10v."""
    return decimal(over_variance(lambda total: total)[0])


def on_average(fact: Event, what: str, tables: Tables) -> tuple[str, dict[str, str]]:
    """What a fact's dice give on average, in words and for programs; nothing where no dice decide. what: "killed"."""
    found = expected(fact, tables.kill_chart)
    if found is None:
        return "", {}
    mean, spread = decimal(found.mean), decimal(Fraction(isqrt(int(found.square * 10_000)), 100))
    return f"{mean} {what}, give or take {spread}; here {found.observed}.", {"expected": mean, "spread": spread}


def variance_words(context: Context) -> str:
    """How the dice right before an event make its variance. Rule: flyer, "3d10v"; sits rules 8.2."""
    roll = context.earlier[-1] if context.earlier else None
    if not isinstance(roll, DiceRolled) or len(roll.faces) != DICE:
        return "3d10v: flyer"
    first, second, third = roll.faces
    zero = 10 if first == second else 0
    pair = f"key pair {first} and {second}, {'equal' if first == second else 'not equal'}: a 0 counts {zero}"
    total = " + ".join(str(face or zero) for face in (first, second, third))
    return f"3d10v, {pair}; {total} (flyer; sits rules 8.2)"
