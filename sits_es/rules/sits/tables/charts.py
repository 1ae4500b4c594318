"""Thrust, pivot and roll charts of a game's own: looking rows up, reading them, every fault noted, and writing them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from attrs import frozen

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import SEGMENTS, PaceRow, Tables, ThrustRow
from sits_es.toml import KeyPath

#: The highest thrust and rating that a chart can have, the most that a pulse gives, and the slowest turn, in segments.
#: The highest thrust gives 13 in a pulse by the sums; plots of hundreds of dots are too many to look through.
MOST_THRUST: Final = 99
MOST_RATING: Final = 99
MOST_GAIN: Final = 20
MOST_DUE: Final = 9999


@frozen
class TurnChart:
    """What a chart of turns goes by. section: its name in data; windows: the most that one turn goes through."""

    section: str
    windows: int


PIVOTS: Final = TurnChart("pivot_chart", 6)
ROLLS: Final = TurnChart("roll_chart", 11)


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


def formula_thrust(thrust: int) -> ThrustRow:
    """What each pulse gives at a constant thrust, by the sums. Rule: sits rules 6; tables.toml, thrust_chart."""
    dots = [thrust * pulse // SEGMENTS for pulse in range(SEGMENTS + 1)]
    hexes = [thrust * pulse * pulse // (2 * SEGMENTS * SEGMENTS) for pulse in range(SEGMENTS + 1)]
    return ThrustRow(thrust=thrust, dots=_each(dots), hexes=_each(hexes))


def _each(so_far: list[int]) -> tuple[int, ...]:
    return tuple(after - before for before, after in pairwise(so_far))


def formula_pace(rating: int, windows: int) -> PaceRow:
    """So many segments for each window, as the ship's card says. Rule: house, sits rules 2."""
    return PaceRow(rating=rating, due=tuple(rating * window for window in range(1, windows + 1)))


def read_thrust_rows(cells: Cells) -> tuple[ThrustRow, ...]:
    """Rows of the thrust chart, the lowest thrust first; each has dots and hexes. Rows as by the sums are left out."""
    cells.record(("thrust_chart",), (), ("dots", "hexes"))
    places = {part: dict(_thrusts(cells, part)) for part in ("dots", "hexes")}
    rows = []
    for thrust in sorted({*places["dots"], *places["hexes"]}):
        for part, other in (("dots", "hexes"), ("hexes", "dots")):
            if thrust not in places[part]:
                message = f"is missing. Thrust {thrust} has a row of {other}: give it one of {part} too."
                cells.fault(("thrust_chart", part, str(thrust)), message)
        row = ThrustRow(
            thrust=thrust,
            dots=_gains(cells, places["dots"].get(thrust)),
            hexes=_gains(cells, places["hexes"].get(thrust)),
        )
        if row != formula_thrust(thrust):
            rows.append(row)
    return tuple(rows)


def _thrusts(cells: Cells, part: str) -> list[tuple[int, KeyPath]]:
    return cells.numbered(("thrust_chart", part), f"thrusts, 1 to {MOST_THRUST}", most=MOST_THRUST)


def _gains(cells: Cells, path: KeyPath | None) -> tuple[int, ...]:
    """What each of the eight pulses gives."""
    if path is None:
        return ()
    return tuple(cells.number(place, most=MOST_GAIN) for place in cells.rows(path, SEGMENTS))


def read_paces(cells: Cells, chart: TurnChart) -> tuple[PaceRow, ...]:
    """Rows of the pivot or roll chart, the lowest rating first. Rows as by the house rule are left out."""
    ratings = cells.numbered((chart.section,), f"ratings, 1 to {MOST_RATING}", most=MOST_RATING)
    rows = [PaceRow(rating=rating, due=_due(cells, path, chart.windows)) for rating, path in ratings]
    return tuple(row for row in rows if row != formula_pace(row.rating, chart.windows))


def _due(cells: Cells, path: KeyPath, windows: int) -> tuple[int, ...]:
    """Segments until each window is done: none before the one before it, perhaps two in one segment."""
    due = tuple(cells.number(place, 1, MOST_DUE) for place in cells.rows(path, windows))
    if list(due) != sorted(due):
        cells.must_be(path, "ascending: segments from the beginning until each window is done")
    return due


def thrust_data(rows: Iterable[ThrustRow]) -> dict[str, dict[str, list[int]]]:
    """Rows of the thrust chart as data; empty where there is none."""
    listed = tuple(rows)
    if not listed:
        return {}
    return {
        "dots": {str(row.thrust): list(row.dots) for row in listed},
        "hexes": {str(row.thrust): list(row.hexes) for row in listed},
    }


def paces_data(rows: Iterable[PaceRow]) -> dict[str, list[int]]:
    """Rows of the pivot or roll chart as data."""
    return {str(row.rating): list(row.due) for row in rows}
