"""Faults in a text that a player wrote: where each is, what is wrong, what was expected there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from sits_es.errors import UnreadableError
from sits_es.sentences import visible, without_secrets

#: The most columns of a line that are shown with a fault.
SHOWN: Final = 70

_SECRET_LINE: Final = re.compile(r"(\s*sec\w*)(.*)", re.IGNORECASE)


class TextPlace(Struct, frozen=True, order=True):
    """A place in a text: line and column, each 1 up, counted in characters; length: 0 up."""

    line: int
    column: int
    length: int = 1


class OrderFault(Struct, frozen=True):
    """One mistake: where it is, what is wrong and, where that is not said already, what was expected.

    line, column: 1 up, counted in characters (a tab is one); length: how many characters the mark covers, 1 up.
    warns: it is a warning: what is written there can be ordered.
    """

    line: int
    column: int
    message: str
    expected: str = ""
    length: int = 1
    warns: bool = False

    @classmethod
    def at(cls, place: TextPlace, message: str, expected: str = "", *, warns: bool = False) -> OrderFault:
        """A fault at a place that is known already."""
        return cls(place.line, place.column, message, expected, max(place.length, 1), warns)

    def as_data(self) -> dict[str, str | int]:
        """For programs; whether it is a warning is told by where it stands."""
        return {name: value for name, value in structs.asdict(self).items() if name != "warns"}


class OrderFaults(UnreadableError):  # noqa: N818 - every fault of a text at once, so it is named in the plural
    """An order text that cannot be read, with all its faults in order of place, warnings among them.

    source: the file's name.
    """

    def __init__(self, faults: Iterable[OrderFault], source: str, text: str) -> None:
        self.faults = in_order(faults)
        self.source = source
        super().__init__(render_all(self.faults, source, text))


def in_order(faults: Iterable[OrderFault]) -> tuple[OrderFault, ...]:
    """Faults in order of place."""
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def no_order_file(line: int) -> OrderFault:
    """The fault of a file of another kind. line: the first that has any text."""
    said = "This is not an order file: no line in it is an order."
    return OrderFault(line, 1, said, "lines such as game NAME and turn 1, and orders below them; see: sits orders help")


def lines_of(text: str) -> list[str]:
    """The lines of a text as faults count them: any line ends, no byte order mark, letters and accents composed."""
    return re.split(r"\r\n|\r|\n", unicodedata.normalize("NFC", text.removeprefix("\ufeff")))


def render_all(faults: Iterable[OrderFault], source: str, text: str) -> tuple[str, ...]:
    """Say every fault of a text, in the order given."""
    lines = lines_of(text)
    return tuple(
        _rendered(fault, source, lines[fault.line - 1] if fault.line <= len(lines) else "") for fault in faults
    )


def _rendered(fault: OrderFault, source: str, line: str) -> str:
    shown, at, end = _excerpt(visible(_hidden(line)), fault.column - 1, fault.column - 1 + fault.length)
    mark = " " * _width(shown[:at]) + "^" * max(_width(shown[at:end]), 1)
    message = f"warning: {fault.message}" if fault.warns else fault.message
    said = [f"{source}:{fault.line}:{fault.column}: {message}", f"    {shown}".rstrip(), f"    {mark}"]
    return "\n".join([*said, f"    expected: {fault.expected}"] if fault.expected else said)


def _excerpt(line: str, at: int, end: int) -> tuple[str, int, int]:
    """The part of a long line round a mark, and where the mark then is (0 up)."""
    if len(line) <= SHOWN:
        return line, at, end
    start = max(0, min(at - SHOWN // 2, len(line) - SHOWN))
    before = "..." if start else ""
    after = "..." if start + SHOWN < len(line) else ""
    shift = len(before) - start
    return before + line[start : start + SHOWN] + after, at + shift, min(end, start + SHOWN) + shift


def _width(text: str) -> int:
    """Columns that a text takes on a screen."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def _hidden(line: str) -> str:
    """The line with a star for each character of a secret; as many characters as before."""
    if found := _SECRET_LINE.fullmatch(line):
        return found[1] + re.sub(r"\S", "*", found[2])
    return without_secrets(line)
