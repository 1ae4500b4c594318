from __future__ import annotations

from typing import Any

from sits_es.orders.frame import read_sheet
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.orbits.facts import Orbiting
from sits_es.rules.sfb.orders.check import problems
from sits_es.rules.sfb.orders.language import LANGUAGE
from sits_es.rules.sfb.orders.template import template
from sits_es.rules.sfb.sums.facings import Facing
from tests.rules.sfb.boards import board, body, unit, web
from tests.shared.rows import each_row


def meeting(**more: Any) -> Board:
    return board(
        unit("Hawk", "0,0,0", "yaw 10", speed="9", thrust="1", inertia="0.5,0,0", launched={"drone-rack": 1}),
        unit(
            "Weft",
            "1,0,0",
            card="Weaver",
            orbits=Orbiting("Haven", "left", 8952, Facing()),
            damage=3,
            notes=("hull",),
        ),
        unit("Ark", "0,30,0", card="Station", rotation="yaw 7.5"),
        unit("Wasp", card="Fighter", aboard="Hawk"),
        unit("Hawk-drone-rack-1", "3,0,0", card="Drone", speed="20", target="Kestrel"),
        unit("Kestrel", "5,2,1", trapped="web-1", speed="12", inertia="0,0,0"),
        unit("Kestrel-drone-rack-1", "2,0,0", card="Drone", speed="20", target="Hawk"),
        body("Haven", "2,0,0", radius="0.5"),
        body("Sun", "70,0,0", kind="star", radius="60"),
        body("Far", "70,9,0"),
        web("web-1", "Weft", "1", strength="10", points={"1": "5,0,1"}),
        **more,
    )


TEMPLATE = """\
# Anna's orders for turn 1, impulses 1 to 8. Text after # is a comment.
# Write: impulse, its number, and the order. 1-8 repeats an order in each of those impulses.
# Speed, thrust and "stop if" orders without an impulse apply from the first impulse of every run.
# The run ends after the impulse in which a stop condition is met; order later impulses again.
# Stop if: launched at, fired at, struck, trapped, broken down, range to NAME at most 3, NAME bears.
# Orders for impulses 9 to 32 can be given in advance.
# Hawk-drone-rack-1: seeks Kestrel, 3 hexes away, speed 20
game duel
turn 1
player Anna

unit Ark
  # Station (base) at 0,30,0; yaw 0; speed 0; thrust 0
  # rotates by yaw 7.5 each impulse
  # Kestrel: range 28 (28.4604), yaw 11.3099 pitch -79.6791; bearing: nothing
  # you can order now:
  #   stop if launched at

unit Hawk
  # Cruiser (ship) at 0,0,0; yaw 10; speed 9; thrust 1; inertia 0.5,0,0
  # may turn up to 4.59 degrees on each axis in an impulse (turn mode D, speed 9)
  # drone-rack launches Drone: 3 of 4 left
  # carries Wasp
  # Kestrel: range 5 (5.4772), yaw 1.3099 pitch 21.4167; bearing: phasers (all 3)
  # Kestrel-drone-rack-1 seeks Hawk: 2 hexes away, speed 20
  # Haven (planet): 2 hexes to its middle
  # Sun (star): 70 hexes to its middle
  # you can order now:
  #   impulse 1  het to yaw 190
  #   impulse 1  fire phasers at Kestrel
  #   impulse 1  launch drone-rack at Kestrel
  #   impulse 1  release Wasp
  #   impulse 1  sphere 2.5 energy 10
  #   speed 9
  #   thrust 1
  #   stop if launched at

unit Weft
  # Weaver (ship) at 1,0,0; yaw 0; speed 0; thrust 0
  # may turn up to 1.5 degrees on each axis in an impulse (turn mode B, speed 0 in orbit)
  # anchor of web-1, strength 10
  # in orbit around Haven, which is on its left
  # damage entered: 3 points; hull
  # Kestrel: range 4 (4.5825), yaw 14.0362 pitch 25.8767; bearing: nothing
  # Haven (planet): 1 hex to its middle
  # Sun (star): 69 hexes to its middle
  # you can order now:
  #   impulse 1  turn yaw 1.5 pitch -1.5
  #   impulse 1  tac both
  #   impulse 1  het to yaw 180
  #   impulse 1  leave orbit
  #   impulse 1  lay web to Haven at 6
  #   impulse 1-8  turn yaw 1.5
  #   stop if launched at
"""


def test_a_template_tells_how_units_stand_and_what_they_could_do() -> None:
    assert template(meeting(), "Anna", "duel") == TEMPLATE


