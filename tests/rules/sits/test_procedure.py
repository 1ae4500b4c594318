from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import DiceRolled
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.damage.facts import BoxDestroyed, HitScored, HullStruck
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided, StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, DecoysDeployed, LayerFought, SalvoLaunched
from sits_es.rules.sits.motion.facts import (
    FutureMarked,
    GridFilled,
    PulseCrossed,
    ShipMoved,
    ThrustBroke,
    ThrustChanged,
)
from sits_es.rules.sits.orders.language import LANGUAGE
from sits_es.rules.sits.procedure import BREAK, FORETOLD, SEGMENT, TURN_BREAK, UNTOLD, foretell, opening
from sits_es.rules.sits.repairs.facts import CountersRun, RepairTried
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.tracks import rating
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.space.hexes import HexVector
from tests.shared.sits_boards import CRUISER, board_of, cruiser, placed, play, read, skirmish, why, with_ship, without

LEAST = (0, 1, 0)
ECM = 6  # the row of a hit that takes three boxes of ECM, and then hull


def duel(segment: int = 1) -> Board:
    card = cruiser({"hull": tuple(range(400, 0, -1))}, hit_size=1000)
    return board_of(
        placed("Fearless", "0,0", vectors="8A"),
        placed("Sirius", "2,-1", vectors="8A"),
        classes=[card],
        segment=segment,
    )


def test_a_turn_asks_for_orders_of_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[type[Order]] = set()
    answer = Resolution.ordered

    def noted(work: Resolution, form: type[Order], due: Callable[[Any], bool] = lambda _: True) -> Any:
        asked.add(form)
        return answer(work, form, due)

    monkeypatch.setattr(Resolution, "ordered", noted)
    for segment in (1, BREAK):
        play(duel(segment))
    by_themselves = {form for form in LANGUAGE.forms if issubclass(form, Order) and form.apply is not Order.apply}
    # `stop if` is heeded whenever something happens
    assert {*LANGUAGE.forms} - asked - by_themselves == {StopOrdered}


def test_a_segment_opens_with_the_markers_of_all_ships_and_the_turn_break_with_nothing() -> None:
    marked = [(fact.ship, fact.move) for fact in opening(duel()) if isinstance(fact, FutureMarked)]
    assert marked == [("Fearless", HexVector(a=1)), ("Sirius", HexVector(a=1))]
    assert opening(duel(BREAK)) == []


def test_a_segment_goes_step_by_step_as_the_card_prints_it() -> None:
    board = with_ship(duel(), "Sirius", thrust=6)
    played = play(
        board,
        "Fearless: stop if fired at",
        "Fearless: thrust 3",
        "Fearless: roll port 1",
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        "Fearless: fire starboard-laser at Sirius",
        "Sirius: stop if fired at",
        "Sirius: pivot to A/B",
        "Sirius: decoy 1 if launched at",
        "Sirius: fire forward-graser at Fearless",
        faces=[*LEAST, ECM, *LEAST * 5, ECM],
    )
    told = [type(fact) for fact in played.facts if not isinstance(fact, DiceRolled | BoxDestroyed)]
    assert told == [
        OrderVoided,  # 3: the graser does not bear
        *(BeamFired, WallMet, HullStruck, HitScored),  # the laser
        SalvoLaunched,
        ThrustChanged,  # 4
        PivotBegun,
        RollBegun,
        DecoysDeployed,
        *(PulseCrossed, PulseCrossed),  # 5
        *(ShipMoved, ShipMoved),  # 6
        *(ShipTurned, ShipTurned),
        AttackArrived,
        *(LayerFought, LayerFought, LayerFought, LayerFought),
        *(WallMet, HullStruck, HitScored, AttackSpent),
        *(ThrustBroke, GridFilled),  # 7
        CountersRun,  # 8
        OrdersStopped,
    ]


def test_nothing_of_a_segment_happens_without_orders_but_the_moves() -> None:
    played = play(duel())
    assert [type(fact) for fact in played.facts] == [ShipMoved, ShipMoved]


