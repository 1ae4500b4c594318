"""A map of hexes with flat tops: how it is fitted into a picture, and how it is drawn in characters and as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final
from xml.sax.saxutils import escape

from attrs import field, frozen
from rich.cells import cell_len, set_cell_size

from commands.render.pictures.canvas import Canvas, Cell, Piece, centred, dotted, printable, wrapped
from commands.render.pictures.figures import (
    BADGES,
    COURSE,
    COURSE_END,
    HALO,
    SIDE_STYLES,
    Figure,
    around,
    arrow,
    arrow_svg,
    arrowhead,
    badge,
    badge_svg,
    figure_of,
    legend_svg,
    level_text,
    listed,
    pointed,
    scale_text,
    signs,
    signs_svg,
)
from commands.render.pictures.svg import PictureParts, letters_of, lines, shape, svg_text, tag, with_key
from sits_es.report.scenes import HexPlace, MapMarker, MapScene, MapWords, Region, Texture

#: A drawn hex: its axial numbers on a map where it stands for one hex or for many.
Drawn = tuple[int, int]

#: Drawn hexes left free round everything that is shown, where there is room.
MARGIN: Final = 1


@frozen(kw_only=True)
class Item(Figure):
    """What stands in a drawn hex."""

    marker: MapMarker

    @property
    def level(self) -> int:
        """The level where it stands."""
        future = self.marker.future
        return future.level if self.later and future else self.marker.place.level


def item_of(scene: MapScene, marker: MapMarker, *, later: bool = False) -> Item:
    """A marker as it is drawn, where it is or where it will be."""
    figure = figure_of(scene.markers, marker, later=later)
    return Item(marker=marker, side=figure.side, colour=figure.colour, later=later)


@frozen
class CourseLine:
    """A line from a thing's drawn hex to the one that its course leads to."""

    item: Item
    start: Drawn
    end: Drawn


@frozen
class View:
    """A part of the map, ready to draw.

    scale: hexes that one drawn hex is across, 1 up. left, right: the first and last column of drawn hexes. top, bottom:
    half rows, counted down (a hex has its middle in the half row 2 r + q). items: what stands where; regions: what lies
    below it.
    """

    scale: int
    left: int
    right: int
    top: int
    bottom: int
    items: dict[Drawn, tuple[Item, ...]]
    courses: tuple[CourseLine, ...]
    regions: dict[Drawn, tuple[Region, ...]] = field(factory=dict)

    @property
    def across(self) -> int:
        """Columns of drawn hexes."""
        return self.right - self.left + 1

    @property
    def down(self) -> int:
        """Half rows of drawn hexes, from the middle of the highest to the middle of the lowest, and one more."""
        return self.bottom - self.top + 1

    def hexes(self) -> Iterator[Drawn]:
        """Every drawn hex of the view, column by column from the left, downwards."""
        for q in range(self.left, self.right + 1):
            first = self.top + (self.top + q) % 2
            for half_row in range(first, self.bottom + 1, 2):
                yield q, (half_row - q) // 2

    def holds(self, drawn: Drawn) -> bool:
        """Whether the drawn hex is in the view."""
        return self.left <= drawn[0] <= self.right and self.top <= half_row(drawn) <= self.bottom


def half_row(drawn: Drawn) -> int:
    """How far down a drawn hex has its middle, in halves of a hex's height; any whole number."""
    return 2 * drawn[1] + drawn[0]


