"""The map in character cells: hexes with flat tops, every thing on it with its label, pointer and level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell, Piece, centred, dotted, wrapped
from commands.render.pictures.figures import COURSE, COURSE_END, SIDE_STYLES, listed, signs
from commands.render.pictures.fit import LEAST, Drawn, Item, View, fit, fit_at, half_row
from commands.render.pictures.hex_text import LARGE, SMALL, HexForm, in_short, is_cluster, texts_of
from commands.render.pictures.labels import printable
from commands.render.pictures.map import scale_text
from commands.render.pictures.map_side import GAP, LEAST_WIDE, draw_side, side_of
from commands.render.pictures.regions import REGION_STYLE, filling, label_of
from commands.render.pictures.regions import listed as regions_listed
from sits_es.report.scenes import MapScene, MapWords, Region

#: Half rows of hexes that a picture may have, large and small.
DOWN: Final = {LARGE: 14, SMALL: 24}

GRID_STYLE: Final = "dim"

#: Rows that a map has at the least, without its key; how far in the further lines of a key stand.
FEWEST_ROWS: Final = 10
KEY_INDENT: Final = 4

#: Columns from which on room for the view from the side is kept free where the rows are few.
ROOMY: Final = 56


def draw_map(scene: MapScene, width: int, *, ascii_only: bool, rows: int | None = None) -> Canvas:
    """The map and its legend in so many columns: large hexes if they do, then small ones, then a coarser scale.

    rows: the most that it may have, 10 up; it has no legend then.
    """
    form, view, clusters = _with_key(scene, width, rows, ascii_only=ascii_only)
    sheet = Canvas(width)
    grid = form.pitch * view.across + len(form.edges[-2]) - form.pitch
    every = [item for items in view.items.values() for item in items]
    side = side_of(every, scene.words, width - grid)
    left = (width - grid - (GAP + side.wide if side else 0)) // 2
    inside: set[Cell] = set()
    for drawn in view.hexes():
        inside |= _outline(sheet, form, *_corner(form, view, drawn, left))
    bottom = sheet.height
    _fill_regions(sheet, form, view, left, ascii_only=ascii_only)
    for course in view.courses:
        start, end = (_middle(form, view, drawn, left) for drawn in (course.start, course.end))
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
        draw_side(sheet, side, (left + grid + GAP, 0), bottom, rows_of, scene.words, ascii_only=ascii_only)
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
        form, view = _fitted(scene, width, left)
        crowded = [drawn for drawn, items in view.items.items() if is_cluster(items, form)]
        clusters = {drawn: number for number, drawn in enumerate(crowded, 1)}
        if rows is None or left is None:
            return form, view, clusters
        key = _key(view, clusters, scene.words, ascii_only=ascii_only)
        wanted = sum(len(wrapped(line, width, KEY_INDENT)) for line in key)
        if rows - left >= wanted or rows - wanted < FEWEST_ROWS:
            return form, view, clusters
        left = rows - wanted


def _key(view: View, clusters: dict[Drawn, int], words: MapWords, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """What stands in the hexes that bear a number."""
    for drawn, number in clusters.items():
        pieces: list[Piece] = [(f"[{number}]", "bold")]
        items = view.items[drawn]
        pieces += [(f" {in_short(item, words, ascii_only=ascii_only)}", SIDE_STYLES[item.colour]) for item in items]
        yield pieces


def _fitted(scene: MapScene, width: int, rows: int | None) -> tuple[HexForm, View]:
    aside = LEAST_WIDE + GAP if rows is not None and scene.words.level and width >= ROOMY else 0
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


def _middle(form: HexForm, view: View, drawn: Drawn, left: int) -> Cell:
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
