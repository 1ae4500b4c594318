"""Mails and HTML texts that want to keep their reader busy, of any length."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

#: Long mails by what they are full of: how much of it, and a mail with so much of it.
LONG_MAILS: Final[Mapping[str, tuple[int, Callable[[int], bytes]]]] = {
    "boundaries": (20_000, lambda much: b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * much),
    "parameters": (
        300_000,
        lambda much: b'Content-Type: multipart/mixed; x="' + b'\\";' * much + b"\n\nbody\n",
    ),
    "parts in parts": (
        2000,
        lambda much: b"".join(
            b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (number, number) for number in range(much)
        ),
    ),
    "mails in mails": (5000, lambda much: b"Content-Type: message/rfc822\n\n" * much),
    "comments": (100_000, lambda much: b"From: " + b"(" * much + b"\n\n"),
    "encoded words": (50_000, lambda much: b"Subject: " + b"=?utf-8?q?a?= " * much + b"\n\n"),
    "lines": (5_000_000, lambda much: b"From: x@example.org\n" + b"\n" * much),
    "lines in many parts": (
        250_000,
        lambda much: b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 2 + b"x\n" * much,
    ),
    "dashes": (5_000_000, lambda much: b"From: x@example.org\n\n" + b"-" * much),
    "HTML": (1000, lambda much: b"Content-Type: text/html\n\n<![" * much),
}

#: What a hostile HTML text repeats.
PIECES: Final = ("<", "<a ", "<!--", "</", "<a href='", "&#", "<!", "<blockquote>")
HTML_LENGTH: Final = 1_000_000


def html(piece: str, length: int = HTML_LENGTH) -> str:
    """About so many characters, a piece again and again."""
    return piece * (length // len(piece))
