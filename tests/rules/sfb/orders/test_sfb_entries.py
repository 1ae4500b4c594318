"""What players may enter from their own displays, and in which spelling names are known."""

from __future__ import annotations

from attrs import evolve

from sits_es.orders.check import respell
from sits_es.orders.frame import read_line, read_sheet
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.links.facts import TractorLink
from sits_es.rules.sfb.orbits.facts import Orbiting
from sits_es.rules.sfb.orders.check import entry_problems
from sits_es.rules.sfb.orders.language import LANGUAGE
from sits_es.rules.sfb.orders.names import names
from sits_es.rules.sfb.sums.facings import Facing
from tests.rules.sfb.boards import board, body, unit, web
from tests.shared.rows import each_row


def table() -> Board:
    return board(
        unit("Hawk", sphere=(10_000, 50_000)),
        unit("Weft", card="Weaver"),
        unit("Wasp", card="Fighter", aboard="Hawk"),
        unit("Lark", gone="lost"),
        unit("Hawk-drone-rack-1", card="Drone"),
        unit("Kestrel", "1,0,0", held_by=("Tug",)),
        unit(
            "Tug",
            "0,0,2",
            tractors={"Kestrel": TractorLink(30_000, 10_000), "Skiff": TractorLink(30_000, 10_000)},
            held_by=("Barge",),
        ),
        unit("Skiff", "0,0,1", held_by=("Tug",)),
        unit(
            "Barge",
            "0,0,4",
            tractors={"Tug": TractorLink(20_000, 10_000)},
            orbits=Orbiting("New Haven", "left", 1, Facing()),
        ),
        body("New Haven"),
        web("web-1", "Weft", "Hawk"),
        evolve(web("web-2", "Kestrel", "Kestrel"), player="Ben"),
    )


def entered(*lines: str) -> list[OfUnit]:
    found = []
    for line in lines:
        fact = read_line(f"impulse 1 {line}", LANGUAGE)
        assert isinstance(fact, OfUnit)
        found.append(fact)
    return found


def faults(*lines: str, on: Board | None = None) -> list[tuple[int | None, str | None, str]]:
    """What is wrong with what Anna enters: of which fact, at which word, in words."""
    found = entry_problems(on or table(), "Anna", entered(*lines))
    return [(problem.at, problem.field, problem.message) for problem in found]


@each_row(
    "line",
    [
        'Hawk: damage 4 "both phasers"',
        "Wasp: damage 1",
        "Lark: damage 9",
        "Hawk-drone-rack-1: lost",
        "Hawk: lost exploding 12.5",
        "Hawk: sphere energy 0",
        "Hawk: web web-1 is 2.5",
        "Tug: tractor Kestrel power 0",
        "Tug: displaced to 0,0,2.8",
        "Tug: displaced to 0,0.5,2.3",
        "Tug: inertia 0.5,0,0",
        "Skiff: inertia 0,0,0.5",
        "Skiff: displaced to 0,0,4.9999",
        "Barge: displaced to 0,0,0",
        "Hawk: shield 3 up",
        "Weft: shield 6 down",
    ],
)
def test_what_a_players_own_displays_say_can_be_entered(line: str) -> None:
    assert faults(line) == []


def test_once_a_game_has_begun_something_can_always_be_entered() -> None:
    assert faults() == []


