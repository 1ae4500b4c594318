from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders.faults import OrderFaults, TextPlace
from sits_es.orders.frame import read_line, read_sheet, scan_sheet
from sits_es.orders.language import Language
from sits_es.orders.normal import write_line
from tests.shared.order_samples import RAFTS, SLOOPS, Anchored, Mended, Sailed
from tests.shared.rows import each_row

HEAD = "game duel\nturn 1\nship Gull\n"


def said(text: str, language: Language) -> str:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(text, language, "red.txt")
    return str(refusal.value)


def test_a_file_is_read_whole() -> None:
    text = """\
# a comment
GAME duel          # and another
Turn 12
player red
secret 00FF00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff

SHIP "King's Gull"
  1      Sail To Bristol 5
  2-3,1  sail to "Cape # 7" 0
ship Tern
  break  mend main-sail
  anchor
"""
    sheet = read_sheet(text, SLOOPS)
    assert (sheet.game, sheet.turn, sheet.player) == ("duel", 12, "red")
    assert sheet.secret == "00ff" * 16
    assert sheet.units == ("King's Gull", "Tern")
    sail, cape = (Sailed(ship="King's Gull", to=to, knots=k) for to, k in [("Bristol", 5), ("Cape # 7", 0)])
    anchor = Anchored(ship="Tern")
    assert sheet.at(1) == (sail, cape, anchor)
    assert sheet.at(2) == sheet.at(3) == (cape, anchor)
    assert sheet.at(4) == (anchor,)
    assert sheet.at(5) == (Mended(ship="Tern", sail="main-sail"),)
    assert sheet.steps == (1, 2, 3, 4, 5)
    assert [line.whole_turn for line in sheet.lines] == [False, False, False, True]


def test_a_secret_is_not_shown_with_the_sheet() -> None:
    assert "00ff" not in repr(read_sheet("game a\nturn 1\nsecret " + "00ff" * 16, SLOOPS))


def test_every_field_keeps_the_place_of_its_words() -> None:
    sheet = read_sheet('game duel\nturn 1\nship Gull\n  1,3-4  sail to "New York" 5\n', SLOOPS)
    assert sheet.places == {"game": TextPlace(1, 6, 4), "turn": TextPlace(2, 6, 1), "ship Gull": TextPlace(3, 6, 4)}
    (line,) = sheet.lines
    assert line.steps == (1, 3, 4)
    assert (line.line, line.column, line.end) == (4, 3, 30)
    assert line.places == {
        "ship": TextPlace(3, 6, 4),
        "in_steps": TextPlace(4, 3, 5),
        "to": TextPlace(4, 18, 10),
        "knots": TextPlace(4, 29, 1),
    }


def test_a_ship_may_be_named_again_and_its_orders_stay_together() -> None:
    sheet = read_sheet(f"{HEAD}1 anchor\nship Tern\n1 anchor\nship Gull\n1 sail to x 1", SLOOPS)
    gull = (Anchored(ship="Gull"), Sailed(ship="Gull", to="x", knots=1))
    assert sheet.at(1) == (*gull, Anchored(ship="Tern"))
    assert sheet.units == ("Gull", "Tern")
    assert len(sheet.of_unit("Gull")) == 2


