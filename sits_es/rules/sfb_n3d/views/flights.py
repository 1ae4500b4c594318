"""How units moved in a run of impulses or in a turn: a line each, and what else made them move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from attrs import Factory, astuple, define

from sits_es.report import Stage
from sits_es.report.blocks import Block, ReportLine, TextTable
from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.motion.facts import UnitMoved
from sits_es.rules.sfb_n3d.sums.facings import Turn
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.turns.facts import UnitTurned
from sits_es.rules.sfb_n3d.views.standing import gone_as

#: Changes of speed that are told one by one; of more only the least and the greatest speed.
MOST_SPEEDS: Final = 2


@define
class _Course:
    """What a unit did: each impulse's warp speed, and how far it turned in all."""

    speeds: list[int] = Factory(list)
    turn: Turn = Turn()


def movement(run: Sequence[Stage]) -> Iterator[Block]:
    """A line for each unit that moved or turned: where it is then and how it faces; below, what else moved it.

    run: stages of one turn in their order. Seeking weapons stand below all others.
    """
    units = run[-1].after.units
    moved = [(units[name], course) for name, course in _courses(run).items()]
    moved.sort(key=lambda each: (each[0].kind == "seeking", each[0].name))
    if not moved:
        return
    rows = [(unit.name, pace(course.speeds), str(unit.place), _facing(unit)) for unit, course in moved]
    yield TextTable(("Unit", "Impulses", "Now at", "Facing"), rows, indent=2)
    for unit, course in moved:
        if said := [*_besides(unit, course)]:
            yield ReportLine(f"{unit.name}: {', '.join(said)}.", 2)


def _facing(unit: Unit) -> str:
    return str(unit.facing) if unit.gone is None else f"out: {gone_as(unit.gone)}"


def _courses(run: Sequence[Stage]) -> dict[str, _Course]:
    found: dict[str, _Course] = {}
    for stage in run:
        for fact in stage.facts:
            if isinstance(fact, UnitMoved):
                found.setdefault(fact.unit, _Course()).speeds.append(fact.speed)
            elif isinstance(fact, UnitTurned) and fact.cause in ("order", "rotation"):
                course = found.setdefault(fact.unit, _Course())
                parts = zip(astuple(course.turn), astuple(fact.turn), strict=True)
                course.turn = Turn(*(one + more for one, more in parts))
    return found


def pace(speeds: Sequence[int]) -> str:
    """How many impulses a unit moved at what speed: `8 at 16`, `3 at 16, 5 at 2`, `32 at 2 to 16`, empty for none."""
    parts = [(len([*same]), speed) for speed, same in groupby(speeds)]
    if len(parts) > MOST_SPEEDS:
        return f"{len(speeds)} at {written(min(speeds))} to {written(max(speeds))}"
    return ", ".join(f"{number} at {written(speed)}" for number, speed in parts)


def _besides(unit: Unit, course: _Course) -> Iterator[str]:
    if course.turn:
        yield f"turned {course.turn} in all"
    if unit.gone is not None:
        return
    if unit.thrust:
        yield f"thrust {written(unit.thrust)}"
    if unit.inertia:
        yield f"inertia {unit.inertia}"
