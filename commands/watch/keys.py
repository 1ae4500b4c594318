"""The keys of the stepper: what each does, in the order in which the help lists them."""

from __future__ import annotations

from typing import Final, NamedTuple


class WatchKey(NamedTuple):
    """A key. names: as Textual calls it, and others that do the same; shown: on the keyboard; does: in the help.

    action: what of the stepper it calls, with its argument, if it has one.
    """

    names: tuple[str, ...]
    shown: str
    action: str
    does: str


#: By heading.
KEYS: Final[dict[str, tuple[WatchKey, ...]]] = {
    "Step": (
        WatchKey(("right", "n"), "right, n", "step(1)", "the next event"),
        WatchKey(("left", "p"), "left, p", "step(-1)", "the event before"),
        WatchKey(("right_square_bracket",), "]", "chapter(1)", "where the next moment begins"),
        WatchKey(("left_square_bracket",), "[", "chapter(-1)", "where this moment begins, then the one before"),
        WatchKey(("right_curly_bracket",), "}", "turn(1)", "where the next turn begins"),
        WatchKey(("left_curly_bracket",), "{", "turn(-1)", "where this turn begins, then the one before"),
        WatchKey(("home",), "home", "end(-1)", "the first event"),
        WatchKey(("end",), "end", "end(1)", "the last event"),
        WatchKey(("space",), "space", "play", "play on by itself, and pause"),
        WatchKey(("plus",), "+", "pace(1)", "play faster"),
        WatchKey(("minus",), "-", "pace(-1)", "play slower"),
    ),
    "Jump": (
        WatchKey(("s",), "s", "deed(1, 'shot')", "the next shot"),
        WatchKey(("S",), "S", "deed(-1, 'shot')", "the shot before"),
        WatchKey(("l",), "l", "deed(1, 'loss')", "the next loss"),
        WatchKey(("L",), "L", "deed(-1, 'loss')", "the loss before"),
        WatchKey(("d",), "d", "deed(1)", "the next shot or loss"),
        WatchKey(("D",), "D", "deed(-1)", "the shot or loss before"),
    ),
    "Look": (
        WatchKey(("1",), "1", "panel('map')", "the map"),
        WatchKey(("2",), "2", "panel('around')", "what one unit has around it"),
        WatchKey(("3",), "3", "panel('unit')", "one unit: its state and its tracks"),
        WatchKey(("4",), "4", "panel('event')", "the event explained"),
        WatchKey(("5",), "5", "panel('events')", "the events"),
        WatchKey(("6",), "6", "panel('differences')", "what differs between two branches side by side"),
        WatchKey(("z",), "z", "zoom", "this panel alone with all of its legend, and back"),
        WatchKey(("up",), "up", "scroll(-1)", "a line up in the panel"),
        WatchKey(("down",), "down", "scroll(1)", "a line down in the panel"),
        WatchKey(("pageup",), "page up", "page(-1)", "a page up in the panel"),
        WatchKey(("pagedown",), "page down", "page(1)", "a page down in the panel"),
        WatchKey(("u",), "u", "unit(1)", "look at the next unit"),
        WatchKey(("U",), "U", "unit(-1)", "look at the unit before"),
        WatchKey(("e",), "e", "follow", "look at whatever unit the event is about"),
        WatchKey(("f",), "f", "only", "show only the events of one unit, or all"),
    ),
    "Branches": (
        WatchKey(("b",), "b", "branch", "go to another branch"),
        WatchKey(("v",), "v", "beside", "put another branch beside this one"),
        WatchKey(("w",), "w", "swap", "change the two for each other"),
        WatchKey(("x",), "x", "alone", "put the second one away"),
        WatchKey(("r",), "r", "again", "read the record again"),
    ),
    "Orders": (WatchKey(("o",), "o", "orders", "write orders into your order file"),),
    "Otherwise": (
        WatchKey(("question_mark",), "?", "tell", "these keys"),
        WatchKey(("q",), "q", "leave", "leave"),
    ),
}


def every_key() -> tuple[WatchKey, ...]:
    """All of them, in order."""
    return tuple(key for keys in KEYS.values() for key in keys)
