"""A space without hexes, seen from above, from the side and from behind: in characters and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from commands.render.pictures import render_svg, render_text
from commands.render.pictures.planes import layouts, plane_picture
from commands.stream import IN_ASCII
from sits_es.report.scenes import (
    THREE_VIEWS,
    Gauge,
    MapWords,
    Marker,
    SceneForm,
    SpacePoint,
    SpaceScene,
    SpaceView,
)
from tests.shared.rows import each_row

SVG = "{http://www.w3.org/2000/svg}"
TOP, SIDE, FRONT = THREE_VIEWS
HEXES = Gauge(10_000, "hex", "hexes")

WORDS = MapWords(unit="boat", pointer="bow", course="catch", ball="rock", line="net")
BOATS = (
    Marker(
        label="G", name="Gull", side="red", place=SpacePoint(0, 0, 0), heading=SpacePoint(1, 0, 0), facts=("2 nets",)
    ),
    Marker(
        label="T",
        name="Tern",
        side="blue",
        place=SpacePoint(900, 200, -300),
        heading=SpacePoint(0, 7, 1),
        course=SpacePoint(0, 0, 0),
    ),
)
ROCK = SceneForm(
    kind="ball",
    name="The Skerry",
    label="S",
    spots=(SpacePoint(500, 0, 400),),
    radius=150,
    weight="strong",
    facts=("dry",),
)
NET = SceneForm(
    kind="strand", name="A net", label="N", spots=(SpacePoint(200, 0, -400), SpacePoint(600, 0, -400)), facts=("old",)
)
SCENE = SpaceScene(
    markers=BOATS,
    forms=(ROCK, NET),
    words=WORDS,
    axes={"x": "north", "-x": "south", "y": "up", "-y": "down", "z": "west", "-z": "east"},
    gauge=Gauge(100, "cable", "cables"),
)

NARROW = """\
Top: ↑ north, → east
┌────────────────────────┐
│                        │
│                   ■T⊙  │
│                  ·     │
│                  ·     │
│   ∘∘∘∘∘         ·   ~  │
│  ∘░░S░░∘       ·    ~  │
│   ∘∘∘∘∘        ·    N  │
│               ·     ~  │
│              ·      ~  │
│              ·         │
│             ●G↑        │
│                        │
└────────────────────────┘
 ├─────────┤ 5 cables

Side: ↑ up, → north
┌────────────────────────┐
│                        │
│                · · ■T↑ │
│        · ·∘·∘·         │
│  ●G→ ·~~~N~S~~∘        │
│          ∘∘∘∘∘         │
│                        │
│                        │
└────────────────────────┘
 ├─────────┤ 5 cables

Front: ↑ up, → east
┌────────────────────────┐
│                        │
│                   ■T↑  │
│   ∘∘∘∘∘       · ·      │
│  ∘░░S░░∘    ●G⊗     N  │
│   ∘∘∘∘∘                │
│                        │
│                        │
└────────────────────────┘
 ├─────────┤ 5 cables

A column is 0.5 cables, a row 1 cable.
● boat  ↑↗→ bow  ⊙ bow towards you  ⊗
     bow away from you  ···+ catch  ∘∘∘
     rock  ~~~ net

