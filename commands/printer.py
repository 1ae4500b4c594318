"""What prints letters. Whatever draws is imported when there is something to print: most mail brings nothing new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sits_es.service.replay import PlayedExchange


class LetterPrinter:
    """Prints what was played, for letters."""

    def played(self, system_name: str, run: Sequence[PlayedExchange]) -> Iterator[str]:
        """One exchange in full, or each turn as a summary and all dice; the map once, with all units."""
        from commands.render.reports import for_a_letter

        return for_a_letter(system_name, run)

    def lines(self, sentences: Iterable[str]) -> str:
        """Sentences, each from a line of its own on; what does not fit goes on below, further in."""
        from commands.render.reports import text
        from sits_es.report.blocks import ReportLine

        return text(map(ReportLine, sentences))
