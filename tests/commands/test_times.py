"""Times are read as people type them, and refused in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from commands.times import hours_in, minutes_in, seconds_in
from sits_es.errors import UnreadableError


def test_times_are_read_as_people_type_them() -> None:
    assert [hours_in(each) for each in ("7 days", "36h", "1 Hour")] == [168, 36, 1]
    later = ("+14d", "+2 hours", "1970-01-01T03:00", "1970-01-01T03:00+01:00")
    assert [minutes_in(each, 60) for each in later] == [20_220, 180, 180, 120]
    assert [seconds_in(each) for each in ("1s", "15m", " 2H ", "1d")] == [1, 900, 7200, 86400]


@pytest.mark.parametrize(
    ("read", "texts", "said"),
    [
        (
            hours_in,
            ("soon", "0h"),
            'not a time for an exchange. Write days or hours, such as "7 days" or "36 hours", up to 9999 hours.',
        ),
        (lambda text: minutes_in(text, 60), ("14d",), "not a time. Write it like 2026-12-01T18:00, or +14d."),
        (lambda text: minutes_in(text, 60), ("1970-01-01",), "in the past. Write a later time."),
        (
            seconds_in,
            ("", "15", "0m", "m", "15 m", "-1s", "99999s", "fortnightly"),
            "not an interval. Write it like 15m or 2h.",
        ),
    ],
)
def test_what_is_no_time_is_refused(read: Callable[[str], int], texts: tuple[str, ...], said: str) -> None:
    for text in texts:
        with pytest.raises(UnreadableError) as refusal:
            read(text)
        assert str(refusal.value) == f'"{text}" is {said}'
