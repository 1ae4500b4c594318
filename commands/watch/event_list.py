"""The events of a branch as a list: turns, moments and events, those round the one at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

if TYPE_CHECKING:
    from sits_es.service.timeline import Timeline

#: Signs before events that are a shot or a loss, and how they look.
SIGNS: Final = {"shot": (">", "yellow"), "loss": ("!", "red")}


class EventRow(NamedTuple):
    """A line of the list. version: of its event, None for the head of a turn or a moment; text: of a head."""

    version: int | None
    text: str


def rows_of(timeline: Timeline, unit: str | None) -> list[EventRow]:
    """Every line of the list that is left for a unit."""
    found: list[EventRow] = []
    turn, chapter = 0, -1
    for version in timeline.shown(unit):
        at = timeline.chapter(version)
        if at.number != chapter:
            chapter = at.number
            if at.turn > turn:
                turn = at.turn
                found.append(EventRow(None, f"{timeline.report.turn_named.capitalize()} {turn}"))
            found.append(EventRow(None, f"  {at.label}"))
        found.append(EventRow(version, ""))
    return found


def list_lines(
    timeline: Timeline, rows: Sequence[EventRow], version: int, size: tuple[int, int], *, ascii_only: bool = False
) -> list[Text]:
    """The lines round the event at hand. size: columns and rows."""
    width, high = size
    # the event at hand may be left out: then the last one before it is marked
    before = [number for number, row in enumerate(rows) if row.version is not None and row.version <= version]
    at = before[-1] if before else 0
    start = max(0, min(at - high // 2, len(rows) - high))
    return [
        _line(timeline, row, width, at_hand=number == at, ascii_only=ascii_only)
        for number, row in enumerate(rows[start : start + high], start)
    ]


def _line(timeline: Timeline, row: EventRow, width: int, *, at_hand: bool, ascii_only: bool) -> Text:
    if row.version is None:
        text = Text(row.text, "bold", no_wrap=True, end="")
    else:
        sign, style = SIGNS.get(timeline.deed(row.version) or "", (" ", ""))
        text = Text(f"{sign} #{row.version} {timeline.text(row.version)}", style, no_wrap=True, end="")
    if text.cell_len > width:
        text.truncate(width - (1 if not ascii_only else 2))
        text.append(".." if ascii_only else "…")
    if at_hand:
        text.pad_right(max(0, width - text.cell_len))
        text.stylize("reverse")
    return text
