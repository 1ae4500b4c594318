"""What Star Wars hex combat shows of a board: the map, starships, who has whom in which arc, terrain, differences."""

from typing import Any

from attrs import evolve

from sits_es.report import report_of
from sits_es.report.scenes import MapScene
from sits_es.space.hexes import Position
from tests.shared.rows import each_row
from tests.shared.sfb_runs import section
from tests.shared.starwars_samples import board
from tests.shared.view_samples import lines_of

REPORT = report_of("starwars")


def test_a_board_says_whose_slot_it_is_and_in_which_order_all_act() -> None:
    lines = lines_of(REPORT.board(board()))
    assert lines[0].startswith("Round 2, slot 1: Kestrel (Blue) ")
    assert lines[1] == "anna orders a manoeuvre and an action for Kestrel, in either order."
    assert lines[2] == "Initiative: Kestrel, Raider, Corvette, Wren (shut down), Scout (lost)."


def test_a_board_lists_its_starships_and_how_they_are() -> None:
    lines = lines_of(REPORT.board(board()))
    assert section(lines, "Starships")[:7] == [
        "  Starship  Hex   Way     Faces  Speed  Hull  Strain  Shields",
        "  ───────────────────────────────────────────────────────────",
        "  Corvette  2,-3  2B 1A   D      2/3    7/40  2/30    2/1/2/2",
        "  Kestrel   0,0   middle  A      4/5    0/10  0/8     1/1/0/0",
        "  Raider    0,0   middle  C      3/5    4/10  0/8     1/1/0/0",
        "  Scout     lost",
        "  Wren      -2,1  1E 1F   B      3/5    0/10  9/8     1/1/0/0",
    ]
    assert section(lines, "How they are") == [
        "  Corvette: in Veil (gas cloud).",
        "  Kestrel: holds the advantage over Raider; in one hex with Raider.",
        "  Raider: in one hex with Kestrel; critical hit 1 (rolled 35).",
        "  Wren: shut down, without a slot; out of missiles.",
    ]


def test_a_board_says_who_has_whom_in_which_arc_at_what_range_and_which_zones_are_open() -> None:
    assert section(lines_of(REPORT.board(board())), "Who has whom in which arc")[:6] == [
        "                                                                 Weapons that",
        "  Starship  Target    Range      In its arc      Open zones      bear",
        "  ──────────────────────────────────────────────────────────────────────────────",
        "  Kestrel   Raider    0, close   as Kestrel      by the side     forward-lasers",
        "                                 names it        named           toward A B F",
        "  Kestrel   Corvette  3, medium  forward         forward         none",
    ]


def test_on_a_wide_page_each_line_of_sight_is_a_line() -> None:
    assert section(lines_of(REPORT.board(board()), 132), "Who has whom in which arc")[2:] == [
        "  Kestrel   Raider    0, close   as Kestrel names it  by the side named   forward-lasers toward A B F",
        "  Kestrel   Corvette  3, medium  forward              forward             none",
        "  Raider    Kestrel   0, close   as Kestrel names it  by the side named   forward-lasers toward B C D",
        "  Raider    Wren      2, short   aft                  forward             none",
        "  Corvette  Kestrel   3, medium  forward              forward             turret",
        "  Corvette  Wren      4, medium  forward, starboard   forward             turret, broadside",
        "  Wren      Raider    2, short   forward              aft                 forward-lasers",
        "  Wren      Corvette  4, medium  forward              forward, starboard  none",
    ]


def test_of_many_starships_only_those_are_listed_of_which_a_weapon_bears_unless_in_detail() -> None:
    there = board()
    for number in range(4):
        there.starships[f"Far{number}"] = evolve(
            there.starships["Raider"], name=f"Far{number}", place=Position(30 + number, 0)
        )
    in_short = section(lines_of(REPORT.board(there), 132), "Who has whom in which arc")
    assert in_short[-1] == "  19 pairs of starships with no weapon that bears are left out; -vv shows all."
    in_full = section(lines_of(REPORT.board(there, detail=True), 132), "Who has whom in which arc")
    assert any("30, out of range" in line for line in in_full)


