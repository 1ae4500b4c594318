"""Numbers in pictures: curves over a game, bars to both sides of a middle, spreads over plays; as text and as SVG."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from commands.render.pictures.canvas import Canvas, printable
from commands.render.pictures.figures import SIDE_STYLES, Colour, scales, side_colours
from commands.render.pictures.svg import KeyRow, PictureParts, svg_text, tag
from sits_es.report.graphs import Bar, BarScene, Curve, CurveScene, SpreadBar, SpreadScene, as_decimal, tenths


class Reach(Struct, frozen=True):
    """The numbers from the lowest row to the highest."""

    low: Fraction
    high: Fraction

    def part(self, number: Fraction) -> Fraction:
        """How far up a number is, 0 to 1."""
        return (number - self.low) / (self.high - self.low)


def span_of(scene: CurveScene) -> Reach:
    """From 0 to the highest number; from the lowest where that is far from 0 and never 0."""
    numbers = [number for curve in scene.curves for number in curve.numbers if number is not None]
    low, high = min(numbers, default=Fraction(0)), max(numbers, default=Fraction(0))
    low = min(low, Fraction(0)) if 2 * low <= high else Fraction(math.floor(low))
    high = Fraction(math.ceil(high))
    return Reach(low, high if high > low else low + 1)


class CurveMark(Struct, frozen=True):
    """A curve as it is drawn. sign: its letter; colour: its side's; told: whose it is, from which number to which."""

    numbers: tuple[Fraction | None, ...]
    sign: str
    colour: Colour
    told: str


def curve_marks(scene: CurveScene) -> list[CurveMark]:
    """The curves in their order; after 26 the letters begin again."""
    sides = scene.sides or tuple(dict.fromkeys(curve.side for curve in scene.curves))
    colours = dict(zip(sides, side_colours(sides), strict=True))
    return [
        CurveMark(curve.numbers, chr(ord("a") + at % 26), colours[curve.side], _told(curve))
        for at, curve in enumerate(scene.curves)
    ]


def _told(curve: Curve) -> str:
    numbers = [number for number in curve.numbers if number is not None]
    whose = curve.name if curve.side in ("", curve.name) else f"{curve.name} ({curve.side})"
    if not numbers:
        return f"{whose}: nothing"
    first, last, low, high = numbers[0], numbers[-1], min(numbers), max(numbers)
    said = as_decimal(first) if low == high else f"{as_decimal(first)} to {as_decimal(last)}"
    said += f", at least {as_decimal(low)}" if low < min(first, last) else ""
    said += f", at most {as_decimal(high)}" if high > max(first, last) else ""
    return f"{whose}: {said}"


def _still(scene: CurveScene) -> str:
    """Those whose number was 0 all the time, in words; empty for none."""
    return f"Always 0: {', '.join(scene.still)}" if scene.still else ""


#: Rows of a picture at the most, and of one with more curves than a few; columns of a moment.
ROWS: Final = 10
TALL: Final = 16
FEW: Final = 4
STEP: Final = 6
#: Lines: along, up and down, and the two of the frame with its corner.
ALONG: Final = "─"
UP: Final = "│"
CORNER: Final = "└"


def curves_text(scene: CurveScene, width: int) -> Canvas:
    """The curves, the moments below them, and the legend, in so many columns."""
    sheet, span, curves = Canvas(width), span_of(scene), curve_marks(scene)
    title = printable(scene.heading)
    sheet.write(0, 0, [[(title, "bold")]], indent=2)
    top = sheet.height
    most = ROWS if len(scene.curves) <= FEW else TALL
    rows = max(2, min(most, int(span.high - span.low) + 1))
    ticks = {0: as_decimal(span.high), rows - 1: as_decimal(span.low)}
    left = max(map(len, ticks.values())) + 2
    for row in range(rows):
        sheet.put(left - 2 - len(ticks.get(row, "")), top + row, ticks.get(row, ""))
        sheet.put(left - 1, top + row, UP, "dim")
    columns = _columns(len(scene.moments), width - left - 1)
    sheet.put(left - 1, top + rows, CORNER + ALONG * (columns[-1][1] if columns else 0), "dim")
    _draw(sheet, curves, span, (left, top, rows), columns)
    for column, label in _text_labels(scene, columns, width - left):
        sheet.put(left + column, top + rows + 1, label)
    lines = [[(f"{curve.sign} ", SIDE_STYLES[curve.colour]), (printable(curve.told), "")] for curve in curves]
    if still := _still(scene):
        lines.append([(f"  {printable(still)}", "")])
    sheet.write(left, top + rows + 2, lines, indent=4)
    return sheet


