"""A player's course foretold from their own orders, as if everybody else drifted. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.rules.sits.board import Board, Ship, copied
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.procedure import BREAK, Foretold, foretell, opening
from sits_es.rules.sits.sums.aiming import bears, seen_through
from sits_es.rules.sits.sums.sight import frames
from sits_es.space.bearing import bearing_between
from sits_es.space.vectors import vectors_in_words


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[Order]]) -> list[str]:
    """Position, vectors, attitude and bearings of the player's ships after each segment that is ordered, as lines.

    orders: by segment, in a row from the one at hand on; in the turn break nothing moves.
    """
    return [
        f"{after.segment}  {line}"
        for after in segments(board, orders)
        for ship in after.standing()
        if ship.player == player
        for line in _of(after, ship)
    ]


def segments(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[Board]:
    """The board after each segment that is ordered; in the turn break nothing moves."""
    return (found.board for found in course(board, {step: orders[step] for step in orders if step != BREAK}))


def course(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[Foretold]:
    """Each exchange that is ordered, as it is foretold.

    orders: one player's by segment, in a row from the one at hand on.
    """
    before = board
    for segment in sorted(orders):
        work = copied(before)
        if segment != board.segment:
            work.segment = segment
            for marked in opening(work):
                marked.apply(work)
        ordered = [order for order in orders[segment] if order.ship in work.ships]
        for order in ordered:
            order.apply(work)
        found = foretell(work, ordered)
        yield found
        before = found.board


def _of(board: Board, ship: Ship) -> Iterator[str]:
    yield f"{ship.name}: {ship.position}; vectors {vectors_in_words(ship.vectors)}; {ship.attitude}"
    for other in board.standing():
        if other.side != ship.side:
            hexes = bearing_between(ship.position, other.position, board.tables.range_table).range
            on_map, window = seen_through(board, ship, other)
            mounts = [mount.name for mount in board.class_of(ship).mounts if bears(mount, window)]
            bearing = ", ".join(mounts) or "nothing"
            yield f"   {other.name} at range {hexes}, window {frames(on_map, window)}; bearing: {bearing}"
