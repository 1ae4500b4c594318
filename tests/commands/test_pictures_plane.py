"""A plane for games without hexes: in characters and as SVG."""

from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from commands.render.pictures import render_svg, render_text
from commands.render.pictures.plane import frame_of, scale_for
from sits_es.report.scenes import MapWords, PlanePoint, PlotMarker, PlotScene, Pointer

SVG = "{http://www.w3.org/2000/svg}"

WORDS = MapWords(
    unit="squad",
    measure="mm",
    pointer="front",
    future="after the move",
    course="a measured line",
    course_in_short="line of sight",
)
#: The same in letters beyond ASCII.
ODD_WORDS = MapWords(
    unit="Flügel", measure="Schuß", pointer="vörn", future="danach", course="Linie", course_in_short="gemeßne Linie"
)
TABLE = PlanePoint(0, 0), PlanePoint(914, 914)
SQUADS = (
    PlotMarker(
        label="L",
        name="Lions",
        side="red",
        place=PlanePoint(100, 100),
        pointer=Pointer("north-east", 45),
        course=PlanePoint(500, 600),
        facts=("2 hits", "a token"),
    ),
    PlotMarker(
        label="V",
        name="Vipers",
        side="blue",
        place=PlanePoint(800, 700),
        pointer=Pointer("south", 180),
        future=PlanePoint(700, 500),
    ),
    PlotMarker(label="W", name="Wolves", side="red", place=PlanePoint(105, 100)),
    PlotMarker(label="X", name="Oxen", side="red", place=TABLE[1], pointer=Pointer("up", None)),
)
SCENE = PlotScene(SQUADS, WORDS, TABLE)

NARROW = """\
┌────────────────────┐
│                 ●X⊙│
│                    │
│                ■V↓ │
│          +         │
│        ·     □V    │
│       ·            │
│     ·              │
│  ●W·               │
│  ●L↗               │
│                    │
│                    │
└────────────────────┘

A column is 50 mm, a row 100 mm.
● squad  ○ after the move  ↑↗→ front  ⊙
     front up  ···+ line of sight

●L   Lions (red)  2 hits, a token
■V   Vipers (blue)
●W   Wolves (red)
●X   Oxen (red)"""


def test_things_stand_at_their_places_and_two_in_one_place_one_above_the_other() -> None:
    drawn = render_text(SCENE, width=40).plain.splitlines()
    assert drawn == NARROW.replace("+", "\N{MULTIPLICATION SIGN}").splitlines()


def test_a_wider_picture_has_a_finer_scale() -> None:
    assert "A column is 20 mm, a row 40 mm." in render_text(SCENE, width=80).plain
    assert "A column is 10 mm, a row 20 mm." not in render_text(SCENE, width=120).plain  # it would be too high


def test_ascii_is_ascii() -> None:
    drawn = render_text(SCENE, ascii=True, width=40).plain
    assert drawn.isascii()
    assert drawn.startswith("+--------------------+\n|")
    assert "@L/" in drawn
    assert "*V" in drawn


@pytest.mark.parametrize(("units", "steps", "scale"), [(0, 5, 1), (4, 5, 1), (5, 5, 2), (914, 38, 50), (100, 11, 10)])
def test_the_finest_round_scale_is_taken(units: int, steps: int, scale: int) -> None:
    assert scale_for(units, steps) == scale


def test_without_corners_what_is_shown_reaches_as_far_as_things_do() -> None:
    edges = frame_of(PlotScene(SQUADS))
    assert (edges.left, edges.bottom, edges.right, edges.top) == (100, 100, 914, 914)
    assert "A column is 1, a row 2.\n● unit" in render_text(PlotScene(())).plain


def test_a_thing_without_room_is_still_in_the_legend() -> None:
    crowd = tuple(PlotMarker(label=str(at), name=f"Number {at}", place=PlanePoint(0, 0)) for at in range(9))
    drawn = render_text(PlotScene(crowd)).plain
    inside = drawn[: drawn.index("A column")]
    assert inside.count("●") < 9
    assert all(f"Number {at}" in drawn for at in range(9))


def test_the_same_plane_is_a_file_of_its_own() -> None:
    drawn = Xml.fromstring(render_svg(SCENE, "The table"))  # noqa: S314 - our own drawing
    words = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert words[0] == "The table"
    assert "The line below the frame is 100 mm long." in words
    assert "Filled: a squad, its arrow the front. Hollow: where it is after the move. Dotted: a measured line." in words
    assert "Lions (red): 2 hits, a token" in words
    assert "up" in words  # what points out of the plane has no arrow
    assert [group[0].text for group in drawn.iter(f"{SVG}g")] == [
        "Lions",
        "Vipers",
        "Wolves",
        "Oxen",
        "Vipers after the move",
    ]


def test_upward_is_up_and_rightward_right() -> None:
    drawn = Xml.fromstring(render_svg(SCENE, "The table"))  # noqa: S314 - our own drawing
    frame = next(part for part in drawn.iter(f"{SVG}rect") if part.get("class") == "sx-hex")
    x, y, width, height = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
    at = {}
    for group in drawn.iter(f"{SVG}g"):
        label = next(iter(group.iter(f"{SVG}text"))) if group[0].text != "Oxen" else list(group.iter(f"{SVG}text"))[1]
        at[group[0].text] = float(label.attrib["x"]), float(label.attrib["y"])
    assert at["Lions"][0] < at["Vipers"][0] < at["Oxen"][0]
    assert at["Lions"][1] > at["Vipers"][1] > at["Oxen"][1]
    assert all(x < right < x + width and y < down < y + height for right, down in at.values())


whole = st.integers(-5000, 5000)
points = st.builds(PlanePoint, whole, whole)
markers = st.builds(
    PlotMarker,
    label=st.text(max_size=4),
    name=st.text(max_size=30),
    side=st.sampled_from(["red", "blue", "pirates", ""]),
    place=points,
    pointer=st.none() | st.builds(Pointer, st.text(max_size=9), st.none() | st.integers(0, 359), st.booleans()),
    future=st.none() | points,
    course=st.none() | points,
    facts=st.lists(st.text(max_size=20), max_size=2).map(tuple),
)


@settings(max_examples=80)
@given(st.lists(markers, max_size=6), st.integers(20, 120), st.booleans())
def test_no_line_is_too_long_and_ascii_is_ascii_whatever_stands_where(
    things: list[PlotMarker], width: int, seven_bit: bool
) -> None:
    drawn = render_text(PlotScene(tuple(things), ODD_WORDS), ascii=seven_bit, width=width).plain
    assert max(cell_len(line) for line in drawn.splitlines()) <= max(width, 40)
    assert drawn.isascii() or not seven_bit
    assert all(letter == "\n" or letter.isprintable() for letter in drawn)


@settings(max_examples=40)
@given(st.lists(markers, max_size=5), st.text())
def test_any_names_make_good_xml(things: list[PlotMarker], title: str) -> None:
    Xml.fromstring(render_svg(PlotScene(tuple(things), WORDS), title))  # noqa: S314 - our own drawing
