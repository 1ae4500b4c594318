"""What stands in each panel of the stepper, as lines: of one branch as it stood after one event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from commands.render.blocks import draw, hanging, scene_lines, without_pictures
from commands.render.pictures import FEWEST_ROWS
from sits_es.errors import GameError
from sits_es.report.blocks import Block, ReportLine, TextTable
from sits_es.service.explanation import explain

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene
    from sits_es.service.timeline import Timeline


#: The panels, and what stands above each.
PANELS: Final = {
    "map": "Map",
    "around": "Around",
    "unit": "Unit",
    "event": "Event",
    "events": "Events",
    "differences": "Differences",
}
#: Those that are drawn of one branch alone.
OF_A_BRANCH: Final = ("map", "around", "unit", "event")


def page(
    panel: str,
    timeline: Timeline,
    version: int,
    unit: str | None,
    size: tuple[int, int],
    *,
    whole: bool = False,
) -> list[Text]:
    """What stands in one of `OF_A_BRANCH`. unit: that is looked at; size: columns and rows of the panel.

    whole: with what the signs of a picture mean, though that be more than the panel has rows.
    """
    width, rows = size
    board = timeline.board(version)
    shown: Scene | Iterable[Block] | None
    if panel == "event":
        shown = _explained(timeline, version)
    elif board is None:
        shown = [ReportLine("The game is not set up yet.")]
    elif panel == "map":
        shown = timeline.report.scene(board) or timeline.report.overview(board)
    elif unit is None or timeline.rules.owner(board, unit) is None:
        shown = [ReportLine(f"{unit} is not there yet." if unit else "There is no unit to look at.")]
    elif panel == "unit":
        shown = without_pictures(timeline.report.unit(board, unit) or ())
    else:
        shown = timeline.report.around(board, unit)
        shown = shown or [ReportLine(f"There is no picture of {unit} at this moment.")]
    if isinstance(shown, Iterable):
        return list(draw(shown, width))
    return scene_lines(shown, width, None if whole else max(rows, FEWEST_ROWS))


def _explained(timeline: Timeline, version: int) -> Iterable[Block]:
    try:
        found = explain(timeline.opened, str(version), board=timeline.board)
    except GameError as refusal:
        return [ReportLine(str(refusal))]
    return list(found.blocks())


def differences(one: Timeline, at: int, other: Timeline, there: int, width: int) -> list[Text]:
    """What differs between two branches, each as it stood after an event."""
    boards = one.board(at), other.board(there)
    rows = [] if None in boards else one.report.differences(*boards)
    if not rows:
        return list(draw([ReportLine("The two branches are the same here.")], width))
    heads = (one.rules.language.unit.capitalize(), "What", one.called, other.called)
    return list(draw([TextTable(heads, rows, spaced=True)], width))


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
    for version in timeline.stops("event", unit):
        at = timeline.chapter(version)
        if at.number != chapter:
            chapter = at.number
            if at.turn > turn:
                turn = at.turn
                found.append(EventRow(None, f"{timeline.report.turn_named.capitalize()} {turn}"))
            found.append(EventRow(None, f"  {at.label}"))
        found.append(EventRow(version, ""))
    return found


def list_lines(timeline: Timeline, rows: Sequence[EventRow], version: int, size: tuple[int, int]) -> list[Text]:
    """The lines round the event at hand, that one as a whole. size: columns and rows."""
    width, high = size
    # the event at hand may be left out: then the last one before it is marked
    before = [number for number, row in enumerate(rows) if row.version is not None and row.version <= version]
    at = before[-1] if before else 0
    here = _at_hand(timeline, rows[at], width)[:high] if rows else []
    left = high - len(here)
    start = max(0, min(at - left // 2, len(rows) - 1 - left))
    above = [_line(timeline, row, width) for row in rows[start:at]]
    return [*above, *here, *(_line(timeline, row, width) for row in rows[at + 1 : at + 1 + left - len(above)])]


def _line(timeline: Timeline, row: EventRow, width: int) -> Text:
    """A row in one line, cut between two words where it is longer."""
    text = _whole(timeline, row)
    if text.cell_len > width:
        text.truncate(width - 2)
        space = text.plain.rfind(" ")
        # what has no blank to cut at is cut anywhere
        if space > width // 2:
            text.right_crop(len(text.plain) - space)
        text.append(" …")
    return text


def _at_hand(timeline: Timeline, row: EventRow, width: int) -> list[Text]:
    """The row that is marked, in as many lines as it takes."""
    text = _whole(timeline, row)
    found = [text] if text.cell_len <= width else [*hanging(ReportLine(text.plain, hang=4), width)]
    for line in found:
        line.pad_right(max(0, width - line.cell_len))
        line.stylize(f"{text.style} reverse")
    return found


def _whole(timeline: Timeline, row: EventRow) -> Text:
    if row.version is None:
        return Text(row.text, "bold", no_wrap=True, end="")
    sign, style = SIGNS.get(timeline.deed(row.version) or "", (" ", ""))
    return Text(f"{sign} #{row.version} {timeline.text(row.version)}", style, no_wrap=True, end="")
