"""Where mails are: single files, folders of them, an mbox, a Maildir, standard input; and how they are put there.

Nothing in a mailbox is ever changed or removed.
"""

from __future__ import annotations

import hashlib
import mailbox
import os
import re
from collections.abc import Container, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Final

from attrs import field, frozen

from sits_es.errors import UnreadableError

#: Bytes of a mail that is still opened; a longer one is skipped.
MOST_MAIL: Final = 100_000_000
#: Bytes of a mailbox in one file that is still opened.
MOST_MAILBOX: Final = 2_000_000_000

_FROM: Final = b"From "
_HEADER: Final = re.compile(rb"[!-9;-~]{1,60}:")


@frozen(kw_only=True)
class Mail:
    """A mail as it was found. source: where; mark: what it is recognized by, the source where a place never changes.

    In a file the mark holds a digest of the content: another mail in the same place is another mail.
    """

    source: str
    content: bytes = field(repr=False)
    mark: str = field()

    @mark.default
    def _place(self) -> str:
        return self.source


def read_mails(path: Path, seen: Container[str] = ()) -> Iterator[Mail]:
    """The mails in a file, an mbox, a folder of files or a Maildir, in order of their names or places.

    seen: marks of mails that are skipped. Raises UnreadableError for what is not there or cannot be opened.
    """
    if is_maildir(path):
        yield from _from_maildir(path, seen)
    elif path.is_dir():
        for file in sorted(path.iterdir()):
            if file.suffix.lower() in {".eml", ".sits", ".mbox"} and file.is_file():
                yield from _from_file(file, seen)
    else:
        yield from _from_file(path, seen)


def is_maildir(path: Path) -> bool:
    """Whether a folder is a Maildir."""
    return all((path / name).is_dir() for name in ("cur", "new", "tmp"))


def read_stdin(content: bytes) -> Iterator[Mail]:
    """The mails in what came through standard input: a mail, an mbox, or text that was pasted."""
    if content.startswith(_FROM):
        for number, each in enumerate(_split(content), 1):
            yield Mail(source=f"standard input, mail {number}", content=each)
    else:
        yield Mail(source="standard input", content=_as_mail(content))


def write_eml(folder: Path, message: EmailMessage, *, private: bool = False) -> Path:
    """Write a mail into a folder as a file named after its Message-ID, for a person to send.

    The same mail again is the same file. The file appears complete or not at all. private: nobody else may read it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = message.as_bytes(policy=SMTP)
    name = re.sub(r"[^\w.-]+", "_", str(message["Message-ID"] or "").strip("<>").partition("@")[0], flags=re.ASCII)
    path = folder / f"{name or hashlib.sha256(content).hexdigest()[:32]}.eml"
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    with _modes(private=private):
        unfinished.unlink(missing_ok=True)
        unfinished.write_bytes(content)
    unfinished.replace(path)
    return path


def deliver(maildir: Path, message: EmailMessage, *, private: bool = False) -> None:
    """Put a mail into a Maildir, made if it is not there. private: nobody else may read it."""
    maildir.parent.mkdir(parents=True, exist_ok=True)
    box = mailbox.Maildir(maildir, create=True)
    with _modes(private=private):
        box.add(message_from_bytes(message.as_bytes(policy=SMTP)))


@contextmanager
def _modes(*, private: bool) -> Iterator[None]:
    """Files made inside are of mode 0600 from their first byte on, where they are private."""
    if not private:
        yield
        return
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _from_maildir(path: Path, seen: Container[str]) -> Iterator[Mail]:
    files = [file for name in ("new", "cur") for file in (path / name).iterdir() if not file.name.startswith(".")]
    for file in sorted(files, key=lambda each: each.name):
        source = f"{path}/{file.name.partition(':')[0]}"
        if source in seen:
            continue
        content = _content(file)
        if content is not None:
            yield Mail(source=source, content=content)


def _from_file(path: Path, seen: Container[str]) -> Iterator[Mail]:
    if _is_mbox(path):
        for number, each in enumerate(_split(path.read_bytes()), 1):
            if (mark := _mark(path, each)) not in seen:
                yield Mail(source=f"{path}, mail {number}", content=each, mark=mark)
    elif (content := _content(path)) is not None and (mark := _mark(path, content)) not in seen:
        yield Mail(source=str(path), content=_as_mail(content), mark=mark)


def _mark(path: Path, content: bytes) -> str:
    """A file may be written again and an mbox compacted: names and numbers do not say which mail was read."""
    return f"{path} {hashlib.sha256(content).hexdigest()}"


def _is_mbox(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_FROM)) == _FROM and path.stat().st_size <= MOST_MAILBOX
    except OSError as fault:
        raise UnreadableError(f"{path}: {(fault.strerror or 'cannot be read').lower()}.") from fault


def _content(path: Path) -> bytes | None:
    """A file's bytes; None for one that is too long, or that another program took away just now."""
    try:
        return path.read_bytes() if path.stat().st_size <= MOST_MAIL else None
    except FileNotFoundError:
        return None


def _split(content: bytes) -> Iterator[bytes]:
    """The mails of an mbox: each begins with a line `From ` after an empty one."""
    for piece in re.split(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n", content)[1:]:
        if len(piece) <= MOST_MAIL:
            yield re.sub(rb"(?m)^>(>*From )", rb"\1", piece)


def _as_mail(content: bytes) -> bytes:
    """A text that has no headers, with an empty line before it, so that its first line is not taken for one."""
    return content if _HEADER.match(content) else b"\n" + content
