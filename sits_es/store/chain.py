"""The digest chain: every event's digest covers its own bytes and the digest before it.

digest = SHA-256(previous, stream, version, topic, state): the previous digest's 32 bytes, then the stream's name,
the topic and the state as they are stored, each after its length in 4 bytes, and the version in 8 bytes, in that
order, all numbers most significant byte first. One digest is enough to prove every byte before it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sits_es.errors import NotAllowedError
from sits_es.sentences import quoted, shell

#: What the first event of a game follows: no event, 32 zero bytes.
GENESIS = bytes(32)

#: A stored row: stream, version, topic, state, previous, digest, command_id, recorded_at.
ChainedRow = tuple[str, int, str, bytes, bytes, bytes, bytes | None, str | None]


def prefixed(text: str) -> bytes:
    """Text as UTF-8 after its length, as the digest takes it in."""
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


#: What packs all that stands before an event's state, and its stream and topic as they are packed.
Framing = tuple[Callable[..., bytes], bytes, bytes]


@lru_cache(maxsize=4096)
def frame_of(stream: str, topic: str) -> Framing:
    """What packs all that comes before an event's state at one go; streams and topics repeat, so it is kept."""
    name, title = prefixed(stream), prefixed(topic)
    return struct.Struct(f">32s{len(name)}sQ{len(title)}sI").pack, name, title


def entry_of(previous: bytes, stream: str, version: int, topic: str, state: bytes) -> bytes:
    """The bytes that an event's digest is taken over, as they are defined above. version: 0 up, else OverflowError."""
    size = len(state).to_bytes(4, "big")
    return previous + prefixed(stream) + version.to_bytes(8, "big") + prefixed(topic) + size + state


def digest_of(previous: bytes, stream: str, version: int, topic: str, state: bytes) -> bytes:
    """Compute the digest of one event, 32 bytes. Raises as `entry_of` does."""
    return sha256(entry_of(previous, stream, version, topic, state)).digest()


def chained(
    previous: bytes,
    stream: str,
    after: int,
    encoded: Iterable[tuple[str, bytes]],
    *,
    command_id: bytes | None = None,
    recorded_at: str | None = None,
) -> list[ChainedRow]:
    """Rows for encoded events that follow version `after`. The command's id is on the first of them only."""
    rows: list[ChainedRow] = []
    frames: dict[str, Framing] = {}
    for version, (topic, state) in enumerate(encoded, start=after + 1):
        pack, name, title = frames.get(topic) or frames.setdefault(topic, frame_of(stream, topic))
        digest = sha256(pack(previous, name, version, title, len(state)) + state).digest()
        rows.append((stream, version, topic, state, previous, digest, command_id, recorded_at))
        previous, command_id = digest, None
    return rows


def first_break(rows: Iterable[Sequence[Any]], stream: str, after: int, previous: bytes) -> int | None:
    """Version of the first row that does not follow from the one before it, or None when every link holds.

    rows: (version, topic, state, previous, digest, recorded_at) of one stream's own span, in order. after, previous:
    version and digest of the event before the first row. A missing row is where the next one breaks off.
    """
    expected = after
    frames: dict[str, Framing] = {}
    for version, topic, state, before, digest, _ in rows:
        expected += 1
        try:
            pack, name, title = frames.get(topic) or frames.setdefault(topic, frame_of(stream, topic))
            found = sha256(pack(previous, name, version, title, len(state)) + state).digest()
        except (TypeError, AttributeError, struct.error):
            # a column of another type than the store writes
            return expected
        if found != digest or before != previous or version != expected:
            return expected
        previous = found
    return None


def check_name(stream: str) -> None:
    """Refuse names that would blur a digest's or a checkpoint's lines."""
    if not stream or stream != stream.strip() or not stream.isprintable():
        raise NotAllowedError(
            f"{quoted(stream)} can't be a game's name: it needs at least one visible character, no invisible ones, "
            "and no space at either end."
        )


def other_head(stream: str, after: int, head: int) -> str:
    """Say that a stream does not end where the caller saw it end."""
    if after < head:
        return (
            f"Somebody else has continued {stream}: it is at event #{head}, but you had seen it up to #{after}. "
            "Nothing was written. Look again, then repeat your command."
        )
    return (
        f"{stream} is at event #{head}, but you had seen it up to #{after}: this is not the store that you looked at. "
        "Nothing was written."
    )


def broken_at(stream: str, version: int) -> str:
    """Say where a chain breaks."""
    return (
        f"The record of {stream} is broken at event {version}: that event has been changed. "
        f"`sits audit verify {shell(stream)}` says what is wrong."
    )
