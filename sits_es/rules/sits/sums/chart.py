"""The kill chart, read as the flyer does: hundreds, tens and ones apart. Rule: flyer; sits rules 8.3 and 12."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.values import KillChart, Tables


class Kills(Struct, frozen=True):
    """What the chart gives.

    count: what was looked up; asked: the percentage, any whole number; percent: as read on the chart, 0 to 100; total:
    missiles or points, 0 up; parts: (part, kills) for the hundreds, the tens and the ones, such as (100, 28), (30, 8).
    """

    count: int
    asked: int
    percent: int
    total: int
    parts: tuple[tuple[int, int], ...]

    @property
    def kills(self) -> tuple[int, ...]:
        """The kills of the parts alone, as they go on record."""
        return tuple(killed for _, killed in self.parts)

    def steps(self, tables: Tables, what: str) -> Iterator[str]:
        """How the chart is read, for a percentage that nobody held yet. what: noun of the count."""
        from sits_es.rules.sits.sums.paper import held

        if self.asked != self.percent:
            yield f"{self.asked}% is {held(self.percent)}."
        yield self.step(tables, what)

    def step(self, tables: Tables, what: str) -> str:
        """How the chart is read: by the sum each part is rounded half up; a chart of the game's own is looked up."""
        from sits_es.rules.sits.tables.section import source

        read = [self._part(tables.kill_chart, part, killed) for part, killed in self.parts if part]
        together = f"; together {' + '.join(str(each) for each in self.kills if each) or 0} = {self.total}"
        chart = "Kill chart"
        if tables.kill_chart is not None:
            chart += f", row from {tables.kill_chart.lowest(self.percent)}%"
        whose = source(tables, "kill_chart", self.percent)
        noun = what.removesuffix("s") if self.count == 1 else what
        whole = together if len(read) > 1 else ""
        return f"{chart} ({whose}), {self.count} {noun}: {'; '.join(read) or 'nothing to look up'}{whole}."

    def _part(self, chart: KillChart | None, part: int, killed: int) -> str:
        """One part, as reckoned or as looked up."""
        from sits_es.rules.sits.sums.paper import decimal

        if chart is None:
            return f"{part} at {self.percent}% is {decimal(Fraction(part * self.percent, 100))}, so {killed}"
        if (hundreds := part // 100) > 1:
            return f"100 gives {killed // hundreds}, so {part} give {killed}"
        return f"{part} gives {killed}"


def kills(count: int, percent: int, chart: KillChart | None = None) -> Kills:
    """Look up hundreds, tens and ones apart, each rounded half up, and add them.

    count: missiles, shots or points of damage, 0 up (ValueError below); thousands stay in the part of the hundreds.
    percent: any whole number, held to 0..100. chart: the game's own, read in place of the sum; of several hundreds each
    is looked up as one (house). Rule: flyer, "The kill chart"; card text, by tables.toml, kill_chart.
    """
    if count < 0:
        message = f"the kill chart starts at 0: {count}"
        raise ValueError(message)
    held = min(max(percent, 0), 100)
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    if chart is None:
        parts = tuple((part, (part * held + 50) // 100) for part in split)
    else:
        parts = tuple((part, _charted(chart, part, held)) for part in split)
    return Kills(count, percent, held, sum(killed for _, killed in parts), parts)


def _charted(chart: KillChart, part: int, percent: int) -> int:
    """What a chart of the game's own gives for one part."""
    from sits_es.rules.sits.tables.values import PARTS

    row = chart.row(percent)
    if part > PARTS[-1]:
        return part // PARTS[-1] * row[-1]
    return row[PARTS.index(part)] if part else 0
