"""Points at which a player looks back at a record: events by their numbers, and times at which they were written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Final

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import FactsRecorded, GameForked, OrdersSealed
from sits_es.game.exchanges import Exchange
from sits_es.sentences import typed
from sits_es.store import Recorded

if TYPE_CHECKING:
    from sits_es.service.session import Session

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def looked_back(where: str) -> datetime | None:
    """The moment of a text that begins as a day does, UTC where it names no zone; a day alone means its end.

    None for any other text. Raises UnreadableError for a day or a time that there isn't.
    """
    if _DAY.match(where) is None:
        return None
    try:
        found = datetime.fromisoformat(where)
    except ValueError:
        raise UnreadableError(
            f"{where} is no time. Write a day, such as 2026-03-01, or a day and a time, such as 2026-03-01T18:00. "
            "It is UTC where no zone is given, as it is in 2026-03-01T18:00+01:00."
        ) from None
    if _DAY.fullmatch(where):
        found = datetime.combine(found, time.max)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def last_at(name: str, events: Sequence[Recorded], when: datetime, where: str) -> int:
    """The version of the last event that was written down by then.

    where: the time as it was typed. Raises NotAllowedError where no event has a time, NotNowError before the first.
    """
    last, began = -1, ""
    for each in events:
        if each.recorded_at is None:
            continue
        if datetime.fromisoformat(each.recorded_at) > when:
            began = began or each.recorded_at
            break
        last, began = each.version, began or each.recorded_at
    if not began:
        raise NotAllowedError(
            f"{name} does not say when its events were written down. Name a moment, such as 2.5, or an event, as #120."
        )
    if last < 0:
        raise NotNowError(f"{name} began at {began}, after {where}.")
    return last


def numbered(name: str, which: str, head: int) -> int:
    """The version of an event, given as 120 or #120. head: the last there is; NotAllowedError for one beyond it."""
    digits = which.removeprefix("#")
    # more digits than any record has events are not even read as a number
    if not (digits.isascii() and digits.isdecimal()) or int(digits[:9]) > head:
        raise NotAllowedError(
            f"{name} has no event {which}. Its events are #0 to #{head}; list them: sits audit {typed(name)}"
        )
    return int(digits)


def whole(session: Session, name: str, run: Sequence[Exchange]) -> list[Exchange]:
    """Exchanges without the last one, where a session looks at a game as it stood in the midst of that.

    It was not over then, and can't be worked out again from a part of its events.
    """
    end = session.end_looked_at(name)
    if end is None or not run or run[-1].last != end.version:
        return list(run)
    begins = (OrdersSealed, FactsRecorded, GameForked)
    (last,) = session.facts(name, end.version, end.version)
    try:
        after = session.store.read_one(end.stream, end.version + 1)
    except GameError:
        return list(run[:-1])
    over = not isinstance(last, OrdersSealed) and (after is None or isinstance(after.event, begins))
    return list(run if over else run[:-1])
