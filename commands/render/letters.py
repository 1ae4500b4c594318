"""Reports in letters: text that every mail program shows as it is."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from commands.render.systems import views_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.service.replay import Played

#: Columns of a report: what mail programs show without wrapping.
WIDTH = 76


class LetterPrinter:
    """Prints what was played, for letters."""

    def exchange(self, system: str, played: Played) -> str:
        """One exchange in full."""
        return _text(views_of(system).segment_report(played.before, played.facts, played.after, ascii_only=True))

    def turn(self, system: str, played: Sequence[Played]) -> str:
        """The exchanges of one turn as a summary."""
        run = [(each.before, each.facts, each.after) for each in played]
        return _text(views_of(system).turn_report(run, ascii_only=True, width=WIDTH))


def _text(view: RenderableType) -> str:
    from rich.console import Console

    out = StringIO()
    Console(file=out, width=WIDTH, markup=False, highlight=False, emoji=False, color_system=None).print(view)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")
