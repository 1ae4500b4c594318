"""How one place sees another: range, ring, window, and a ship's own frame. Rule: flyer; sits rules 3 and 4."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from sits_es.rules.sits.tables.section import OWN, source
from sits_es.rules.sits.tables.values import Tables
from sits_es.sentences import either, listed
from sits_es.space.arcs import FACINGS, MARKERS, facing, slide
from sits_es.space.attitude import Attitude, markers
from sits_es.space.avid import PLACES, Window, centre, ring_of
from sits_es.space.bearing import bearing, ring_seen
from sits_es.space.hexes import HexVector
from sits_es.space.sphere import angle


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
    root = f"the square root of {hexes}x{hexes} + {high}x{high} = {square}"
    return f"Range: {root}, rounded down: {found} (range table: {whose})"


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


def frames(on_map: object, own: object) -> str:
    """A window in both frames, as every sentence names them: `A (map), F (ship)`; none for a shared place."""
    return "none" if on_map is None else f"{on_map} (map), {own} (ship)"


def framed(ship: str, attitude: Attitude, window: Window, own: Window) -> str:
    """A window of the map in a ship's own frame, with where its markers stand. own: as the record has it."""
    ends = markers(attitude)
    names = ("nose", "stern", "port", "starboard", "top", "bottom")
    stand = ", ".join(f"{name} {getattr(ends, name)}" for name in names)
    marked = [name for name in names if getattr(ends, name) == window]
    how = f"the window of its own {marked[0]} marker" if marked else _counted_off(own)
    return (
        f"{ship}'s attitude is {attitude}, with its markers at {stand}; {window} is {own} in its frame, {how} "
        "(sits rules 4)."
    )


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


def wedge_words(own: Window) -> str:
    """What the wedge does to a shot that comes in through a window of the ship's frame. Rule: sits rules 4."""
    match ring_of(own):
        case "amber":
            return (
                f"{own} is in the amber row: none of the wedge is in the way, so no rolled-ship bonus is added (house)."
            )
        case "blue":
            return (
                f"{own} is in a blue row: part of the wedge is in the way, so the rolled-ship bonus is added (house)."
            )
        case ring:
            sides = either(slide(own))
            return (
                f"{own} is in a {ring} row, behind the wedge: no beam goes in or out, and a missile slides to {sides}, "
                "which adds the rolled-ship bonus (house)."
            )


def facing_words(own: Window) -> str:
    """How far a window of a ship's frame lies from each facing. Rule: sits rules 4."""
    degrees = {side: round(angle(centre(own), centre(MARKERS[side]))) for side in FACINGS}
    apart = listed(f"{side} {number}" for side, number in degrees.items())
    return f"Degrees from {own} to the markers of the facings: {apart}"
