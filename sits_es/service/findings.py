"""What every check of a whole game answers: all that is wrong, or that it is sound."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Self

from attrs import asdict, frozen

from sits_es.game.exchanges import Exchange
from sits_es.sentences import counted


@frozen
class Recomputed:
    """What a check worked out again. exchanges: all there were; entries: those in which people only entered facts."""

    exchanges: int = 0
    entries: int = 0

    @classmethod
    def of(cls, run: Iterable[Exchange]) -> Self:
        """What some exchanges on record come to."""
        recorded = [exchange.recorded for exchange in run]
        return cls(len(recorded), sum(recorded))

    @property
    def said(self) -> str:
        """How many, by what they are: `18 exchanges`, or `5 entries` where nothing was ordered."""
        if self._entered_alone:
            return "1 entry" if self.entries == 1 else f"{self.entries} entries"
        return counted(self.exchanges, "exchange")

    @property
    def sources(self) -> str:
        """What they were worked out from."""
        return "what was entered" if self._entered_alone else "orders, seals and dice"

    @property
    def _entered_alone(self) -> bool:
        return 0 < self.exchanges == self.entries


@frozen(kw_only=True)
class Findings(ABC):
    """What a check of one game found. faults: all that is wrong, in words; none when it is sound."""

    game: str
    faults: tuple[str, ...]

    def in_words(self) -> str:
        """For people."""
        return "\n".join(self.faults) or self.sound()

    @abstractmethod
    def sound(self) -> str:
        """What there is to say of a game without faults."""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"ok": not self.faults, **asdict(self)}
