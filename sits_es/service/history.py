"""The exchanges of an open game, found by their seals, and the times by which a player looks back."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from functools import cached_property
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING, Final

from attrs import evolve
from msgspec.structs import replace

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import FactsRecorded, OrdersSealed
from sits_es.game.exchanges import Exchange
from sits_es.rules.moments import Moment
from sits_es.store import Recorded
from sits_es.store.log import ENTRY, SEAL

if TYPE_CHECKING:
    from sits_es.service.session import OpenGame

#: Events among which a seal is looked for at first, then twice as many.
NEAR: Final = 64

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


class History:
    """Where each exchange of an open game begins and ends: looked for only where it is asked for."""

    def __init__(self, opened: OpenGame) -> None:
        self.name, self.head, self.rules = opened.stream, opened.head.version, opened.rules
        self._opened = opened
        #: Versions after which an ancestor was left.
        self._forks = [span.after for span in opened.store.spans(self.name) if 0 <= span.after <= self.head]

    @cached_property
    def owed(self) -> Moment | None:
        """The exchange at hand, None before the start."""
        game = self._opened.fold().game
        return game.moment if game.started else None

    @property
    def set_up(self) -> int:
        """The first version after set-up: that of the first seal, or of the next event."""
        return next(self._begun(0), self.head + 1)

    @property
    def last(self) -> Exchange | None:
        """The exchange that was played last, or the entry made last; None for none."""
        first = self._last(self.head)
        return None if first is None else self._exchange(first, None)

    def played(self, start: Moment | None = None, end: Moment | None = None) -> Iterator[Exchange]:
        """The exchanges played from one moment to another, both included; by default all."""
        run = self._on(0 if start is None else self._from(start))
        return run if end is None else takewhile(lambda each: each.moment <= end, run)

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
        if moment < self.owed and (begun := next(self._begun(0), None)) is not None:
            later = self._from(moment)
            before, then = self._last(later - 1), next(self._begun(later), None)
            ends = self._moment(begun if before is None else before), self.owed if then is None else self._moment(then)
            first, last = map(self.rules.label, ends)
            if run := self.rules.language.run:
                raise NotNowError(
                    f"{self.rules.label(moment)} of {self.name} is in the {run} that begins at {first}. "
                    f"Write {first}, or {last} for after it."
                )
            raise NotNowError(
                f"No exchange of {self.name} begins at {self.rules.label(moment)}: the game went straight from {first} "
                f"to {last}."
            )
        raise NotNowError(
            f"{self.name} has not reached {self.rules.label(moment)}: it is at {self.rules.label(self.owed)}."
        )

    def began(self, moment: Moment) -> Moment:
        """Where the run began that a moment played lies in; for others the moment itself."""
        if not self.rules.language.run or self.owed is None or moment >= self.owed:
            return moment
        first = self._last(self._from(evolve(moment, segment=moment.segment + 1)) - 1)
        return moment if first is None else self._moment(first)

    def read_at(self, where: str) -> Exchange:
        """The exchange of a moment such as 2.5. Raises UnreadableError for any other text."""
        return self.at(self.rules.read_moment(where))

    def holding(self, version: int) -> Exchange | None:
        """The exchange of an event; None for set-up and for the opening of a fork."""
        found = self._latest(version)
        return found if found is not None and found.last is not None and version <= found.last else None

    def last_turn(self, version: int) -> list[Exchange]:
        """The exchanges of the last turn played up to an event, which cuts the last one short; none before them."""
        first = self._last(version)
        if first is None:
            return []
        low = self._from(Moment(self._moment(first).turn, 1))
        self._opened.events(low, version)
        *before, last = takewhile(lambda each: each.opened < version, self._on(low))
        return [*before, last if last.last is not None and last.last <= version else replace(last, last=version)]

    def open_at(self, version: int) -> Exchange | None:
        """The exchange whose orders were owed after an event; None before the first."""
        return next(self._at_hand(), None) if version >= self.head else self._latest(version + 1)

    # looking for them

    def _firsts(self, low: int, high: int) -> list[int]:
        """First versions of exchanges and entries from one version to another, both included, in order."""
        seals, entries = self._opened.store.versions_of(
            self._opened.line(low - 2), SEAL, ENTRY, after=low - 2, upto=min(high, self.head)
        )
        # all seals of one exchange stand in a row
        begun = [first for before, first in zip([-2, *seals], seals, strict=False) if first != before + 1]
        return [first for first in sorted([*begun, *entries]) if first >= low]

    def _begun(self, low: int) -> Iterator[int]:
        """First versions of exchanges and entries from a version on, in order."""
        wide = NEAR
        while low <= self.head:
            found = self._firsts(low, low + wide - 1)
            if wide > 8 * NEAR:
                # whoever has come so far wants them all
                self._opened.read(found)
            yield from found
            low, wide = low + wide, 2 * wide

    def _last(self, version: int) -> int | None:
        """First version of the last exchange or entry that had begun by an event."""
        wide = NEAR
        while version >= 0:
            if found := self._firsts(max(0, version - wide + 1), version):
                return found[-1]
            version, wide = version - wide, 2 * wide
        return None

    def _from(self, moment: Moment) -> int:
        """Version from which on exchanges and entries of a moment or later ones begin, and no earlier ones."""
        last = self._last(self.head)
        if last is None or self._moment(last) < moment:
            return self.head + 1
        # turns are much of a length: it is looked for about its own, and wider until what begins lies on both sides
        turns = 2 * self._moment(last).turn - 1
        low, high = 2 * last * (moment.turn - 1) // turns - NEAR, 2 * last * moment.turn // turns + NEAR
        while True:
            firsts = self._firsts(max(0, low), high)
            if low > 0 and not (firsts and self._moment(firsts[0]) < moment):
                low -= 2 * (high - low)
            elif high < last and not (firsts and self._moment(firsts[-1]) >= moment):
                high += 2 * (high - low)
            else:
                return firsts[bisect_left(firsts, moment, key=self._moment)]

    def _on(self, low: int) -> Iterator[Exchange]:
        return (
            self._exchange(first, then)
            for first, then in pairwise(chain(self._begun(low), [None]))
            if first is not None
        )

    def _latest(self, version: int) -> Exchange | None:
        """The last exchange or entry that had begun by an event."""
        first = self._last(version)
        return None if first is None else self._exchange(first, next(self._begun(first + 1), None))

    def _exchange(self, first: int, then: int | None) -> Exchange:
        """The exchange or entry that begins with an event. then: where the next one does, None for nowhere."""
        last = self.head if then is None else then - 1
        left = bisect_left(self._forks, first)
        if left < len(self._forks):
            # what opens a fork belongs to no exchange
            last = min(last, self._forks[left])
        entered = isinstance(self._begins(first), FactsRecorded)
        return Exchange(moment=self._moment(first), opened=first - 1, first=first, last=last, recorded=entered)

    def _moment(self, first: int) -> Moment:
        begins = self._begins(first)
        return Moment(begins.turn, begins.segment)

    def _begins(self, first: int) -> OrdersSealed | FactsRecorded:
        (recorded,) = self._opened.events(first, first)
        if not isinstance(recorded.event, OrdersSealed | FactsRecorded):
            raise UnreadableError(f"Event {recorded.version} of {self.name} is named as a seal but is not one.")
        return recorded.event


def time_of(where: str) -> datetime | None:
    """A time as players write it, in UTC unless it says so; a day alone means its end. None for any other text."""
    if _DAY.match(where) is None:
        return None
    try:
        found = datetime.fromisoformat(where)
    except ValueError:
        raise UnreadableError(
            f"{where} is not a time. Write a day, such as 2026-03-01, or a day and a time, such as 2026-03-01T18:00. "
            "The time is UTC unless you give a zone, as in 2026-03-01T18:00+01:00."
        ) from None
    if _DAY.fullmatch(where):
        found = datetime.combine(found, time.max)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def last_recorded_by(name: str, events: Sequence[Recorded], when: datetime, where: str) -> int:
    """The version of the last event written by then. NotAllowedError if no event has a time. where: as typed."""
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
            f"{name} does not say when its events were recorded. Name a moment, such as 2.5, or an event, such as #120."
        )
    if last < 0:
        raise NotNowError(f"{name} began at {began}, after {where}.")
    return last
