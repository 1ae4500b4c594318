from collections.abc import Callable

import pytest
from attrs import evolve

from sits_es.events import Coded
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, LayerFought, SalvoLaunched
from sits_es.rules.sits.views.segment import told_in
from sits_es.rules.sits.words import of
from tests.shared.view_samples import Facts, Page

Defended = Callable[..., list[str]]


@pytest.fixture
def defended(page: Page, duel: Board, salvo: Facts) -> Defended:
    """What the report says of missile defence, after a launch."""
    return lambda *facts: page(told_in(duel, (salvo[0], *facts)).get("Missile defence", []))


def test_a_launch_is_told_with_its_missiles_and_quality_level(page: Page, duel: Board, salvo: Facts) -> None:
    assert page(told_in(duel, salvo)["Launches"]) == [
        "  Fearless starboard at Sirius",
        "    range 2, seen through A/B+ (map), A/B+ (ship)",
        "    3 salvoes x 12 tubes = 36 missiles",
        "    Missile range table, row 0 to 7: at most 5 salvoes a turn from this ship at",
        "      this target (house), range modifier +0 (card, where blank is 0)",
        "    -8 class quality + 0 range + 4 fire control = -4: the missile quality level",
        "      (house), which every layer adds to its percentage; lower is better for the",
        "      attacker",
        "    Each laser-head does 4 points (missile damage, medium laser-head: card)",
    ]


def test_every_layer_is_a_sum_that_a_player_can_redo(defended: Defended, salvo: Facts) -> None:
    assert defended(*salvo[1:]) == [
        "  Sirius deploys 2 decoys of 8%.",
        "  Fearless starboard at Sirius",
        "    36 missiles come in through D++, aimed at the wedge and sliding, on Sirius's",
        "      starboard facing; bearing: forward and starboard",
        "    ECM works on 36 incoming missiles",
        "      25 base ECM + 16 decoys - 4 missile quality level + 12 variance = 49%;",
        "        dice 6,1|5 (Sirius, ECM variance)",
        "      Kill chart (flyer; rounding: house), 36 missiles: 30 at 49% is 14.70, so",
        "        15; 6 at 49% is 2.94, so 3; together 15 + 3 = 18",
        "      36 missiles in, 18 killed, 18 left",
        "    countermissiles: 40 systems x 3 salvoes = 120 shots",
        "      80 countermissiles quality - 4 missile quality level + 28 variance = 104%,",
        "        limited to 100% (house); dice 9,9|0 (Sirius, countermissiles variance)",
        "      Kill chart (flyer; rounding: house), 120 shots: 100 at 100% is 100.00, so",
        "        100; 20 at 100% is 20.00, so 20; together 100 + 20 = 120",
        "      18 missiles in, 18 killed (120, but no more came in), 0 left",
        "    point defence: nothing bears: all 2 get through",
        "    2 missiles left x 4 points = 8",
        "    starboard sidewall:",
        "      30 strength + 0 rolled ship + 30 variance = 60%; dice 0,0|0 (Sirius,",
        "        sidewall variance)",
        "      Kill chart (flyer; rounding: house), 8 points: 8 at 60% is 4.80, so 5",
        "      The number is stopped (the game's option; sits rules 8.5): 8 - 5 = 3",
        "        strike the hull",
        "    over: 3 points struck the hull; missiles struck",
    ]


def test_point_defence_counts_double_against_nukes(defended: Defended, salvo: Facts) -> None:
    doubled = evolve(of(salvo, LayerFought)[1], layer="point defence", systems=2, doubled=True)
    assert "      6 x 2 = 12: point defence counts double against nukes (2e)" in defended(doubled)


def test_one_missile_comes_and_from_the_same_place_without_a_window(defended: Defended, salvo: Facts) -> None:
    here = evolve(of(salvo, AttackArrived)[0], window=None, target_window=None, slid=False, missiles=1, bearing=())
    assert defended(here)[1:] == [
        "    1 missile comes in from the same place on Sirius's starboard facing;",
        "      bearing: none",
    ]


def test_attacks_resolved_together_are_told_one_by_one(page: Page, duel: Board, salvo: Facts) -> None:
    other = [
        evolve(fact, attack="Fox port at Sirius")
        for fact in salvo
        if isinstance(fact, AttackArrived | LayerFought | AttackSpent | SalvoLaunched)
    ]
    lines = page(told_in(duel, (*salvo[:-1], *other, salvo[-1]))["Missile defence"])
    assert [line for line in lines if line.startswith("  F")] == [
        "  Fearless starboard at Sirius",
        "  Fox port at Sirius",
    ]


def test_where_no_sidewall_stands_all_points_strike(defended: Defended, salvo: Facts) -> None:
    came = evolve(of(salvo, AttackArrived)[0], facing="forward")
    spent = evolve(of(salvo, AttackSpent)[0], struck=8)
    assert defended(came, *of(salvo, LayerFought), spent)[-3:] == [
        "    2 missiles left x 4 points = 8",
        "    No sidewall stands on the forward facing: all damage strikes the hull",
        "    over: 8 points struck the hull; missiles struck",
    ]


def test_an_attack_whose_target_is_gone_just_ends(defended: Defended, salvo: Facts) -> None:
    spent = evolve(of(salvo, AttackSpent)[0], struck=0, reason=Coded("target-out"))
    assert defended(spent) == [
        "  Fearless starboard at Sirius",
        "    over: 0 points struck the hull; Sirius is out of the game",
    ]
