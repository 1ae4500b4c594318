"""How one ship has another in sight, as on paper: the way there, range, ring, window, and a ship's own frame."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from sits_es.rules.sits.report.provenance import of_table
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.attitude import markers
from sits_es.space.avid import Window
from sits_es.space.bearing import bearing, ring_seen
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import vectors_in_words


def sight(board: Board, observer: str, target: str) -> Iterator[str]:
    """Range and window from one ship to another where both stand. Rule: flyer; sits rules 3."""
    here, there = board.ships[observer].position, board.ships[target].position
    way = there - here
    if not way:
        yield f"{observer} and {target} are both at {here}: range 0, no window."
        return
    high = abs(way.up)
    yield (
        f"{observer} at {here}, {target} at {there}: the way there is {vectors_in_words(way)}, "
        f"so H is {way.hexes} and V is {high}."
    )
    yield f"{range_words(board.tables, way.hexes, high)}."
    ring, why = ring_words(board.tables, way.hexes, high)
    yield f"{why}: {ring} ring; {side_words(way, ring)}seen through {board_window(board, way)} (sits rules 3)."


def board_window(board: Board, way: HexVector) -> Window:
    """The window of the map that shows what lies this way."""
    window = bearing(way, board.tables.range_table).window
    if window is None:
        raise ValueError("what lies in one's own place is seen through no window")
    return window


def range_words(tables: Tables, hexes: int, high: int) -> str:
    """The range of H hexes and V levels, with whose table gives it."""
    found = tables.range_table.range(hexes, high)
    by = of_table(tables, "range table", "ralt", "ranges", high, hexes)
    if found != isqrt(hexes**2 + high**2) or by.endswith("own table"):
        return f"Range {found}, as looked up for H {hexes} and V {high} ({by})"
    square = hexes**2 + high**2
    return f"Range: the root of {hexes}x{hexes} + {high}x{high} = {square}, dropped: {found} ({by})"


def ring_words(tables: Tables, hexes: int, high: int) -> tuple[str, str]:
    """The ring that shows a target, and why."""
    ring = tables.range_table.ring(hexes, high)
    if ring != ring_seen(hexes, high):
        return ring, f"H {hexes} and V {high} ({of_table(tables, 'range table', 'ralt', 'rings', high)})"
    if hexes == high:
        return ring, f"H and V are equal, {hexes}"
    smaller, larger = sorted((hexes, high))
    over = "more" if 4 * smaller > larger else "not more"
    return ring, f"{'V' if high > hexes else 'H'} is the larger; 4 x {smaller} = {4 * smaller} is {over} than {larger}"


def side_words(way: HexVector, ring: str) -> str:
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


def framed(board: Board, ship: str, window: Window, own: Window) -> str:
    """A window of the map in a ship's own frame, with where its markers stand. own: as the record has it."""
    attitude = board.ships[ship].attitude
    ends = markers(attitude)
    stand = ", ".join(
        f"{name} {getattr(ends, name)}" for name in ("nose", "stern", "port", "starboard", "top", "bottom")
    )
    marked = next(
        (name for name in ("nose", "stern", "port", "starboard", "top", "bottom") if getattr(ends, name) == window),
        None,
    )
    how = "counted from the nearest marker"
    if marked is not None:
        how = f"the window of its own {marked} marker"
    return f"{ship} lies {attitude}, its markers are {stand}; {window} is {own} of its frame, {how} (sits rules 4)."
