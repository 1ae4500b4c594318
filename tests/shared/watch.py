"""A clock that a test turns."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

#: When games by mail begin in the tests, and noon of that day.
BEGUN: Final = "2026-01-02T03:04:05+00:00"
NOON: Final = "2026-01-02T12:00:00+00:00"


class Watch:
    """A desk's clock, which stands until it is turned. time: what it shows, UTC."""

    def __init__(self, since: str = BEGUN) -> None:
        self.time = datetime.fromisoformat(since)

    def __call__(self) -> str:
        return self.time.isoformat(timespec="seconds")

    def later(self, **by: float) -> None:
        """Turn it on. by: as `timedelta` takes it."""
        self.time += timedelta(**by)
