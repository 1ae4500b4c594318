"""The AVID: sits rules 2; flyer, "The AVID"."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.space.avid import (
    CORNERS,
    PLACES,
    WINDOWS,
    Window,
    centre,
    distance,
    hemisphere,
    opposite,
    read_window,
    ring_of,
    window_of,
)
from sits_es.space.sphere import angle, azimuth_and_elevation, direction_at
from tests.shared.rows import each_row

PAIRS = [(one, other) for one in WINDOWS for other in WINDOWS]
SPHERE_STEP = 2
UPPER_LIMITS = (15, 45, 75, 90)


def test_there_are_fifty_windows_in_four_rings() -> None:
    assert len(set(WINDOWS)) == 50
    assert Counter(map(ring_of, WINDOWS)) == {"amber": 12, "blue": 24, "green": 12, "purple": 2}
    assert Counter(map(hemisphere, WINDOWS)) == {0: 12, 1: 19, -1: 19}


def test_the_amber_ring_goes_round_side_corner_side() -> None:
    assert WINDOWS[:12] == ("A", "A/B", "B", "B/C", "C", "C/D", "D", "D/E", "E", "E/F", "F", "F/A")


@each_row(
    ("window", "ring", "half"),
    [
        ("A/B", "amber", 0),
        ("A/B+", "blue", 1),
        ("D-", "blue", -1),
        ("C++", "green", 1),
        ("F--", "green", -1),
        ("+++", "purple", 1),
        ("---", "purple", -1),
    ],
)
def test_signs_name_the_ring(window: Window, ring: str, half: int) -> None:
    assert (ring_of(window), hemisphere(window)) == (ring, half)


def test_the_stern_of_a_ship_nose_up_in_a_is_six_windows_away_in_the_lower_blue_ring() -> None:
    """Flyer, "The AVID"."""
    assert opposite(Window("A+")) == "D-"
    assert distance(Window("A+"), Window("D-")) == 6


def test_every_centre_reads_as_its_own_window_and_its_reverse_as_the_opposite() -> None:
    for window in WINDOWS:
        north, east, up = centre(window)
        assert window_of((north, east, up)) == window
        assert window_of((-3 * north, -3 * east, -3 * up)) == opposite(window)


def test_distance_is_symmetric_0_only_at_home_and_6_only_across() -> None:
    for one, other in PAIRS:
        away = distance(one, other)
        assert away == distance(other, one)
        assert 0 <= away <= 6
        assert (away == 6) == (other == opposite(one))
        assert (away == 0) == (one == other)


def test_distance_is_the_angle_between_centres_to_the_nearest_30_degrees() -> None:
    for one, other in PAIRS:
        assert abs(angle(centre(one), centre(other)) - 30 * distance(one, other)) < 15


def test_opposite_turns_back() -> None:
    assert all(opposite(opposite(window)) == window != opposite(window) for window in WINDOWS)


@each_row(
    ("azimuth", "elevation", "window"),
    [
        (0, 15, "A"),  # a limit belongs to the flatter ring
        (0, 15.001, "A+"),
        (0, -45, "A-"),
        (0, -45.001, "A--"),
        (0, 75, "A++"),
        (0, 75.001, "+++"),
        (0, 15 + 5e-7, "A"),  # within the tolerance
        (0, 15 + 2e-6, "A+"),  # beyond it
        (14.99, 0, "A"),
        (15, 0, "A"),  # midway: the anticlockwise one
        (15.01, 0, "A/B"),
        (345, 0, "F/A"),
        (345.01, 0, "A"),
        (359.99, 0, "A"),
        (30, 60, "A++"),  # midway in the green ring
        (30 + 5e-7, 60, "A++"),
        (30.01, 60, "B++"),
        (330, -60, "F--"),
        (330.01, -60, "A--"),
    ],
)
def test_a_direction_is_read_by_its_elevation_and_the_nearest_azimuth(
    azimuth: float, elevation: float, window: Window
) -> None:
    assert window_of(direction_at(azimuth, elevation)) == window


def test_every_direction_is_read_by_the_limits_that_the_rules_print() -> None:
    for azimuth in range(1, 360, SPHERE_STEP):
        for elevation in range(-89, 90, SPHERE_STEP):
            place = PLACES[window_of(direction_at(azimuth, elevation))]
            ring = next(at for at, limit in enumerate(UPPER_LIMITS) if abs(elevation) <= limit)
            assert abs(place[1]) == 30 * ring
            assert place[1] == 0 or (place[1] > 0) == (elevation > 0)
            width = {0: 30, 1: 30, 2: 60, 3: 360}[ring]
            apart = (azimuth - place[0] + 180) % 360 - 180
            assert -width / 2 < apart <= width / 2


@given(st.floats(0, 360), st.floats(-90, 90))
def test_azimuth_and_elevation_read_back_the_direction_they_name(azimuth: float, elevation: float) -> None:
    direction = direction_at(azimuth, elevation)
    assert angle(direction, direction_at(*azimuth_and_elevation(direction))) < 1e-6


@each_row("window", WINDOWS)
def test_every_window_is_read_by_its_name_in_small_letters_too(window: Window) -> None:
    assert read_window(window) == read_window(f" {window.lower()} ") == window


@each_row("corner", CORNERS)
@each_row("signs", ["", "+", "-"])
def test_a_corner_is_read_from_either_side(corner: str, signs: str) -> None:
    assert read_window(f"{corner[2]}/{corner[0]}{signs}") == corner + signs


FORMS = "Write a side such as A or a corner such as A/B, with +, - or neither; a side with ++ or --; or +++ or ---."


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", f"The nose is empty. {FORMS}"),
        ("  ", f"The nose is empty. {FORMS}"),
        ("7", f'The nose "7" is wrong at column 1: 7 belongs to no window. {FORMS}'),
        ("b/j+", f'The nose "b/j+" is wrong at column 3: j belongs to no window. {FORMS}'),
        ("  B/J", f'The nose "B/J" is wrong at column 5: J belongs to no window. {FORMS}'),
        (
            "B/D",
            (
                'The nose "B/D" is wrong at column 3: B and D are not next to each other. '
                "Write a corner of B, A/B or B/C, or of D, C/D or D/E."
            ),
        ),
        ("A/A", 'The nose "A/A" is wrong at column 3: a corner is between two different sides. Write A, A/B or F/A.'),
        (
            "C/D++",
            'The nose "C/D++" is wrong at column 4: there are no corners in the green ring. Write C++ or D++.',
        ),
        (
            "c/b---",
            (
                'The nose "c/b---" is wrong at column 4: --- is too long for a corner. '
                "Write C/B-, or --- without a corner."
            ),
        ),
        (
            "A+++",
            'The nose "A+++" is wrong at column 2: +++ is too long after a side. Write A++, or +++ without a side.',
        ),
        (
            "A+-",
            (
                'The nose "A+-" is wrong at column 3: + and - do not go together. '
                "Write only + or only -, or neither for the level ring."
            ),
        ),
        ("-", 'The nose "-" is wrong at column 1: - names no window. Write --- or a side with -.'),
        ("++++", 'The nose "++++" is wrong at column 1: ++++ names no window. Write +++.'),
        ("AB", f'The nose "AB" is wrong at column 1: "AB" is neither a side nor a corner. {FORMS}'),
        ("/", f'The nose "/" is wrong at column 1: "/" is neither a side nor a corner. {FORMS}'),
        ("A/+", f'The nose "A/+" is wrong at column 1: "A/" is neither a side nor a corner. {FORMS}'),
    ],
)
def test_what_names_no_window_is_refused_with_the_place_and_what_is_right(text: str, refusal: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_window(text, "nose")
    assert str(refused.value) == refusal


@given(st.text(alphabet="ABCDEFabf/+-7 \u00df", max_size=8))
def test_any_text_is_either_a_window_or_refused_in_words(text: str) -> None:
    said = _answer(text)
    assert said in WINDOWS or (said.startswith("The window ") and said.endswith("."))


def _answer(text: str) -> str:
    try:
        return read_window(text)
    except UnreadableError as refused:
        return str(refused)
