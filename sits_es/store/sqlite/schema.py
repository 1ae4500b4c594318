"""The tables of a game store in SQLite, and the triggers that stop accidents. Proof is the digest that players hold."""

from __future__ import annotations

import sqlite3

from sits_es.store.log import ENTRY, SEAL, is_named
from sits_es.store.sqlite.faults import integrity

#: Raised by a later release when tables change; a store with a higher number is not opened.
SCHEMA_VERSION = 1
#: What says in a file whose it is: "SITS".
APPLICATION = int.from_bytes(b"SITS", "big")


#: Every table, index and trigger by its name. Columns outside the digest: rowid, command_id, recorded_at.
OBJECTS = {
    "stored_events": """
CREATE TABLE stored_events (
    rowid INTEGER PRIMARY KEY,
    originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    previous BLOB NOT NULL,
    digest BLOB NOT NULL,
    command_id BLOB,
    recorded_at TEXT,
    UNIQUE (originator_id, originator_version)
)""",
    "stored_events_command": """
CREATE UNIQUE INDEX stored_events_command
    ON stored_events (originator_id, command_id) WHERE command_id IS NOT NULL""",
    # whether a command was carried out anywhere at all, without asking for every ancestor of a fork
    "stored_events_caused": """
CREATE INDEX stored_events_caused
    ON stored_events (command_id) WHERE command_id IS NOT NULL""",
    # where exchanges begin: kept by SQLite with the rows themselves, so that it cannot say anything else than they do
    "stored_events_seals": f"""
CREATE INDEX stored_events_seals
    ON stored_events (originator_id, originator_version) WHERE {is_named(SEAL)}""",
    "stored_events_entries": f"""
CREATE INDEX stored_events_entries
    ON stored_events (originator_id, originator_version) WHERE {is_named(ENTRY)}""",
    "lineage": """
CREATE TABLE lineage (
    child TEXT PRIMARY KEY NOT NULL,
    parent TEXT NOT NULL,
    at_version INTEGER NOT NULL,
    at_digest BLOB NOT NULL
) WITHOUT ROWID""",
    # where each stream ends: without it, a last event that somebody deletes would leave no gap
    "heads": """
CREATE TABLE heads (
    originator_id TEXT PRIMARY KEY NOT NULL,
    originator_version INTEGER NOT NULL,
    digest BLOB NOT NULL
) WITHOUT ROWID""",
    # a cache; the topic is the fingerprint of the code that folded the state
    "stored_states": """
CREATE TABLE stored_states (
    originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    mac BLOB,
    PRIMARY KEY (originator_id, topic, originator_version)
) WITHOUT ROWID""",
    "stored_events_follow": """
CREATE TRIGGER stored_events_follow BEFORE INSERT ON stored_events
WHEN NEW.originator_version - 1 IS NOT COALESCE(
    (SELECT MAX(originator_version) FROM stored_events WHERE originator_id = NEW.originator_id),
    (SELECT at_version FROM lineage WHERE child = NEW.originator_id),
    -1
) OR (NEW.rowid > 0 AND EXISTS (SELECT 1 FROM stored_events WHERE rowid = NEW.rowid))
BEGIN
    SELECT RAISE(ABORT, 'an event must follow the last event of its stream');
END""",
    "lineage_first": """
CREATE TRIGGER lineage_first BEFORE INSERT ON lineage
WHEN EXISTS (SELECT 1 FROM stored_events WHERE originator_id = NEW.child)
OR EXISTS (SELECT 1 FROM lineage WHERE child = NEW.child)
BEGIN
    SELECT RAISE(ABORT, 'a stream that exists cannot become a fork');
END""",
    "heads_forward": """
CREATE TRIGGER heads_forward BEFORE UPDATE ON heads
WHEN NEW.originator_id <> OLD.originator_id OR NEW.originator_version <= OLD.originator_version
BEGIN
    SELECT RAISE(ABORT, 'the head of a stream moves forward only');
END""",
    "heads_kept": """
CREATE TRIGGER heads_kept BEFORE DELETE ON heads
BEGIN
    SELECT RAISE(ABORT, 'a stream is never deleted');
END""",
} | {
    f"{table}_{verb.lower()}": f"""
CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table}
BEGIN
    SELECT RAISE(ABORT, 'what is recorded is never changed');
END"""
    for table in ("stored_events", "lineage")
    for verb in ("UPDATE", "DELETE")
}

#: What is neither ours nor SQLite's own: its indexes of keys have no text, and what ANALYZE notes harms nobody.
_FOREIGN = """
SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT IN ({})
AND NOT (type = 'index' AND sql IS NULL) AND NOT (type = 'table' AND name GLOB 'sqlite_stat[134]') ORDER BY 1, 2"""

#: What no store can be read without. Of a store that has them all, the next writer makes what else it lacks.
TABLES = ("heads", "lineage", "stored_events", "stored_states")


def text_of(name: str) -> str:
    """How a table, index or trigger stands in a file that holds what this program makes."""
    return OBJECTS[name].strip()


def faults_in(cursor: sqlite3.Cursor) -> list[str]:
    """What of the tables, indexes and triggers is lacking, foreign or not as this program makes it, and SQLite's own.

    Whatever is foreign can act on what is written: a trigger may add rows, and a view may be taken for a table.
    """
    texts = objects_in(cursor)
    faults = [f"The store lacks {name}." for name in OBJECTS if name not in texts]
    wrong = [name for name in OBJECTS if name in texts and texts[name] != text_of(name)]
    faults += [f"The store's {name} differs from this program's: somebody changed it." for name in wrong]
    for kind, name, table in cursor.execute(_FOREIGN.format(", ".join("?" * len(OBJECTS))), [*OBJECTS]).fetchall():
        on = f" on {table}" if table != name else ""
        faults.append(
            f"The store has a foreign {kind} {name}{on}: somebody added it. Find out who, then remove it: DROP "
            f"{kind.upper()} {name}"
        )
    return faults + integrity(cursor)


def objects_in(cursor: sqlite3.Cursor) -> dict[str, str | None]:
    """The tables, indexes and triggers that a file holds: what makes each, by its name."""
    return dict(cursor.execute("SELECT name, sql FROM sqlite_master").fetchall())


def complete(cursor: sqlite3.Cursor) -> None:
    """Make a new store, or the index or trigger that somebody dropped, within the transaction that is open."""
    present = objects_in(cursor)
    for name, statement in OBJECTS.items():
        if name not in present:
            cursor.execute(statement)
    if "stored_events" not in present:
        cursor.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        cursor.execute(f"PRAGMA application_id={APPLICATION}")
