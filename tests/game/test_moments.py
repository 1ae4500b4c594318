"""Moments of a game as players write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules import system
from sits_es.rules.moments import Moment, read_moment, written_by_name

SITS = system("sits")
STEPS = SITS.language.step_names
MOMENTS = st.builds(Moment, turn=st.integers(1, 9999), segment=st.integers(1, len(STEPS)))


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    "text", ["", "1", "1.", ".1", "0.1", "1.0", "1.9", "1.10", "10000.1", "-1.1", "1.1.1", "1,1", "1. 1", "one.1", "#4"]
)
def test_what_is_not_a_moment_is_refused_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        SITS.read_moment(text)
    assert str(refused.value) == (
        f'"{text}" is not a moment of a game. Write turn and segment with a point between, such as 2.5; '
        "segments are 1 to 8, or break."
    )


@given(MOMENTS)
def test_what_is_written_reads_back(moment: Moment) -> None:
    assert SITS.read_moment(SITS.written(moment)) == moment


@given(st.builds(Moment, turn=st.integers(1, 9999), segment=st.integers(1, 9999)))
def test_without_names_a_step_is_a_number(moment: Moment) -> None:
    assert read_moment(written_by_name(moment, ())) == moment


@pytest.mark.parametrize("text", ["1.0", "1.10000", "1.break", "1.x", "0.1", "1.\N{ARABIC-INDIC DIGIT FIVE}"])
def test_without_names_anything_else_is_turned_down(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_moment(text, step="slot")
    assert str(refused.value) == (
        f'"{text}" is not a moment of a game. Write turn and slot with a point between, such as 2.5; '
        "slots are numbers from 1."
    )


@pytest.mark.parametrize(("turn", "segment"), [(0, 1), (1, 0), (-1, 1)])
def test_turns_and_segments_count_from_one(turn: int, segment: int) -> None:
    with pytest.raises(ValueError, match="must be >= 1"):
        Moment(turn, segment)
