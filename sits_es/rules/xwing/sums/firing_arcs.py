"""A ship's firing arcs: the shaded ones on its token, those of its turret, and those that its upgrades give.

Turret arc indicators are single, pointing to one standard arc, or double, pointing to two opposite ones; they rotate.
Rule: the printed page, "Firing Arcs", "Turret Arcs"; rules.md, Firing arcs, Turrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.xwing.sums.areas import ARCS, OPPOSITE, STANDARD, in_order
from sits_es.sentences import listed, unknown

#: Whence a firing arc is, in words.
_WHENCE: Final = {
    "shaded": "it is shaded on the token",
    "turret": "the turret points toward it",
    "upgrade": "an upgrade's primary weapon states it",
}


def firing_arcs(
    *, shaded: Iterable[str] = (), turret: Iterable[str] = (), upgrades: Iterable[str] = ()
) -> dict[str, tuple[str, ...]]:
    """A ship's firing arcs in the order of ARCS, each with whence it is: "shaded", "turret", "upgrade", in this order.

    shaded: on the token; turret: where its indicator points, nothing without one; upgrades: turret arcs, and arcs that
    primary weapons of upgrades state: nothing else of an upgrade counts. Raises NotAllowedError with all that is wrong.
    """
    given = {"shaded": tuple(shaded), "turret": tuple(dict.fromkeys(turret)), "upgrade": tuple(upgrades)}
    problems = [unknown("arc", arc, ARCS) for arc in (*given["shaded"], *given["upgrade"]) if arc not in ARCS]
    if given["turret"]:
        problems += turret_problems(given["turret"])
    if problems:
        raise NotAllowedError(problems)
    return {
        arc: tuple(source for source, arcs in given.items() if arc in arcs)
        for arc in in_order(arc for arcs in given.values() for arc in arcs)
    }


def firing_steps(whence: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Why each firing arc is one."""
    for arc, sources in whence.items():
        yield f"{arc.capitalize()} is a firing arc: {listed(_WHENCE[why] for why in sources)}."


# turrets


def turret_problems(arcs: tuple[str, ...]) -> list[str]:
    """Everything that is wrong with the arcs of an indicator: one standard arc, or two opposite ones, are right."""
    problems = [
        f"A turret points to a standard arc, and {arc} is not one of these: {listed(STANDARD)}."
        if arc.startswith(("full", "bulls"))
        else unknown("standard arc", arc, STANDARD)
        for arc in arcs
        if arc not in OPPOSITE
    ]
    if problems:
        return problems
    if not 1 <= len(arcs) <= 2:
        return [
            (
                "A single turret points to one standard arc and a double one to two opposite arcs, but "
                f"{len(arcs)} are given."
            )
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
        problems = [f"A {kind} turret stays {kind}. Rotate the turret to {other}, not to {listed(new)}."]
    if not problems and set(old) == set(new):
        problems = [f"The turret already points to the {listed(in_order(new))}. Rotate the turret to another arc."]
    if problems:
        raise NotAllowedError(problems)
    return in_order(new)


def turret_step(ship: str, points: Sequence[str]) -> str:
    """Where a turret points now."""
    arcs = ("a firing arc", "a standard arc") if len(points) == 1 else ("firing arcs", "standard arcs")
    return f"Now it points to {listed(points)}: {arcs[0]} of {ship} as well as {arcs[1]}."
