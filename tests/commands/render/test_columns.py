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
