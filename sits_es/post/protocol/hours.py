"""Times of packets counted on by hours. A time is UTC to the minute, as packets carry it: 2026-01-02T03:04Z.

Such times sort by their letters. Rule: house, for play by mail.
"""

from __future__ import annotations

from calendar import monthrange

_HOURS_OF_A_DAY = 24


def later(at: str, hours: int) -> str:
    """The time so many hours (0 up) after another."""
    year, month, day = int(at[:4]), int(at[5:7]), int(at[8:10])
    days, hour = divmod(int(at[11:13]) + hours, _HOURS_OF_A_DAY)
    day += days
    while day > (length := monthrange(year, month)[1]):
        day -= length
        month += 1
        if month > 12:
            year, month = year + 1, 1
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{at[14:16]}Z"
