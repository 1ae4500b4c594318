"""What of a notation's lines is no comment, and which of them are orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

#: A name, in quotes or not, with a colon after it; in front of it may be the step of a numbered language.
_ORDER: Final = re.compile(r"""(?:\w+\s+[0-9]+\s+)?(?:"[^"]*"|\w[\w'-]*)\s*:""")
_COMMENT: Final = re.compile(r"\{[^}]*\}|;.*")
_QUOTED_OR_NOT: Final = re.compile(r"""("(?:[^"\\]|\\.)*")|((?:\s|\{[^}]*\}|;.*)+)""")


class NotClosedError(Exception):
    """A comment in braces goes on to the end of the file. line, column: of its brace, 1 up."""

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column = line, column
        super().__init__(f"{line}:{column}")


def lines_in(text: str) -> list[str]:
    """The lines of a file, whatever ends them. Orders are left exactly as they are."""
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def is_order(line: str) -> bool:
    """Whether a line is one of orders, as it stands."""
    return _ORDER.match(line) is not None


def is_comment(said: str) -> bool:
    """Whether a line holds nothing but comments. said: without spaces at its ends."""
    return said.startswith((";", "{")) and not _COMMENT.sub("", said).strip()


def has_comment(said: str) -> bool:
    """Whether a line that is no order holds a comment too."""
    return any(found[2] and found[2].strip() for found in _QUOTED_OR_NOT.finditer(said))


def plain(text: str) -> str:
    """What a line says, without comments and with one space where there are several, but for what is in quotes."""
    return _QUOTED_OR_NOT.sub(lambda found: found[1] or " ", text).strip()


def numbered(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Lines that say something, each with its number, 1 up; of a comment over several lines the first alone.

    Raises NotClosedError at the end where such a comment has none.
    """
    begun: int | None = None
    for number, line in enumerate(lines, 1):
        if begun is not None:
            end = line.find("}")
            if end < 0:
                continue
            begun, rest = None, line[end + 1 :]
            if rest.strip():
                yield number, " " * (end + 1) + rest
        elif line.lstrip().startswith("{") and "}" not in line:
            begun = number
            yield number, line.rstrip() + "}"
        elif line.strip():
            yield number, line
    if begun is not None:
        raise NotClosedError(begun, lines[begun - 1].index("{") + 1)
