"""Mails in files, folders, an mbox, a Maildir or standard input: read piece by piece, never changed; and put there."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Container, Iterator
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from attrs import Factory, evolve, field, frozen

from sits_es.disk import to_disk, write
from sits_es.errors import UnreadableError
from sits_es.values import Value

if TYPE_CHECKING:
    from email.message import EmailMessage

#: Bytes of a mail that is still opened; of a longer one only the head is looked at, for its sender and subject.
MOST_MAIL: Final = 25_000_000
MOST_HEAD: Final = 20_000

_HEADER: Final = re.compile(rb"[!-9;-~]{1,60}:")
_FROM: Final = b"From "
_BEGINS: Final = re.compile(rb"(?:(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n?")
_ESCAPED: Final = re.compile(rb"(?m)^>(?=>*From )")
#: Bytes that are read at once.
_PIECE: Final = 1 << 20


@frozen(kw_only=True)
class Mail(Value):
    """A mail as it was found. source: where; size: in bytes, of which a mail too long to open has the head alone.

    mark: by which it is known again, in a file with a digest, as another mail may come to the same place; bookmark: a
    name, and what to keep under it once this mail and all before it were dealt with.
    """

    source: str
    content: bytes = field(repr=False)
    size: int = Factory(lambda mail: len(mail.content), takes_self=True)
    bookmark: tuple[str, str] | None = None
    mark: str = Factory(lambda mail: mail.source, takes_self=True)


def read_mails(path: Path, seen: Container[str] = ()) -> Iterator[Mail]:
    """The mails of a file, mbox, folder or Maildir, in order, but for marks in `seen`. Raises UnreadableError."""
    if is_maildir(path):
        yield from _from_maildir(path, seen)
        return
    files = [path]
    if path.is_dir():
        named = (each for each in path.iterdir() if each.suffix.lower() in {".eml", ".sits", ".mbox"})
        files = sorted(each for each in named if each.is_file())
    for file in files:
        yield from (mail for mail in _opened(file) if mail.mark not in seen)


def is_maildir(path: Path) -> bool:
    """Whether a folder is a Maildir."""
    return all((path / name).is_dir() for name in ("cur", "new", "tmp"))


def _from_maildir(path: Path, seen: Container[str]) -> Iterator[Mail]:
    files = [file for name in ("new", "cur") for file in (path / name).iterdir() if not file.name.startswith(".")]
    for file in sorted(files, key=lambda each: each.name):
        # its name tells which mail it is, whatever flags follow
        source = f"{path}/{file.name.partition(':')[0]}"
        if source not in seen:
            try:
                yield from (evolve(mail, source=source, mark=source) for mail in _opened(file))
            except UnreadableError:
                if file.exists():  # otherwise another program just took it away
                    raise


def _opened(path: Path) -> Iterator[Mail]:
    try:
        with path.open("rb") as file:
            yield from mails_in(file, str(path))
    except OSError as fault:
        raise UnreadableError(f"{path}: {(fault.strerror or 'cannot be read').lower()}.") from fault


def mails_in(stream: BinaryIO, source: str) -> Iterator[Mail]:
    """The mails in a mail, an mbox or a text that was pasted, each with its place: of several ", mail 2"."""
    for number, pieces in groupby(_numbered(stream), itemgetter(0)):
        size, kept, digest = 0, bytearray(), hashlib.sha256()
        for _, piece in pieces:
            size += len(piece)
            digest.update(piece)
            kept += piece[: MOST_MAIL - len(kept)]
        content = bytes(kept if size <= MOST_MAIL else kept[:MOST_HEAD])
        # a text that has no headers gets an empty line before it, so that its first line is not taken for one
        content = content if _HEADER.match(content) else b"\n" + content
        # a file may be written again and an mbox compacted: names and numbers do not say which mail was read
        place, mark = f", mail {number}" if number else "", f"{source} {digest.hexdigest()}"
        yield Mail(source=f"{source}{place}", content=content, size=size, mark=mark)


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Pieces with the numbers of their mails, 0 where it is no mbox; not line by line, as mailboxes are read often."""
    found = stream.read(_PIECE)
    if not found.startswith(_FROM):
        yield from ((0, each) for each in chain([found], iter(lambda: stream.read(_PIECE), b"")))
        return
    number, before = 0, b"\n\n"
    while found:
        more = stream.read(_PIECE)
        end = found.rfind(b"\n") + 1 if more else 0
        text, at = before + found[: end or None], len(before)
        for mark in _BEGINS.finditer(text, at):
            if at < mark.start():
                yield number, _ESCAPED.sub(b"", text[at : mark.start()])
            number, at = number + 1, mark.end()
        if at < len(text):
            yield number, _ESCAPED.sub(b"", text[at:])
        found, before = found[end or len(found) :] + more, text[-3:]


def put_letter(place: Path, message: EmailMessage) -> Path:
    """Put a letter into a Maildir, or as a file named by its Message-ID into a folder; where it is. It is private."""
    from email.policy import SMTP

    if is_maildir(place):
        unread = f"{time.time_ns()}.{os.urandom(8).hex()}.sits"
        write(place / "tmp" / unread, message.as_bytes(policy=SMTP.clone(linesep="\n")))
        (place / "tmp" / unread).rename(place / "new" / unread)
        to_disk(place / "new")
        return place
    name = re.sub(r"[^\w.-]+", "_", message["Message-ID"].strip("<>").partition("@")[0], flags=re.ASCII)
    path = place / f"{name}.eml"
    write(path, message.as_bytes(policy=SMTP), over=True)
    return path
