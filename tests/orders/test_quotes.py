"""Order files that went through a word processor: its quotes, dashes and apostrophes are read as a keyboard's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders.check import respell
from sits_es.orders.faults import OrderFaults
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.names import same, straighten
from sits_es.orders.normal import write_sheet
from tests.shared.order_samples import SLOOPS
from tests.shared.rows import each_row

TYPED = """\
game duel
turn 1
ship "King's Gull"
  2-3,1  sail to "Cape 7" 0
  break  mend main-sail
"""


@each_row(
    ("quotes", "dash"),
    [("“”", "–"), ("„“", "—"), ("«»", "−"), ("»«", "‑"), ("″″", "―"), ("„”", "‐"), ("‟”", "‒")],
)
def test_a_sheet_is_read_whatever_quotes_and_dashes_it_came_with(quotes: str, dash: str) -> None:
    first, last = quotes[0], quotes[1]
    text = TYPED.replace("-", dash).replace(' "', f" {first}").replace('"', last)
    assert text != TYPED
    assert write_sheet(read_sheet(text, SLOOPS), SLOOPS) == write_sheet(read_sheet(TYPED, SLOOPS), SLOOPS)


@each_row("line", ["1 sail to D—", "1 sail to D—/E", "1 sail to —-", "1 sail – mend"])
def test_a_long_dash_that_may_have_been_two_hyphens_is_not_read_as_one(line: str) -> None:
    assert straighten(line) == line
    with pytest.raises(OrderFaults):
        read_sheet(f"game duel\nturn 1\nship Gull\n  {line}\n", SLOOPS)


def test_a_place_in_the_line_stays_where_it_was_typed() -> None:
    text = "game duel\nturn 1\nship Gull\n  1–2  sail to “Cape 7” fast\n"
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(text, SLOOPS, "red.txt")
    assert str(refusal.value).splitlines() == [
        'red.txt:4:25: "fast" does not belong here.',
        "      1–2  sail to “Cape 7” fast",
        "                            ^^^^",
        "    expected: a number",
    ]


@each_row("name", ["King's Gull", "King’s Gull", "king‘s gull", "KING′S GULL"])
@each_row("known", ["King's Gull", "King’s Gull"])
def test_a_name_is_known_however_its_apostrophe_was_typed(name: str, known: str) -> None:
    assert same(name, ["Tern", known]) == known
    sheet = respell(read_sheet(f"game duel\nturn 1\nship “{name}”\n  1 sail to Bristol 5\n", SLOOPS), SLOOPS, [known])
    assert sheet.units == (known,)
    assert [line.unit for line in sheet.lines] == [known]


def test_of_two_names_that_differ_so_alone_each_is_itself() -> None:
    assert [same(name, ["King’s Gull", "King's Gull"]) for name in ("King's Gull", "King’s Gull")] == [
        "King's Gull",
        "King’s Gull",
    ]


def test_what_is_on_record_is_read_as_it_stands_there() -> None:
    sealed = '"King’s Gull": sail to "Cape – 7" 0'
    form = read_line(sealed, SLOOPS)
    assert (form.ship, form.to) == ("King’s Gull", "Cape – 7")  # type: ignore[attr-defined]


@given(st.text(max_size=60).filter(lambda text: "\n" not in text))
def test_each_sign_stands_for_one_and_what_is_plain_stays(line: str) -> None:
    read = straighten(line)
    assert len(read) == len(line)
    assert straighten(read) == read
    assert all(old == new or not old.isascii() for old, new in zip(line, read, strict=True))
