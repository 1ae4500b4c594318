"""Firing arcs, facings and wedge: sits rules 4; flyer, "Weapon Firing Arcs"."""

from __future__ import annotations

import math

from sits_es.space.arcs import (
    FACINGS,
    MARKERS,
    Facing,
    behind_wedge,
    default_arc,
    facing,
    in_blue_row,
    ship_window,
    ship_windows,
    slide,
)
from sits_es.space.attitude import Attitude, frame, markers
from sits_es.space.avid import WINDOWS, Window, centre, opposite, ring_of
from sits_es.space.bearing import bearing
from sits_es.space.hexes import HexVector
from sits_es.space.sphere import angle, azimuth_and_elevation, dot
from tests.shared.rows import each_row

ATTITUDES = [Attitude(nose, step) for nose in WINDOWS for step in range(12)]


def lying(nose: str, roll: int = 0) -> Attitude:
    return Attitude(Window(nose), roll)


def test_the_flyers_target_is_one_window_forward_and_one_above_the_starboard_marker() -> None:
    """Nose A+, target 6 hexes toward B and 3 above: seen through B+ on the map and B+ on board."""
    window = bearing(HexVector(6, 6, 3)).window
    assert window == Window("B+")
    assert ship_window(lying("A+"), window) == "B+"
    assert facing(ship_window(lying("A+"), window)) == "starboard"
    assert ship_window(lying("A+"), window) in default_arc("starboard")


@each_row(
    ("attitude", "window", "on_board"),
    [
        (lying("A+"), "B/C+", "B+"),
        (lying("A+"), "B/C", "B/C"),
        (lying("A+"), "D++", "+++"),
        (lying("A", 6), "B", "F"),  # hull up: starboard is port
        (lying("A", 3), "B/C", "+++"),
        (lying("A", 3), "---", "B/C"),
        (lying("D"), "A/B+", "D/E+"),
        (lying("+++"), "A", "---"),
        (lying("+++"), "D", "+++"),
        (lying("+++"), "C", "B/C+"),
        (lying("A", 2), "B/C", "B++"),  # midway between B++ and C++: nearer the nose
        (lying("A", 2), "E/F", "F--"),  # midway between F-- and E--
    ],
)
def test_worked_turns_of_a_map_window_into_the_ships_frame(attitude: Attitude, window: Window, on_board: str) -> None:
    assert ship_window(attitude, window) == on_board


def test_a_level_ship_with_its_nose_at_a_reads_every_window_as_itself() -> None:
    assert all(ship_window(lying("A"), window) == window for window in WINDOWS)


def test_a_level_ship_counts_columns_round_from_its_own_nose() -> None:
    ring = WINDOWS[:12]
    for turn, nose in enumerate(ring):
        for at, window in enumerate(ring):
            assert ship_window(Attitude(nose), window) == ring[(at - turn) % 12]


#: Where the six ends of a ship point in its own frame.
HOMES = {"nose": "A", "stern": "D", "port": "E/F", "starboard": "B/C", "top": "+++", "bottom": "---"}


def test_the_window_of_a_marker_reads_as_that_marker_in_every_attitude() -> None:
    for attitude in ATTITUDES:
        ends = markers(attitude)
        assert {end: ship_window(attitude, getattr(ends, end)) for end in HOMES} == HOMES


def test_a_target_in_the_starboard_markers_own_window_is_no_window_away_from_it() -> None:
    attitude = lying("A/B+", 2)
    window = bearing(HexVector(2, 2, -5)).window
    assert markers(attitude).starboard == window == "B--"
    assert ship_window(attitude, window) == "B/C"
    assert not in_blue_row(ship_window(attitude, window))  # so the rolled-ship bonus is not for it
    assert facing(ship_window(attitude, window)) == "starboard"


