"""One segment as a player checks it: everything that the rules ask a report to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType

from commands.sits.render.boxes import legend
from commands.sits.render.damage import hits, repairs, tracks_changed
from commands.sits.render.fire import shots
from commands.sits.render.missiles import defences, launches
from commands.sits.render.movement import movement, thrust_breaks
from commands.sits.render.page import ReportLine, heading, joined, section
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed
from sits_es.rules.sits.events.fire import OrdersStopped, OrderVoided
from sits_es.rules.sits.events.miracles import BoxesReopened, CardDrawn, MiracleSpent
from sits_es.rules.sits.orders.forms import Order
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.report.facts import Fact, dice_text, of, with_dice
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.tables.missiles import DICE as VARIANCE
from sits_es.rules.sits.tables.values import SEGMENTS


def name_of(board: Board) -> str:
    """The exchange that a board stands at: "Turn 2, segment 5", "Turn 2, turn break"."""
    where = f"segment {board.segment}" if board.segment <= SEGMENTS else "turn break"
    return f"Turn {board.turn}, {where}"


def segment_report(before: Board, events: Sequence[Event], after: Board, *, ascii_only: bool = False) -> Group:
    """The report of a segment or of a turn break.

    before, after: the board when its orders were owed, and when all was resolved; events: what it brought, in order.
    Sections to which nothing belongs are left out. Rule: rules/sits.md 11.
    """
    parts: list[RenderableType] = [heading(name_of(before), ascii_only=ascii_only)]
    for title, content in _sections(before, events, after, ascii_only=ascii_only):
        if content:
            parts += [section(title), *content]
    return Group(*parts)


def _sections(
    before: Board, events: Sequence[Event], after: Board, *, ascii_only: bool
) -> Iterator[tuple[str, list[RenderableType]]]:
    facts = with_dice(events)
    yield "Orders", [*orders_given(before, events)]
    yield "Orders that came to nothing", [*voided(events)]
    yield "Beams", [*shots(facts)]
    yield "Launches", [*launches(facts)]
    if before.segment <= SEGMENTS:
        yield "Movement", [*movement(before, events, after, ascii_only=ascii_only)]
    yield "Missile defence", [*defences(facts)]
    yield "Damage", [*hits(facts)]
    yield "Thrust breaks", [*thrust_breaks(events, before.segment)]
    yield "Damage control", [*repairs(facts)]
    yield "Miracles", [*miracles(facts)]
    changed: list[RenderableType] = [*tracks_changed(before, after)]
    yield "Tracks before and after", [*changed, legend()] if changed else []
    if any(len(roll.faces) == VARIANCE for roll in of(events, DiceRolled)):
        yield "Dice", [ReportLine("As thrown, then who rolled what; of three the key pair stands before the bar.", 2)]


def orders_given(board: Board, events: Sequence[Event]) -> Iterator[ReportLine]:
    """Each player's orders line by line, in the words that were sealed; without a reveal, in normal form."""
    sides = {ship.player: ship.side for ship in board.ships.values()}
    revealed = of(events, OrdersRevealed)
    for player in sorted({*sides, *(reveal.player for reveal in revealed)}):
        sealed = [reveal.lines for reveal in revealed if reveal.player == player]
        written = [line for lines in sealed for line in lines] if sealed else list(_written(board, events, player))
        side = sides.get(player, player)
        yield ReportLine(side if side == player else f"{side} ({player})", 2, style="bold")
        yield from (ReportLine(line, 4) for line in written or ["no orders"])


def _written(board: Board, events: Iterable[Event], player: str) -> Iterator[str]:
    for event in events:
        if isinstance(event, Order) and event.ship in board.ships and board.ships[event.ship].player == player:
            yield f"{event.ship}: {write_order(event)}"


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
