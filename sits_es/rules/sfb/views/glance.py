"""Runs of SFB 'n3D at a glance: who has what left, every unit in a few words, and what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from attrs import astuple

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Glimpse, UnitGlance, UnitLine
from sits_es.rules.sfb.board import BREAK, Board, Unit
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.views.board import name_of
from sits_es.rules.sfb.views.measures import measures
from sits_es.rules.sfb.views.runs import happened, title
from sits_es.rules.sfb.views.scenes import space
from sits_es.rules.sfb.views.standing import conditions, gone_as
from sits_es.sentences import counted, without_full_stop


def glance(stages: Sequence[Stage], board: Board, tell: Callable[[Event], str] = tell) -> Glance:
    """What some runs of one turn brought; without any, the board alone. Rule: house."""
    del tell
    first = stages[0].before if stages else board
    told = [each for stage in stages for each in _happened(stage)]
    return Glance(
        title=_title(stages, board),
        measures=measures(board),
        scene=space(board, facts=False) if board.out() else None,
        units=tuple(map(UnitGlance.of, lines(first, board))),
        happened=told,
        to_settle=_to_settle(stages),
    )


def _title(run: Sequence[Stage], board: Board) -> str:
    told = title(run) if run else name_of(board)
    said = told[0].lower() + told[1:]
    whole = board.turns and "," not in said
    return (said if run else f"before {said}") + (f" of {board.turns}" if whole else "")


# units


def lines(before: Board, board: Board) -> Iterator[UnitLine]:
    """Units by side, those out of the game last; of seeking weapons those under way."""
    shown = [unit for unit in board.units.values() if unit.kind != "seeking" or unit.out]
    for unit in sorted(shown, key=lambda unit: (unit.gone is not None, unit.kind == "seeking", unit.side, unit.name)):
        was = before.units.get(unit.name, unit)
        told = _gone(unit) if unit.gone is not None else _in(was, unit)
        values = astuple(unit, recurse=False), {**unit.launched}, {**unit.tractors}
        yield UnitLine(name=unit.name, side=unit.side, told=told, values=values)


def _gone(unit: Unit) -> Iterator[Glimpse]:
    yield Glimpse([Phrase(f"OUT: {gone_as(str(unit.gone))}", "bad")], VITAL)


def _in(was: Unit, unit: Unit) -> Iterator[Glimpse]:
    if unit.aboard is not None:
        yield Glimpse(f"aboard {unit.aboard}", VITAL)
        return
    if unit.kind == "seeking":
        yield Glimpse(
            f"at {unit.target}" if unit.target else f"to {unit.aim}" if unit.aim else "without a target", VITAL
        )
    if unit.damage:
        hurt = unit.damage > was.damage
        grown = [Phrase(f" {unit.damage - was.damage:+}", "bad")] if hurt else []
        yield Glimpse([Phrase(f"damage {unit.damage}", "bad" if hurt else "plain"), *grown], VITAL)
    yield Glimpse(f"speed {_rounded(written(unit.speed))}", VITAL)
    for said in conditions(unit):
        if not said.startswith(f"{unit.damage} damage"):
            yield Glimpse(_rounded(said), USUAL)
    where = f"{was.place} -> {unit.place}" if was.place != unit.place else str(unit.place)
    yield Glimpse(_rounded(where), VITAL, short=_height(unit))
    yield Glimpse(_rounded(str(unit.facing)), USUAL)
    if unit.thrust:
        yield Glimpse(f"thrust {_rounded(written(unit.thrust))}", DETAIL)
    if unit.inertia:
        yield Glimpse(_rounded(f"inertia {unit.inertia}"), DETAIL)
    if unit.notes:
        yield Glimpse([Phrase(f"NOTED {'; '.join(unit.notes)}", "bad")], USUAL)


def _height(unit: Unit) -> str:
    """How far up it is, which the map from above doesn't show: `up 2.5`, `down 0.7`. Rule: C1.12."""
    height = unit.place.y
    return f"{'down' if height < 0 else 'up'} {_rounded(written(abs(height)))}"


#: A number with more decimals than are told at a glance, perhaps a distance; no rule's, such as G10.211.
_LONG: Final = re.compile(r"(?<![\w.])(-?\d+\.\d{2,})(?![\w.])( hexes)?")


def _rounded(text: str) -> str:
    """Text with its numbers in one decimal; those nearer to nothing keep their first digit. Rule: house.

    A distance has as many as it takes not to be told as a whole number: ranges are rounded down (D1.4).
    """
    return _LONG.sub(lambda found: _in_short(Decimal(found[1]), bool(found[2])) + (found[2] or ""), text)


def _in_short(number: Decimal, distance: bool) -> str:
    places = min(-1, number.adjusted()) if number else -1
    said = number.quantize(Decimal(1).scaleb(places), ROUND_HALF_UP)
    while distance and said == said.to_integral_value() != number:
        places -= 1
        said = number.quantize(Decimal(1).scaleb(places), ROUND_HALF_UP)
    return f"{said:f}".rstrip("0").rstrip(".")


# what happened


def _happened(stage: Stage) -> Iterator[Glimpse]:
    for impulse, told, at in happened(stage):
        if told.in_run or isinstance(at.event, OrderVoided):
            said = _rounded(without_full_stop(told.line(at, short=True)))
            yield Glimpse(said, told.weight or DETAIL, _at(stage.before, impulse))


def _at(board: Board, impulse: int) -> str:
    """`1.12`; `1.break`; of what was entered, the impulse before which it was."""
    return f"{board.turn}.{impulse or ('break' if board.impulse == BREAK else board.impulse)}"


def _to_settle(run: Sequence[Stage]) -> str:
    """How much is to be worked out on the players' own displays."""
    waits = sum(bool(told.settle(at)) for stage in run for _, told, at in happened(stage))
    return f"{counted(waits, 'thing')} to settle on your displays" if waits else ""
