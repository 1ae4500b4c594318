"""Proofs that need no record: that an event is under a checkpoint, and that one checkpoint grew out of another.

Each is a text of JSON that can be mailed. What it holds is checked against the checkpoints in it, and nothing else.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.store.chain import digest_of
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.merkle import consistency_proof, grew, includes, inclusion_proof

_FORM: Final = "sits-es proof 1"
_HASH: Final = 32
#: Hashes in a proof: two for each level of the largest tree that a number of events can have.
_MOST: Final = 128


@frozen(kw_only=True)
class EventProof:
    """That an event is on a record. stream: the one that wrote it; previous: the digest before it.

    state: its stored bytes; path: hashes from its leaf to the root; note: the text of a checkpoint, signed or not.
    """

    stream: str
    version: int
    topic: str
    state: bytes
    previous: bytes
    path: tuple[bytes, ...]
    note: str

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """The one that the event is under."""
        return (Checkpoint.parse(self.note),)

    @property
    def notes(self) -> tuple[str, ...]:
        """The text of the checkpoint."""
        return (self.note,)

    @property
    def digest(self) -> bytes:
        """The event's digest, as its bytes give it; ValueError for what no event can have."""
        return digest_of(self.previous, self.stream, self.version, self.topic, self.state)

    def holds(self) -> bool:
        """Whether the event is what the checkpoint covers in its place."""
        (under,) = self.checkpoints
        return includes(under.root, under.size, self.version, self.digest, self.path)

    def in_words(self) -> str:
        """What is proved."""
        (under,) = self.checkpoints
        return f"Event {self.version} ({self.topic}) is one of the {under.size} events of {under.origin}"

    def __str__(self) -> str:
        return _written(
            kind="event",
            stream=self.stream,
            version=self.version,
            topic=self.topic,
            state=self.state.decode(),
            previous=self.previous.hex(),
            digest=self.digest.hex(),
            path=_encoded(self.path),
            checkpoint=self.note,
        )


@frozen(kw_only=True)
class GrowthProof:
    """That a record grew from one checkpoint to another and nothing before was changed. old, new: their texts."""

    old: str
    new: str
    path: tuple[bytes, ...]

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """Both, the older first."""
        return Checkpoint.parse(self.old), Checkpoint.parse(self.new)

    @property
    def notes(self) -> tuple[str, ...]:
        """The texts of both."""
        return self.old, self.new

    def holds(self) -> bool:
        """Whether the newer begins with just the events of the older."""
        old, new = self.checkpoints
        return grew(old.root, old.size, new.root, new.size, self.path)

    def in_words(self) -> str:
        """What is proved."""
        old, new = self.checkpoints
        return f"The {new.size} events of {new.origin} begin with the {old.size} of {old.origin}, none of them changed"

    def __str__(self) -> str:
        return _written(kind="growth", old=self.old, new=self.new, path=_encoded(self.path))


def path_to(leaves: Sequence[bytes], version: int) -> tuple[bytes, ...]:
    """Hashes from an event's leaf to the root. leaves: digests of a branch; IndexError where there is no such event."""
    return tuple(inclusion_proof(leaves, version))


def path_between(leaves: Sequence[bytes], old_size: int) -> tuple[bytes, ...]:
    """Hashes that tie the root of the first `old_size` leaves to that of all; IndexError where there are fewer."""
    return tuple(consistency_proof(leaves, old_size))


def read_proof(text: str) -> EventProof | GrowthProof:
    """Read what `str` of a proof gave. Raises UnreadableError for anything else; whether it holds is another matter."""
    try:
        told = json.loads(text)
        _same(told["form"], _FORM)
        path = _decoded(told["path"])
        if told["kind"] == "growth":
            read: EventProof | GrowthProof = GrowthProof(old=_text(told, "old"), new=_text(told, "new"), path=path)
        else:
            read = _event(told, path)
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise UnreadableError(
            "This is not a proof as `sits proof event` and `sits proof growth` write them. Save it as it was sent."
        ) from None
    # a fault in a checkpoint has words of its own
    for note in read.notes:
        Checkpoint.parse(note)
    return read


def _event(told: dict[str, Any], path: tuple[bytes, ...]) -> EventProof:
    _same(told["kind"], "event")
    version = told["version"]
    if type(version) is not int or version < 0:
        raise ValueError
    read = EventProof(
        stream=_text(told, "stream"),
        version=version,
        topic=_text(told, "topic"),
        state=_text(told, "state").encode(),
        previous=_hash(bytes.fromhex(_text(told, "previous"))),
        path=path,
        note=_text(told, "checkpoint"),
    )
    if read.digest.hex() != _text(told, "digest"):
        raise UnreadableError(
            f"Event {version} was changed: its content does not give the digest that the proof is about."
        )
    return read


def _written(**told: Any) -> str:
    return json.dumps({"form": _FORM, **told}, indent=1) + "\n"


def _text(told: dict[str, Any], name: str) -> str:
    value = told[name]
    if not isinstance(value, str):
        raise TypeError
    return value


def _same(value: Any, wanted: str) -> None:
    if value != wanted:
        raise ValueError


def _hash(value: bytes) -> bytes:
    if len(value) != _HASH:
        raise ValueError
    return value


def _encoded(path: Sequence[bytes]) -> list[str]:
    return [base64.b64encode(each).decode() for each in path]


def _decoded(path: Any) -> tuple[bytes, ...]:
    if not isinstance(path, list) or len(path) > _MOST:
        raise ValueError
    return tuple(_hash(base64.b64decode(each, validate=True)) for each in path)
