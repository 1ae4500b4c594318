"""Standing orders: what of a file holds in every exchange, and the lines that are sealed for one of them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.orders.language import Language
from sits_es.orders.normal import write_line
from sits_es.orders.sheet import OrderSheet


def standing_forms(sheet: OrderSheet, language: Language) -> tuple[Event, ...]:
    """Orders of a sheet that can stand: of lines without a step, and, where orders don't name theirs, with several."""
    stands = [line for line in sheet.lines if line.whole_turn or (len(line.steps) > 1 and not language.numbered)]
    return tuple(form for line in stands for form in line.forms)


def how_they_stand(language: Language) -> str:
    """What to write so that orders stand, as a sentence after a space; empty where any will do."""
    if language.stepless:
        return ""
    if not language.numbered:
        return f" Give lines for several {language.step}s, such as 1-{language.last_step}."
    if language.has_anytime:
        return f" Give lines that name no {language.step}."
    return f" Every order names its {language.step}, so none can stand."


def standing_lines(lines: Sequence[str], language: Language, step: int) -> tuple[str, ...]:
    """Standing orders, kept as lines, as they are sealed for the exchange that begins with a step.

    Where orders name their step, it is this one. Raises OrderFaults for lines that can't be read.
    """
    if not language.numbered or step == language.break_step:
        return tuple(lines)
    forms = (read_line(line, language) for line in lines)
    return tuple(write_line(evolve(form, **{language.step: step}), language) for form in forms)
