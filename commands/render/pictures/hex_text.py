"""A hex of the map in character cells, and what is written in it: label, pointer and level, as room allows."""

from __future__ import annotations

from typing import Final

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from commands.render.pictures.figures import arrow, badge
from commands.render.pictures.fit import Item
from commands.render.pictures.labels import printable
from commands.render.pictures.map import level_text
from sits_es.report.scenes import MapWords


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
