"""The audit log: every event as a sentence that can be searched, and the course of a game by exchanges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from projections.model import Instant, ReadModel
from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event
from sits_es.sentences import one_line

if TYPE_CHECKING:
    from sqlite_utils import Database


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


#: The course of a game, an exchange a row; set-up is turn 0, segment 0. first_version, last_version: of its events;
#: closed: all of it has happened; dice: what seeds them, in words; counts: its events by stored name, as JSON.
_NAMED_BY: Final = ("stream", "turn", "segment")
_EXCHANGE: Final = ", ".join(_NAMED_BY)
_TURNS = f"""
SELECT {_EXCHANGE}, MIN(first) AS first_version, MAX(last) AS last_version,
    MAX(name IN ('game.Started', 'game.SegmentClosed')) AS closed, MAX(dice) AS dice,
    json_group_object(name, number) AS counts
FROM (
    SELECT {_EXCHANGE}, name, COUNT(*) AS number, MIN(version) AS first, MAX(version) AS last,
        MAX(CASE name WHEN 'game.SeedMade' THEN sentence END) AS dice
    FROM audit_log GROUP BY {_EXCHANGE}, name ORDER BY {_EXCHANGE}, name
)
GROUP BY {_EXCHANGE}"""  # noqa: S608 -- columns of our own


class AuditRow(NamedTuple):
    """One event. name: as stored, without its version; unit: whose fact it is, if anybody's.

    turn, segment: the exchange it belongs to, 0 and 0 for set-up; digest: of the chain up to and with it, hexadecimal.
    """

    version: int
    name: str
    turn: int
    segment: int
    unit: str | None
    sentence: str
    digest: str
    recorded_at: str | None


def audit_log(tell: Callable[[Event], str], unit_of: Callable[[Event], str | None]) -> ReadModel:
    """The audit log. tell, unit_of: any event of the game as a sentence, and whose it is."""

    def rows(instant: Instant) -> tuple[AuditRow]:
        (_, version, event, digest, recorded_at), walk = instant.recorded, instant.walk
        name = REGISTRY.stored_name(type(event)).name
        row = AuditRow(version, name, walk.turn, walk.segment, unit_of(event), tell(event), digest, recorded_at)
        return (row,)

    more = ("audit_log_fts", "turns")
    return ReadModel(name="audit_log", version=8, row=AuditRow, keys=1, rows=rows, prepare=_searchable, more=more)


def _searchable(db: Database) -> None:
    db.table("audit_log").enable_fts(["sentence", "name"], create_triggers=True)
    db.create_view("turns", _TURNS)


def search(db: Database, stream: str, text: str) -> Iterator[AuditRow]:
    """Rows of a game that hold every word of `text`, in order of version; upper and lower case are the same.

    A word of three letters or more also finds longer ones that begin with it. Signs count in words such as `B/C+` or
    `forward-grasers`. Raises UnreadableError when there is no word to look for.
    """
    words = [word for word in (part.strip(ROUND_WORDS) for part in one_line(text).split()) if _letters(word)]
    if not words:
        raise UnreadableError(
            f'There is no word to search for in "{one_line(text)}". Write one or more words, such as the name of a '
            "unit."
        )
    if not db.table("audit_log").exists():
        return
    query = " ".join(_phrase(word) for word in words)
    signed = [word.casefold() for word in words if not word.isalnum()]
    for row in (AuditRow(*found[1:]) for found in db.execute(_FOUND, {"stream": stream, "query": query})):
        if all(word in f"{row.sentence} {row.name}".casefold() for word in signed):
            yield row


def _letters(word: str) -> int:
    return sum(mark.isalnum() for mark in word)


def _phrase(word: str) -> str:
    """A word for the search, so quoted that nothing in it is read as syntax."""
    quoted = '"' + word.replace('"', '""') + '"'
    return f"{quoted} *" if _letters(word) >= BEGINNING else quoted
