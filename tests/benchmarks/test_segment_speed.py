"""A segment of a large battle, resolved in full: 12 ships, 20 attacks through every layer, against its bare facts.

The baseline throws the same dice and makes the same facts anew, with nothing decided and no board changed: what is left
above it is the work of the rules. Milliseconds stand beside the ratio for information; the ratio is what counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter

import pytest
from attrs import fields
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.rules.sits.events.defence import LayerFought
from sits_es.rules.sits.events.fire import BeamFired, SalvoLaunched
from sits_es.rules.sits.events.motion import ShipPlaced
from sits_es.rules.sits.fold import fold
from sits_es.rules.sits.orders.forms import DecoyOrdered, FireOrdered, LaunchOrdered, Order, SlideOrdered, ThrustOrdered
from sits_es.rules.sits.procedure import opening, resolve
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.ship.samples import sample_classes
from sits_es.rules.sits.state import Board, freeze
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector, Position

ROUNDS = 15
ATTACKS = 20
DICE = KeyedDice(b"\x05" * 32, "battle", 1, 1)
ROLES = ("Sample Dreadnought", "Sample Battlecruiser", "Sample Heavy Cruiser", "Sample Light Cruiser")


def battle() -> Board:
    """Six ships in line against six in line three hexes off, broadside to broadside."""
    placed = [
        ShipPlaced(
            ship=f"{side} {number}",
            ship_class=ROLES[number % len(ROLES)],
            side=side,
            player=side,
            position=Position(across, 2 * number - across // 2, number % 3),
            vectors=HexVector(6, 1) if side == "red" else HexVector(5, -1),
            attitude=Attitude(Window("A")),
        )
        for side, across in (("red", 0), ("blue", 3))
        for number in range(6)
    ]
    board = Board(tables=card_tables(), options=Options(), classes=sample_classes())
    standing = fold(freeze(board), placed)
    return fold(standing, opening(standing))


def orders() -> dict[str, list[Order]]:
    """Every ship fires lasers and launches two broadsides, eight launch ahead too; thrusts change, decoys answer."""
    given: dict[str, list[Order]] = {"red": [], "blue": []}
    for side, other, mount in (("red", "blue", "starboard"), ("blue", "red", "port")):
        for number in range(6):
            ship, target = f"{side} {number}", f"{other} {number}"
            given[side] += [
                ThrustOrdered(ship=ship, thrust=2),
                DecoyOrdered(ship=ship, count=1),
                SlideOrdered(ship=ship, facing="port"),
                LaunchOrdered(ship=ship, mount=mount, target=target, salvoes=2),
                FireOrdered(ship=ship, weapon=f"{mount}-laser", target=target),
            ]
        for number in range(2, 6):
            aslant = LaunchOrdered(ship=f"{side} {number}", mount="forward", target=f"{other} {number - 2}", salvoes=1)
            given[side].append(aslant)
    return given


def anew(facts: Sequence[Event], names: dict[type[Event], tuple[str, ...]]) -> int:
    """Throw the dice of the facts again and make each of them again."""
    made = 0
    for fact in facts:
        if isinstance(fact, DiceRolled):
            DICE.throw(fact.key, len(fact.faces), fact.sides)
        kind = type(fact)
        made += kind(**{name: getattr(fact, name) for name in names[kind]}) is not None
    return made


def facts_of(facts: Sequence[Event], kind: type[Event]) -> int:
    return sum(isinstance(fact, kind) for fact in facts)


@pytest.mark.benchmark(group="segment")
def test_a_segment_of_twelve_ships_and_twenty_attacks_against_its_bare_facts(
    benchmark: BenchmarkFixture,
) -> None:
    board, given = battle(), orders()
    facts = resolve(board, given, DICE)
    assert len(board.ships) == 12
    assert facts_of(facts, SalvoLaunched) == ATTACKS
    assert facts_of(facts, LayerFought) >= 3 * ATTACKS
    assert facts_of(facts, BeamFired) == len(board.ships)
    names = {kind: tuple(each.name for each in fields(kind)) for kind in {type(fact) for fact in facts}}
    ratios, spent = [], []
    for _ in range(ROUNDS):
        begun = perf_counter()
        resolve(board, given, DICE)
        middle = perf_counter()
        anew(facts, names)
        ended = perf_counter()
        spent.append(middle - begun)
        ratios.append((middle - begun) / (ended - middle))
    benchmark.extra_info["facts"] = len(facts)
    benchmark.extra_info["milliseconds"] = round(1000 * median(spent), 2)
    benchmark.extra_info["times the bare facts"] = round(median(ratios), 2)
    benchmark.extra_info["goal"] = 4
    benchmark(resolve, board, given, DICE)
