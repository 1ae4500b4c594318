"""What the store hands out: a recorded event, the head of a stream, a snapshot."""

from __future__ import annotations

import json
from typing import NamedTuple

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.store.chain import broken_at


class Recorded(NamedTuple):
    """An event at its place on the record. A named tuple, because a long replay makes thousands of them.

    stream: the branch that holds the row; for an event inherited by a fork, the ancestor's name.
    version: place in the game, from 0 up; a fork continues its parent's count.
    digest: SHA-256 of the chain up to and with this event, 64 hexadecimal digits.
    recorded_at: when it was written down, ISO 8601, or None; it is outside the digest.
    """

    stream: str
    version: int
    event: Event
    digest: str = ""
    recorded_at: str | None = None

    @property
    def originator_id(self) -> str:
        """The stream, under the name by which the library asks for it."""
        return self.stream

    @property
    def originator_version(self) -> int:
        """The version, under the name by which the library asks for it."""
        return self.version


class Stored(NamedTuple):
    """An event as its bytes are stored. topic: its stored name; previous: the digest of the one before; hexadecimal."""

    stream: str
    version: int
    topic: str
    state: bytes
    previous: str
    digest: str
    recorded_at: str | None

    def line(self) -> str:
        """It as a line of JSON in ASCII, with its end. Raises UnreadableError for a state that is no text."""
        try:
            row = self._asdict() | {"state": self.state.decode()}
        except UnicodeDecodeError:
            raise UnreadableError(broken_at(self.stream, self.version)) from None
        return json.dumps(row, sort_keys=True) + "\n"


class Head(NamedTuple):
    """The last event of a stream: version -1 and 64 zeros where nothing has been recorded yet."""

    stream: str
    version: int
    digest: str


class Snapshot(NamedTuple):
    """A folded state, encoded, after an event. fingerprint: of the code that folded it; no other code uses it."""

    version: int
    fingerprint: str
    state: bytes


class StoredSnapshot(NamedTuple):
    """A snapshot of one of a stream's events. holds: whether this program wrote it, after the event there now."""

    stream: str
    snapshot: Snapshot
    holds: bool


class Branch(NamedTuple):
    """A stream and where it came from. parent and at_version are None for a game that is not a fork."""

    stream: str
    head: int
    parent: str | None = None
    at_version: int | None = None

    @property
    def own(self) -> int:
        """How many events it has of its own, beside those that it inherits."""
        return self.head - (-1 if self.at_version is None else self.at_version)
