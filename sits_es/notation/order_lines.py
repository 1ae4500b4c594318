"""The orders in a notation, read as every other order is: each line's faults at its place in the file."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from sits_es.errors import GameError, UnreadableError
from sits_es.game.play import read_forms
from sits_es.notation.score import GivenLines, OrderText, ScorePart, ScoreSheet
from sits_es.orders.faults import OrderFault, OrderFaults
from sits_es.orders.frame import read_line
from sits_es.rules import system
from sits_es.rules.system import System


def order_faults(score: ScoreSheet) -> Iterator[OrderFault]:
    """Every fault of every line of orders, as far as it is known whose rules they follow."""
    name = score.streams[0].first.data.get("system") if score.streams else None
    if not isinstance(name, str):
        return
    try:
        rules = system(name)
    except GameError:
        return
    for part in (part for stream in score.streams for part in stream.parts if part.moment is not None):
        yield from _of_part(rules, part)


def _of_part(rules: System, part: ScorePart) -> Iterator[OrderFault]:
    try:
        step = rules.read_moment(part.moment or "").segment
    except GameError as fault:
        yield OrderFault.at(part.place, str(fault))
        return
    for given in part.given:
        if isinstance(given, GivenLines):
            for line in given.lines:
                yield from _of_line(rules, line, step, entered=given.kind == "enter")


def _of_line(rules: System, line: OrderText, step: int, *, entered: bool) -> Iterator[OrderFault]:
    place = line.place
    try:
        if entered:
            read_line(line.text, rules.language, step)
        else:
            read_forms(rules, [line.text], step)
    except OrderFaults as faults:
        yield from (evolve(fault, line=place.line, column=place.column + fault.column - 1) for fault in faults.faults)
    except UnreadableError as fault:
        yield OrderFault.at(place, str(fault))
