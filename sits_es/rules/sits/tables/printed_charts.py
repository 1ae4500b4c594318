"""Thrust, pivot and roll charts: sums and house rules hold, a game may have rows of its own. Rule: sits rules 12."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.section import TableSection
from sits_es.rules.sits.tables.values import SEGMENTS, PaceRow, Tables, ThrustRow
from sits_es.toml import KeyPath

#: The highest thrust and rating that a chart can have, the most that a pulse gives, and the slowest turn, in segments.
#: The highest thrust gives 13 in a pulse by the sums; plots of hundreds of dots are too many to look through.
MOST_THRUST: Final = 99
MOST_RATING: Final = 99
MOST_GAIN: Final = 20
MOST_DUE: Final = 9999

#: How far charts are printed, which have no end: the highest thrust and the highest rating.
THRUSTS: Final = 16
RATINGS: Final = 8


def thrust_row(tables: Tables, thrust: int) -> ThrustRow | None:
    """The row of a thrust in the game's own thrust chart; None if it has none, and the sums hold. sits rules 12."""
    return next((row for row in tables.thrust_rows if row.thrust == thrust), None)


def pivot_row(tables: Tables, rating: int) -> PaceRow | None:
    """The row of a rating in the game's own pivot chart; None if it has none. Rule: sits rules 12."""
    return _of_rating(tables.pivot_rows, rating)


def roll_row(tables: Tables, rating: int) -> PaceRow | None:
    """The row of a rating in the game's own roll chart; None if it has none. Rule: sits rules 12."""
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


class ThrustRows(TableSection, frozen=True):
    """What each of the eight pulses gives, by thrust. Rows as by the sums are left out."""

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        """The game's own rows, the lowest thrust first; each has dots and hexes."""
        cells.record((self.name,), (), ("dots", "hexes"))
        said = f"thrusts, 1 to {MOST_THRUST}"
        places = {part: dict(cells.numbered((self.name, part), said, most=MOST_THRUST)) for part in ("dots", "hexes")}
        rows = []
        for thrust in sorted({*places["dots"], *places["hexes"]}):
            for part, other in (("dots", "hexes"), ("hexes", "dots")):
                if thrust not in places[part]:
                    message = f"is missing. Thrust {thrust} has a row of {other}: give it a row of {part} too."
                    cells.fault((self.name, part, str(thrust)), message)
            rows.append(ThrustRow(thrust, *(_gains(cells, places[part].get(thrust)) for part in ("dots", "hexes"))))
        return {"thrust_rows": tuple(row for row in rows if row != formula_thrust(row.thrust))}

    def data(self, tables: Tables) -> Any:
        return _thrusts(tables.thrust_rows) if tables.thrust_rows else {}

    def full(self, tables: Tables) -> Any:
        """A row for every thrust that is printed, and for the game's own."""
        thrusts = sorted({*range(1, THRUSTS + 1), *(row.thrust for row in tables.thrust_rows)})
        return _thrusts([thrust_row(tables, thrust) or formula_thrust(thrust) for thrust in thrusts])

    def own(self, tables: Tables, card: Tables) -> Iterable[str]:
        by_sum = _thrusts([formula_thrust(row.thrust) for row in tables.thrust_rows])
        rows = _thrusts(tables.thrust_rows).items()
        return [f"{self.name}.{part}.{key}" for part, of in rows for key in of if of[key] != by_sum[part][key]]

    def printed(self, tables: Tables, steps: tuple[str, ...]) -> str:
        sums = {"dots": "house: thrust x pulses / 8", "hexes": "house: thrust x pulses x pulses / 128"}
        return sums[steps[0]] if steps else self.bundled

    def columns(self, rows: Mapping[str, Any], *part: str) -> Sequence[object]:
        return range(1, SEGMENTS + 1)


def _gains(cells: Cells, path: KeyPath | None) -> tuple[int, ...]:
    """What each of the eight pulses gives."""
    return () if path is None else tuple(cells.number(place, most=MOST_GAIN) for place in cells.rows(path, SEGMENTS))


def _thrusts(rows: Sequence[ThrustRow]) -> dict[str, dict[str, list[int]]]:
    return {part: {str(row.thrust): list(getattr(row, part)) for row in rows} for part in ("dots", "hexes")}


class Paces(TableSection, frozen=True, kw_only=True):
    """Segments until each window of a turn is done, by rating. Rows as by the house rule are left out.

    kept: the field of `Tables`; windows: the most that one turn goes through.
    """

    kept: str
    windows: int

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        ratings = cells.numbered((self.name,), f"ratings, 1 to {MOST_RATING}", most=MOST_RATING)
        rows = [PaceRow(rating=rating, due=self._due(cells, path)) for rating, path in ratings]
        return {self.kept: tuple(row for row in rows if row != formula_pace(row.rating, self.windows))}

    def _due(self, cells: Cells, path: KeyPath) -> tuple[int, ...]:
        """Segments until each window is done: none before the one before it, perhaps two in one segment."""
        due = tuple(cells.number(place, 1, MOST_DUE) for place in cells.rows(path, self.windows))
        if list(due) != sorted(due):
            cells.must_be(path, "ascending: segments from the beginning until each window is done")
        return due

    def data(self, tables: Tables) -> dict[str, list[int]]:
        return {str(row.rating): list(row.due) for row in getattr(tables, self.kept)}

    def full(self, tables: Tables) -> dict[str, list[int]]:
        """A row for every rating that is printed, and for the game's own."""
        own = self.data(tables)
        ratings = sorted({*range(1, RATINGS + 1), *map(int, own)})
        return {str(each): own.get(str(each)) or list(formula_pace(each, self.windows).due) for each in ratings}

    def columns(self, rows: Mapping[str, Any], *part: str) -> Sequence[object]:
        return range(1, self.windows + 1)


THRUST_CHART: Final = ThrustRows(
    name="thrust_chart",
    parts={
        "dots": ("Acceleration dots that each pulse gives, by thrust.",),
        "hexes": ("Hexes of displacement that each pulse gives, by thrust. Each thrust needs a row in both parts.",),
    },
    bundled="house",
    depth=2,
    ruled=True,
)
PIVOT_CHART: Final = Paces(
    name="pivot_chart",
    about=("Segments until each window of a pivot is done, by the rating on the ship's card.",),
    bundled="house",
    ruled=True,
    kept="pivot_rows",
    windows=6,
)
ROLL_CHART: Final = Paces(
    name="roll_chart",
    about=("Segments until each window of a roll is done, by the rating on the ship's card.",),
    bundled="house",
    ruled=True,
    kept="roll_rows",
    windows=11,
)
