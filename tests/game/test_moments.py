"""Moments of a game as players write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules import system
from sits_es.rules.moments import Moment, label_by_name, read_moment
from tests.shared.rows import each_row

SITS = system("sits")
STEPS = SITS.language.step_names
MOMENTS = st.builds(Moment, turn=st.integers(1, 9999), segment=st.integers(1, len(STEPS)))


@each_row(
    ("text", "moment"),
    [
        ("1.1", Moment()),
        ("2.5", Moment(2, 5)),
        ("1.8", Moment(1, 8)),
        ("1.break", Moment(1, 9)),
        ("3.BREAK", Moment(3, 9)),
        (" 2.5 ", Moment(2, 5)),
        ("9999.1", Moment(9999, 1)),
    ],
)
def test_a_moment_is_read(text: str, moment: Moment) -> None:
    assert SITS.read_moment(text) == moment


@each_row(
    "text",
    [
        "",
        "0",
        "01",
        "10000",
        "1.",
        ".1",
        "0.1",
        "1.0",
        "1.9",
        "1.10",
        "10000.1",
        "-1.1",
        "1.1.1",
        "1,1",
        "1. 1",
        "one.1",
        "#4",
    ],
)
def test_what_is_not_a_moment_is_refused_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        SITS.read_moment(text)
    assert str(refused.value) == (
        f'"{text}" is not a moment of a game. Write turn and segment with a point between them, such as 2.5; '
        "segments are 1 to 8, or break."
    )


@each_row(("text", "said"), [("1", "1.1 to 1.break"), ("9999", "9999.1 to 9999.break")])
def test_a_turn_is_no_moment_but_runs_from_one_to_another(text: str, said: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        SITS.read_moment(text)
    assert str(refused.value) == f'"{text}" is a turn, not a moment of a game: turn {text} runs from {said}.'


@given(MOMENTS)
def test_what_is_written_reads_back(moment: Moment) -> None:
    assert SITS.read_moment(SITS.label(moment)) == moment


@given(st.builds(Moment, turn=st.integers(1, 9999), segment=st.integers(1, 9999)))
def test_without_names_a_step_is_a_number(moment: Moment) -> None:
    assert read_moment(label_by_name(moment, ())) == moment


@each_row("text", ["1.0", "1.10000", "1.break", "1.x", "0.1", "1.\N{ARABIC-INDIC DIGIT FIVE}"])
def test_without_names_anything_else_is_turned_down(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_moment(text, step="slot")
    assert str(refused.value) == (
        f'"{text}" is not a moment of a game. Write turn and slot with a point between them, such as 2.5; '
        "slots are numbers from 1."
    )


#: A turn of slots, each with an exchange for the other side and one for its actor after it.
SLOTS = ("initiative", *(f"{slot}{kind}" for slot in range(1, 100) for kind in ("", "-side", "-spend")))


@each_row(
    ("text", "moment"),
    [
        ("2.initiative", Moment(2, 1)),
        ("2.1", Moment(2, 2)),
        ("2.1-side", Moment(2, 3)),
        ("2.3-spend", Moment(2, 10)),
        ("2.3-SPEND", Moment(2, 10)),
        ("2.99-spend", Moment(2, 298)),
    ],
)
def test_the_name_of_a_step_may_hold_a_hyphen(text: str, moment: Moment) -> None:
    assert read_moment(text, SLOTS, "slot") == moment
    assert label_by_name(moment, SLOTS) == text.lower()


@each_row("text", ["2.100", "2.3-spent", "2.3-", "2.-spend", "2-3.spend", "2.3 - spend"])
def test_of_many_steps_each_row_is_told_by_its_first_and_its_last(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_moment(text, SLOTS, "slot")
    assert str(refused.value) == (
        f'"{text}" is not a moment of a game. Write turn and slot with a point between them, such as 2.5; '
        "slots are initiative, 1 to 99, 1-side to 99-side, or 1-spend to 99-spend."
    )


@each_row(
    ("names", "told"),
    [
        (("1",), "1"),
        (("break",), "break"),
        (("1", "2", "3"), "1 to 3"),
        (("1", "2", "break"), "1 to 2, or break"),
        (("1", "2", "4", "5"), "1 to 2, or 4 to 5"),  # what is not there is not told
        (("first", "1", "second", "2"), "first, 1 to 2, or second"),
    ],
)
def test_names_of_steps_are_told_as_they_are(names: tuple[str, ...], told: str) -> None:
    with pytest.raises(UnreadableError, match=rf"; steps are {told}\.$"):
        read_moment("now", names)


@each_row(("turn", "segment"), [(0, 1), (1, 0), (-1, 1)])
def test_turns_and_segments_count_from_one(turn: int, segment: int) -> None:
    with pytest.raises(ValueError, match="must be >= 1"):
        Moment(turn, segment)
