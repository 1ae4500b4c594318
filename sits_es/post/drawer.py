"""The drawer: what a program keeps of its games by mail beside the record, in one SQLite file that its owner alone reads.

Entries of every log that was seen, packets, one's own seals with what is in them, addresses and bookmarks. Nothing in it
is judged here; whatever it holds can be worked out again from entries and packets.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec
from attrs import frozen

from sits_es.mail.private import private_folder
from sits_es.post.log.due import Bared
from sits_es.post.log.packets import Has, Opening
from sits_es.rules.moments import Moment
from sits_es.store.sqlite.faults import TROUBLES

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS games (
    name TEXT PRIMARY KEY, me TEXT NOT NULL, key TEXT NOT NULL, invite BLOB NOT NULL, game TEXT,
    away INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    digest TEXT PRIMARY KEY, name TEXT NOT NULL, n INTEGER NOT NULL, prev TEXT NOT NULL, content BLOB NOT NULL,
    state TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_of ON entries (name, n);
CREATE TABLE IF NOT EXISTS packets (
    digest TEXT PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL, logged INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS packets_of ON packets (name, logged);
CREATE TABLE IF NOT EXISTS seals (
    commitment TEXT PRIMARY KEY, name TEXT NOT NULL, turn INTEGER NOT NULL, segment INTEGER NOT NULL, cast TEXT NOT NULL,
    opening BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bared (name TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (name, content)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    name TEXT NOT NULL, seat TEXT NOT NULL, address TEXT, has BLOB, PRIMARY KEY (name, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS marks (name TEXT NOT NULL, mark TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name, mark))
WITHOUT ROWID;
"""


@frozen(kw_only=True)
class GameHere:
    """A game by mail in this folder. name: what it is called here, and its root on record; me: one's own seat.

    key: the name of the identity that signs; invite: the invitation's bytes; game: digest of the founding entry, None
    before it; away: put away by its owner.
    """

    name: str
    me: str
    key: str
    invite: bytes
    game: str | None = None
    away: bool = False
