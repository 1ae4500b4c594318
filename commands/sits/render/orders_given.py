"""Orders of both sides, as they were revealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from commands.sits.render.page import Line
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed
from sits_es.rules.sits.events.fire import OrdersStopped, OrderVoided
from sits_es.rules.sits.orders.forms import Order
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.report.facts import of
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story import tell


def orders_given(board: Board, events: Sequence[Event]) -> Iterator[Line]:
    """Each player's orders line by line, in the words that were sealed; without a reveal, in normal form."""
    sides = {ship.player: ship.side for ship in board.ships.values()}
    revealed = of(events, OrdersRevealed)
    for player in sorted({*sides, *(reveal.player for reveal in revealed)}):
        sealed = [reveal.lines for reveal in revealed if reveal.player == player]
        written = [line for lines in sealed for line in lines] if sealed else list(_written(board, events, player))
        side = sides.get(player, player)
        yield Line(side if side == player else f"{side} ({player})", 2, style="bold")
        yield from (Line(line, 4) for line in written or ["no orders"])


def _written(board: Board, events: Iterable[Event], player: str) -> Iterator[str]:
    for event in events:
        if isinstance(event, Order) and event.ship in board.ships and board.ships[event.ship].player == player:
            yield f"{event.ship}: {write_order(event)}"


def voided(events: Sequence[Event]) -> Iterator[Line]:
    """Orders that came to nothing, each with its reason, and runs that stopped; silent when there was none."""
    for event in events:
        if isinstance(event, OrderVoided | OrdersStopped):
            yield Line(tell(event), 2)
