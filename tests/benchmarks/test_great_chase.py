"""A turn of a great battle under SFB 'n3D; what it takes is told by python -m tests.benchmarks.great_chase.

pytest tests/benchmarks/test_great_chase.py --benchmark-enable. Without it each works once; only what happens counts.
"""

from __future__ import annotations

from collections import Counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.events import Event
from sits_es.rules.sfb.board import pack
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.motion.facts import UnitMoved
from sits_es.rules.sfb.sums.sights import sights
from sits_es.rules.sfb.turns.facts import UnitTurned
from tests.benchmarks.great_chase import UNITS, battle, standings, turn
from tests.benchmarks.stopwatch import processor_time

pytestmark = pytest.mark.long

#: What a turn may take with all ranges and arcs, in seconds.
ALLOWED = 10.0


def test_a_turn_has_movement_turns_and_fire_in_every_run_and_is_the_same_each_time() -> None:
    board = battle(60)
    runs = list(turn(board))
    assert len(runs) == 5
    for facts in runs[:4]:
        kinds = Counter(type(fact) for fact in facts)
        assert kinds[UnitMoved] > 100
        assert kinds[UnitTurned] > 10
        assert kinds[WeaponFired] > 0
    assert board.turn == 2
    other = battle(60)
    assert list(turn(other)) == runs
    assert pack(other) == pack(board)


def test_where_units_stand_after_each_impulse_is_told_from_the_facts() -> None:
    board, before = battle(60), battle(60)
    facts = [fact for run in turn(board) for fact in run]
    stood = list(standings(before, facts))
    assert len(stood) == 32
    last = {place for place, _ in stood[-1]}
    assert all(unit.place in last for unit in board.out() if unit.name in before.units)


def test_a_turn_of_two_hundred_units_with_all_ranges_and_arcs(benchmark: BenchmarkFixture) -> None:
    units = UNITS if benchmark.enabled else 40
    facts: list[Event] = []

    def played() -> list[Event]:
        return [fact for run in turn(battle(units)) for fact in run]

    facts += benchmark(played)
    stood = list(standings(battle(units), facts))
    seen = processor_time(lambda: [sights(each) for each in stood])
    benchmark.extra_info["facts"] = len(facts)
    benchmark.extra_info["seconds_for_ranges_and_arcs"] = round(seen, 2)
    benchmark.extra_info["seconds_allowed_for_both"] = ALLOWED
