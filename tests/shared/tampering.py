"""What whoever has the file of games and the program could do to it: change a byte, a value, or the whole chain."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sits_es.store.chain import digest_of
from tests.shared.store_samples import behind_its_back


def flipped(value: Any, chance: random.Random) -> Any:
    """The value with one byte changed to another; of a text, one character."""
    if isinstance(value, bytes):
        at = chance.randrange(len(value))
        return value[:at] + bytes([value[at] ^ chance.choice((1, 2, 16, 128))]) + value[at + 1 :]
    if isinstance(value, str):
        at = chance.randrange(len(value))
        return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
    return value ^ 1024  # a number that no other event has


def changed_word(state: bytes) -> bytes:
    """The last text that is a value with another letter in it."""
    found = list(re.finditer(rb':"[^"]*?([a-z])[^"]*"', state))
    if not found:
        return state
    at = found[-1].start(1)
    return state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :]


def changed_number(state: bytes) -> bytes:
    """The last number of an event, one higher or lower."""
    return re.sub(rb"(\d)(?=[^\d]*$)", lambda found: bytes([found[1][0] ^ 1]), state, count=1)


def rechained(home: Path, version: int, change: Callable[[bytes], bytes], stream: str = "duel") -> None:
    """Change an event and redo the whole chain after it, as somebody could who has the file and the program."""
    with behind_its_back(home / "sits.db") as db:
        rows = db.execute(
            "SELECT rowid, originator_version, topic, state, previous FROM stored_events "
            "WHERE originator_id = ? AND originator_version >= ? ORDER BY originator_version",
            (stream, version),
        ).fetchall()
        previous = rows[0][4]
        for rowid, number, topic, state, _ in rows:
            own = change(state) if number == version else state
            digest = digest_of(previous, stream, number, topic, own)
            db.execute(
                "UPDATE stored_events SET state = ?, previous = ?, digest = ? WHERE rowid = ?",
                (own, previous, digest, rowid),
            )
            previous = digest
        db.execute("UPDATE heads SET digest = ?", (previous,))
