from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.holes import MOST_PULL, Pull, pull
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia, read_place
from tests.shared.rows import each_row
from tests.shared.sfb_places import PLACES

sizes = st.integers(0, 10**8)


@each_row(
    ("size", "unit", "exact", "amount", "change"),
    [
        ("40", "3,4,0", 50_000, 16_000_000, "-0.96,-1.28,0"),
        ("40", "-3,-4,0", 50_000, 16_000_000, "0.96,1.28,0"),
        ("1", "0,0,1", 10_000, 10_000_000, "0,0,-1"),
        ("1", "0,0,2", 20_000, 2_500_000, "0,0,-0.25"),
        ("0", "0,0,1", 10_000, 0, "0,0,0"),
        ("10", "1,1,1", 17_320, 33_333_333, "-1.9245009,-1.9245009,-1.9245009"),
        ("0.0001", "44.7214,0,0", 447_214, 0, "0,0,0"),  # a little less than half of the last decimal
        ("0.0001", "44.7213,0,0", 447_213, 1, "-0.0000001,0,0"),
        ("0.0005", "0,-100,0", 1_000_000, 1, "0,0.0000001,0"),  # exactly half: away from zero
        ("0.0005", "0,100,0", 1_000_000, 1, "0,-0.0000001,0"),
    ],
)
def test_p4_11_the_pull_is_the_size_over_the_square_of_the_range_towards_the_black_hole(
    size: str, unit: str, exact: int, amount: int, change: str
) -> None:
    parts = int(Decimal(size) * 10_000)
    assert pull(parts, Place(), read_place(unit)) == Pull(exact, amount, read_inertia(change))


def test_a_hole_and_a_unit_in_one_place_are_refused() -> None:
    words = (
        "The black hole and the unit are in the same place, so the pull has no direction. Put them in different "
        "places (P4.11)."
    )
    with pytest.raises(NotAllowedError, match=f"^{re.escape(words)}$"):
        pull(400_000, Place(1, 2, 3), Place(1, 2, 3))


def test_no_pull_is_more_than_the_numbers_of_the_game_hold() -> None:
    """The largest hole that a scenario can have, one kilometre away; on paper it pulls as the formula says."""
    assert pull(9_999_999 * 10_000, Place(y=1), Place()).pull == 9_999_999 * 10**8 * 10**7
    found = pull(9_999_999 * 10_000, Place(y=1), Place(), MOST_PULL)
    assert found == Pull(1, MOST_PULL, Inertia(y=MOST_PULL))
    assert str(found.change) == "0,9999999,0"


@given(size=sizes, hole=PLACES, unit=PLACES)
def test_the_change_is_the_formula_of_p4_11_to_seven_decimals(size: int, hole: Place, unit: Place) -> None:
    """Worked out a second time, in decimals of 90 digits."""
    if hole == unit:
        return
    with localcontext() as context:
        context.prec = 90
        whole = Decimal(10_000)
        way = [Decimal(to - at) / whole for to, at in ((hole.x, unit.x), (hole.y, unit.y), (hole.z, unit.z))]
        apart = sum((along * along for along in way), Decimal(0)).sqrt()
        amount = Decimal(size) / whole / apart**2
        found = [
            int((along / apart * amount).quantize(Decimal("1e-7"), ROUND_HALF_UP).scaleb(7).to_integral_value())
            for along in way
        ]
    assert pull(size, hole, unit).change == Inertia(*found)


@given(size=sizes, hole=PLACES, unit=PLACES, moved=PLACES)
def test_a_pull_is_the_same_everywhere_and_the_other_way_from_the_other_side(
    size: int, hole: Place, unit: Place, moved: Place
) -> None:
    if hole == unit:
        return
    found, back = pull(size, hole, unit), pull(size, unit, hole)
    assert found == pull(size, hole + moved, unit + moved)
    assert (found.exact, found.pull) == (back.exact, back.pull)
    assert found.change + back.change == Inertia()
