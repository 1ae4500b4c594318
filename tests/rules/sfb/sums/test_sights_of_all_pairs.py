from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb.sums.bearing import Bearing
from sits_es.rules.sfb.sums.facings import Facing, read_facing
from sits_es.rules.sfb.sums.places import Place, read_place
from sits_es.rules.sfb.sums.sights import Sight, sight, sights
from tests.rules.sfb.sums.values import facings, places

near = st.integers(-2, 2)
units = st.lists(st.tuples(places | st.builds(Place, x=near, y=near, z=near), facings), max_size=8)


def test_two_units_see_each_other() -> None:
    here, there = (Place(), read_facing("yaw 20 roll 90")), (read_place("3,0.5,-1"), Facing())
    assert sights([here, there]) == [
        [None, Sight(32_015, 3, Bearing(114_119, 378_792), ("LF", "FH"))],
        [Sight(32_015, 3, Bearing(1_615_651, -89_849), ("LR", "RH")), None],
    ]


@given(units=units)
def test_all_pairs_at_once_are_the_pairs_one_by_one(units: list[tuple[Place, Facing]]) -> None:
    assert sights(units) == [
        [None if one == other else sight(place, facing, there) for other, (there, _) in enumerate(units)]
        for one, (place, facing) in enumerate(units)
    ]


def test_units_in_one_place_see_each_other_everywhere() -> None:
    seen = sights([(Place(1, 2, 3), Facing()), (Place(1, 2, 3), Facing())])[0][1]
    assert seen == Sight(0, 0, None, ("LF", "L", "LR", "RR", "R", "RF", "FH", "RH"))


def test_no_units_see_nothing() -> None:
    assert sights([]) == []
