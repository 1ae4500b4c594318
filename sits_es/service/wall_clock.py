"""The wall clock, for the column beside the record."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time as it is written beside events: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")
