"""Every reason why an order can't be given, word for word."""

from __future__ import annotations

import pytest
from attrs import evolve

from sits_es.orders.check import check_sheet
from sits_es.orders.frame import read_sheet
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.cards.unit_class import Launcher
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.orbits.facts import Orbiting
from sits_es.rules.sfb.orders.check import problems
from sits_es.rules.sfb.orders.language import LANGUAGE
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Place
from tests.rules.sfb.boards import board, body, card, unit, web
from tests.rules.sfb.order_refusals import GLOBE, REFUSED, WEB, meeting, orders_of
from tests.shared.rows import each_row

#: A cruiser whose torpedoes go out as it faces.
TUBED = evolve(card("Cruiser"), launchers=(Launcher(name="tube", launches="Drone", placing="fixed"),))


def faults(on: Board, *lines: str) -> list[tuple[str, str | None]]:
    """What is wrong with the last of these orders, and the word that it is about."""
    given = orders_of(*lines)
    return [(found.message, found.field) for found in problems(on, given[-1].impulse, given[-1], given)]


def said(on: Board, *lines: str) -> list[str]:
    return [message for message, _ in faults(on, *lines)]


def test_only_units_on_the_map_that_take_orders_are_commanded() -> None:
    assert SYSTEM.commanded(meeting(), "Anna") == ("Ark", "Gnat", "Hawk", "Heron", "Weft")
    assert SYSTEM.commanded(meeting(), "Ben") == ("Kestrel",)


def test_an_order_that_only_looks_like_one_of_those_given_is_a_bug() -> None:
    (order,) = given = orders_of("1 speed 9")
    with pytest.raises(ValueError, match=r"^The order of Hawk is not one of those given\.$"):
        list(problems(meeting(), 1, evolve(order), given))


@each_row(
    "lines",
    [
        ["1 speed 12.5"],
        ["break speed 12.5"],
        ["1 thrust 1"],
        ["1 turn yaw 1.5 pitch -1.5 roll 1.5"],
        ["1 speed 9", "1 turn yaw 4.59"],
        ["1 speed 16", "9 speed 9", "8 turn yaw 6.12"],
        ["1 tac warp", "8 turn yaw 7.5"],
        ["1 tac both", "8 turn yaw 9"],
        ["1 tac both", "9 turn yaw 2"],
        ["5 tac sublight", "32 turn roll -2"],
        ["1 speed 5", "4 decelerate", "9 tac warp"],
        ["1 tac both", "4 tac none", "4 speed 5"],
        ["3 het to yaw 180"],
        ["1 decelerate inertia", "1 speed 5"],
        ["1 orbit Haven left"],
        ["1 speed 9", "4 speed 0", "4 orbit Haven right"],
        ["1 orbit Haven left", "5 leave orbit", "5 speed 3"],
        ["1 sphere 3.9999 energy 10"],
        ["1 sphere 0 energy 10", "4 sphere off", "4 sphere 1 energy 1"],
        ["1 fire 3 phasers at Kestrel"],
        ["1 fire 2 phasers at Kestrel", "1 fire 1 phasers at Kestrel"],
        ["1 launch drone-rack at Kestrel"],
        ["1 launch drone-rack at 3,0,0"],
        ["1 release Wasp"],
        ["1 release Wasp", "2 Wasp: speed 8"],
        ["1 Weft: lay web to Ark at 9"],
        ["1 Weft: lay web to Haven at 6.6"],
        ["1 Weft: lay point from Hawk at 6"],
        ["1 Weft: lay point from Hawk at 6", "2 Weft: speed 8", "2 Weft: lay point at 3"],
        ["1 Weft: join point 2 of web-2 at 3"],
        ["1 Weft: power web-1 to 8.75"],
        ["1 Weft: drop web-1"],
        ["1 drop web-1"],
        ["1 Weft: cast web from 0,0,0 to 1,0,0 strength 35"],
        ["1 stop if launched at"],
        ["1 stop if Kestrel bears"],
        ["1 stop if range to Weft at most 0"],
        ["1 Ark: speed 0"],
        ["1 Gnat: turn yaw 9"],
        ["1 Gnat: tac none"],
    ],
)
def test_there_is_nothing_wrong_with_orders_that_can_be_carried_out(lines: list[str]) -> None:
    assert said(meeting(), *lines) == []


