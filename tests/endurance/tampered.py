"""Records, snapshots and read models that somebody changed who has the file and the program: all is found and named."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import frozen

from sits_es.store.chain import digest_of
from tests.endurance.memory import in_memory
from tests.endurance.page_flips import at_home, begun, sound
from tests.shared.commands_told import Told, run
from tests.shared.store_samples import behind_its_back
from tests.shared.tampering import changed_number, changed_word

BRANCHES: Final = ("duel", "what-if")
#: What of an event stands in its digest, with where it hangs.
OF_AN_EVENT: Final = ("originator_id", "originator_version", "topic", "state", "previous", "digest")
OF_A_LINEAGE: Final = ("child", "parent", "at_version", "at_digest")
OF_A_HEAD: Final = ("originator_id", "originator_version", "digest")
OF_A_SNAPSHOT: Final = ("originator_id", "originator_version", "topic", "state", "mac")
#: What finds it: the audit of all games, a checkpoint that was kept, an audit that drops it, the doctor.
AUDIT, CHECKPOINT, DROPPED, DOCTOR = "audit", "checkpoint", "dropped", "doctor"


@frozen(kw_only=True)
class Tampering:
    """What was done, and what must find it. named: the words in which the event must be named, or a part of them."""

    done: str
    found_by: str
    named: str = ""


@cache
def checkpoints() -> dict[str, str]:
    """What every branch's checkpoint was before anybody tampered."""
    with in_memory() as folder:
        shutil.copytree(begun(), folder / "sound")
        with at_home(folder / "sound"):
            told = {name: run("audit", "verify", name).out for name in BRANCHES}
    return {name: "\n".join(text.splitlines()[-3:]) + "\n" for name, text in told.items()}


def _value(old: Any, chance: Random) -> Any:
    """Another value: of the same kind most often, or of another kind."""
    others = [None, 7, -1, "other", b"\xff\x00", 2**40, ""]
    if chance.random() < 0.3:
        return chance.choice([each for each in others if each != old])
    if isinstance(old, bytes) and old:
        at = chance.randrange(len(old))
        return old[:at] + bytes([old[at] ^ 1 << chance.randrange(8)]) + old[at + 1 :]
    if isinstance(old, str) and old:
        at = chance.randrange(len(old))
        return old[:at] + chr(ord(old[at]) ^ 1) + old[at + 1 :]
    if isinstance(old, int):
        return old + chance.choice((-3, -1, 1, 2, 1024))
    return chance.choice([each for each in others if each != old])


def _change(db: sqlite3.Connection, table: str, columns: tuple[str, ...], chance: Random) -> tuple[Any, str]:
    """Change one column of one row. Its key as it was, None where the table takes no such value, and what was done."""
    column = chance.choice(columns)
    keys = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[5]] or ["rowid"]
    listed = ", ".join([*keys, column])
    *key, old = chance.choice(db.execute(f"SELECT {listed} FROM {table} ORDER BY {', '.join(keys)}").fetchall())  # noqa: S608 -- our own
    new = _value(old, chance)
    where = " AND ".join(f"{each} IS ?" for each in keys)
    try:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (new, *key))  # noqa: S608 -- our own
    except sqlite3.IntegrityError:
        return None, f"{table}.{column} of {key} takes no {new!r}"
    return key, f"{table}.{column} of {key} was {old!r:.60} and is {new!r:.60}"


def _column_of_an_event(path: Path, chance: Random) -> Tampering:
    with behind_its_back(path) as db:
        places = {
            rowid: (stream, version)
            for rowid, stream, version in db.execute(
                "SELECT rowid, originator_id, originator_version FROM stored_events"
            )
        }
        key, done = _change(db, "stored_events", OF_AN_EVENT, chance)
    if key is None:
        return Tampering(done=done, found_by="")
    stream, version = places[key[0]]
    return Tampering(done=done, found_by=AUDIT, named=f"vent {version} of {stream}")


