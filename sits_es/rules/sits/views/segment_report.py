"""One segment as a player checks it: everything that the rules ask a report to show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, ReportLine, TextTable, strong
from sits_es.report.luck import HEADS, rolls
from sits_es.rules.sits.board import Board, thaw
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, MiracleSpent
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.tables.missiles import DICE as VARIANCE
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.telling import BEAMS, BREAKS, CONTROL, DAMAGE, DEFENCE, LAUNCHES, MIRACLES, VOID, row_of
from sits_es.rules.sits.views.boxes import legend
from sits_es.rules.sits.views.damage import hits, repairs, tracks_changed
from sits_es.rules.sits.views.facts import Fact, dice_text, faces_of, joined, name_of, of, with_dice
from sits_es.rules.sits.views.fire import shots
from sits_es.rules.sits.views.missiles import defences, launches
from sits_es.rules.sits.views.movement import movement
from sits_es.rules.sits.views.sources_used import sources_used
from sits_es.rules.sits.views.thrown import came_to
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
    facts, told = with_dice(events), told_in(stage)
    yield "Orders", [*orders_given(before, events, stage.orders)]
    yield VOID, [*voided(events), *told[VOID]]
    yield BEAMS, [*shots(facts, before), *told[BEAMS]]
    yield LAUNCHES, [*launches(facts, before), *told[LAUNCHES]]
    if before.segment <= SEGMENTS:
        yield "Movement", [*movement(before, events, stage.after)]
    yield DEFENCE, [*defences(facts), *told[DEFENCE]]
    yield DAMAGE, [*hits(facts), *told[DAMAGE]]
    yield BREAKS, told[BREAKS]
    yield CONTROL, [*repairs(facts), *told[CONTROL]]
    yield MIRACLES, [*miracles(facts), *told[MIRACLES]]
    changed: list[Block] = [*tracks_changed(before, stage.after)]
    yield "Tracks before and after", [*changed, legend()] if changed else []
    yield "Dice", [*dice_thrown(events)]
    yield "Where the numbers come from", [*sources_used(before.tables, events)]


def told_in(stage: Stage) -> Mapping[str, list[Block]]:
    """What facts say of themselves, by the section in which they stand, that of a shot or attack under its name."""
    found: dict[str, dict[str, list[Block]]] = {}
    for at in contexts(thaw(stage.before), stage.facts):
        if (row := row_of(at.event)) is not None and (section := row.section_at(at)):
            found.setdefault(section, {}).setdefault(row.subject(), []).extend(row.in_full(at))
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
    if rows := [*rolls(events, faces_of, came_to)]:
        yield TextTable(HEADS, rows, indent=2)
    if any(len(roll.faces) == VARIANCE for roll in of(events, DiceRolled)):
        yield ReportLine("As thrown; of three the key pair stands before the bar.", 2)


def voided(events: Sequence[Event]) -> Iterator[ReportLine]:
    """Orders that came to nothing, each with its reason, and runs that stopped; silent when there was none."""
    for event in events:
        if isinstance(event, OrderVoided | OrdersStopped):
            yield ReportLine(tell(event), 2)


def miracles(facts: Sequence[Fact]) -> list[ReportLine]:
    """Every card drawn with its roll, and every miracle spent; nothing where there was none."""
    lines = []
    for fact in facts:
        if isinstance(fact.event, CardDrawn):
            lines.append(ReportLine(joined((tell(fact.event), dice_text(fact.dice)), " "), 2))
        elif isinstance(fact.event, MiracleSpent | BoxesReopened):
            lines.append(ReportLine(tell(fact.event), 2))
    return lines
