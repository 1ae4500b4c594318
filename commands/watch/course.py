"""A whole branch as one line: where its turns begin, where something is lost, and where the event at hand is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sits_es.service.timeline import Timeline

#: Such a line with fewer columns says nothing.
LEAST_WIDE: Final = 16

#: Gone through, to come, and the event at hand; each with its 7-bit form.
_GONE, _TO_COME, _HERE = ("━", "="), ("─", "-"), ("█", "#")
#: Where something is lost.
LOST: Final = "!"


def course_line(timeline: Timeline, version: int, width: int, *, ascii_only: bool = False) -> str:
    """The line, in so many columns; empty where there is too little room for one."""
    if width < LEAST_WIDE or not timeline.head:
        return ""
    at = _column(timeline, version, width)
    cells = [(_GONE if column < at else _TO_COME)[ascii_only] for column in range(width)]
    for loss in timeline.losses:
        cells[_column(timeline, loss, width)] = LOST
    free = 0
    for start in timeline.turns:
        column, name = _column(timeline, start, width), str(timeline.chapter(start).turn or "")
        # a number that would touch the one before is left out
        if name and column >= free and column + len(name) <= width:
            cells[column : column + len(name)] = name
            free = column + len(name) + 1
    cells[at] = _HERE[ascii_only]
    return "".join(cells)


def _column(timeline: Timeline, version: int, width: int) -> int:
    return version * (width - 1) // timeline.head
