"""Arcs wherever a scenario file names them: on tokens, and where turret arc indicators point at first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.xwing.sums.areas import ARCS, in_order
from sits_es.rules.xwing.sums.turrets import turret_problems
from sits_es.rules.xwing.weapons import TURRETS, TurretKind
from sits_es.sentences import unknown
from sits_es.toml import ABSENT, KeyPath


def arcs(
    sheet: GameSheet, path: KeyPath, known: Iterable[str] | None, default: tuple[str, ...] | None
) -> tuple[str, ...]:
    """Arcs of a list, in order, each once. known: those allowed, None for whatever is checked later."""
    found = []
    for at, arc in enumerate(sheet.many(path, '["front"]', default)):
        if not isinstance(arc, str):
            sheet.wrong((*path, at), "is not an arc", "one in quotes")
        elif known is not None and arc not in known:
            sheet.fault((*path, at), unknown("arc", arc, known))
        else:
            found.append(arc)
    return in_order(found) if all(arc in ARCS for arc in found) else tuple(found)


def turret_of(sheet: GameSheet, path: KeyPath, whose: str) -> tuple[TurretKind | None, tuple[str, ...]]:
    """`turret` and `points` of a table: the kind of an indicator, None without one, and where it points from set-up on.

    whose: who would have one, for a fault, such as "the ship has". Rule: rules.md, Turrets.
    """
    at = (*path, "points")
    if sheet.get((*path, "turret")) is ABSENT:
        if sheet.get(at) is not ABSENT:
            sheet.fault(at, f'{whose} no turret arc indicator. Write turret = "single" or "double".')
        return None, ()
    kind = cast("TurretKind", sheet.choice((*path, "turret"), TURRETS))
    points = arcs(sheet, at, None, None)
    problems = turret_problems(points) if points else []
    empty = sheet.get(at) in ([], ())
    if empty or (points and not problems and len(points) != TURRETS[kind]):
        which = "one standard arc" if kind == "single" else "two opposite arcs"
        problems = [f"A {kind} turret points to {which}, not to {len(points)}."]
    for problem in problems:
        sheet.fault(at, problem)
    return kind, points
