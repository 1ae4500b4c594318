from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.arcs import (
    ARCS,
    MOUNTS,
    PARTS,
    arcs_at,
    arcs_of,
    mount_counts,
    mount_of_each,
    mounts_at,
    mounts_of,
)
from sits_es.rules.sfb.sums.bearing import Bearing
from tests.shared.rows import each_row

#: D2.12 and D2.31, mirrored to the left: the right end and the left one.
ENDS = [
    ("LF", -10, 70),
    ("L", 50, 130),
    ("LR", 110, 190),
    ("RR", 170, 250),
    ("R", 230, 310),
    ("RF", 290, 370),
    ("FH", -100, 100),
    ("RH", 80, 280),
]


@each_row(("arc", "right", "left"), ENDS)
def test_an_arc_holds_its_ends_and_nothing_a_ten_thousandth_beyond(arc: str, right: int, left: int) -> None:
    for yaw, holds in (
        (right * 10_000 - 1, False),
        (right * 10_000, True),
        (right * 10_000 + 1, True),
        ((right + left) * 5_000, True),
        (left * 10_000 - 1, True),
        (left * 10_000, True),
        (left * 10_000 + 1, False),
        ((right + left) * 5_000 + 1_800_000, False),
    ):
        assert (arc in arcs_at(yaw)) is holds
        assert (arc in arcs_at(yaw % 3_600_000)) is holds


@each_row(
    ("yaw", "arcs"),
    [
        (0, ("LF", "RF", "FH")),
        (114_119, ("LF", "FH")),
        (100_000, ("LF", "RF", "FH")),
        (-100_000, ("LF", "RF", "FH")),
        (600_000, ("LF", "L", "FH")),
        (900_000, ("L", "FH", "RH")),
        (1_000_001, ("L", "RH")),
        (1_200_000, ("L", "LR", "RH")),
        (1_800_000, ("LR", "RR", "RH")),
        (-1_700_000, ("LR", "RR", "RH")),
        (-1_699_999, ("RR", "RH")),
        (-900_000, ("R", "FH", "RH")),
        (-600_000, ("R", "RF", "FH")),
    ],
)
def test_the_arcs_of_a_bearing_stand_in_the_table_s_order(yaw: int, arcs: tuple[str, ...]) -> None:
    assert arcs_of(Bearing(yaw, 0)) == arcs


@given(yaw=st.integers(-1_799_999, 1_800_000))
def test_arcs_are_mirrored_and_cover_all_round(yaw: int) -> None:
    mirrored = {"LF": "RF", "L": "R", "LR": "RR", "RR": "LR", "R": "L", "RF": "LF", "FH": "FH", "RH": "RH"}
    assert {mirrored[arc] for arc in arcs_at(yaw)} == set(arcs_at(-yaw))
    assert any(arc in arcs_at(yaw) for arc in PARTS["360"])
    assert {"FH", "RH"} & set(arcs_at(yaw))


@given(yaw=st.integers(-1_799_999, 1_800_000))
def test_the_quick_table_holds_what_the_printed_one_says(yaw: int) -> None:
    said = tuple(
        arc for arc, (right, left) in ARCS.items() if (yaw - right * 10_000) % 3_600_000 <= (left - right) * 10_000
    )
    assert arcs_at(yaw) == said


@each_row(("mount", "low", "high"), [("top", -30, 90), ("centre", -60, 60), ("bottom", -90, 30)])
def test_a_mount_holds_its_ends_and_nothing_a_ten_thousandth_beyond(mount: str, low: int, high: int) -> None:
    assert mount in mounts_at(low * 10_000)
    assert mount in mounts_at(high * 10_000)
    assert mount not in mounts_at(low * 10_000 - 1)
    assert mount not in mounts_at(high * 10_000 + 1)


def test_in_the_very_same_place_all_arcs_and_mounts_hold() -> None:
    assert arcs_of(None) == ("LF", "L", "LR", "RR", "R", "RF", "FH", "RH")
    assert mounts_of(None) == ("top", "centre", "bottom")
    assert mounts_of(Bearing(0, 378_792)) == ("top", "centre")


@each_row(
    ("number", "counts"),
    [
        (1, (0, 1, 0)),
        (2, (1, 0, 1)),
        (3, (1, 1, 1)),
        (4, (2, 0, 2)),  # two groups of two
        (5, (2, 1, 2)),  # a two and a three
        (6, (2, 2, 2)),  # two threes; the rulebook's example counts nine weapons
        (7, (3, 1, 3)),  # a three and two twos
        (8, (3, 2, 3)),
        (9, (3, 3, 3)),
        (10, (4, 2, 4)),
    ],
)
def test_mounts_of_a_group(number: int, counts: tuple[int, int, int]) -> None:
    """D2.11: rows 1 to 5 are its examples."""
    assert tuple(mount_counts(number).values()) == counts
    assert list(mount_counts(number)) == list(MOUNTS)


@given(number=st.integers(2, 300))
def test_a_group_is_broken_into_the_fewest_twos_and_threes(number: int) -> None:
    counts = mount_counts(number)
    assert sum(counts.values()) == number
    groups, threes = counts["top"], counts["centre"]
    assert 2 * (groups - threes) + 3 * threes == number
    assert groups == -(-number // 3)
    assert counts["bottom"] == groups


def test_each_weapon_of_a_group_has_its_mount() -> None:
    assert mount_of_each(1) == ("centre",)
    assert mount_of_each(5) == ("top", "top", "centre", "bottom", "bottom")


@pytest.mark.parametrize("number", [0, -2])
def test_a_group_without_weapons_is_refused(number: int) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        mount_of_each(number)
    assert str(refusal.value) == f"A group of {number} weapons has no mounts. A group has at least 1 weapon (D2.11)."