def _columns(moments: int, room: int) -> list[tuple[int, int, int]]:
    """For each moment that is drawn: its first column, the one after its last, and which of the moments it is.

    Where there are more moments than columns, one stands for several: the last of them.
    """
    if moments <= room:
        step = max(1, min(STEP, room // max(moments, 1)))
        return [(at * step, (at + 1) * step, at) for at in range(moments)]
    return [(at, at + 1, (at + 1) * moments // room - 1) for at in range(room)]


def _draw(
    sheet: Canvas,
    curves: Sequence[CurveMark],
    span: Reach,
    place: tuple[int, int, int],
    columns: Sequence[tuple[int, int, int]],
) -> None:
    """Lines first, so that no letter is hidden by another curve's line."""
    left, top, rows = place
    signs: list[tuple[int, int, str, str]] = []
    for curve in curves:
        style, before = SIDE_STYLES[curve.colour], None
        for first, end, moment in columns:
            number = curve.numbers[moment]
            if number is None:
                before = None
                continue
            row = top + rows - 1 - round(span.part(number) * (rows - 1))
            sheet.put(left + first, row, ALONG * (end - first), style)
            if before is not None and before != row:
                for between in range(min(before, row) + 1, max(before, row)):
                    sheet.put(left + first, between, UP, style)
            if before != row or end == columns[-1][1]:
                signs.append((left + (first if before != row else end - 1), row, curve.sign, style))
            before = row
    taken: set[tuple[int, int]] = set()
    for column, row, sign, style in signs:
        free = next((cell for cell in (column, column + 1, column + 2) if (cell, row) not in taken), column)
        taken.add((free, row))
        sheet.put(free, row, sign, style)


def _text_labels(scene: CurveScene, columns: Sequence[tuple[int, int, int]], room: int) -> Iterator[tuple[int, str]]:
    """As many moments below the curves as there is room for, the last one among them, each with its column."""
    if not columns:
        return
    last = printable(scene.moments[columns[-1][2]])
    end = min(columns[-1][0], room - cell_len(last))
    free = 0
    for first, _, moment in columns[:-1]:
        label = printable(scene.moments[moment])
        if first >= free and first + cell_len(label) < end:
            yield first, label
            free = first + cell_len(label) + 1
    yield max(end, 0), last


#: The frame: its place and size.
LEFT, ABOVE, WIDE, HIGH = 70.0, 60.0, 900.0, 320.0
#: Dashes by curve, so that two of one side differ without letters too.
DASHES: Final = ("none", "8 4", "2 3", "10 3 2 3")
#: Lines across the frame, and moments below it, at the most.
LINES, LABELS = 5, 16
#: Height of a letter.
SIGN = 14.0


def curves_svg(scene: CurveScene) -> PictureParts:
    """The curves and their legend."""
    span, curves = span_of(scene), curve_marks(scene)
    parts = [tag("rect", x=LEFT, y=ABOVE, width=WIDE, height=HIGH, class_="sx-hex", stroke_width=1.5)]
    parts += _ticks(span)
    parts += _moments(scene)
    for at, curve in enumerate(curves):
        parts += _curve(scene, span, at, curve)
    parts += _signs(scene, span, curves)
    return PictureParts(LEFT + WIDE + 50, ABOVE + HIGH + 60, parts, list(_legend(scene, curves)))


def _y(span: Reach, number: Fraction) -> float:
    return ABOVE + HIGH - 12 - float(span.part(number)) * (HIGH - 24)


def _x(scene: CurveScene, at: int) -> float:
    return LEFT + WIDE * at / max(len(scene.moments), 1)


def _ticks(span: Reach) -> Iterator[str]:
    """Round numbers to the left of the frame, with a line each."""
    step = next(step for step in scales() if span.high - span.low <= step * LINES)
    for number in range(-step * (-math.ceil(span.low) // step), math.floor(span.high) + 1, step):
        y = _y(span, Fraction(number))
        yield tag("line", x1=LEFT, y1=y, x2=LEFT + WIDE, y2=y, class_="sx-hex", stroke_width=0.8)
        yield svg_text(LEFT - 8, y, str(number), 14, text_anchor="end")


def _moments(scene: CurveScene) -> Iterator[str]:
    """As many moments below the frame as there is room for."""
    every = -(-len(scene.moments) // LABELS)
    for at in range(0, len(scene.moments), max(every, 1)):
        label = printable(scene.moments[at])
        yield svg_text(_x(scene, at) + 2, ABOVE + HIGH + 16, label, 13, "sx-faint", text_anchor="start")


def _curve(scene: CurveScene, span: Reach, at: int, curve: CurveMark) -> Iterator[str]:
    class_ = f"sx-{curve.colour}-side"
    style = {"fill": "none", "stroke_width": 2.5, "stroke_dasharray": DASHES[at % len(DASHES)], "style": "fill:none"}
    runs: list[list[tuple[float, float]]] = [[]]
    for moment, number in enumerate(curve.numbers):
        if number is None:
            runs.append([])
            continue
        y = _height(span, at, number)
        runs[-1] += [(_x(scene, moment), y), (_x(scene, moment + 1), y)]
    for run in runs:
        if run:
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in run)
            yield tag("polyline", points=points, class_=class_, **style)


def _height(span: Reach, at: int, number: Fraction) -> float:
    """Where a curve runs: those that are the same for a while lie beside each other, not on each other."""
    return _y(span, number) - 1.5 * (at % len(DASHES))


def _signs(scene: CurveScene, span: Reach, curves: Sequence[CurveMark]) -> Iterator[str]:
    """The letter of each curve behind its end; those that end at the right edge apart from each other."""
    ends: list[tuple[float, int]] = []
    for at, curve in enumerate(curves):
        there = [(moment, number) for moment, number in enumerate(curve.numbers) if number is not None]
        if not there:
            continue
        (moment, number), last = there[-1], len(scene.moments) - 1
        y = _height(span, at, number)
        if moment == last:
            ends.append((y, at))
        else:
            yield svg_text(_x(scene, moment + 1) + 10, y, curve.sign, 14, font_weight="bold")
    gap, lowest = min(SIGN, HIGH / max(len(ends), 1)), ABOVE + HIGH
    for y, at in sorted(ends, reverse=True):
        lowest = min(y, lowest)
        yield svg_text(LEFT + WIDE + 12, lowest, curves[at].sign, 14, font_weight="bold")
        lowest -= gap


def _legend(scene: CurveScene, curves: Sequence[CurveMark]) -> Iterator[KeyRow]:
    for at, curve in enumerate(curves):
        style = {"class_": f"sx-{curve.colour}-side", "stroke_dasharray": DASHES[at % len(DASHES)], "stroke_width": 2.5}
        yield KeyRow(f"{curve.sign}  {printable(curve.told)}", tag("line", x1=-12, y1=0, x2=12, y2=0, **style))
    if scene.still:
        yield KeyRow(printable(_still(scene)), faint=True)


#: The least number that a whole side stands for, so that small ones look small.
LEAST_REACH: Final = 3.0


def bar_marks(scene: BarScene) -> list[tuple[Bar, float, Colour]]:
    """The bars in their order, each with how much of its side it is, -1 to 1, and with its owner's colour."""
    whose = scene.whose or tuple(dict.fromkeys(bar.whose for bar in scene.bars))
    colours = dict(zip(whose, side_colours(whose), strict=True))
    most = max([LEAST_REACH, *(abs(bar.number) for bar in scene.bars)])
    return [(bar, bar.number / most, colours[bar.whose]) for bar in scene.bars]


#: What bars are made of.
FULL: Final = "█"
#: Columns of a bar to one side, at the least and the most.
LEAST, MOST = 6, 20


def bars_text(scene: BarScene, width: int) -> Canvas:
    """The bars with their names before them and what they say behind, in so many columns."""
    sheet = Canvas(width)
    sheet.write(0, 0, [[(printable(scene.title), "bold")]], indent=2)
    kinds = [printable(bar.name) for bar in scene.bars]
    owners = [printable(f", {bar.whose}") for bar in scene.bars]
    said = [printable(bar.said) for bar in scene.bars]
    room = max(map(cell_len, said), default=0)
    longest = max(map(cell_len, map(operator.add, kinds, owners)), default=0)
    if width - longest - room - 5 < 2 * LEAST:
        said = [f"{bar.number:+.1f}" for bar in scene.bars]
        room = max(map(cell_len, said), default=0)
    label = min(longest, width - room - 5 - 2 * LEAST)
    half = max(LEAST, min(MOST, (width - label - room - 5) // 2))
    middle, row = label + 1 + half, sheet.height
    low, high = (printable(words) for words in (scene.low, scene.high))
    sheet.put(max(middle - 1 - cell_len(low), 0), row, low, "dim")
    sheet.put(middle + 2, row, high, "dim")
    for kind, owner, (_, part, colour), words in zip(kinds, owners, bar_marks(scene), said, strict=True):
        row += 1
        sheet.put(0, row, _name(kind, owner, label))
        length, style = round(abs(part) * half), SIDE_STYLES[colour]
        sheet.put(middle - length if part < 0 else middle + 1, row, FULL * length, style)
        sheet.put(middle, row, UP, "dim")
        sheet.put(middle + half + 2, row, words)
    return sheet


def _name(kind: str, owner: str, room: int) -> str:
    """What a bar is of; where there is little room the kind is cut first, so that its owner is still seen."""
    if cell_len(kind + owner) <= room:
        return kind + owner
    owner = set_cell_size(owner, min(cell_len(owner), room))
    return set_cell_size(kind, room - cell_len(owner)) + owner


#: Where names end, where the middle is, how far bars reach, where what is said begins.
NAMES, MIDDLE, REACH, SAID = 300.0, 500.0, 180.0, 700.0
ABOVE_BARS, BAR_ROW = 84.0, 26.0
WIDE_BARS: Final = 1100.0


def bars_svg(scene: BarScene) -> PictureParts:
    """The bars with their names before them and what they say behind."""
    below = ABOVE_BARS + BAR_ROW * len(scene.bars)
    parts = [
        svg_text(MIDDLE - 8, 60, printable(scene.low), 13, "sx-faint", text_anchor="end"),
        svg_text(MIDDLE + 8, 60, printable(scene.high), 13, "sx-faint", text_anchor="start"),
        *(part for row, mark in enumerate(bar_marks(scene)) for part in _bar(*mark, ABOVE_BARS + BAR_ROW * row)),
        tag("line", x1=MIDDLE, y1=ABOVE_BARS - 12, x2=MIDDLE, y2=below - 8, class_="sx-line", stroke_width=1.5),
    ]
    return PictureParts(WIDE_BARS, below + 20, parts, ())


def _bar(bar: Bar, part: float, colour: Colour, y: float) -> Iterator[str]:
    length = REACH * abs(part)
    yield svg_text(NAMES, y, printable(f"{bar.name}, {bar.whose}"), 14, text_anchor="end")
    x = MIDDLE - length if part < 0 else MIDDLE
    yield tag("rect", x=x, y=y - 8, width=length, height=16.0, class_=f"sx-{colour}-side")
    yield svg_text(SAID, y, printable(bar.said), 14, "sx-faint", text_anchor="start")


class SpreadMark(Struct, frozen=True):
    """A spread as it is drawn: how far along its scale each number is, 0 to 1; came: None if nobody knows."""

    bar: SpreadBar
    colour: Colour
    low: float
    middle: float
    high: float
    mean: float
    came: float | None


def spread_marks(scene: SpreadScene) -> list[SpreadMark]:
    """The spreads in their order. The scale of each ends at the greatest that its number comes to, for any side."""
    whose = tuple(sorted({bar.whose for bar in scene.bars}))
    colours = dict(zip(whose, side_colours(whose), strict=True))
    most: dict[str, Fraction] = {}
    for bar in scene.bars:
        most[bar.what] = max(most.get(bar.what, Fraction(1)), bar.spread.high, Fraction(bar.came or 0))
    found = []
    for bar in scene.bars:
        spread, scale = bar.spread, most[bar.what]
        low, middle, high, mean = (
            float(each / scale) for each in (spread.low, spread.middle, spread.high, spread.mean)
        )
        came = None if bar.came is None else float(bar.came / scale)
        found.append(SpreadMark(bar, colours[bar.whose], low, middle, high, mean, came))
    return found


#: What a spread is drawn with: from 5% of the plays to 95%, the middle, the mean, and what it really came to.
REST, MEDIAN, MEAN, CAME = "━", "█", "○", "\N{MULTIPLICATION SIGN}"
#: Columns between two columns; of a bar, at the least where there is room for all numbers, and at the most.
SPREAD_GAP, LEAST_SPREAD, MOST_SPREAD = 2, 12, 40


def spreads_text(scene: SpreadScene, width: int) -> Canvas:
    """A table of the spreads in so many columns, with a bar in each row, whose signs stand in the heads."""
    sheet = Canvas(width)
    if scene.title:
        sheet.write(0, 0, [[(printable(scene.title), "bold")]], indent=2)
    names, numbers = list(_names(scene, width // 3)), list(_numbers(scene))
    if width - _across([*names, *numbers]) < LEAST_SPREAD:
        numbers = [numbers[1], *numbers[3:]]
    left, top = _across([*names, *numbers]), sheet.height
    long = max(2, min(width - left, MOST_SPREAD))
    rows = [top, *range(top + 2, top + 2 + len(scene.bars))]
    column = 0
    for number, cells in enumerate([*names, *numbers]):
        wide = max(map(cell_len, cells))
        for row, cell in zip(rows, cells, strict=True):
            off = 0 if number < len(names) else wide - cell_len(cell)
            sheet.put(column + off, row, cell, "bold" if row == top else "")
        column += wide + SPREAD_GAP
    sheet.put(left, top, "from 0", "dim")
    sheet.put(0, top + 1, ALONG * (left + long))
    for row, mark in zip(rows[1:], spread_marks(scene), strict=True):
        style, low, high = SIDE_STYLES[mark.colour], round(mark.low * (long - 1)), round(mark.high * (long - 1))
        sheet.put(left + low, row, REST * (high - low + 1), style)
        signs = ((MEAN, mark.mean, style), (MEDIAN, mark.middle, style), (CAME, mark.came, "bold"))
        for sign, part, drawn in signs:
            if part is not None:
                sheet.put(left + round(part * (long - 1)), row, sign, drawn)
    return sheet


def _names(scene: SpreadScene, room: int) -> Iterator[list[str]]:
    """What each spread is of, where that is other than in the row above, and whose; a head before each."""
    whats = ["", *(bar.what for bar in scene.bars)]
    yield ["", *(_cut(what if what != before else "", room) for before, what in pairwise(whats))]
    yield ["", *(_cut(bar.whose, room) for bar in scene.bars)]


def _cut(name: str, room: int) -> str:
    name = printable(name)
    return set_cell_size(name, min(cell_len(name), room))


def _numbers(scene: SpreadScene) -> Iterator[list[str]]:
    """The numbers column by column, a head before each."""
    yield ["5%", *(as_decimal(bar.spread.low) for bar in scene.bars)]
    yield [f"{MEDIAN} middle", *(as_decimal(bar.spread.middle) for bar in scene.bars)]
    yield ["95%", *(as_decimal(bar.spread.high) for bar in scene.bars)]
    yield [f"{MEAN} mean", *(tenths(bar.spread.mean) for bar in scene.bars)]
    if any(bar.came is not None for bar in scene.bars):
        yield [f"{CAME} came to", *("" if bar.came is None else str(bar.came) for bar in scene.bars)]


def _across(columns: Sequence[Sequence[str]]) -> int:
    """Columns of a table without its bars, and the gap before those."""
    return sum(max(map(cell_len, cells)) + SPREAD_GAP for cells in columns)


#: Where spreads begin, how long they are, how high a row is. Their numbers stand above them, as a telephone is narrow.
SPREADS, LONG, SPREAD_ROW = 20.0, 480.0, 46.0


def spreads_svg(scene: SpreadScene) -> PictureParts:
    """The spreads below their numbers, and what the signs mean."""
    marks = spread_marks(scene)
    parts = [part for row, mark in enumerate(marks) for part in _spread(mark, ABOVE + SPREAD_ROW * row)]
    key = [
        KeyRow("from 5% of the plays to 95%; each line begins at 0", _rest(-12, 12, 0, "sx-ball")),
        KeyRow("the middle: as many plays below as above", _median(0, 0)),
        KeyRow("the mean", _mean(0, 0)),
        *([KeyRow("what it came to", _came(0, 0))] if any(mark.came is not None for mark in marks) else []),
    ]
    return PictureParts(LONG + 2 * SPREADS, ABOVE + SPREAD_ROW * len(marks) + 16, parts, key)


def _spread(mark: SpreadMark, above: float) -> Iterator[str]:
    bar, spread, y = mark.bar, mark.bar.spread, above + 20
    low, middle, high = map(as_decimal, (spread.low, spread.middle, spread.high))
    said = f"{bar.what}, {bar.whose}: {low} to {high}, middle {middle}, mean {tenths(spread.mean)}"
    said += "" if bar.came is None else f"; came to {bar.came}"
    yield svg_text(SPREADS, above, printable(said), 13, text_anchor="start")
    yield tag("line", x1=SPREADS, y1=y, x2=SPREADS + LONG, y2=y, class_="sx-hex", stroke_width=1.5)
    yield _rest(SPREADS + LONG * mark.low, SPREADS + LONG * mark.high, y, f"sx-{mark.colour}-side")
    yield _mean(SPREADS + LONG * mark.mean, y)
    yield _median(SPREADS + LONG * mark.middle, y)
    if mark.came is not None:
        yield _came(SPREADS + LONG * mark.came, y)


def _rest(low: float, high: float, y: float, class_: str) -> str:
    return tag("rect", x=low, y=y - 5, width=high - low, height=10.0, class_=class_, fill_opacity=0.45)


def _median(x: float, y: float) -> str:
    return tag("line", x1=x, y1=y - 9, x2=x, y2=y + 9, class_="sx-line", stroke_width=2.5)


def _mean(x: float, y: float) -> str:
    return tag("circle", cx=x, cy=y, r=5.0, class_="sx-line", stroke_width=2.0)


def _came(x: float, y: float) -> str:
    path = f"M{x - 6:.1f},{y - 6:.1f}l12,12m0,-12l-12,12"
    return tag("path", d=path, class_="sx-line", stroke_width=2.5)
