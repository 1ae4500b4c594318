"""Attitude, pivots and rolls: rules/sits.md 2; flyer, "The AVID"."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.space.attitude import Attitude, Markers, frame, markers, pivot, roll
from sits_es.space.avid import WINDOWS, centre, distance, opposite, window_of
from sits_es.space.sphere import angle, dot

ATTITUDES = [Attitude(nose, step) for nose in WINDOWS for step in range(12)]
attitudes = st.sampled_from(ATTITUDES)
windows = st.sampled_from(WINDOWS)


def test_there_are_600_attitudes_and_no_more():
    assert len(set(ATTITUDES)) == 600


@pytest.mark.parametrize(
    ("nose", "step", "ends"),
    [
        ("A", 0, Markers("A", "D", "E/F", "B/C", "+++", "---")),
        ("A+", 0, Markers("A+", "D-", "E/F", "B/C", "D++", "A--")),  # the flyer's picture
        ("A-", 1, Markers("A-", "D+", "F+", "C-", "B++", "E--")),
        ("+++", 0, Markers("+++", "---", "E/F", "B/C", "D", "A")),
        ("---", 0, Markers("---", "+++", "E/F", "B/C", "A", "D")),
        ("A", 3, Markers("A", "D", "+++", "---", "B/C", "E/F")),
        ("A", 6, Markers("A", "D", "B/C", "E/F", "---", "+++")),
        ("C/D", 0, Markers("C/D", "F/A", "B", "E", "+++", "---")),
    ],
)
def test_the_markers_of_the_worked_attitudes(nose, step, ends):
    assert markers(Attitude(nose, step)) == ends


def test_markers_stand_across_from_each_other_in_every_attitude():
    for attitude in ATTITUDES:
        ends = markers(attitude)
        assert ends.nose == attitude.nose
        assert (opposite(ends.nose), opposite(ends.port), opposite(ends.top)) == (
            ends.stern,
            ends.starboard,
            ends.bottom,
        )


def test_the_markers_are_the_windows_of_the_axes():
    for attitude in ATTITUDES:
        ends, axes = markers(attitude), frame(attitude)
        assert (ends.nose, ends.starboard, ends.top) == tuple(map(window_of, (axes.forward, axes.starboard, axes.top)))


def test_the_axes_are_square_and_of_length_1_and_starboard_is_to_the_right_of_a_level_nose():
    for attitude in ATTITUDES:
        axes = frame(attitude)
        rows = (axes.forward, axes.starboard, axes.top)
        for at, one in enumerate(rows):
            for to, other in enumerate(rows):
                assert dot(one, other) == pytest.approx(float(at == to), abs=1e-12)
        (fn, fe, fu), (sn, se, su), (tn, te, tu) = rows
        turn = fn * (se * tu - su * te) - fe * (sn * tu - su * tn) + fu * (sn * te - se * tn)
        assert turn == pytest.approx(1.0)


def test_an_unrolled_top_is_as_near_the_zenith_as_the_nose_allows():
    for nose in WINDOWS:
        heights = [frame(Attitude(nose, step)).top[2] for step in range(12)]
        assert heights[0] == pytest.approx(max(heights))


def test_a_roll_to_starboard_takes_the_top_toward_starboard():
    for attitude in ATTITUDES:
        rolled = roll(attitude, "starboard", 3)
        assert angle(frame(rolled).top, frame(attitude).starboard) < 1e-6


@pytest.mark.parametrize(
    ("side", "steps", "after"), [("starboard", 1, 11), ("starboard", 2, 0), ("port", 11, 11), ("port", 0, 10)]
)
def test_a_roll_turns_the_dial_and_leaves_the_nose(side, steps, after):
    assert roll(Attitude("C++", 10), side, steps) == Attitude("C++", after)


@given(attitudes, st.integers(0, 24))
def test_a_roll_there_and_back_changes_nothing(attitude, steps):
    assert roll(roll(attitude, "port", steps), "starboard", steps) == attitude


def turned(vector, axis, degrees):
    """A vector turned about an axis, anticlockwise seen against it in north-east-up coordinates (Rodrigues)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    cross = (
        axis[1] * vector[2] - axis[2] * vector[1],
        axis[2] * vector[0] - axis[0] * vector[2],
        axis[0] * vector[1] - axis[1] * vector[0],
    )
    along = dot(axis, vector) * (1 - cos)
    return tuple(v * cos + k * sin + a * along for v, k, a in zip(vector, cross, axis, strict=True))


def pivot_axis(attitude, to):
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
    length = math.hypot(*cross)
    return tuple(part / length for part in cross), angle(axes.forward, goal)


def test_every_pivot_carries_the_top_along_to_the_nearest_roll_step():
    for attitude in ATTITUDES[::5]:
        for to in WINDOWS:
            if to != attitude.nose:
                axis, degrees = pivot_axis(attitude, to)
                carried = turned(frame(attitude).top, axis, degrees)
                ends = [angle(carried, frame(Attitude(to, step)).top) for step in range(12)]
                assert pivot(attitude, to).end == Attitude(to, ends.index(min(ends)))


def test_every_pivot_takes_the_angle_in_windows_and_names_where_the_nose_stands_after_each():
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


def test_every_pivot_there_and_back_ends_as_it_began():
    for attitude in ATTITUDES:
        for to in WINDOWS:
            if to != attitude.nose:
                assert pivot(pivot(attitude, to).end, attitude.nose).end == attitude


@pytest.mark.parametrize(
    ("start", "to", "path"),
    [
        (Attitude("A"), "A/B", [Attitude("A/B")]),
        (Attitude("A"), "C", [Attitude("A/B"), Attitude("B"), Attitude("B/C"), Attitude("C")]),
        (Attitude("A"), "+++", [Attitude("A+"), Attitude("A++"), Attitude("+++")]),  # top carried to D
        (Attitude("A"), "D", [Attitude(to) for to in ("A/B", "B", "B/C", "C", "C/D", "D")]),  # by starboard
        (Attitude("A", 6), "D", [Attitude(to, 6) for to in ("F/A", "F", "E/F", "E", "D/E", "D")]),  # hull up
        (  # the top, to starboard, stays; the nose goes over it by its own starboard side, which is below
            Attitude("A", 3),
            "D",
            [
                Attitude("A-", 3),
                Attitude("A--", 3),
                Attitude("---", 3),
                Attitude("D--", 9),
                Attitude("D-", 9),
                Attitude("D", 9),
            ],
        ),
    ],
)
def test_the_nose_goes_along_the_great_circle_window_by_window(start, to, path):
    assert list(pivot(start, to).path) == path


def test_an_about_face_keeps_the_top_where_it_is():
    for attitude in ATTITUDES:
        end = pivot(attitude, opposite(attitude.nose)).end
        assert angle(frame(end).top, frame(attitude).top) < 1e-6


def test_a_pivot_to_ones_own_window_is_refused():
    with pytest.raises(NotAllowedError) as refused:
        pivot(Attitude("B/C+", 4), "B/C+")
    assert str(refused.value) == (
        "The nose is in B/C+ already. Pivot to another window, or roll to turn about the nose."
    )


@pytest.mark.parametrize(
    ("nose", "step", "reason"),
    [("A", 12, "a roll is 0 to 11 steps, not 12"), ("A", -1, "not -1"), ("B/A", 0, "'B/A' is no window")],
)
def test_there_is_no_attitude_off_the_dial(nose, step, reason):
    with pytest.raises(ValueError, match=reason):
        Attitude(nose, step)


def test_an_attitude_is_written_as_a_player_says_it():
    assert str(Attitude("B/C+", 4)) == "nose B/C+, roll 4"
