"""What stands beside the map, event by event: each unit in a line, its sheet row by row, its AVID, and who is ahead.

What is told again is only what changed: a list is told whole, or as the rows that changed, by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from msgspec import Struct, field

from commands.render.html.marks import PageValues
from commands.render.pictures.canvas import printable
from sits_es.report import Report
from sits_es.report.blocks import Block, Boxes, Fields, Heading, Phrase, Picture, ReportLine, Screen, TextTable
from sits_es.report.glance import VITAL, Glance
from sits_es.report.scenes import AvidScene
from sits_es.sentences import visible

#: A row as it is written as JSON: what it is in a letter, then its texts.
SheetRow = list[Any]


class Units(Struct):
    """What was told so far. lines, sheets, avids: rows by unit; order: of the units; measures: of the sides.

    sides: whose each unit is that was ever told of; around: whether any had an AVID; values: what each unit's line and
    sheet were made from, since the board before; seen: and the AVIDs.
    """

    lines: dict[str, list[SheetRow]] = field(default_factory=dict)
    sheets: dict[str, list[SheetRow]] = field(default_factory=dict)
    avids: dict[str, list[SheetRow]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    measures: list[str] = field(default_factory=list)
    sides: dict[str, str] = field(default_factory=dict)
    around: bool = False
    values: dict[str, object] = field(default_factory=dict)
    before: Any = None
    seen: object = None

    def whole(self) -> PageValues:
        """All of it, as if one event had brought it."""
        rows = {"u": dict(self.lines), "c": dict(self.sheets), "w": dict(self.avids)}
        return {**rows, "q": self.order, "m": self.measures}

    def changes(self, report: Report, before: Any, board: Any, seen: object, viewer: str | None) -> PageValues:
        """What is other than before, by the same short names.

        before: the board as the turn began, None if none has; seen: the board as it is seen, of which AVIDs are
        made; viewer: the side whose units are told in full, None for everybody's.
        """
        units = {each.name: each for each in report.lines(board if before is None else before, board)}
        same = {name for name, each in units.items() if each.values == self.values.get(name)}
        self.values = {name: each.values for name, each in units.items()}
        self.sides |= {name: each.side for name, each in units.items()}
        order = [*units]
        full = [name for name in order if viewer is None or self.sides[name] in ("", viewer)]
        kept = same if before is self.before else ()
        lines = {name: self.lines[name] if name in kept else _line(each.told) for name, each in units.items()}
        kept = same & self.sheets.keys()
        sheets = {name: self.sheets[name] if name in kept else _sheet(report.sheet(board, name)) for name in full}
        avids = self.avids.copy()
        if report.avids and self.seen != (seen := (seen, full)):
            around = ((name, report.around(board, name)) for name in full)
            self.seen, avids = seen, {name: _avid(avid) for name, avid in around if isinstance(avid, AvidScene)}
        self.before = before
        change: PageValues = {
            "u": _told(self.lines, lines),
            "c": _told(self.sheets, sheets),
            "w": _told(self.avids, avids),
        }
        if order != self.order or len(same) < len(order) or not order:
            measures = _measures(Glance(title="", measures=report.measures(board)))
            if measures != self.measures:
                change["m"] = self.measures = measures
        if order != self.order:
            change["q"] = self.order = order
        self.around = self.around or bool(self.avids)
        return {name: value for name, value in change.items() if value or name in "mq"}


def _told(known: dict[str, list[SheetRow]], now: dict[str, list[SheetRow]]) -> dict[str, Any]:
    """What changed of lists by name, which are known afterwards; None for one that is gone."""
    told: dict[str, Any] = {}
    for name in [name for name in known if name not in now]:
        told[name] = None
        del known[name]
    for name, rows in now.items():
        before = known.get(name)
        if rows is before or rows == before:
            continue
        if before is None or len(before) != len(rows):
            told[name] = rows
        else:
            told[name] = {at: row for at, (row, was) in enumerate(zip(rows, before, strict=True)) if row != was}
        known[name] = rows
    return told


def _measures(glance: Glance) -> list[str]:
    besides = (measure.text for measure in glance.measures[1:] if measure.sides)
    return [visible(said) for said in (glance.ahead, *besides) if said]


def _line(told: Iterable[Any]) -> list[SheetRow]:
    """What nobody may miss of a unit, one thing after the other, each in few words."""
    return [_phrases(each.short or each.phrases) for each in told if each.weight >= VITAL]


def _sheet(blocks: Iterable[Block]) -> list[SheetRow]:
    return [row for block in blocks for row in _rows(block)]


def _avid(scene: AvidScene) -> list[SheetRow]:
    return [[mark.kind, printable(mark.label), printable(mark.name), mark.window] for mark in scene.marks]


def _phrases(phrases: Iterable[Phrase]) -> list[Any]:
    """Words one after the other: a text, or a text with its tone."""
    return [visible(each.text) if each.tone == "plain" else [visible(each.text), each.tone] for each in phrases]


#: What a row is.
FIELD, BOXES, HEADS, CELLS, LINE, TITLE = "f", "b", "t", "r", "l", "h"


def _rows(block: Block) -> Iterator[SheetRow]:
    """A block row by row; of a picture and of what fills a screen nothing."""
    match block:
        case Fields():
            yield from ([FIELD, *map(printable, row)] for row in block.rows)
        case Boxes():
            yield [TITLE, printable(block.title)]
            yield from ([BOXES, printable(row.label), _phrases(row.boxes)] for row in block.rows)
        case TextTable():
            yield _cells(HEADS, block.heads)
            yield from (_cells(CELLS, row) for row in block.rows)
        case ReportLine():
            yield [LINE, _phrases(block.phrases)]
        case Heading(text=title):
            yield [TITLE, printable(title)]
        case Picture() | Screen():
            return
        case _:
            assert_never(block)


def _cells(kind: str, cells: Sequence[str]) -> SheetRow:
    return [kind, *map(printable, cells)]


def disc() -> PageValues:
    """An AVID without marks as SVG, and where each of its windows lies: azimuth and elevation in degrees."""
    from commands.render.pictures import render_apart
    from commands.render.pictures.avid import SIGNS
    from sits_es.space.avid import PLACES, WINDOWS

    svg, _ = render_apart(AvidScene(dict.fromkeys(WINDOWS, ()), ()))
    return {"svg": svg, "places": {window: list(PLACES[window]) for window in WINDOWS}, "signs": SIGNS}
