"""What was projected once and is no longer on record, in words: the store is an older copy, another one, or changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from projections.bookmarks import Bookmarks, Doubt
from projections.database import Database
from sits_es.store import GameStore


def doubts_in(path: Path, db: Database, store: GameStore) -> Iterator[tuple[Doubt, str]]:
    """What is noted in a file of read models, and still is not on record. path: what to call the file."""
    for doubt in Bookmarks(db).doubts():
        if store.digest_at(doubt.stream, doubt.version) != doubt.digest:
            yield doubt, _in_words(path, store, doubt)


def all_doubts_in(path: Path, db: Database, store: GameStore) -> list[str]:
    """The same with what will be noted when the file is opened, for whoever only looks into it; one of each stream."""
    found = {doubt.stream: words for doubt, words in doubts_in(path, db, store)}
    for stream, position in Bookmarks(db).all().furthest().items():
        if stream not in found and store.digest_at(stream, position.version) != position.digest:
            found[stream] = _in_words(path, store, Doubt(stream, *position))
    return [found[stream] for stream in sorted(found)]


def _in_words(path: Path, store: GameStore, doubt: Doubt) -> str:
    last = store.head(doubt.stream).version
    here = "has another event there" if last >= doubt.version else f"ends at #{last}"
    here = "knows no such game" if last < 0 else here
    return (
        f"{doubt.stream} had come to event #{doubt.version}, and the store {here}: it is an older copy, another store, "
        f"or was changed. If that is meant so, delete {path}, which says it; if not, look for the store that you had."
    )
