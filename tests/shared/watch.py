"""A clock that a test turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

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


@contextmanager
def told_by(watch: Watch) -> Iterator[None]:
    """Let commands tell the time by a watch: a log's entries stand with it, and so the dice of a game by mail."""
    with patch("sits_es.service.session.datetime", SimpleNamespace(now=lambda _zone: watch.time)):
        yield
