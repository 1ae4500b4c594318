"""A game as it stands, for programs: rows of the read models, at the head or at any event of the record."""

from __future__ import annotations

from typing import Any

from commands.table import Table
from sits_es.game.fold import Fold


def standing(table: Table, name: str, fold: Fold, version: int) -> dict[str, Any]:
    """Where the game stands, what it stands by its system's own reckoning, and its map, grids and tracks as rows."""
    from commands.views.registry import views_of
    from projections.as_of import rows_as_of

    game = fold.game
    return {
        "name": name,
        "title": game.title,
        "system": game.system,
        "turn": game.moment.turn,
        "segment": game.moment.segment,
        "at": game.moment.written(fold.system.steps),
        "event": version,
        "ended": game.ended,
        "players": {player: {"name": who.name, "side": who.side} for player, who in sorted(game.players.items())},
        **views_of(game.system).standing(game.board),
        **rows_as_of(table.store, name, game.system, version, table.folder / "read.db"),
    }
