"""Moments of a game as players write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules import system
from sits_es.rules.moments import Moment, read_moment

STEPS = system("sits").steps
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
    assert read_moment(text, STEPS) == moment


@pytest.mark.parametrize(
    "text", ["", "1", "1.", ".1", "0.1", "1.0", "1.9", "1.10", "10000.1", "-1.1", "1.1.1", "1,1", "1. 1", "one.1", "#4"]
)
def test_what_is_no_moment_is_turned_down_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_moment(text, STEPS)
    assert str(refused.value) == (
        f'"{text}" is no moment of a game. Write turn and segment with a point between, such as 2.5; '
        "segments are 1 to 8, or break."
    )


@pytest.mark.parametrize(
    ("moment", "written", "after"),
    [(Moment(1, 1), "1.1", "1.2"), (Moment(1, 8), "1.8", "1.break"), (Moment(1, 9), "1.break", "2.1")],
)
def test_the_exchange_after_the_last_of_a_turn_is_the_first_of_the_next(
    moment: Moment, written: str, after: str
) -> None:
    assert moment.written(STEPS) == written
    assert moment.next(len(STEPS)).written(STEPS) == after


@given(MOMENTS)
def test_what_is_written_reads_back(moment: Moment) -> None:
    assert read_moment(moment.written(STEPS), STEPS) == moment


@given(MOMENTS)
def test_the_next_moment_comes_later(moment: Moment) -> None:
    assert moment.next(len(STEPS)) > moment


@pytest.mark.parametrize(("turn", "segment"), [(0, 1), (1, 0), (-1, 1)])
def test_turns_and_segments_count_from_one(turn: int, segment: int) -> None:
    with pytest.raises(ValueError, match="must be >= 1"):
        Moment(turn, segment)
