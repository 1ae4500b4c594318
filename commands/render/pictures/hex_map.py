"""A map of hexes with flat tops: how it is fitted into so many columns and drawn in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from typing import Final

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from commands.render.columns import hung
from commands.render.pictures.canvas import Canvas, Cell, Piece, centred, printable, rows_for
from commands.render.pictures.figures import (
    SIDE_STYLES,
    Figure,
    arrow,
    badge,
    draw_course,
    figure_of,
    level_text,
    listed,
    signs,
)
from sits_es.report.scenes import HexPlace, MapScene, MapWords, SceneForm, Texture

#: A drawn hex: its axial numbers on a map where it stands for one hex or for many.
Drawn = tuple[int, int]

#: Drawn hexes left free round everything that is shown, where there is room.
MARGIN: Final = 1


class View(Struct, frozen=True):
    """A part of the map, ready to draw.

    scale: hexes that one drawn hex is across, 1 up. left, right: the first and last column of drawn hexes. top, bottom:
    half rows, counted down (a hex has its middle in the half row 2 r + q). items: what stands where; courses: whose,
    from where to where; regions: what lies below.
    """

    scale: int
    left: int
    right: int
    top: int
    bottom: int
    items: dict[Drawn, list[Figure]]
    courses: list[tuple[Figure, Drawn, Drawn]]
    regions: dict[Drawn, list[SceneForm]]

    @property
    def across(self) -> int:
        """Columns of drawn hexes."""
        return self.right - self.left + 1

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


#: How many hexes a drawn hex is across, in tenths of 1, 10, 100 and so on: steps so fine that little room stays unused,
#: and that things that are close together share a drawn hex as seldom as can be.
STEPS: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)


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
    scales = (step * 10**power // 10 for power in count() for step in STEPS)
    return next(view for scale in scales if (view := fit_at(scene, across, down, scale)))


def fit_at(scene: MapScene, across: int, down: int, scale: int) -> View | None:
    """The scene at this scale, or None when it does not go into `across` columns and `down` half rows.

    Everything the markers stand on, now and later, is in it, with a margin, and every region; a course may leave it.
    Things come before future places, each in the order of the scene; no future in a thing's own drawn hex.
    """
    at, markers = partial(drawn_hex, scale=scale), scene.markers
    now = [(at(each.place), figure_of(markers, each)) for each in markers]
    later = [
        (at(each.future), figure_of(markers, each, later=True))
        for each in markers
        if each.future is not None and at(each.future) != at(each.place)
    ]
    items: dict[Drawn, list[Figure]] = {}
    for drawn, figure in (*now, *later):
        items.setdefault(drawn, []).append(figure)
    regions: dict[Drawn, list[SceneForm]] = {}
    for drawn, region in ((drawn, each) for each in scene.regions for drawn in dict.fromkeys(map(at, each.spots))):
        regions.setdefault(drawn, []).append(region)
    columns = [q for q, _ in (*items, *regions)] or [0]
    rows = [half_row(drawn) for drawn in (*items, *regions)] or [0]
    if max(columns) - min(columns) >= across - 2 * MARGIN or max(rows) - min(rows) >= down - 4 * MARGIN:
        return None
    left, right = _widened(min(columns), max(columns), MARGIN, min(across, LEAST[0]))
    top, bottom = _widened(min(rows), max(rows), 2 * MARGIN, min(down, LEAST[1]))
    ends = [(figure, start, each.course) for (start, figure), each in zip(now, markers, strict=True)]
    courses = [(figure, start, at(end)) for figure, start, end in ends if end is not None and at(end) != start]
    return View(scale, left, right, top, bottom, items, courses, regions)


#: A picture of things that are close together still shows so many columns and half rows.
LEAST: Final = (9, 10)


def _widened(low: int, high: int, margin: int, least: int) -> tuple[int, int]:
    """A span with a margin at both ends, and more to make up the least that is wanted."""
    low, high = low - margin, high + margin
    missing = max(0, least - (high - low + 1))
    return low - missing // 2, high + missing - missing // 2


class HexForm(Struct, frozen=True):
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

#: How many stand in a hex, and more than there is room for; the line of level 0.
TIMES: Final = "\N{MULTIPLICATION SIGN}"
MORE: Final = "*"
ZERO: Final = "│"
#: The sign that fills a region.
TEXTURES: Final[dict[Texture, str]] = {"stones": "∴", "waves": "≈", "rings": "∘"}

#: Half rows of hexes that a picture may have, large and small.
DOWN: Final = {LARGE: 14, SMALL: 24}
#: Rows that a map has at the least, without its key; how far in the further lines of a key and of a legend stand.
FEWEST_MAP_ROWS: Final = 10
KEY_INDENT: Final = 4
LEGEND_INDENT: Final = 5
#: Columns from which on room for the view from the side is kept free where the rows are few.
ROOMY: Final = 56

#: Columns that the view from the side takes at the least and at the most, and those between it and the map.
LEAST_WIDE, MOST_WIDE, SIDE_GAP = 12, 30, 2
#: The most columns from one level to the next, and those that are kept for the longest label.
MOST_APART: Final = 3
FOR_LABELS: Final = 4


class SideView(Struct, frozen=True):
    """The view from the side: each thing in its own row of the map, levels in columns.

    low, high: the lowest and the highest; apart: columns from one to the next, 1 up; levels: of a column, 1 up, where
    there are more levels than columns.
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