@each_row("mark", ["", "\ufeff"])
@each_row("end", ["\n", "\r\n", "\r"])
@each_row("space", [" ", "\t", " \t ", "\u00a0"])
def test_line_ends_tabs_and_a_byte_order_mark_make_no_difference(mark: str, end: str, space: str) -> None:
    text = f"{mark}game duel{end}turn 1{end}ship Gull{end}{space}1{space}sail to x 3{space}{end}"
    assert read_sheet(text, SLOOPS) == read_sheet(f"{HEAD}1 sail to x 3", SLOOPS)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "",
            (
                "red.txt:1:1: The file does not say which game it is for.\n\n    ^\n"
                "    expected: a line such as: game duel\n"
                "red.txt:1:1: The file does not say which turn it is for.\n\n    ^\n"
                "    expected: a line such as: turn 1"
            ),
        ),
        (
            "# mine\nturn 1\n",
            (
                "red.txt:1:1: The file does not say which game it is for.\n    # mine\n    ^\n"
                "    expected: a line such as: game duel"
            ),
        ),
        (
            "gmae duel\nturn 1\n",
            (
                'red.txt:1:1: "gmae" does not belong here. Did you mean game?\n    gmae duel\n    ^^^^\n'
                "    expected: anchor, break, game, player, secret, ship, turn or a segment from 1 to 4"
            ),
        ),
        (
            "game duel\nRound 1  # mine\n",
            (
                'red.txt:2:1: "Round" does not belong here. The header for a round is turn.\n    Round 1  # mine\n'
                "    ^^^^^\n    expected: turn 1"
            ),
        ),
        (
            "game duel\ngame dual\nturn 1\n",
            (
                "red.txt:2:1: There is a second game line.\n    game dual\n    ^^^^\n"
                "    expected: one game line; the first is line 1"
            ),
        ),
        (
            "game\nturn 0",
            (
                "red.txt:1:5: The line is incomplete.\n    game\n        ^\n    expected: a name\n"
                'red.txt:2:6: "0" is too low.\n    turn 0\n         ^\n    expected: a number from 1 to 9999'
            ),
        ),
        (
            "game King Roger\nturn 99999999999999999999",
            (
                'red.txt:1:11: "Roger" does not belong here. '
                'Put quotes round a name that has spaces or signs: "King Roger".\n'
                "    game King Roger\n              ^^^^^\n    expected: the end of the line\n"
                'red.txt:2:6: "99999999999999999999" is too high.\n    turn 99999999999999999999\n'
                "         ^^^^^^^^^^^^^^^^^^^^\n    expected: a number from 1 to 9999"
            ),
        ),
        (
            "game duel\nturn 1\nsecret 12\n",
            (
                "red.txt:3:8: The secret is not 64 hex digits; it has 2 characters.\n    secret **\n           ^^\n"
                "    expected: 64 digits, 0 to 9 and a to f"
            ),
        ),
        (
            'game ""\nturn 1',
            (
                'red.txt:1:6: The name is empty.\n    game ""\n         ^^\n'
                "    expected: a name of 1 to 60 visible characters"
            ),
        ),
        (
            "game duel\nturn 1\n1 sail to x 3\n2 sail to x 3\n",  # said once
            (
                "red.txt:3:1: No ship is named above this order.\n    1 sail to x 3\n    ^^^^^^^^^^^^^\n"
                "    expected: a ship line first: ship NAME"
            ),
        ),
        (
            "game duel\nturn 1\nshp Gull\n1 sail to x 3\n",  # its orders are not blamed for it
            (
                'red.txt:3:1: "shp" does not belong here. Did you mean ship?\n    shp Gull\n    ^^^\n'
                "    expected: anchor, break, game, player, secret, ship, turn or a segment from 1 to 4"
            ),
        ),
    ],
)
def test_a_fault_of_the_frame_is_answered(text: str, answer: str | None) -> None:
    assert said(text, SLOOPS) == answer


ORDERS = "anchor or sail"


