from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from commands.render.pictures import render_text
from commands.render.pictures.figures import side_colours
from commands.render.pictures.hex_map import drawn_hex, fit, half_row
from commands.stream import IN_ASCII
from sits_es.report.scenes import HexPlace, Marker
from sits_es.rules.sits.views.scenes import map_scene, marker
from sits_es.space.avid import WINDOWS, Window
from sits_es.space.hexes import DIRECTIONS, STILL, HexVector, Position
from tests.commands.test_pictures_space import others
from tests.shared.rows import each_row


def ship(
    name: str,
    position: Position,
    nose: str | None = "A",
    *,
    future: Position | None = None,
    vectors: HexVector = STILL,
    side: str = "red",
    label: str | None = None,
) -> Marker:
    window = Window(nose) if nose else None
    return marker(label or name[:1], name, position, window, future=future, vectors=vectors, side=side)


FEARLESS = ship("Fearless", Position(-3, 2, 4), "A+", future=Position(-3, 1, 4), vectors=HexVector(3, 0, 0))
SIRIUS = ship(
    "Sirius", Position(1, -1, 7), "E/F-", future=Position(0, 0, 6), vectors=HexVector(-8, -8, -8), side="blue"
)

DUEL = r"""
 F                               A                               B  0      +7
          _____         _____         _____         _____           |
         /     \       /     \       /     \       /     \          |
   _____/       \_____/       \_____/       \_____/       \_____    |
  /     \       /  .  \       /     \       /     \       /     \   |
 /       \_____/   .   \_____/       \_____/       \_____/       \  |
 \       /     \   .   /     \       /     \       /     \       /  |
  \_____/       \_____/       \_____/       \_____/       \_____/   |
  /     \       / *F  \       /     \       / #S  \       /     \   |      #S
 /       \_____/ next  \_____/       \_____/< E/F- \_____/       \  |
 \       /     \alt +4 /     \       / *S  \alt +7 /     \       /  |
  \_____/       \_____/       \_____/ next  \_____/       \_____/   |
  /     \       / @F  \       /    .\alt +6 /     \       /     \   |   @F
 /       \_____/ ^ A+  \_____/   .   \_____/       \_____/       \  |
 \       /     \alt +4 /     \ .     /     \       /     \       /  |
  \_____/       \_____/  . .  \_____/       \_____/       \_____/   |
  /     \       /    .\.      /     \       /     \       /     \   |
 /       \_____/   .   \_____/       \_____/       \_____/       \  |
 \       /     \ .     /     \       /     \       /     \       /  |
  \_____/  . .  \_____/       \_____/       \_____/       \_____/   |
  /    .\.      /     \       /     \       /     \       /     \   |
 /   .   \_____/       \_____/       \_____/       \_____/       \  |
 \ .     /     \       /     \       /     \       /     \       /  |
  \_____/       \_____/       \_____/       \_____/       \_____/   |
 E                               D                               C  altitude

Each hex drawn is one hex across. A is up; B, C, D, E, F follow clockwise.
On the right, the view from the side: rows as on the map, columns by altitude.
@ ship  * at the end of the segment  +4 altitude  ^/> nose  ...x one turn ahead

@F   Fearless (red)  at -3,2 alt +4, nose A+, vectors 3A, next -3,1 alt +4
#S   Sirius (blue)  at 1,-1 alt +7, nose E/F-, vectors 8E 8-, next 0,0 alt +6"""

whole = st.integers(-300, 300)
positions = st.builds(Position, whole, whole, whole)
markers = st.builds(
    marker,
    label=st.text(max_size=4),
    name=st.text(max_size=40),
    position=positions,
    nose=st.none() | st.sampled_from(WINDOWS),
    future=st.none() | positions,
    vectors=st.builds(HexVector, whole, whole, whole),
    side=st.sampled_from(["red", "blue", "Manticore", "Haven", "pirates", ""]),
)


def test_a_duel_is_drawn_hex_by_hex_with_noses_altitudes_courses_and_future_positions() -> None:
    assert render_text(map_scene([FEARLESS, SIRIUS])).plain.translate(IN_ASCII) == DUEL[1:]


def test_the_map_of_no_ships_is_still_a_map() -> None:
    assert "Each hex drawn is one hex across." in render_text(map_scene([])).plain


