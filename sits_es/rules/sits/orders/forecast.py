"""A player's course foretold from their own orders, as if everybody else drifted. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.dice import ScriptedDice
from sits_es.events import Event
from sits_es.rules.sits.board import Board, Ship, thaw
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.play.aiming import bears, seen_through
from sits_es.rules.sits.procedure import BREAK, foretell, opening
from sits_es.space.bearing import bearing_between
from sits_es.space.vectors import vectors_in_words


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[Order]]) -> list[str]:
    """Position, vectors, attitude and bearings of the player's ships after each segment that is ordered, as lines.

    orders: by segment, in a row from the one at hand on; in the turn break nothing moves.
    """
    return [
        f"{work.segment}  {line}"
        for work, _ in course(board, orders)
        for ship in work.standing()
        if ship.player == player
        for line in _of(work, ship)
    ]


def led_to(board: Board, orders: Mapping[int, Sequence[Order]]) -> Board | None:
    """The board after the last segment that is ordered; None where nothing moves. orders: as of `course`."""
    boards = [work for work, _ in course(board, orders)]
    return boards[-1] if boards else None


def course(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[tuple[Board, Sequence[Event]]]:
    """The board after each segment that is ordered, with the facts of helm and engines that led there.

    orders: one player's by segment, in a row from the one at hand on; in the turn break nothing moves.
    """
    work = thaw(board)
    for segment in sorted(segment for segment in orders if segment != BREAK):
        if segment != board.segment:
            work.turn, work.segment = board.turn, segment
            for marked in opening(work):
                marked.apply(work)
        ordered = [order for order in orders[segment] if order.ship in work.ships]
        for order in ordered:
            order.apply(work)
        found = foretell(work, {"": ordered}, ScriptedDice(()))
        work = found.board
        yield work, found.facts


def _of(board: Board, ship: Ship) -> Iterator[str]:
    yield f"{ship.name}: {ship.position}; vectors {vectors_in_words(ship.vectors)}; {ship.attitude}"
    for other in board.standing():
        if other.side != ship.side:
            hexes = bearing_between(ship.position, other.position, board.tables.range_table).range
            _, window = seen_through(board, ship, other)
            mounts = [mount.name for mount in board.class_of(ship).mounts if bears(mount, window)]
            bearing = ", ".join(mounts) or "nothing"
            yield f"   {other.name} at range {hexes}, window {window or 'none'}; bearing: {bearing}"
