"""The audit log: every event as a sentence that can be searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import fields, frozen
from sqlite_utils import Database

from projections.place import SET_UP, Place, place_of
from projections.read_model import ReadModel, Table
from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event
from sits_es.sentences import one_line
from sits_es.store import Recorded

#: Marks that people put round a word and that belong to none.
ROUND_WORDS = "\"'`\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb()[]{}*,;:!?."

#: From so many letters on, a word also finds longer ones that begin with it.
BEGINNING = 3


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


@frozen
class AuditState:
    """The place of a game's last event."""

    stream: str
    place: Place = SET_UP


def audit_row(
    recorded: Recorded, place: Place, tell: Callable[[Event], str], unit_of: Callable[[Event], str | None]
) -> AuditRow:
    """The row of one event. tell: an event as a sentence; unit_of: whose it is."""
    return AuditRow(
        stream=recorded.stream,
        version=recorded.version,
        name=REGISTRY.stored_name(type(recorded.event)).name,
        turn=place.turn,
        segment=place.segment,
        unit=unit_of(recorded.event),
        sentence=tell(recorded.event),
        digest=recorded.digest,
        recorded_at=recorded.recorded_at,
    )


def audit_log(
    steps: int, tell: Callable[[Event], str], unit_of: Callable[[Event], str | None]
) -> ReadModel[AuditState]:
    """The audit log. steps: exchanges of a turn, 1 up; tell and unit_of know every event of the game."""

    def step(state: AuditState, recorded: Recorded) -> tuple[AuditState, Iterable[AuditRow]]:
        place = place_of(recorded.event, state.place, steps)
        return AuditState(state.stream, place), (audit_row(recorded, place, tell, unit_of),)

    return ReadModel(
        name="audit_log",
        version=1,
        table=Table("audit_log", AuditRow, ("stream", "version")),
        new=AuditState,
        step=step,
        state=AuditState,
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
            f'There is no word to search for in "{one_line(text)}". Write one or more, such as Fearless or salvo.'
        )
    found = db.table("audit_log").search(
        " ".join(_phrase(word) for word in words),
        order_by="version",
        columns=[part.name for part in fields(AuditRow)],
        where="stream = :stream",
        where_args={"stream": stream},
    )
    signed = [word.casefold() for word in words if not word.isalnum()]
    for row in found:
        if all(word in f"{row['sentence']} {row['name']}".casefold() for word in signed):
            yield AuditRow(**row)


def _letters(word: str) -> int:
    return sum(mark.isalnum() for mark in word)


def _phrase(word: str) -> str:
    """A word for the search, so quoted that nothing in it is read as syntax."""
    quoted = '"' + word.replace('"', '""') + '"'
    return f"{quoted} *" if _letters(word) >= BEGINNING else quoted
