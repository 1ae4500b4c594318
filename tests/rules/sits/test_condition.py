"""A ship without bridge or power: what it cannot do any more, and how it is told."""

from __future__ import annotations

from sits_es.dice import KeyedDice
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.motion.facts import ThrustChanged, ThrustOrdered
from sits_es.rules.sits.orders.problems import problems
from sits_es.rules.sits.orders.template import template
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sums.tracks import conditions, disabled, has_bridge, has_power
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, moved_on, placed, play, read, why, with_ship, without

SHIPS = (placed("Fearless", "0,0"), placed("Sirius", "2,-1"))
NO_BRIDGE = (
    "Fearless has no bridge left. The ship takes no thrust, pivot or roll orders until damage control repairs a bridge "
    "box; its weapons fire under local control."
)


def beheaded(segment: int = 1) -> Board:
    return without(board_of(*SHIPS, segment=segment), "Fearless", "bridge")


def fearless(board: Board) -> Ship:
    return board.ships["Fearless"]


@each_row("order", ["thrust 3", "thrust 0", "pivot to B", "roll port 1"])
def test_without_a_bridge_new_helm_orders_are_refused_and_void(order: str) -> None:
    given = read(beheaded(), f"Fearless: {order}")["fearless"]
    assert NO_BRIDGE in [problem.message for problem in problems(beheaded(), 1, given[0], given)]
    played = play(beheaded(), f"Fearless: {order}")
    assert why(played.one(OrderVoided)).startswith(NO_BRIDGE)
    assert not [fact for fact in played.facts if isinstance(fact, ThrustChanged | PivotBegun | RollBegun)]


def test_a_ship_without_a_bridge_goes_on_as_it_did() -> None:
    before = play(board_of(*SHIPS), "Fearless: thrust 4", "Fearless: pivot to C").board
    after = play(without(moved_on(before), "Fearless", "bridge")).board
    assert (fearless(after).thrust, fearless(after).attitude.nose) == (4, "B")


def test_its_weapons_fire_under_local_control() -> None:
    played = play(
        beheaded(),
        "Fearless: fire starboard-laser at Sirius",
        "Fearless: launch starboard 1 salvo at Sirius",
        dice=KeyedDice(b"2" * 32, "x", 1, 1),
    )
    assert played.one(BeamFired).shooter == played.one(SalvoLaunched).shooter == "Fearless"
    assert played.all(OrderVoided) == []


def test_a_class_without_a_bridge_track_is_steered_all_the_same() -> None:
    board = board_of(*SHIPS, classes=[cruiser({"bridge": ()})])
    assert has_bridge(fearless(board))
    assert play(board, "Fearless: thrust 3").one(ThrustChanged).after == 3


def test_a_bridge_mended_in_the_turn_break_steers_again() -> None:
    played = play(beheaded(BREAK), "Fearless: repair bridge", faces=[1])
    assert played.one(RepairTried).repaired
    board = moved_on(played.board)
    assert has_bridge(fearless(board))
    assert list(problems(board, 1, ThrustOrdered(ship="Fearless", thrust=2), [])) == []


def test_a_ship_is_disabled_when_no_box_of_thrust_is_left_and_not_when_it_is_destroyed() -> None:
    board = without(board_of(*SHIPS), "Fearless", "thrust", 4)
    assert (has_power(fearless(board)), disabled(fearless(board))) == (True, False)
    board = without(board, "Fearless", "thrust")
    assert (has_power(fearless(board)), disabled(fearless(board))) == (False, True)
    assert not disabled(fearless(with_ship(board, "Fearless", destroyed="it exploded")))


def test_what_is_out_of_order_is_told_and_destroyed_is_told_apart_from_disabled() -> None:
    board = without(without(beheaded(), "Fearless", "thrust"), "Fearless", "port-sidewall", mark="d")
    assert conditions(fearless(board)) == (
        "disabled: no power left for its drive",
        "no bridge: it cannot be steered, weapons fire under local control",
        "port-sidewall down: disabled, not destroyed",
    )
    assert conditions(board.ships["Sirius"]) == ()
    assert conditions(fearless(with_ship(board, "Fearless", destroyed="it exploded"))) == ()


def test_the_template_of_a_ship_without_a_bridge_offers_no_helm_orders() -> None:
    helm = ("1  thrust", "1  pivot", "1  roll")
    whole, hurt = (template(board, "fearless", "duel") for board in (board_of(*SHIPS), beheaded()))
    assert [line in whole for line in helm] == [True] * 3
    assert [line in hurt for line in helm] == [False] * 3
    assert "no bridge: it cannot be steered" in hurt
