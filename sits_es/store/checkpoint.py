"""Checkpoints: a stream's size and root in the three lines of C2SP's tlog-checkpoint, as they end every report.

A checkpoint in a player's mailbox is a witness: no event before it can be changed unnoticed.
"""

from __future__ import annotations

import base64
import binascii
import re

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted

_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


@frozen
class Checkpoint:
    """What a stream held at one moment. origin: the stream's name; size: events, 0 up; root: 32 bytes."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Read a checkpoint; further lines, such as signatures, are left alone.

        Raises UnreadableError when the first three lines are not a name, a size and a root.
        """
        lines = [line.rstrip() for line in text.lstrip("\ufeff\r\n").splitlines()[:3]]
        if len(lines) < 3 or not lines[0]:
            raise UnreadableError("A checkpoint has three lines, a game's name, a size and a root; this is not one.")
        origin, size, encoded = lines
        if not _SIZE.fullmatch(size):
            raise UnreadableError(f"A checkpoint's second line is a number of events; {quoted(size)} is not one.")
        try:
            root = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            root = b""
        if len(root) != 32:
            raise UnreadableError(
                f"A checkpoint's third line is a root of 32 bytes in base64; {quoted(encoded)} is not one."
            )
        return cls(origin, int(size), root)