●G   Gull (red)  2 nets
■T   Tern (blue)
░S   The Skerry  dry
~N   A net  old"""


def others(text: str) -> set[str]:
    """Letters beyond ASCII."""
    return {letter for letter in text if not letter.isascii()}


def plain(scene: SpaceScene, width: int = 80, *, ascii_only: bool = False) -> str:
    drawn = render_text(scene, width).plain
    return drawn.translate(IN_ASCII) if ascii_only else drawn


def test_each_plane_shows_what_lies_where_and_all_have_one_scale_and_one_legend() -> None:
    assert plain(SCENE, 40).splitlines() == NARROW.replace("+", "\N{MULTIPLICATION SIGN}").splitlines()


def test_north_is_up_and_west_left_seen_from_above_and_up_is_up_from_the_side() -> None:
    planes = plane_picture(SCENE).planes
    assert [(plane.title, plane.ways) for plane in planes] == [
        ("Top", ("north", "east")),
        ("Side", ("up", "north")),
        ("Front", ("up", "east")),
    ]
    tern = [thing.at for plane in planes for thing in plane.things if thing.figure.marker.name == "Tern"]
    assert tern == [(300, 900), (900, 200), (300, 200)]
    assert [plane.forms[0].spots for plane in planes] == [((-400, 500),), ((500, 0),), ((-400, 0),)]


@each_row(
    ("heading", "seen"),
    [
        ((1, 0, 0), (0, 90, False)),
        ((0, 1, 0), (True, 0, 0)),
        ((0, 0, 1), (270, False, 270)),
        ((-1, 0, 0), (180, 270, True)),
        ((1, 1, 0), (0, 45, 0)),
        ((0, -5, 2), (False, 180, 202)),  # within 22.5 degrees of straight down
        ((0, 0, 0), (None, None, None)),
    ],
)
def test_a_pointer_is_drawn_as_it_is_seen_and_on_end_where_it_points_at_whoever_looks(
    heading: tuple[int, int, int], seen: tuple[float | bool | None, ...]
) -> None:
    scene = replace(SCENE, markers=(replace(BOATS[0], heading=SpacePoint(*heading)),))
    found: list[float | bool | None] = []
    for plane in plane_picture(scene).planes:
        pointer = plane.things[0].figure.pointer
        if pointer is None:
            found.append(None)
        elif pointer.azimuth is None:
            assert pointer.name == ("towards you" if pointer.rising else "away from you")
            found.append(pointer.rising)
        else:
            found.append(round(pointer.azimuth))
    assert tuple(found) == seen


def test_planes_stand_beside_each_other_where_there_is_room() -> None:
    def rows_with_titles(width: int) -> list[int]:
        return [
            line.count("↑ north") + line.count("↑ up") for line in plain(SCENE, width).splitlines() if ": ↑" in line
        ]

    assert rows_with_titles(40) == [1, 1, 1]
    assert rows_with_titles(80) in ([2, 1], [1, 2])
    assert rows_with_titles(200) == [3]
    assert layouts([1, 2, 3]) == [((1, 2, 3),), ((1, 2), (3,)), ((1,), (2, 3)), ((1,), (2,), (3,))]


def test_ascii_is_ascii() -> None:
    drawn = plain(SCENE, 80, ascii_only=True)
    assert drawn.isascii()
    assert drawn.startswith("Top: ^ north, > east")
    for sign in ("@G^", "#TO", "ooo", "::", "~", "|---------|", ":S   The Skerry  dry"):
        assert sign in drawn


def test_things_in_one_place_are_drawn_near_it_and_the_others_are_named() -> None:
    crowd = tuple(Marker(label=str(at), name=f"Number {at}", place=SpacePoint(0, 0, 0)) for at in range(9))
    drawn = plain(SpaceScene(markers=crowd))
    planes, _, legend = drawn.partition("A column is")
    assert [line for line in planes.splitlines() if ": with" in line] == [
        f"{view.title}: with ●0 also ●5, ●6, ●7, ●8." for view in THREE_VIEWS
    ]
    assert all(planes.count(f"●{at}") == (6 if at == 0 else 3) for at in range(9))
    assert all(f"Number {at}" in legend for at in range(9))


def test_a_ball_within_another_about_the_same_middle_is_not_counted_twice() -> None:
    around = replace(ROCK, radius=300, weight="open")
    drawn = render_text(replace(SCENE, forms=(ROCK, around, NET)), 80).plain
    assert "The Skerry  dry" in drawn
    assert "The Skerry (2)" not in drawn


def test_many_of_a_kind_are_one_line_of_the_legend_and_small_ones_a_sign_each() -> None:
    rocks = tuple(
        SceneForm(kind="ball", weight="open", name="Pebble", spots=(SpacePoint(at * 100, 0, 0),), radius=1)
        for at in range(7)
    )
    drawn = plain(replace(SCENE, forms=rocks), 40)
    assert "∘    Pebble (7)" in drawn
    # one is where a boat is drawn
    assert drawn.partition("Side")[0].count("∘") == 6
    assert "Skerry" not in drawn


def test_one_thing_alone_has_some_room_round_it_and_nothing_at_all_is_drawn_too() -> None:
    alone = plain(replace(SCENE, markers=BOATS[:1], forms=()))
    assert "A column is 0.1 cables" in alone
    assert plain(SpaceScene(markers=())).count("└") == 3
    assert "A column is 1 unit, a row 2 units." in plain(SpaceScene(markers=()))


def test_a_system_may_say_what_planes_there_are_and_how_they_lie() -> None:
    below = SpaceView("From below", "z", "x", "-y")
    drawn = plain(replace(SCENE, views=(below,)))
    assert drawn.startswith("From below: ↑ north, → west\n")
    assert drawn.count("┌") == 1
    (plane,) = plane_picture(replace(SCENE, views=(below,))).planes
    assert [thing.at for thing in plane.things[:2]] == [(0, 0), (-300, 900)]


@each_row(
    ("step", "room", "length"),
    [
        (500, 12_000, 10_000),
        (500, 60_000, 50_000),
        (1000, 9_999, 5_000),
        (200, 900, 200),  # 500 is no whole number of columns
        (20_000, 90_000, 20_000),
        (1, 3, 2),
        (7, 100, 7),
    ],
)
def test_a_bar_is_a_round_part_or_number_of_what_lengths_are_told_in(step: int, room: int, length: int) -> None:
    assert plane_picture(SpaceScene(markers=(), gauge=HEXES)).bar(step, room) == length


@each_row(
    ("length", "words"),
    [(10_000, "1 hex"), (20_000, "2 hexes"), (500, "0.05 hexes"), (1, "0.0001 hexes"), (10**9, "100000 hexes")],
)
def test_lengths_are_told_in_plain_decimals(length: int, words: str) -> None:
    assert plane_picture(SpaceScene(markers=(), gauge=HEXES)).told(length) == words


def test_the_same_space_is_a_file_of_its_own() -> None:
    drawn = Xml.fromstring(render_svg(SCENE, "The bay"))  # noqa: S314 - our own drawing
    words = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert words[0] == "The bay"
    assert [text for text in words if ": ↑" in text] == [
        "Top: ↑ north, → east",
        "Side: ↑ up, → north",
        "Front: ↑ up, → east",
    ]
    assert words.count("2 cables") == 3
    for sentence in (
        "● boat, ↑↗→ bow, ⊙ bow towards you, ⊗ bow away from you, ···× catch",  # noqa: RUF001
        "Circle: rock.",
        "Dashed: net.",
        "Gull (red): 2 nets",
        "The Skerry: dry",
        "A net: old",
    ):
        assert sentence in words
    titles = [title.text for title in drawn.iter(f"{SVG}title")]
    assert [titles.count(name) for name in ("Gull", "Tern", "The Skerry", "A net")] == [3, 3, 3, 3]


def test_in_a_file_signs_of_one_place_do_not_cover_each_other_and_stay_in_their_frame() -> None:
    crowd = tuple(Marker(label=f"C{at}", name=f"Number {at}", place=SpacePoint(0, 0, 0)) for at in range(60))
    drawn = Xml.fromstring(render_svg(SpaceScene(markers=crowd), "Crowd"))  # noqa: S314 - our own drawing
    frames = [part for part in drawn.iter(f"{SVG}rect") if part.get("class") == "sx-hex"]
    assert len(frames) == 3
    left, top, width, height = (float(frames[0].attrib[name]) for name in ("x", "y", "width", "height"))
    signs = [next(group.iter(f"{SVG}circle")) for group in drawn.iter(f"{SVG}g") if group.get("class") == "unit"]
    first = [(float(sign.attrib["cx"]), float(sign.attrib["cy"])) for sign in signs[: len(signs) // 3]]
    assert len(first) > 5
    for at, (x, y) in enumerate(first):
        assert left < x < left + width
        assert top < y < top + height
        assert all(abs(x - other) + abs(y - down) > 26 for other, down in first[:at])
    words = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    said = " ".join(text for text in words if text.startswith(("Top: with", "C")))
    assert "Top: with C0 also " in said
    assert f"C{len(first)}" in said


whole = st.integers(-200_000, 200_000)
points = st.builds(SpacePoint, whole, whole, whole)
labels = st.text(max_size=4)
facts = st.lists(st.text(max_size=20), max_size=2).map(tuple)
markers = st.builds(
    Marker,
    label=labels,
    name=st.text(max_size=30),
    side=st.sampled_from(["red", "blue", "pirates", ""]),
    place=points,
    heading=st.none() | points,
    future=st.none() | points,
    course=st.none() | points,
    facts=facts,
)
balls = st.builds(
    SceneForm,
    kind=st.just("ball"),
    name=st.text(max_size=30),
    spots=st.tuples(points),
    radius=st.integers(0, 90_000),
    label=labels,
    weight=st.sampled_from(["open", "strong"]),
    facts=facts,
)
ends = st.tuples(points, points)
nets = st.builds(SceneForm, kind=st.just("strand"), name=st.text(max_size=30), spots=ends, label=labels, facts=facts)
scenes = st.builds(
    SpaceScene,
    markers=st.lists(markers, max_size=6).map(tuple),
    forms=st.lists(balls | nets, max_size=6).map(tuple),
    words=st.just(WORDS),
    axes=st.just(SCENE.axes),
    gauge=st.sampled_from([SCENE.gauge, Gauge(10_000, "hex", "hexes"), Gauge(7, "Schuß", "Schüsse")]),
)


@settings(max_examples=60, deadline=None)
@given(scenes, st.integers(20, 160), st.booleans())
def test_no_line_is_too_long_and_ascii_is_ascii_whatever_is_where(
    scene: SpaceScene, width: int, seven_bit: bool
) -> None:
    drawn = plain(scene, width, ascii_only=seven_bit)
    assert max(cell_len(line) for line in drawn.splitlines()) <= max(width, 40)
    assert not seven_bit or others(drawn) <= others(repr(scene))
    assert all(letter == "\n" or letter.isprintable() for letter in drawn)


@settings(max_examples=40, deadline=None)
@given(scenes, st.text())
def test_any_names_make_good_xml(scene: SpaceScene, title: str) -> None:
    Xml.fromstring(render_svg(scene, title))  # noqa: S314 - our own drawing
