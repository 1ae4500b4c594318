"""A ship's `course` on paper: it flies by the game's own steps, with nobody else on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from commands.calc import Answer, Rows
from commands.sits.tables import By
from sits_es.errors import NotAllowedError
from sits_es.events import Event
from sits_es.rules.sits import reasons
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    HalvesKept,
    PlotChoice,
    PlotOrdered,
    ThrustBroke,
    ThrustOrdered,
)
from sits_es.rules.sits.motion.told import step_in_words
from sits_es.rules.sits.procedure import foretell, opening
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.sums.tracks import fresh_boxes
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.turns.facts import PivotOrdered, ShipTurned
from sits_es.rules.sits.views.segment import sources_used
from sits_es.sentences import counted
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector, Position
from sits_es.space.vectors import PAIRS_RULE

#: What the ship is called, and its class and owner, whom nobody sees.
SHIP: Final = "Ship"
PAPER: Final = "paper"

#: What is told of a segment besides where the ship goes.
TOLD: Final = (FutureDisplaced, DotGained, HalvesKept, ShipTurned, ThrustBroke)


def ordered(
    thrusts: Sequence[int], pivot_to: Window | None, plots: Sequence[tuple[Window, HexVector]]
) -> dict[int, list[Order]]:
    """Orders by the number of segments before them. thrusts: of the first segments, the last one kept."""
    found: dict[int, list[Order]] = {0: []}
    for gone, (before, now) in enumerate(pairwise((0, *thrusts))):
        if now != before:
            found.setdefault(gone, []).append(ThrustOrdered(ship=SHIP, thrust=now))
    if pivot_to is not None:
        found[0].append(PivotOrdered(ship=SHIP, to=pivot_to))
    if plots:
        choices = (PlotChoice(window=window, vector=vector) for window, vector in plots)
        found[0].append(PlotOrdered(ship=SHIP, plots=tuple(choices)))
    return found


def flight(
    by: By,
    vectors: HexVector,
    attitude: Attitude,
    orders: Mapping[int, Sequence[Order]],
    *,
    segments: int,
    first: int,
    pace: int,
) -> Answer:
    """The path of a ship over so many segments. first: the segment of the turn at hand; pace: as of `_board`."""
    board = _board(by, vectors, attitude, pace, first)
    path, rows, every, here = [], [], list[Event](), Position()
    for facts, after in _flown(board, segments, orders):
        leg = _leg(facts, after)
        told = " ".join(SYSTEM.tell(fact) for fact in facts if isinstance(fact, TOLD))
        moves = str(after.ships[SHIP].position - here) or "none"
        rows.append((f"{leg['turn']}.{leg['segment']}", str(leg["thrust"]), moves, leg["moved"] or "still", told))
        here = after.ships[SHIP].position
        path.append(leg)
        every += facts
    last = path[-1]
    where = f"{last['moved']} from here" if last["moved"] else "back here"
    ends = f"with vectors {last['vector']}" if last["vector"] else "with no vectors"
    return Answer(
        f"After {counted(segments, 'segment')} the ship is {where}, {ends}.",
        [
            Rows(("When", "Thrust", "Moves", "From here", "How"), rows, frozenset((1,))),
            *(line.text for line in sources_used(by.tables, every)),
        ],
        f'card, "Resolve Thrust", "Move Ships" and "Thrust Break Condition"; sits rules 6; {PAIRS_RULE}',
        {"vector": last["vector"], "moved": last["moved"], "path": path},
    )


def _board(by: By, vectors: HexVector, attitude: Attitude, pace: int, segment: int) -> Board:
    """A board with one ship at the middle of the map. pace: its ratings for pivots and rolls."""
    card = ShipClass(
        name=PAPER,
        hit_size=1,
        crew_quality=1,
        tracks={"thrust": (999,), "pivot": (pace,), "roll": (pace,)},
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
    return Board(tables=by.tables, options=by.options, classes={PAPER: card}, ships={SHIP: ship}, segment=segment)


def _flown(
    board: Board, segments: int, orders: Mapping[int, Sequence[Order]]
) -> Iterator[tuple[Sequence[Event], Board]]:
    """The facts of each segment, and the board at its end. orders: by the number of segments before them.

    NotAllowedError for an order that the rules void, with the rules' own reason.
    """
    for gone in range(segments):
        marked = opening(board)
        for fact in marked:
            fact.apply(board)
        work = foretell(board, orders.get(gone, ()))
        facts = [*marked, *work.facts]
        if void := [reasons.told(fact.ship, fact.reasons) for fact in facts if isinstance(fact, OrderVoided)]:
            raise NotAllowedError(void)
        board = work.board
        yield facts, board
        board.turn, board.segment = (board.turn, board.segment + 1) if board.segment < SEGMENTS else (board.turn + 1, 1)


def _leg(facts: Sequence[Event], after: Board) -> dict[str, Any]:
    """A segment for programs, as its page of JSON tells it."""
    ship = after.ships[SHIP]
    dots = [fact for fact in facts if isinstance(fact, DotGained)]
    broke = next((fact for fact in facts if isinstance(fact, ThrustBroke)), None)
    return {
        "turn": after.turn,
        "segment": after.segment,
        "thrust": ship.thrust,
        "nose": ship.attitude.nose,
        "roll": ship.attitude.roll,
        "grid": str(sum((fact.move for fact in facts if isinstance(fact, FutureMarked)), STILL)),
        "displaced": str(sum((fact.by for fact in facts if isinstance(fact, FutureDisplaced)), STILL)),
        "moved": str(ship.position - Position()),
        "dots": {gained.window: gained.dots for gained in dots},
        "vector": str(ship.vectors),
        "break": None
        if broke is None
        else {
            "reasons": list(broke.reasons),
            "plots": {each.window: {"dots": each.dots, "plot": str(each.plot)} for each in broke.dots},
            "steps": [step_in_words(step) for step in broke.steps],
        },
    }
