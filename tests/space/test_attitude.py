"""Attitude, pivots and rolls: sits rules 2; flyer, "The AVID"."""

from __future__ import annotations

import math
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.space.attitude import Attitude, Markers, frame, markers, pivot, roll
from sits_es.space.avid import WINDOWS, Window, centre, distance, opposite, window_of
from sits_es.space.sphere import Direction, angle, blend, dot, unit
from tests.shared.rows import each_row

ATTITUDES = [Attitude(nose, step) for nose in WINDOWS for step in range(12)]
attitudes = st.sampled_from(ATTITUDES)


def lying(nose: str, roll: int = 0) -> Attitude:
    return Attitude(Window(nose), roll)


def test_there_are_600_attitudes_and_no_more() -> None:
    assert len(set(ATTITUDES)) == 600


@each_row(
    ("nose", "step", "ends"),
    [
        ("A", 0, "A D E/F B/C +++ ---"),
        ("A+", 0, "A+ D- E/F B/C D++ A--"),  # the flyer's picture
        ("A-", 1, "A- D+ F+ C- B++ E--"),
        ("+++", 0, "+++ --- E/F B/C D A"),
        ("---", 0, "--- +++ E/F B/C A D"),
        ("A", 3, "A D +++ --- B/C E/F"),
        ("A", 6, "A D B/C E/F --- +++"),
        ("C/D", 0, "C/D F/A B E +++ ---"),
    ],
)
def test_the_markers_of_the_worked_attitudes(nose: Window, step: int, ends: str) -> None:
    assert markers(Attitude(nose, step)) == Markers(*map(Window, ends.split()))


def test_port_and_starboard_of_the_flyers_ship_are_90_degrees_from_nose_and_stern() -> None:
    ends = markers(lying("A+"))
    away = [distance(end, side) for end in (ends.nose, ends.stern) for side in (ends.port, ends.starboard)]
    assert away == [3, 3, 3, 3]


def test_markers_stand_across_from_each_other_in_every_attitude() -> None:
    for attitude in ATTITUDES:
        ends = markers(attitude)
        assert ends.nose == attitude.nose
        assert (opposite(ends.nose), opposite(ends.port), opposite(ends.top)) == (
            ends.stern,
            ends.starboard,
            ends.bottom,
        )


def test_the_markers_are_the_windows_of_the_axes() -> None:
    for attitude in ATTITUDES:
        ends, axes = markers(attitude), frame(attitude)
        assert (ends.nose, ends.starboard, ends.top) == tuple(map(window_of, (axes.forward, axes.starboard, axes.top)))


def test_the_axes_are_square_and_of_length_1_and_starboard_is_to_the_right_of_a_level_nose() -> None:
    for attitude in ATTITUDES:
        axes = frame(attitude)
        rows = (axes.forward, axes.starboard, axes.top)
        for at, one in enumerate(rows):
            for to, other in enumerate(rows):
                assert dot(one, other) == pytest.approx(float(at == to), abs=1e-12)
        (fn, fe, fu), (sn, se, su), (tn, te, tu) = rows
        turn = fn * (se * tu - su * te) - fe * (sn * tu - su * tn) + fu * (sn * te - se * tn)
        assert turn == pytest.approx(1.0)


def test_an_unrolled_top_is_as_near_the_zenith_as_the_nose_allows() -> None:
    for nose in WINDOWS:
        heights = [frame(Attitude(nose, step)).top[2] for step in range(12)]
        assert heights[0] == pytest.approx(max(heights))


def test_a_roll_to_starboard_takes_the_top_toward_starboard() -> None:
    for attitude in ATTITUDES:
        rolled = roll(attitude, "starboard", 3)
        assert angle(frame(rolled).top, frame(attitude).starboard) < 1e-6


@each_row(("side", "steps", "after"), [("starboard", 1, 11), ("starboard", 2, 0), ("port", 11, 11), ("port", 0, 10)])
def test_a_roll_turns_the_dial_and_leaves_the_nose(side: Literal["port", "starboard"], steps: int, after: int) -> None:
    assert roll(lying("C++", 10), side, steps) == lying("C++", after)


@given(attitudes, st.integers(0, 24))
def test_a_roll_there_and_back_changes_nothing(attitude: Attitude, steps: int) -> None:
    assert roll(roll(attitude, "port", steps), "starboard", steps) == attitude