@each_row(("lines", "message", "field"), REFUSED)
def test_an_order_that_cannot_be_given_is_refused_with_its_limit_and_its_rule(
    lines: list[str], message: str, field: str | None
) -> None:
    assert faults(meeting(), *lines) == [(message, field)]


def test_each_axis_over_the_limit_is_named() -> None:
    assert [field for _, field in faults(meeting(), "1 turn yaw 3 pitch -3 roll 1")] == ["pitch", "yaw"]


def test_an_outstanding_crew_turns_further_by_warp() -> None:
    crew = meeting(outstanding=True)
    assert said(crew, "1 tac warp", "1 turn yaw 11") == []
    assert said(crew, "1 tac both", "1 turn yaw 11.1") == [
        (
            "Hawk: yaw 11.1 is over the limit of 11 degrees in sublight and warp manoeuvres with an outstanding crew "
            "(G21.224)."
        )
    ]


def test_an_orbit_of_today_a_sphere_and_bound_ships_count() -> None:
    held = meeting(orbits=Orbiting("Haven", "left", 9000, Facing()), speed="1", sphere=(10_000, 50_000))
    orbit = "Hawk is in orbit around Haven, and the orbit moves it. Leave orbit first (P8.413)."
    assert said(held, "1 speed 3") == [orbit]
    assert said(held, "1 turn yaw 1.5", "1 het to yaw 90", "9 tac warp", "9 turn yaw 7.5") == []
    assert said(held, "1 leave orbit", "1 turn yaw 1.5") == []
    assert said(held, "1 sphere off") == []
    bound = meeting(bound=("Heron", "Weft"))
    bound.units["Weft"].place = Place(0, 2000, 0)
    tied = "Hawk is bound to Heron and Weft. Order speed or thrust to part them (C14.20)."
    assert said(bound, "1 turn yaw 1") == said(bound, "2 bind to Heron and Weft")[:1] == [tied]
    assert said(bound, "1 speed 3", "1 turn yaw 1") == []


def test_a_wait_of_an_earlier_turn_goes_on() -> None:
    waiting = meeting(waits=35)
    waiting.turn = 2
    assert said(waiting, "3 thrust 1") == [
        "Hawk cannot use impulse energy up to and including 2.3, after an emergency deceleration (C8.41)."
    ]
    assert said(waiting, "4 thrust 1") == []


def test_ships_to_be_bound_stand_near_one_another_when_the_run_begins() -> None:
    far = "Hawk and Weft are 1 hex apart. To be bound, ships must be less than 0.5 hexes apart (C14.20)."
    again = "Hawk: Heron and Weft are 0.8 hexes apart. To be bound, ships must be less than 0.5 hexes apart (C14.20)."
    assert said(meeting(), "1 bind to Heron and Weft") == [far, again]
    assert warnings(meeting(), "2 bind to Heron and Weft") == [far, again]


def test_shots_that_are_gone_count() -> None:
    assert said(meeting(launched={"drone-rack": 4}), "1 launch drone-rack at Kestrel") == [
        "Hawk: drone-rack has used all of its shots (4) by then. Launch from another launcher (F1.24)."
    ]


def test_somebody_elses_web_gets_no_power_from_one() -> None:
    on = meeting()
    on.webs["web-1"] = evolve(WEB, player="Ben")
    assert said(on, "1 Weft: power web-1 to 3") == ["Weft: web-1 is another player's web (G10.0)."]


def test_points_of_a_web_with_power_are_not_joined() -> None:
    on = meeting()
    on.webs["web-2"] = evolve(GLOBE, strength=40_000)
    assert said(on, "1 Weft: join point 1 of web-2 at 3") == [
        "Weft: web-2 has power. Lay and join points before a web has power (G10.12)."
    ]


def warnings(on: Board, *lines: str) -> list[str]:
    """What is only a warning of the last of these orders, as they are forecast."""
    given = orders_of(*lines)
    found = list(problems(on, given[-1].impulse, given[-1], given))
    assert all(each.warns and each.assumes == "if all others go straight on" for each in found)
    return [each.message for each in found]


