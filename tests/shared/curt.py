"""Reports that tell next to nothing: telling what was played takes most of the time of a long run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from commands.render.reports import LetterPrinter
from sits_es.service.replay import PlayedExchange


class Curt(LetterPrinter):
    """Prints next to nothing of what was played."""

    def exchange(self, system_name: str, played: PlayedExchange) -> str:
        """That there was one."""
        return self.lines([f"An exchange of {system_name}: {len(played.facts)} events."])

    def turn(self, system_name: str, played: Sequence[PlayedExchange]) -> str:
        """How many there were."""
        return self.lines([f"A turn of {system_name}: {len(played)} exchanges."])

    def overview(self, system_name: str, board: Any) -> str:  # noqa: ARG002 -- nothing of it is drawn
        """No map."""
        return self.lines([f"Somewhere in {system_name}."])

    def dice(self, system_name: str, played: Sequence[PlayedExchange]) -> str:
        """None."""
        return self.lines([f"{system_name}: the dice of {len(played)} exchanges."])
