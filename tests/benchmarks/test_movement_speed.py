"""One whole segment of movement for forty ships, against the barest arithmetic that could move them, in one run.

Steps 1, 4, 5, 6 and 7: markers, orders for thrust and pivots, pulses, dots, displacement, moves, turns, thrust breaks.
The baseline adds each ship's grid move to its position and nothing else.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

import pytest
from attrs import evolve
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.rules.sits.board import Board, copied, fold
from sits_es.rules.sits.cards.samples import sample_classes
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.motion.facts import ShipMoved, ShipPlaced, ThrustOrdered
from sits_es.rules.sits.procedure import foretell, opening
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.turns.facts import PivotOrdered
from sits_es.space.attitude import Attitude
from sits_es.space.avid import WINDOWS
from sits_es.space.hexes import HexVector, Position

pytestmark = pytest.mark.long

SHIPS = 40


def battle() -> tuple[Board, list[Order]]:
    """Forty ships in the middle of a turn, all under thrust and every other one about to pivot."""
    random = Random(40)  # noqa: S311 - a battle, not a secret
    classes = sample_classes()
    names = sorted(classes)
    placed = [
        ShipPlaced(
            ship=f"Ship {number}",
            ship_class=names[number % len(names)],
            side="red",
            player="red",
            position=Position(random.randint(-30, 30), random.randint(-30, 30), random.randint(-9, 9)),
            vectors=HexVector(random.randint(-20, 20), random.randint(-20, 20), random.randint(-9, 9)),
            attitude=Attitude(random.choice(WINDOWS), random.randrange(12)),
        )
        for number in range(SHIPS)
    ]
    board = fold(Board(tables=card_tables(), options=Options(), classes=classes), placed)
    orders: list[Order] = [ThrustOrdered(ship=fact.ship, thrust=1 + at % 2) for at, fact in enumerate(placed)]
    for fact in placed[::2]:
        nose = WINDOWS[(WINDOWS.index(fact.attitude.nose) + 7) % len(WINDOWS)]
        orders.append(PivotOrdered(ship=fact.ship, to=nose))
    return board, orders


def segment(board: Board, orders: list[Order]) -> int:
    """Move everybody through a segment by the rules, and tell how many ships moved."""
    marked = fold(board, opening(board))
    facts = foretell(copied(marked), orders).facts
    return sum(isinstance(fact, ShipMoved) for fact in facts)


def bare(board: Board) -> int:
    """Add each ship's grid move to its position."""
    ships = [evolve(ship, position=ship.position + _move(board, ship.vectors)) for ship in board.ships.values()]
    return len(ships)


def _move(board: Board, vectors: HexVector) -> HexVector:
    return fill_grid(vectors, board.tables).moves_in(1)


def test_a_segment_of_movement_for_forty_ships_against_bare_additions(benchmark: BenchmarkFixture) -> None:
    board, orders = battle()
    assert segment(board, orders) == bare(board) == SHIPS
    ours: list[float] = []
    ratios: list[float] = []

    def round_() -> None:
        start = perf_counter()
        bare(board)
        middle = perf_counter()
        segment(board, orders)
        end = perf_counter()
        ours.append(end - middle)
        ratios.append((end - middle) / (middle - start))

    benchmark(round_)
    benchmark.extra_info["times_bare_additions"] = round(median(ratios), 1)
    benchmark.extra_info["milliseconds"] = round(median(ours) * 1000, 2)
