"""A run of impulses as a player checks it: how units moved, what happened impulse by impulse, what is to be settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import Factory, astuple, define

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, ReportLine, TextTable, strong
from sits_es.report.working import Context
from sits_es.rules.sfb.board import BREAK, Board, Unit, copied
from sits_es.rules.sfb.ending.facts import ImpulseBegun, OrderVoided, RunEnded
from sits_es.rules.sfb.fact import Entry, Order
from sits_es.rules.sfb.motion.facts import UnitMoved
from sits_es.rules.sfb.sums.facings import Turn
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.telling import ENTERED, Telling, tell
from sits_es.rules.sfb.turns.facts import UnitTurned
from sits_es.rules.sfb.views.board import name_of, run_name
from sits_es.rules.sfb.views.scenes import pictures
from sits_es.rules.sfb.views.standing import gone_as
from sits_es.rules.told import contexts
from sits_es.sentences import of_side

#: Columns that the impulse takes before its lines.
_LABEL: Final = 5


def run_report(stage: Stage, tell: Callable[[Event], str] = tell) -> Iterator[Block]:
    """The report of a run of impulses or of a turn break. Sections to which nothing belongs are left out."""
    del tell
    yield Heading(title([stage]), major=True)
    for name, content in _sections(stage):
        if content:
            yield Heading(name)
            yield from content


def title(stages: Sequence[Stage]) -> str:
    """`Turn 2, impulses 1 to 16`, those that happened; `Turn 2, impulse 17 to the break`; `Turn 2` for a whole turn.

    `Turn 2, before impulse 9` where players only entered something.
    """
    runs = [stage for stage in stages if not _is_entry(stage)]
    first = (runs or stages)[0].before
    if first.impulse == BREAK:
        return name_of(first)
    if not runs:
        return f"Turn {first.turn}, before impulse {first.impulse}"
    last = runs[-1].before
    if last.impulse == BREAK:
        return f"Turn {first.turn}" + (f", impulse {first.impulse} to the break" if first.impulse > 1 else "")
    ended = (fact.impulse for fact in runs[-1].facts if isinstance(fact, RunEnded))
    return f"Turn {first.turn}, {run_name(first.impulse, next(ended, last.steps(last.impulse)[-1]))}"


def _is_entry(stage: Stage) -> bool:
    """Whether it is what players entered from their own displays, and no run: in a run nobody enters anything."""
    return any(isinstance(fact, Entry) for fact in stage.facts)


def _sections(stage: Stage) -> Iterator[tuple[str, list[Block]]]:
    if _is_entry(stage):
        yield ENTERED, [*impulses(stage)]
        yield "To settle on your displays", [*settling([stage])]
        return
    yield "Orders", [*orders_given(stage.before, stage.facts, stage.orders)]
    yield "Orders that failed", [*voided(stage)]
    yield "Movement", [*movement([stage])]
    yield "Impulse by impulse", [*impulses(stage)]
    yield "To settle on your displays", [*settling([stage])]


def happened(stage: Stage) -> Iterator[tuple[int, Telling[Any], Context]]:
    """Every fact of the rules in a run: the impulse, 0 before the first; how it is told; where it stands."""
    impulse = 0
    for at in contexts(copied(stage.before), stage.facts):
        if isinstance(at.event, ImpulseBegun):
            impulse = at.event.impulse
        yield impulse, Telling.of(at.event), at


def voided(stage: Stage) -> Iterator[ReportLine]:
    """Orders that failed, each with its impulse and the reason; silent when there was none."""
    for impulse, told, at in happened(stage):
        if isinstance(at.event, OrderVoided):
            yield _placed(str(impulse or ""), told.line(at))


def orders_given(board: Board, facts: Sequence[Event], sealed: Mapping[str, Sequence[str]]) -> Iterator[ReportLine]:
    """Each player's orders line by line, in the words that were sealed; without them, in normal form."""
    sides = {unit.player: unit.side for unit in board.units.values()}
    for player in sorted({*sides, *sealed}):
        written_down = sealed[player] if player in sealed else list(_normal(board, facts, player))
        if player not in sides and not written_down:
            continue  # an umpire hands in a part of the dice, and no orders
        side = sides.get(player, player)
        yield strong(of_side(side, player), 2)
        yield from (ReportLine(line, 4) for line in written_down or ["no orders"])


def _normal(board: Board, facts: Iterable[Event], player: str) -> Iterator[str]:
    from sits_es.rules.sfb.orders.language import write_order

    for fact in facts:
        if isinstance(fact, Order):
            unit = board.units.get(fact.unit)
            if unit is not None and unit.player == player:
                yield f"impulse {fact.impulse} {fact.unit}: {write_order(fact)}"


def impulses(stage: Stage, *, also_void: bool = False) -> Iterator[ReportLine]:
    """What happened besides movement, the impulse before its first line, `end` in a turn break; silent if nothing did.

    also_void: orders that failed too, each in its impulse.
    """
    last, at_end = "", "end" if stage.before.impulse == BREAK else ""
    for impulse, told, at in happened(stage):
        if told.in_run or (also_void and isinstance(at.event, OrderVoided)):
            here = str(impulse or at_end)
            yield _placed("" if here == last else here, told.line(at))
            last = here


def _placed(place: str, text: str) -> ReportLine:
    return ReportLine(f"{place:>3}  {text}", 2, _LABEL + 2)


def settling(run: Sequence[Stage]) -> Iterator[ReportLine]:
    """What players have to work out with their own tables, a line each, with turn and impulse."""
    for stage in run:
        for impulse, told, at in happened(stage):
            if said := told.settle(at):
                place = f"{stage.before.turn}.{impulse or stage.before.impulse}"
                yield ReportLine(f"{place:<6}{said}", 2, 8)


def turn_report(stages: Sequence[Stage], tell: Callable[[Event], str] = tell) -> Iterator[Block]:
    """Each turn in short, then all that is to be settled, and the picture."""
    del tell
    if not stages:
        yield ReportLine("Nothing has been played.")
        return
    turns = {number: [*each] for number, each in groupby(stages, lambda stage: stage.before.turn)}
    heads = {number: title(each) for number, each in turns.items()}
    yield Heading(f"Turns {min(turns)} to {max(turns)}" if len(turns) > 1 else heads[min(turns)], major=True)
    for number, each in turns.items():
        if len(turns) > 1:
            yield Heading(heads[number])
        yield from _in_short(each)
    if lines := [*settling(stages)]:
        yield Heading("To settle on your displays")
        yield from lines
    yield Heading("Where they are now")
    yield from pictures(stages[-1].after, facts=True)


def _in_short(stages: Sequence[Stage]) -> Iterator[Block]:
    """The movement of a turn, once, and what happened in it, in order of impulses."""
    lines: list[ReportLine] = []
    for stage in stages:
        lines += [ReportLine(f"{ENTERED}:", _LABEL + 2)] if _is_entry(stage) else []
        lines += impulses(stage, also_void=True)
    yield from (moved := [*movement(stages)])
    if lines:
        yield from [Heading("Impulse by impulse")] if moved else []
        yield from lines
    elif not moved:
        yield ReportLine("Nobody moved, and nothing happened.", 2)


# how units moved

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
