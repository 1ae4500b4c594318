"""Sheets of orders that no file holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from sits_es.events import Event
from sits_es.orders.language import Language
from sits_es.orders.sheet import OrderLine, OrderSheet


def sheet_of(
    game: str, turn: int, orders: Mapping[int, Iterable[Event]], language: Language, player: str | None = None
) -> OrderSheet:
    """The sheet that orders this: step -> its orders (any units', in order)."""
    lines = tuple(
        OrderLine(
            unit=language.unit_of(form),
            steps=(step,),
            # as a line holds it, whatever its step
            forms=(evolve(form, **{language.step: 1}) if language.step_of(form) is not None else form,),
            numbered_by=language.step if language.numbered and step != language.break_step else "",
        )
        for step in sorted(orders)
        for form in orders[step]
    )
    units = tuple(dict.fromkeys(line.unit for line in lines))
    return OrderSheet(game=game, turn=turn, player=player, units=units, lines=lines)
