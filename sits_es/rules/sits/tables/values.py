"""What the tables of the play-aid card hold, as values."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from msgspec import Struct

from sits_es.space.avid import Window
from sits_es.space.bearing import FORMULA, RangeTable
from sits_es.space.hexes import HexVector

#: Segments of a turn.
SEGMENTS: Final = 8

#: Percentages of the kill chart, and the parts that each has a number for: ones, tens, hundred.
PARTS: Final[tuple[int, ...]] = (*range(1, 11), *range(20, 101, 10))

#: The segments in which a remainder of 0 to 7 moves a ship one hex, ascending.
Segments = tuple[int, ...]


class ClosureBand(Struct, frozen=True):
    """One column of the beam tables: rate of closure in hexes per segment, in halves.

    first, last: both included; the last band has no end. Rule: card, "RoC".
    """

    first: Decimal
    last: Decimal | None


class MissileRow(Struct, frozen=True):
    """One column of the card's missile range table.

    first, last: range at launch in hexes, both included; the last row has no end.
    max_salvoes: salvoes in one turn at one target, such as "5"; "1/n" is one salvo in n turns.
    range_modifier: added to the missile quality level, percent; higher favours the defender.
    """

    first: int
    last: int | None
    max_salvoes: str
    range_modifier: int


class MissileDamage(Struct, frozen=True):
    """Damage of one missile that gets through, in points, by warhead. size: the type of missile, such as heavy."""

    size: str
    laser_head: int
    nuke: int


class TorpedoRow(Struct, frozen=True):
    """One type of energy torpedo, such as 1ET: reach in hexes, damage of one in points."""

    type: str
    reach: int
    damage: int


class BeamBlock(Struct, frozen=True):
    """Damage of one size of graser or laser in points: one row per range 0, 1, 2 and so on, one column per band.

    bands: the rates of closure that its columns stand for, as the block was printed under them.
    """

    size: int
    rows: tuple[tuple[int, ...], ...]
    bands: tuple[ClosureBand, ...]

    @property
    def reach(self) -> int:
        """The longest range in hexes."""
        return len(self.rows) - 1

    def band(self, half_hexes: int) -> int:
        """The column, from 1, of a rate of closure in half hexes per segment, 0 up."""
        return sum(half_hexes >= 2 * column.first for column in self.bands)


class KillChart(Struct, frozen=True):
    """A kill chart of the game's own. percents: the lowest percentage of each row, from 0, ascending.

    rows: for each, the kills of the parts in PARTS, in order.
    """

    percents: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]

    def row(self, percent: int) -> tuple[int, ...]:
        """The row that a percentage, 0 to 100, is read in."""
        return self.rows[self._place(percent)]

    def lowest(self, percent: int) -> int:
        """The lowest percentage of the row that one is read in."""
        return self.percents[self._place(percent)]

    def _place(self, percent: int) -> int:
        return sum(percent >= lowest for lowest in self.percents) - 1


class ThrustRow(Struct, frozen=True):
    """A row of a game's own thrust chart. thrust: points, 1 up; dots and hexes: what each of the eight pulses gives."""

    thrust: int
    dots: tuple[int, ...]
    hexes: tuple[int, ...]


class PlotRow(Struct, frozen=True):
    """Plots of a game's own. window: in the first sixth and the upper half, any like it is turned to it.

    dots: 1 up; plots: those allowed, the default first.
    """

    window: Window
    dots: int
    plots: tuple[HexVector, ...]


class PaceRow(Struct, frozen=True):
    """A row of a game's own pivot or roll chart. rating: as the card prints it; due: segments until each window."""

    rating: int
    due: tuple[int, ...]


class Tables(Struct, frozen=True, cache_hash=True):
    """Every table that a scenario may change; two equal values give equal games.

    horizontal: [larger vector's remainder][smaller one's] -> segments of both.
    vertical: [horizontal remainders added, less 8 once 8 or more][vertical remainder] -> segments.
    range_table, kill_chart, thrust_rows, plot_rows, pivot_rows, roll_rows: the game's own; where there is none, or no
    row of it, the program's sums hold. own: keys of what the game has of its own, such as graser_damage.90, in the
    order of the alphabet; everything else is bundled.
    """

    closure_bands: tuple[ClosureBand, ...]
    missile_rows: tuple[MissileRow, ...]
    missile_damage: tuple[MissileDamage, ...]
    energy_torpedo: tuple[TorpedoRow, ...]
    graser_damage: tuple[BeamBlock, ...]
    laser_damage: tuple[BeamBlock, ...]
    horizontal: tuple[tuple[tuple[Segments, Segments], ...], ...]
    vertical: tuple[tuple[Segments, ...], ...]
    range_table: RangeTable = FORMULA
    kill_chart: KillChart | None = None
    thrust_rows: tuple[ThrustRow, ...] = ()
    plot_rows: tuple[PlotRow, ...] = ()
    pivot_rows: tuple[PaceRow, ...] = ()
    roll_rows: tuple[PaceRow, ...] = ()
    own: tuple[str, ...] = ()