def test_a_player_is_shown_only_what_that_players_starships_have_in_their_arcs() -> None:
    lines = section(lines_of(REPORT.board(board(), player="ben")), "Who has whom in which arc")
    assert {line.split()[0] for line in lines[2:] if line.startswith(("  R", "  C"))} == {
        "Raider",
        "Corvette",
    }


def test_the_terrain_is_listed_with_its_hexes_and_who_is_in_it() -> None:
    assert section(lines_of(REPORT.board(board())), "Terrain")[2:] == [
        "  Maw      gravity well    1        -2,2  -3,2",
        "  Shoals   asteroid field  2        0,-1  1,-1  1,-2",
        "  Veil     gas cloud       1        2,-3  2,-2        Corvette",
    ]


def test_the_map_shows_facings_and_terrain_and_no_starship_that_is_lost() -> None:
    scene = REPORT.scene(board())
    assert isinstance(scene, MapScene)
    assert [(each.name, each.label, each.pointer.azimuth if each.pointer else None) for each in scene.markers] == [
        ("Corvette", "C", 180),
        ("Kestrel", "K", 0),
        ("Raider", "R", 120),
        ("Wren", "W", 60),
    ]
    assert [(each.name, each.label, each.texture) for each in scene.regions] == [
        ("Maw", "M", "rings"),
        # S1 is still the label of the starship that is lost
        ("Shoals", "S2", "stones"),
        ("Veil", "V", "waves"),
    ]


@each_row(
    ("change", "title", "waits"),
    [
        (
            {"stage": "initiative", "order": ()},
            "Round 2, initiative",
            "Initiative comes first; nobody gives orders.",
        ),
        (
            {"stage": "spend"},
            "Round 2, slot 1: Kestrel (Blue), what is spent",
            "anna, for Kestrel, can spend nothing.",
        ),
        ({"slot": 3}, "Round 2, slot 4: Wren (Blue)", "Nobody can act: Wren is shut down."),
        ({"over": True, "rounds": 2}, "The end of the game", "Round 2 was the last of the scenario."),
    ],
)
def test_a_board_says_what_it_waits_for(change: dict[str, Any], title: str, waits: str) -> None:
    lines = lines_of(REPORT.board(evolve(board(), **change)))
    assert lines[0].startswith(f"{title} ")
    assert lines[1] == waits


def test_two_boards_differ_in_what_the_starships_are_and_nothing_differs_from_itself() -> None:
    one, other = board(), board()
    assert not REPORT.differences(one, other)
    other.starships["Kestrel"].trauma, other.starships["Kestrel"].place = 3, Position(1, 0)
    other.starships.pop("Scout")
    other.terrain.pop("Veil")
    other.order = ("Raider", "Kestrel")
    assert REPORT.differences(one, other) == [
        ("Kestrel", "hex", "0,0", "1,0"),
        ("Kestrel", "hull trauma", "0", "3"),
        ("Scout", "starship", "in the game", "not there"),
        ("initiative", "order", "Kestrel, Raider, Corvette, Wren, Scout", "Raider, Kestrel"),
        ("Veil", "terrain", "gas cloud, 2 hexes, setback 1", "not there"),
    ]


def test_a_board_is_told_to_programs_in_full() -> None:
    found = REPORT.standing(board())
    assert found["now"] == {
        "round": 2,
        "stage": "act",
        "slot": 1,
        "starship": "Kestrel",
        "can_act": ["Kestrel"],
        "have_acted": [],
        "to_spend": {},
        "to_answer": {},
    }
    assert found["starships"]["Raider"] == {
        "class": "Fighter",
        "player": "ben",
        "side": "Red",
        "hex": [0, 0],
        "facing": "C",
        "speed": 3,
        "number": 1,
        "left": 1,
        "hull_trauma": 4,
        "system_strain": 0,
        "shields": {"forward": 1, "aft": 1, "port": 0, "starboard": 0},
        "armour": 2,
        "most_speed": 5,
        "weapons": ["forward-lasers"],
        "critical_hits": [{"number": 1, "result": 35, "text": ""}],
        "advantage_over": [],
        "effects": [],
        "shots": [],
        "tractor_beams": [],
        "notes": [],
        "open_notes": [],
        "shut_down": False,
        "lost": False,
    }
    assert found["terrain"]["Maw"] == {"kind": "gravity-well", "hexes": [[-2, 2], [-3, 2]], "setback": 1}