def _column_of(table: str, columns: tuple[str, ...]) -> Callable[[Path, Random], Tampering]:
    def change(path: Path, chance: Random) -> Tampering:
        with behind_its_back(path) as db:
            key, done = _change(db, table, columns, chance)
        return Tampering(done=done, found_by="" if key is None else AUDIT)

    return change


def _snapshot(path: Path, chance: Random) -> Tampering:
    with behind_its_back(path) as db:
        if not db.execute("SELECT COUNT(*) FROM stored_states").fetchone()[0]:
            return Tampering(done="there is no snapshot", found_by="")
        key, done = _change(db, "stored_states", OF_A_SNAPSHOT, chance)
    return Tampering(done=done, found_by="" if key is None else DROPPED)


def _events(db: sqlite3.Connection, stream: str) -> list[tuple[int, int]]:
    """Rows and numbers of a branch's own events."""
    return db.execute(
        "SELECT rowid, originator_version FROM stored_events WHERE originator_id = ? ORDER BY originator_version",
        (stream,),
    ).fetchall()


def _deleted(path: Path, chance: Random) -> Tampering:
    stream = chance.choice(BRANCHES)
    with behind_its_back(path) as db:
        rowid, version = chance.choice(_events(db, stream))
        db.execute("DELETE FROM stored_events WHERE rowid = ?", (rowid,))
    return Tampering(done=f"event {version} of {stream} is gone", found_by=AUDIT, named=f"vent {version} of {stream}")


def _end_cut(path: Path, chance: Random) -> Tampering:
    """The last events are gone, and the head says that they never were."""
    stream = chance.choice(BRANCHES)
    with behind_its_back(path) as db:
        events = _events(db, stream)
        if len(events) < 3:
            return Tampering(done="there is too little to cut", found_by="")
        _, last = chance.choice(events[:-1])
        db.execute("DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?", (stream, last))
        db.execute(
            "UPDATE heads SET originator_version = ?, digest = (SELECT digest FROM stored_events "
            "WHERE originator_id = ? AND originator_version = ?) WHERE originator_id = ?",
            (last, stream, last, stream),
        )
    return Tampering(done=f"{stream} ends with event {last}", found_by=CHECKPOINT, named=f"vent {last + 1} of {stream}")


def _exchanged(path: Path, chance: Random) -> Tampering:
    stream = chance.choice(BRANCHES)
    with behind_its_back(path) as db:
        events = _events(db, stream)
        if len(events) < 2:
            return Tampering(done="there is only one", found_by="")
        (one, first), (other, second) = sorted(chance.sample(events, 2), key=lambda each: each[1])
        for rowid, version in ((one, -1000), (other, first), (one, second)):
            db.execute("UPDATE stored_events SET originator_version = ? WHERE rowid = ?", (version, rowid))
    done = f"events {first} and {second} of {stream} changed places"
    return Tampering(done=done, found_by=AUDIT, named=f"vent {first} of {stream}")


def _added(path: Path, chance: Random) -> Tampering:
    """One more event at the end, with a digest that fits, and the head left as it was."""
    stream = chance.choice(BRANCHES)
    with behind_its_back(path) as db:
        topic, state, digest, version = db.execute(
            "SELECT topic, state, digest, originator_version FROM stored_events WHERE originator_id = ? "
            "ORDER BY originator_version DESC LIMIT 1",
            (stream,),
        ).fetchone()
        own = digest_of(digest, stream, version + 1, topic, state)
        db.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state, previous, digest) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (stream, version + 1, topic, state, digest, own),
        )
    return Tampering(
        done=f"event {version + 1} of {stream} was added", found_by=AUDIT, named=f"vent {version + 1} of {stream}"
    )


