"""Hours between times as packets hold them, such as 2026-12-01T18:00Z. No clock is read here."""

from __future__ import annotations

from calendar import monthrange
from typing import Final

_DAY: Final = 24
#: The last minute that can be written.
_LAST: Final = "9999-12-31T23:59Z"


def later(at: str, hours: int) -> str:
    """A time so many hours after another, 0 up; the last minute that can be written where that is later still."""
    year, month, day, hour = int(at[:4]), int(at[5:7]), int(at[8:10]), int(at[11:13]) + hours
    days, hour = divmod(hour, _DAY)
    day += days
    while day > (length := monthrange(year, month)[1]):
        day -= length
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        if year > 9999:
            return _LAST
    return f"{year:04}-{month:02}-{day:02}T{hour:02}{at[13:]}"
