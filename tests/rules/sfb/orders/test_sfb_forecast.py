from __future__ import annotations

from sits_es.orders.frame import read_sheet
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.orders.forecast import forecast
from sits_es.rules.sfb.orders.language import LANGUAGE
from tests.rules.sfb.boards import board, body, unit, web


def foretold(on: Board, text: str, *exchanges: range) -> list[str]:
    """What is foretold of Anna's orders for some exchanges."""
    sheet = read_sheet(f"game duel\nturn 1\n{text}\n", LANGUAGE)
    orders = {
        step: tuple(order for order in given if isinstance(order, OfUnit))
        for step, given in sheet.by_step(exchanges).items()
    }
    return forecast(on, "Anna", orders)


def test_it_tells_each_impulse_with_orders_and_the_end_of_each_run() -> None:
    on = board(unit("Hawk"), unit("Kestrel", "5,0,0", "yaw 180", speed="16"))
    told = foretold(
        on,
        "unit Hawk\n  impulse 1 speed 32\n  impulse 3 turn yaw 8\n  impulse 3 fire phasers at Kestrel\n"
        "  impulse 8 turn yaw -8\n  stop if launched at",
        range(1, 9),
        range(9, 17),
    )
    assert told == [
        "1  Hawk: at 1,0,0; yaw 0; speed 32; thrust 0",
        "3  Hawk: at 2.9903,0,0.1392; yaw 8; speed 32; thrust 0",
        "8  Hawk: at 7.9515,0,0.696; yaw 0; speed 32; thrust 0",
        "   Kestrel: range 6 (6.9862), yaw -174.2825 pitch 0; bearing: nothing",
        "16  Hawk: at 15.9515,0,0.696; yaw 0; speed 32; thrust 0",
        "   Kestrel: range 18 (18.9642), yaw -177.8967 pitch 0; bearing: nothing",
    ]


def test_nothing_is_told_of_impulses_in_which_nothing_is_ordered() -> None:
    on = board(unit("Hawk", speed="16"), run=32)
    assert foretold(on, "unit Hawk", range(1, 33)) == ["32  Hawk: at 16,0,0; yaw 0; speed 16; thrust 0"]


def test_an_order_that_comes_to_nothing_says_why() -> None:
    on = board(unit("Hawk"))
    assert foretold(on, "unit Hawk\n  impulse 2 turn yaw 9", range(1, 9)) == [
        "2  Hawk: at 0,0,0; yaw 0; speed 0; thrust 0",
        ('   Hawk: "turn yaw 9" failed: yaw 9 is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31).'),
        "8  Hawk: at 0,0,0; yaw 0; speed 0; thrust 0",
    ]


def test_a_high_energy_turn_is_foretold_as_if_it_went_well() -> None:
    on = board(unit("Hawk", speed="16"))
    assert foretold(on, "unit Hawk\n  impulse 1 het to yaw 90", range(1, 2)) == [
        "1  Hawk: at 0,0,0.5; yaw 90; speed 16; thrust 0; if it doesn't break down"
    ]


def test_thrust_adds_up_and_what_holds_a_unit_is_named() -> None:
    on = board(unit("Hawk"), unit("Heron", "0,0,1"), body("Haven", "0,0,3"), run=32)
    told = foretold(on, "unit Hawk\n  thrust 1\nunit Heron\n  impulse 32 orbit Haven left", range(1, 33))
    assert told == [
        "1  Hawk: at 0.001,0,0; yaw 0; speed 0; thrust 1; inertia 0.03125,0,0",
        "32  Hawk: at 0.5157,0,0; yaw 0; speed 0; thrust 1; inertia 1,0,0",
        "32  Heron: at 0.0312,0,1.0005; yaw 0.8952; speed 1; thrust 0; in orbit around Haven",
    ]


def test_the_offset_of_a_ship_that_turns_in_its_orbit_is_shown() -> None:
    on = board(unit("Heron", "0,0,1"), body("Haven", "0,0,3"), run=2)
    assert foretold(on, "unit Heron\n  impulse 1 orbit Haven left\n  impulse 2 turn pitch 1.5", range(1, 3))[1:] == [
        "2  Heron: at 0.0624,0,1.0015; yaw 1.7904 pitch 1.5; speed 1; thrust 0; in orbit around Haven, offset pitch 1.5"
    ]


def test_a_web_that_holds_a_unit_is_named() -> None:
    on = board(
        unit("Hawk", "0,1,0", speed="12"), web("web-1", "1", "2", strength="4", points={"1": "0,0,0", "2": "1,0,0"})
    )
    assert foretold(on, "unit Hawk", range(1, 2)) == ["1  Hawk: at 0.25,1,0; yaw 0; speed 12; thrust 0; in web-1"]


def test_the_board_stays_as_it_is_and_the_break_moves_nothing() -> None:
    on = board(unit("Hawk", speed="16"), unit("Kestrel", speed="16"))
    foretold(on, "unit Hawk\n  impulse 1 speed 4", range(1, 9))
    assert (on.units["Hawk"].speed, on.units["Kestrel"].place.x) == (160_000, 0)
    on.impulse = BREAK
    assert foretold(on, "unit Hawk\n  break speed 4", range(BREAK, BREAK + 1)) == []


def test_seeking_weapons_mines_and_other_players_have_no_lines_of_their_own() -> None:
    on = board(
        unit("Hawk"),
        unit("Hawk-drone-rack-1", "1,0,0", card="Drone", target="Kestrel"),
        unit("Minnow", "3,0,0", card="Mine"),
        unit("Kestrel", "5,0,0"),
        unit("Kestrel-drone-rack-1", "5,0,0", card="Drone", target="Hawk"),
    )
    assert foretold(on, "unit Hawk", range(1, 2)) == [
        "1  Hawk: at 0,0,0; yaw 0; speed 0; thrust 0",
        "   Kestrel: range 5 (5), yaw 0 pitch 0; bearing: phasers (all 3)",
    ]
