"""Rounds in short: each slot in a few lines, then the map and how the starships fare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine
from sits_es.rules.star_wars.events.checks import AttackAimed, CheckMade
from sits_es.rules.star_wars.orders.forms import SLOT_ORDERS
from sits_es.rules.star_wars.report.board import ABOUT_STARSHIPS, starships, states
from sits_es.rules.star_wars.report.contexts import fact_contexts
from sits_es.rules.star_wars.report.scenes import map_of
from sits_es.rules.star_wars.report.slot_report import is_entry
from sits_es.rules.star_wars.story import tell
from sits_es.rules.star_wars.story.checks import check_name, where_aimed
from sits_es.rules.star_wars.sums.words import result_of, succeeded

#: Columns that the slot takes before its lines.
_LABEL: Final = 4


def round_report(run: Sequence[Stage]) -> Iterator[Block]:
    """Each round in short, then where all are."""
    if not run:
        yield ReportLine("Nothing has been played.")
        return
    rounds = {number: [*stages] for number, stages in groupby(run, lambda stage: stage.before.turn)}
    first, last = min(rounds), max(rounds)
    yield Heading(f"Rounds {first} to {last}" if last > first else f"Round {first}", major=True)
    for number, stages in rounds.items():
        if len(rounds) > 1:
            yield Heading(f"Round {number}")
        yield from _slots(stages)
    after = run[-1].after
    yield Heading("Where they are now")
    yield Picture(map_of(after))
    yield Heading("Starships")
    yield starships(after)
    yield ReportLine(ABOUT_STARSHIPS, 2)
    yield from states(after)


def _slots(stages: Sequence[Stage]) -> Iterator[ReportLine]:
    """What happened, the slot before its first line; an entry has no slot."""
    told = ""
    for stage in stages:
        at = "" if is_entry(stage) or stage.before.stage == "initiative" else str(stage.before.slot + 1)
        for each in fact_contexts(stage.before, stage.facts):
            if (said := in_short(each.fact)) is not None:
                yield ReportLine(f"{at if at != told else '':>2}  {said}", 2, _LABEL)
                told = at


def in_short(fact: Event) -> str | None:
    """A fact for a round's report, None for orders, which what comes of them tells."""
    match fact:
        case AttackAimed():
            arc = f"the {fact.zone} zone, {where_aimed(fact)}"
            return f"{fact.starship} fires {fact.weapon} at {fact.target}: {arc}."
        case CheckMade():
            end = "succeeds" if succeeded(fact) else "fails"
            return f"{fact.starship}'s {check_name(fact)} {end}: {result_of(fact)}."
    return None if isinstance(fact, SLOT_ORDERS) else tell(fact)