def test_the_turn_break_takes_repairs_alone() -> None:
    board = without(duel(BREAK), "Fearless", "ecm", 1)
    played = play(board, "Fearless: repair ecm", faces=[1])
    assert [type(fact) for fact in played.facts] == [DiceRolled, RepairTried]


def test_what_helm_and_engines_do_is_foretold_without_dice_or_enemies() -> None:
    board = duel()
    given = read(board, "Fearless: thrust 6", "Fearless: pivot to A/B", "Fearless: fire starboard-laser at Sirius")
    foretold = foretell(copied(board), given["fearless"])
    assert [type(fact) for fact in foretold.facts if getattr(fact, "ship", "") == "Fearless"] == [
        ThrustChanged,
        PivotBegun,
        PulseCrossed,
        ShipMoved,
        ShipTurned,
        ThrustBroke,
        GridFilled,
        CountersRun,  # of the laser
    ]
    played = play(board, "Fearless: thrust 6", "Fearless: pivot to A/B")
    assert foretold.board.ships["Fearless"].attitude == played.board.ships["Fearless"].attitude
    assert foretold.board.ships["Fearless"].position == played.board.ships["Fearless"].position


def test_of_two_orders_of_which_a_ship_has_one_the_first_is_carried_out() -> None:
    played = play(duel(), "Fearless: thrust 6", "Fearless: thrust 2")
    assert played.board.ships["Fearless"].thrust == 6
    assert why(played.one(OrderVoided)) == "Fearless has two thrust orders for this segment. Keep one."


def test_what_is_foretold_in_another_way_is_a_step_of_the_segment_or_of_the_turn_break() -> None:
    assert {*FORETOLD, *UNTOLD} <= {*SEGMENT, *TURN_BREAK}


@settings(max_examples=25)
@given(number=st.integers(0, 10**9))
def test_random_legal_orders_are_carried_out_and_a_redo_gives_the_same_facts(number: int) -> None:
    for board, orders, dice, played in skirmish(Random(number), 8):  # noqa: S311 - no secret hangs on it
        assert play(board, *orders, dice=dice) == played
        for name, ship in played.board.ships.items():
            assert set(ship.boxes) == set(CRUISER.tracks)
            assert all(len(marks) == len(CRUISER.tracks[track]) for track, marks in ship.boxes.items())
            assert all(set(marks) <= set(".xt#d") for marks in ship.boxes.values())
            assert ship.thrust <= (rating(CRUISER, ship, "thrust") or 0) or ship.destroyed is not None
            assert all(left > 0 for left in ship.counters.values())
            assert all(0 <= spent <= 220 for spent in ship.spent.values())
            assert 0 <= ship.decoys_spent <= 4
            assert ship.future is None or board.segment == BREAK or ship.destroyed is not None, name
        assert played.board.attacks == {}
        for fact in played.all(BoxDestroyed):
            assert CRUISER.tracks[fact.track][fact.box] == fact.before
        # a roll's name is thrown once
        keys = [roll.key for roll in played.all(DiceRolled)]
        assert len(set(keys)) == len(keys)


@settings(max_examples=25)
@given(number=st.integers(0, 10**9))
def test_what_the_checker_lets_pass_is_void_only_for_what_came_between(number: int) -> None:
    for board, orders, _, played in skirmish(Random(number), 4):  # noqa: S311 - no secret hangs on it
        hurt = {fact.ship for fact in played.all(HullStruck)}
        known = {name for name, ship in board.ships.items() if ship.destroyed is not None}
        for fact in played.all(OrderVoided):
            later = fact.order.startswith("plot")  # a break of this segment may have come another way
            mended = fact.order.startswith("repair")
            target = next((name for name in board.ships if f"at {name}" in fact.order), "")
            assert later or mended or {fact.ship, target} & hurt
            assert fact.ship not in known
        assert len(orders) >= len(played.all(OrderVoided)) - sum("; " in order for order in orders)