def _redone(path: Path, chance: Random) -> Tampering:
    """An event is another one and every digest behind it fits, forks and heads included: only a checkpoint tells."""
    with behind_its_back(path) as db:
        rows = db.execute(
            "SELECT originator_id, originator_version, topic, state, previous FROM stored_events ORDER BY rowid"
        ).fetchall()
        stream, version, _, state, _ = chance.choice(rows)
        ways = [way(state) for way in (changed_number, changed_word) if way(state) != state]
        if not ways:
            return Tampering(done="there is nothing to change", found_by="")
        anew: dict[bytes, bytes] = {}
        for owner, number, topic, content, previous in rows:
            own = ways[0] if (owner, number) == (stream, version) else content
            before = anew.get(previous, previous)
            digest = digest_of(before, owner, number, topic, own)
            (old,) = db.execute(
                "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version = ?", (owner, number)
            ).fetchone()
            anew[old] = digest
            db.execute(
                "UPDATE stored_events SET state = ?, previous = ?, digest = ? WHERE originator_id = ? "
                "AND originator_version = ?",
                (own, before, digest, owner, number),
            )
        for table, column in (("heads", "digest"), ("lineage", "at_digest")):
            for old, new in anew.items():
                db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (new, old))  # noqa: S608 -- our own
    return Tampering(done=f"all was redone from event {version} of {stream} on", found_by=CHECKPOINT)


def _read_models(path: Path, chance: Random) -> Tampering:
    with closing(sqlite3.connect(path.with_name("read.db"), isolation_level=None)) as db:
        tables = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
            if "fts" not in name and not name.startswith("sqlite_") and _has_stream(db, name)
        ]
        table = chance.choice([name for name in tables if db.execute(f"SELECT 1 FROM {name}").fetchone()])  # noqa: S608 -- our own
        columns = tuple(row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "stream")
        key, done = _change(db, table, columns, chance)
    return Tampering(done=done, found_by="" if key is None else DOCTOR)


def _has_stream(db: sqlite3.Connection, table: str) -> bool:
    return "stream" in [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


WAYS: Final = (
    _column_of_an_event,
    _column_of_an_event,
    _column_of("lineage", OF_A_LINEAGE),
    _column_of("heads", OF_A_HEAD),
    _snapshot,
    _deleted,
    _end_cut,
    _exchanged,
    _added,
    _redone,
    _read_models,
)


def tampered(seed: int) -> list[str]:
    """Tamper with a folder and look for it. What must not be, in words."""
    chance = Random(seed)  # noqa: S311 -- to be the same, not secret
    with in_memory() as folder:
        home = shutil.copytree(begun(), folder / "home")
        with at_home(home):
            done = chance.choice(WAYS)(home / "games" / "sits.db", chance)
            try:
                faults = _not_found(done)
            except AssertionError as fault:
                faults = [repr(fault.__cause__)]
    return [f"seed {seed}: {done.done}: {fault}" for fault in faults]


def _not_found(done: Tampering) -> list[str]:
    if done.found_by in (AUDIT, DOCTOR):
        told = run("audit", "all") if done.found_by == AUDIT else run("doctor")
        return _unless(told, told.code == 1 and done.named in told.err + told.out)
    if done.found_by == CHECKPOINT:
        told = Told(0, "", "")
        for name in BRANCHES:
            Path("kept").write_text(checkpoints()[name], encoding="utf-8")
            told = run("audit", "verify", name, "--checkpoint", "kept")
            if told.code == 1 and done.named in told.err:
                return []
        return _unless(told, well=False)
    if done.found_by == DROPPED:
        # it is never used: all is answered as it was
        asked = [("show", name) for name in BRANCHES] + [("audit", "all")]
        return [fault for words in asked for fault in _unless(run(*words), run(*words) == sound()[words])]
    return []


def _unless(told: Told, well: bool) -> list[str]:
    return [] if well else [f"{told}"[:600]]


def tampering(seed: int, count: int) -> list[str]:
    """Records, snapshots and read models are changed by who has the file. What must not be, in words."""
    return [fault for each in range(seed, seed + count) for fault in tampered(each)]
