"""What lies in the hexes of a map, below everything that stands there: in characters and as SVG."""

from xml.etree import ElementTree as Xml

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from commands.render.pictures import render_svg, render_text
from commands.render.pictures.hex_map import TEXTURES, fit
from commands.stream import IN_ASCII
from sits_es.report.scenes import HexPlace, MapScene, MapWords, Marker, Pointer, SceneForm, Texture

SVG = "{http://www.w3.org/2000/svg}"
WORDS = MapWords(unit="starship", pointer="bow", directions=tuple("ABCDEF"))


def thing(label: str, q: int, r: int, azimuth: int = 0, side: str = "Blue") -> Marker:
    pointer = Pointer("ABCDEF"[azimuth // 60], azimuth)
    return Marker(label=label, name=f"Starship {label}", side=side, place=HexPlace(q, r), pointer=pointer)


def lying(label: str, name: str, texture: Texture, *places: tuple[int, int], fact: str = "") -> SceneForm:
    facts = (fact,) if fact else ()
    spots = tuple(HexPlace(*each) for each in places)
    return SceneForm(kind="region", spots=spots, label=label, name=name, texture=texture, facts=facts)


SHOALS = lying("S", "Shoals", "stones", (0, -1), (1, -1), (1, -2), fact="asteroid field, 2 setback dice")
VEIL = lying("V", "Veil", "waves", (2, -2), (1, -2))
MAW = lying("M", "Maw", "rings", (-1, 0), (-1, 1))
SCENE = MapScene(
    (thing("K", 0, -1, 60), thing("R", 0, 0, 120, "Red"), thing("W", 0, 0), thing("X", -1, 1, 300)),
    WORDS,
    (SHOALS, VEIL, MAW),
)


def test_a_hex_is_filled_with_the_sign_of_its_region_and_named_by_its_label() -> None:
    rows = render_text(SCENE).plain.translate(IN_ASCII).splitlines()
    assert sum(row.count("  S+V  ") for row in rows) == 1
    assert sum(row.count(" : S : ") for row in rows) == 2
    assert sum(row.count(" ~ V ~ ") for row in rows) == 1
    assert ":S   Shoals  asteroid field, 2 setback dice" in rows
    assert "~V   Veil" in rows
    assert "oM   Maw" in rows


def test_the_region_is_seen_beside_what_stands_there() -> None:
    plain = render_text(SCENE).plain.translate(IN_ASCII)
    assert "/ @K :\\" in plain
    assert "/: B / :\\" in plain
    assert "\\ : S : /" in plain


def test_several_starships_in_one_hex_are_each_named_on_any_region() -> None:
    crowd = MapScene(tuple(thing(label, 0, 0) for label in "KRW"), WORDS, (lying("S", "Shoals", "stones", (0, 0)),))
    picture = render_text(crowd).plain.split("Each hex drawn")[0]
    assert all(label in picture for label in "KRW")
    assert TEXTURES["stones"] in picture


def test_small_hexes_are_filled_and_named_too() -> None:
    wide = MapScene((thing("K", -6, 0), thing("R", 6, 0)), WORDS, (SHOALS,))
    rows = render_text(wide).plain.translate(IN_ASCII).splitlines()
    assert sum("\\_S__/" in row for row in rows) == 3
    assert any(": :" in row for row in rows)


def test_in_small_hexes_without_levels_a_starship_leaves_the_lower_row_to_the_region() -> None:
    wide = MapScene((thing("K", -6, 0, 180), thing("R", 6, 0, 300)), WORDS, (lying("S", "Shoals", "stones", (-6, 0)),))
    rows = render_text(wide).plain.translate(IN_ASCII).splitlines()
    assert any("/@Kv \\" in row for row in rows)
    assert any("\\_S__/" in row for row in rows)
    assert any("/\\@R \\" in row for row in rows)


def test_the_middle_of_the_map_is_named_while_nothing_stands_there() -> None:
    words = replace(WORDS, middle="0,0")
    shoals = lying("S", "Shoals", "stones", (0, 0))
    assert "/ 0,0 \\" in render_text(MapScene((thing("K", 1, 0),), words, (shoals,))).plain.translate(IN_ASCII)
    wide = MapScene((thing("K", -6, 0), thing("R", 6, 0)), words)
    assert "/0,0 \\" in render_text(wide).plain.translate(IN_ASCII)
    assert "0,0" not in render_text(MapScene((thing("K", 0, 0),), words)).plain
    assert "0,0" not in render_text(MapScene((thing("K", -60, 0), thing("R", 6, 0)), words)).plain
    assert "0,0" not in render_text(MapScene((thing("K", 1, 0),), WORDS)).plain


def test_every_texture_has_a_sign_of_its_own() -> None:
    for signs in ("".join(TEXTURES.values()), "".join(TEXTURES.values()).translate(IN_ASCII)):
        assert len({*signs}) == len(TEXTURES)


def test_the_map_is_wide_enough_for_all_its_region() -> None:
    far = lying("S", "Shoals", "stones", (5, 0), (-5, 2))
    view = fit(MapScene((thing("K", 0, 0),), WORDS, (far,)), 15, 24)
    assert view.scale == 1
    assert all(view.holds(drawn) for drawn in view.regions)
    assert len(view.regions) == 2


def test_on_a_coarser_map_region_that_falls_into_one_drawn_hex_is_drawn_once() -> None:
    field = lying("S", "Shoals", "stones", *((q, 0) for q in range(40)))
    view = fit(MapScene((), WORDS, (field,)), 15, 24)
    assert view.scale > 1
    assert all(regions == [field] for regions in view.regions.values())


def parsed(scene: MapScene) -> Xml.Element:
    return Xml.fromstring(render_svg(scene, "Map"))  # noqa: S314 - our own drawing


def regions_of(picture: Xml.Element) -> list[tuple[str | None, str | None]]:
    """The name and the colour of each region hex, as they are drawn."""
    shapes = picture.iter(f"{SVG}polygon")
    return [(each.get("data-name"), each.get("class")) for each in shapes if each.get("data-kind") == "region"]


def words(element: Xml.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def test_a_hex_of_the_svg_has_the_colour_of_its_region_and_its_label() -> None:
    drawn = parsed(SCENE)
    colours = {"Shoals": "sx-amber", "Veil": "sx-blue", "Maw": "sx-purple"}
    assert regions_of(drawn) == [(name, colours[name]) for name in ("Maw", "Maw", "Veil", "Veil", *["Shoals"] * 3)]
    assert [words(drawn).count(label) for label in ("S", "V", "M", "S+V")] == [2, 1, 2, 1]


def test_bare_hexes_have_no_colour_and_a_map_without_region_has_none_at_all() -> None:
    none = parsed(MapScene(SCENE.markers, WORDS))
    assert regions_of(none) == []
    assert not [part for part in none.iter(f"{SVG}polygon") if part.get("class") in ("sx-amber", "sx-purple")]


def test_the_legend_of_the_svg_names_every_region() -> None:
    assert {"S Shoals: asteroid field, 2 setback dice", "V Veil", "M Maw"} <= set(words(parsed(SCENE)))


whole = st.integers(-60, 60)
texts = st.text(max_size=30)
regions = st.builds(
    SceneForm,
    kind=st.just("region"),
    label=st.text(max_size=4),
    name=texts,
    spots=st.lists(st.builds(HexPlace, whole, whole), max_size=9).map(tuple),
    texture=st.sampled_from(sorted(TEXTURES)),
    facts=st.lists(texts, max_size=2).map(tuple),
)
things = st.builds(thing, st.text(max_size=4), whole, whole, st.sampled_from(range(0, 360, 60)), texts)


@settings(max_examples=60)
@given(st.lists(things, max_size=5), st.lists(regions, max_size=4), st.sampled_from([40, 60, 80, 132]))
def test_no_region_makes_a_line_longer_than_the_page_or_a_file_that_cannot_be_read(
    markers: list[Marker], lie: list[SceneForm], width: int
) -> None:
    scene = MapScene(tuple(markers), WORDS, tuple(lie))
    lines = render_text(scene, width).plain.splitlines()
    assert max(map(cell_len, lines)) <= width
    parsed(scene)
