"""Rate of closure, and what beams and energy torpedoes do at a range."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.rules.sits.tables.values import SEGMENTS, BeamBlock, Tables, TorpedoRow
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import Vectors, consolidate

BeamKind = Literal["graser", "laser"]


@frozen
class Closure:
    """The rate of closure between two ships, as the card's worksheet works it out.

    relative: target's less shooter's velocity, hexes per turn, with the consolidation's steps in words.
    per_turn: hexes per turn, 0 up. half_hexes_per_segment: 0 up. band: of the game's rates of closure, from 1; a block
    of damage that was printed under other bands has columns of its own.
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
    per_turn = tables.range_table.range(relative.hexes, relative.up)
    half_hexes = per_turn * 2 // SEGMENTS
    band = sum(half_hexes >= 2 * column.first for column in tables.closure_bands)
    return Closure(relative, done.steps, per_turn, half_hexes, band)


def beam_block(tables: Tables, kind: BeamKind, size: int) -> BeamBlock:
    """The damage block of a size. NotAllowedError for one that the table does not have."""
    blocks = _blocks(tables, kind)
    found = next((block for block in blocks if block.size == size), None)
    if found is None:
        known = ", ".join(str(block.size) for block in blocks)
        raise NotAllowedError(f"There is no {kind} of size {size}. The sizes are {known}.")
    return found


def beam_damage(block: BeamBlock, hexes: int, band: int) -> int:
    """Points of damage at a range (hexes, 0 up) and in one of the block's closure bands (from 1); 0 out of reach.

    ValueError for a range or band below what there is. Rule: card, "Graser Damage" and "Laser Damage".
    """
    if hexes < 0 or not 1 <= band <= len(block.bands):
        message = f"range {hexes} or closure band {band} is not on the table"
        raise ValueError(message)
    return block.rows[hexes][band - 1] if hexes <= block.reach else 0


def beam_sizes(tables: Tables, kind: BeamKind) -> tuple[int, ...]:
    """The weapon sizes that the table has, smallest first."""
    return tuple(block.size for block in _blocks(tables, kind))


def _blocks(tables: Tables, kind: BeamKind) -> tuple[BeamBlock, ...]:
    return tables.graser_damage if kind == "graser" else tables.laser_damage


def torpedo_row(tables: Tables, type_: str) -> TorpedoRow:
    """The row of a type of energy torpedo. NotAllowedError for one that the table does not have.

    Rule: card, "Energy Torpedos"; sits rules 7.
    """
    row = next((row for row in tables.energy_torpedo if row.type == type_), None)
    if row is None:
        known = ", ".join(row.type for row in tables.energy_torpedo)
        raise NotAllowedError(f"There is no energy torpedo of type {type_}. The types are {known}.")
    return row
