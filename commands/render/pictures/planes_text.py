"""Planes in character cells: a frame for each, every thing with its label and its pointer, and one legend for all.

Each cell shows what lies in its middle: lines over areas, things over both. A row is as high as two columns are wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import dropwhile, product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from commands.render.columns import hung
from commands.render.pictures.canvas import Canvas, Cell, Piece, dotted, printable, rows_for
from commands.render.pictures.figures import (
    SIDE_STYLES,
    any_way,
    arrow,
    badge,
    draw_course,
    listed,
    scales,
    signs,
)
from commands.render.pictures.planes import (
    Edges,
    Plane,
    PlanePicture,
    Spot,
    Thing,
    crowds,
    layouts,
    middle,
    plane_picture,
)
from sits_es.report.scenes import SceneForm, ShapeScene, SpaceScene

#: The most rows of all planes together, and of a table inside its frame.
ROWS: Final = 64
TABLE_ROWS: Final = 34
#: The least rows inside the frame of a table with a key below it.
LEAST_TABLE: Final = 5
#: The least columns and rows inside a frame, and those that are left free round what is to be seen.
LEAST: Final = (24, 5)
MARGIN: Final = 1
#: Rows of a plane besides those inside its frame: title, frame, bar. Columns between things beside each other.
BESIDES: Final = 4
GAP: Final = 2
#: The rows of the smallest plane with its title, frame and bar, and how far in further lines of what is below stand.
FEWEST: Final = 9
INDENT: Final = 5
#: How bad it is that all balls and lines are named, or only those with a label, in halves of a missing thing.
LACKING: Final = (0, 1)
#: How much coarser than the first plane alone several may be where rows are few.
COARSER: Final = 2.5
#: A column is at least this part of what lengths are told in.
FINEST: Final = 10

#: The frame, corner by corner and side by side; up and to the right; the bar from left to right.
FRAME: Final = ("┌", "┐", "└", "┘", "─", "│")
WAYS: Final = ("↑", "→")
BAR: Final = ("├", "─", "┤")

#: Signs of areas, in the order of the scene; of a thing, where it isn't inside an area; where it is; of lines; of
#: circles and of what is inside solid ones.
AREAS: Final = "·:'-~=,;`\"_!"
THING: Final = "▒"
INSIDE: Final = "█"
LINE: Final = "∙"
STRAND: Final = "~"
RING: Final = "∘"
SOLID: Final = "░"

#: What is drawn first where things lie upon each other.
ORDER: Final = ("area", "ball", "strand", "line", "thing", "overlap")


class Pane(Struct, frozen=True, kw_only=True):
    """A plane and its place on a sheet: cells inside a frame.

    left, top: where the first cell begins; scale: units of a column, and half of those of a row; columns, rows: inside
    the frame; corner: the cell of the frame's upper left corner.
    """

    plane: Plane
    left: float
    top: float
    scale: float
    columns: int
    rows: int
    corner: Cell = (0, 0)

    def cell(self, spot: Spot) -> Cell:
        """The cell that a place is in, in or out of the frame."""
        column, row = (spot[0] - self.left) / self.scale, (self.top - spot[1]) / (2 * self.scale)
        return self.corner[0] + 1 + math.floor(column), self.corner[1] + 1 + math.floor(row)

    def spot(self, cell: Cell) -> Spot:
        """The place in the middle of a cell."""
        column, row = cell[0] - self.corner[0] - 1, cell[1] - self.corner[1] - 1
        return self.left + (column + 0.5) * self.scale, self.top - (2 * row + 1) * self.scale

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is inside the frame."""
        column, row = cell[0] - self.corner[0], cell[1] - self.corner[1]
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def within(self, corners: Sequence[Spot]) -> frozenset[Cell]:
        """The cells whose middles a shape holds, as far as the frame and one cell around it."""
        found: list[Cell] = []
        left, top = self.corner
        first = self.spot(self.corner)[0]
        for row in range(top, top + self.rows + 2):
            # from one edge up to the next is inside
            ends = [math.ceil((x - first) / self.scale) for x in sorted(crossings(corners, self.spot((left, row))[1]))]
            for start, end in zip(ends[::2], ends[1::2], strict=True):
                found += [(left + at, row) for at in range(max(start, 0), min(end, self.columns + 2))]
        return frozenset(found)

    def disc(self, middle: Cell, radius: float) -> frozenset[Cell]:
        """The cells inside a circle about the middle of a cell, as far as the frame and one cell around it."""
        left, top = self.corner
        cells = product(range(left, left + self.columns + 2), range(top, top + self.rows + 2))
        reach = (radius / self.scale + 0.5) ** 2
        return frozenset(at for at in cells if (at[0] - middle[0]) ** 2 + 4 * (at[1] - middle[1]) ** 2 <= reach)


