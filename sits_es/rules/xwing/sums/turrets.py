"""Turret arc indicators: single ones point to one standard arc, double ones to two opposite ones, and they rotate.

Rule: the printed page, "Turret Arcs"; rules.md, Turrets.
"""

from __future__ import annotations

from collections.abc import Iterable

from sits_es.errors import NotAllowedError
from sits_es.rules.xwing.sums.areas import OPPOSITE, STANDARD, in_order
from sits_es.sentences import listed, unknown


def turret_problems(arcs: tuple[str, ...]) -> list[str]:
    """Everything that is wrong with the arcs of an indicator: one standard arc, or two opposite ones, are right."""
    problems = [
        f"A turret points to a standard arc, and {arc} is none of these: {listed(STANDARD)}."
        if arc.startswith(("full", "bulls"))
        else unknown("standard arc", arc, STANDARD)
        for arc in arcs
        if arc not in OPPOSITE
    ]
    if problems:
        return problems
    if not 1 <= len(arcs) <= 2:
        return [
            f"A turret points to one standard arc, or a double one to two opposite ones, but {len(arcs)} are given."
        ]
    if len(arcs) == 2 and OPPOSITE[arcs[0]] != arcs[1]:
        pair = listed(arcs) if arcs[0] != arcs[1] else f"{arcs[0]} twice"
        return [f"A double turret points to opposite arcs, not to {pair}. Write front and rear, or left and right."]
    return []


def rotate(now: Iterable[str], to: Iterable[str]) -> tuple[str, ...]:
    """What an indicator points to after it is rotated, in the order of ARCS.

    Raises NotAllowedError for arcs that no indicator points to, for another kind of indicator, and for the same arcs.
    """
    old, new = tuple(now), tuple(to)
    problems = list(dict.fromkeys((*turret_problems(old), *turret_problems(new))))
    if not problems and len(old) != len(new):
        kind, other = ("double", "two opposite arcs") if len(old) == 2 else ("single", "one arc")
        problems = [f"A {kind} turret stays one. Rotate it to {other}, not to {listed(new)}."]
    if not problems and set(old) == set(new):
        problems = [f"The turret already points to the {listed(in_order(new))}. Rotate it to another arc."]
    if problems:
        raise NotAllowedError(problems)
    return in_order(new)
