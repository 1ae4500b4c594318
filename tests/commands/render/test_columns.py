from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from commands.render.columns import table_lines

HEADS = ("Ship", "What happened")
ROWS = (("Fearless", "a hit on port"), ("Fox", ""))


def _printed(width: int, heads: tuple[str, ...] = HEADS, rows: tuple[tuple[str, ...], ...] = ROWS) -> list[str]:
    return [line.plain for line in table_lines(heads, rows, width)]


def test_a_wide_page_has_a_row_on_a_line() -> None:
    assert _printed(40) == [
        "Ship       What happened",
        "────────────────────────",
        "Fearless   a hit on port",
        "Fox",
    ]


def test_a_narrow_page_wraps_between_words_and_breaks_none() -> None:
    assert _printed(19) == [
        "           What",
        "Ship       happened",
        "───────────────────",
        "Fearless   a hit on",
        "           port",
        "Fox",
    ]


def test_where_the_words_do_not_fit_the_cells_of_a_row_stand_one_under_the_other() -> None:
    rows = (("Fearless", "forward-graser"), ("Fox", ""), ("Sirius", "port"))
    assert _printed(20, ("Ship", "Hit"), rows) == [
        "Ship  Fearless",
        "Hit   forward-graser",
        "",
        "Ship  Fox",
        "",
        "Ship  Sirius",
        "Hit   port",
    ]


def test_a_digest_is_broken_before_a_row_is() -> None:
    assert _printed(30, ("At", "Digest"), (("1.1", "0123456789" * 4),)) == [
        "At    Digest",
        "──────────────────────────────",
        "1.1   012345678901234567890123",
        "      4567890123456789",
    ]


def test_a_table_without_rows_has_its_heads() -> None:
    assert _printed(40, rows=()) == ["Ship   What happened", "────────────────────"]


words = st.text("abcXYZ09#./-", min_size=1, max_size=24)
cells = st.lists(words, max_size=12).map(" ".join)


@given(rows=st.lists(st.tuples(words, words, cells), min_size=1, max_size=8), width=st.integers(40, 130))
def test_no_line_is_longer_than_the_page_and_no_word_is_broken_or_lost(
    rows: list[tuple[str, str, str]], width: int
) -> None:
    lines = _printed(width, ("Event", "At", "What happened"), tuple(rows))
    assert all(cell_len(line) <= width for line in lines)
    told = " ".join(lines).split()
    assert all(told.count(word) >= 1 for row in rows for cell in row for word in cell.split())
