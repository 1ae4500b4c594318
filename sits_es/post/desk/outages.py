"""Outages: no clock runs while mail could not be received here. Rule: house, for play by mail."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sits_es.post.desk.desk import Desk
from sits_es.post.desk.times import read_time

#: A longer gap between two readings of mail counts as an outage.
GAP: Final = timedelta(hours=48)
#: What everybody has after an outage.
AFTER_A_GAP: Final = timedelta(hours=24)

_READ = "mail read"
_BACK = "back since"


def note_reading(desk: Desk) -> None:
    """Note that mail was read now, and whether that ends an outage."""
    time, before, back = read_time(desk.clock()), desk.journal.kept(_READ), back_since(desk)
    # an outage that ends in the future was seen by a clock that was wrong
    if before is None or time - read_time(before) > GAP or (back is not None and back > time):
        desk.journal.keep(_BACK, desk.clock())
    desk.journal.keep(_READ, desk.clock())


def back_since(desk: Desk) -> datetime | None:
    """When mail could be received again after the last outage."""
    kept = desk.journal.kept(_BACK)
    return read_time(kept) if kept else None


def time_read(desk: Desk) -> datetime:
    """Up to when mail is read here: what came later is not known. The clock's time where none was ever read."""
    time, read = read_time(desk.clock()), desk.journal.kept(_READ)
    return min(time, read_time(read)) if read is not None else time


def is_over(desk: Desk, until: str) -> bool:
    """Whether a time was over when mail was last read, and not within a day after an outage in which it ran out."""
    return time_read(desk) >= after_an_outage(read_time(until), back_since(desk))


def after_an_outage(until: datetime, back: datetime | None, over: datetime | None = None) -> datetime:
    """When a time is over: where it ran out while no mail was received here, not before a day after mail came again.

    back: since when, as of `back_since`; over: until when is waited in any case, by default until the time is over.
    """
    over = until if over is None else over
    return max(over, back + AFTER_A_GAP) if back is not None and until < back else over