@pytest.mark.parametrize(
    ("line", "column", "length", "message", "expected"),
    [
        ("5 anchor", 1, 1, "There is no segment 5.", "1 to 4, or break"),
        ("0 anchor", 1, 1, "There is no segment 0.", "1 to 4, or break"),
        ("1-99999999999 anchor", 3, 11, "There is no segment 9999999999.", "1 to 4, or break"),
        ("4-2 anchor", 1, 3, "The range 4-2 runs backwards.", "2-4"),
        ("1-3,2 anchor", 5, 1, "Segment 2 is named twice in this line.", "each segment once"),
        ("1 2 anchor", 3, 1, '"2" does not belong here.', ORDERS),
        ("1- anchor", 4, 6, '"anchor" does not belong here.', "a segment from 1 to 4"),
        ("3\u20444 anchor", 1, 3, '"3\u20444" does not belong here. The text holds "\u2044" (fraction slash).', None),
        ("1 \u0430nchor", 3, 6, None, ORDERS),
        ("1 anchr", 3, 5, '"anchr" does not belong here. Did you mean anchor?', ORDERS),
        ("1 anchorage", 3, 9, '"anchorage" does not belong here. Did you mean anchor?', ORDERS),
        ("anchr", 1, 5, '"anchr" does not belong here. Did you mean anchor?', None),
        ("1 anchor now", 10, 3, '"now" does not belong here.', "the end of the line"),
        ("1 anchor anchor", 10, 6, '"anchor" does not belong here.', "the end of the line"),
        ("1", 2, 1, "The line is incomplete.", ORDERS),
        ("1 sail to # here", 10, 1, "The line is incomplete.", "a name"),
        ("1 sail to 5", 12, 1, "The line is incomplete.", "a number"),
        ("1 sail to x five", 13, 4, '"five" does not belong here.', "a number"),
        ("1 sail to x 5.5", 13, 3, '"5.5" does not belong here.', "a number"),
        ("1 sail to x 5knots", 13, 6, '"5knots" does not belong here.', "a number"),
        ("1 sail to x -5", 13, 2, '"-5" does not belong here.', "a number"),
        ("1 sail to x 13", 13, 2, '"13" is too high.', "a number from 0 to 12"),
        (
            "1 sail to x \u0663",
            13,
            1,
            '"\u0663" does not belong here. The text holds "\u0663" (arabic-indic digit three).',
            "a number",
        ),
        (
            "1 sail to x. 3",
            11,
            2,
            '"x." does not belong here. Put quotes round a name that has spaces or signs.',
            "a name",
        ),
        ('1 sail to "x 3  ', 11, 4, "The quote is not closed.", 'a " after the name'),
        ("1 sail to \u201cx 3", 11, 4, "The quote is not closed.", 'a " after the name'),
        ("1 sail x 3", 8, 1, '"x" does not belong here.', "to"),
        (
            "sail to x 3",
            1,
            4,
            '"sail" has no segment.',
            "a segment from 1 to 4, or a range such as 3-4, in front of it",
        ),
        ("mend x", 1, 4, '"mend" is an order for the turn break.', "break in front of it"),
        (
            "2 mend x",
            3,
            4,
            '"mend" is an order for the turn break, not for a segment.',
            "break in place of the segment",
        ),
        (
            "break sail to x 3",
            7,
            4,
            '"sail" is an order for a segment, not for the turn break.',
            "a segment from 1 to 4 in place of break",
        ),
        ("break mned x", 7, 4, '"mned" does not belong here. Did you mean mend?', "mend"),
        ("\t1\tsail\ttoo x 3", 9, 3, '"too" does not belong here. Did you mean to?', "to"),
        ("1 anchor" + " " * 9992, 2001, 1, "The line has 10000 characters.", "at most 2000"),
        ("x" * 10_000, 2001, 1, "The line has 10000 characters.", "at most 2000"),
        ("; DROP", 1, 1, '";" does not belong here.', None),
        ("1 anchor\x00", 3, 7, None, ORDERS),
    ],
)
def test_a_fault_in_an_order_is_answered_at_its_column(
    line: str, column: int, length: int, message: str | None, expected: str | None
) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(HEAD + line, SLOOPS)
    (fault,) = refusal.value.faults
    assert (fault.line, fault.column, fault.length) == (4, column, length)
    assert message in (None, fault.message)
    assert expected in (None, fault.expected)


def test_a_look_alike_is_named() -> None:
    assert said(HEAD + "1 s\u0430il to x 3", SLOOPS) == (
        'red.txt:4:3: "s\u0430il" does not belong here. Did you mean sail? '
        'The text holds "\u0430" (cyrillic small letter a).\n'
        "    1 s\u0430il to x 3\n      ^^^^\n    expected: anchor or sail"
    )


def test_a_comment_may_be_longer_than_any_order() -> None:
    assert read_sheet(f"{HEAD}# {'x' * 10_000}", SLOOPS).lines == ()


def test_a_file_longer_than_any_player_writes_is_refused() -> None:
    assert said(HEAD + "1 anchor\n" * 4998, SLOOPS) == (
        "red.txt:5001:1: The file has 5002 lines.\n    1 anchor\n    ^\n    expected: at most 5000"
    )


def test_a_language_without_a_turn_break_has_none() -> None:
    assert RAFTS.step_names == ("1", "2")
    assert not RAFTS.has_break
    assert read_sheet(f"{HEAD}2 anchor", RAFTS).at(2) == (Anchored(ship="Gull"),)
    assert said(f"{HEAD}3 anchor\nbreak anchor\nanchor", RAFTS) == (
        "red.txt:4:1: There is no segment 3.\n    3 anchor\n    ^\n    expected: 1 to 2\n"
        'red.txt:5:1: "break" does not belong here.\n    break anchor\n    ^^^^^\n'
        "    expected: game, player, secret, ship, turn or a segment from 1 to 2\n"
        'red.txt:6:1: "anchor" has no segment.\n    anchor\n    ^^^^^^\n'
        "    expected: a segment from 1 to 2, or a range such as 3-4, in front of it"
    )