def test_every_window_but_the_markers_own_keeps_the_limits_of_the_rule_in_every_attitude() -> None:
    for attitude in ATTITUDES:
        axes, ends = frame(attitude), markers(attitude)
        own = {getattr(ends, end) for end in HOMES}
        for window, on_board in ship_windows(attitude.nose, attitude.roll).items():
            if window in own:
                continue
            f, s, t = (dot(centre(window), axis) for axis in (axes.forward, axes.starboard, axes.top))
            _, elevation = azimuth_and_elevation((f, s, t))
            ring = ring_of(on_board)
            assert (ring == "purple") == (abs(elevation) > 75.000001)
            assert (ring == "green") == (45.000001 < abs(elevation) <= 75.000001)
            if ring in ("amber", "blue"):
                marker = max(abs(f), abs(s))
                assert (ring == "blue") == (math.degrees(math.atan(abs(t) / marker)) > 15.000001)
                assert angle((f, s, 0.0), centre(Window(on_board.rstrip("+-")))) <= 15.000001
            if ring == "green":
                assert angle((f, s, 0.0), centre(Window(on_board[0]))) <= 30.000001
            if ring != "amber":
                assert on_board.endswith("+" if t > 0 else "-")


def test_what_is_seen_on_one_side_has_its_opposite_on_the_other_but_for_green_ones_midway() -> None:
    apart = {
        tuple(ship_window(attitude, each) for each in (window, opposite(window)))
        for attitude in ATTITUDES
        for window in WINDOWS
    }
    odd = {pair for pair in apart if pair[1] != opposite(pair[0])}
    assert odd == {
        (one + up, other + down) for one, other in ("AC", "AE", "BF", "FB", "CA", "EA") for up, down in SIGNS
    }


SIGNS = (("++", "--"), ("--", "++"))


@each_row(
    ("lies_on", "columns"),
    [
        ("forward", ("F/A", "A", "A/B")),
        ("starboard", ("B", "B/C", "C")),
        ("aft", ("C/D", "D", "D/E")),
        ("port", ("E", "E/F", "F")),
    ],
)
def test_level_and_blue_windows_lie_on_the_facing_within_a_column_of_its_marker(
    lies_on: str, columns: tuple[str, ...]
) -> None:
    assert [window for window in WINDOWS if facing(window) == lies_on and not behind_wedge(window)] == [
        window for window in WINDOWS if window.rstrip("+-") in columns and not behind_wedge(window)
    ]


@each_row(
    ("window", "facings"),
    [
        ("A++", ("forward",)),
        ("B++", ("starboard",)),
        ("C--", ("starboard",)),
        ("D++", ("aft",)),
        ("E--", ("port",)),
        ("F++", ("port",)),
        ("+++", ("port", "starboard", "forward", "aft")),
        ("---", ("port", "starboard", "forward", "aft")),
    ],
)
def test_a_missile_aimed_at_the_wedge_slides_to_the_nearest_facing(window: Window, facings: tuple[str, ...]) -> None:
    assert slide(window) == facings
    assert facing(window) == facings[0]


def test_only_straight_above_and_below_leave_the_defender_a_choice() -> None:
    assert [window for window in WINDOWS if len(slide(window)) > 1] == ["+++", "---"]
    assert all(slide(window)[0] == facing(window) for window in WINDOWS)


def test_a_facing_is_the_nearest_marker_ties_port_first() -> None:
    for window in WINDOWS:
        apart = [round(angle(centre(window), centre(MARKERS[one])), 6) for one in FACINGS]
        assert facing(window) == FACINGS[apart.index(min(apart))]


def test_the_wedge_closes_the_fourteen_green_and_purple_windows() -> None:
    closed = [window for window in WINDOWS if behind_wedge(window)]
    assert len(closed) == 14
    assert all(window.endswith(("++", "--")) for window in closed)


def test_a_rolled_ship_is_hit_through_a_blue_row() -> None:
    assert [window for window in WINDOWS if in_blue_row(window)] == [
        window for window in WINDOWS if window[-1] in "+-" and window[-2] not in "+-"
    ]


@each_row(
    ("mount", "columns"),
    [
        ("forward", "F F/A A A/B B"),
        ("aft", "C C/D D D/E E"),
        ("port", "D/E E E/F F F/A"),
        ("starboard", "A/B B B/C C C/D"),
    ],
)
def test_a_default_arc_is_five_columns_by_three_rows_about_its_marker(mount: Facing, columns: str) -> None:
    assert default_arc(mount) == {column + row for column in columns.split() for row in ("", "+", "-")}


def test_no_default_arc_fires_through_the_wedge() -> None:
    assert not any(behind_wedge(window) for mount in FACINGS for window in default_arc(mount))
