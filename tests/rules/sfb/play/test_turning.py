"""Ordered turns, high-energy turns and the rotation of bases. Rule: C3, C5, C6, G21.224."""

from __future__ import annotations

import pytest

from sits_es.dice import DiceRolled
from sits_es.rules.sfb.cards.unit_class import UnitClass
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.motion.facts import SpeedOrdered
from sits_es.rules.sfb.procedure import change, turn
from sits_es.rules.sfb.sums.facings import Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.turns.facts import (
    HetOrdered,
    HighEnergyTurned,
    Manoeuvre,
    TacOrdered,
    TurnOrdered,
    UnitTurned,
)
from tests.rules.sfb.boards import at_work, board, card, of, parts, play, unit, web
from tests.shared.rows import each_row

HET = HetOrdered(unit="Swift", to=read_facing("yaw 90 pitch 10"))


def turned(text: str, impulse: int = 1, ship: str = "Swift") -> TurnOrdered:
    """The order of a turn in words."""
    return TurnOrdered(unit=ship, impulse=impulse, turn=read_turn(text))


@each_row("text", ["pitch 8.2 yaw 6.1 roll 3", "pitch 9 yaw 9 roll 9", "pitch 9", "pitch -9 yaw 9 roll -9"])
def test_a_ship_with_a_turn_mode_of_9_turns_up_to_that_about_each_axis(text: str) -> None:
    on = board(unit("Swift", card="Fighter", speed="9"))
    facts = of(play(at_work(on, turned(text)), 1, turn), UnitTurned)
    assert facts == [
        UnitTurned(unit="Swift", cause="order", turn=read_turn(text), facing=read_facing(text), limit=90_000)
    ]


@each_row(
    ("text", "why"),
    [
        ("pitch 9.0001 yaw 6.1 roll 3", ("turn-too-wide", "pitch", 90_001, 90_000, "shuttle", 90_000, "")),
        ("pitch 9 yaw -9.1", ("turn-too-wide", "yaw", -91_000, 90_000, "shuttle", 90_000, "")),
        ("roll 12", ("turn-too-wide", "roll", 120_000, 90_000, "shuttle", 90_000, "")),
    ],
)
def test_a_turn_that_is_too_wide_about_one_axis_is_voided_as_a_whole_and_never_cut(
    text: str, why: tuple[object, ...]
) -> None:
    on = board(unit("Swift", card="Fighter", speed="9"))
    (void,) = of(play(at_work(on, turned(text)), 1, turn), OrderVoided)
    assert (void.why.code, *void.why.values) == why
    assert on.units["Swift"].facing == Facing()


def test_several_turns_of_an_impulse_count_together() -> None:
    on = board(unit("Swift", card="Fighter", speed="9"))
    facts = play(at_work(on, turned("yaw 5"), turned("yaw 5"), turned("yaw 4 pitch 9")), 1, turn)
    assert [void.why.values for void in of(facts, OrderVoided)] == [("yaw", 100_000, 90_000, "shuttle", 90_000, "")]
    assert on.units["Swift"].facing == read_facing("yaw 9 pitch 9")


@each_row(
    ("tac", "outstanding", "limit"),
    [
        (None, False, "1.5"),
        ("sublight", False, "2"),
        ("warp", False, "7.5"),
        ("both", False, "9"),
        ("sublight", True, "2"),
        ("warp", True, "11"),
        ("both", True, "11"),
    ],
)
def test_a_ship_at_rest_turns_as_its_manoeuvres_allow(tac: Manoeuvre | None, outstanding: bool, limit: str) -> None:
    orders = [] if tac is None else [TacOrdered(unit="Swift", tac=tac)]
    for more, facts in ((0, 1), (1, 0)):
        on = board(unit("Swift", outstanding=outstanding))
        order = TurnOrdered(unit="Swift", turn=Turn(yaw=parts(limit) + more))
        assert len(of(play(at_work(on, *orders, order), 1, change, turn), UnitTurned)) == facts