@each_row(
    ("apart", "words"),
    [
        (8, "Each hex drawn is one hex across."),
        (12, "Each hex drawn is one hex across."),
        (13, "Each hex drawn is 2 hexes across"),
        (100, "Each hex drawn is 8 hexes across"),
        (1000, "Each hex drawn is 80 hexes across"),
    ],
)
def test_ships_far_apart_are_drawn_to_a_coarser_scale_that_the_map_names(apart: int, words: str) -> None:
    drawn = render_text(map_scene([ship("Fearless", Position()), ship("Sirius", Position(apart, 0))])).plain
    assert words in drawn
    assert "●F" in drawn
    assert "●S" in drawn


@each_row(
    ("place", "scale", "drawn"),
    [
        (Position(3, -2), 1, (3, -2)),
        (Position(-50, 20), 10, (-5, 2)),
        (Position(4, 0), 10, (0, 0)),
        (Position(6, 0), 10, (1, 0)),
        (Position(4, 4), 10, (1, 0)),  # each is nearer to 0, but the two together are not
        (Position(-4, -4), 10, (-1, 0)),
    ],
)
def test_a_place_falls_into_the_nearest_drawn_hex(place: Position, scale: int, drawn: tuple[int, int]) -> None:
    assert drawn_hex(HexPlace(place.q, place.r), scale) == drawn


@each_row(
    ("nose", "shown"),
    [
        ("A", "^ A"),
        ("A/B+", "A/B+ /"),
        ("B", "B /"),
        ("B/C", "B/C >"),
        ("C--", "C-- \\"),
        ("C/D", "C/D \\"),
        ("D", "v D"),
        ("D/E", "/ D/E"),
        ("E", "/ E"),
        ("E/F", "< E/F"),
        ("F", "\\ F"),
        ("F/A-", "\\ F/A-"),
        ("+++", "+++ O"),
        ("---", "--- X"),
    ],
)
def test_a_large_hex_shows_the_nose_by_sign_and_name(nose: str, shown: str) -> None:
    assert shown in render_text(map_scene([ship("Fearless", Position(), nose)])).plain.translate(IN_ASCII)


@each_row(
    ("nose", "above", "below"),
    [
        ("A", "●F↑", "+4"),
        ("B", "●F↗", "+4"),
        ("B/C", "●F→", "+4"),
        ("C", "●F", "+4↘"),
        ("D", "●F", "+4↓"),
        ("E", "●F", "↙+4"),
        ("E/F", "←●F", "+4"),
        ("F", "↖●F", "+4"),
    ],
)
def test_a_small_hex_shows_the_nose_on_the_side_to_which_it_points(nose: str, above: str, below: str) -> None:
    far = ship("Sirius", Position(10, -5), None)
    drawn = render_text(map_scene([ship("Fearless", Position(0, 0, 4), nose), far])).plain.splitlines()
    row = next(at for at, line in enumerate(drawn) if above in line)
    assert below in drawn[row + 1]
    assert drawn[row + 1].index(below) - drawn[row].index(above) in {-1, 0, 1}


def test_ships_in_one_hex_share_it_and_a_crowd_is_counted() -> None:
    pair = [ship("Fearless", Position(0, 0, 4)), ship("Sirius", Position(0, 0, -12), "D", side="blue")]
    drawn = render_text(map_scene(pair)).plain.translate(IN_ASCII)
    assert "@F^+4" in drawn
    assert "#Sv-12" in drawn
    crowd = [ship(name, Position()) for name in ("Ajax", "Bold", "Cadiz", "Dido", "Echo")]
    drawn = render_text(map_scene(crowd)).plain
    assert "[1]" in drawn
    assert "5×" in drawn  # noqa: RUF001 - times, not a letter
    assert "\n[1] ●A↑0 ●B↑0 ●C↑0 ●D↑0 ●E↑0\n" in drawn
    assert all(f"●{name[0]}   {name} (red)" in drawn for name in ("Ajax", "Bold", "Cadiz", "Dido", "Echo"))


def test_an_altitude_without_room_is_never_cut_to_another_number() -> None:
    deep = ship("Fearless", Position(0, 0, -12345), "D")
    far = ship("Sirius", Position(10, -5, 12345), None)
    drawn = render_text(map_scene([deep, far])).plain.translate(IN_ASCII)
    assert "\\_*__/" in drawn
    assert "-1234 " not in drawn
    assert "at 0,0 alt -12345" in drawn