def scales() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on: the scales that a map may have."""
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def hex_scales() -> Iterator[int]:
    """1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50 and so on: steps so fine that little room stays unused.

    Things that are close together then share a drawn hex as seldom as can be.
    """
    yield from (1, 2, 3, 4, 5, 6, 8)
    for power in count(1):
        yield from (step * 10**power // 10 for step in (10, 12, 15, 20, 25, 30, 40, 50, 60, 80))


def drawn_hex(place: HexPlace, scale: int) -> Drawn:
    """The drawn hex that a place falls into: the nearest one, reckoned in whole numbers."""
    cube = (place.q, place.r, -place.q - place.r)
    near = [(2 * part + scale) // (2 * scale) for part in cube]
    if sum(near):
        off = [abs(part - scale * whole) for part, whole in zip(cube, near, strict=True)]
        worst = off.index(max(off))
        near[worst] -= sum(near)
    return near[0], near[1]


def fit(scene: MapScene, across: int, down: int) -> View:
    """The scene at the finest scale at which it goes into so many columns and half rows of drawn hexes (4 and 6 up)."""
    views = (fit_at(scene, across, down, scale) for scale in hex_scales())
    return next(view for view in views if view)


def fit_at(scene: MapScene, across: int, down: int, scale: int) -> View | None:
    """The scene at this scale, or None when it does not go into `across` columns and `down` half rows.

    Everything the markers stand on, now and later, is in it, with a margin, and every region; a course may leave it.
    """
    items, regions = _items(scene, scale), _regions(scene, scale)
    columns = [q for q, _ in (*items, *regions)] or [0]
    rows = [half_row(drawn) for drawn in (*items, *regions)] or [0]
    if max(columns) - min(columns) >= across - 2 * MARGIN or max(rows) - min(rows) >= down - 4 * MARGIN:
        return None
    left, right = _widened(min(columns), max(columns), MARGIN, min(across, LEAST[0]))
    top, bottom = _widened(min(rows), max(rows), 2 * MARGIN, min(down, LEAST[1]))
    return View(scale, left, right, top, bottom, items, tuple(_courses(scene, scale)), regions)


#: A picture of things that are close together still shows so many columns and half rows.
LEAST: Final = (9, 10)


def _widened(low: int, high: int, margin: int, least: int) -> tuple[int, int]:
    """A span with a margin at both ends, and more to make up the least that is wanted."""
    low, high = low - margin, high + margin
    missing = max(0, least - (high - low + 1))
    return low - missing // 2, high + missing - missing // 2


def _items(scene: MapScene, scale: int) -> dict[Drawn, tuple[Item, ...]]:
    """Things first, then future places, each in the order of the scene; no future in a thing's own drawn hex."""
    found: dict[Drawn, tuple[Item, ...]] = {}
    for later in (False, True):
        for marker in scene.markers:
            now = drawn_hex(marker.place, scale)
            place = marker.future if later else marker.place
            if place is None or (later and drawn_hex(place, scale) == now):
                continue
            drawn = drawn_hex(place, scale)
            found[drawn] = (*found.get(drawn, ()), item_of(scene, marker, later=later))
    return found


def _regions(scene: MapScene, scale: int) -> dict[Drawn, tuple[Region, ...]]:
    """What lies in each drawn hex, in the order of the scene, none of it twice."""
    found: dict[Drawn, tuple[Region, ...]] = {}
    for region in scene.regions:
        for drawn in dict.fromkeys(drawn_hex(place, scale) for place in region.places):
            found[drawn] = (*found.get(drawn, ()), region)
    return found


def _courses(scene: MapScene, scale: int) -> Iterator[CourseLine]:
    """The courses that are long enough to be seen."""
    for marker in scene.markers:
        if marker.course is None:
            continue
        start, end = drawn_hex(marker.place, scale), drawn_hex(marker.course, scale)
        if start != end:
            yield CourseLine(item_of(scene, marker), start, end)


@frozen
class HexForm:
    """A hex of characters.

    edges: its rows, the uppermost shared with the hex above; `.` is inside, a blank outside. pitch: columns from one
    hex to the next. rows: columns and widths of the rows inside that hold text.
    """

    edges: tuple[str, ...]
    pitch: int
    middle: tuple[int, int]
    rows: tuple[tuple[int, int], ...]

    @property
    def height(self) -> int:
        """Rows from one hex to the one below."""
        return len(self.edges) - 1


LARGE: Final = HexForm(
    ("  _____", " /.....\\", "/.......\\", "\\......./", " \\_____/"), 7, (4, 2), ((2, 5), (1, 7), (1, 7))
)
SMALL: Final = HexForm((" ____", "/....\\", "\\____/"), 5, (2, 1), ((1, 4), (1, 4)))

#: How many stand in a hex: Unicode and ASCII.
TIMES: Final = ("×", "x")  # noqa: RUF001 - times, not a letter

#: More than there is room for: Unicode and ASCII.
MORE: Final = ("…", "*")


def is_cluster(items: tuple[Item, ...], form: HexForm) -> bool:
    """Whether more things stand in a hex than are told apart in it."""
    return len(items) > len(form.rows)


def texts_of(
    items: tuple[Item, ...], form: HexForm, words: MapWords, *, ascii_only: bool, cluster: int = 0
) -> list[tuple[str, Item]]:
    """The rows of text for what stands in a hex: one thing in full, several in short; none where nothing does.

    cluster: the number by which the key tells what stands there, where there is no room for all of it.
    """
    if len(items) == 1:
        whole = _whole_large if form is LARGE else _whole_small
        return [(text, items[0]) for text in whole(items[0], words, ascii_only=ascii_only)]
    if is_cluster(items, form):
        return [(f"[{cluster}]", items[0]), (f"{len(items)}{TIMES[ascii_only]}", items[0])]
    rooms = [room for _, room in form.rows]
    return [(_short(item, room, words, ascii_only=ascii_only), item) for item, room in zip(items, rooms, strict=False)]


