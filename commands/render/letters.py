"""Prints letters. Most have but short sentences, and what draws is loaded where there is more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from commands.render import WIDTH

if TYPE_CHECKING:
    from sits_es.service.replay import PlayedExchange


class LetterPrinter:
    """Prints what was played, for letters."""

    def played(self, system_name: str, run: Sequence[PlayedExchange]) -> Iterator[str]:
        """One exchange in full, or each turn as a summary and all dice; the map once, with all units."""
        from commands.render.reports import in_letters

        return in_letters(system_name, run)

    def lines(self, sentences: Iterable[str]) -> str:
        """Sentences, each on a line of its own; what does not fit goes on below, indented."""
        told = list(sentences)
        if all(each.isascii() and each.isprintable() and len(each) <= WIDTH for each in told):
            return "\n".join(map(str.rstrip, told)).strip("\n")
        from commands.render.reports import text
        from sits_es.report.blocks import ReportLine

        return text(map(ReportLine, told))