def turned(vector: Direction, axis: Direction, degrees: float) -> Direction:
    """A vector turned about an axis, anticlockwise seen against it in north-east-up coordinates (Rodrigues)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    cross = (
        axis[1] * vector[2] - axis[2] * vector[1],
        axis[2] * vector[0] - axis[0] * vector[2],
        axis[0] * vector[1] - axis[1] * vector[0],
    )
    along = dot(axis, vector) * (1 - cos)
    return blend(blend(vector, cos, cross, sin), 1.0, axis, along)


def pivot_axis(attitude: Attitude, to: Window) -> tuple[Direction, float]:
    """What the ship turns about on its way, and by how many degrees."""
    axes = frame(attitude)
    if to == opposite(attitude.nose):
        return axes.top, 180.0
    goal = centre(to)
    cross = (
        axes.forward[1] * goal[2] - axes.forward[2] * goal[1],
        axes.forward[2] * goal[0] - axes.forward[0] * goal[2],
        axes.forward[0] * goal[1] - axes.forward[1] * goal[0],
    )
    return unit(cross), angle(axes.forward, goal)


def test_every_pivot_carries_the_top_along_to_the_nearest_roll_step() -> None:
    for attitude in ATTITUDES[::5]:
        for to in WINDOWS:
            if to != attitude.nose:
                axis, degrees = pivot_axis(attitude, to)
                carried = turned(frame(attitude).top, axis, degrees)
                ends = [angle(carried, frame(Attitude(to, step)).top) for step in range(12)]
                assert pivot(attitude, to).end == Attitude(to, ends.index(min(ends)))


def test_every_pivot_takes_the_angle_in_windows_and_names_where_the_nose_stands_after_each() -> None:
    for attitude in ATTITUDES[::7]:
        for to in WINDOWS:
            if to != attitude.nose:
                swing = pivot(attitude, to)
                axis, _ = pivot_axis(attitude, to)
                assert swing.windows == len(swing.path) == max(1, distance(attitude.nose, to))
                assert swing.path[-1] == swing.end
                for step, stand in enumerate(swing.path[:-1], start=1):
                    assert stand.nose == window_of(turned(frame(attitude).forward, axis, 30 * step))
                    straight = attitude if stand.nose == attitude.nose else pivot(attitude, stand.nose).end
                    assert stand == straight


def test_every_pivot_there_and_back_ends_as_it_began() -> None:
    for attitude in ATTITUDES:
        for to in WINDOWS:
            if to != attitude.nose:
                assert pivot(pivot(attitude, to).end, attitude.nose).end == attitude


@each_row(
    ("start", "to", "path"),
    [
        (lying("A"), "A/B", [lying("A/B")]),
        (lying("A"), "C", [lying("A/B"), lying("B"), lying("B/C"), lying("C")]),
        (lying("A"), "+++", [lying("A+"), lying("A++"), lying("+++")]),  # top carried to D
        (lying("A"), "D", [lying(to) for to in ("A/B", "B", "B/C", "C", "C/D", "D")]),  # by starboard
        (lying("A", 6), "D", [lying(to, 6) for to in ("F/A", "F", "E/F", "E", "D/E", "D")]),  # hull up
        (  # the top, to starboard, stays; the nose goes over it by its own starboard side, which is below
            lying("A", 3),
            "D",
            [
                lying("A-", 3),
                lying("A--", 3),
                lying("---", 3),
                lying("D--", 9),
                lying("D-", 9),
                lying("D", 9),
            ],
        ),
    ],
)
def test_the_nose_goes_along_the_great_circle_window_by_window(
    start: Attitude, to: Window, path: list[Attitude]
) -> None:
    assert list(pivot(start, to).path) == path


def test_an_about_face_keeps_the_top_where_it_is() -> None:
    for attitude in ATTITUDES:
        end = pivot(attitude, opposite(attitude.nose)).end
        assert angle(frame(end).top, frame(attitude).top) < 1e-6


def test_a_pivot_to_ones_own_window_is_refused() -> None:
    with pytest.raises(NotAllowedError) as refused:
        pivot(lying("B/C+", 4), Window("B/C+"))
    assert str(refused.value) == (
        "The nose is already in B/C+. Pivot to another window, or roll to turn about the nose."
    )


@each_row(
    ("nose", "step", "reason"),
    [("A", 12, "a roll is 0 to 11 steps, not 12"), ("A", -1, "not -1"), ("B/A", 0, "B/A is not a window")],
)
def test_there_is_no_attitude_off_the_dial(nose: Window, step: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Attitude(nose, step)


def test_an_attitude_is_written_as_a_player_says_it() -> None:
    assert str(lying("B/C+", 4)) == "nose B/C+, roll 4"
