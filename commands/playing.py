"""What players see after playing: the report of what was played, where the game stands, and the head of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from commands.hot_seat import Played
from commands.output import typed
from commands.table import Table
from commands.views.registry import views_of

if TYPE_CHECKING:
    from rich.console import Group, RenderableType


def report(table: Table, name: str, played: Sequence[Played], *, full: bool, ascii_only: bool, width: int) -> Group:
    """One exchange in full, several as a summary, or each in full; then the state of the game and of its record."""
    from rich.console import Group

    return Group(*_parts(table, name, played, full=full, ascii_only=ascii_only, width=width))


def _parts(
    table: Table, name: str, played: Sequence[Played], *, full: bool, ascii_only: bool, width: int
) -> Iterator[RenderableType]:
    from rich.text import Text

    fold = table.fold(name)
    views = views_of(fold.game.system)
    if full or len(played) == 1:
        for each in played:
            yield views.segment_report(each.before, each.facts, each.after, ascii_only=ascii_only)
            yield Text()
    else:
        run = [(each.before, each.facts, each.after) for each in played]
        yield views.turn_report(run, ascii_only=ascii_only, width=width)
        yield Text()
    if any(fold.system.stops(fact) for each in played for fact in each.facts):
        yield Text("A `stop if` was met: what was plotted beyond it is void and is to be ordered anew.")
    if fold.game.ended is not None:
        yield Text(f"{name} is over: {fold.game.ended}")
    else:
        yield Text(f"{name} stands at {fold.game.moment.written(fold.system.steps)}; orders for it are owed.")
    yield Text(record_line(table, name))


def record_line(table: Table, name: str) -> str:
    """How long the record is and where it ends: what players compare."""
    head = table.store.head(name)
    return f"Record: {head.version + 1} events, head {head.digest[:16]}. Check: sits audit {typed(name)} --verify"
