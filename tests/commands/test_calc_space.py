"""`sits calc`: vectors, bearings, attitude and movement, as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from commands.calc import app
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.plots import plots
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.avid import WINDOWS
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row


def said(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--width", "80"])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def data(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found.pop("rule")
    assert isinstance(found.pop("steps"), list)
    return found


@each_row(
    ("vectors", "canonical"),
    [
        ("6F 3D 1A", "4F 2E"),
        ("1+ 2F 1E 2+ 3B", "2A 3+"),  # rules 1
        ("4F 3B", "3A 1F"),  # rules 1
        ("14F 3B 6+ 10D 2- 4A 2C", "6F 3E 4+"),  # rules 1
        ("2A 2C 1E", "1B"),  # rules 1: needs both passes
        ("3e 5f 1a 3b 2+", "5F 1A 2+"),  # any order and case
        ("still", ""),
        ("3A 3D", ""),
    ],
)
def test_vectors_are_consolidated(vectors: str, canonical: str) -> None:
    assert data("consolidate", vectors)["vector"] == canonical
    assert data("consolidate", *vectors.split())["vector"] == canonical


def test_an_answer_for_programs_has_its_steps_and_its_rule() -> None:
    result = CliRunner().invoke(app, ["consolidate", "6F 3D 1A", "--json"])
    assert json.loads(result.stdout) == {
        "vector": "4F 2E",
        "steps": ["180 degrees: 1A and 3D leave 2D.", "120 degrees: 2D and 6F make 2E and leave 4F."],
        "rule": (
            'card, "Resolve Vectors 180 Degrees Apart" and "120 Degrees Apart"; flyer, "Copy the smaller vector"; '
            "the order of the pairs: sits rules 1 (house)"
        ),
    }


def test_a_consolidation_is_told_step_by_step() -> None:
    assert said("consolidate", "6F", "3D", "1A") == (
        "1A 3D 6F comes to 4F 2E.\n"
        "  180 degrees: 1A and 3D leave 2D.\n"
        "  120 degrees: 2D and 6F make 2E and leave 4F.\n"
        'Rule: card, "Resolve Vectors 180 Degrees Apart" and "120 Degrees Apart"; flyer,\n'
        '  "Copy the smaller vector"; the order of the pairs: sits rules 1 (house)\n'
    )


def test_canonical_vectors_need_no_steps() -> None:
    assert said("consolidate", "0A").startswith("still comes to still.\n")
    assert said("consolidate", "4A").startswith("4A comes to 4A.\n  There is nothing to consolidate.\n")


def test_the_flyers_target_is_seen_through_b_plus_at_range_6() -> None:
    assert data("bearing", "6B 3+") == {"range": 6, "ring": "blue", "window": "B+", "opposite": "E-"}


def test_the_flyers_ship_has_the_target_one_window_forward_and_one_above_its_starboard_marker() -> None:
    assert data("bearing", "6B 3+", "--nose", "A+", "--roll", "0") == {
        "range": 6,
        "ring": "blue",
        "window": "B+",
        "opposite": "E-",
        "ship_window": "B+",
        "facing": "starboard",
        "wedge": False,
        "mounts": ["forward", "starboard"],
    }


def test_a_bearing_is_told_as_the_flyer_finds_it() -> None:
    assert said("bearing", "6B", "3+", "--nose", "A+") == (
        "Range 6, seen through B+; the target sees the ship through E-.\n"
        "  H is 6 and V is 3.\n"
        "  Range: the square root of 6x6 + 3x3 = 45, rounded down: 6 (range table: card).\n"
        "  H is the larger; 4 x 3 = 12 is more than 6: blue ring; all of it along B; seen\n"
        "    through B+ (sits rules 3).\n"
        "  The ship's attitude is nose A+, roll 0, with its markers at nose A+, stern D-,\n"
        "    port E/F, starboard B/C, top D++, bottom A--; B+ is B+ in its frame, one\n"
        "    window anticlockwise and one above from the starboard marker (sits rules 4).\n"
        "  B+ is in a blue row: part of the wedge is in the way, so the rolled-ship bonus\n"
        "    is added (house).\n"
        "  Degrees from B+ to the markers of the facings: port 139, starboard 41, forward\n"
        "    64 and aft 116; the nearest is starboard, so a shot from there hits it.\n"
        "  Mounts that bear, by the default arcs: forward and starboard.\n"
        'Rule: flyer, "Calculating Bearing and Range", "Weapon Firing Arcs"; default arcs\n'
        "  and facings are house rules\n"
    )


@each_row(
    ("target", "line"),
    [
        ("3A 1B", "3A is at least 3 x 1B, so the side; seen through A (sits rules 3)."),
        ("2A 1B", "2A is less than 3 x 1B, so the corner; seen through A/B (sits rules 3)."),
        ("2B 2C 3+", "2B is less than 3 x 2C, so the corner; seen through B/C+"),
        ("2A 1B 5+", "green ring; 2A and 1B: the larger; seen through A++"),
        ("1A 1F 3-", "green ring; 1A and 1F: equal, so the anticlockwise one counts; seen through F--"),
        ("1A 9-", "purple ring; seen through ---"),
        ("4A 4+", "H and V are equal, 4: blue ring;"),
        ("8A 2+", "H is the larger; 4 x 2 = 8 is not more than 8: amber ring;"),
        ("2A 8+", "V is the larger; 4 x 2 = 8 is not more than 8: purple ring;"),
        ("3A 4+", "Range: the square root of 3x3 + 4x4 = 25, rounded down: 5 (range table: card)."),
        ("5A", "H is 5 and V is 0."),
        ("1-", "H is 0 and V is 1."),
    ],
)
def test_each_step_of_a_bearing_says_why(target: str, line: str) -> None:
    told = " ".join(said("bearing", target).split())
    assert line in told


@each_row(
    ("target", "attitude", "told"),
    [
        ("5A", ("A", "0"), "A is A in its frame, the window of its own nose marker"),
        ("2A 2B", ("A", "0"), "A/B is A/B in its frame, one window clockwise from the forward marker"),
        ("5C", ("A", "0"), "C is C in its frame, one window clockwise from the starboard marker"),
        ("5F 4-", ("A", "0"), "F- is F- in its frame, one window clockwise and one below from the port marker"),
        ("2D 2C", ("A", "0"), "C/D is C/D in its frame, one window anticlockwise from the aft marker"),
        ("1A 3+", ("A", "0"), "A++ is A++ in its frame, the green row above"),
    ],
)
def test_the_ships_own_window_is_counted_from_the_nearest_marker(
    target: str, attitude: tuple[str, str], told: str
) -> None:
    assert told in " ".join(said("bearing", target, "--nose", attitude[0], "--roll", attitude[1]).split())


def test_a_target_above_is_behind_the_wedge_and_no_mount_bears() -> None:
    found = data("bearing", "5+", "--nose", "A")
    assert (found["ship_window"], found["wedge"], found["mounts"]) == ("+++", True, [])
    told = " ".join(said("bearing", "5+", "--nose", "A").split())
    assert "+++ is +++ in its frame, the window of its own top marker" in told
    assert (
        "+++ is in a purple row, behind the wedge: no beam goes in or out, and a missile slides to port, starboard, "
        "forward or aft, which adds the rolled-ship bonus (house)." in told
    )


def test_a_target_in_the_window_of_a_marker_is_at_that_marker_and_meets_no_bonus() -> None:
    assert data("attitude", "--nose", "A/B+", "--roll", "2")["starboard"] == "B--"
    assert said("bearing", "2B 5-", "--nose", "A/B+", "--roll", "2") == (
        "Range 5, seen through B--; the target sees the ship through E++.\n"
        "  H is 2 and V is 5.\n"
        "  Range: the square root of 2x2 + 5x5 = 29, rounded down: 5 (range table: card).\n"
        "  V is the larger; 4 x 2 = 8 is more than 5: green ring; all of it along B; seen\n"
        "    through B-- (sits rules 3).\n"
        "  The ship's attitude is nose A/B+, roll 2, with its markers at nose A/B+, stern\n"
        "    D/E-, port E++, starboard B--, top C/D+, bottom F/A-; B-- is B/C in its\n"
        "    frame, the window of its own starboard marker (sits rules 4).\n"
        "  B/C is in the amber row: none of the wedge is in the way, so no rolled-ship\n"
        "    bonus is added (house).\n"
        "  Degrees from B/C to the markers of the facings: port 180, starboard 0, forward\n"
        "    90 and aft 90; the nearest is starboard, so a shot from there hits it.\n"
        "  Mounts that bear, by the default arcs: starboard.\n"
        'Rule: flyer, "Calculating Bearing and Range", "Weapon Firing Arcs"; default arcs\n'
        "  and facings are house rules\n"
    )


def test_in_one_place_there_is_no_window_and_every_mount_bears() -> None:
    assert data("bearing", "still", "--nose", "A") == {
        "range": 0,
        "ring": None,
        "window": None,
        "opposite": None,
        "ship_window": None,
        "facing": None,
        "wedge": False,
        "mounts": ["forward", "aft", "port", "starboard"],
    }
    assert said("bearing", "3A 3D").startswith(
        "Range 0: both ships are in the same hex at the same altitude, and no window"
    )


def test_a_pivot_with_the_ships_rating_is_told_with_its_segments() -> None:
    assert data("pivot", "--nose", "A", "--to", "B+", "--rating", "2") == {
        "windows": 2,
        "path": ["A/B+", "B+"],
        "roll": 1,
        "segments": [2, 4],
    }
    assert said("pivot", "--nose", "A", "--to", "B", "--rating", "1") == (
        "From A to B: 2 windows, ending with roll 0 after 2 segments.\n"
        "  The ship's attitude is nose A, roll 0; the nose goes from A (azimuth 0,\n"
        "    elevation 0) to B (azimuth 60, elevation 0).\n"
        "  The arc between them is 60 degrees; / 30, rounded, at least 1: 2 windows.\n"
        "  At 30 degrees (azimuth 30, elevation 0) the nose is in A/B; the top, carried\n"
        "    there from the start, is 0 degrees from an unrolled ship's top: roll step 0.\n"
        "  At its end (azimuth 60, elevation 0) the nose is in B; the top, carried there\n"
        "    from the start, is 0 degrees from an unrolled ship's top: roll step 0.\n"
        "  1 segment for each window: done after 1 and 2 segments (house).\n"
        'Rule: flyer, "The AVID" (180 degrees are six windows); the path and the roll\n'
        "  left are house rules\n"
    )


def test_a_roll_is_told_step_by_step() -> None:
    assert data("roll", "port", "3", "--nose", "A+") == {"path": [11, 10, 9], "roll": 9}
    assert data("roll", "starboard", "2", "--nose", "A+", "--roll", "11")["path"] == [0, 1]
    assert said("roll", "starboard", "3", "--nose", "A+", "--rating", "2") == (
        "3 steps to starboard from roll 0: roll 3 after 6 segments.\n"
        "  Roll step 0 + 3 windows of 30 degrees to starboard is step 3 (of 0 to 11,\n"
        "    clockwise seen from astern).\n"
        "  After    Roll  Port  Starboard  Top\n"
        "  1 step   1     E+    B-         C++\n"
        "  2 steps  2     E++   B--        C+\n"
        "  3 steps  3     D++   A--        B/C\n"
        "  2 segments for each window: done after 2, 4 and 6 segments (house).\n"
        'Rule: flyer, "The AVID"; how each end is read into a window is a house rule\n'
    )


@each_row(
    ("hexes", "levels", "found"),
    [
        ("6", "3", {"range": 6, "ring": "blue"}),  # flyer
        ("6", "-3", {"range": 6, "ring": "blue"}),
        ("4", "21", {"range": 21, "ring": "purple"}),
        ("0", "0", {"range": 0, "ring": None}),
        ("50", "50", {"range": 70, "ring": "blue"}),
    ],
)
def test_the_range_table_gives_range_and_ring(hexes: str, levels: str, found: dict[str, object]) -> None:
    assert data("range", hexes, levels) == found


def test_a_misprint_of_the_card_is_named() -> None:
    assert "(range table: card, its misprint 20 put right)" in " ".join(said("range", "4", "21").split())
    assert "misprint" not in said("range", "5", "21")


def test_a_range_beyond_the_printed_table_is_derived() -> None:
    assert "(range table: derived: the card's table continued)" in " ".join(said("range", "51", "3").split())
    assert "(range table: card)" in " ".join(said("range", "50", "50").split())


def test_the_grid_of_the_worked_example() -> None:
    assert data("grid", "6B 5C 3+") == {
        "moves": ["1B", "1C 1+", "1B 1C", "1B 1+", "1C", "1B 1C", "1B 1+", "1B 1C"],
    }


def test_a_grid_is_told_with_its_splits_and_its_segments() -> None:
    assert said("grid", "13A", "1-") == (
        "Movement grid of 13A 1-:\n"
        "  13A: 13 / 8 = 1 in every segment, remainder 5.\n"
        "  1-: 1 / 8 = 0 in every segment, remainder 1.\n"
        "  Horizontal grid, 5|0 (larger | smaller): A in 2, 4, 5, 7 and 8 (the parent\n"
        "    game's play aid).\n"
        "  Vertical grid, 5|1 (5 + 0 = 5 | vertical): - in 1 (the parent game's play\n"
        "    aid).\n"
        "  Moves in segments 1 to 8: 1A 1-, 2A, 1A, 2A, 2A, 1A, 2A, 2A.\n"
        'Rule: card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules\n'
        "  6\n"
    )
    assert "8A: 8 / 8 = 1 in every segment, remainder 0.\n" in said("grid", "8A")
    assert "Vertical grid, 3|3 (6 + 5 = 11, less 8 | vertical): + in" in said("grid", "6B 5C 3+")


def test_a_ship_that_stands_still_has_an_empty_grid() -> None:
    assert data("grid", "still") == {"moves": [""] * 8}


@each_row(
    ("dots", "window", "found"),
    [
        ("4", "A+", ["3A 1B 2+", "3A 1F 2+", "3A 3+", "4A 2+"]),  # rules 6
        ("4", "A++", ["1A 1B 4+", "1A 1F 4+", "2A 4+"]),  # rules 6
        ("1", "A/B", sorted(["1A", "1B"])),
        ("1", "A++", ["1+"]),
        ("0", "A", [""]),
    ],
)
def test_plots_are_listed_in_order(dots: str, window: str, found: list[str]) -> None:
    assert data("plots", dots, window) == {"plots": found}


@each_row("window", WINDOWS)
def test_every_window_can_be_named_as_an_argument(window: str) -> None:
    assert data("plots", "3", window)["plots"] == sorted(str(plot) for plot in plots(3, window))
    assert data("attitude", "--nose", window)["nose"] == window


def test_plots_are_told_with_the_default() -> None:
    assert said("plots", "4", "A+").startswith(
        "4 dots in A+: 4 plots.\n"
        "  4 dots in A+: 4A 2+, the default, nearest to the window's centre; allowed are\n"
        "    3A 3+; or 4A 2+, 3A 1B 2+ or 3A 1F 2+ (plots: house, after 2e).\n"
    )


@pytest.mark.parametrize(
    ("nose", "roll", "ends"),
    [
        ("A", "0", ("A", "D", "E/F", "B/C", "+++", "---")),  # rules 2
        ("A+", "0", ("A+", "D-", "E/F", "B/C", "D++", "A--")),
        ("A-", "1", ("A-", "D+", "F+", "C-", "B++", "E--")),  # rules 2
        ("---", "0", ("---", "+++", "E/F", "B/C", "A", "D")),
    ],
)
def test_an_attitude_has_six_markers(nose: str, roll: str, ends: tuple[str, ...]) -> None:
    names = ("nose", "stern", "port", "starboard", "top", "bottom")
    assert data("attitude", "--nose", nose, "--roll", roll) == dict(zip(names, ends, strict=True))


def test_an_attitude_is_told_with_the_flyers_marks() -> None:
    assert said("attitude", "--nose", "---", "--roll", "0") == (
        "A ship with nose ---, roll 0:\n"
        "  Marker     Window\n"
        "  nose       ---     (triangle)\n"
        "  stern      +++     (semicircle)\n"
        "  port       E/F     (angle bracket)\n"
        "  starboard  B/C     (angle bracket)\n"
        "  top        A\n"
        "  bottom     D\n"
        'Rule: flyer, "The AVID"; how each end is read into a window is a house rule\n'
    )


def test_a_pivot_has_windows_path_and_roll() -> None:
    assert data("pivot", "--nose", "A", "--roll", "0", "--to", "B+") == {
        "windows": 2,
        "path": ["A/B+", "B+"],
        "roll": 1,
    }
    assert said("pivot", "--nose", "A", "--to", "b+").startswith(
        "From A to B+: 2 windows, ending with roll 1.\n"
        "  The ship's attitude is nose A, roll 0; the nose goes from A (azimuth 0,\n"
    )


def test_an_about_face_goes_to_starboard() -> None:
    assert data("pivot", "--nose", "A", "--to", "D")["path"] == ["A/B", "B", "B/C", "C", "C/D", "D"]
    assert "An about-face swings to starboard while the top stays still." in said("pivot", "--nose", "A", "--to", "D")


def test_a_course_without_thrust_is_its_movement_grid() -> None:
    found = data("course", "6B 5C 3+")
    assert [leg["grid"] for leg in found["path"]] == data("grid", "6B 5C 3+")["moves"]
    assert (found["moved"], found["vector"]) == ("6B 5C 3+", "6B 5C 3+")


@pytest.mark.parametrize("first", [1, 4, 8])
def test_a_course_starts_in_any_segment_at_that_segments_row(first: int) -> None:
    moves = [str(move) for move in fill_grid(read_vectors("13A 1-").net(), card_tables()).moves]
    path = data("course", "13A 1-", "--first", str(first))["path"]
    assert [leg["grid"] for leg in path] == moves[first - 1 :] + moves[: first - 1]
    assert [(path[0]["turn"], path[0]["segment"]), (path[-1]["turn"], path[-1]["segment"])] == (
        [(1, first), (1, 8) if first == 1 else (2, first - 1)]
    )


def test_a_chart_of_thrust_4_gives_four_dots_and_two_hexes_and_breaks() -> None:
    found = data("course", "4A 1+", "--nose", "A", "--thrust", "4", "--segments", "8")
    assert [leg["moved"] for leg in found["path"]] == (
        ["1+", "1A 1+", "1A 1+", "2A 1+", "2A 1+", "4A 1+", "4A 1+", "6A 1+"]
    )
    assert [leg["dots"] for leg in found["path"]] == [{}, {"A": 1}] * 4
    assert [leg["displaced"] for leg in found["path"]] == ["", "", "", "", "", "1A", "", "1A"]
    assert [leg["break"] for leg in found["path"][:7]] == [None] * 7
    assert found["path"][7] == {
        "turn": 1,
        "segment": 8,
        "thrust": 4,
        "nose": "A",
        "roll": 0,
        "grid": "1A",
        "displaced": "1A",
        "moved": "6A 1+",
        "dots": {"A": 1},
        "vector": "8A 1+",
        "break": {"reasons": ["chart full"], "plots": {"A": {"dots": 4, "plot": "4A"}}, "steps": []},
    }
    assert (found["vector"], found["moved"]) == ("8A 1+", "6A 1+")


def test_a_course_is_told_segment_by_segment_in_the_words_of_a_report() -> None:
    assert said("course", "4A", "1+", "--thrust", "4") == (
        "After 8 segments the ship is 6A 1+ from here, with vectors 8A 1+.\n"
        "  When  Thrust  Moves  From here  How\n"
        "  1.1        4  1+     1+\n"
        "  1.2        4  1A     1A 1+      Ship gains 1 acceleration dot in A, 1 there\n"
        "                                  now.\n"
        "  1.3        4  none   1A 1+\n"
        "  1.4        4  1A     2A 1+      Ship gains 1 acceleration dot in A, 2 there\n"
        "                                  now.\n"
        "  1.5        4  none   2A 1+\n"
        "  1.6        4  2A     4A 1+      Ship gains 1 acceleration dot in A, 3 there\n"
        "                                  now. Thrust displaces Ship's future marker by\n"
        "                                  1A to 0,-4 alt +1.\n"
        "  1.7        4  none   4A 1+\n"
        "  1.8        4  2A     6A 1+      Ship gains 1 acceleration dot in A, 4 there\n"
        "                                  now. Thrust displaces Ship's future marker by\n"
        "                                  1A to 0,-6 alt +1. Ship has a thrust break\n"
        "                                  (chart full): 4 dots in A give 4A by default;\n"
        "                                  vectors 4A 1+ become 8A 1+.\n"
        "  Ships' numbers: their cards; movement grids: the parent game's play aid; dots:\n"
        "    house: thrust x pulses / 8; displacement: house: thrust x pulses x pulses /\n"
        "    128; plots: house, after 2e.\n"
        'Rule: card, "Resolve Thrust", "Move Ships" and "Thrust Break Condition"; sits\n'
        "  rules 6; the order of the pairs: sits rules 1 (house)\n"
    )


def test_thrust_set_to_zero_breaks_the_chart() -> None:
    path = data("course", "4A", "--thrust", "8,8,0")["path"]
    assert [leg["thrust"] for leg in path] == [8, 8, 0, 0, 0, 0, 0, 0]
    assert path[2]["break"]["reasons"] == ["thrust zero"]
    assert path[2]["vector"] == "6A"


def test_a_completed_pivot_breaks_the_chart_with_dots_in_both_windows() -> None:
    path = data("course", "12A", "--thrust", "16", "--pivot-to", "B", "--pace", "2")["path"]
    assert [leg["nose"] for leg in path] == ["A", "A/B", "A/B", "B", "B", "B", "B", "B"]
    assert path[3]["break"] == {
        "reasons": ["pivot completed"],
        "plots": {"A": {"dots": 4, "plot": "4A"}, "A/B": {"dots": 4, "plot": "2A 2B"}},
        "steps": [],
    }


def test_plots_that_are_named_are_used_at_the_first_break() -> None:
    words = ("12A", "--thrust", "16", "--pivot-to", "B", "--pace", "2", "--plot", "a: 3A 1B; A/B: 1A 3B")
    path = data("course", *words)["path"]
    assert {window: plot["plot"] for window, plot in path[3]["break"]["plots"].items()} == {
        "A": "3A 1B",
        "A/B": "3B 1A",
    }


def test_a_ship_can_come_back_to_where_it_was() -> None:
    assert said("course", "still", "--segments", "1").startswith(
        "After 1 segment the ship is back here, with no vectors.\n"
    )