def _height(item: Item, words: MapWords) -> str:
    return level_text(item.level) if words.level else ""


def _whole_large(item: Item, words: MapWords, *, ascii_only: bool) -> tuple[str, ...]:
    """Label, pointer and level, one to a row."""
    sign, right, _ = arrow(item, ascii_only=ascii_only)
    name = printable(item.marker.pointer.name, ascii_only=ascii_only) if item.marker.pointer else ""
    height = _height(item, words)
    later, level = (printable(word, ascii_only=ascii_only) for word in (words.future_in_short, words.level_in_short))
    middle = later if item.later else f"{name} {sign}" if right > 0 else f"{sign} {name}"
    return (
        badge(item, ascii_only=ascii_only),
        _first_that_fits((middle.strip(), sign), 7),
        _first_that_fits((f"{level} {height}".strip(), height, MORE[ascii_only]), 7),
    )


def _whole_small(item: Item, words: MapWords, *, ascii_only: bool) -> tuple[str, ...]:
    """Label and level, the pointer's sign on the side of them to which it points; by the label where no level is."""
    sign, right, down = arrow(item, ascii_only=ascii_only)
    name, height = badge(item, ascii_only=ascii_only), _height(item, words)
    if not words.level and cell_len(sign + name) <= SMALL.rows[0][1]:
        return sign + name if right < 0 else name + sign, ""
    above, below = ("", sign) if down > 0 else (sign, "")
    names = (above + name if right < 0 else name + above, name)
    heights = (below + height if right < 0 else height + below, height, MORE[ascii_only])
    return _first_that_fits(names, 4), _first_that_fits(heights, 4)


def _first_that_fits(texts: tuple[str, ...], room: int) -> str:
    """The first text that goes into so many cells; the last, if none does, is cut."""
    return next((text for text in texts if cell_len(text) <= room), set_cell_size(texts[-1], room))


def in_short(item: Item, words: MapWords, *, ascii_only: bool) -> str:
    """Label, pointer and level of a thing, for the key."""
    return f"{badge(item, ascii_only=ascii_only)}{arrow(item, ascii_only=ascii_only)[0]}{_height(item, words)}"


def _short(item: Item, room: int, words: MapWords, *, ascii_only: bool) -> str:
    """As much of label, pointer and level as there is room for."""
    name, height = badge(item, ascii_only=ascii_only), _height(item, words)
    sign = arrow(item, ascii_only=ascii_only)[0]
    return _first_that_fits((f"{name}{sign}{height}", f"{name}{height}", name), room)


#: The sign that fills a region: Unicode and ASCII.
TEXTURES: Final[dict[Texture, tuple[str, str]]] = {"stones": ("∴", ":"), "waves": ("≈", "~"), "rings": ("∘", "o")}

REGION_STYLE: Final = "dim"


def filling(form: HexForm, regions: Sequence[Region], *, ascii_only: bool) -> Iterator[tuple[int, int, str]]:
    """The signs inside a hex, each with its column and row from the corner; several regions take turns by rows."""
    for down, edge in enumerate(form.edges):
        sign = TEXTURES[regions[down % len(regions)].texture][ascii_only]
        for right, letter in enumerate(edge):
            if letter == "." and (right + down) % 2:
                yield right, down, sign


def label_of(regions: Sequence[Region], room: int, *, ascii_only: bool) -> str:
    """The labels of what lies in a hex, as many as go into so many cells."""
    labels = [printable(region.label, ascii_only=ascii_only)[:3] for region in regions]
    while len(labels) > 1 and len("+".join(labels)) > room:
        labels.pop()
    return "+".join(labels)


def regions_listed(regions: Sequence[Region], *, ascii_only: bool) -> Iterator[list[Piece]]:
    """Each region in words, a line each."""
    for region in regions:
        sign = TEXTURES[region.texture][ascii_only]
        name, *rest = (printable(text, ascii_only=ascii_only) for text in (region.name, *region.facts))
        sign = f"{sign + label_of((region,), 3, ascii_only=ascii_only):<4} "
        yield [(sign, REGION_STYLE), (name, "bold"), ("  " + ", ".join(rest) if rest else "", "")]


#: Columns that it takes at the least and at the most, and those between it and the map.
LEAST_WIDE, MOST_WIDE, SIDE_GAP = 12, 30, 2

#: The most columns from one level to the next, and those that are kept for the longest label.
MOST_APART: Final = 3
FOR_LABELS: Final = 4

#: The line of level 0: Unicode and ASCII.
ZERO: Final = ("│", "|")

#: Rows near a thing's own in which it may stand where another is in the way.
NEAR_ROWS: Final = (0, 1, -1, 2, -2)