def test_it_tells_what_holds_a_unit() -> None:
    on = meeting(turn=2, impulse=9)
    kestrel = on.units["Kestrel"]
    kestrel.tac_warp, kestrel.tac_sublight, kestrel.waits = 16, 32, 32 + 11
    kestrel.bound, kestrel.sphere = ("Kite", "Knot"), (25_000, 40_000)
    on.units |= {name: unit(name, kestrel.place) for name in kestrel.bound}
    text = template(on, "Ben", "duel")
    assert (
        "  # may turn up to 2.1637 degrees on each axis in an impulse (turn mode D, speed 2 in its web)\n"
        "  # in web-1, strength 10: its speed is lowered by that much (G10.511)\n"
        "  # tactical manoeuvres (warp and sublight) up to impulse 32\n"
        "  # no thrust for 3 impulses after an emergency deceleration (C8.41)\n"
        "  # bound to Kite and Knot\n"
        "  # sphere of radius 2.5, energy 4\n"
    ) in text
    kestrel.speed = 0
    assert "up to 9 degrees on each axis in an impulse (turn mode D, speed 0)\n" in template(on, "Ben", "duel")
    kestrel.tac_sublight = 0
    assert "  # tactical manoeuvres (warp) up to impulse 16\n" in template(on, "Ben", "duel")


def test_weapons_that_bear_are_told_by_their_mounts() -> None:
    on = board(unit("Hawk"), unit("Kestrel", "1,1,0"), unit("Kite", "0,0,0"))
    text = template(on, "Anna", "duel")
    assert "  #   impulse 1  turn yaw 1.5 pitch -1.5\n" in text
    assert "  #   impulse 1-8  turn yaw 1.5\n" in text
    assert "yaw 0 pitch 45; bearing: phasers (2 of 3: top and centre)\n" in text
    assert "  # Kite: range 0 (0), in exactly the same place; bearing: phasers (all 3)\n" in text


BREAK_TEMPLATE = """\
# Anna's orders for the break after turn 1. Text after # is a comment.
# Write: break, then speed or thrust; they apply from the first impulse of turn 2.
game duel
turn 1
player Anna

unit Ark
  # Station (base) at 0,30,0; yaw 0; speed 0; thrust 0
  # nothing can be ordered in this break

unit Hawk
  # Cruiser (ship) at 0,0,0; yaw 10; speed 9; thrust 1; inertia 0.5,0,0
  # you can order now:
  #   break  speed 9
  #   break  thrust 1

unit Weft
  # Weaver (ship) at 1,0,0; yaw 0; speed 0; thrust 0
  # anchor of web-1, strength 10
  # in orbit around Haven, which is on its left
  # damage entered: 3 points; hull
  # nothing can be ordered in this break
"""


def test_the_turn_break_has_one_of_its_own() -> None:
    assert template(meeting(impulse=BREAK), "Anna", "duel") == BREAK_TEMPLATE


def test_the_header_tells_which_impulses_the_run_has() -> None:
    last = template(meeting(impulse=32), "Anna", "duel")
    assert last.startswith("# Anna's orders for turn 1, impulse 32. ")
    assert "given ahead" not in last
    assert "# Write: impulse, its number, and the order.\n" in last
    assert "impulses 1 to 32" in template(meeting(run=32), "Anna", "duel")
    alone = board(unit("Hawk"), field="positive")
    assert "turn 1, impulse 1. " in template(alone, "Anna", "duel")


@each_row("player", ["Anna", "Ben"])
@each_row("impulse", [1, 9, 12, 32, BREAK])
def test_unedited_it_orders_nothing_and_each_example_can_be_given(player: str, impulse: int) -> None:
    on = meeting(impulse=impulse)
    text = template(on, player, "duel")
    assert read_sheet(text, LANGUAGE).lines == ()
    name = ""
    for line in text.splitlines():
        name = line.removeprefix("unit ") if line.startswith("unit ") else name
        example = line.removeprefix("  #   ")
        if example == line:
            continue
        sheet = read_sheet(f"game duel\nturn 1\nunit {name}\n  {example}\n", LANGUAGE)
        steps = on.steps(impulse)
        given = [order for order in sheet.at(*steps) if isinstance(order, OfUnit)]
        assert given, example
        assert [found for order in given for found in problems(on, order.impulse, order, given)] == [], example


def test_an_orbit_is_proposed_of_every_body_that_is_near_enough() -> None:
    near = board(unit("Hawk"), unit("Kestrel", "9,0,0"), body("Haven", "3,0,0"), body("Maw", "0,2,0", kind="hole"))
    near.bodies["Sun"] = body("Sun", "3.0001,0,0", "star")
    text = template(near, "Anna", "duel")
    assert "orbit Haven left" in text
    assert "orbit Maw left" in text
    assert "orbit Sun" not in text
