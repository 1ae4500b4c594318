"""A ship on paper: it flies by the game's own steps, with nobody else on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from attrs import frozen

from sits_es.dice import ScriptedDice
from sits_es.errors import NotAllowedError
from sits_es.events import Event
from sits_es.rules.sits.events.fire import OrderVoided
from sits_es.rules.sits.events.motion import DotGained, FutureDisplaced, FutureMarked, ShipTurned, ThrustBroke
from sits_es.rules.sits.fold import HANDLERS
from sits_es.rules.sits.orders.forms import Order
from sits_es.rules.sits.procedure import foretell, opening
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.ship.ship_class import ShipClass
from sits_es.rules.sits.ship.tracks import fresh_boxes
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.sits.story.codes import reasons_in_words
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.space.attitude import Attitude
from sits_es.space.hexes import STILL, HexVector, Position

#: What the ship is called in a refusal, and its class and owner, whom nobody sees.
SHIP: Final = "The ship"
PAPER: Final = "paper"

F = TypeVar("F", bound=Event)


@frozen(kw_only=True)
class Leg:
    """One segment of a path.

    thrust: points. attitude: while thrusting; turned: after this segment's pivot, None without one. grid, displaced:
    moves by the movement grid and by the thrust chart. moved: displacement since the start. vectors: hexes per turn
    after the segment. broke: the thrust break, if one came.
    """

    turn: int
    segment: int
    thrust: int
    attitude: Attitude
    turned: Attitude | None
    grid: HexVector
    displaced: HexVector
    moved: HexVector
    dots: tuple[DotGained, ...]
    broke: ThrustBroke | None
    vectors: HexVector


def paper_board(
    vectors: HexVector, attitude: Attitude, tables: Tables, *, thrust: int, pace: int, segment: int
) -> Board:
    """A board with one ship at the middle of the map, by some tables.

    thrust, pace: its ratings; without a pivot chart the pace is segments for a window of a pivot.
    """
    card = ShipClass(
        name=PAPER,
        hit_size=1,
        crew_quality=1,
        tracks={"thrust": (thrust,), "pivot": (pace,), "roll": (pace,)},
        mounts=(),
        hits={},
    )
    ship = Ship(
        name=SHIP,
        ship_class=PAPER,
        side=PAPER,
        player=PAPER,
        position=Position(),
        vectors=vectors,
        attitude=attitude,
        boxes=fresh_boxes(card),
    )
    return Board(
        tables=tables,
        options=Options(),
        classes={PAPER: card},
        ships={SHIP: ship},
        segment=segment,
    )


def follow(board: Board, segments: int, orders: Mapping[int, Sequence[Order]]) -> Iterator[Leg]:
    """The path over so many segments. orders: by the number of segments before them. Changes the board.

    NotAllowedError for an order that the rules void, with the rules' own reason.
    """
    for gone in range(segments):
        facts = opening(board)
        for fact in facts:
            HANDLERS[type(fact)](board, fact)
        attitude = board.ships[SHIP].attitude
        work = foretell(board, {PAPER: orders.get(gone, ())}, ScriptedDice(()))
        facts += work.facts
        if void := [reasons_in_words(fact.ship, fact.reasons) for fact in facts if isinstance(fact, OrderVoided)]:
            raise NotAllowedError(void)
        yield _leg(board, attitude, work.board.ships[SHIP], facts)
        turn, segment = (board.turn, board.segment + 1) if board.segment < SEGMENTS else (board.turn + 1, 1)
        board = work.board
        board.turn, board.segment = turn, segment


def _leg(board: Board, attitude: Attitude, ship: Ship, facts: Sequence[Event]) -> Leg:
    turned = _of(facts, ShipTurned)
    return Leg(
        turn=board.turn,
        segment=board.segment,
        thrust=ship.thrust,
        attitude=attitude,
        turned=turned[-1].attitude if turned else None,
        grid=sum((fact.move for fact in _of(facts, FutureMarked)), STILL),
        displaced=sum((fact.by for fact in _of(facts, FutureDisplaced)), STILL),
        moved=ship.position - Position(),
        dots=tuple(_of(facts, DotGained)),
        broke=next(iter(_of(facts, ThrustBroke)), None),
        vectors=ship.vectors,
    )


def _of(facts: Sequence[Event], form: type[F]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, form)]
