"""How much of their movement units make that tractor links hold together. Rule: house."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb.sums.links import Tether, held_step, part_made, part_of
from sits_es.rules.sfb.sums.places import Place, read_place
from tests.shared.rows import each_row
from tests.shared.sfb_places import NEAR


def pull(length: str, there: str, one: str, other: str) -> Tether:
    """A link of an end at 0,0,0 with another: how long it may be in hexes, where the other is, and both ways."""
    return Tether(read_place(f"{length},0,0").x, Place(), read_place(there), read_place(one), read_place(other))


@each_row(
    ("link", "part"),
    [
        (pull("3", "2.8,0,0", "0,0,0", "0.5,0,0"), 4_000),  # 0.2 of half a hex
        (pull("3", "2.5,0,0", "-0.5,0,0", "0.5,0,0"), 5_000),  # both away from each other
        (pull("3", "2.5,0,0", "0,0,0", "0.5,0,0"), 10_000),  # just as long as it may be
        (pull("3", "2.5,0,0", "0,0,0", "0.5001,0,0"), 9_998),
        (pull("3", "3,0,0", "0.5,0,0", "0.5,0,0"), 10_000),  # side by side
        (pull("3", "3,0,0", "0,0,0", "-0.5,0,0"), 10_000),  # nearer
        (pull("3", "3,0,0", "0,0,0", "0.5,0,0"), 0),
        (pull("3", "4,0,0", "0,0,0", "0.5,0,0"), 0),  # too far apart already: no farther
        (pull("3", "4,0,0", "0,0,0", "-0.5,0,0"), 10_000),  # and nearer in full
        (pull("5", "3,0,0", "0,0,0", "0,0,4.5"), 8_888),  # three and four are five: 40,000 of 45,000 km
        (pull("0", "0,0,0", "0.5,0,0", "0,0,0"), 0),
    ],
)
def test_units_in_a_link_make_the_part_of_their_movement_after_which_it_is_as_long_as_it_may_be(
    link: Tether, part: int
) -> None:
    assert part_made([link]) == part


def test_of_several_links_the_shortest_decides() -> None:
    assert part_made([pull("3", "2.8,0,0", "0,0,0", "0.5,0,0"), pull("3", "2.9,0,0", "0,0,0", "0.5,0,0")]) == 2_000
    assert part_made([]) == 10_000


@given(length=st.integers(0, 60_000), there=NEAR, one=NEAR, other=NEAR)
def test_no_link_is_longer_than_it_may_be_and_no_larger_part_would_do(
    length: int, there: Place, one: Place, other: Place
) -> None:
    made = part_made([Tether(length, Place(), there, one, other)])
    most = max(length**2, there.squared())

    def dropped(part: int) -> int:
        return (there + part_of(other, part) - part_of(one, part)).squared()

    def exactly(part: int) -> int:
        way = other - one
        return Place(
            *(10_000 * a + part * b for a, b in ((there.x, way.x), (there.y, way.y), (there.z, way.z)))
        ).squared()

    assert 0 <= made <= 10_000
    assert dropped(made) <= most
    assert made == 10_000 or exactly(made + 1) > 10_000**2 * most or dropped(made + 1) > most


def test_a_part_of_a_way_drops_fractions_of_a_kilometre_towards_where_it_began() -> None:
    assert part_of(Place(3, -3, 10), 5_000) == Place(1, -1, 5)


def test_it_is_told() -> None:
    said = "A tractor link holds it to 0.4 of that, rounded down to the kilometre: 0.2,0,0."
    assert held_step(4_000, Place(2_000)) == said
