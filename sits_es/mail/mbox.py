"""Mails in a file or a pipe, alone or in an mbox: read piece by piece, and long ones never kept whole."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, Final

#: Bytes of a mail that is still opened; of a longer one only the head is looked at, for its sender and subject.
MOST_MAIL: Final = 25_000_000
MOST_HEAD: Final = 20_000

_FROM: Final = b"From "
_ESCAPED: Final = re.compile(rb">+From ")
#: Bytes that are read at once, where a line is longer.
_LINE: Final = 65_536


class Gathered:
    """A mail as it is read: kept as far as it is opened, counted and hashed whole. size: in bytes."""

    def __init__(self, pieces: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._kept = bytearray()
        self._digest = hashlib.sha256()
        for piece in pieces:
            self.add(piece)

    def add(self, piece: bytes) -> None:
        """Add what comes next."""
        self.size += len(piece)
        self._digest.update(piece)
        self._kept += piece[: MOST_MAIL - len(self._kept)]

    @property
    def content(self) -> bytes:
        """All of it, or its first bytes where it is longer than is opened."""
        return bytes(self._kept if self.size <= MOST_MAIL else self._kept[:MOST_HEAD])

    @property
    def digest(self) -> str:
        """SHA-256 of all its bytes, in hexadecimal."""
        return self._digest.hexdigest()


def mails_in(stream: BinaryIO) -> Iterator[tuple[str, Gathered]]:
    """The mails in a file, each with its place in it: ", mail 2" in an mbox, nothing for one that is alone."""
    first = stream.readline(_LINE)
    lines = chain([first], iter(lambda: stream.readline(_LINE), b""))
    if first.startswith(_FROM):
        yield from ((f", mail {number}", each) for number, each in enumerate(_parted(lines), 1))
    else:
        yield "", Gathered(lines)


def _parted(lines: Iterable[bytes]) -> Iterator[Gathered]:
    """The mails of an mbox: each begins with a line `From ` after an empty one, or as the file does."""
    mail: Gathered | None = None
    begins, after_empty = True, True
    parting = False
    for line in lines:
        if begins:
            parting = after_empty and line.startswith(_FROM)
            if parting:
                if mail is not None:
                    yield mail
                mail = Gathered()
            after_empty = line in (b"\n", b"\r\n")
        if mail is not None and not parting:
            mail.add(line[1:] if begins and _ESCAPED.match(line) else line)
        begins = line.endswith(b"\n")
    if mail is not None:
        yield mail
