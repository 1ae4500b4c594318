"""Shapes on a table, in characters and as SVG: any things, areas and lines, of no game in particular."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from commands.render.pictures import render_svg, render_text
from commands.render.pictures.planes import middle, plane_picture
from commands.render.pictures.planes_text import Pane, crossings
from commands.stream import IN_ASCII
from sits_es.report.scenes import MapWords, Marker, SceneForm, ShapeScene

WORDS = MapWords(unit="tile", measure="cm", pointer="notch")
SQUARE = ((-20.0, 20.0), (20.0, 20.0), (20.0, -20.0), (-20.0, -20.0))
TILE = Marker(
    label="L", name="Lions", side="red", facts=("2 hits",), corners=SQUARE, front=((0, 18), (4, 10), (-4, 10))
)
OTHER = Marker(label="V", name="Vipers", side="blue", corners=tuple((x + 70, y + 30) for x, y in SQUARE))
FIELD = SceneForm(
    kind="area", name="field", of="Lions", spots=((20, 60), (80, 60), (80, -20), (20, -20)), facts=("holds Vipers",)
)
PART = SceneForm(
    kind="overlap", inside="Vipers", of="Lions", name="field", spots=((50, 50), (80, 50), (80, 10), (50, 10))
)
LINE = SceneForm(kind="line", name="measured", spots=((20, 20), (50, 20)), facts=("30 cm",))
SCENE = ShapeScene(markers=(TILE, OTHER), forms=(FIELD, PART, LINE), words=WORDS, ruler=10)

SVG = "{http://www.w3.org/2000/svg}"


def test_the_characters_show_things_areas_and_what_lies_inside() -> None:
    drawn = render_text(SCENE, width=44).plain
    assert drawn.startswith("┌")
    assert all(sign in drawn for sign in ("█■V", "●L↑", "∙"))
    assert "▒ tile █ what an area holds ∙∙∙ line" in " ".join(drawn.split())
    assert "●L   Lions (red)  2 hits" in drawn
    assert "·    Lions: field, holds Vipers" in drawn
    assert "measured: 30 cm" in drawn


def test_areas_of_several_things_show_their_borders_so_that_none_hides_another() -> None:
    wide = SceneForm(kind="area", name="hunt", of="Lions", spots=((0, 0), (110, 0), (110, 90), (0, 90)))
    over = SceneForm(kind="area", name="nest", of="Vipers", spots=((40, 30), (150, 30), (150, 120), (40, 120)))
    both = render_text(ShapeScene(markers=(), forms=(wide, over), words=WORDS), width=44).plain.split("A column")[0]
    alone = render_text(ShapeScene(markers=(), forms=(wide,), words=WORDS), width=44).plain.split("A column")[0]
    # inside both, beside no border, nothing; the border of the area below is seen within the one above
    assert "·    " in both
    assert both.count("·") < alone.count("·")
    assert any(line.count("·") >= 1 and line.count(":") == 2 for line in both.splitlines())


def test_ascii_has_signs_of_its_own() -> None:
    drawn = render_text(SCENE, width=44).plain.translate(IN_ASCII)
    assert drawn.isascii()
    assert "@L^" in drawn
    assert "#V" in drawn
    assert "% tile # what an area holds *** line ^/> notch" in " ".join(drawn.split())


def test_the_svg_has_every_shape_in_the_tables_own_units_and_places_them_once() -> None:
    root = Xml.fromstring(render_svg(SCENE, "Tiles"))  # noqa: S314 - our own drawing
    shapes = [shape.attrib for shape in root.iter() if "data-kind" in shape.attrib]
    assert [(each["data-kind"], each.get("data-of"), each.get("data-name")) for each in shapes] == [
        ("table", None, None),
        ("area", "Lions", "field"),
        ("thing", "Lions", "Lions"),
        ("thing", "Vipers", "Vipers"),
        ("overlap", "Lions", "field"),
        ("front", "Lions", "Lions"),
        ("line", "", "measured"),
    ]
    assert shapes[1]["points"] == "20,60 80,60 80,-20 20,-20"
    assert shapes[0]["transform"].startswith("translate(")
    assert shapes[4]["data-thing"] == "Vipers"


def test_an_empty_table_is_drawn_too() -> None:
    nothing = ShapeScene(markers=(), edges=((0, 0), (914, 914)))
    assert "A column is" in render_text(nothing, width=60).plain
    assert "<svg" in render_svg(nothing, "Empty")
    assert "<svg" in render_svg(ShapeScene(markers=()), "Nothing at all")


def test_a_name_that_is_markup_stays_a_name() -> None:
    rude = Marker(label="<", name="</svg><b>&", corners=SQUARE)
    drawn = render_svg(ShapeScene(markers=(rude,)), "<b>")
    assert "<b>" not in drawn
    Xml.fromstring(drawn)  # noqa: S314 - our own drawing


even = st.integers(-20, 20).map(lambda number: 2.0 * number)


@given(st.lists(st.tuples(even, even), min_size=3, max_size=7))
def test_a_shape_holds_the_cells_whose_middles_have_an_odd_number_of_its_edges_to_their_right(
    corners: list[tuple[float, float]],
) -> None:
    plane = plane_picture(ShapeScene(markers=(), edges=((0, 0), (9, 9)))).planes[0]
    pane = Pane(plane=plane, left=-24, top=24, scale=2, columns=22, rows=11)
    cells = [(column, row) for column in range(24) for row in range(13)]
    middles = {cell: pane.spot(cell) for cell in cells}
    odd = {cell for cell, (x, y) in middles.items() if sum(x < edge for edge in crossings(corners, y)) % 2}
    assert pane.within(corners) == odd


def test_the_middle_of_a_shape_is_that_of_its_area() -> None:
    assert middle(OTHER.corners) == pytest.approx((70, 30))
    assert middle(((0, 0), (10, 0))) == (5, 0)


spots = st.tuples(st.floats(-2000, 2000), st.floats(-2000, 2000))


@settings(max_examples=30)
@given(corners=st.lists(spots, min_size=3, max_size=6), width=st.integers(40, 120))
def test_any_shapes_keep_to_the_columns_there_are(corners: list[tuple[float, float]], width: int) -> None:
    thing = Marker(label="T", name="Thing", corners=tuple(corners))
    scene = ShapeScene(markers=(thing,), forms=(SceneForm(kind="area", name="a", of="Thing", spots=tuple(corners)),))
    drawn = render_text(scene, width).plain
    assert max(map(cell_len, drawn.split("\n"))) <= width
    assert drawn.translate(IN_ASCII).isascii()
    Xml.fromstring(render_svg(scene, "Any"))  # noqa: S314 - our own drawing
