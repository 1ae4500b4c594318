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
from typing import BinaryIO, Final

from attrs import Factory, field, frozen

from sits_es.errors import UnreadableError
from sits_es.mail.mbox import MOST_MAIL, Gathered, mails_in

_HEADER: Final = re.compile(rb"[!-9;-~]{1,60}:")


@frozen(kw_only=True)
class Mail:
    """A mail as it was found. source: where; mark: what it is recognized by, the source where a place never changes.

    In a file the mark holds a digest of the content: another mail in the same place is another mail.
    size: in bytes; of a mail that is longer than is ever opened the content is the head alone.
    bookmark: a name, and what to keep under it once this mail and all before it were dealt with.
    """

    source: str
    content: bytes = field(repr=False)
    size: int = Factory(lambda mail: len(mail.content), takes_self=True)
    bookmark: tuple[str, str] | None = None
    mark: str = Factory(lambda mail: mail.source, takes_self=True)

    @property
    def is_too_long(self) -> bool:
        """Whether it is left unopened."""
        return self.size > MOST_MAIL


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


def read_stdin(stream: BinaryIO) -> Iterator[Mail]:
    """The mails in what comes through standard input: a mail, an mbox, or text that was pasted."""
    for place, gathered in mails_in(stream):
        yield _mail(gathered, f"standard input{place}", f"standard input{place}")


def write_eml(folder: Path, message: EmailMessage) -> Path:
    """Write a mail into a folder as a file named after its Message-ID, for a person to send; nobody else may read it.

    The same mail again is the same file. The file appears complete or not at all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = message.as_bytes(policy=SMTP)
    name = re.sub(r"[^\w.-]+", "_", str(message["Message-ID"] or "").strip("<>").partition("@")[0], flags=re.ASCII)
    path = folder / f"{name or hashlib.sha256(content).hexdigest()[:32]}.eml"
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    with _private():
        unfinished.unlink(missing_ok=True)
        unfinished.write_bytes(content)
    unfinished.replace(path)
    return path


def deliver(maildir: Path, message: EmailMessage) -> None:
    """Put a mail into a Maildir, made if it is not there; nobody else may read it."""
    maildir.parent.mkdir(parents=True, exist_ok=True)
    box = mailbox.Maildir(maildir, create=True)
    with _private():
        box.add(message_from_bytes(message.as_bytes(policy=SMTP)))


@contextmanager
def _private() -> Iterator[None]:
    """Files made inside are of mode 0600 from their first byte on."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _from_maildir(path: Path, seen: Container[str]) -> Iterator[Mail]:
    files = [file for name in ("new", "cur") for file in (path / name).iterdir() if not file.name.startswith(".")]
    for file in sorted(files, key=lambda each: each.name):
        source = f"{path}/{file.name.partition(':')[0]}"
        if source not in seen:
            try:
                yield from (_mail(gathered, source, source) for _, gathered in _opened(file))
            except UnreadableError:
                if file.exists():  # otherwise another program just took it away
                    raise


def _from_file(path: Path, seen: Container[str]) -> Iterator[Mail]:
    for place, gathered in _opened(path):
        # a file may be written again and an mbox compacted: names and numbers do not say which mail was read
        if (mark := f"{path} {gathered.digest}") not in seen:
            yield _mail(gathered, f"{path}{place}", mark)


def _opened(path: Path) -> Iterator[tuple[str, Gathered]]:
    try:
        with path.open("rb") as file:
            yield from mails_in(file)
    except OSError as fault:
        raise UnreadableError(f"{path}: {(fault.strerror or 'cannot be read').lower()}.") from fault


def _mail(gathered: Gathered, source: str, mark: str) -> Mail:
    """A text that has no headers gets an empty line before it, so that its first line is not taken for one."""
    content = gathered.content if _HEADER.match(gathered.content) else b"\n" + gathered.content
    return Mail(source=source, content=content, size=gathered.size, mark=mark)
