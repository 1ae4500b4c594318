"""What the rules cost: what ships see of each other, and a segment of a large battle."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from statistics import median

from attrs import fields

from sits_es.events import Event
from sits_es.rules.sits.board import copied
from sits_es.rules.sits.procedure import resolve
from sits_es.space.arcs import ship_windows
from sits_es.space.attitude import _level_frame, frame
from sits_es.space.bearing import bearing_of
from tests.benchmarks.large_battle import DICE, again, battle, orders
from tests.benchmarks.sights import fleet, looked_up, reckoned
from tests.benchmarks.stopwatch import Measured, processor_time, side_by_side, spent, times_as_long


def bearings(_work: Path, rounds: int) -> Measured:
    """What forty ships see of each other when nothing is known yet, against plain trigonometry.

    As in the first round of a command: another battle every time, and nothing left of the one before.
    """
    ratios, took = [], []
    for number in range(rounds + 1):
        ships = fleet(100 + number)
        looked_up(ships)
        for known in (bearing_of, ship_windows, frame, _level_frame):
            known.cache_clear()
        ours, theirs = (processor_time(partial(way, ships)) for way in (looked_up, reckoned))
        ratios.append(theirs / ours)
        took.append(ours)
    note = f"{spent(median(took))} for 1,560 sights"
    return Measured("cold bearings of 40 ships, times trigonometry", median(ratios), note)


def segment(_work: Path, rounds: int) -> Measured:
    """A segment with twelve ships and twenty attacks, against throwing its dice and making its facts again."""
    board, given = battle(), orders()
    facts = resolve(copied(board), given, DICE)
    names = {kind: tuple(each.name for each in fields(kind)) for kind in {type(fact) for fact in facts}}
    made: list[Event] = again(facts, names)
    if made != facts:
        raise AssertionError("the two sides come to different facts")
    bare, ours = side_by_side(2 * rounds, lambda: again(facts, names), lambda: resolve(copied(board), given, DICE))
    note = f"{spent(median(ours))}, {len(facts)} facts"
    return Measured("resolving 12 ships and 20 attacks, of the bare facts", times_as_long(ours, bare), note)
