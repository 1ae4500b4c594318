"""How often each event is read from a store and folded: for tests of what a command costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.store import GameStore, Recorded


class Count:
    """Decodings of each event, by stream and version, and folds of each fact."""

    def __init__(self) -> None:
        self.read: Counter[tuple[str, int]] = Counter()
        self.folded: Counter[int] = Counter()
        self._kept: list[Event] = []

    def once(self) -> bool:
        """Whether nothing was read or folded twice."""
        return max(self.read.values(), default=0) <= 1 and max(self.folded.values(), default=0) <= 1

    def fold(self, fact: Event) -> None:
        """Count a fact. It is kept, so that no other one gets its identity."""
        self._kept.append(fact)
        self.folded[id(fact)] += 1


def counting(patch: pytest.MonkeyPatch) -> Count:
    """Count from now on, for as long as the patch holds."""
    counted = Count()
    really_decoded, really_add = GameStore._decoded, Fold.add

    def decoded(self: GameStore, *given: Any) -> Iterator[Recorded]:
        for recorded in really_decoded(self, *given):
            counted.read[recorded.stream, recorded.version] += 1
            yield recorded

    def add(self: Fold, fact: Event) -> None:
        counted.fold(fact)
        really_add(self, fact)

    patch.setattr(GameStore, "_decoded", decoded)
    patch.setattr(Fold, "add", add)
    return counted
