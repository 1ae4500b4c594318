"""What the store says when it refuses something, in words for a player."""

from __future__ import annotations

import sqlite3
from types import TracebackType

from eventsourcing.persistence import PersistenceError

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import quoted, typed


def check_name(stream: str) -> None:
    """Refuse names that would blur a digest's or a checkpoint's lines."""
    if not stream or stream != stream.strip() or not stream.isprintable():
        raise NotAllowedError(
            f"{quoted(stream)} is not a name for a game: it needs at least one visible character, no invisible one, "
            "and no space at either end."
        )


def other_head(stream: str, after: int, head: int) -> str:
    """Say that a stream does not end where the caller saw it end."""
    if after < head:
        return (
            f"Somebody else has played on in {stream} since you looked: it is at event {head}, and you had seen up "
            f"to {after}. Nothing was written. Look again, then repeat your command."
        )
    return (
        f"{stream} is at event {head}, and you had seen up to {after}: this is not the store that you looked at. "
        "Nothing was written."
    )


def broken_at(stream: str, version: int) -> str:
    """Say where a chain breaks."""
    return (
        f"The record of {stream} is broken at event {version}: it is not what was written there. "
        f"`sits audit {typed(stream)} --verify` says what is wrong."
    )


class in_words:  # noqa: N801 - a word in a with statement; a class, because every transaction is inside one
    """Puts the database's troubles in words where a player can do something about them; others pass through.

    name: of the file.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        if not isinstance(fault, PersistenceError | sqlite3.Error):
            return
        text = str(fault)
        if "locked" in text or "busy" in text:
            raise NotNowError(
                "Another program is writing to the game store and does not finish. Nothing was written; try again."
            ) from fault
        if "not a database" in text or "malformed" in text:
            raise UnreadableError(f"{self._name} is not a game store, or it is damaged: {text}.") from fault
        if "readonly" in text or "unable to open" in text:
            raise NotAllowedError(
                f"{self._name} cannot be opened for writing. Nothing was written. Make it and its folder writable, or "
                "name another folder in SITS_HOME."
            ) from fault
        if "is full" in text:
            raise NotNowError(f"There is no room left on the disk of {self._name}. Nothing was written.") from fault