def crossings(corners: Sequence[Spot], y: float) -> list[float]:
    """Where the edges of a shape cross a height, in no order; none where it lies above or below."""
    found: list[float] = []
    before_x, before_y = corners[-1]
    for corner_x, corner_y in corners:
        if (corner_y > y) != (before_y > y):
            found.append(corner_x + (y - corner_y) * (before_x - corner_x) / (before_y - corner_y))
        before_x, before_y = corner_x, corner_y
    return found


def planes_text(scene: SpaceScene | ShapeScene, width: int, rows: int | None = None) -> Canvas:
    """The planes and their legend in so many columns.

    rows: the most that they may have, 10 up; there is no legend then.
    """
    sheet = _Sheet(plane_picture(scene), width)
    if isinstance(scene, ShapeScene):
        return sheet.table(rows)
    return sheet.whole() if rows is None else sheet.in_few_rows(rows)


class _Sheet:
    """A picture in so many columns."""

    def __init__(self, picture: PlanePicture, width: int) -> None:
        self.picture, self.width, self.colours = picture, width, picture.colours

    def table(self, rows: int | None) -> Canvas:
        """One plane without a title, with its legend where rows are not counted."""
        plane, sheet = self.picture.planes[0], Canvas(self.width)
        if rows is None:
            pane = _table_pane(plane, plane.edges, self.width, TABLE_ROWS)
            self._plane(sheet, pane)
            sheet.write(0, pane.rows + 3, list(self._legend(pane.scale)), indent=INDENT)
            return sheet
        seen = _round_things(plane, self.picture.ruler or 0)
        pane = _table_pane(plane, seen, self.width, rows - 2)
        key = self._key(pane)
        if 0 < len(key) <= rows - 2 - LEAST_TABLE:
            pane = _table_pane(plane, seen, self.width, rows - 2 - len(key))
            sheet.write(0, pane.rows + 2, key, indent=0)
        self._plane(sheet, pane)
        return sheet

    def _key(self, pane: Pane) -> list[list[Piece]]:
        """What the signs of the areas in a plane mean, in few words: lines that are broken between two of them."""
        lines: list[list[Piece]] = []
        room = 0
        for form, sign in self._area_signs.items():
            if not any(map(pane.holds, self._held(pane, form))):
                continue
            said = f"{sign} {printable(form.label or form.name)}"
            if not lines or room < GAP + cell_len(said):
                lines, room = [*lines, []], self.width + GAP
            lines[-1] += [(" " * GAP, "")] if lines[-1] else []
            lines[-1].append((said, self._style(form)))
            room -= GAP + cell_len(said)
        return lines

    def whole(self) -> Canvas:
        """All planes, what they have no room for, and the legend."""
        panes = _in_rows(ROWS, self._laid_out(self.picture.planes, MARGIN))
        sheet, drawn = self._drawn(panes)
        below = max((pane.corner[1] + pane.rows + 4 for pane in panes), default=0)
        scale = panes[0].scale if panes else 1
        sheet.write(0, below, [*([(line, "")] for line in self._crowds(drawn)), *self._legend(scale)], indent=INDENT)
        return sheet

    def in_few_rows(self, rows: int) -> Canvas:
        """The planes so large that the fewest things have no room in them, with what is told beside the bar or below.

        Only the first plane where several are not seen as well. What the planes have no room for is told in any case,
        if need be in more rows, and what labels mean; what other balls and lines are called, where there is room.
        """
        keys = [(" " * GAP).join(named) for named in self._names()]
        best: tuple[tuple[int, ...], Canvas, str, str] | None = None
        tried: list[list[Pane]] = []
        planes = [self.picture.planes[:many] for many in (1, 2, 3)]
        sizes = [[[*self._laid_out(each, margin)] for each in planes] for margin in (MARGIN, 0)]
        for few, left in product(sizes, range(rows, FEWEST - 1, -1)):
            panes = _few_panes([_in_rows(left + 1, each) for each in few])
            if panes in tried:
                continue
            tried.append(panes)
            sheet, drawn = self._drawn(panes)
            crowded = self._crowds(drawn)
            missed = [len(left_out) for _, left_out in drawn]
            for named, lacking in zip(keys, LACKING, strict=True):
                unseen = 2 * sum(missed[:1]) + (lacking if named != keys[0] else 0), -len(panes), sum(missed)
                if best is not None and best[0] <= (0, *unseen):
                    continue
                goes = bool(named) and _end(sheet) + GAP + cell_len(named) <= self.width
                beside, below = (named, crowded) if goes else ("", [*crowded, named] if named else crowded)
                told = (" " * GAP).join(below)
                lines = len(hung(Text(told), self.width, INDENT)) if told else 0
                over = max(sheet.height + lines - rows, 0)
                if best is None or (over, *unseen) < best[0]:
                    best = (over, *unseen), sheet, beside, told
        if best is None:
            return Canvas(self.width)
        _, sheet, beside, told = best
        sheet.put(_end(sheet) + GAP, sheet.height - 1, beside)
        sheet.write(0, sheet.height, [[(told, "")]] if told else [], indent=INDENT)
        return sheet

    # layout

    def _laid_out(self, planes: Sequence[Plane], margin: int) -> Iterator[tuple[int, list[Pane]]]:
        """The planes at each scale at which they go into the width, in as few rows as they can, the finest first.

        Each time with how many rows they need. margin: rows that are free above and below what is to be seen.
        """
        titles = max((cell_len(plane.titled(WAYS)) for plane in planes), default=0)
        least = max(1, self.picture.gauge.length // FINEST)
        for scale in dropwhile(lambda scale: scale < least, scales()):
            panes = [_pane(plane, scale, titles, self.width, margin) for plane in planes]
            ways = [way for way in layouts(panes) if max(map(_wide, way), default=0) <= self.width]
            if ways:
                best = min(ways, key=lambda way: sum(map(_high, way)))
                yield sum(map(_high, best)), list(_placed(best))
            if all(plane.edges.across <= scale and plane.edges.high <= 2 * scale for plane in planes):
                return  # no coarser scale makes them smaller

    # drawing

    def _drawn(self, panes: Sequence[Pane]) -> tuple[Canvas, list[tuple[Pane, list[Thing]]]]:
        """The planes, each with its title and its bar, and with what there is no room for in it."""
        sheet = Canvas(self.width)
        room = min((pane.scale * (pane.columns // 2) for pane in panes), default=1)
        drawn = []
        for pane in panes:
            left, top = pane.corner
            if pane.plane.title:
                title = pane.plane.titled(WAYS)
                sheet.put(left, top - 1, set_cell_size(title, pane.columns + 2).rstrip(), "bold")
            drawn.append((pane, self._plane(sheet, pane)))
            start, along, end = BAR
            length = self.picture.bar(int(pane.scale), room)
            bar = start + along * int(length // pane.scale - 1) + end
            told = f"{bar} {printable(self.picture.told(length))}"
            sheet.put(left + 1, top + pane.rows + 2, set_cell_size(told, pane.columns + 1).rstrip())
        return sheet, drawn

    def _plane(self, sheet: Canvas, pane: Pane) -> list[Thing]:
        """Draw one plane in its frame; the things for which there is no room in it."""
        plane = pane.plane
        upper_left, upper_right, lower_left, lower_right, across, up = FRAME
        left, top = pane.corner
        sheet.put(left, top, upper_left + across * pane.columns + upper_right)
        for row in range(top + 1, top + pane.rows + 1):
            sheet.put(left, row, up)
            sheet.put(left + pane.columns + 1, row, up)
        sheet.put(left, top + pane.rows + 1, lower_left + across * pane.columns + lower_right)
        for form in (each for kind in ORDER for each in plane.forms if each.kind == kind):
            for cell, sign, style in self._cells(pane, form):
                if pane.holds(cell):
                    sheet.put(*cell, sign, style)
        for thing in plane.things:
            if thing.course is not None and (end := pane.cell(thing.course)) != (start := pane.cell(thing.at)):
                draw_course(sheet, thing.figure.colour, start, end, pane.holds)
        left_out, taken = self._things(sheet, pane)
        labels = ((form.label, middle(form.spots)) for form in plane.forms if form.label and form.kind != "area")
        for label, spot in dict.fromkeys(labels):
            words = printable(label)[:3]
            column, row = pane.cell(spot)
            sheet.put_near(column - cell_len(words) // 2, row, words, "bold", taken, pane.holds)
        return left_out

    def _things(self, sheet: Canvas, pane: Pane) -> tuple[list[Thing], set[Cell]]:
        """Write things where they stand, or near it; those for which there was no room, and the cells written on.

        None stands above one in its columns that is farther up.
        """
        things = pane.plane.things
        texts = [badge(thing.figure) + arrow(thing.figure)[0] for thing in things]
        places = [self._place(pane, thing, cell_len(text)) for thing, text in zip(things, texts, strict=True)]
        lost, taken = list[Thing](), set[Cell]()
        rows = rows_for(places, [thing.at[1] for thing in things], pane.holds)
        for thing, text, (column, _, width), row in zip(things, texts, places, rows, strict=True):
            if row is None:
                lost.append(thing)
                continue
            sheet.put(column, row, text, SIDE_STYLES[thing.figure.colour])
            taken |= {(column + at, row) for at in range(width)}
        return lost, taken

    def _place(self, pane: Pane, thing: Thing, width: int) -> tuple[int, int, int]:
        """The column, row and width of a thing's text."""
        (column, row), left = pane.cell(thing.at), pane.corner[0]
        if thing.base is not None:
            column = max(column - width // 2, left + 1)
        return min(column, left + pane.columns - width + 1), row, width

    def _cells(self, pane: Pane, form: SceneForm) -> Iterator[tuple[Cell, str, str]]:
        """The cells of a form, each with its sign and style."""
        cells: Iterable[Cell]
        match form.kind:
            case "ball" if form.radius < pane.scale:
                cells, sign = (pane.cell(form.spots[0]),), RING
            case "ball":
                disc = pane.disc(pane.cell(form.spots[0]), form.radius)
                if form.weight == "strong":
                    yield from ((cell, SOLID, "dim") for cell in disc)
                cells, sign = _border(disc), RING
            case "strand" | "line":
                start, end = map(pane.cell, form.spots)
                sign, apart = (STRAND, 1) if form.kind == "strand" else (LINE, 2)
                cells = (start, *dotted(start, end, apart))
            case "area":
                held = self._held(pane, form)
                only_borders = len({area.of for area in self._area_signs}) > 1
                cells, sign = _border(held) if only_borders else held, self._area_signs.get(form, "")
            case _:
                cells, sign = pane.within(form.spots), THING if form.kind == "thing" else INSIDE
        yield from ((cell, sign, self._style(form)) for cell in cells)

    def _held(self, pane: Pane, form: SceneForm) -> frozenset[Cell]:
        """The cells of an area that has a sign: of one that is nobody's one at the least."""
        if form not in self._area_signs:
            return frozenset()
        return pane.within(form.spots) or frozenset([] if form.of else [pane.cell(middle(form.spots))])

    # what is told

    @cached_property
    def _area_signs(self) -> dict[SceneForm, str]:
        """The signs of the areas that are filled."""
        filled = [form for form in self.picture.legend if form.kind == "area" and form.weight != "open"]
        numbers = (at if form.sign is None else form.sign for at, form in enumerate(filled))
        return {form: AREAS[number % len(AREAS)] for form, number in zip(filled, numbers, strict=True)}

    def _crowds(self, drawn: Iterable[tuple[Pane, list[Thing]]]) -> list[str]:
        """Things for which planes have no room, with the one that stands there."""
        found: list[str] = []
        for pane, left_out in drawn:
            shown = [each for each in pane.plane.things if each not in left_out]
            pairs = []
            for thing in left_out:
                here = min(shown, key=partial(_apart, pane, thing))
                pairs.append((badge(here.figure), badge(thing.figure)))
            if pane.plane.title:
                found += map(printable, crowds(pane.plane.title, pairs))
        return found

    def _names(self) -> Iterator[tuple[str, ...]]:
        """What balls and lines are: `H4 Haven (planet)`, `~ web-1`; then only those with a label."""
        forms = self.picture.legend
        yield tuple(dict.fromkeys(map(self._named, forms)))
        yield tuple(dict.fromkeys(self._named(form) for form in forms if form.label))

    def _named(self, form: SceneForm) -> str:
        sign = form.label[:3] or (STRAND if form.kind == "strand" else RING)
        return printable(f"{sign} {form.name}" + (f" ({form.what})" if form.what else ""))

    def _legend(self, scale: float) -> Iterator[list[Piece]]:
        """The legend, line by line: the scale, the signs, then each thing in words; mere names stand in columns."""
        picture, markers = self.picture, self.picture.markers
        yield [(printable(f"A column is {picture.told(scale)}, a row {picture.told(2 * scale)}."), "")]
        yield [("  ".join(map(printable, self._signs())), "")]
        yield [("", "")]
        things = list(listed(markers))
        bare = not picture.is_table and not any(marker.facts for marker in markers)
        yield from _in_columns(things, self.width) if bare else things
        yield from filter(None, map(self._row, picture.legend))

    def _signs(self) -> Iterator[str]:
        """What the signs mean, one by one."""
        words = self.picture.words
        kinds = {form.kind for plane in self.picture.planes for form in plane.forms}
        if self.picture.is_table:
            yield f"{THING} {words.unit}"
            yield from [f"{INSIDE} what an area holds"] if "overlap" in kinds else []
            yield from [f"{LINE * 3} line"] if "line" in kinds else []
            yield from [f"{any_way()} {words.pointer}"] if words.pointer else []
            return
        pointers = [thing.figure.pointer for plane in self.picture.planes for thing in plane.things]
        yield from signs(words, pointers)
        yield from [f"{RING * 3} {words.ball}"] if words.ball and "ball" in kinds else []
        yield from [f"{STRAND * 3} {words.line}"] if words.line and "strand" in kinds else []

    def _style(self, form: SceneForm) -> str:
        """Its owner's colour; dim for an area that no answer is about."""
        colour = self.colours.get(form.inside or form.of) if form.kind != "front" else None
        style = "" if colour is None else SIDE_STYLES[colour]
        return style.replace("bold", "dim") if form.kind == "area" and form.weight != "strong" else style

    def _row(self, form: SceneForm) -> list[Piece]:
        """What the legend says of a form; nothing of an area that has no sign."""
        if form.kind == "line":
            return [(printable(form.told), "")]
        if form.kind == "area":
            sign, strong = self._area_signs.get(form, ""), form.weight == "strong"
            told = (printable(form.told), "bold" if strong else "")
            return [(f"{sign:<4} ", self._style(form)), told] if sign else []
        sign = STRAND if form.kind == "strand" else SOLID if form.weight == "strong" else RING
        sign += printable(form.label)[:3]
        said = f"  {printable(', '.join(form.facts))}" if form.facts else ""
        return [(f"{sign:<4} ", ""), (printable(form.name), "bold"), (said, "")]


def _in_columns(things: Sequence[list[Piece]], width: int) -> Iterator[list[Piece]]:
    """Things beside each other, as many as go into the width, in order down each column."""
    wide = [sum(cell_len(text) for text, _ in thing) for thing in things]
    column = max(wide, default=0) + GAP
    rows = -(-len(things) // max(1, (width + GAP) // column))
    for row in range(rows):
        line: list[Piece] = []
        for number in range(row, len(things), rows):
            line += [*things[number], (" " * (column - wide[number]), "")]
        yield line[:-1]


def _end(sheet: Canvas) -> int:
    """The first column that is free in the last row."""
    return sum(cell_len(text) for text, _ in sheet.spans(sheet.height - 1))


def _apart(pane: Pane, one: Thing, other: Thing) -> int:
    (column, row), (to_column, to_row) = pane.cell(one.at), pane.cell(other.at)
    return abs(column - to_column) + 2 * abs(row - to_row)


# where planes stand


def _round_things(plane: Plane, margin: float) -> Edges:
    """The part of a table where things stand: with a margin, and with what lies less than two further off."""
    edges = plane.edges
    if not plane.things:
        return edges
    seen = _about((spot for form in plane.forms if form.kind == "thing" for spot in form.spots), margin)
    spots = [(seen.left, seen.bottom), (seen.right, seen.top)]
    for form in plane.forms:
        lies = _about(form.spots, 2 * margin)
        if form.kind == "area" and not form.of and lies.left < seen.right and seen.left < lies.right:
            spots += form.spots if lies.bottom < seen.top and seen.bottom < lies.top else ()
    seen = _about(spots, 0)
    return Edges(
        max(seen.left, edges.left),
        max(seen.bottom, edges.bottom),
        min(seen.right, edges.right),
        min(seen.top, edges.top),
    )


def _about(spots: Iterable[Spot], margin: float) -> Edges:
    """The edges of some places with a margin."""
    across, up = zip(*spots, strict=True)
    return Edges(min(across) - margin, min(up) - margin, max(across) + margin, max(up) + margin)


def _table_pane(plane: Plane, seen: Edges, width: int, most_rows: int) -> Pane:
    """A table in so many columns and rows at the most: the part that is to be seen, and what else there is room for."""
    edges = plane.edges
    across, high = max(seen.across, 1.0), max(seen.high, 1.0)
    scale = max(across / (width - 2), high / (2 * most_rows))
    # so that the scale can be told in few digits, the picture never being larger than it may
    step = 10 ** (math.floor(math.log10(scale)) - 1)
    scale = math.ceil(scale / step - 1e-9) * step
    columns = min(width - 2, max(1, math.ceil(edges.across / scale - 1e-9)))
    rows = min(most_rows, max(1, math.ceil(edges.high / (2 * scale) - 1e-9)))
    wide, deep = columns * scale, 2 * rows * scale
    left = _inside(edges.left, edges.right - wide, (seen.left + seen.right - wide) / 2)
    top = _inside(edges.bottom + deep, edges.top, (seen.top + seen.bottom + deep) / 2)
    return Pane(plane=plane, left=left, top=top, scale=scale, columns=columns, rows=rows)


def _inside(low: float, high: float, wanted: float) -> float:
    """The number between two bounds that is nearest to what is wanted; their middle where they leave nothing."""
    return (low + high) / 2 if low > high else min(max(wanted, low), high)


def _in_rows(rows: int, sizes: Iterable[tuple[int, list[Pane]]]) -> list[Pane]:
    """The finest of several sizes that goes into so many rows; none where none does."""
    return next((panes for high, panes in sizes if high <= rows), [])


def _few_panes(few: Sequence[list[Pane]]) -> list[Pane]:
    """As many planes as can be drawn at a scale not much coarser than the first alone would be; at least the first."""
    fine = [panes for panes in few if panes and panes[0].scale <= COARSER * few[0][0].scale]
    return fine[-1] if fine else few[0]


def _pane(plane: Plane, scale: int, title: int, width: int, margin: int) -> Pane:
    """A plane of a space at a scale; what is to be seen is in the middle. title: columns of the longest."""
    edges = plane.edges
    across, down = int(-(-edges.across // scale)) + 1, int(-(-edges.high // (2 * scale))) + 1
    columns = max(across + 2 * MARGIN, min(max(LEAST[0], title - 2), width - 2))
    rows = max(down + 2 * margin, LEAST[1])
    left = edges.left - ((columns - across) // 2 + 0.5) * scale
    top = edges.top + ((rows - down) // 2 * 2 + 1) * scale
    return Pane(plane=plane, left=left, top=top, scale=scale, columns=columns, rows=rows)


def _wide(row: Sequence[Pane]) -> int:
    return sum(pane.columns + 2 for pane in row) + GAP * (len(row) - 1)


def _high(row: Sequence[Pane]) -> int:
    return max(pane.rows for pane in row) + BESIDES + 1


def _placed(rows: Sequence[Sequence[Pane]]) -> Iterator[Pane]:
    down = 1
    for row in rows:
        right = 0
        for pane in row:
            yield replace(pane, corner=(right, down))
            right += pane.columns + 2 + GAP
        down += _high(row)


# which cells show a form


def _border(held: frozenset[Cell]) -> Iterator[Cell]:
    """Those of an area's cells that have one beside, above or below them that isn't the area's."""
    for column, row in held:
        beside = ((column + 1, row), (column - 1, row), (column, row - 1), (column, row + 1))
        if not held.issuperset(beside):
            yield column, row
