"""Sums of the tables as a person does them on paper: `explain` shows them of a fact, `calc` of what is typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt

from sits_es.rules.sits.tables.beam_table import BeamKind, closure
from sits_es.rules.sits.tables.missiles import variance
from sits_es.rules.sits.tables.sources import OWN, source
from sits_es.rules.sits.tables.values import (
    PARTS,
    BeamBlock,
    ClosureBand,
    MissileRow,
    Tables,
    TorpedoRow,
)
from sits_es.space.arcs import MARKERS, facing
from sits_es.space.attitude import Attitude, markers
from sits_es.space.avid import PLACES, Window, ring_of
from sits_es.space.bearing import bearing, ring_seen
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import vectors_in_words


def decimal(number: Fraction) -> str:
    """A number to two places, rounded half up: 13.95."""
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    sign, hundredths = ("-", -hundredths) if hundredths < 0 else ("", hundredths)
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def variance_steps(faces: tuple[int, int, int]) -> tuple[str, str]:
    """How three faces make a variance. Rule: flyer, "3d10v"; sits rules 8.2."""
    first, second, _ = faces
    zero = 10 if first == second else 0
    pair = f"The key pair shows {first} and {second}: {'equal' if zero else 'not equal'}, so every 0 counts {zero}."
    return pair, f"{' + '.join(str(face or zero) for face in faces)} = {variance(faces)}."


def chart_step(tables: Tables, count: int, percent: int, total: int, parts: Sequence[int], what: str) -> str:
    """The kill chart read as the flyer does: hundreds, tens and ones apart, and added.

    By the sum each part is rounded half up; a chart of the game's own is looked up. Rule: flyer; sits rules 8.3 and 12.
    """
    held = f"{total}% is held to {percent}%. " if total != percent else ""
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    read = [_part(tables, part, percent, killed) for part, killed in zip(split, parts, strict=True) if part]
    together = f"; together {' + '.join(str(part) for part in parts if part) or 0} = {sum(parts)}"
    chart = "Kill chart"
    if tables.kill_chart is not None:
        chart += f", row from {tables.kill_chart.lowest(percent)}%"
    whose = source(tables, "kill_chart", percent)
    whole = together if len(read) > 1 else ""
    return f"{held}{chart} ({whose}), {count} {what}: {'; '.join(read) or 'nothing to look up'}{whole}."


def _part(tables: Tables, part: int, percent: int, killed: int) -> str:
    """One part of the chart's sum, as reckoned or as looked up."""
    if tables.kill_chart is None:
        return f"{part} at {percent}% is {decimal(Fraction(part * percent, 100))}, so {killed}"
    if (hundreds := part // PARTS[-1]) > 1:
        return f"{PARTS[-1]} gives {killed // hundreds}, {hundreds} times {killed}"
    return f"{part} gives {killed}"


def seen_words(tables: Tables, way: HexVector) -> Iterator[str]:
    """Range, ring and window of what lies this way, somewhere else. Rule: flyer; sits rules 3."""
    yield f"{range_words(tables, way.hexes, abs(way.up))}."
    ring, why = ring_words(tables, way.hexes, abs(way.up))
    window = bearing(way, tables.range_table).window
    yield f"{why}: {ring} ring; {_side_words(way, ring)}seen through {window} (sits rules 3)."


def range_words(tables: Tables, hexes: int, high: int) -> str:
    """The range of H hexes and V levels, with whose table gives it."""
    found, square = tables.range_table.range(hexes, high), hexes**2 + high**2
    whose = source(tables, "ralt", "ranges", high, hexes)
    if found != isqrt(square) or whose == OWN:
        return f"Range {found}, as looked up for H {hexes} and V {high} (range table: {whose})"
    return f"Range: the root of {hexes}x{hexes} + {high}x{high} = {square}, dropped: {found} (range table: {whose})"


def ring_words(tables: Tables, hexes: int, high: int) -> tuple[str, str]:
    """The ring that shows a target, and why."""
    ring = tables.range_table.ring(hexes, high)
    if ring != ring_seen(hexes, high):
        return ring, f"H {hexes} and V {high} (range table: {source(tables, 'ralt', 'rings', high)})"
    if hexes == high:
        return ring, f"H and V are equal, {hexes}"
    smaller, larger = sorted((hexes, high))
    over = "more" if 4 * smaller > larger else "not more"
    return ring, f"{'V' if high > hexes else 'H'} is the larger; 4 x {smaller} = {4 * smaller} is {over} than {larger}"


def _side_words(way: HexVector, ring: str) -> str:
    """Why that side or corner: how many hexes lie along the one and the other direction."""
    if ring == "purple":
        return ""
    (one, first), (other, second) = (*way.horizontals(), ("", 0))[:2]
    if not second:
        return f"all of it along {one}; "
    if ring == "green":
        least = "the larger" if first > second else "equal, so the anticlockwise one counts"
        return f"{first}{one} and {second}{other}: {least}; "
    most = "at least" if first >= 3 * second else "less than"
    return f"{first}{one} is {most} 3 x {second}{other}, so the {'side' if first >= 3 * second else 'corner'}; "


def framed(ship: str, attitude: Attitude, window: Window, own: Window) -> str:
    """A window of the map in a ship's own frame, with where its markers stand. own: as the record has it."""
    ends = markers(attitude)
    names = ("nose", "stern", "port", "starboard", "top", "bottom")
    stand = ", ".join(f"{name} {getattr(ends, name)}" for name in names)
    marked = [name for name in names if getattr(ends, name) == window]
    how = f"the window of its own {marked[0]} marker" if marked else _counted_off(own)
    return f"{ship} lies {attitude}, its markers are {stand}; {window} is {own} of its frame, {how} (sits rules 4)."


def _counted_off(own: Window) -> str:
    """Where a window of a ship's frame lies from the nearest marker. Rule: flyer, "what weapons bear on the target"."""
    (azimuth, elevation), marker = PLACES[own], facing(own)
    above = "above" if elevation > 0 else "below"
    if ring_of(own) in ("green", "purple"):
        return f"the {ring_of(own)} row {above}"
    turn = (azimuth - PLACES[MARKERS[marker]][0] + 180) % 360 - 180
    counts = [f"one window {'clockwise' if turn > 0 else 'anticlockwise'}"] if turn else []
    counts += [f"one {above}"] if elevation else []
    return f"{' and '.join(counts)} from the {marker} marker" if counts else f"at the {marker} marker"


def closing(tables: Tables, target: str, one: HexVector, shooter: str, other: HexVector) -> Iterator[str]:
    """The rate of closure of two ships, as the card's worksheet has it. Rule: card, "Rate of Closure"; sits rules 7."""
    done = closure(one, other, tables)
    hexes, high = done.relative.hexes, abs(done.relative.up)
    yield (
        f"Rate of closure: {target}'s {vectors_in_words(one)} less {shooter}'s {vectors_in_words(other)} is "
        f"{vectors_in_words(done.relative)}, H {hexes} and V {high}."
    )
    yield from (f"  {step}" for step in done.steps)
    far = range_words(tables, hexes, high)
    yield f"{far}, in hexes a turn; / 8, dropped to the half hex: {done.text} a segment."


def column_words(tables: Tables, bands: Sequence[ClosureBand], half_hexes: int) -> str:
    """The column that a rate of closure, in half hexes per segment, falls in. bands: of a block of damage, or usual."""
    at = sum(half_hexes >= 2 * band.first for band in bands)
    band = bands[at - 1]
    ends = f"{band.first} up" if band.last is None else f"{band.first} to {band.last}"
    whose = source(tables, "rate_of_closure") if bands == tables.closure_bands else "as the block was printed"
    return f"{half_hexes // 2}.{half_hexes % 2 * 5} a segment is column {at}, closure {ends} ({whose})."


def damage_words(tables: Tables, kind: BeamKind, block: BeamBlock, hexes: int, column: int) -> str:
    """The cell of a block at a range and in a column, from 1. Rule: card, "Graser Damage" and "Laser Damage"."""
    name = f"{kind.capitalize()} damage, block of size {block.size} (reach {block.reach})"
    if hexes > block.reach:
        return f"{name}: range {hexes} is out of reach."
    whose = source(tables, f"{kind}_damage", block.size, hexes, column - 1)
    cells = " ".join(map(str, block.rows[hexes]))
    return f"{name}, row range {hexes}: {cells}. Column {column} is {block.rows[hexes][column - 1]} ({whose})."


def torpedo_words(tables: Tables, row: TorpedoRow) -> str:
    """A type of energy torpedo. Rule: card, "Energy Torpedos"; sits rules 7."""
    whose = source(tables, "energy_torpedo", row.type)
    return f"Energy torpedoes, {row.type}: reach {row.reach}, damage {row.damage} each ({whose})."


def row_words(row: MissileRow) -> str:
    """A row of the missile range table."""
    return f"row {row.first} up" if row.last is None else f"row {row.first} to {row.last}"


def salvo_words(tables: Tables, row: MissileRow, hexes: int) -> str:
    """What the missile range table allows at a range, and adds. Rule: card, "Missile Range Table"; sits rules 8.1."""
    return (
        f"Missile range table, {row_words(row)}: at most {row.max_salvoes} a turn from this ship at this target, "
        f"range {row.range_modifier:+} ({source(tables, 'missile_range', hexes, 'range_mod')})."
    )
