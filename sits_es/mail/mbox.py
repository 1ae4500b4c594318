"""Mails that stand one after the other in a file, and long ones: read line by line, never whole."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from attrs import field, frozen

#: Bytes of a mail that is still opened; of a longer one only the head is looked at.
MOST_MAIL: Final = 25_000_000
#: Bytes at the beginning of a longer mail in which its sender and subject are looked for.
MOST_HEAD: Final = 20_000

FROM: Final = b"From "
_ESCAPED: Final = re.compile(rb">+From ")
#: Bytes that are read at once, where a line is longer.
_LINE: Final = 65_536


@frozen
class Gathered:
    """A mail as it was read. content: all of it, or its first bytes where it is longer than is opened.

    size: its bytes; digest: SHA-256 of all of them.
    """

    content: bytes = field(repr=False)
    size: int
    digest: str


class Growing:
    """A mail while it is read: kept as far as it is opened, counted and hashed whole."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._digest = hashlib.sha256()
        self._size = 0

    def add(self, content: bytes) -> None:
        """Add what comes next."""
        self._digest.update(content)
        self._size += len(content)
        if self._size <= MOST_MAIL:
            self._kept += content
        else:
            self._kept = (self._kept + content)[:MOST_HEAD] if len(self._kept) < MOST_HEAD else self._kept[:MOST_HEAD]

    def gathered(self) -> Gathered:
        """What was read."""
        return Gathered(bytes(self._kept), self._size, self._digest.hexdigest())


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; very long ones in several pieces."""
    return iter(lambda: file.readline(_LINE), b"")


def whole(lines: Iterable[bytes]) -> Gathered:
    """All lines as one mail."""
    growing = Growing()
    for line in lines:
        growing.add(line)
    return growing.gathered()


def mails_of(lines: Iterable[bytes]) -> Iterator[Gathered]:
    """The mails of an mbox: each begins with a line `From ` after an empty one, or as the file does."""
    growing: Growing | None = None
    begins, after_empty = True, True
    parting = False
    for line in lines:
        if begins:
            parting = after_empty and line.startswith(FROM)
            if parting:
                if growing is not None:
                    yield growing.gathered()
                growing = Growing()
            after_empty = line in (b"\n", b"\r\n")
        if growing is not None and not parting:
            growing.add(line[1:] if begins and _ESCAPED.match(line) else line)
        begins = line.endswith(b"\n")
    if growing is not None:
        yield growing.gathered()
