"""The proof that an event is under a checkpoint: JSON to be mailed, which is checked without the record."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.store.chain import digest_of
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.merkle import includes, inclusion_proof

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
    def checkpoint(self) -> Checkpoint:
        """The one that the event is under."""
        return Checkpoint.parse(self.note)

    @property
    def digest(self) -> bytes:
        """The event's digest, as its bytes give it; ValueError for what no event can have."""
        return digest_of(self.previous, self.stream, self.version, self.topic, self.state)

    def holds(self) -> bool:
        """Whether the event is what the checkpoint covers in its place."""
        under = self.checkpoint
        return includes(under.root, under.size, self.version, self.digest, self.path)

    def in_words(self) -> str:
        """What is proved."""
        under = self.checkpoint
        return f"Event {self.version} ({self.topic}) is one of the {under.size} events of {under.origin}"

    def __str__(self) -> str:
        told = {
            "form": _FORM,
            "stream": self.stream,
            "version": self.version,
            "topic": self.topic,
            "state": self.state.decode(),
            "previous": self.previous.hex(),
            "digest": self.digest.hex(),
            "path": [base64.b64encode(each).decode() for each in self.path],
            "checkpoint": self.note,
        }
        return json.dumps(told, indent=1) + "\n"


def path_to(leaves: Sequence[bytes], version: int) -> tuple[bytes, ...]:
    """Hashes from an event's leaf to the root. leaves: digests of a branch; IndexError where there is no such event."""
    return tuple(inclusion_proof(leaves, version))


def read_proof(text: str) -> EventProof:
    """Read what `str` of a proof gave. Raises UnreadableError for anything else; whether it holds is another matter."""
    try:
        read = _read(json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise UnreadableError(
            "This is not a proof as `sits audit GAME --prove EVENT` prints it. Save it as it was sent."
        ) from None
    Checkpoint.parse(read.note)  # a fault in it has words of its own
    return read


def _read(told: dict[str, Any]) -> EventProof:
    version, path = told["version"], told["path"]
    if told["form"] != _FORM or type(version) is not int or version < 0:
        raise ValueError
    if not isinstance(path, list) or len(path) > _MOST:
        raise ValueError
    read = EventProof(
        stream=_text(told, "stream"),
        version=version,
        topic=_text(told, "topic"),
        state=_text(told, "state").encode(),
        previous=_hash(bytes.fromhex(_text(told, "previous"))),
        path=tuple(_hash(base64.b64decode(each, validate=True)) for each in path),
        note=_text(told, "checkpoint"),
    )
    if read.digest.hex() != _text(told, "digest"):
        raise UnreadableError(
            f"Event {version} was changed: its content does not give the digest that the proof is about."
        )
    return read


def _text(told: dict[str, Any], name: str) -> str:
    value = told[name]
    if not isinstance(value, str):
        raise TypeError
    return value


def _hash(value: bytes) -> bytes:
    if len(value) != _HASH:
        raise ValueError
    return value