@frozen
class SideView:
    """How levels stand in columns. low, high: the lowest and the highest; apart: columns from one to the next, 1 up.

    levels: of a column, 1 up, where there are more levels than columns.
    """

    low: int
    high: int
    apart: int
    levels: int

    def column(self, level: int) -> int:
        """The column of a level, 0 up."""
        return (level - self.low) * self.apart // self.levels

    @property
    def wide(self) -> int:
        """Columns of all levels, with those for a label at the highest."""
        return self.column(self.high) + FOR_LABELS


def side_of(items: Sequence[Item], words: MapWords, room: int) -> SideView | None:
    """How things are seen from the side in so many columns; None where all are on level 0, or there is no room."""
    levels = [0, *(item.level for item in items)]
    low, high = min(levels), max(levels)
    room = min(room - SIDE_GAP, MOST_WIDE) - FOR_LABELS
    if not words.level or low == high or room < LEAST_WIDE - FOR_LABELS:
        return None
    span = high - low
    return SideView(low, high, max(1, min(MOST_APART, room // span)), -(-span // room) if span > room else 1)


def draw_side(
    sheet: Canvas,
    side: SideView,
    corner: Cell,
    bottom: int,
    things: Sequence[tuple[Item, int]],
    words: MapWords,
    *,
    ascii_only: bool,
) -> None:
    """Draw it from a cell on down to a row. things: each with the row that it has on the map."""
    left, top = corner
    for row in range(top + 1, bottom):
        sheet.put(left + side.column(0), row, ZERO[ascii_only], "dim")
    ends = [(side.column(0), "0")]
    ends += [
        (side.column(level), level_text(level))
        for level in (side.low, side.high)
        if level and abs(side.column(level) - side.column(0)) > cell_len(level_text(level))
    ]
    for column, text in ends:
        sheet.put(left + column, top, text, "bold")
    sheet.put(left, bottom, printable(words.level, ascii_only=ascii_only), "bold")
    taken: set[Cell] = set()
    for item, row in things:
        text = badge(item, ascii_only=ascii_only)
        column = left + side.column(item.level)
        for off in NEAR_ROWS:
            cells = {(column + at, row + off) for at in range(cell_len(text))}
            if not cells & taken and top < row + off < bottom:
                sheet.put(column, row + off, text, SIDE_STYLES[item.colour])
                taken |= cells
                break


#: Half rows of hexes that a picture may have, large and small.
DOWN: Final = {LARGE: 14, SMALL: 24}

GRID_STYLE: Final = "dim"

#: Rows that a map has at the least, without its key; how far in the further lines of a key stand.
FEWEST_MAP_ROWS: Final = 10
KEY_INDENT: Final = 4

#: Columns from which on room for the view from the side is kept free where the rows are few.
ROOMY: Final = 56


def map_text(scene: MapScene, width: int, *, ascii_only: bool, rows: int | None = None) -> Canvas:
    """The map and its legend in so many columns: large hexes if they do, then small ones, then a coarser scale.

    rows: the most that it may have, 10 up; it has no legend then.
    """
    form, view, clusters = _with_key(scene, width, rows, ascii_only=ascii_only)
    sheet = Canvas(width)
    grid = form.pitch * view.across + len(form.edges[-2]) - form.pitch
    every = [item for items in view.items.values() for item in items]
    side = side_of(every, scene.words, width - grid)
    left = (width - grid - (SIDE_GAP + side.wide if side else 0)) // 2
    inside: set[Cell] = set()
    for drawn in view.hexes():
        inside |= _outline(sheet, form, *_corner(form, view, drawn, left))
    bottom = sheet.height
    _fill_regions(sheet, form, view, left, ascii_only=ascii_only)
    for course in view.courses:
        start, end = (_middle_cell(form, view, drawn, left) for drawn in (course.start, course.end))
        for column, row in dotted(start, end):
            if (column, row) in inside:
                sign = (COURSE_END if (column, row) == end else COURSE)[ascii_only]
                sheet.put(column, row, sign, SIDE_STYLES[course.item.colour])
    for drawn, items in view.items.items():
        texts = texts_of(items, form, scene.words, ascii_only=ascii_only, cluster=clusters.get(drawn, 0))
        _fill(sheet, form, _corner(form, view, drawn, left), items, texts, bare=drawn not in view.regions)
    _name_regions(sheet, form, view, left, scene.words, ascii_only=ascii_only)
    for place, (top, base) in enumerate(_named(scene, ascii_only=ascii_only)):
        column = left + place * (grid - 1) // 2
        sheet.put(column, 0, top, "bold")
        sheet.put(column, bottom, base, "bold")
    if side is not None:
        rows_of = [
            (item, _corner(form, view, drawn, left)[1] + 1)
            for drawn, items in view.items.items()
            for item in items
            if not item.later
        ]
        draw_side(sheet, side, (left + grid + SIDE_GAP, 0), bottom, rows_of, scene.words, ascii_only=ascii_only)
    key = list(_key(view, clusters, scene.words, ascii_only=ascii_only))
    if rows is None:
        legend = list(_legend(scene, view, seen_aside=side is not None, ascii_only=ascii_only))
        sheet.write(0, bottom + 2, [*key, *legend], indent=5)
    else:
        sheet.write(0, bottom + 1, key, indent=KEY_INDENT)
    return sheet


def _with_key(
    scene: MapScene, width: int, rows: int | None, *, ascii_only: bool
) -> tuple[HexForm, View, dict[Drawn, int]]:
    """The map as it is fitted, and numbers for hexes with more in them than they can tell apart.

    rows: of the map and of the key to those numbers, where there is room for both.
    """
    left = rows
    while True:
        form, view = _fitted_view(scene, width, left)
        crowded = [drawn for drawn, items in view.items.items() if is_cluster(items, form)]
        clusters = {drawn: number for number, drawn in enumerate(crowded, 1)}
        if rows is None or left is None:
            return form, view, clusters
        key = _key(view, clusters, scene.words, ascii_only=ascii_only)
        wanted = sum(len(wrapped(line, width, KEY_INDENT)) for line in key)
        if rows - left >= wanted or rows - wanted < FEWEST_MAP_ROWS:
            return form, view, clusters
        left = rows - wanted


def _key(view: View, clusters: dict[Drawn, int], words: MapWords, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """What stands in the hexes that bear a number."""
    for drawn, number in clusters.items():
        pieces: list[Piece] = [(f"[{number}]", "bold")]
        items = view.items[drawn]
        pieces += [(f" {in_short(item, words, ascii_only=ascii_only)}", SIDE_STYLES[item.colour]) for item in items]
        yield pieces


def _fitted_view(scene: MapScene, width: int, rows: int | None) -> tuple[HexForm, View]:
    aside = LEAST_WIDE + SIDE_GAP if rows is not None and scene.words.level and width >= ROOMY else 0
    room = {form: (width - 2 - aside) // form.pitch for form in DOWN}
    down = DOWN if rows is None else {form: _half_rows(form, rows) for form in DOWN}
    if down[LARGE] >= LEAST[1] and (view := fit_at(scene, room[LARGE], down[LARGE], 1)):
        return LARGE, view
    return SMALL, fit(scene, room[SMALL], down[SMALL])


def _half_rows(form: HexForm, rows: int) -> int:
    """Half rows of hexes that go into so many rows, with the names of the hex sides above and below them."""
    return (rows - 2 - len(form.edges)) * 2 // form.height + 1


def _corner(form: HexForm, view: View, drawn: Drawn, left: int) -> Cell:
    """The column and row of a drawn hex's upper left corner; the first row is kept for the directions."""
    return left + form.pitch * (drawn[0] - view.left), 1 + form.height * (half_row(drawn) - view.top) // 2


def _outline(sheet: Canvas, form: HexForm, column: int, row: int) -> set[Cell]:
    """Draw a hex, and return the cells inside it."""
    inside = set()
    for down, edge in enumerate(form.edges):
        for right, letter in enumerate(edge):
            if letter == ".":
                inside.add((column + right, row + down))
            elif letter != " ":
                sheet.put(column + right, row + down, letter, GRID_STYLE)
    return inside


def _middle_cell(form: HexForm, view: View, drawn: Drawn, left: int) -> Cell:
    column, row = _corner(form, view, drawn, left)
    return column + form.middle[0], row + form.middle[1]


def _named(scene: MapScene, *, ascii_only: bool) -> tuple[tuple[str, str], ...]:
    """The names of the hex sides above and below the map, from left to right; blanks for one that has none."""
    names = [printable(name, ascii_only=ascii_only) for name in (*scene.words.directions, *[" "] * 6)]
    return (names[5], names[4]), (names[0], names[3]), (names[1], names[2])


def _fill(
    sheet: Canvas, form: HexForm, corner: Cell, items: tuple[Item, ...], texts: list[tuple[str, Item]], *, bare: bool
) -> None:
    """Write what stands in a hex into its rows. bare: whether nothing lies below it, which is to be seen beside it."""
    for line, (start, room) in enumerate(form.rows):
        text, item = texts[line] if line < len(texts) else ("", items[0])
        column = corner[0] + start
        if form is SMALL and line:  # its lower edge is to be seen on either side of the text
            column += max(0, room - cell_len(text)) // 2
        elif bare:
            text = centred(text, room)
        elif text:
            left, text = _clear(text, room)
            column += left
        sheet.put(column, corner[1] + 1 + line, text, SIDE_STYLES[item.colour])


def _clear(text: str, room: int) -> tuple[int, str]:
    """A text for the middle of so many cells, with a blank on either side where there is room; and how far in."""
    left = (room - cell_len(text)) // 2
    before, after = min(1, left), min(1, room - cell_len(text) - left)
    return left - before, " " * before + text + " " * after


def _fill_regions(sheet: Canvas, form: HexForm, view: View, left: int, *, ascii_only: bool) -> None:
    """Fill the hexes of the regions with their signs."""
    for drawn, regions in view.regions.items():
        column, row = _corner(form, view, drawn, left)
        for right, down, sign in filling(form, regions, ascii_only=ascii_only):
            sheet.put(column + right, row + down, sign, REGION_STYLE)


def _name_regions(sheet: Canvas, form: HexForm, view: View, left: int, words: MapWords, *, ascii_only: bool) -> None:
    """Write the labels of the regions, and into hex 0,0 what is to stand there, if nothing does."""
    for drawn, regions in view.regions.items():
        texts = texts_of(view.items.get(drawn, ()), form, words, ascii_only=ascii_only)
        _name_region(sheet, form, _corner(form, view, drawn, left), regions, texts, ascii_only=ascii_only)
    middle = (0, 0)
    if words.middle and view.scale == 1 and view.holds(middle) and middle not in view.items:
        corner, (start, room) = _corner(form, view, middle, left), form.rows[0]
        text = centred(printable(words.middle, ascii_only=ascii_only), room)
        sheet.put(corner[0] + start, corner[1] + 1, text, GRID_STYLE)


def _name_region(
    sheet: Canvas,
    form: HexForm,
    corner: Cell,
    regions: tuple[Region, ...],
    texts: list[tuple[str, Item]],
    *,
    ascii_only: bool,
) -> None:
    """Write the label of what lies in a hex into its lowest row, if nothing else is written there."""
    line = len(form.rows) - 1
    if any(text for text, _ in texts[line:]):
        return
    start, room = form.rows[line]
    text = label_of(regions, room, ascii_only=ascii_only)
    left, text = ((room - cell_len(text)) // 2, text) if form is SMALL else _clear(text, room)
    sheet.put(corner[0] + start + left, corner[1] + 1 + line, text, REGION_STYLE)


def _legend(scene: MapScene, view: View, *, seen_aside: bool, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each thing in words."""
    yield [(printable(" ".join((scale_text(scene, view.scale), *_top(scene))), ascii_only=ascii_only), "")]
    if seen_aside:
        told = f"On the right the same from the side, each in its row of the map, by {scene.words.level}."
        yield [(printable(told, ascii_only=ascii_only), "")]
    yield [("  ".join(signs(scene.words, scene.markers, ascii_only=ascii_only)), "")]
    yield [("", "")]
    yield from listed(scene.markers, ascii_only=ascii_only)
    yield from regions_listed(scene.regions, ascii_only=ascii_only)


def _top(scene: MapScene) -> Iterator[str]:
    """Which direction is up."""
    if names := scene.words.directions:
        yield f"{names[0]} is up; {', '.join(names[1:])} follow clockwise."


#: The colour of a texture, by its class; its sign alone tells as much.
COLOURS: Final[dict[Texture, str]] = {"stones": "sx-amber", "waves": "sx-blue", "rings": "sx-purple"}

#: The corner of a hex that has its label, and those that have the signs of its texture: things there point to sides.
LABELLED: Final = 4
SIGNED: Final = (0, 1, 2, 3, 5)


def region(regions: Sequence[Region], x: float, y: float, size: float) -> Iterator[str]:
    """What lies in a hex, from its middle and of this size to a corner: the first region's colour, signs of each."""
    corners = [around(60 * corner + 30, size) for corner in range(6)]
    yield _filled(regions[0].texture, x, y, size)
    for number, corner in enumerate(SIGNED):
        right, down = corners[corner]
        yield _sign(regions[number % len(regions)].texture, x + 0.76 * right, y + 0.76 * down, 0.1 * size)
    right, down = corners[LABELLED]
    words = "+".join(printable(each.label)[:3] for each in regions[:2])
    letters = 0.2 if len(words) < 3 else 0.16
    yield svg_text(x + 0.72 * right, y + 0.72 * down, words, letters * size, font_weight="bold")


def _filled(texture: Texture, x: float, y: float, size: float) -> str:
    """A hex in the colour of a texture."""
    corners = (around(60 * corner + 30, size) for corner in range(6))
    return shape(((x + right, y + down) for right, down in corners), COLOURS[texture], stroke_width=1.2)


def _sign(texture: Texture, x: float, y: float, size: float) -> str:
    """One sign of a texture: a stone, a wave, or a ring in a ring."""
    if texture == "stones":
        edge = (around(72 * step, size) for step in range(5))
        return shape(((x + right, y + down) for right, down in edge), "sx-line", stroke_width=1.2)
    if texture == "waves":
        way = f"M{x - size:.1f} {y:.1f}q{size / 2:.1f} {-size:.1f} {size:.1f} 0t{size:.1f} 0"
        return tag("path", d=way, class_="sx-line", stroke_width=1.2)
    return "".join(tag("circle", cx=x, cy=y, r=part * size, class_="sx-line", stroke_width=1.2) for part in (1.0, 0.5))


def regions_svg(regions: Sequence[Region], place: tuple[float, float], width: int) -> Iterator[str]:
    """Each region in words from a place on down, line by line. width: letters of a line."""
    x, y = place
    for each in regions:
        told = f"{each.label[:3]} {each.name}" + (f": {', '.join(each.facts)}" if each.facts else "")
        for at, line in enumerate(lines(printable(told), width)):
            sign = "" if at else _filled(each.texture, x + 10, y, 10.0) + _sign(each.texture, x + 10, y, 5.0)
            yield sign + svg_text(x + 32, y, line, 14, text_anchor="start")
            y += 22


#: The most columns and half rows of hexes: as many as 80 columns of text show.
MOST: Final = (15, 24)

#: The largest hex, from its middle to a corner, and the room for all of them.
LARGEST: Final = 48.0
ROOM: Final = (1000.0, 900.0)

#: Space left of the map, above it (title, direction) and below it.
LEFT, ABOVE, BELOW = 40.0, 70.0, 34.0

#: How things share a hex: how many -> the place of each and its size, in parts of the hex.
SHARES: Final[dict[int, tuple[tuple[tuple[float, float], ...], float]]] = {
    1: (((0.0, 0.0),), 0.3),
    2: (((-0.42, 0.0), (0.42, 0.0)), 0.2),
    3: (((-0.42, -0.3), (0.42, -0.3), (0.0, 0.35)), 0.18),
    4: (((-0.4, -0.38), (0.4, -0.38), (-0.4, 0.48), (0.4, 0.48)), 0.17),
}


class HexGrid:
    """Where drawn hexes stand in the picture."""

    def __init__(self, view: View) -> None:
        self.view = view
        tall = math.sqrt(3) / 2
        self.hex = min(LARGEST, ROOM[0] / (1.5 * view.across + 0.5), ROOM[1] / (tall * (view.down + 1)))
        self.width = self.hex * (1.5 * view.across + 0.5)
        self.height = self.hex * tall * (view.down + 1)

    def middle(self, drawn: Drawn) -> tuple[float, float]:
        """The middle of a drawn hex, in or out of the view."""
        right = self.hex * (1.5 * (drawn[0] - self.view.left) + 1)
        down = self.hex * math.sqrt(3) / 2 * (half_row(drawn) - self.view.top + 1)
        return LEFT + right, ABOVE + down

    def spots(self, drawn: Drawn) -> dict[Item, tuple[float, float, float]]:
        """The place and size of everything drawn in a hex; of more than four things, three."""
        items = self.view.items[drawn]
        places, size = SHARES[min(len(items), 4)]
        x, y = self.middle(drawn)
        shown = items if len(items) <= 4 else items[:3]
        return {
            item: (x + right * self.hex, y + down * self.hex, size * self.hex)
            for item, (right, down) in zip(shown, places, strict=False)
        }


def map_svg(scene: MapScene, title: str) -> str:
    """The map with its legend as an SVG file."""
    return with_key(sheet_of(scene), title)


def sheet_of(scene: MapScene, letters: int | None = None) -> PictureParts:
    """The map, and its legend beside. letters: of a line of the legend, by default as many as the map is wide."""
    view = fit(scene, *MOST)
    grid = HexGrid(view)
    width = grid.width + 2 * LEFT
    key = list(_legend_svg(scene, view, ABOVE + grid.height + BELOW + 24, letters or letters_of(width)))
    height = ABOVE + grid.height + BELOW + 40
    parts = [*_hexes(grid), *_directions(grid, scene.words), *_courses_svg(grid)]
    for drawn in view.items:
        parts += _contents(grid, drawn, scene.words)
    return PictureParts(width=width, height=height, parts=parts, key=key)


def _hexes(grid: HexGrid) -> Iterator[str]:
    """Every hex, the empty ones with their number (of the hex at the middle, where one stands for many)."""
    for drawn in grid.view.hexes():
        x, y = grid.middle(drawn)
        corners = (around(60 * step + 30, grid.hex) for step in range(6))
        parts = shape(((x + right, y + down) for right, down in corners), "sx-hex", stroke_width=1.2)
        if regions := grid.view.regions.get(drawn):
            parts += "".join(region(regions, x, y, grid.hex))
        if drawn not in grid.view.items:
            number = f"{drawn[0] * grid.view.scale},{drawn[1] * grid.view.scale}"
            parts += svg_text(x, y + 0.66 * grid.hex, number, 0.2 * grid.hex, "sx-faint")
        yield tag("g", parts, class_="hex", data_hex=f"{drawn[0]},{drawn[1]}")


#: Where the names of the hex sides stand, clockwise from the top: in parts of the map, to the right and down.
AROUND: Final = ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.0, 1.0), (0.0, 0.0))


def _directions(grid: HexGrid, words: MapWords) -> Iterator[str]:
    """The directions round the map."""
    for side, (right, down) in zip(words.directions, AROUND, strict=False):
        y = ABOVE + grid.height + 18 if down else ABOVE - 16
        yield svg_text(LEFT + right * grid.width, y, printable(side), 20, font_weight="bold")


def _courses_svg(grid: HexGrid) -> Iterator[str]:
    """Courses, cut off at the edge of the map."""
    inside = "".join(_course(grid, course.item, course.start, course.end) for course in grid.view.courses)
    size = {"width": grid.width, "height": grid.height}
    box = f"{LEFT:.1f} {ABOVE:.1f} {grid.width:.1f} {grid.height:.1f}"
    yield tag("svg", inside or " ", x=LEFT, y=ABOVE, viewBox=box, **size)


def _course(grid: HexGrid, item: Item, start: Drawn, end: Drawn) -> str:
    x, y, _ = grid.spots(start).get(item, (*grid.middle(start), 0.0))
    to_x, to_y = grid.middle(end)
    class_ = f"sx-{item.colour}-side"
    line = tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=class_, stroke_width=2, stroke_dasharray="2 6")
    return line + arrowhead(to_x, to_y, math.atan2(to_y - y, to_x - x), 0.22 * grid.hex, class_)


def _contents(grid: HexGrid, drawn: Drawn, words: MapWords) -> Iterator[str]:
    """What stands in a hex, each thing with its words for a reader who points at it."""
    spots = grid.spots(drawn)
    for item, (x, y, size) in spots.items():
        name = f"{item.marker.name} {words.future}" if item.later else item.marker.name
        parts = [tag("title", escape(printable(name))), *_item(item, words, x, y, size)]
        yield tag("g", "".join(parts), class_="future" if item.later else words.unit)
    if more := len(grid.view.items[drawn]) - len(spots):
        x, y = grid.middle(drawn)
        (right, down), size = SHARES[4][0][3], 0.3 * grid.hex
        yield svg_text(x + right * grid.hex, y + down * grid.hex, f"+{more}", size, font_weight="bold")


def _item(item: Item, words: MapWords, x: float, y: float, size: float) -> Iterator[str]:
    """A thing with its pointer, label and level; hollow and without a pointer where it will be."""
    pointer = None if item.later else item.marker.pointer
    away, letters = BADGES[item.side % len(BADGES)].clear * size, max(9.0, 0.85 * size)
    toward = pointed(pointer) if pointer else None
    if toward:
        yield arrow_svg(x, y, toward, (2.6 if size > 10 else 2.1) * size, f"sx-{item.colour}-side")
    elif pointer:
        yield svg_text(x, y - away, printable(pointer.name), letters, HALO, font_weight="bold")
    yield badge_svg(item, x, y, size)
    if words.level:
        below = not (toward and toward[1] > 0.3)
        yield svg_text(x, y + (away if below else -away), level_text(item.level), letters, HALO, font_weight="bold")


def _legend_svg(scene: MapScene, view: View, y: float, width: int) -> Iterator[str]:
    """The legend, line by line: the scale, the signs, then each thing in words."""
    told = " ".join((scale_text(scene, view.scale), *_top_svg(scene.words)))
    above = list(legend_svg((told, signs_svg(scene.words)), scene.markers, (LEFT, y), width))
    yield from above
    yield from regions_svg(scene.regions, (LEFT, y + 22 * len(above)), width)


def _top_svg(words: MapWords) -> Iterator[str]:
    """Which direction is up."""
    if words.directions:
        yield f"{words.directions[0]} is up ({words.compass})." if words.compass else f"{words.directions[0]} is up."
