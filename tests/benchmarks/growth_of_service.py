"""What the service's work costs beside plain SQLite that handles the same rows; measured in this process."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final

from sits_es.store.sqlite.schema import OBJECTS
from tests.benchmarks import grown_stores as grown
from tests.benchmarks.bench import Bench, halfway
from tests.benchmarks.stopwatch import Figure, Took, by_turns, ratio, spent, timed

Row = tuple[object, ...]


def fork_afresh(bench: Bench) -> Figure:
    """A fork by a session that was just opened and has read nothing, against a copy of all rows."""
    with bench.copy(_of_middling_length(bench)) as home:
        at = halfway(home)

        def fork() -> Took:
            with grown.opened(home) as session:
                return timed(lambda: grown.fork(session, "duel", *at, f"what-if-{next(bench.numbers)}"))

        return _against_copies(bench, home, fork)


def fork_again(bench: Bench) -> Figure:
    """A further fork at the same moment by the same session, against a copy of all rows."""
    with bench.copy(_of_middling_length(bench)) as home, grown.opened(home) as session:
        at = halfway(home)

        def fork() -> Took:
            return timed(lambda: grown.fork(session, "duel", *at, f"what-if-{next(bench.numbers)}"))

        return _against_copies(bench, home, fork)


def _of_middling_length(bench: Bench) -> Path:
    first, second, _ = bench.sizes.events
    return bench.stores.long_game(second, (first,))


def _against_copies(bench: Bench, home: Path, fork: Callable[[], Took]) -> Figure:
    """How many times as long as a fork it takes to copy the game into a table that is guarded like the store's."""
    with closing(_rows_alone(home)) as raw:

        def copy() -> Took:
            return timed(lambda: raw.execute(COPY, (f"copy {next(bench.numbers)}",)))

        return bench.against(copy, fork)


COPY: Final = (
    "INSERT INTO stored_events SELECT NULL, ?, originator_version, topic, state, previous, digest, command_id, "
    "recorded_at FROM stored_events WHERE originator_id = 'duel' ORDER BY originator_version"
)


def _rows_alone(home: Path) -> sqlite3.Connection:
    """A file with a game's rows in tables and behind triggers like the store's, written as safely."""
    raw = sqlite3.connect(home / "copies.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    for statement in OBJECTS.values():
        raw.execute(statement)
    raw.execute("ATTACH ? AS sits", (str(home / "sits.db"),))
    raw.execute("INSERT INTO main.stored_events SELECT * FROM sits.stored_events WHERE originator_id = 'duel'")
    raw.execute("DETACH sits")
    return raw


def read_models(bench: Bench) -> Figure:
    """Every read model of a squadron action from nothing, against upserts by hand of the rows with which it ends.

    They go into the same tables, with the search index and its triggers; what they take without it stands in the note.
    """
    with bench.copy(bench.stores.fights(1, bench.sizes.turns)) as home, grown.opened(home) as session:
        files = (home / f"read-{number}.db" for number in bench.numbers)
        grown.project(session, whole := next(files))
        tables = _tables(whole)
        making, search = _statements(whole, searchable=False), _statements(whole, searchable=True)

        def by_hand(statements: Sequence[str]) -> Callable[[], Took]:
            return lambda: timed(lambda: _write(next(files), statements, tables))

        def projected() -> Took:
            return timed(lambda: grown.project(session, next(files)))

        upserts, ours, plain = by_turns(bench.rounds, by_hand(making + search), projected, by_hand(making))
    found = ratio(upserts, ours)
    return Figure(found.clock, found.processor, f"{found.note}; without the search index {spent(plain.processor)}")


def _statements(path: Path, *, searchable: bool) -> list[str]:
    """What makes a file's tables and indexes, or its search index with the triggers."""
    with closing(sqlite3.connect(path)) as db:
        made = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    # the search index makes its own tables, whose names begin with its name
    return [sql for name, sql in made if "_fts_" not in name and searchable == ("_fts" in sql)]


def _tables(path: Path) -> dict[str, list[Row]]:
    """The rows of every table of a file, but for those of the search index."""
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        wanted = [name for name in names if "_fts" not in name and not name.startswith("sqlite_")]
        return {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for name in wanted}  # noqa: S608 - their own names


def _write(path: Path, statements: Sequence[str], tables: Mapping[str, Sequence[Row]]) -> None:
    """All rows in one transaction, as safe from a power cut as the read models' own."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        for statement in statements:
            db.execute(statement)
        for name, rows in tables.items():
            if not rows:
                continue
            marks = ", ".join("?" * len(rows[0]))
            db.executemany(f'INSERT OR REPLACE INTO "{name}" VALUES ({marks})', rows)  # noqa: S608 - its own name
        db.commit()


def derive(bench: Bench) -> Figure:
    """A squadron action recomputed from orders, seals and dice, against reading its rows and their digests alone."""
    with (
        bench.copy(bench.stores.fights(1, bench.sizes.turns)) as home,
        closing(sqlite3.connect(home / "sits.db")) as raw,
    ):

        def digests() -> Took:
            return timed(lambda: _digests(raw))

        def derived() -> Took:
            with grown.opened(home) as session:
                return timed(lambda: grown.derive(session, "squadron-1"))

        return bench.against(digests, derived)


def _digests(raw: sqlite3.Connection) -> bytes:
    previous = bytes(32)
    rows = raw.execute(
        "SELECT originator_version, topic, state, previous, digest FROM stored_events "
        "WHERE originator_id = 'squadron-1' ORDER BY originator_version"
    )
    for version, topic, state, _, _ in rows:
        previous = sha256(previous + version.to_bytes(8, "big") + topic.encode() + state).digest()
    return previous