@each_row(
    ("sides", "colours"),
    [
        (("red", "blue"), ("red", "blue")),
        (("blue", "red"), ("blue", "red")),
        (("Haven", "red"), ("blue", "red")),
        (("a", "b", "c", "d", "e"), ("red", "blue", "green", "yellow", "red")),
        (("Blue", "Haven", "pirates"), ("blue", "red", "green")),
    ],
)
def test_a_side_named_after_a_colour_has_that_colour(sides: tuple[str, ...], colours: tuple[str, ...]) -> None:
    assert side_colours(sides) == colours


def test_a_course_leads_from_the_ship_in_the_direction_of_its_vectors() -> None:
    for at, direction in enumerate(DIRECTIONS):
        far = HexVector.unit(direction).times(20)
        picture = render_text(map_scene([ship("Fearless", Position(), None, vectors=far)])).plain
        drawn = picture.translate(IN_ASCII).splitlines()
        grid = drawn[1 : next(row for row, line in enumerate(drawn) if line.lstrip().startswith("E "))]
        row = next(row for row, line in enumerate(grid) if "@F" in line)
        column = grid[row].index("@F")
        dots = [(c, r) for r, line in enumerate(grid) for c, letter in enumerate(line) if letter == "."]
        assert dots
        if direction in "AD":
            assert {c for c, _ in dots} == {column + 1}
        else:
            assert all((c > column) == (direction in "BC") for c, _ in dots)
        assert all((r < row + 1) == (at in {5, 0, 1}) for _, r in dots)


@settings(max_examples=80)
@given(st.lists(markers, max_size=6), st.integers(20, 120))
def test_no_line_is_too_long_and_ascii_is_ascii_wherever_the_ships_are(ships: list[Marker], width: int) -> None:
    drawn = render_text(map_scene(ships), width).plain.translate(IN_ASCII)
    assert max(cell_len(line) for line in drawn.splitlines()) <= max(width, 40)
    assert others(drawn) <= others(repr(ships) + repr(ships).upper())
    assert all(letter == "\n" or letter.isprintable() for letter in drawn)


@settings(max_examples=80)
@given(st.lists(markers, min_size=1, max_size=6))
def test_every_ship_and_every_future_place_is_in_the_view_with_a_hex_to_spare(ships: list[Marker]) -> None:
    view = fit(map_scene(ships), 15, 24)
    assert view.across <= 15
    assert view.bottom - view.top + 1 <= 24
    for each in ships:
        for place in filter(None, (each.place, each.future)):
            q, r = drawn_hex(place, view.scale)
            assert view.left < q < view.right
            assert view.top + 1 < half_row((q, r)) < view.bottom - 1
            assert (q, r) in view.items


@settings(max_examples=30)
@given(st.lists(markers, min_size=1, max_size=4), st.integers(-999, 999), st.integers(-999, 999))
def test_a_map_drawn_hex_by_hex_looks_the_same_wherever_it_lies(ships: list[Marker], q: int, r: int) -> None:
    near = map_scene([ship(m.name, Position(m.place.q % 8, m.place.r % 5), None, label="S") for m in ships])
    away = map_scene([ship(m.name, Position(m.place.q + 2 * q, m.place.r + r), None, label="S") for m in near.markers])
    cut = [render_text(scene).plain.split("Each hex")[0] for scene in (near, away)]
    assert cut[0] == cut[1]


def test_beside_the_map_each_ship_stands_in_its_row_at_its_altitude() -> None:
    low, high = ship("Fearless", Position(0, 2, -6)), ship("Sirius", Position(0, -2, 3), side="blue")
    lines = render_text(map_scene([low, high]), width=120).plain.splitlines()
    scale = lines[0]
    assert scale.rstrip().endswith("+3")
    for name, level in (("●F", "-6"), ("■S", "+3")):
        (line,) = [each for each in lines[:-5] if each.count(name) == 2]
        assert line.rindex(name) == scale.rindex(level)
    assert lines[1].rindex("│") == scale.rindex(" 0 ") + 1
    flat = render_text(map_scene([ship("Fearless", Position())]), width=120).plain
    assert "from the side" not in flat


def test_in_few_rows_a_map_has_no_legend_and_the_key_of_its_clusters_stays_within_them() -> None:
    crowd = [ship(name, Position(0, at)) for at in (0, 40) for name in ("Ajax", "Bold", "Cadiz")]
    for rows in range(12, 30):
        lines = render_text(map_scene(crowd), width=38, rows=rows).plain.splitlines()
        assert len(lines) <= rows
        key = " ".join(line for line in lines if line.startswith("["))
        assert key.count("●A") == key.count("●B") == key.count("●C") == 2
