"""Rate of closure, and what beams and energy torpedoes do at a range."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.space.bearing import ralt
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import Vectors, consolidate

BeamKind = Literal["graser", "laser"]


@frozen
class Closure:
    """The rate of closure between two ships, as the card's worksheet works it out.

    relative: target's less shooter's velocity, hexes per turn, with the consolidation's steps in words.
    per_turn: hexes per turn, 0 up. half_hexes_per_segment: 0 up. band: column of the beam tables, from 1.
    """

    relative: HexVector
    steps: tuple[str, ...]
    per_turn: int
    half_hexes_per_segment: int
    band: int

    @property
    def text(self) -> str:
        """Hexes per segment to the half hex, such as 3.0 or 3.5."""
        return _halves(self.half_hexes_per_segment)


def _halves(half_hexes: int) -> str:
    return f"{half_hexes // 2}.{half_hexes % 2 * 5}"


def closure(target: HexVector, shooter: HexVector, tables: Tables) -> Closure:
    """The rate of closure of a target and a shooter, from their velocities in hexes per turn; no matter who closes.

    Horizontal hexes and levels of the relative velocity are read on the range table and divided by 8, dropped to the
    half hex. Rule: card, "Rate of Closure"; sits rules 7.
    """
    done = consolidate(Vectors.of(target) + Vectors.of(-shooter))
    relative = done.vector
    per_turn = ralt(relative.hexes, relative.up)
    half_hexes = per_turn * 2 // SEGMENTS
    speed = Decimal(_halves(half_hexes))
    band = sum(speed >= column.first for column in tables.closure_bands)
    return Closure(relative, done.steps, per_turn, half_hexes, band)


def beam_damage(tables: Tables, kind: BeamKind, size: int, hexes: int, band: int) -> int:
    """Points of damage of a beam of a size at a range (hexes, 0 up) and in a closure band (from 1); 0 out of reach.

    NotAllowedError for a size that the table does not have; ValueError for a range or band below what there is.
    Rule: card, "Graser Damage" and "Laser Damage"; lasers by factors, rounded half up.
    """
    if hexes < 0 or not 1 <= band <= len(tables.closure_bands):
        message = f"range {hexes} or closure band {band} is not on the table"
        raise ValueError(message)
    if hexes > reach(tables, kind, size):
        return 0
    if kind == "graser":
        return _grasers(tables)[size][hexes][band - 1]
    lasers = tables.laser_damage
    exact = size * lasers.range_factors[hexes] * lasers.band_factors[band - 1]
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def reach(tables: Tables, kind: BeamKind, size: int) -> int:
    """The longest range, in hexes, at which a beam of a size does damage. NotAllowedError for a size without a row."""
    longest = _reaches(tables, kind)
    if size not in longest:
        raise NotAllowedError(
            f"There is no {kind} of size {size}. The sizes are {', '.join(str(known) for known in longest)}."
        )
    return longest[size]


def beam_sizes(tables: Tables, kind: BeamKind) -> tuple[int, ...]:
    """The weapon sizes that the table has, smallest first."""
    return tuple(_reaches(tables, kind))


def _grasers(tables: Tables) -> Mapping[int, tuple[tuple[int, ...], ...]]:
    return {block.size: block.rows for block in tables.graser_damage}


def _reaches(tables: Tables, kind: BeamKind) -> Mapping[int, int]:
    if kind == "graser":
        return {size: len(rows) - 1 for size, rows in _grasers(tables).items()}
    return dict(tables.laser_damage.reach)


def torpedo_damage(tables: Tables, tubes: int, hexes: int) -> int:
    """Points of damage of energy torpedo tubes firing together at a range in hexes, 0 up; 0 out of reach.

    NotAllowedError for a number of tubes without a row. Rule: card, "Energy Torpedos"; sits rules 7.
    """
    row = next((row for row in tables.energy_torpedo if row.tubes == tubes), None)
    if row is None:
        known = " or ".join(str(row.tubes) for row in tables.energy_torpedo)
        raise NotAllowedError(f"{tubes} energy torpedo tubes cannot fire together. Fire {known}.")
    return row.damage if hexes <= row.reach else 0
