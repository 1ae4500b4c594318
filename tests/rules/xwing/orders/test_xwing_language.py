"""What people enter in X-Wing: each line as a fact and back, and lines that can't be read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.orders.frame import read_line, read_sheet, scan_sheet
from sits_es.orders.normal import write_line, write_sheet
from sits_es.rules.xwing.orders.language import LANGUAGE, MOST_TEXT
from tests.rules.xwing.any_entries import facts, ways_of
from tests.shared.order_sheets import sheet_of
from tests.shared.rows import each_row
from tests.shared.xwing_order_lines import LINES

HEAD = "game game\nturn 1\nplayer red\nship Kestrel\n"


@each_row(("line", "fact"), LINES)
def test_each_line_is_a_fact_and_is_written_as_it_was(line: str, fact: Event) -> None:
    sealed = f"Kestrel: {line}"
    assert read_line(sealed, LANGUAGE) == fact
    assert write_line(fact, LANGUAGE) == sealed


def test_every_form_comes_up_by_chance() -> None:
    assert {*ways_of()} == {*LANGUAGE.forms}


@each_row(
    ("line", "normal"),
    [
        ("PLACE AT +040.50 , -.5 FACING -30  # on the left", "place at 40.5,-0.5 facing 330"),
        ("place at 0,-0 facing 360", "place at 0,0 facing 0"),
        ("rotate rear , front", "rotate front,rear"),
        ("lose 1 hull 2 shields", "lose 2 shields 1 hull"),
        ("note :   two  words  ", "note: two  words"),
    ],
)
def test_a_fact_has_one_form_however_it_was_written(line: str, normal: str) -> None:
    sheet = read_sheet(f"{HEAD}{line}\n", LANGUAGE)
    assert write_sheet(sheet, LANGUAGE).splitlines()[-1] == f"  {normal}"


@pytest.mark.parametrize(
    ("line", "column", "message", "expected"),
    [
        ("place at 1 facing 4", 12, '"1" does not belong here.', "a place such as -40,12.5"),
        ("place at 1,2,3 facing 4", 15, '"," does not belong here.', "facing"),
        ("place at 1,2", 15, "The line is incomplete.", "facing"),
        ("place at 1,2 facing north", 23, '"north" does not belong here.', "degrees"),
        ("move to 1,2 facing 3", 8, 'A name is missing in front of "to".', "a name"),
        ("rotate up", 10, '"up" does not belong here.', "front, left, rear or right"),
        ("rotate left,left", 15, "Left is named twice.", "each arc once"),
        ("lose 2", 9, "The line is incomplete.", "hull, shield or shields"),
        ("lose 0 hull", 8, '"0" is too low.', "a number from 1 to 99"),
        ("lose 100 hull", 8, '"100" is too high.', "a number from 1 to 99"),
        ("lose 1 hull 1 hull", 17, "Hull is named twice.", "each once"),
        ("regain 1 shield 1 shields", 21, "Shields is named twice.", "each once"),
        ("note", 7, "The line is incomplete.", "a colon and your words"),
        ("note:   # nothing", 7, None, None),
        ("note:   ", 7, '":" does not belong here.', "a colon and your words"),
        ("critical hit", 12, '"hit" does not belong here.', "a colon and your words"),
        ("dispute: behind", 10, '":" does not belong here.', "a number"),
        ("ruling 1: yes", 11, '":" does not belong here.', "does or stands"),
        ("attack Hawk", 14, "The line is incomplete.", "with"),
        ("attack Hawk with Lasers by ruling", 36, "The line is incomplete.", "a colon and your words"),
        ("end", 6, "The line is incomplete.", "round"),
        (
            "place at 1.2345,0 facing 0",
            12,
            '"1.2345" has too many digits.',
            "a number from -99999 to 99999 with up to 3 decimal places",
        ),
        (
            "place at 0,100000 facing 0",
            14,
            '"100000" is too high.',
            "a number from -99999 to 99999 with up to 3 decimal places",
        ),
        (
            "place at 0,0 facing 361",
            23,
            '"361" is too high.',
            "a number from -360 to 360 with up to 3 decimal places",
        ),
        (f"note: {'x' * (MOST_TEXT + 1)}", 7, "The text can't be stored.", "up to 400 visible characters"),
        ("note: a\x07bell", 7, "The text can't be stored.", "up to 400 visible characters"),
    ],
)
def test_a_line_that_can_not_be_read_is_refused_where_it_is_wrong(
    line: str, column: int, message: str | None, expected: str | None
) -> None:
    faults = scan_sheet(f"{HEAD}  {line}\n", LANGUAGE).faults
    if message is None:
        assert faults == ()  # words go on to the end of the line, whatever is in them
        return
    (fault,) = faults
    assert (fault.line, fault.column, fault.message, fault.expected) == (5, column, message, expected)


@given(fact=facts())
def test_text_and_facts_are_the_same_either_way(fact: Event) -> None:
    assert read_line(write_line(fact, LANGUAGE), LANGUAGE) == fact


@given(several=st.lists(facts(), max_size=8))
def test_a_whole_file_is_read_as_the_facts_that_it_was_written_from(several: list[Any]) -> None:
    sheet = sheet_of("game", 1, {1: several}, LANGUAGE, player="red")
    assert read_sheet(write_sheet(sheet, LANGUAGE), LANGUAGE).at(1) == sheet.at(1)
