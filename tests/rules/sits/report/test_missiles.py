from attrs import evolve

from sits_es.events import Coded
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, LayerFought, SalvoLaunched
from sits_es.rules.sits.views.facts import of, with_dice
from sits_es.rules.sits.views.fire import chart_text
from sits_es.rules.sits.views.missiles import defences, launches
from tests.shared.view_samples import Facts, Page


def test_a_launch_is_told_with_its_missiles_and_quality_level(page: Page, duel: Board, salvo: Facts) -> None:
    assert page(launches(with_dice(salvo), duel)) == [
        "  Fearless starboard at Sirius",
        "    range 2, seen through A/B+, arc A/B+ in Fearless's frame",
        "    3 salvoes x 12 tubes = 36 laser-heads of 4 points each (card); at most 5 a",
        "      turn at this range",
        "    missile quality level: -8 class + 4 range (card, where blank is 0) + 0 fire",
        "      control = -4",
    ]


def test_every_layer_is_a_sum_that_a_player_can_redo(page: Page, salvo: Facts) -> None:
    assert page(defences(with_dice(salvo))) == [
        "  Sirius deploys 2 decoys of 8% each",
        "  Fearless starboard at Sirius",
        "    36 missiles come in through D++, B++ in Sirius's frame: that is the wedge,",
        "      so they slide to starboard; arcs that hold it: forward and starboard",
        "    ECM: 25 base ECM + 16 decoys - 4 missile quality level + 12 variance = 49%;",
        "      dice 6,1|5 (Sirius, ECM variance)",
        "      chart of 36 missiles: 30 gives 15, 6 gives 3, together 18; 18 killed, 18",
        "        left",
        "    countermissiles: 40 that bear x 3 salvoes = 120 shots at 18 missiles",
        "      80 countermissiles quality - 4 missile quality level + 28 variance = 104%,",
        "        held to 100%; dice 9,9|0 (Sirius, countermissiles variance)",
        "      chart of 120 shots: 100 gives 100, 20 gives 20, together 120; 16 killed,",
        "        no more came in, 2 left",
        "    point defence: none bear",
        "    2 missiles left x 4 points = 8",
        "    starboard sidewall: 30 strength + 0 rolled ship + 30 variance = 60%; dice",
        "      0,0|0 (Sirius, sidewall variance)",
        "      chart of 8 points: 8 gives 5; 5 stopped, 8 - 5 = 3 on the hull",
        "    over: missiles struck; 3 points on the hull",
    ]


def test_point_defence_counts_double_against_nukes(page: Page, salvo: Facts) -> None:
    shots = of(salvo, LayerFought)[1]
    doubled = evolve(shots, layer="point defence", parts=(0, 0, 3), against=6, doubled=True, kills=6, left=12)
    spent = of(salvo, AttackSpent)[0]
    assert page(defences(with_dice((doubled, spent))))[-2] == (
        "      chart of 6 shots: 6 gives 3, doubled against nukes 6; 6 killed, 12 left"
    )


def test_an_attack_on_a_facing_and_one_from_the_same_place_are_told_apart(page: Page, salvo: Facts) -> None:
    arrived = of(salvo, AttackArrived)[0]
    spent = of(salvo, AttackSpent)[0]
    facing = evolve(arrived, slid=False, bearing=())
    assert page(defences(with_dice((facing, spent))))[1:3] == [
        "    36 missiles come in through D++, B++ in Sirius's frame, on its starboard;",
        "      arcs that hold it: none",
    ]
    here = evolve(arrived, window=None, target_window=None, slid=False)
    assert page(defences(with_dice((here, spent))))[1:3] == [
        "    36 missiles come in at Sirius's own place, on its starboard; arcs that hold",
        "      it: forward and starboard",
    ]


def test_attacks_resolved_together_are_told_one_by_one(page: Page, salvo: Facts) -> None:
    other = [
        evolve(fact, attack="Fox port at Sirius")
        for fact in salvo
        if isinstance(fact, AttackArrived | LayerFought | AttackSpent | SalvoLaunched)
    ]
    lines = page(defences(with_dice((*salvo[:-1], *other, salvo[-1]))))
    assert [line for line in lines if line.startswith("  F")] == [
        "  Fearless starboard at Sirius",
        "  Fox port at Sirius",
    ]
    assert lines[-1] == "    over: missiles struck; 3 points on the hull"


def test_an_attack_whose_target_is_gone_just_ends(page: Page, salvo: Facts) -> None:
    spent = evolve(of(salvo, AttackSpent)[0], struck=0, reason=Coded("target-out"))
    assert page(defences(with_dice((spent,)))) == [
        "  Fearless starboard at Sirius",
        "    over: Sirius is out of the game; 0 points on the hull",
    ]


def test_nothing_is_said_when_nobody_launched(duel: Board) -> None:
    assert not [*launches((), duel), *defences(())]


def test_a_single_missile_comes_in_alone(page: Page, salvo: Facts) -> None:
    facts = [evolve(fact, missiles=1) if isinstance(fact, AttackArrived) else fact for fact in salvo]
    assert any(line.startswith("    1 missile comes in through D++") for line in page(defences(with_dice(facts))))


def test_the_chart_of_one_is_not_of_several() -> None:
    assert chart_text(1, (0, 0, 0), 0, "missiles") == "chart of 1 missile: 1 gives 0"
    assert chart_text(2, (0, 0, 1), 1, "missiles") == "chart of 2 missiles: 2 gives 1"
