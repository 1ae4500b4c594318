"""sits orders help: how orders are written, for whoever has nothing but the program."""

from __future__ import annotations

import pytest

from sits_es.rules import system_names
from sits_es.rules.order_guide import guide_of
from tests.shared.commands_told import Sits


def test_all_orders_are_listed_below_how_a_file_is_written(sits: Sits) -> None:
    told = sits("orders", "help")
    assert told.code == 0
    assert told.out.startswith("How to write orders: Saganami Island Tactical Simulator ──")
    assert "  SEGMENT ORDER  an order in a segment from 1 to 8; 3-5 or 1,4-6 repeats it in\n" in told.out
    assert "  ORDER          without a segment, these apply in every one: stop if\n" in told.out
    assert (
        "\nAn order file, for duel 1.1\n  game duel\n  turn 1\n  player red\n\n  ship Fearless\n    1      thr"
        in told.out
    )
    assert "\nOrders for the turn break\n  miracle  as above\n  repair   Send" in told.out
    assert "Read one: sits orders help fire\n" in told.out


@pytest.mark.parametrize("name", system_names())
def test_the_list_has_every_order_of_a_rule_system(sits: Sits, name: str) -> None:
    told = sits("orders", "help", "--rules", name)
    assert told == sits("orders", "help", "--rules", name)
    for order in guide_of(name).orders:
        assert f"\n  {order.title}  " in told.out
        assert order.first in told.flat or "as above" in told.flat


def test_orders_that_begin_with_the_same_word_stand_in_one_line_of_the_list(sits: Sits) -> None:
    assert sits("orders", "help", "--rules", "xwing").out.count("\n  ruling ") == 1
    told = sits("orders", "help", "--rules", "starwars", "--width", "200").out
    said = "Enter what your table says of a critical hit, by its number. Enter that a critical hit no longer counts."
    assert f"  critical  {said}\n" in told


def test_one_order_is_told_in_full(sits: Sits) -> None:
    told = sits("orders", "help", "roll")
    assert told.out == (
        f"roll {'─' * 75}\n"
        "  roll port|starboard WINDOWS\n"
        "\n"
        "  WINDOWS  how far, 1 to 11 windows of 30 degrees\n"
        "\n"
        "Begin to roll about the ship's own axis. Starboard is clockwise as seen from\n"
        "astern; each window takes as many segments as the roll rating says.\n"
        "Missiles that meet the wedge slide round to a side, and a roll can bring a fresh\n"
        "sidewall and other tubes to bear. If you order a pivot too, the pivot comes\n"
        "first.\n"
        "It can be ordered in a segment from 1 to 8.\n"
        "\n"
        "Example, for duel 1.1\n"
        "  ship Fearless\n"
        "    7  roll starboard 2\n"
        "\n"
        'Rule: card, "Record Facing Changes On AVID"; sits rules 2\n'
    )


@pytest.mark.parametrize("name", system_names())
def test_every_order_can_be_asked_for_on_a_narrow_page_and_in_ascii(sits: Sits, name: str) -> None:
    for order in guide_of(name).orders:
        told = sits("orders", "help", *order.title.split(), "--rules", name, "--width", "40", "--ascii")
        assert told.code == 0, told.err
        assert told.out.isascii()
        assert max(map(len, told.out.splitlines())) <= 40


def test_a_whole_order_finds_its_help_too(sits: Sits) -> None:
    assert sits("orders", "help", "stop", "if", "launched", "at").out == sits("orders", "help", "stop").out
    told = sits("orders", "help", "sphere", "--rules", "sfb")
    assert [line.split(" ─")[0] for line in told.out.splitlines() if line.endswith("─")] == [
        *("sphere", "sphere off", "sphere energy")
    ]


def test_an_unknown_order_is_answered_with_what_is_allowed(sits: Sits) -> None:
    told = sits("orders", "help", "lanch")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "There is no order lanch. Did you mean launch? Orders: fire, launch, thrust, plot, pivot to, roll, decoy, "
        "slide, present, stop if, miracle, repair.\n"
    )


def test_an_order_of_another_system_is_found_there(sits: Sits) -> None:
    told = sits("orders", "help", "het")
    assert told.code == 1
    assert told.err.splitlines()[1:] == ["SFB 'n3D has one: sits orders help het --rules sfb"]
    assert sits("orders", "help", "het", "--rules", "sfb").out.startswith("het to ──")


def test_the_rules_may_be_those_of_a_game(sits: Sits) -> None:
    assert sits("new", "pursuit", "--name", "chase").code == 0
    told = sits("orders", "help", "tac", "--game", "chase")
    assert told.out == sits("orders", "help", "tac", "--rules", "sfb").out
    assert "sits orders help speed --game chase" in sits("orders", "help", "--game", "chase").out
    assert sits("orders", "help", "--game", "chase", "--rules", "sfb").err == "Give either --rules or --game.\n"
    assert "There is no game chess" in sits("orders", "help", "--game", "chess").err


def test_a_rule_system_that_there_is_not_is_answered_with_those_there_are(sits: Sits) -> None:
    told = sits("orders", "help", "--rules", "chess")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("There is no rule system chess. Installed: sfb, sits, starwars")


def test_json_has_the_same(sits: Sits) -> None:
    told = sits("orders", "help", "launch", "--json").json
    (launch,) = told["orders"]
    assert (told["system"], launch["order"]) == ("sits", "launch")
    assert launch["forms"] == ["launch MOUNT SALVOES salvoes [of TUBES tubes] at SHIP [with WARHEAD]"]
    assert len(sits("orders", "help", "--json").json["orders"]) == len(guide_of("sits").orders)
