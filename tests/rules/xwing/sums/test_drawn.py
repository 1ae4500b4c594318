"""X-Wing's table as a scene: what is drawn of bases, arcs, midway lines and bands."""

from __future__ import annotations

import pytest

from sits_es.report.scenes import ShapeScene
from sits_es.rules.xwing.sums.bases import read_placement
from sits_es.rules.xwing.sums.drawn import ShownArc, ShownShip, table
from tests.shared.view_samples import forms_of

RED = ShownShip("Red", read_placement("small@0,0,90"), "red", ("2 hits",))
BLUE = ShownShip("Blue", read_placement("medium@100,0,0"), "blue")


def labels(scene: ShapeScene) -> list[str]:
    return [area.label for area in forms_of(scene, "area")]


def test_a_ship_is_drawn_with_its_bow_and_told_with_its_base_and_place() -> None:
    thing = table([RED]).markers[0]
    assert thing.facts == ("small base at 0, 0 facing 90", "2 hits")
    assert thing.corners[0] == pytest.approx((20, 20))
    assert all(x > 10 for x, _ in thing.front)


def test_an_arc_bears_its_name_and_whose_it_is_where_several_ships_have_some() -> None:
    assert labels(table([RED, BLUE], [ShownArc("Red", "front"), ShownArc("Red", "full-rear")])) == [
        "front",
        "full rear",
    ]
    assert labels(table([RED, BLUE], [ShownArc("Red", "front"), ShownArc("Blue", "left")])) == ["R front", "B left"]
    assert labels(table([RED, BLUE], [ShownArc("Red", "bullseye"), ShownArc("Red", "rear", "open")])) == ["", ""]


def test_what_is_inside_an_arc_is_drawn_and_nothing_where_it_holds_nothing() -> None:
    scene = table([RED, BLUE], inside=[("Blue", "Red", "front"), ("Blue", "Red", "rear")])
    (overlap,) = forms_of(scene, "overlap")
    assert (overlap.inside, overlap.of, overlap.name) == ("Blue", "Red", "front arc")
    assert {(round(x), round(y)) for x, y in overlap.spots} == {(70, 30), (130, 30), (130, -30), (70, -30)}


def test_the_midway_line_leaves_the_base_out_and_ends_at_range_3() -> None:
    lines = forms_of(table([RED], midway=["Red"]), "line")
    assert sorted(y for line in lines for _, y in line.spots) == pytest.approx([-320, -20, 20, 320])


def test_bands_lie_round_the_base_the_widest_first() -> None:
    bands = forms_of(table([RED], bands=["Red"]), "area")
    assert [band.name for band in bands] == ["range 3", "range 2", "range 1"]
    assert [max(x for x, _ in band.spots) for band in bands] == pytest.approx([320, 220, 120])


def test_the_closest_points_are_joined_where_there_is_anything_between_them() -> None:
    (line,) = forms_of(table([RED, BLUE], closest=[("Red", "Blue")]), "line")
    assert line.facts == ("50 mm apart",)
    touching = ShownShip("Blue", read_placement("small@40,0,0"))
    assert table([RED, touching], closest=[("Red", "Blue")]).forms == ()