def test_steps_are_the_segments_and_the_break() -> None:
    assert SLOOPS.step_names == ("1", "2", "3", "4", "break")
    assert SLOOPS.break_step == 5


good = st.sampled_from(["1 anchor", "2-3 sail to x 3", "break mend x", "anchor", "# no", "", '1,3 sail to "a b" 0'])
bad = st.sampled_from(
    ["9 anchor", "1 anchr", "1 sail to x 44", "sail to x 1", "1 mend x", "4-1 anchor", "1 anchor \u00bf", "?"]
)


@given(st.lists(st.tuples(st.booleans(), good, bad), max_size=12))
def test_as_many_lines_as_are_wrong_so_many_faults_there_are_each_in_its_line(
    lines: list[tuple[bool, str, str]],
) -> None:
    text = HEAD + "\n".join(wrong if broken else right for broken, right, wrong in lines)
    places = [number for number, (broken, _, _) in enumerate(lines, 4) if broken]
    try:
        read_sheet(text, SLOOPS)
        found = []
    except OrderFaults as refusal:
        found = [fault.line for fault in refusal.faults]
    assert found == places


words = st.sampled_from(
    [
        "game",
        "turn",
        "secret",
        "ship",
        "break",
        "anchor",
        "sail",
        "to",
        "mend",
        "1",
        "2",
        "4",
        "9",
        ",",
        "-",
        '"',
        "#",
        "x",
        "'y",
        "\t",
        "\r",
        "\n",
        "\x00",
        "\u2028",
        "�",
        "́",
        "3-4",
        ":",
    ]
)
loose = st.lists(words, max_size=12).map(" ".join)


@given(st.one_of(st.text(), loose, loose.map(HEAD.__add__), st.text().map((HEAD + "1 sail to ").__add__)))
def test_any_text_is_read_or_refused_with_its_faults(text: str) -> None:
    with contextlib.suppress(OrderFaults):
        read_sheet(text, SLOOPS)


@given(st.one_of(st.text(), loose, loose.map("Gull: ".__add__)), st.sampled_from([1, 5]))
def test_any_sealed_line_is_read_or_refused_with_its_faults(text: str, segment: int) -> None:
    with contextlib.suppress(OrderFaults):
        assert write_line(read_line(text, SLOOPS, segment), SLOOPS)


@pytest.mark.parametrize(
    ("text", "segment", "answer"),
    [
        ("", 1, "order:1:1: The line is incomplete.\n\n    ^\n    expected: a name"),
        (
            "Gull anchor",
            1,
            'order:1:6: "anchor" does not belong here.\n    Gull anchor\n         ^^^^^^\n    expected: a colon',
        ),
        (
            "Gull: mend x",
            1,
            'order:1:7: "mend" does not belong here.\n    Gull: mend x\n          ^^^^\n    expected: anchor or sail',
        ),
        (
            "Gull: anchor",
            5,
            'order:1:7: "anchor" does not belong here.\n    Gull: anchor\n          ^^^^^^\n    expected: mend',
        ),
        (
            "Gull: anchor\nGull: anchor",
            1,
            (
                "order:2:1: The order runs on into a second line.\n    Gull: anchor\n    ^\n"
                "    expected: one order per line"
            ),
        ),
        ("Gull: sail to x 13", 1, None),
        ("x" * 2001, 1, None),
    ],
)
def test_a_sealed_line_that_is_wrong_is_refused(text: str, segment: int, answer: str | None) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_line(text, SLOOPS, segment)
    assert answer in (None, str(refusal.value))


def test_the_lines_that_can_be_read_are_there_beside_the_faults_of_the_others() -> None:
    head = "game duel\nturn 2\nsecret abc\nship Gull\n"
    text = f"{head}  1 sail to Bay 3\n  1 sail to none\n  2 anchor\nshp Tern\n  3 anchor\n"
    scanned = scan_sheet(text, SLOOPS)
    assert [fault.line for fault in scanned.faults] == [3, 6, 8]
    assert scanned.sheet is not None
    assert [(line.unit, line.steps) for line in scanned.sheet.lines] == [("Gull", (1,)), ("Gull", (2,))]
    assert scanned.sheet.secret is None


def test_without_game_or_turn_there_is_no_sheet_to_look_at() -> None:
    assert scan_sheet("turn 2\nship Gull\n  1 sail to Bay 3\n", SLOOPS).sheet is None
    assert scan_sheet("game duel\nturn 0\nship Gull\n  1 sail to Bay 3\n", SLOOPS).sheet is None