def test_the_turn_mode_is_that_of_the_speed_that_holds_in_the_impulse() -> None:
    speed = SpeedOrdered(unit="Swift", impulse=2, speed=parts(16))
    work = at_work(board(unit("Swift", speed="4")), speed, turned("yaw 6.12", 1), turned("yaw 6.12", 2))
    facts = play(work, (1, 2), change, turn)
    assert [(void.why.values) for void in of(facts, OrderVoided)] == [("yaw", 61_200, 30_600, "D", 40_000, "")]
    assert [fact.limit for fact in of(facts, UnitTurned)] == [61_200]


def test_in_a_web_the_speed_that_is_left_sets_the_turn_mode() -> None:
    on = board(
        unit("Swift", "0,1,0", speed="16"), web("web-1", "1", "2", strength="12", points={"1": "-1,0,0", "2": "1,0,0"})
    )
    facts = play(at_work(on, turned("yaw 3.06"), turned("roll 3.0601")), 1, turn)
    assert [fact.limit for fact in of(facts, UnitTurned)] == [30_600]
    assert [void.why.values for void in of(facts, OrderVoided)] == [("roll", 30_601, 30_600, "D", 40_000, "")]


def test_a_high_energy_turn_that_rolls_below_the_breakdown_number_points_where_it_was_ordered() -> None:
    on = board(unit("Swift"))
    facts = play(at_work(on, HET, dice=[5]), 1, turn)
    assert of(facts, HighEnergyTurned) == [
        HighEnergyTurned(unit="Swift", to=HET.to, facing=HET.to, die=5, needed=6, broke_down=False)
    ]
    assert [(roll.purpose, roll.faces) for roll in of(facts, DiceRolled)] == [("breakdown", (4,))]


def test_after_a_breakdown_six_dice_say_where_the_ship_points() -> None:
    on = board(unit("Swift"))
    facts = play(at_work(on, HET, dice=[6, 5, 6, 1, 1, 3, 4]), 1, turn)
    facing = read_facing("yaw 70 roll 220")  # 5 and 6 are 360 of pitch
    assert of(facts, HighEnergyTurned) == [
        HighEnergyTurned(unit="Swift", to=HET.to, facing=facing, die=6, needed=6, broke_down=True)
    ]
    assert [roll.faces for roll in of(facts, DiceRolled)] == [(5,), (4, 5, 0, 0, 2, 3)]
    assert on.units["Swift"].facing == facing


def test_the_second_high_energy_turn_and_all_later_ones_have_numbers_of_their_own() -> None:
    on = board(unit("Swift"))
    orders = [HetOrdered(unit="Swift", impulse=impulse, to=HET.to) for impulse in (1, 2, 3)]
    facts = play(at_work(on, *orders, dice=[5, 4, 4]), (1, 2, 3), turn)
    assert [(fact.needed, fact.broke_down) for fact in of(facts, HighEnergyTurned)] == [
        (6, False),
        (5, False),
        (5, False),
    ]


@pytest.mark.parametrize("numbers", [(), (7,)])
def test_a_card_without_a_breakdown_number_rolls_no_die(numbers: tuple[int, ...]) -> None:
    steady: UnitClass = card("Cruiser", breakdown=numbers)
    facts = play(at_work(board(unit("Swift"), cards=[steady]), HET), 1, turn)
    assert [(fact.die, fact.needed) for fact in of(facts, HighEnergyTurned)] == [(0, 7)]
    assert not of(facts, DiceRolled)


def test_a_base_rotates_in_every_impulse() -> None:
    fort = unit("Fort", card="Station", rotation="yaw 7.5 roll -1")
    facts = of(play(at_work(board(fort)), range(1, 33), turn), UnitTurned)
    assert len(facts) == 32
    assert {(fact.cause, fact.limit) for fact in facts} == {("rotation", None)}
    assert fort.facing == read_facing("yaw 240 roll -32")


def test_orders_to_turn_a_base_are_voided() -> None:
    fort = unit("Fort", card="Station")
    (void,) = of(play(at_work(board(fort), turned("yaw 1", ship="Fort")), 1, turn), OrderVoided)
    assert void.why.code == "no-helm"
