"""Beams: the rate of closure, the damage tables, batteries and torpedoes. Rule: card, damage tables; sits rules 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.rules.sits.tables.values import SEGMENTS, BeamBlock, ClosureBand, Tables, TorpedoRow
from sits_es.sentences import counted
from sits_es.space.vectors import Vectors, consolidate, vectors_in_words

if TYPE_CHECKING:
    from sits_es.space.hexes import HexVector

BeamKind = Literal["graser", "laser"]

#: The largest weapon.
MOST_SIZE = 999

#: Beam weapons that the damage tables know, by their name in a track.
BEAM_KINDS: dict[str, BeamKind] = {"graser": "graser", "laser": "laser"}


def halves(half_hexes: int) -> str:
    """Half hexes in hexes, such as 3.0 or 3.5."""
    return f"{half_hexes // 2}.{half_hexes % 2 * 5}"


class Closure(Struct, frozen=True):
    """The rate of closure between two ships, as the card's worksheet works it out.

    relative: target's less shooter's velocity, hexes per turn; consolidated: how, in words; per_turn: hexes per turn, 0
    up. half_hexes_per_segment: 0 up. band: of the game's rates of closure, from 1; a block of damage that was printed
    under other bands has columns of its own.
    """

    target: HexVector
    shooter: HexVector
    relative: HexVector
    consolidated: tuple[str, ...]
    per_turn: int
    half_hexes_per_segment: int
    band: int

    @property
    def text(self) -> str:
        """Hexes per segment to the half hex, such as 3.0 or 3.5."""
        return halves(self.half_hexes_per_segment)

    def steps(self, tables: Tables, target: str, shooter: str) -> Iterator[str]:
        """The worksheet. target, shooter: what they are called."""
        from sits_es.rules.sits.sums.sight import range_words

        hexes, high = self.relative.hexes, abs(self.relative.up)
        yield (
            f"Rate of closure: {target}'s {vectors_in_words(self.target)} less {shooter}'s "
            f"{vectors_in_words(self.shooter)} is {vectors_in_words(self.relative)}, H {hexes} and V {high}. "
            "Subtracting the shooter's vectors from the target's is a house rule (sits rules 7)."
        )
        yield from (f"  {step}" for step in self.consolidated)
        far = range_words(tables, hexes, high)
        yield f"{far}, in hexes a turn; / {SEGMENTS}, rounded down to half a hex: {self.text} a segment."


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
    return Closure(target, shooter, relative, done.steps, per_turn, half_hexes, band)


def column_words(tables: Tables, bands: Sequence[ClosureBand], half_hexes: int) -> str:
    """The column that a rate of closure, in half hexes per segment, falls in. bands: of a block of damage, or usual."""
    from sits_es.rules.sits.tables.section import source

    at = sum(half_hexes >= 2 * band.first for band in bands)
    band = bands[at - 1]
    ends = f"{band.first} up" if band.last is None else f"{band.first} to {band.last}"
    whose = source(tables, "rate_of_closure") if bands == tables.closure_bands else "as the block was printed"
    return f"{halves(half_hexes)} a segment is column {at}, closure {ends} ({whose})."


def beam_sizes(tables: Tables, kind: BeamKind) -> tuple[int, ...]:
    """The weapon sizes that the table has, smallest first."""
    return tuple(block.size for block in _blocks(tables, kind))


def has_beam(tables: Tables, kind: BeamKind, size: int) -> bool:
    """Whether there is a damage block of a size: in the table, or by the formula."""
    return size in beam_sizes(tables, kind) or by_formula(tables, kind, size)


def by_formula(tables: Tables, kind: BeamKind, size: int) -> bool:
    """Whether a size that the table has not is worked out: of lasers all are, but in a game with lasers of its own.

    Rule: house, sits rules 7.
    """
    own = any(key.partition(".")[0] in ("laser_damage", "rate_of_closure") for key in tables.own)
    return kind == "laser" and not own and 1 <= size <= MOST_SIZE and size not in beam_sizes(tables, kind)


def beam_block(tables: Tables, kind: BeamKind, size: int) -> BeamBlock:
    """The damage block of a size. NotAllowedError for one that the table does not have."""
    found = next((block for block in _blocks(tables, kind) if block.size == size), None)
    if found is None and by_formula(tables, kind, size):
        from sits_es.rules.sits.tables.beam_blocks import laser_block

        return laser_block(tables.closure_bands, size)
    if found is None:
        known = ", ".join(map(str, beam_sizes(tables, kind)))
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


class Battery(Struct, frozen=True):
    """Beams of one mount that fire together. half_hexes: rate of closure; column: of the block, from 1.

    each, damage: points of one weapon and of all, before any sidewall.
    """

    kind: BeamKind
    block: BeamBlock
    weapons: int
    hexes: int
    half_hexes: int
    column: int
    each: int

    @property
    def damage(self) -> int:
        """Points of all weapons."""
        return self.weapons * self.each

    def steps(self, tables: Tables) -> Iterator[str]:
        """Column and cell of the damage table, then all weapons."""
        yield column_words(tables, self.block.bands, self.half_hexes)
        yield self._cell(tables)
        yield all_words(self.weapons, self.each)

    def _cell(self, tables: Tables) -> str:
        """The cell of the block."""
        from sits_es.rules.sits.tables.section import source

        block, hexes, column = self.block, self.hexes, self.column
        worked_out = ", by the formula, house" if by_formula(tables, self.kind, block.size) else ""
        name = f"{self.kind.capitalize()} damage, block of size {block.size} (reach {block.reach}{worked_out})"
        if hexes > block.reach:
            return f"{name}: range {hexes} is out of reach."
        whose = source(tables, f"{self.kind}_damage", block.size, hexes, column - 1)
        cells = " ".join(map(str, block.rows[hexes]))
        return f"{name}, row range {hexes}: {cells}. Column {column} is {self.each} ({whose})."


def all_words(weapons: int, each: int) -> str:
    """What weapons do together."""
    return f"{weapons} x {each} = {counted(weapons * each, 'point')}."


def battery(tables: Tables, kind: BeamKind, size: int, weapons: int, hexes: int, half_hexes: int) -> Battery:
    """Grasers or lasers of one size at a range and a rate of closure. NotAllowedError for a size that there is not."""
    block = beam_block(tables, kind, size)
    column = block.band(half_hexes)
    return Battery(kind, block, weapons, hexes, half_hexes, column, beam_damage(block, hexes, column))


class Torpedoes(Struct, frozen=True):
    """Energy torpedoes: each launcher that fires does its type's damage, none out of reach."""

    row: TorpedoRow
    launchers: int
    hexes: int

    @property
    def each(self) -> int:
        """Points of one launcher."""
        return self.row.damage if self.hexes <= self.row.reach else 0

    @property
    def damage(self) -> int:
        """Points of all launchers."""
        return self.launchers * self.each

    def steps(self, tables: Tables) -> Iterator[str]:
        """The row of the type, then all launchers."""
        from sits_es.rules.sits.tables.section import source

        whose = source(tables, "energy_torpedo", self.row.type)
        yield f"Energy torpedoes, {self.row.type}: reach {self.row.reach}, damage {self.row.damage} each ({whose})."
        in_reach = self.hexes <= self.row.reach
        yield all_words(self.launchers, self.each) if in_reach else f"Range {self.hexes} is out of reach."
