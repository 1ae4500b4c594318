"""A hex of the map in character cells, and what is written in it: label, nose and altitude, as room allows."""

from __future__ import annotations

from typing import Final

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from commands.render.pictures.fit import Item
from commands.render.pictures.labels import printable
from commands.render.pictures.map import altitude_text, nose_place


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

#: Ships by side: Unicode and ASCII; a fifth side begins again. Where they will be: Unicode by side, and ASCII.
SHIPS: Final = ("●■◆▲", "@#&%")
FUTURES: Final = ("○□◇△", "****")

#: More than there is room for: Unicode and ASCII.
MORE: Final = ("…", "*")

#: The sign of a nose by where it points, right (-1, 0, 1) and down (-1, 0, 1): Unicode and ASCII.
NOSES: Final = {
    (0, -1): ("↑", "^"),
    (1, -1): ("↗", "/"),
    (1, 0): ("→", ">"),
    (1, 1): ("↘", "\\"),
    (0, 1): ("↓", "v"),
    (-1, 1): ("↙", "/"),
    (-1, 0): ("←", "<"),
    (-1, -1): ("↖", "\\"),
}

#: A nose straight up or straight down: Unicode and ASCII.
ON_END: Final = {"+++": ("⊙", "O"), "---": ("⊗", "X")}


def texts_of(items: tuple[Item, ...], form: HexForm, *, ascii_only: bool) -> list[tuple[str, Item]]:
    """The rows of text for what stands in a hex: one thing in full, several in short."""
    if len(items) == 1:
        whole = _whole_large if form is LARGE else _whole_small
        return [(text, items[0]) for text in whole(items[0], ascii_only=ascii_only)]
    rooms = [room for _, room in form.rows]
    shown = items if len(items) <= len(rooms) else items[: len(rooms) - 1]
    texts = [(_short(item, room, ascii_only=ascii_only), item) for item, room in zip(shown, rooms, strict=False)]
    if len(shown) < len(items):
        texts.append((f"{MORE[ascii_only]}{len(items) - len(shown)}", items[-1]))
    return texts


def badge(item: Item, *, ascii_only: bool) -> str:
    """The sign of a ship's side, hollow for where it will be, and its label."""
    signs = (FUTURES if item.later else SHIPS)[ascii_only]
    return signs[item.side % len(signs)] + printable(item.marker.label, ascii_only=ascii_only)[:3]


def _nose(item: Item, *, ascii_only: bool) -> tuple[str, int, int]:
    """The sign of a nose, and where it points: right and down, -1 to 1 each. No sign for what has none."""
    nose = item.marker.nose
    if nose is None or item.later:
        return "", 0, 0
    if nose in ON_END:  # written behind the label, as a nose to the right is
        return ON_END[nose][ascii_only], 1, 0
    right, down = nose_place(nose) or (0.0, 0.0)
    way = (round(1.2 * right), round(1.2 * down))
    return NOSES[way][ascii_only], *way


def _whole_large(item: Item, *, ascii_only: bool) -> tuple[str, ...]:
    """Label, nose and altitude, one to a row."""
    sign, right, _ = _nose(item, ascii_only=ascii_only)
    nose, height = item.marker.nose or "", altitude_text(item.altitude)
    middle = "next" if item.later else f"{nose} {sign}" if right > 0 else f"{sign} {nose}"
    return (
        badge(item, ascii_only=ascii_only),
        middle.strip(),
        _first_that_fits((f"alt {height}", height, MORE[ascii_only]), 7),
    )


def _whole_small(item: Item, *, ascii_only: bool) -> tuple[str, ...]:
    """Label and altitude, the nose's sign on the side of them to which it points."""
    sign, right, down = _nose(item, ascii_only=ascii_only)
    name, height = badge(item, ascii_only=ascii_only), altitude_text(item.altitude)
    above, below = ("", sign) if down > 0 else (sign, "")
    names = (above + name if right < 0 else name + above, name)
    heights = (below + height if right < 0 else height + below, height, MORE[ascii_only])
    return _first_that_fits(names, 4), _first_that_fits(heights, 4)


def _first_that_fits(texts: tuple[str, ...], room: int) -> str:
    """The first text that goes into so many cells; the last, if none does, is cut."""
    return next((text for text in texts if cell_len(text) <= room), set_cell_size(texts[-1], room))


def _short(item: Item, room: int, *, ascii_only: bool) -> str:
    """As much of label, nose and altitude as there is room for."""
    name, height = badge(item, ascii_only=ascii_only), altitude_text(item.altitude)
    sign = _nose(item, ascii_only=ascii_only)[0]
    return _first_that_fits((f"{name}{sign}{height}", f"{name}{height}", name), room)
