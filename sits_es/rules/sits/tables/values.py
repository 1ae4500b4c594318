"""What the tables of the play-aid card hold, as values."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from attrs import frozen

#: Segments of a turn.
SEGMENTS: Final = 8

#: Missile sizes, smallest first.
SIZES: Final = ("light", "medium", "heavy")

#: The segments in which a remainder of 0 to 7 moves a ship one hex, ascending.
Segments = tuple[int, ...]


@frozen
class ClosureBand:
    """One column of the beam tables: rate of closure in hexes per segment, in halves.

    first, last: both included; the last band has no end. Rule: card, "RoC".
    """

    first: Decimal
    last: Decimal | None


@frozen
class MissileRow:
    """One column of the card's missile range table.

    first, last: range at launch in hexes, both included; the last row has no end.
    max_salvoes: salvoes in one turn at one target, such as "5"; "1/n" is one salvo in n turns.
    range_modifier: added to the missile quality level, percent; higher favours the defender.
    """

    first: int
    last: int | None
    max_salvoes: str
    range_modifier: int


@frozen
class MissileDamage:
    """Damage of one missile that gets through, in points, by warhead. size: light, medium or heavy."""

    size: str
    laser_head: int
    nuke: int


@frozen
class TorpedoRow:
    """Energy torpedoes: tubes firing together (1 up), reach in hexes, damage in points."""

    tubes: int
    reach: int
    damage: int


@frozen
class GraserBlock:
    """Graser damage of one weapon size in points: one row per range 0, 1, 2 and so on, one column per closure band."""

    size: int
    rows: tuple[tuple[int, ...], ...]


@frozen
class LaserTable:
    """Laser damage as factors: size x range factor x band factor, rounded half up.

    band_factors: one per closure band. range_factors: one per range 0, 1, 2 and so on.
    reach: (size, last range in hexes), smallest size first.
    """

    band_factors: tuple[Decimal, ...]
    range_factors: tuple[Decimal, ...]
    reach: tuple[tuple[int, int], ...]


@frozen(cache_hash=True)
class Tables:
    """Every table that a scenario may change; two equal values give equal games.

    horizontal: [larger vector's remainder][smaller one's] -> segments of both.
    vertical: [horizontal remainders added, less 8 once 8 or more][vertical remainder] -> segments.
    """

    closure_bands: tuple[ClosureBand, ...]
    missile_rows: tuple[MissileRow, ...]
    missile_damage: tuple[MissileDamage, ...]
    energy_torpedo: tuple[TorpedoRow, ...]
    graser_damage: tuple[GraserBlock, ...]
    laser_damage: LaserTable
    horizontal: tuple[tuple[tuple[Segments, Segments], ...], ...]
    vertical: tuple[tuple[Segments, ...], ...]
