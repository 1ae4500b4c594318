"""The exchanges of an open game, found by their seals, and the times by which a player looks back."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING, Final

from attrs import evolve

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import FactsRecorded, OrdersSealed
from sits_es.game.exchanges import Exchange
from sits_es.rules.moments import Moment
from sits_es.store import Recorded

if TYPE_CHECKING:
    from sits_es.service.session import OpenGame

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def first_seals(seals: Sequence[int]) -> list[int]:
    """The first seal of each exchange: all seals of one stand in a row."""
    return [first for before, first in zip([-2, *seals], seals, strict=False) if first != before + 1]


class History:
    """Where each exchange of an open game begins and ends. It is folded only where that is needed."""

    def __init__(self, opened: OpenGame) -> None:
        self.name, self.head, self.rules = opened.stream, opened.head.version, opened.rules
        self._opened = opened
        store = opened.store
        self._entries = frozenset(store.versions_of(self.name, "game.FactsRecorded", upto=self.head))
        seals = store.versions_of(self.name, "game.OrdersSealed", upto=self.head)
        self._firsts = sorted([*first_seals(seals), *self._entries])
        #: Versions after which an ancestor was left.
        self._forks = [span.after for span in store.spans(self.name) if 0 <= span.after <= self.head]
        self._moments: dict[int, Moment] = {}

    @cached_property
    def owed(self) -> Moment | None:
        """The exchange at hand, None before the start."""
        game = self._opened.fold().game
        return game.moment if game.started else None

    def __len__(self) -> int:
        """How many exchanges were played, and entries made."""
        return len(self._firsts)

    @property
    def set_up(self) -> int:
        """The first version after set-up: that of the first seal, or of the next event."""
        return self._firsts[0] if self._firsts else self.head + 1

    def moment(self, number: int) -> Moment:
        """The moment of an exchange, by its number from 0."""
        found = self._moments.get(number)
        if found is None:
            (recorded,) = self._opened.events(self._firsts[number], self._firsts[number])
            first = recorded.event
            if not isinstance(first, OrdersSealed | FactsRecorded):
                raise UnreadableError(f"Event {recorded.version} of {self.name} is not the seal that its name says.")
            found = self._moments[number] = Moment(first.turn, first.segment)
        return found

    def exchange(self, number: int) -> Exchange:
        """An exchange that was played, by its number from 0."""
        first = self._firsts[number]
        last = self._firsts[number + 1] - 1 if number + 1 < len(self._firsts) else self.head
        left = bisect_left(self._forks, first)
        if left < len(self._forks):
            # what opens a fork belongs to no exchange
            last = min(last, self._forks[left])
        entered = first in self._entries
        return Exchange(moment=self.moment(number), opened=first - 1, first=first, last=last, recorded=entered)

    def played(self, start: Moment | None = None, end: Moment | None = None) -> Iterator[Exchange]:
        """The exchanges played from one moment to another, both included; by default all."""
        low = 0 if start is None else bisect_left(range(len(self)), start, key=self.moment)
        high = len(self) if end is None else bisect_right(range(len(self)), end, key=self.moment)
        self._opened.read(
            [first for number, first in enumerate(self._firsts[low:high], low) if number not in self._moments]
        )
        return (self.exchange(number) for number in range(low, high))

    def listed(self) -> list[Exchange]:
        """Every exchange in order; the last is the one whose orders are owed. Empty before the start."""
        return [*self.played(), *self._at_hand()]

    def _at_hand(self) -> Iterator[Exchange]:
        if self.owed is not None:
            yield Exchange(moment=self.owed, opened=self.head)

    def at(self, moment: Moment) -> Exchange:
        """The exchange of a moment. Raises NotNowError, which says how far the game has come, for a later one."""
        found = list(self.played(moment, moment))
        # what people entered before the orders of the same moment is not its beginning
        ordered = next((each for each in found if not each.recorded), None)
        if ordered is not None:
            return ordered
        if found := [each for each in (*self._at_hand(), *found) if each.moment == moment]:
            return found[0]
        if self.owed is None:
            raise NotNowError(f"{self.name} has not begun.")
        if moment < self.owed and len(self):
            number = bisect_left(range(len(self)), moment, key=self.moment)
            ends = self.moment(max(0, number - 1)), self.moment(number) if number < len(self) else self.owed
            first, then = map(self.rules.label, ends)
            raise NotNowError(
                f"Nothing of {self.name} begins at {self.rules.label(moment)}: it went on from {first} to {then}."
            )
        raise NotNowError(
            f"{self.name} has not come to {self.rules.label(moment)}: it stands at {self.rules.label(self.owed)}."
        )

    def read_at(self, where: str) -> Exchange:
        """The exchange of a moment such as 2.5. Raises UnreadableError for any other text."""
        return self.at(self.rules.read_moment(where))

    def holding(self, version: int) -> Exchange | None:
        """The exchange of an event; None for set-up and for the opening of a fork."""
        number = bisect_right(self._firsts, version) - 1
        if number < 0:
            return None
        found = self.exchange(number)
        return found if found.last is not None and version <= found.last else None

    def last_turn(self, version: int) -> list[Exchange]:
        """The exchanges of the last turn played up to an event, which cuts the last one short; none before them."""
        numbers = range(bisect_right(self._firsts, version))
        if not numbers:
            return []
        low = bisect_left(numbers, Moment(self.moment(numbers[-1]).turn, 1), key=self.moment)
        self._opened.events(self._firsts[low], version)
        *before, last = (self.exchange(number) for number in numbers[low:])
        return [*before, last if last.last is not None and last.last <= version else evolve(last, last=version)]

    def open_at(self, version: int) -> Exchange | None:
        """The exchange whose orders were owed after an event; None before the first."""
        number = bisect_right(self._firsts, version + 1) - 1
        if version >= self.head:
            return next(self._at_hand(), None)
        return self.exchange(number) if number >= 0 else None


def time_of(where: str) -> datetime | None:
    """A time as players write it, in UTC unless it says so; a day alone means its end. None for any other text."""
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


def last_recorded_by(name: str, events: Sequence[Recorded], when: datetime, where: str) -> int:
    """The version of the last event written by then. NotAllowedError where no event has a time. where: as typed."""
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
