"""What is drawn is what is answered, so that players see why. Rule: rules.md, Answers."""

from __future__ import annotations

import pytest
import shapely

from sits_es.rules.xwing.sums.arcs import sight
from sits_es.rules.xwing.sums.areas import ARCS, in_words
from sits_es.rules.xwing.sums.bases import Placement, placed, read_base, read_placement
from sits_es.rules.xwing.sums.drawn import ShownArc, ShownShip, table
from tests.shared.rows import each_row
from tests.shared.view_samples import forms_of

ONES = (
    read_placement("small@0,0,0"),
    read_placement("large@12.5,-30,217.3"),
    placed(read_base("80x195", 41), 5, 5, 90),
)
OTHERS = (
    "medium@-60,140.5,30",
    "small@120,140,0",
    "large@330,40,12",
    "small@0,30,45",  # partly beneath
    "80x195@-90,-220,77",
    "small@900,0,0",
)


@each_row("one", ONES)
@each_row("place", OTHERS)
def test_the_part_drawn_in_an_arc_is_as_large_as_is_told_and_no_part_is_drawn_where_the_answer_is_no(
    one: Placement, place: str
) -> None:
    other = read_placement(place)
    seen = sight(one, other)
    scene = table(
        [ShownShip(name="Red", placement=one), ShownShip(name="Blue", placement=other)],
        [ShownArc(of="Red", arc=arc) for arc in ARCS],
        inside=[("Blue", "Red", arc) for arc in ARCS],
    )
    drawn: dict[str, float] = {}
    for part in forms_of(scene, "overlap"):
        drawn[part.name] = drawn.get(part.name, 0) + shapely.Polygon(part.spots).area
    # the rim is drawn with straight sides, less than a thousandth of a mm off
    assert drawn == pytest.approx({in_words(arc): size for arc, size in seen.area.items()}, abs=0.15)
    own = shapely.Polygon(one.corners)
    for area in forms_of(scene, "area"):
        # the part beneath the ship is left out
        assert shapely.Polygon(area.spots).intersection(own).area == pytest.approx(0, abs=1e-6)
