"""What var/sits.toml says about the post: where mails come from and where they go. No secret stands in it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from commands.order_files import read_text
from sits_es.errors import UnreadableError

_KEYS = ("name", "address", "inbox", "outbox", "reports")


@frozen(kw_only=True)
class PostSettings:
    """Where mail is. name, address: one's own, or None; inbox: places to read; outbox: the place to write to.

    A place is a folder of .eml files, an mbox or a Maildir; relative ones are below the file's folder.
    reports: whether one's own report goes to one's own address, to be answered with orders.
    """

    name: str | None = None
    address: str | None = None
    inbox: tuple[Path, ...] = ()
    outbox: Path
    reports: bool = False


def post_settings(folder: Path) -> PostSettings:
    """The table [post] of sits.toml in a folder, or what holds without one. Raises UnreadableError with all faults."""
    path = folder / "sits.toml"
    data: Mapping[str, Any] = {}
    if path.exists():
        try:
            data = tomllib.loads(read_text(path)).get("post", {})
        except tomllib.TOMLDecodeError as fault:
            raise UnreadableError(f"{path}: {fault}.") from fault
    if faults := list(_faults(path, data)):
        raise UnreadableError(faults)
    inbox = data.get("inbox", [])
    named = [inbox] if isinstance(inbox, str) else inbox
    places = tuple(folder / place for place in named)
    usual = folder / "inbox"
    return PostSettings(
        name=data.get("name"),
        address=data.get("address"),
        inbox=places or ((usual,) if usual.exists() else ()),
        outbox=folder / data.get("outbox", "outbox"),
        reports=data.get("reports", False),
    )


def _faults(path: Path, data: object) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{path}: post is no table. Write [post] on a line of its own."
        return
    for key, value in data.items():
        if key not in _KEYS:
            yield f"{path}: [post] has {key}, which means nothing here. It may have {', '.join(_KEYS)}."
        elif key == "inbox" and isinstance(value, list) and all(isinstance(each, str) for each in value):
            continue
        elif key == "reports":
            if not isinstance(value, bool):
                yield f"{path}: [post] reports is neither true nor false."
        elif not isinstance(value, str):
            yield f"{path}: [post] {key} is no text in quotes."
