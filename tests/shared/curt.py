"""Reports that tell next to nothing: telling what was played takes most of the time of a long run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commands.render.letters import LetterPrinter
from sits_es.service.replay import PlayedExchange


class Curt(LetterPrinter):
    """Prints next to nothing of what was played."""

    def played(self, system_name: str, run: Sequence[PlayedExchange]) -> Iterator[str]:
        """How much there was, with neither map nor dice."""
        if len(run) == 1:
            yield self.lines([f"An exchange of {system_name}: {len(run[0].facts)} events."])
        for turn in sorted({each.moment.turn for each in run}) if len(run) > 1 else ():
            exchanges = sum(each.moment.turn == turn for each in run)
            yield self.lines([f"A turn of {system_name}: {exchanges} exchanges."])
        yield self.lines([f"Somewhere in {system_name}."])
        if len(run) > 1:
            yield self.lines([f"{system_name}: the dice of {len(run)} exchanges."])
