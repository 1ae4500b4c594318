"""The audit log: every event as a sentence that can be searched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from projections.model import OneGame, ReadModel, Table
from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event
from sits_es.game.exchanges import Walk
from sits_es.sentences import one_line
from sits_es.store import Recorded

if TYPE_CHECKING:
    from projections.database import Database

#: Marks that people put round a word and that are not part of it.
ROUND_WORDS = "\"'`\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb()[]{}*,;:!?."

#: From so many letters on, a word also finds longer ones that begin with it.
BEGINNING = 3

#: The index is asked once, for the stretch of rowids in which the game's rows are: they were written in order of
#: version. The sign before `stream` keeps SQLite from going through all rows of the game instead of those found.
_FOUND = """
SELECT * FROM audit_log
WHERE +stream = :stream AND rowid IN (
    SELECT rowid FROM audit_log_fts WHERE audit_log_fts MATCH :query
    AND rowid >= (SELECT rowid FROM audit_log WHERE stream = :stream ORDER BY version LIMIT 1)
    AND rowid <= (SELECT rowid FROM audit_log WHERE stream = :stream ORDER BY version DESC LIMIT 1)
)
ORDER BY version"""


@frozen
class AuditRow:
    """One event. name: as stored, without its version; unit: whose fact it is, if anybody's.

    turn, segment: the exchange it belongs to, 0 and 0 for set-up; digest: of the chain up to and with it, hexadecimal.
    """

    stream: str
    version: int
    name: str
    turn: int
    segment: int
    unit: str | None
    sentence: str
    digest: str
    recorded_at: str | None


@define
class AuditRows(OneGame):
    """The rows of a game's audit log at work: where its last event is.

    tell: an event as a sentence; unit_of: whose fact an event is.
    """

    walk: Walk = field(factory=Walk)
    _tell: Callable[[Event], str] = repr
    _unit_of: Callable[[Event], str | None] = lambda _: None

    def take(self, events: Sequence[Recorded]) -> list[AuditRow]:
        """A row for each of these events."""
        stream, walk, rows = self.stream, self.walk, []
        for _, version, event, digest, recorded_at in events:
            walk = walk.past(event)
            name, unit, sentence = REGISTRY.stored_name(type(event)).name, self._unit_of(event), self._tell(event)
            rows.append(AuditRow(stream, version, name, walk.turn, walk.segment, unit, sentence, digest, recorded_at))
        self.walk = walk
        return rows


def audit_log(tell: Callable[[Event], str], unit_of: Callable[[Event], str | None]) -> ReadModel:
    """The audit log. tell and unit_of know every event of the game."""
    return ReadModel(
        name="audit_log",
        version=4,
        table=Table("audit_log", AuditRow, ("stream", "version")),
        rows=partial(AuditRows, tell=tell, unit_of=unit_of),
        prepare=_searchable,
        more=("audit_log_fts",),
    )


def _searchable(db: Database) -> None:
    log = db.table("audit_log")
    if log.detect_fts() is None:
        log.enable_fts(["sentence", "name"], create_triggers=True)


def search(db: Database, stream: str, text: str) -> Iterator[AuditRow]:
    """Rows of a game that hold every word of `text`, in order of version; upper and lower case are the same.

    A word of three letters or more also finds longer ones that begin with it. Signs count in words such as `B/C+` or
    `forward-grasers`. Raises UnreadableError when there is no word to look for.
    """
    words = [word for word in (part.strip(ROUND_WORDS) for part in one_line(text).split()) if _letters(word)]
    if not words:
        raise UnreadableError(
            f'There is no word to search for in "{one_line(text)}". Write one or more, such as the name of a unit.'
        )
    if not db.table("audit_log").exists():
        return
    query = " ".join(_phrase(word) for word in words)
    signed = [word.casefold() for word in words if not word.isalnum()]
    for row in starmap(AuditRow, db.execute(_FOUND, {"stream": stream, "query": query})):
        if all(word in f"{row.sentence} {row.name}".casefold() for word in signed):
            yield row


def _letters(word: str) -> int:
    return sum(mark.isalnum() for mark in word)


def _phrase(word: str) -> str:
    """A word for the search, so quoted that nothing in it is read as syntax."""
    quoted = '"' + word.replace('"', '""') + '"'
    return f"{quoted} *" if _letters(word) >= BEGINNING else quoted
