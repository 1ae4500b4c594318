"""Every block drawn: on pages of 40, 80 and 120 columns, in 7-bit characters, with and without colour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands.render.blocks import STYLES
from commands.render.markup import markup
from sits_es.report.blocks import (
    BLANK,
    Block,
    Boxes,
    BoxRow,
    Fields,
    Heading,
    Phrase,
    Picture,
    ReportLine,
    TextTable,
    strong,
)
from sits_es.report.scenes import HexPlace, MapScene, Marker
from tests.shared.rows import each_row
from tests.shared.view_samples import drawn_in_colour, lines_of

HULL = tuple(map(str, range(24, 0, -1)))
BOXES = Boxes(
    "Hull and tubes",
    (BoxRow("tubes", ("2", "x1")), BoxRow("magazine", ("", "!")), BoxRow("hull", HULL)),
    labels=10,
    paired=True,
)
CHANGED = Boxes("Sirius", (BoxRow("hull", HULL, note="before"), BoxRow("", ("x24", *HULL[1:]), note="after")))
TABLE = TextTable(
    ("Ship", "Range", "What it sees"),
    (("Sirius", "6", "a convoy of five freighters and its escort"), ("Fox", "12", "nothing")),
    right=(1,),
    indent=2,
)
LONG = ReportLine("Sirius explodes if it rolls below 2: it rolls 7 and holds together", 2, 3)
MAP = Picture(MapScene((Marker(label="S", name="Sirius", place=HexPlace(2, 1)),)), indent=2)
EVERY = (
    Heading("Turn 2", major=True),
    Heading("Orders"),
    LONG,
    BLANK,
    strong("Sirius", 2),
    Fields((("Thrust", "4"), ("Pivot", ""), ("", "below")), indent=2),
    TABLE,
    TextTable(("What", "Number"), (("strength", "30"),), spaced=True),
    BOXES,
    CHANGED,
    MAP,
)


def test_a_long_line_goes_on_below_its_hang() -> None:
    assert lines_of(ReportLine("one two three four five six", 2, 3), 16) == [
        "  one two three",
        "     four five",
        "     six",
    ]


def test_a_hang_that_leaves_less_than_a_third_of_the_page_is_two_columns() -> None:
    line = ReportLine("left     right right right", 0, 9)
    assert lines_of(line, 16) == ["left     right", "         right", "         right"]
    assert lines_of(line, 12) == ["left", "  right", "  right", "  right"]


def test_a_line_that_fits_stays_as_it_is_and_one_that_says_nothing_is_blank() -> None:
    assert lines_of(ReportLine("Fearless:  thrust 4", 4)) == ["    Fearless:  thrust 4"]
    assert lines_of([BLANK, ReportLine("below"), ReportLine("", 4)]) == ["", "below", ""]


def test_phrases_make_one_line_and_are_broken_as_one() -> None:
    line = ReportLine((Phrase("Sirius ", "strong"), Phrase("is "), Phrase("lost with all hands", "bad")), 2)
    assert line.text == "Sirius is lost with all hands"
    assert lines_of(line) == ["  Sirius is lost with all hands"]
    assert lines_of(line, 20) == ["  Sirius is lost", "    with all hands"]
    coloured = drawn_in_colour([line], 20)
    assert "\x1b[1mSirius \x1b[0m" in coloured
    assert "\x1b[31mwith all hands\x1b[0m" in coloured


@pytest.mark.parametrize("text", ["[bold]Fearless[/bold]", "[/]", "[link=x]y", ":rocket:"])
def test_text_of_players_is_never_markup(text: str) -> None:
    everything: tuple[Block, ...] = (
        ReportLine(text),
        Heading(text, major=True),
        Heading(text),
        TextTable(("Ship",), ((text,),)),
        TextTable(("Ship",), ((text,),), spaced=True),
        Fields(((text, "is"), ("what", text))),
        Boxes(text, (BoxRow(text, (text,)),)),
    )
    assert sum(line.count(text) for line in lines_of(everything)) == 10


def test_marks_that_upset_a_terminal_are_not_passed_on() -> None:
    said = "Fear\x1b[31mless\n\x07"
    assert lines_of([ReportLine(said), Heading(said), TextTable(("What",), ((said,),))]) == [
        "Fear\N{REPLACEMENT CHARACTER}[31mless \N{REPLACEMENT CHARACTER}",
        "",
        "Fear\N{REPLACEMENT CHARACTER}[31mless \N{REPLACEMENT CHARACTER}",
        "What",
        "─" * 15,
        "Fear\N{REPLACEMENT CHARACTER}[31mless \N{REPLACEMENT CHARACTER}",
    ]


def test_a_heading_runs_to_the_right_edge() -> None:
    assert lines_of(Heading("Turn 2", major=True), 12) == ["Turn 2 ─────"]
    assert lines_of(Heading("Turn 2", major=True), 12, ascii_only=True) == ["Turn 2 -----"]
    assert lines_of(Heading("Orders"), 12) == ["", "Orders"]


def test_a_table_has_a_line_under_its_heads_and_numbers_to_the_right() -> None:
    drawn = TextTable(("Ship", "Range"), (("Sirius", "6"), ("Fox", "12")), right=(1,), indent=2)
    assert lines_of(drawn) == ["  Ship    Range", "  " + "─" * 13, "  Sirius      6", "  Fox        12"]
    assert lines_of(drawn, ascii_only=True)[1] == "  " + "-" * 13


def test_a_spaced_table_stands_wider() -> None:
    drawn = TextTable(("Ship", "Range"), (("Sirius", "6"),), spaced=True)
    assert lines_of(drawn) == ["Ship     Range", "─" * 14, "Sirius   6"]
    assert lines_of(drawn, ascii_only=True)[1] == "-" * 14
    long = TextTable(("Ship", "Range"), (("Sirius", "6"),) * 200, spaced=True)
    assert lines_of(long, ascii_only=True)[:3] == ["Ship     Range", "-" * 14, "Sirius   6"]


def test_rows_that_say_nothing_are_left_out() -> None:
    assert lines_of(Fields((("Thrust", "4"), ("Pivot", ""), ("", "below")))) == ["Thrust  4", "        below"]


def test_rows_of_boxes_stand_two_abreast_where_both_are_short() -> None:
    assert lines_of(BOXES) == [
        "  Hull and tubes",
        "    tubes     [2][x1]                     magazine  [][!]",
        "    hull      [24][23][22][21][20][19][18][17][16][15][14][13][12][11][10][9]",
        "              [8][7][6][5][4][3][2][1]",
    ]


def test_on_a_narrow_page_rows_are_broken_between_boxes_one_below_the_other() -> None:
    assert lines_of(BOXES, 40) == [
        "  Hull and tubes",
        "    tubes     [2][x1]",
        "    magazine  [][!]",
        "    hull      [24][23][22][21][20][19]",
        "              [18][17][16][15][14][13]",
        "              [12][11][10][9][8][7][6]",
        "              [5][4][3][2][1]",
    ]


def test_rows_before_and_after_bear_their_notes_and_a_label_without_room_has_its_own_line() -> None:
    assert lines_of(CHANGED)[1:] == [
        "    hull before [24][23][22][21][20][19][18][17][16][15][14][13][12][11][10]",
        "                [9][8][7][6][5][4][3][2][1]",
        "         after  [x24][23][22][21][20][19][18][17][16][15][14][13][12][11][10]",
        "                [9][8][7][6][5][4][3][2][1]",
    ]
    long = Boxes("Sirius", (BoxRow("starboard-countermissiles", ("2", "1"), note="before"),))
    assert lines_of(long, 40) == ["  Sirius", "    starboard-countermissiles", "      before [2][1]"]


def test_boxes_that_are_lost_are_red_and_marked_without_it() -> None:
    lost, down = Phrase("x3", "bad"), Phrase("~1", "warning")
    row = Boxes("Sirius", (BoxRow("hull", (Phrase("x4", "bad"), lost, "2", down)),))
    assert lines_of(row)[1] == "    hull [x4][x3][2][~1]"
    assert "\x1b[31m[x4][x3]\x1b[0m[2]\x1b[33m[~1]\x1b[0m" in drawn_in_colour([row])
    assert '<span class="lt-bad">[x4][x3]</span>[2]<span class="lt-warning">[~1]</span>' in markup([row])


def test_a_single_box_too_wide_for_the_page_still_stands() -> None:
    assert lines_of(Boxes("Odd", (BoxRow("a", ("b" * 50, "c")),)), 80)[1] == f"    a [{'b' * 50}][c]"


def test_signs_that_a_page_may_be_unable_to_show_have_letters_in_their_place() -> None:
    line = ReportLine((Phrase("Pool  "), Phrase("◆◆⬢ ◇", "strong", "AAP D"), Phrase("  of \u00c5sa's")))
    assert lines_of(line) == ["Pool  ◆◆⬢ ◇  of \u00c5sa's"]
    assert lines_of(line, ascii_only=True) == ["Pool  AAP D  of \u00c5sa's"]


@each_row("ascii_only", [False, True])
@each_row("width", [40, 80, 120])
def test_every_block_keeps_within_the_page_and_to_its_characters(width: int, ascii_only: bool) -> None:
    told = "\n".join(lines_of(EVERY, width, ascii_only=ascii_only))
    assert told.isascii() == ascii_only
    for said in ("Turn 2", "Orders", "Thrust  4", "[x1]", "strength"):
        assert said in told
    assert told.count("[x24]") == 1
    assert told.count("[13]") == 3  # the hull, before and after: no box is broken
    assert all(word in told.split() for word in ["a", "convoy", "of", "five", "freighters", "and", "its", "escort"])


def test_a_picture_stands_as_far_in_as_it_is_told() -> None:
    drawn = lines_of(MAP, 60)
    assert all(line.startswith("  ") for line in drawn if line)
    assert any(line.endswith("Sirius") for line in drawn)


def test_styles_only_repeat_what_the_text_says() -> None:
    def bare(text: str) -> list[str]:
        for code in ("0", "1", "2", "31", "32", "33", "1;31", "2;31"):
            text = text.replace(f"\x1b[{code}m", "")
        return [line.rstrip() for line in text.splitlines()]

    tones = [ReportLine((Phrase(tone, tone),)) for tone in STYLES]
    assert bare(drawn_in_colour((*EVERY, *tones))) == lines_of((*EVERY, *tones))
    assert "\x1b[32mgood" in drawn_in_colour(tones)


@given(
    labels=st.lists(st.text("abc -", max_size=30), max_size=5),
    boxes=st.lists(st.sampled_from(["", " ", "4", "x4", "#30"]), max_size=40),
    width=st.integers(40, 120),
    paired=st.booleans(),
)
def test_no_row_of_boxes_is_broken_inside_a_box_or_loses_one(
    labels: list[str], boxes: list[str], width: int, paired: bool
) -> None:
    rows = [BoxRow(label, boxes) for label in labels]
    drawn = "\n".join(lines_of(Boxes("Tracks", rows, paired=paired), width))
    assert [drawn.count(f"[{held}]") for held in set(boxes)] == [boxes.count(held) * len(labels) for held in set(boxes)]
    assert drawn.count("[") == drawn.count("]") == len(boxes) * len(labels)
