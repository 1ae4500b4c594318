"""Rows of a game's own thrust, pivot and roll charts."""

from __future__ import annotations

from collections.abc import Iterable

from sits_es.rules.sits.tables.values import PaceRow, Tables, ThrustRow


def thrust_row(tables: Tables, thrust: int) -> ThrustRow | None:
    """The row of a thrust in the game's own thrust chart; None where it has none, and the sums hold. sits rules 12."""
    return next((row for row in tables.thrust_rows if row.thrust == thrust), None)


def pivot_row(tables: Tables, rating: int) -> PaceRow | None:
    """The row of a rating in the game's own pivot chart; None where it has none. Rule: sits rules 12."""
    return _of_rating(tables.pivot_rows, rating)


def roll_row(tables: Tables, rating: int) -> PaceRow | None:
    """The row of a rating in the game's own roll chart; None where it has none. Rule: sits rules 12."""
    return _of_rating(tables.roll_rows, rating)


def _of_rating(rows: Iterable[PaceRow], rating: int) -> PaceRow | None:
    return next((row for row in rows if row.rating == rating), None)