@each_row(
    ("line", "message"),
    [
        (
            "fire phasers at Kite",
            (
                "Hawk: no weapon of group phasers bears on the target, seen at yaw 180 pitch 0. "
                "The target must lie within the yaw arc and the pitch arc of a mount (D2.1)."
            ),
        ),
        ("fire phasers at Knot", "Hawk: Haven is in the way. The line to the target must stay clear of bodies (P2.1)."),
        (
            "fire phasers at Kea",
            (
                "Hawk: web-1 is in the way. The line to the target must stay more than 1 hex away from any web in "
                "between (G10.61)."
            ),
        ),
        (
            "launch tube at Kite",
            (
                "Hawk: as tube places it, the weapon sees its target at yaw 180 pitch 0. "
                "A seeking weapon must be placed with its target within yaw -70 to 70 and pitch -60 to 60 (F1.24)."
            ),
        ),
        ("orbit Haven left", "Hawk: Haven is 5 hexes away. An orbit is within three hexes, measured exactly (P8.41)."),
        (
            "Weft: lay web to Ark at 18",
            "Weft: Ark is 3 hexes away. It must be less than 2 hexes away (G10.12, G10.211).",
        ),
        (
            "Weft: lay web to Loom at 5",
            "Weft: it takes 6 points of power, but 5 is given. Give at least 6 (G10.211).",
        ),
    ],
)
def test_what_fails_only_as_all_are_forecast_is_a_warning(line: str, message: str) -> None:
    on = board(
        unit("Hawk"),
        unit("Kite", "-3,0,0"),
        unit("Knot", "9,0,0"),
        unit("Kea", "0,6,0", facing="yaw 0"),
        unit("Weft", "0,0,20", card="Weaver"),
        unit("Loom", "0,0,21", card="Weaver"),
        unit("Ark", "0,0,17", card="Station"),
        body("Haven", "5,0,0", radius="0.5"),
        web("web-1", "1", "2", strength="10", points={"1": "-3,3,0", "2": "3,3,0"}),
        cards=[TUBED],
    )
    for at in (4, 5):
        assert warnings(on, f"{at} {line}") == [message]


def test_whether_what_is_laid_first_can_be_gone_on_from_is_only_known_at_the_time() -> None:
    on = meeting()
    assert warnings(on, "1 Weft: lay point from Hawk at 1", "2 Weft: lay point at 3") == [
        "Weft has laid no web point to continue from. Begin at an anchor: lay point from ANCHOR (G10.12)."
    ]
    assert warnings(on, "1 Weft: lay web to Ark at 9", "2 Weft: power web-3 to 3") == [
        "Weft: There is no web web-3. Did you mean web-2? Webs: web-1, web-2."
    ]


def test_orders_of_impulses_that_are_over_have_happened() -> None:
    on = meeting(speed="4")
    on.impulse = 9
    assert said(on, "1 speed 16", "9 turn yaw 6") == [
        "Hawk: yaw 6 is over the limit of 3.06 degrees for turn mode D at speed 4 (C3.31)."
    ]


def test_a_file_is_told_the_place_of_each_fault_and_the_impulses_that_have_it() -> None:
    text = (
        "game duel\nturn 1\nunit Hawk\n  impulse 3 speed 16\n  impulse 1-5 turn yaw 5 roll 2\n"
        "  impulse 4 fire phasers at kestral\n  stop if Hawk bears\n"
    )
    on, sheet = meeting(), read_sheet(text, LANGUAGE)
    steps = tuple(range(1, 9))
    given = [order for order in sheet.at(*steps) if isinstance(order, OfUnit)]
    found = check_sheet(
        sheet,
        LANGUAGE,
        lambda step, order: problems(on, step, order, given) if isinstance(order, OfUnit) else (),
        ["Hawk"],
        [steps],
    )
    limit = "is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31). (In impulse 1-2.)"
    assert [(fault.line, fault.column, fault.length, fault.message) for fault in found] == [
        (5, 24, 1, f"Hawk: yaw 5 {limit}"),
        (5, 31, 1, f"Hawk: roll 2 {limit}"),
        (6, 29, 7, "Hawk: There is no target kestral. Did you mean Kestrel? Targets: Kestrel."),
        (7, 11, 4, "Hawk cannot name itself. Name another unit."),
    ]
