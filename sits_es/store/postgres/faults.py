"""PostgreSQL's troubles in words for a player."""

from __future__ import annotations

from types import TracebackType

import psycopg
from eventsourcing.persistence import PersistenceError

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import one_line

#: Faults by SQLSTATE, and what is said of them.
_KNOWN: tuple[tuple[frozenset[str], tuple[type[GameError], str]], ...] = (
    (
        # somebody else holds a lock for too long, or two wait for each other
        frozenset({"55P03", "40P01", "40001", "57014", "25P03"}),
        (
            NotNowError,
            "Another program is writing to the game store and does not finish. Nothing was written; try again.",
        ),
    ),
    (
        # no room on the disk or in memory, or for one more connection
        frozenset({"53000", "53100", "53200", "53300", "53400"}),
        (NotNowError, "The server of the game store in {place} has no room left: {said}. Nothing was written."),
    ),
    (
        # a copy of another server, or one that was told so
        frozenset({"25006"}),
        (NotAllowedError, "The game store in {place} can only be read. Nothing was written."),
    ),
    (
        frozenset({"42501"}),
        (
            NotAllowedError,
            "The server does not allow that in {place}: {said}. Nothing was written. Ask whoever owns the database.",
        ),
    ),
)
#: What a store lacks that somebody changed.
_CHANGED = frozenset({"42P01", "42703", "42883", "3F000", "42804", "42P10"})


def server_refusal_of(fault: BaseException, place: str) -> GameError | None:
    """A server's trouble in words, by its kind; None for a bug, and for what is no trouble of a database.

    fault: psycopg's own, or the library's that came of it; place: user, host and database.
    """
    cause = fault.__cause__ if isinstance(fault, PersistenceError) else fault
    if not isinstance(cause, psycopg.Error):
        return None
    state, said = cause.sqlstate or "", _said_by(cause)
    known = next((words for states, words in _KNOWN if state in states), None)
    if known is not None:
        kind, words = known
        return kind(words.format(place=place, said=said))
    if isinstance(cause, psycopg.DataError | psycopg.IntegrityError) or state in _CHANGED:
        return UnreadableError(f"The game store in {place} is not what this program makes: {said}.")
    if isinstance(cause, psycopg.OperationalError):
        return _lost(said, place) if state else _unreachable(said, place)
    return None


def _said_by(cause: psycopg.Error) -> str:
    """The first line of what the server or libpq says; the others guess."""
    return one_line(next(iter(str(cause).strip().splitlines()), type(cause).__name__)).rstrip(".?")


def _unreachable(said: str, place: str) -> GameError:
    """No connection could be made, or one broke."""
    if any(word in said for word in ("password", "authentication", "permission denied", "does not exist")):
        return NotAllowedError(
            f"The server did not let you in to {place}: {said}. Check the names and the password in SITS_STORE, or "
            "in the file that PGPASSFILE names."
        )
    return NotNowError(
        f"The game store in {place} cannot be reached: {said}. Check SITS_STORE, and whether the server is running. "
        "If it broke off while something was being written, look whether that was recorded before you repeat it."
    )


def _lost(said: str, place: str) -> GameError:
    return NotNowError(
        f"The server of the game store in {place} broke off: {said}. Look whether your command was recorded before you "
        "repeat it."
    )


class in_server_words:  # noqa: N801 - a word in a with statement, as `in_words` is
    """Puts the server's troubles in words, whichever they are; bugs, and what is none of its, pass through."""

    __slots__ = ("_place",)

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        if fault is not None and (refusal := server_refusal_of(fault, self._place)) is not None:
            raise refusal from fault
