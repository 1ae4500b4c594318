"""Words and numbers that the explanations share: averages, the kill chart's sum, how dice make a variance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.working import Context
from sits_es.rules.sits.report.luck import expected, over_variance
from sits_es.rules.sits.tables.missiles import DICE
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.tables.values import PARTS, Tables


def decimal(number: Fraction) -> str:
    """A number to two places, rounded half up: 13.95."""
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    sign, hundredths = ("-", -hundredths) if hundredths < 0 else ("", hundredths)
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


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


def chart_step(tables: Tables, count: int, percent: int, total: int, parts: Sequence[int], what: str) -> str:
    """The kill chart read as the flyer does: hundreds, tens and ones apart, and added.

    By the sum each part is rounded half up; a chart of the game's own is looked up. Rule: flyer; sits rules 8.3 and 12.
    """
    held = f"{total}% is held to {percent}%. " if total != percent else ""
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    read = [_part(tables, part, percent, killed) for part, killed in zip(split, parts, strict=True) if part]
    together = f"; together {' + '.join(str(part) for part in parts if part) or 0} = {sum(parts)}"
    chart = "Kill chart"
    if tables.kill_chart is not None:
        chart += f", row from {tables.kill_chart.lowest(percent)}%"
    whose = source(tables, "kill_chart", percent)
    whole = together if len(read) > 1 else ""
    return f"{held}{chart} ({whose}), {count} {what}: {'; '.join(read) or 'nothing to look up'}{whole}."


def _part(tables: Tables, part: int, percent: int, killed: int) -> str:
    """One part of the chart's sum, as reckoned or as looked up."""
    if tables.kill_chart is None:
        return f"{part} at {percent}% is {decimal(Fraction(part * percent, 100))}, so {killed}"
    if (hundreds := part // PARTS[-1]) > 1:
        return f"{PARTS[-1]} gives {killed // hundreds}, {hundreds} times {killed}"
    return f"{part} gives {killed}"


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