def side_of(items: Sequence[Figure], words: MapWords, room: int) -> SideView | None:
    """How things are seen from the side in so many columns; None if all are on level 0, or there is no room."""
    levels = [0, *(item.level for item in items)]
    low, high = min(levels), max(levels)
    room = min(room - SIDE_GAP, MOST_WIDE) - FOR_LABELS
    if not words.level or low == high or room < LEAST_WIDE - FOR_LABELS:
        return None
    span = high - low
    return SideView(low, high, max(1, min(MOST_APART, room // span)), -(-span // room) if span > room else 1)


class HexSheet:
    """A map of characters in so many columns: large hexes if they do, then small ones, then a coarser scale.

    rows: the most that it may have, 10 up; it has no legend then.
    """

    def __init__(self, scene: MapScene, width: int, rows: int | None) -> None:
        self.scene, self.words, self.width = scene, scene.words, width
        self.rows, self.sheet = rows, Canvas(width)
        self.form, self.view = self._with_key()
        self.grid = self.form.pitch * self.view.across + len(self.form.edges[-2]) - self.form.pitch
        self.every = [(drawn, item) for drawn, items in self.view.items.items() for item in items]
        self.side = side_of([item for _, item in self.every], self.words, width - self.grid)
        self.left = (width - self.grid - (SIDE_GAP + self.side.wide if self.side else 0)) // 2

    def drawn(self) -> Canvas:
        """The sheet with all on it."""
        sheet, inside = self.sheet, set[Cell]()
        for drawn in self.view.hexes():
            inside |= self._outline(drawn)
        bottom = sheet.height
        for drawn, regions in self.view.regions.items():
            self._fill_region(drawn, regions)
        for item, start, end in self.view.courses:
            draw_course(sheet, item.colour, self._middle(start), self._middle(end), inside.__contains__)
        for drawn, items in self.view.items.items():
            self._fill(drawn, items)
        for drawn, regions in self.view.regions.items():
            self._name_region(drawn, regions)
        self._name_middle()
        self._name_sides(bottom)
        if self.side is not None:
            self._from_the_side(self.side, bottom)
        key = list(self._key())
        if self.rows is None:
            sheet.write(0, bottom + 2, key, indent=LEGEND_INDENT)
            sheet.write(0, max(sheet.height, bottom + 2), list(self._notes()), indent=0)
            sheet.write(0, sheet.height + 1, list(self._legend()), indent=LEGEND_INDENT)
        else:
            sheet.write(0, bottom + 1, key, indent=KEY_INDENT)
        return sheet

    def _name_sides(self, bottom: int) -> None:
        """Write the names of the hex sides above the map and below it."""
        names = [printable(name) for name in (*self.words.directions, *[" "] * 6)]
        for place, (above, below) in enumerate(((5, 4), (0, 3), (1, 2))):
            column = self.left + place * (self.grid - 1) // 2
            self.sheet.put(column, 0, names[above], "bold")
            self.sheet.put(column, bottom, names[below], "bold")
        if self.rows is not None and self.view.scale > 1:
            # the legend says it where there is one
            half, said = (self.grid - 1) // 2, (f"scale 1:{self.view.scale}", f"1:{self.view.scale}")
            self.sheet.put(self.left + 2, bottom, centred(_first_that_fits(said, half - 3), half - 3), "dim")

    # fitting

    def _with_key(self) -> tuple[HexForm, View]:
        """The map as it is fitted, with room for the key to hexes that are too crowded for labels."""
        left = self.rows
        while True:
            self.form, self.view = self._fitted(left)
            if self.rows is None or left is None:
                return self.form, self.view
            wanted = sum(len(hung(Text.assemble(*line), self.width, KEY_INDENT)) for line in self._key())
            if self.rows - left >= wanted or self.rows - wanted < FEWEST_MAP_ROWS:
                return self.form, self.view
            left = self.rows - wanted

    def _fitted(self, rows: int | None) -> tuple[HexForm, View]:
        aside = LEAST_WIDE + SIDE_GAP if rows is not None and self.words.level and self.width >= ROOMY else 0
        room = {form: (self.width - 2 - aside) // form.pitch for form in DOWN}
        # half rows of hexes that go into the rows, with the names of the hex sides above and below them
        down = DOWN if rows is None else {f: (rows - 2 - len(f.edges)) * 2 // f.height + 1 for f in DOWN}
        if down[LARGE] >= LEAST[1] and (view := fit_at(self.scene, room[LARGE], down[LARGE], 1)):
            return LARGE, view
        return SMALL, fit(self.scene, room[SMALL], down[SMALL])

    @property
    def _clusters(self) -> dict[Drawn, int]:
        """Numbers for the hexes in which more things stand than are told apart there."""
        crowded = [drawn for drawn, items in self.view.items.items() if len(items) > len(self.form.rows)]
        return {drawn: number for number, drawn in enumerate(crowded, 1)}

    def _corner(self, drawn: Drawn) -> Cell:
        """The column and row of a drawn hex's upper left corner; the first row is kept for the directions."""
        down = self.form.height * (half_row(drawn) - self.view.top) // 2
        return self.left + self.form.pitch * (drawn[0] - self.view.left), 1 + down

    def _middle(self, drawn: Drawn) -> Cell:
        column, row = self._corner(drawn)
        return column + self.form.middle[0], row + self.form.middle[1]

    # hexes and what stands in them

    def _outline(self, drawn: Drawn) -> set[Cell]:
        """Draw a hex, and return the cells inside it."""
        (column, row), inside = self._corner(drawn), set[Cell]()
        for down, edge in enumerate(self.form.edges):
            for right, letter in enumerate(edge):
                if letter == ".":
                    inside.add((column + right, row + down))
                elif letter != " ":
                    self.sheet.put(column + right, row + down, letter, "dim")
        return inside

    def _fill(self, drawn: Drawn, items: Sequence[Figure]) -> None:
        """Write what stands in a hex into its rows; what lies below it is to be seen beside it."""
        (left, top), texts = self._corner(drawn), self._texts(drawn)
        for line, (start, room) in enumerate(self.form.rows):
            text, item = texts[line] if line < len(texts) else ("", items[0])
            column = left + start
            if self.form is SMALL and line:  # its lower edge is to be seen on either side of the text
                column += max(0, room - cell_len(text)) // 2
            elif drawn not in self.view.regions:
                text = centred(text, room)
            elif text:
                before, text = _clear(text, room)
                column += before
            self.sheet.put(column, top + 1 + line, text, SIDE_STYLES[item.colour])

    def _texts(self, drawn: Drawn) -> list[tuple[str, Figure]]:
        """The rows of text for what stands in a hex: one thing in full, several in short; none where nothing does.

        Where there is no room for all of it, a number by which the key tells what stands there.
        """
        items = self.view.items.get(drawn, [])
        if len(items) == 1:
            whole = self._whole_large if self.form is LARGE else self._whole_small
            return [(text, items[0]) for text in whole(items[0])]
        if number := self._clusters.get(drawn):
            return [(f"[{number}]", items[0]), (f"{len(items)}{TIMES}", items[0])]
        return [(self._short(item, room), item) for item, (_, room) in zip(items, self.form.rows, strict=False)]

    def _height(self, item: Figure) -> str:
        return level_text(item.level) if self.words.level else ""

    def _whole_large(self, item: Figure) -> tuple[str, ...]:
        """Label, pointer and level, one to a row."""
        sign, right, _ = arrow(item)
        name, height = printable(item.pointer.name) if item.pointer else "", self._height(item)
        later, level = printable(self.words.future_in_short), printable(self.words.level_in_short)
        middle = later if item.later else f"{name} {sign}" if right > 0 else f"{sign} {name}"
        return (
            badge(item),
            _first_that_fits((middle.strip(), sign), 7),
            _first_that_fits((f"{level} {height}".strip(), height, MORE), 7),
        )

    def _whole_small(self, item: Figure) -> tuple[str, ...]:
        """Label and level, the pointer's sign on the side to which it points; by the label where no level is."""
        sign, right, down = arrow(item)
        name, height = badge(item), self._height(item)
        if not self.words.level and cell_len(sign + name) <= SMALL.rows[0][1]:
            return sign + name if right < 0 else name + sign, ""
        above, below = ("", sign) if down > 0 else (sign, "")
        names = (above + name if right < 0 else name + above, name)
        heights = (below + height if right < 0 else height + below, height, MORE)
        return _first_that_fits(names, 4), _first_that_fits(heights, 4)

    def _short(self, item: Figure, room: int) -> str:
        """As much of label, pointer and level as there is room for."""
        name, sign, height = badge(item), arrow(item)[0], self._height(item)
        return _first_that_fits((f"{name}{sign}{height}", f"{name}{height}", name), room)

    # regions

    def _fill_region(self, drawn: Drawn, regions: Sequence[SceneForm]) -> None:
        """Fill a hex with the signs of its regions, which take turns by rows."""
        column, row = self._corner(drawn)
        for down, edge in enumerate(self.form.edges):
            sign = TEXTURES[regions[down % len(regions)].texture]
            for right, letter in enumerate(edge):
                if letter == "." and (right + down) % 2:
                    self.sheet.put(column + right, row + down, sign, "dim")

    def _label(self, regions: Sequence[SceneForm], room: int) -> str:
        """The labels of what lies in a hex, as many as go into so many cells."""
        labels = [printable(region.label)[:3] for region in regions]
        while len(labels) > 1 and len("+".join(labels)) > room:
            labels.pop()
        return "+".join(labels)

    def _name_region(self, drawn: Drawn, regions: Sequence[SceneForm]) -> None:
        """Write the label of what lies in a hex into its lowest row, if nothing else is written there."""
        line = len(self.form.rows) - 1
        if any(text for text, _ in self._texts(drawn)[line:]):
            return
        (left, top), (start, room) = self._corner(drawn), self.form.rows[line]
        text = self._label(regions, room)
        before, text = ((room - cell_len(text)) // 2, text) if self.form is SMALL else _clear(text, room)
        self.sheet.put(left + start + before, top + 1 + line, text, "dim")

    def _name_middle(self) -> None:
        """Write into hex 0,0 what is to stand there, if nothing does."""
        middle = (0, 0)
        if self.words.middle and self.view.scale == 1 and self.view.holds(middle) and middle not in self.view.items:
            (left, top), (start, room) = self._corner(middle), self.form.rows[0]
            self.sheet.put(left + start, top + 1, centred(printable(self.words.middle), room), "dim")

    # beside and below the map

    def _from_the_side(self, side: SideView, bottom: int) -> None:
        """Draw the view from the side, down to a row."""
        left, zero = self.left + self.grid + SIDE_GAP, side.column(0)
        for row in range(1, bottom):
            self.sheet.put(left + zero, row, ZERO, "dim")
        self.sheet.put(left + zero, 0, "0", "bold")
        for level in (side.low, side.high):
            if level and abs(side.column(level) - zero) > cell_len(level_text(level)):
                self.sheet.put(left + side.column(level), 0, level_text(level), "bold")
        self.sheet.put(left, bottom, printable(self.words.level), "bold")
        items = [(drawn, item) for drawn, item in self.every if not item.later]
        texts = [
            (left + side.column(item.level), self._corner(drawn)[1] + 1, cell_len(badge(item))) for drawn, item in items
        ]
        rows = rows_for(texts, [-half_row(drawn) for drawn, _ in items], lambda cell: 0 < cell[1] < bottom)
        for (_, item), (column, *_), line in zip(items, texts, rows, strict=True):
            if line is not None:
                self.sheet.put(column, line, badge(item), SIDE_STYLES[item.colour])

    def _key(self) -> Iterator[list[Piece]]:
        """What stands in the hexes that bear a number."""
        for drawn, number in self._clusters.items():
            pieces: list[Piece] = [(f"[{number}]", "bold")]
            for item in self.view.items[drawn]:
                told = f" {badge(item)}{arrow(item)[0]}{self._height(item)}"
                pieces.append((told, SIDE_STYLES[item.colour]))
            yield pieces

    def _notes(self) -> Iterator[list[Piece]]:
        """The scale and the signs, line by line."""
        names, scale = self.words.directions, "Each hex drawn is one hex across."
        if self.view.scale > 1:
            scale = (
                f"Each hex drawn is {self.view.scale} hexes across; each {self.words.unit} is drawn in the nearest hex."
            )
        top = f" {names[0]} is up; {', '.join(names[1:])} follow clockwise." if names else ""
        yield [(printable(scale + top), "")]
        if self.side is not None:
            told = f"On the right, the view from the side: rows as on the map, columns by {self.words.level}."
            yield [(printable(told), "")]
        pointers = (each.pointer for each in self.scene.markers)
        yield [("  ".join(signs(self.words, pointers)), "")]

    def _legend(self) -> Iterator[list[Piece]]:
        """Each thing in words."""
        yield from listed(self.scene.markers)
        for region in self.scene.regions:
            sign = f"{TEXTURES[region.texture] + self._label((region,), 3):<4} "
            name, *rest = map(printable, (region.name, *region.facts))
            yield [(sign, "dim"), (name, "bold"), ("  " + ", ".join(rest) if rest else "", "")]


def _first_that_fits(texts: tuple[str, ...], room: int) -> str:
    """The first text that goes into so many cells; the last, if none does, is cut."""
    return next((text for text in texts if cell_len(text) <= room), set_cell_size(texts[-1], room))


def _clear(text: str, room: int) -> tuple[int, str]:
    """A text for the middle of so many cells, with a blank on either side where there is room; and how far in."""
    left = (room - cell_len(text)) // 2
    before, after = min(1, left), min(1, room - cell_len(text) - left)
    return left - before, " " * before + text + " " * after
