"""One segment as a player checks it: everything that the rules ask a report to show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, ReportLine, TextTable, strong
from sits_es.report.luck import HEADS, rolls
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.sums.variance import DICE as VARIANCE
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.telling import (
    BEAMS,
    BREAKS,
    CONTROL,
    DAMAGE,
    DEFENCE,
    LAUNCHES,
    MIRACLES,
    VOID,
    told_of,
)
from sits_es.rules.sits.views.boxes import legend
from sits_es.rules.sits.views.damage import tracks_changed
from sits_es.rules.sits.views.facts import faces_of, name_of, of
from sits_es.rules.sits.views.movement import movement
from sits_es.rules.sits.views.sources_used import sources_used
from sits_es.rules.told import contexts


def segment_report(stage: Stage) -> Iterator[Block]:
    """The report of a segment or of a turn break.

    Sections to which nothing belongs are left out. Rule: sits rules 11.
    """
    yield Heading(name_of(stage.before), major=True)
    for title, content in _sections(stage):
        if content:
            yield Heading(title)
            yield from content


def _sections(stage: Stage) -> Iterator[tuple[str, list[Block]]]:
    before, events = stage.before, stage.facts
    told = told_in(before, events)
    yield "Orders", [*orders_given(before, events, stage.orders)]
    yield from ((section, told[section]) for section in (VOID, BEAMS, LAUNCHES))
    if before.segment <= SEGMENTS:
        yield "Movement", [*movement(before, events, stage.after)]
    yield from ((section, told[section]) for section in (DEFENCE, DAMAGE, BREAKS, CONTROL, MIRACLES))
    changed: list[Block] = [*tracks_changed(before, stage.after)]
    yield "Tracks before and after", [*changed, legend()] if changed else []
    yield "Dice", [*dice_thrown(events)]
    yield "Where the numbers come from", [*sources_used(before.tables, events)]


def told_in(before: Board, facts: Sequence[Event]) -> Mapping[str, list[Block]]:
    """What facts say of themselves, by the section in which they stand, that of a shot or attack under its name."""
    found: dict[str, dict[str, list[Block]]] = {}
    for at in contexts(copied(before), facts):
        row = told_of(at.event)
        if section := row.section_at(at):
            found.setdefault(section, {}).setdefault(getattr(at.event, row.under, ""), []).extend(row.in_full(at))
    lines = defaultdict[str, list[Block]](list)
    for section, subjects in found.items():
        for subject, blocks in subjects.items():
            lines[section] += [strong(subject, 2), *blocks] if subject else blocks
    return lines


def orders_given(board: Board, events: Sequence[Event], sealed: Mapping[str, Sequence[str]]) -> Iterator[ReportLine]:
    """Each player's orders line by line, in the words that were sealed; without them, in normal form."""
    sides = {ship.player: ship.side for ship in board.ships.values()}
    for player in sorted({*sides, *sealed}):
        written = sealed[player] if player in sealed else list(_written(board, events, player))
        side = sides.get(player, player)
        yield strong(side if side == player else f"{side} ({player})", 2)
        yield from (ReportLine(line, 4) for line in written or ["no orders"])


def _written(board: Board, events: Iterable[Event], player: str) -> Iterator[str]:
    for event in events:
        if isinstance(event, Order) and event.ship in board.ships and board.ships[event.ship].player == player:
            yield f"{event.ship}: {write_order(event)}"


def dice_thrown(events: Sequence[Event]) -> Iterator[Block]:
    """Every roll: who rolled it, what for, the faces as thrown and what they came to; silent when there was none."""
    if rows := [*rolls(events, faces_of, lambda fact: told_of(fact).came_to())]:
        yield TextTable(HEADS, rows, indent=2)
    if any(len(roll.faces) == VARIANCE for roll in of(events, DiceRolled)):
        yield ReportLine("As thrown; of three the key pair stands before the bar.", 2)
