"""SQLite's troubles in words for a player, and what it finds wrong with a file."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import one_line

#: Faults by SQLite's primary result codes: somebody else holds a lock, the file is shut, the disk is full or fails.
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_SHUT = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
#: What is no damage to a file, or none that can be known.
_OF_THE_DISK = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
#: Where not even the index of the write-ahead log finds room, SQLite speaks of the disk and means that.
_NO_ROOM_BESIDE = {sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP}
#: What comes of it: where its words quote what is damaged and is no text, Python stumbles over those.
TROUBLES = (sqlite3.Error, UnicodeDecodeError)
#: How it speaks of a table or a trigger whose text can't be read.
_OF_A_SCHEMA = b"malformed database schema"
#: What only a mistake of this program brings about.
_BUGS = (sqlite3.ProgrammingError, sqlite3.InterfaceError)


#: What a file is called that holds the record of games.
STORE = "a game store"


def primary_code(fault: BaseException) -> int | None:
    """The kind of fault that SQLite names; None if it names none, as for text that is no UTF-8."""
    code = getattr(fault, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_shut(fault: BaseException) -> bool:
    """Whether a file can't be opened, or not be written."""
    return primary_code(fault) in _SHUT


def is_full(fault: BaseException) -> bool:
    """Whether there is no room on the disk."""
    return primary_code(fault) == sqlite3.SQLITE_FULL or getattr(fault, "sqlite_errorcode", None) in _NO_ROOM_BESIDE


def is_busy(fault: BaseException) -> bool:
    """Whether another program holds the lock."""
    return primary_code(fault) in _BUSY


def damaged(name: str, why: str, kind: str = STORE) -> str:
    """Say that a file is not what it should be. kind: what that is."""
    return f"{name} is not {kind}, or it is damaged: {one_line(why)}."


def refusal_of(fault: BaseException, name: str, kind: str = STORE, helps: str = "") -> GameError | None:
    """SQLite's trouble in words; None for a bug, and what is no database's trouble.

    name, kind, helps: as for `in_words`.
    """
    cause = meant_by(fault)
    if not isinstance(cause, sqlite3.Error) or isinstance(cause, _BUGS):
        return None
    if is_busy(cause):
        # within a sentence, where it is no file's name
        which = "the game store" if kind == STORE else f"a{name[1:]}" if name.startswith("A ") else name
        return NotNowError(f"Another program is still writing to {which}. Nothing was written; try again.")
    if is_shut(cause):
        return NotAllowedError(
            f"{name} cannot be opened for writing. Nothing was written. Make the file and its folder writable, or name "
            "another folder in SITS_HOME."
        )
    if is_full(cause):
        return NotNowError(f"There is no room left on the disk that holds {name}. Nothing was written.")
    if primary_code(cause) == sqlite3.SQLITE_IOERR:
        return NotNowError(f"The disk that holds {name} could not be read or written: {cause}. Nothing was written.")
    said = damaged(name, str(cause), kind)
    return UnreadableError(f"{said} {helps}" if helps else said)


def meant_by(fault: BaseException) -> BaseException:
    """What SQLite meant by a trouble, also where Python stumbled over its words."""
    if isinstance(fault, UnicodeDecodeError) and _OF_A_SCHEMA in fault.object:
        return sqlite3.DatabaseError(fault.object.decode(errors="replace"))
    return fault


class in_words:  # noqa: N801 - a word in a with statement; a class, because every transaction is inside one
    """Puts the database's troubles in words, whichever they are; bugs, and what is none of its, pass through.

    name: of the file; kind: what it is; helps: what can be done about a damaged one.
    """

    __slots__ = ("_words",)

    def __init__(self, name: str, kind: str = STORE, helps: str = "") -> None:
        self._words = name, kind, helps

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        if fault is not None and (refusal := refusal_of(fault, *self._words)) is not None:
            raise refusal from fault


class Flaw(NamedTuple):
    """What releases of SQLite do wrong where a program uses it as this one does. first, last: of those releases.

    mended: in an older branch, such as (3, 44), the release from which on it is not so. does, helps: in words.
    """

    first: tuple[int, int, int]
    last: tuple[int, int, int]
    mended: Mapping[tuple[int, int], int]
    does: str
    helps: str


_NEWER: Final = "Install a Python that has SQLite"
#: Sources: sqlite.org/wal.html, "The WAL-reset bug"; sqlite.org/releaselog/3_51_2.html, items 17 and 20;
#: sqlite.org/news.html of March 2026.
FLAWS: Final = (
    Flaw(
        (3, 7, 0),
        (3, 51, 2),
        {(3, 44): 6, (3, 50): 7},
        "can, very rarely, lose a write or damage a file while two programs use it at once",
        f"{_NEWER} 3.51.3, 3.50.7, 3.44.6 or later; until then, let only one program at a time write to your folder, "
        "and keep backups (sits backup). sits audit all says whether anything was lost.",
    ),
    Flaw(
        (3, 51, 0),
        (3, 51, 1),
        {},
        "can wait forever while two programs use a file at once",
        f"End one of the programs: nothing is lost. {_NEWER} 3.51.3 or later.",
    ),
    Flaw((3, 52, 0), (3, 52, 0), {}, "was withdrawn by its makers", f"{_NEWER} 3.51.3, or 3.53.0 or later."),
)


#: The version of SQLite that does the work.
SQLITE_VERSION = sqlite3.sqlite_version


def known_faults(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> list[str]:
    """Faults of a release of SQLite and what to do about them. version: such as (3, 46, 1); by default that in use."""
    name = ".".join(map(str, version))
    return [
        f"SQLite {name} {flaw.does}. {flaw.helps}"
        for flaw in FLAWS
        if flaw.first <= version <= flaw.last and version[2] < flaw.mended.get(version[:2], version[2] + 1)
    ]


def integrity(cursor: sqlite3.Cursor) -> list[str]:
    """What is wrong with the file that is open; an empty list when nothing is."""
    return [text for (text,) in cursor.execute("PRAGMA integrity_check").fetchall() if text != "ok"]


def scratch() -> sqlite3.Connection:
    """An empty database that is gone when it is closed; what is too much for memory is kept in a nameless file."""
    return sqlite3.connect("")


def copied(path: Path) -> sqlite3.Connection:
    """A copy of a file: whatever is asked of it changes nothing in the file. Raises sqlite3.Error."""
    copy = scratch()
    try:
        try:
            _read_into(copy, path, "ro")
        except sqlite3.OperationalError as fault:
            if primary_code(fault) != sqlite3.SQLITE_READONLY:
                raise
            # a program was stopped while it wrote: what it had begun is taken back by the first who may write
            _read_into(copy, path, "rw")
    except BaseException:
        copy.close()
        raise
    return copy


def _read_into(copy: sqlite3.Connection, path: Path, mode: str) -> None:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)) as source:
        source.backup(copy)


def faults_of_file(path: Path) -> list[str]:
    """The first thing that is wrong with a file, in words; nothing for one that is not there."""
    if not path.is_file():
        return []
    try:
        with closing(copied(path)) as copy:
            found = integrity(copy.cursor())
    except TROUBLES as fault:
        if primary_code(fault) in _OF_THE_DISK:
            return [f"{path} cannot be read: {one_line(str(fault))}."]
        found = [str(meant_by(fault))]
    return [f"{path} is damaged: {one_line(text)}." for text in found[:1]]
