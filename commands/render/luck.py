"""The luck of a game, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from commands.render.tables import table_of
from sits_es.report.luck import Luck, in_words
from sits_es.service.luck import Account, decimal

if TYPE_CHECKING:
    from rich.console import RenderableType


def luck(found: Account) -> Iterator[RenderableType]:
    """For people, part by part."""
    from rich.text import Text

    if not found.rows:
        yield Text(f"{found.name}: no roll has been thrown yet that can be good or bad.")
        return
    for player in found.players:
        yield Text(f"{player}: all in all {in_words(found.overall(player))}.", style="bold")
        rows = [_cells(row) for row in found.rows if row.player == player]
        yield table_of(("Rolls for", "Rolls", "Came to", "Average", "That is"), rows)
        yield Text()
    yield Text(
        "Average: the same situations over every roll that could have been thrown. Layers of defence and sidewalls "
        "are rolled by the defender. sits explain GAME EVENT has the same for a single roll."
    )


def _cells(row: Luck) -> Sequence[str]:
    return row.kind, str(row.rolls), str(row.observed), decimal(row.mean), in_words(row.distance)
