import re
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.render.pictures import render_svg
from commands.render.pictures.svg import page
from sits_es.report.scenes import Marker
from sits_es.rules.sits.views.scenes import avid_scene, map_scene, marker
from sits_es.space.attitude import Attitude
from sits_es.space.avid import WINDOWS, Window, hemisphere, ring_of
from sits_es.space.hexes import DIRECTIONS, STILL, HexVector, Position

SVG = "{http://www.w3.org/2000/svg}"
ORIGIN, UP = Position(), Window("A")


def parsed(drawn: str) -> Xml.Element:
    return Xml.fromstring(drawn)  # noqa: S314 - our own drawing


FLYER = parsed(render_svg(avid_scene(Attitude(Window("A+")), {"Target": Window("B+")}), "Fearless"))


def windows(picture: Xml.Element) -> dict[Window, Xml.Element]:
    return {
        Window(group.attrib["data-window"]): group
        for group in picture.iter(f"{SVG}g")
        if group.get("class") == "window"
    }


def outline(group: Xml.Element) -> Xml.Element:
    return next(part for part in group if "sx-" in part.get("class", ""))


def words(element: Xml.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def middle(part: Xml.Element) -> tuple[float, float]:
    """The place of a window's outline."""
    if part.tag == f"{SVG}rect":
        x, y, width, height = (float(part.attrib[name]) for name in ("x", "y", "width", "height"))
        return x + width / 2, y + height / 2
    if part.tag == f"{SVG}circle":
        return float(part.attrib["cx"]), float(part.attrib["cy"])
    corners = [tuple(map(float, corner.split(","))) for corner in part.attrib["points"].split()]
    return sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6


def test_the_avid_has_fifty_windows_each_with_its_name() -> None:
    assert sorted(windows(FLYER)) == sorted(WINDOWS)
    assert all(name in words(group) for name, group in windows(FLYER).items())


def test_no_two_windows_overlap() -> None:
    places = [middle(outline(group)) for group in windows(FLYER).values()]
    apart = [abs(x - u) + abs(y - v) for at, (x, y) in enumerate(places) for u, v in places[:at]]
    assert min(apart) > 38


def test_shape_tells_the_hemisphere_and_colour_the_ring() -> None:
    shapes = {1: f"{SVG}rect", 0: f"{SVG}polygon", -1: f"{SVG}circle"}
    for name, group in windows(FLYER).items():
        assert outline(group).tag == shapes[hemisphere(name)]
        assert f"sx-{ring_of(name)}" in outline(group).attrib["class"].split()


@pytest.mark.parametrize(("window", "who"), [("A+", "nose"), ("D-", "stern"), ("B+", "Target"), ("D++", "top")])
def test_the_flyers_marks_stand_in_their_windows(window: str, who: str) -> None:
    group = windows(FLYER)[Window(window)]
    assert group.findtext(f"{SVG}title") == f"{window}: {who}"
    assert "sx-held" in outline(group).attrib["class"]


def test_the_flyers_target_is_a_letter_and_its_nose_a_triangle() -> None:
    assert "T" in words(windows(FLYER)[Window("B+")])
    (nose,) = [part for part in windows(FLYER)[Window("A+")] if "sx-solid" in part.get("class", "")]
    assert len(nose.attrib["points"].split()) == 3


def test_the_six_directions_stand_round_the_disc() -> None:
    assert all(direction in [text.text for text in FLYER.findall(f"{SVG}text")] for direction in DIRECTIONS)


def test_the_rings_lie_inside_each_other_in_the_games_order() -> None:
    rings = [part for part in FLYER.findall(f"{SVG}circle") if part.get("class") in {f"sx-{r}" for r in RINGS}]
    assert [part.attrib["class"] for part in rings] == [f"sx-{ring}" for ring in RINGS]
    sizes = [float(part.attrib["r"]) for part in rings]
    assert sizes == sorted(sizes, reverse=True)


RINGS = ("amber", "blue", "green", "purple")


def test_more_marks_than_a_window_holds_are_counted() -> None:
    crowd = {name: Window("D-") for name in ("Ajax", "Bold", "Cadiz", "Dido")}
    picture = parsed(render_svg(avid_scene(Attitude(Window("A+")), crowd), "Crowd"))
    assert "+2" in words(windows(picture)[Window("D-")])
    assert windows(picture)[Window("D-")].findtext(f"{SVG}title") == "D-: stern, Ajax, Bold, Cadiz, Dido"


def test_the_picture_follows_a_dark_screen_and_needs_no_other_file() -> None:
    drawn = render_svg(avid_scene(None), "Empty")
    assert "@media screen and (prefers-color-scheme:dark)" in drawn
    assert "href" not in drawn
    assert "url(" not in drawn
    assert " id=" not in drawn


@settings(max_examples=40)
@given(st.text(), st.text(), st.text(max_size=5))
def test_any_title_name_and_label_make_good_xml(title: str, name: str, label: str) -> None:
    there, then = Position(-3, 2, 4), Position(-3, 1)
    odd = marker(label, name, there, Window("A+"), future=then, vectors=STILL, side=name)
    for scene in (avid_scene(None, {name: Window("B+")}), map_scene([odd])):
        parsed(render_svg(scene, title))


def ship(
    name: str,
    position: Position,
    nose: Window,
    side: str = "red",
    *,
    future: Position | None = None,
    vectors: HexVector = STILL,
) -> Marker:
    return marker(name[0], name, position, nose, future=future, vectors=vectors, side=side)


DUEL = parsed(
    render_svg(
        map_scene(
            [
                ship(
                    "Fearless",
                    Position(-3, 2, 4),
                    Window("A+"),
                    "red",
                    future=Position(-3, 1, 5),
                    vectors=HexVector(8, 0, 8),
                ),
                ship("Sirius", Position(1, -1, -7), Window("+++"), "blue", future=Position(0, 0, -7)),
            ]
        ),
        "Duel",
    )
)


def groups(picture: Xml.Element, kind: str) -> list[Xml.Element]:
    return [group for group in picture.iter(f"{SVG}g") if group.get("class") == kind]


def test_the_map_shows_ships_with_label_and_altitude_and_future_places_and_all_once_more_from_the_side() -> None:
    assert [words(group) for group in groups(DUEL, "unit")] == [["F", "+4"], ["⊙", "S", "-7"], ["F"], ["S"]]
    assert [words(group) for group in groups(DUEL, "future")] == [["F", "+5"], ["S", "-7"], ["F"], ["S"]]
    assert {"From above: ↑ A (north)", "From the side: ↑ altitude"} <= set(words(DUEL))


def test_a_map_of_ships_on_one_level_is_not_seen_from_the_side() -> None:
    assert "From the side" not in " ".join(words(parsed(render_svg(map_scene([ship("Ajax", ORIGIN, UP)]), "One"))))


def test_sides_differ_in_shape() -> None:
    first, second = groups(DUEL, "unit")[:2]
    assert first.find(f"{SVG}circle") is not None
    assert second.find(f"{SVG}circle") is None
    assert len(second.findall(f"{SVG}polygon")[-1].attrib["points"].split()) == 4


def test_every_hex_of_the_map_is_drawn_once_and_the_empty_ones_are_numbered() -> None:
    names = [part.attrib["data-hex"] for part in DUEL.iter(f"{SVG}polygon") if "data-hex" in part.attrib]
    assert len(set(names)) == len(names)
    held = {"-3,2", "-3,1", "1,-1", "0,0"}
    assert held < set(names)
    (numbers,) = groups(DUEL, "hex")
    assert held.isdisjoint(words(numbers))
    assert set(words(numbers)) < set(names)
    assert {"-1,0", "-2,0", "0,1"} < set(words(numbers))


def test_ships_in_one_hex_share_it() -> None:
    three = [ship(name, ORIGIN, UP) for name in ("Ajax", "Bold", "Cadiz")]
    picture = parsed(render_svg(map_scene(three), "Three"))
    size = 1100 / 14 / 3**0.5
    badges = [group.find(f"{SVG}circle") for group in groups(picture, "unit")]
    places = [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in badges if each is not None]
    middle_x, middle_y = (sum(places) / 3 for places in zip(*places, strict=True))
    assert all(abs(x - middle_x) + abs(y - middle_y) < size for x, y in places)


def test_a_nose_points_up_for_a_and_right_for_b_c() -> None:
    for nose, right, up in (("A", 0, 1), ("B/C", 1, 0), ("D", 0, -1)):
        picture = parsed(render_svg(map_scene([ship("Fearless", Position(), Window(nose))]), "One"))
        (line,) = groups(picture, "unit")[0].findall(f"{SVG}line")
        x, y, to_x, to_y = (float(line.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
        assert ((to_x > x) - (to_x < x), (y > to_y) - (y < to_y)) == (right, up)


def test_a_map_to_a_coarser_scale_says_so() -> None:
    far = [ship("Fearless", Position(), Window("A")), ship("Sirius", Position(100, -40), Window("D"))]
    picture = parsed(render_svg(map_scene(far), "Far"))
    assert "Each hex drawn is 5 hexes across." in words(picture)


def test_a_long_title_is_written_smaller_and_then_in_lines_so_that_it_ends_on_the_page() -> None:
    titles = ["A" * 20, "A" * 80, "Turn 10 was the last of the scenario; blue leads by 10 points. " * 5]
    drawn = [page(700, 400, title, ["<g/>"]) for title in titles]
    sizes = [[float(size) for size in re.findall(r'font-size="([0-9.]+)"', each)] for each in drawn]
    told = [[line for line in words(parsed(each)) if line] for each in drawn]
    assert (sizes[0], told[0]) == ([18], titles[:1])
    assert 12 < sizes[1][0] < 18
    assert sizes[1][0] * 0.62 * 80 <= 660
    assert sizes[2] == [12] * 4
    assert " ".join(told[2]) == titles[2].strip()
    assert all(12 * 0.62 * len(line) <= 660 for line in told[2])
    assert 'height="451" viewBox="0 0 700 451"' in drawn[2]
    assert '<g transform="translate(0 51)"><g/></g>' in drawn[2]
