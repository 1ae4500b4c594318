"""A turn at a glance: it fits the screen, and looks as it did when it was last looked at.

`glances/SCENARIO-COLUMNS.txt` holds what `sits demo` prints of a bundled scenario, `glances/SCENARIO-board.txt` how
`sits show` then has it at several sizes, and `glances/SCENARIO.svg` its map as `sits show -o` writes it. Look at
each change before it is written there again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from commands.render.blocks import draw
from sits_es.report.blocks import Phrase, Screen
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Glimpse, Measure, UnitGlance, changed, lost
from tests.shared.commands_told import run
from tests.shared.glances import drawn
from tests.shared.rows import each_row, long_beyond

GLANCES = Path(__file__).parent / "glances"
#: Every bundled scenario that comes with orders; at least one of each rule system.
SCENARIOS = ("duel", "squadron", "pursuit", "ambush", "beacon")
WIDTHS = (40, 80, 140, 200)


@pytest.fixture(scope="module", autouse=True)
def _games(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path_factory.mktemp("games")))
        patch.delenv("COLUMNS", raising=False)
        for verb in ("play", "show", "replay"):
            patch.setattr(f"commands.{verb}.rows", lambda: 23)
        for scenario in SCENARIOS:
            assert run("demo", scenario).code == 0
        yield


@each_row("scenario", SCENARIOS)
@pytest.mark.parametrize("width", long_beyond(2, WIDTHS))
def test_the_demo_of_each_system_looks_as_it_did(scenario: str, width: int) -> None:
    told = run("replay", scenario, "--width", str(width))
    assert told.code == 0
    assert told.out == (GLANCES / f"{scenario}-{width}.txt").read_text(encoding="utf-8")
    assert max(map(cell_len, told.out.splitlines())) <= width


@each_row("scenario", SCENARIOS)
@pytest.mark.parametrize("width", long_beyond(2, WIDTHS))
def test_a_board_fits_one_screen(scenario: str, width: int) -> None:
    told = run("show", scenario, "--width", str(width))
    assert told.code == 0
    assert len(told.out.splitlines()) <= 23
    assert max(map(cell_len, told.out.splitlines())) <= width


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_its_map_as_a_picture_is_the_one_that_was_looked_at(scenario: str, tmp_path: Path) -> None:
    told = run("show", scenario, "-o", str(tmp_path / "map.svg"))
    assert told.code == 0
    drawn_now = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert drawn_now == (GLANCES / f"{scenario}.svg").read_text(encoding="utf-8")


@each_row("scenario", SCENARIOS)
def test_in_ascii_it_says_the_same(scenario: str) -> None:
    plain, drawn_in_full = run("show", scenario, "--ascii").out, run("show", scenario).out
    assert plain.isascii()
    assert len(plain.splitlines()) == len(drawn_in_full.splitlines())


@pytest.mark.parametrize("width", [40, 80, 140, 200])
def test_of_a_space_every_unit_is_told_with_its_height_in_numbers_that_are_short(width: int) -> None:
    shown = run("show", "pursuit", "--width", str(width)).out
    for label, name, height in (("W2", "Wasp", "0.5"), ("W1", "Warp", "0"), ("H3", "Hornet", "-0.8")):
        line = next(line for line in shown.splitlines() if f"{label} {name}" in line)
        assert f"{'down' if height[0] == '-' else 'up'} {height.lstrip('-')}" in line or f",{height}," in line
    if width > 40:
        drawn_or_told = shown.replace("W2 Wasp", "").replace("H4 Haven", "")
        assert "W2" in drawn_or_told
        assert "H4" in drawn_or_told
        assert "H4 Haven (planet)" in " ".join(shown.split())
    moments = re.compile(r"^ *\d\.\d\d(?= )", re.MULTILINE)
    assert not re.search(r"\d\.\d\d", moments.sub("", shown))


# what is left out where there is no room


UNITS = tuple(
    UnitGlance(
        name=name,
        side="red",
        told=[Glimpse("hull 5", VITAL), Glimpse("moves about a good deal", USUAL), Glimpse("hums", DETAIL)],
    )
    for name in ("Kestrel", "Heron")
)
HAPPENED = [
    Glimpse("everything begins", DETAIL, "1.1"),
    Glimpse("Kestrel fires at Heron with all that it has", USUAL, "1.2", short="Kestrel fires"),
    Glimpse("Heron is hit", VITAL, "1.2"),
]
GLANCE = Glance(title="turn 1", units=UNITS, happened=HAPPENED, more="sits show it -v")


def test_with_room_enough_everything_is_told() -> None:
    assert drawn(GLANCE, 72, 20) == [
        "turn 1",
        "Kestrel (red)   hull 5   moves about a good deal   hums",
        "Heron (red)   hull 5   moves about a good deal   hums",
        "1.1  everything begins",
        "1.2  Kestrel fires at Heron with all that it has",
        "     Heron is hit",
        "More: sits show it -v",
    ]


def test_in_a_pipe_everything_is_told() -> None:
    lines = [line.plain.rstrip() for line in draw([Screen(GLANCE)], 40)]
    assert lines == [
        "turn 1",
        "Kestrel (red)   hull 5",
        "    moves about a good deal   hums",
        "Heron (red)   hull 5",
        "    moves about a good deal   hums",
        "1.1  everything begins",
        "1.2  Kestrel fires at Heron with all",
        "       that it has",
        "     Heron is hit",
        "More: sits show it -v",
    ]


@each_row("scenario", SCENARIOS)
def test_in_a_pipe_no_turn_of_any_system_leaves_out_what_happened(scenario: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("commands.replay.rows", lambda: None)
        told = run("replay", scenario, "--width", "80").out
    assert not [line for line in told.splitlines() if line.endswith(("line more", "lines more"))]
    assert len(told.splitlines()) >= len(run("replay", scenario, "--width", "80").out.splitlines())


def test_with_less_room_details_go_first_and_it_is_said_how_many() -> None:
    assert drawn(GLANCE, 40, 8) == [
        "turn 1",
        "Kestrel (red)   hull 5",
        "Heron (red)   hull 5",
        "1.1  everything begins",
        "1.2  Kestrel fires at Heron with all",
        "       that it has",
        "     Heron is hit",
        "More: sits show it -v",
    ]
    assert drawn(GLANCE, 72, 6) == [
        "turn 1",
        "Kestrel (red)   hull 5   moves about a good deal   hums",
        "Heron (red)   hull 5   moves about a good deal   hums",
        "1.2  Heron is hit",
        "     and 2 lines more",
        "More: sits show it -v",
    ]


def test_where_not_even_what_nobody_may_miss_has_room_it_is_cut() -> None:
    assert len(drawn(GLANCE, 40, 4)) == 4
    many = Glance(title="turn 1", happened=[Glimpse(f"loss {number}", VITAL) for number in range(50)])
    lines = drawn(many, 40, 10)
    assert len(lines) == 10
    assert lines[-1] == "  and 42 lines more"


@each_row(
    ("measure", "ahead"),
    [
        (Measure(name="points", sides=(("blue", 3), ("red", 0))), "points: blue 3 : 0 red, blue is ahead"),
        (Measure(name="hull", sides=(("blue", 9), ("red", 9)), most=(9, 9)), "hull: blue 9 : 9 red, level"),
        (Measure(name="harm", sides=(("blue", 3), ("red", 0)), less=True), "harm: blue 3 : 0 red, red is ahead"),
        (Measure(name="ships", sides=(("blue", 3), ("red", 4)), most=(3, 4)), "ships: blue 3/3 : 4/4 red, level"),
        (
            Measure(name="ships", sides=(("blue", 2), ("red", 3)), most=(3, 4)),
            "ships: blue 2/3 : 3/4 red, red is ahead",
        ),
        (
            Measure(name="ships", sides=(("a", 2), ("b", 2), ("c", 1))),
            "ships: a 2, b 2, c 1, a and b are ahead",
        ),
        (Measure(name="ships", sides=(("a", 2),)), "ships: a 2"),
    ],
)
def test_who_is_ahead(measure: Measure, ahead: str) -> None:
    assert measure.ahead == ahead
    assert Glance(title="", measures=[measure]).ahead == ahead


def test_a_number_that_changed_says_by_how_much_and_what_is_lost_is_marked_without_its_colour() -> None:
    assert changed("hull", 25, 26, 26) == [Phrase("hull 25/26 "), Phrase("-1", "bad")]
    assert changed("hull", 26, 26, 26) == [Phrase("hull 26/26")]
    assert lost([]) is None
    told = lost(["ECM 14->12", "bridge", "tubes", "hull"])
    assert told is not None
    assert told.text == "LOST ECM 14->12, bridge, tubes, hull"
    assert told.short == (Phrase("LOST ECM 14->12, bridge and 2 more", "bad"),)
