"""Times as packets and records hold them: UTC, to the minute."""

from __future__ import annotations

from datetime import UTC, datetime


def read_time(text: str) -> datetime:
    """A time of the record, or of the clock, as UTC."""
    return datetime.fromisoformat(text).astimezone(UTC)


def write_time(time: datetime) -> str:
    """A time as the record holds it."""
    return time.astimezone(UTC).isoformat(timespec="minutes").removesuffix("+00:00") + "Z"
