"""What happened event by event, and what befell one unit and what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from commands.render.reports import after
from sits_es.errors import NotAllowedError
from sits_es.game.story import teller
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, strong
from sits_es.sentences import unknown
from sits_es.service.replay import facts_of

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.game.exchanges import Exchange
    from sits_es.service.replay import PlayedExchange
    from sits_es.service.session import Session


def step_by_step(session: Session, name: str, run: Sequence[Exchange], unit: str | None = None) -> Iterator[Block]:
    """Every event of a stretch, one line each, under the steps of the procedure. unit: only those that name it."""
    names = None if unit is None else re.compile(rf"(?<![\w-]){re.escape(unit)}(?![\w-])")
    rules = session.rules(name)
    report, tell = report_of(rules.name), teller(rules)
    for each in run:
        facts = facts_of(session, name, each)
        numbers = {id(fact): (each.first or 0) + at for at, fact in enumerate(facts)}

        def told(fact: Event, numbers: dict[int, int] = numbers) -> str | None:
            said = tell(fact)
            return f"#{numbers[id(fact)]} {said}" if names is None or names.search(said) else None

        if names is not None and not any(names.search(tell(fact)) for fact in facts):
            continue
        yield strong(f"{name} {rules.written(each.moment)}: events #{each.first} to #{each.last}", hang=0)
        yield from report.steps(facts, told)
        yield BLANK


def must_have(session: Session, name: str, unit: str | None) -> None:
    """Check that a game has a unit, where one is asked for. Raises NotAllowedError with those that it has."""
    game = session.fold(name).game
    known = report_of(game.system).units(game.board)
    if unit is not None and unit not in known:
        raise NotAllowedError(unknown("unit", unit, known))


def unit_after_play(
    session: Session, name: str, run: Sequence[Exchange], played: Sequence[PlayedExchange], unit: str
) -> Iterator[Block]:
    """What befell a unit in exchanges that were just played, the unit in full, and the state of the game.

    run, played: the same exchanges, on record and as boards and facts.
    """
    yield from step_by_step(session, name, run, unit)
    fold = session.fold(name)
    yield from report_of(fold.system.name).unit(fold.game.board, unit) or ()
    yield BLANK
    yield from after(session, name, played)
