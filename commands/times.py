"""Times as players type them: for an exchange, until a day, between two looks at the mail."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted

_TIME: Final = re.compile(r"(\d{1,5}) *(d|days?|h|hours?)")
_EVERY: Final = re.compile(r"(\d{1,4})([smhd])")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def hours_in(text: str) -> int:
    """A time for an exchange, in hours: 7 days, or 36 hours. Raises UnreadableError."""
    hours = _hours(text.strip())
    if hours is None or not 1 <= hours <= 9999:
        raise UnreadableError(
            f'{quoted(text)} is not a time for an exchange. Write days or hours, such as "7 days" or "36 hours", up to '
            "9999 hours."
        )
    return hours


def minutes_in(text: str, now: int) -> int:
    """A time to come, in UTC minutes: 2026-12-01T18:00, or +14d from now. Raises UnreadableError."""
    plus, later = text.strip()[:1], _hours(text.strip()[1:])
    if plus == "+" and later is not None:
        return now + later * 60
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UnreadableError(f"{quoted(text)} is not a time. Write it like 2026-12-01T18:00, or +14d.") from None
    at = int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()) // 60
    if at <= now:
        raise UnreadableError(f"{quoted(text)} is in the past. Write a later time.")
    return at


def _hours(text: str) -> int | None:
    found = _TIME.fullmatch(text.lower())
    return None if found is None else int(found[1]) * (24 if found[2].startswith("d") else 1)


def seconds_in(text: str) -> int:
    """How often to look for mail: 15m, 2h. Raises UnreadableError."""
    found = _EVERY.fullmatch(text.strip().lower())
    if found is None or int(found[1]) == 0:
        raise UnreadableError(f"{quoted(text)} is not an interval. Write it like 15m or 2h.")
    return int(found[1]) * _SECONDS[found[2]]
