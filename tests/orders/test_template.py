from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders.frame import read_sheet
from sits_es.orders.normal import UnitBlock, write_template
from tests.shared.order_samples import SLOOPS, Anchored


def test_a_new_file_has_headers_and_for_each_unit_its_notes_examples_and_orders() -> None:
    gull = UnitBlock(name="Gull", notes=("Speed 3.", "May sail to\nYork"), examples=("1  sail to York 3",))
    kitts = UnitBlock(name="St. Kitts", orders=("anchor",))
    text = write_template("duel", 2, [gull, kitts], SLOOPS, player="red", notes=["Send this back."])
    assert text == (
        "# Send this back.\ngame duel\nturn 2\nplayer red\n\n"
        "ship Gull\n  # Speed 3.\n  # May sail to\n  # York\n  # 1  sail to York 3\n\n"
        'ship "St. Kitts"\n  anchor\n'
    )
    sheet = read_sheet(text, SLOOPS)
    assert sheet.units == ("Gull", "St. Kitts")
    assert sheet.at(4) == (Anchored(ship="St. Kitts"),)


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^The name is empty\.$"):
        write_template("", 1, [], SLOOPS)


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_nothing_in_a_note_or_an_example_is_an_order(notes: list[str], examples: list[str]) -> None:
    unit = UnitBlock(name="Gull", notes=tuple(notes), examples=tuple(examples))
    sheet = read_sheet(write_template("duel", 1, [unit], SLOOPS, notes=notes), SLOOPS)
    assert (sheet.units, sheet.lines) == (("Gull",), ())