@each_row(
    ("line", "field", "said"),
    [
        (
            "Hawke: lost",
            "unit",
            (
                "There is no unit Hawke. Did you mean Hawk? Units: Barge, Hawk, Hawk-drone-rack-1, Lark, Skiff, Tug, "
                "Wasp, Weft."
            ),
        ),
        ("Kestrel: damage 4", "unit", "Kestrel is not Anna's. Enter what your own displays say."),
        ("Hawk: speed 4", None, "Hawk: this is an order. Put it into an order file; it is not entered."),
        ("Lark: lost", None, "Lark is already out of the game."),
        ("Weft: sphere energy 4", None, "Weft has no sphere up (G23.4)."),
        ("Lark: sphere energy 4", None, "Lark is out of the game, and so is its sphere."),
        ("Weft: web web-3 is 2", "web", "Weft: There is no web web-3. Did you mean web-2? Webs: web-1, web-2."),
        ("Weft: web web-2 is 2", "web", "Weft: web-2 is another player's web (G10.0)."),
        ("Hawk: tractor Kestrel power 1", "target", "Hawk has no tractor link to Kestrel (house)."),
        (
            "Hawk: displaced to 0,0,0",
            None,
            "Hawk is in no tractor link; only a held unit's place and inertia can be entered (house).",
        ),
        (
            "Hawk: inertia 0,0,0",
            None,
            "Hawk is in no tractor link; only a held unit's place and inertia can be entered (house).",
        ),
        (
            "Tug: displaced to 0,0,2.829",
            "place",
            "Tug: Kestrel would be 3.0005 hexes away. The tractor link is 3 hexes long (house).",
        ),
        (
            "Tug: displaced to 0,0,1.9999",
            "place",
            "Tug: Barge would be 2.0001 hexes away. The tractor link is 2 hexes long (house).",
        ),
        (
            "Barge: inertia 0,0,1",
            None,
            "Barge is in orbit around New Haven, and the orbit moves it. Leave orbit first (P8.413).",
        ),
        ("Lark: shield 3 up", "unit", "Lark is out of the game. Leave its orders out (house)."),
    ],
)
def test_what_is_not_theirs_or_not_there_cannot_be(line: str, field: str | None, said: str) -> None:
    assert faults(line) == [(0, field, said)]


def test_two_units_of_a_link_are_displaced_together() -> None:
    assert faults("Tug: displaced to 0,0,1.5") == [
        (0, "place", "Tug: Barge would be 2.5 hexes away. The tractor link is 2 hexes long (house).")
    ]
    assert faults("Barge: displaced to 0,0,3.5", "Tug: displaced to 0,0,1.5") == []


def test_each_fault_names_its_fact_and_a_unit_is_lost_once() -> None:
    assert faults("Hawk: damage 3", "Hawk: lost", "Hawk: lost", "Hawk: sphere energy 1") == [
        (2, None, "Hawk is already out of the game."),
        (3, None, "Hawk is out of the game, and so is its sphere."),
    ]


def test_what_is_for_the_break_waits_for_it() -> None:
    on = table()
    fact = read_line("Hawk: damage 3", LANGUAGE, BREAK)
    assert isinstance(fact, OfUnit)
    (problem,) = entry_problems(on, "Anna", [fact])
    assert problem.message == 'Hawk: the turn break is still to come. Leave out the word "break".'
    on.impulse = BREAK
    assert list(entry_problems(on, "Anna", [fact])) == []


def test_names_are_known_in_any_case_of_letters() -> None:
    on = table()
    text = (
        "game duel\nturn 1\nunit hawk\n"
        "  impulse 1 fire PHASERS at kestrel\n"
        "  impulse 1 launch Drone-Rack at KESTREL\n"
        '  impulse 1 orbit "new haven" left\n'
        "  impulse 1 release wasp\n"
        "  impulse 1 bind to weft and lark\n"
        "  impulse 1 drop WEB-1\n"
        "  impulse 1 lay web to WEFT at 3\n"
        '  impulse 1 lay point from "NEW HAVEN" at 3\n'
        "  impulse 1 stop if range to kestrel at most 3\n"
    )
    sheet = respell(read_sheet(text, LANGUAGE), LANGUAGE, on.units, lambda order, field: names(on, order, field))
    assert sheet.units == ("Hawk",)
    assert [LANGUAGE.write(order) for order in sheet.at(1)] == [
        "fire phasers at Kestrel",
        "launch drone-rack at Kestrel",
        'orbit "New Haven" left',
        "release Wasp",
        "bind to Weft and Lark",
        "drop web-1",
        "lay web to Weft at 3",
        'lay point from "New Haven" at 3',
        "stop if range to Kestrel at most 3",
    ]


def test_points_are_those_of_the_orders_own_web() -> None:
    on = board(unit("Weft", card="Weaver"), web("web-1", "1", "2", points={"1": "0,0,0", "10": "1,0,0", "2": "2,0,0"}))
    (join,) = entered("Weft: join point 3 of web-1 at 3")
    assert names(on, join, "point") == ("1", "2", "10")
    (strange,) = entered("Weft: join point 3 of web-9 at 3")
    assert names(on, strange, "point") == ()
    (nobody,) = entered("Nobody: join point 3 of web-1 at 3")
    assert names(on, nobody, "web") == names(on, join, "power") == ()
