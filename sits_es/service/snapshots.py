"""Snapshots of folded games: which code made one, and the secret under which a player's programs seal theirs."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import msgspec

from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.events import Event
from sits_es.keys.private import read_private, write_private
from sits_es.store import GameStore

if TYPE_CHECKING:
    from sits_es.game.fold import Fold

#: The packages whose code decides what a fold gives.
FOLDING = (
    "game",
    "rules",
    "space",
    "orders",
    "toml",
    "events.py",
    "dice.py",
    "sentences.py",
    "values.py",
)


@cache
def fingerprint() -> str:
    """SHA-256 over the files that fold a game and over its libraries: snapshots of other code are ignored.

    Files are known by place, length and time of change: to read them all would take as long as to fold a short game. An
    audit folds anew and drops a snapshot that is wrong all the same.
    """
    root = Path(__file__).parent.parent
    digest = hashlib.sha256(f"{sys.version} {_attrs_record()} msgspec {msgspec.__version__}".encode())
    for line in sorted(line for entry in os.scandir(root) if entry.name in FOLDING for line in files_of(entry)):
        digest.update(line.encode())
    return digest.hexdigest()


def files_of(entry: os.DirEntry[str]) -> Iterator[str]:
    """A line on a file of code or of data, or on each in a folder and below it."""
    if entry.name.endswith((".py", ".toml", ".lark")):
        state = entry.stat()
        yield f"{entry.path} {state.st_size} {state.st_mtime_ns}\n"
    elif "." not in entry.name and entry.is_dir():
        for below in os.scandir(entry.path):
            yield from files_of(below)


def _attrs_record() -> str:
    """Which attrs is installed, such as `attrs-26.1.0.dist-info`: asking importlib.metadata costs 15 ms of imports."""
    found = sorted(path.name for path in Path(attrs.__file__).parent.parent.glob("attrs-*"))
    if not found:
        from importlib.metadata import version

        found = [f"attrs {version('attrs')}"]
    return " ".join(found)


def folded(
    store: GameStore,
    stream: str,
    version: int,
    stored: Callable[[int, int], Iterable[tuple[int, Event]]],
    newer_than: int = -1,
) -> Fold | None:
    """A game after an event, folded on from its newest snapshot; None if there is none newer than a version.

    stored: facts of the game from one version to another, both included, each with its version.
    """
    from sits_es.game.fold import Fold
    from sits_es.game.state import unpack

    kept = store.snapshot(stream, fingerprint(), upto=version)
    if kept is None or kept.version <= newer_than:
        return None
    # one that can't be read, or from which the record does not go on, only saved time: an audit drops it
    with suppress(UnreadableError, LookupError):
        return Fold(unpack(kept.state)).read(stream, stored(kept.version + 1, version))
    return None


def _path(folder: Path) -> Path:
    return folder / "keys" / "snapshots.secret"


def known_secret(folder: Path) -> bytes | None:
    """The 32-byte secret of a folder of games; None if there is none, or others could read it."""
    try:
        secret = read_private(_path(folder))
    except (GameError, OSError):
        return None
    return secret if len(secret) == 32 else None


def made_secret(folder: Path) -> bytes | None:
    """The same, made if missing; None, and so no snapshots, where it cannot be kept secret."""
    try:
        # another program of the same player may have made it this very moment
        with suppress(NotAllowedError):
            if not _path(folder).exists():
                write_private(_path(folder), os.urandom(32))
    except (GameError, OSError):
        return None
    return known_secret(folder)
