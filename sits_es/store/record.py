"""What the store hands out: a recorded event, the head of a stream, a snapshot."""

from __future__ import annotations

from typing import NamedTuple

from sits_es.events import Event


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
    """An event as its bytes are stored, in the order of Recorded. topic: its stored name; digest: hexadecimal."""

    stream: str
    version: int
    topic: str
    state: bytes
    digest: str
    recorded_at: str | None


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
