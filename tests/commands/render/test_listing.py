"""A long table comes out as Rich would lay it out, row for row, without Rich seeing every row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from commands.render import columns
from commands.render.columns import table_of

HEADS = ("Event", "At", "What happened")
words = st.text("abcXYZ09#./-", min_size=1, max_size=30)
cells = st.lists(words, max_size=12).map(" ".join)
rows = st.lists(st.tuples(words, words, cells), min_size=1, max_size=8)


def printed(width: int, table: object) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as shown:
        console.print(table)
    return [line.rstrip() for line in shown.get().splitlines()]


@given(rows=rows, width=st.integers(20, 130))
def test_it_is_laid_out_as_a_short_one_is(rows: list[tuple[str, str, str]], width: int) -> None:
    table = table_of(HEADS, rows)
    short = printed(width, table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "LONG", 0)
        assert printed(width, table) == short


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_long_log_is_laid_out_by_its_widest_rows(width: int) -> None:
    some = [
        (f"#{number}", "1.break", "Fearless rolls 3d10 for ECM variance: 6, 6, 9. " * (number % 4))
        for number in range(150)
    ]
    long = printed(width, table_of(HEADS, some))
    assert len(some) > columns.LONG
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "LONG", 1000)
        assert printed(width, table_of(HEADS, some)) == long
