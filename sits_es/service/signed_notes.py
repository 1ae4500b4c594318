"""Signed notes, as C2SP's signed-note has them: a checkpoint, an empty line, and a line for each signature under it.

Two kinds of lines are known. Who publishes a record signs as its log, by the name of the checkpoint's origin: "this is
the record". Who has checked it cosigns as tlog-cosignature says, with the time, by the five words of the key: "at this
time I knew no other record of it, and none that goes further". Whoever reads a note knows what to compare by telephone.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import takewhile
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.keys.identity import Identity, fingerprint, signed_by
from sits_es.sentences import quoted
from sits_es.store.checkpoints import Checkpoint, from_base64

#: The kinds of keys, as they stand in a vkey: one that signs notes as a log does, and one that cosigns checkpoints.
LOG: Final = 1
COSIGNER: Final = 4
_DASH: Final = "\u2014"
_LINE: Final = re.compile(rf"{_DASH} ([^\s+]+) ([A-Za-z0-9+/]+={{0,2}})")
_VKEY: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
#: Bytes of a key's number, of a cosignature's time, and of what a vkey ends with: the kind and the public key.
_ID, _TIME, _KEY = 4, 8, 33
#: Bytes of a cosignature with its time.
_COSIGNATURE: Final = _TIME + 64
#: Signatures under one note that are looked at.
MOST_SIGNATURES: Final = 64
#: What stands before a line that is quoted, in however many mails.
_QUOTED: Final = re.compile(r"^[ \t\xa0>|]+")


class VKey(Struct, frozen=True):
    """A public key as programs are told which to trust. name: as signatures give it; key: 64 hexadecimal digits.

    kind: LOG or COSIGNER. One key pair of a player is both, each with a number of its own.
    """

    name: str
    kind: int
    key: str

    @classmethod
    def of_log(cls, origin: str, key: str) -> Self:
        """The key of a player as somebody who publishes the record of that origin."""
        return cls(origin, LOG, key)

    @classmethod
    def of_cosigner(cls, key: str) -> Self:
        """The key of a player as somebody who checks records."""
        return cls(fingerprint(key), COSIGNER, key)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` of a vkey gave. Raises UnreadableError for anything else."""
        found = _VKEY.fullmatch(text)
        try:
            content = from_base64(found[3]) if found else b""
        except ValueError:
            content = b""
        if found is None or len(content) != _KEY or content[0] not in {LOG, COSIGNER}:
            raise UnreadableError(f"{quoted(text)} is not a vkey of an Ed25519 key, as `sits keys show` prints it.")
        read = cls(found[1], content[0], content[1:].hex())
        if read.id.hex() != found[2]:
            raise UnreadableError(f"{quoted(text)} is damaged: its number does not match its name and key.")
        return read

    @property
    def _content(self) -> bytes:
        return bytes([self.kind]) + bytes.fromhex(self.key)

    @property
    def id(self) -> bytes:
        """The 4 bytes by which a signature says whose it is, beside the name."""
        return sha256(f"{self.name}\n".encode() + self._content).digest()[:_ID]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(self._content).decode()}"

    def signed(self, checkpoint: Checkpoint, signature: Signature) -> bool:
        """Whether the owner of this key made a signature under just this checkpoint."""
        text, content = str(checkpoint).encode(), signature.content
        if self.kind == COSIGNER:
            text, content = _cosigned(text, signature.time), content[_TIME:]
        return signed_by(self.key, text, content)


def _cosigned(text: bytes, time: int) -> bytes:
    """What is signed in a cosignature of a checkpoint. time: POSIX seconds."""
    return b"cosignature/v1\ntime %d\n%b" % (time, text)


class Signature(Struct, frozen=True):
    """A line under a note. name, id: whose it says it is; content: the signature, for a cosignature behind its time."""

    name: str
    id: bytes
    content: bytes

    @property
    def time(self) -> int:
        """When a cosignature was made, POSIX seconds; means nothing of another signature."""
        return int.from_bytes(self.content[:_TIME], "big")

    @property
    def when(self) -> str:
        """The same in ISO 8601, UTC; for people the number itself where no calendar goes so far."""
        try:
            return datetime.fromtimestamp(self.time, UTC).isoformat().replace("+00:00", "Z")
        except (ValueError, OverflowError, OSError):
            return str(self.time)

    def __str__(self) -> str:
        return f"{_DASH} {self.name} {base64.b64encode(self.id + self.content).decode()}\n"


class Note(Struct, frozen=True):
    """A checkpoint with the signatures under it, in their order."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...] = ()

    def __str__(self) -> str:
        return str(self.checkpoint) + ("\n" if self.signatures else "") + "".join(map(str, self.signatures))

    def with_all(self, signatures: Iterable[Signature]) -> Self:
        """The note with more signatures; of two by one key the later cosignature is kept."""
        found: dict[tuple[str, bytes], Signature] = {}
        for each in (*self.signatures, *signatures):
            before = found.setdefault((each.name, each.id), each)
            if len(each.content) == _COSIGNATURE and each.time > before.time:
                found[each.name, each.id] = each
        return replace(self, signatures=tuple(found.values()))

    def published(self, identity: Identity) -> Self:
        """The note with a player's signature as the log, where there is none of any log."""
        if any(each.name == self.checkpoint.origin for each in self.signatures):
            return self
        key = VKey.of_log(self.checkpoint.origin, identity.key)
        made = Signature(key.name, key.id, identity.sign(str(self.checkpoint).encode()))
        return replace(self, signatures=(made, *self.signatures))

    def cosigned(self, identity: Identity, time: int) -> Self:
        """The note with a player's cosignature, in place of an earlier one. time: POSIX seconds."""
        key = VKey.of_cosigner(identity.key)
        content = time.to_bytes(_TIME, "big") + identity.sign(_cosigned(str(self.checkpoint).encode(), time))
        others = [each for each in self.signatures if (each.name, each.id) != (key.name, key.id)]
        return replace(self, signatures=(*others, Signature(key.name, key.id, content)))


def note_of(text: str) -> Note:
    """The first checkpoint in a text, with its signatures. UnreadableError says what is wrong where there is none."""
    return next((note for _, note in notes_in(text)), None) or Note(Checkpoint.parse(text))


def notes_in(text: str) -> Iterator[tuple[int, Note]]:
    """Every checkpoint in a text, quoted ones too, with the signatures under it; and the line at which it begins.

    A line that its way here has damaged, such as a long one that a mail program has broken, is no signature.
    """
    lines = [_QUOTED.sub("", each).rstrip(" \t\r\xa0") for each in text.lstrip("\ufeff").split("\n")]
    for at in range(len(lines) - 2):
        # sooner done than reading each three lines of a long mail
        if lines[at + 1].isdecimal():
            try:
                checkpoint = Checkpoint.parse("\n".join(lines[at : at + 3]))
            except UnreadableError:
                continue
            under = lines[at + 4 : at + 4 + MOST_SIGNATURES] if lines[at + 3 : at + 4] == [""] else []
            below = takewhile(lambda line: line.startswith(f"{_DASH} "), under)
            yield at + 1, Note(checkpoint, tuple(filter(None, map(_signature, below))))


def _signature(line: str) -> Signature | None:
    found = _LINE.fullmatch(line)
    try:
        content = from_base64(found[2]) if found else b""
    except ValueError:
        return None
    return Signature(found[1], content[:_ID], content[_ID:]) if found and len(content) > _ID else None
