"""What every check of a whole game answers: all that is wrong, or that it is sound."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from attrs import asdict, frozen


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
