"""A player's course foretold from their own orders, as if everybody else drifted. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board, Ship, copied
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import LaunchOrdered
from sits_es.rules.sits.order_rules import can_be
from sits_es.rules.sits.procedure import BREAK, Foretold, foretell, opening
from sits_es.rules.sits.sums.aiming import beam_reach, bears, in_tables, seen_through
from sits_es.rules.sits.sums.sight import frames
from sits_es.rules.sits.sums.tracks import strength
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.sentences import listed
from sits_es.space.bearing import bearing_between
from sits_es.space.vectors import vectors_in_words


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[Order]]) -> list[str]:
    """Where the player's ships are after each segment that is ordered, and what they can fire and launch in the next.

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


def beams(board: Board, ship: Ship) -> Iterator[tuple[str, int]]:
    """The ship's beam weapons that work, with how far they reach."""
    card = board.class_of(ship)
    for mount in card.mounts:
        for weapon in mount.weapons():
            if strength(card, ship, weapon) and in_tables(board, mount, weapon):
                yield weapon, beam_reach(board.tables, mount, weapon)


def in_sights(board: Board, name: str, target: str, near: bool) -> str:
    """What a ship could use against another, in words, or nothing. near: whether any beam could reach so far."""
    ship, window = board.ships[name], seen_through(board, board.ships[name], board.ships[target])[1]
    mounts = [mount for mount in board.class_of(ship).mounts if bears(mount, window)]
    weapons = [each for mount in mounts for each in mount.weapons() if each in ship.boxes] if near else []
    fire = [each for each in weapons if can_be(board, ship, FireOrdered(ship=name, weapon=each, target=target))]
    launch = [
        mount.name
        for mount in mounts
        if can_be(board, ship, LaunchOrdered(ship=name, mount=mount.name, target=target, salvoes=1))
    ]
    told = [("beam", fire), ("launcher", launch)]
    return "; ".join(f"{word}{'s' * (len(found) > 1)} {listed(found)}" for word, found in told if found)


def _of(board: Board, ship: Ship) -> Iterator[str]:
    yield f"{ship.name}: {ship.position}; vectors {vectors_in_words(ship.vectors)}; {ship.attitude}"
    farthest = max((reach for _, reach in beams(board, ship)), default=0)
    for other in board.standing():
        if other.side != ship.side:
            hexes = bearing_between(ship.position, other.position, board.tables.range_table).range
            yield f"   {other.name} at range {hexes}, window {frames(*seen_through(board, ship, other))}"
            can = in_sights(board, ship.name, other.name, hexes <= farthest) if board.segment < SEGMENTS else ""
            if can:
                yield f"      in segment {board.segment + 1} it can use {can}"
