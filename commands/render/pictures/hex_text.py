"""A hex of the map in character cells, and what is written in it: label, pointer and level, as room allows."""

from __future__ import annotations

from typing import Final

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from commands.render.pictures.fit import Item
from commands.render.pictures.labels import printable
from commands.render.pictures.map import level_text, pointed
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

#: Things by side: Unicode and ASCII; a fifth side begins again. Where they will be: Unicode by side, and ASCII.
THINGS: Final = ("●■◆▲", "@#&%")
FUTURES: Final = ("○□◇△", "****")

#: More than there is room for: Unicode and ASCII.
MORE: Final = ("…", "*")

#: The sign of a pointer by where it points, right (-1, 0, 1) and down (-1, 0, 1): Unicode and ASCII.
ARROWS: Final = {
    (0, -1): ("↑", "^"),
    (1, -1): ("↗", "/"),
    (1, 0): ("→", ">"),
    (1, 1): ("↘", "\\"),
    (0, 1): ("↓", "v"),
    (-1, 1): ("↙", "/"),
    (-1, 0): ("←", "<"),
    (-1, -1): ("↖", "\\"),
}

#: A pointer straight up or straight down: Unicode and ASCII.
ON_END: Final = {True: ("⊙", "O"), False: ("⊗", "X")}


def texts_of(items: tuple[Item, ...], form: HexForm, words: MapWords, *, ascii_only: bool) -> list[tuple[str, Item]]:
    """The rows of text for what stands in a hex: one thing in full, several in short."""
    if len(items) == 1:
        whole = _whole_large if form is LARGE else _whole_small
        return [(text, items[0]) for text in whole(items[0], words, ascii_only=ascii_only)]
    rooms = [room for _, room in form.rows]
    shown = items if len(items) <= len(rooms) else items[: len(rooms) - 1]
    texts = [(_short(item, room, words, ascii_only=ascii_only), item) for item, room in zip(shown, rooms, strict=False)]
    if len(shown) < len(items):
        texts.append((f"{MORE[ascii_only]}{len(items) - len(shown)}", items[-1]))
    return texts


def badge(item: Item, *, ascii_only: bool) -> str:
    """The sign of a thing's side, hollow for where it will be, and its label."""
    signs = (FUTURES if item.later else THINGS)[ascii_only]
    return signs[item.side % len(signs)] + printable(item.marker.label, ascii_only=ascii_only)[:3]


def _arrow(item: Item, *, ascii_only: bool) -> tuple[str, int, int]:
    """The sign of a pointer, and where it points: right and down, -1 to 1 each. No sign for what has none."""
    pointer = item.marker.pointer
    if pointer is None or item.later:
        return "", 0, 0
    toward = pointed(pointer)
    if toward is None:  # written after the label, as a pointer to the right is
        return ON_END[pointer.rising][ascii_only], 1, 0
    right, down = toward
    way = (round(1.2 * right), round(1.2 * down))
    return ARROWS[way][ascii_only], *way


def _height(item: Item, words: MapWords) -> str:
    return level_text(item.level) if words.level else ""


def _whole_large(item: Item, words: MapWords, *, ascii_only: bool) -> tuple[str, ...]:
    """Label, pointer and level, one to a row."""
    sign, right, _ = _arrow(item, ascii_only=ascii_only)
    name = printable(item.marker.pointer.name, ascii_only=ascii_only) if item.marker.pointer else ""
    height = _height(item, words)
    middle = words.future_in_short if item.later else f"{name} {sign}" if right > 0 else f"{sign} {name}"
    return (
        badge(item, ascii_only=ascii_only),
        _first_that_fits((middle.strip(), sign), 7),
        _first_that_fits((f"{words.level_in_short} {height}".strip(), height, MORE[ascii_only]), 7),
    )


def _whole_small(item: Item, words: MapWords, *, ascii_only: bool) -> tuple[str, ...]:
    """Label and level, the pointer's sign on the side of them to which it points."""
    sign, right, down = _arrow(item, ascii_only=ascii_only)
    name, height = badge(item, ascii_only=ascii_only), _height(item, words)
    above, below = ("", sign) if down > 0 else (sign, "")
    names = (above + name if right < 0 else name + above, name)
    heights = (below + height if right < 0 else height + below, height, MORE[ascii_only])
    return _first_that_fits(names, 4), _first_that_fits(heights, 4)


def _first_that_fits(texts: tuple[str, ...], room: int) -> str:
    """The first text that goes into so many cells; the last, if none does, is cut."""
    return next((text for text in texts if cell_len(text) <= room), set_cell_size(texts[-1], room))


def _short(item: Item, room: int, words: MapWords, *, ascii_only: bool) -> str:
    """As much of label, pointer and level as there is room for."""
    name, height = badge(item, ascii_only=ascii_only), _height(item, words)
    sign = _arrow(item, ascii_only=ascii_only)[0]
    return _first_that_fits((f"{name}{sign}{height}", f"{name}{height}", name), room)
