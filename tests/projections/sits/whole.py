"""All that the read models of a store hold, for tests that compare a disturbed file with an undisturbed one."""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from projections.audit_log import search
from projections.read_models import open_read_models
from sits_es.store import GameStore

TABLES = ("games", "turns", "audit_log", "sits_map", "sits_movement_grids", "sits_damage_tracks")


def contents(db: Database) -> dict[str, list[dict[str, Any]]]:
    """Every row of every read model, and what two words find."""
    rows = {name: sorted(db.query(f"SELECT * FROM {name}"), key=str) for name in TABLES}  # noqa: S608 - names of our own
    found = [row.version for stream in ("duel", "other") for row in search(db, stream, "marker goes")]
    return rows | {"found": [{"version": version} for version in found]}


def whole(store: GameStore) -> dict[str, list[dict[str, Any]]]:
    """What nobody disturbed comes to."""
    with open_read_models(":memory:", store) as db:
        rows = contents(db)
    assert len(rows["games"]) == 2
    assert len(rows["found"]) == 5
    return rows
