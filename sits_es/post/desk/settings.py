"""What var/sits.toml says about the post: where mails come from and where they go. No secret stands in it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.mail.settings import Server, read_settings
from sits_es.service.files import read_text

_KEYS = ("name", "reports", "acks")


@frozen(kw_only=True)
class PostSettings:
    """Where mail is. name, address: one's own, or None; inbox: a place to read; outbox: one to write to.

    A place is a folder of .eml files, an mbox or a Maildir; relative ones are below the file's folder.
    reports: whether one's own report goes to one's own address, to be answered with orders.
    acks: whether a letter that needs no other answer is answered with a receipt.
    smtp, imap: servers, where they are set.
    """

    name: str | None = None
    reports: bool = False
    acks: bool = True
    address: str | None = None
    inbox: Path | None = None
    outbox: Path
    smtp: Server | None = None
    imap: Server | None = None


def post_settings(folder: Path) -> PostSettings:
    """The tables [post] and [mail] of sits.toml in a folder, or what holds without them.

    Raises UnreadableError with all faults, NotAllowedError when a password stands in it.
    """
    path = folder / "sits.toml"
    text = read_text(path) if path.exists() else ""
    mail = read_settings(text, str(path))
    post: Mapping[str, Any] = tomllib.loads(text).get("post", {})
    if faults := list(_faults(path, post)):
        raise UnreadableError(faults)
    usual = folder / "inbox"
    return PostSettings(
        name=post.get("name"),
        reports=post.get("reports", False),
        acks=post.get("acks", True),
        address=mail.address,
        inbox=folder / mail.inbox if mail.inbox else usual if usual.exists() else None,
        outbox=folder / (mail.outbox or "outbox"),
        smtp=mail.smtp,
        imap=mail.imap,
    )


def _faults(path: Path, data: object) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{path}: post is no table. Write [post] on a line of its own."
        return
    for key, value in data.items():
        if key not in _KEYS:
            yield f"{path}: [post] has {key}, which means nothing here. It may have {', '.join(_KEYS)}."
        elif key in ("reports", "acks") and not isinstance(value, bool):
            yield f"{path}: [post] {key} is neither true nor false."
        elif key == "name" and not isinstance(value, str):
            yield f"{path}: [post] name is no text in quotes."
