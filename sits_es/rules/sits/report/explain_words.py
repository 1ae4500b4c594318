"""Words and numbers that the explanations share: averages, places on the map, the kill chart's sum."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from sits_es.events import Event
from sits_es.rules.sits.report.luck import expected, over_variance
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.bearing import bearing_between


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


def chart_steps(count: int, percent: int, total: int, parts: Sequence[int], what: str) -> tuple[str, ...]:
    """The kill chart read as the flyer does: hundreds, tens and ones apart, each rounded half up, and added."""
    held = f"{total}% is held to {percent}%. " if total != percent else ""
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    read = [
        f"{part} at {percent}% is {decimal(Fraction(part * percent, 100))}, so {killed}"
        for part, killed in zip(split, parts, strict=True)
        if part
    ]
    together = f"; together {sum(parts)}" if len(read) > 1 else ""
    return (f"{held}Kill chart, {count} {what}: {'; '.join(read) or 'nothing to look up'}{together}.",)


def sight(board: Board, observer: str, target: str) -> tuple[str, ...]:
    """Range and window from one ship to another where both stand, as on paper. Rule: flyer; sits rules 3."""
    here, there = board.ships[observer].position, board.ships[target].position
    apart = there - here
    level, high = apart.hexes, abs(apart.up)
    seen = bearing_between(here, there, board.tables.range_table)
    square = level**2 + high**2
    far = f"H {level}, V {high}: range is the root of {level}x{level} + {high}x{high} = {square}, dropped: {seen.range}"
    shows = f"seen through {seen.window}" if seen.window else "the same hex and altitude: no window"
    return (f"{observer} at {here}, {target} at {there}: {far}; {shows}.",)
