from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace, lines_of, render_all
from sits_es.sentences import visible
from tests.shared.rows import each_row


def render(fault: OrderFault, source: str, text: str) -> str:
    (said,) = render_all((fault,), source, text)
    return said


def test_a_fault_shows_file_line_column_the_line_a_mark_and_what_is_right() -> None:
    text = "game duel\n  3 fire bow at Sirus\n"
    fault = OrderFault(2, 17, "There is no ship Sirus.", "Sirius", 5)
    assert render(fault, "red.txt", text) == (
        "red.txt:2:17: There is no ship Sirus.\n"
        "      3 fire bow at Sirus\n"
        "                    ^^^^^\n"
        "    expected: Sirius"
    )


def test_a_fault_without_an_expectation_ends_with_its_mark() -> None:
    assert render(OrderFault(1, 1, "Wrong."), "f", "x") == "f:1:1: Wrong.\n    x\n    ^"


def test_a_warning_looks_like_a_fault_and_says_that_it_is_one() -> None:
    warning = OrderFault.at(TextPlace(1, 3, 4), "It will be void.", warns=True)
    assert render(warning, "red.txt", "3 fire") == "red.txt:1:3: warning: It will be void.\n    3 fire\n      ^^^^"
    assert warning.as_data() == {"line": 1, "column": 3, "message": "It will be void.", "expected": "", "length": 4}


@each_row(
    ("line", "column", "shown", "mark"),
    [
        ("\t1\tbad", 4, " 1 bad", "   ^"),  # a tab is one column
        ("1 \x1b[31mbad", 3, "1 \N{REPLACEMENT CHARACTER}[31mbad", "  ^"),  # nothing a terminal obeys
        ("1\u00a0bad", 3, "1 bad", "  ^"),
        ("\u8266\u968a bad", 4, "\u8266\u968a bad", "     ^"),  # two columns for each of the first two letters
        ("e\u0301 bad", 3, "\u00e9 bad", "  ^"),  # composed to one letter
        ("x\u0304 bad", 4, "x\u0304 bad", "  ^"),  # no composed letter: the accent takes no column
        ("bad", 4, "bad", "   ^"),  # after the end
    ],
)
def test_the_mark_stands_below_its_character(line: str, column: int, shown: str, mark: str) -> None:
    assert render(OrderFault(1, column, "Wrong."), "f", line).splitlines()[1:] == [f"    {shown}", f"    {mark}"]


def test_of_a_long_line_the_part_round_the_mark_is_shown() -> None:
    line = "x" * 5000 + "y" + "z" * 4999
    _, shown, mark = render(OrderFault(1, 5001, "Wrong."), "f", line).splitlines()
    assert shown == "    ..." + "x" * 35 + "y" + "z" * 34 + "..."
    assert mark.index("^") == shown.index("y")
    assert render(OrderFault(1, 10_000, "Wrong.", length=99), "f", line).splitlines()[1] == "    ..." + "z" * 70


@each_row(
    ("line", "shown"),
    [
        ("secret 12ab", "secret ****"),
        ("  SECERT 12 ab", "  SECERT ** **"),
        ("screet " + "0f" * 32, "screet " + "*" * 63 + "..."),
        ("game " + "a" * 31, "game " + "a" * 31),
    ],
)
def test_a_secret_is_never_shown(line: str, shown: str) -> None:
    assert render(OrderFault(1, 1, "Wrong."), "f", line).splitlines()[1] == f"    {shown}"


def test_all_faults_of_a_text_come_in_order_of_place() -> None:
    faults = [OrderFault(2, 1, "Third."), OrderFault(1, 5, "Second."), OrderFault(1, 2, "First.")]
    refusal = OrderFaults(faults, "red.txt", "one two\nthree")
    assert [fault.message for fault in refusal.faults] == ["First.", "Second.", "Third."]
    assert refusal.source == "red.txt"
    assert refusal.problems[2] == "red.txt:2:1: Third.\n    three\n    ^"
    assert str(refusal) == "\n".join(refusal.problems)


def test_a_fault_at_a_place_covers_its_words() -> None:
    assert OrderFault.at(TextPlace(3, 5, 6), "Wrong.", "right") == OrderFault(3, 5, "Wrong.", "right", 6)
    assert OrderFault.at(TextPlace(3, 5, 0), "Wrong.").length == 1


def test_lines_end_as_any_system_ends_them_and_nowhere_else() -> None:
    assert lines_of("\ufeffa\r\nb\rc\nd\x0be\u2028f\n") == ["a", "b", "c", "d\x0be\u2028f", ""]


@given(st.text(), st.integers(1, 5), st.integers(1, 500), st.integers(1, 50))
def test_any_fault_of_any_text_can_be_shown(text: str, line: int, column: int, length: int) -> None:
    shown = render(OrderFault(line, column, "Wrong.", length=length), "f", text)
    assert len(shown.splitlines()) == 3
    assert visible(text).isprintable()
    assert len(visible(text)) == len(text)
