"""Proofs of what is on record: Merkle trees over digests, checkpoints of them, and the proof of one event.

The trees are those of RFC 6962: one root per stream, whose leaves are the digests of a branch in version order. A
checkpoint, a stream's size and root in the three lines of C2SP's tlog-checkpoint, ends every report: in a player's
mailbox it is a witness, and no event before it can be changed unnoticed. The proof that an event is under a checkpoint
is C2SP's tlog-proof, which anybody's program checks without the record.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import Final
from urllib.parse import quote, unquote

from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted
from sits_es.store.chain import entry_of

#: Bytes of a hash.
_HASH = sha256().digest_size


def leaf_hash(data: bytes) -> bytes:
    """Hash one leaf. The zero byte keeps leaves and nodes apart."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees into the node above them."""
    return sha256(b"\1" + left + right).digest()


class Peaks:
    """A growing tree that keeps only the roots of its complete subtrees: a few hashes, however many leaves it has."""

    __slots__ = ("_by_height",)

    def __init__(self) -> None:
        #: The root of the subtree of 2**height leaves, or None if there is none of that height.
        self._by_height: list[bytes | None] = []

    def copy(self) -> Peaks:
        """The same tree, to go on from."""
        copied = Peaks()
        copied._by_height = self._by_height.copy()
        return copied

    def add_all(self, leaves: Sequence[bytes]) -> None:
        """Add leaves at the end."""
        row = [leaf_hash(leaf) for leaf in leaves]
        height = 0
        while row:
            if height == len(self._by_height):
                self._by_height.append(None)
            peak = self._by_height[height]
            if peak is not None:
                row.insert(0, peak)
            self._by_height[height] = row.pop() if len(row) % 2 else None
            row = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=True)]
            height += 1

    @property
    def root(self) -> bytes:
        """The root over all leaves; of no leaves at all, the hash of nothing."""
        found: bytes | None = None
        for peak in self._by_height:
            if peak is not None:
                found = peak if found is None else node_hash(peak, found)
        return sha256(b"").digest() if found is None else found


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Root of the tree over these leaves; of no leaves at all, the hash of nothing."""
    tree = Peaks()
    tree.add_all(leaves)
    return tree.root


def _split(size: int) -> int:
    """Largest power of two below size, where the left subtree ends; size 2 up."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_proof(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Hashes that lead from the leaf at `index` (0 up) to the root of these leaves. IndexError when there is none."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"no leaf {index} among {len(leaves)}")
    if len(leaves) == 1:
        return ()
    left = _split(len(leaves))
    if index < left:
        return (*inclusion_proof(leaves[:left], index), root_of(leaves[left:]))
    return (*inclusion_proof(leaves[left:], index - left), root_of(leaves[:left]))


def includes(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Tell whether a proof shows that `leaf` is number `index` under the root of a tree of `size` leaves."""
    return includes_hash(root, size, index, leaf_hash(leaf), proof)


def includes_hash(root: bytes, size: int, index: int, hashed_leaf: bytes, proof: Sequence[bytes]) -> bool:
    """The same, of a leaf of which only the hash of 32 bytes is known."""
    if not 0 <= index < size or len(hashed_leaf) != _HASH:
        return False
    at, last, found = index, size - 1, hashed_leaf
    for hashed in proof:
        if last == 0:
            return False
        if at % 2 or at == last:
            found = node_hash(hashed, found)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, hashed)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_ORIGIN: Final = re.compile(r"sits-es/[0-9a-f]{32}/(\S+)")


def origin_of(stream: str, first: bytes) -> str:
    """What checkpoints call a stream: a name that no other has, from the digest of the first event that it wrote."""
    return f"sits-es/{first.hex()[:32]}/{quote(stream, safe='')}"


class Checkpoint(Struct, frozen=True):
    """What a stream held at one moment. origin: as `origin_of` gives it; size: events, 0 up; root: 32 bytes."""

    origin: str
    size: int
    root: bytes

    @property
    def name(self) -> str:
        """The stream's name, for people; the whole origin where it is no record of this program."""
        ours = _ORIGIN.fullmatch(self.origin)
        name = unquote(ours[1]) if ours else ""
        return name if name and name.isprintable() else self.origin

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Read a checkpoint; further lines, such as signatures, are left alone. UnreadableError for other text."""
        lines = [line.rstrip(" \t\r") for line in text.lstrip("\ufeff\r\n").split("\n")[:3]]
        if len(lines) < 3 or not lines[0]:
            raise UnreadableError(
                "A checkpoint has three lines: a record's origin, a number of events and a root. This is not one."
            )
        origin, size, encoded = lines
        if not _SIZE.fullmatch(size):
            raise UnreadableError(f"A checkpoint's second line must be a number of events, not {quoted(size)}.")
        try:
            root = from_base64(encoded)
        except ValueError:
            root = b""
        if len(root) != _HASH:
            raise UnreadableError(
                f"A checkpoint's third line must be a root of 32 bytes in base64, not {quoted(encoded)}."
            )
        return cls(origin, int(size), root)


def from_base64(text: str) -> bytes:
    """What a text stands for, where it is written in the one way that there is. Raises ValueError otherwise."""
    content = base64.b64decode(text, validate=True)
    if base64.b64encode(content).decode() != text:
        raise ValueError("not the base64 of what it stands for")
    return content


#: The first line of every proof: C2SP's tlog-proof.
PROOF: Final = "c2sp.org/tlog-proof@v1"
#: What is above its checkpoint: the event's bytes, its number, and a hash for each level up to the root.
_HEAD: Final = re.compile(rf"{re.escape(PROOF)}\nextra (\S+)\nindex ({_SIZE.pattern})((?:\n\S{{44}}){{0,64}})")


class EventProof(Struct, frozen=True, kw_only=True):
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
    def entry(self) -> bytes:
        """The bytes that the event's digest, its leaf in the tree, is taken over."""
        return entry_of(self.previous, self.stream, self.version, self.topic, self.state)

    def holds(self) -> bool:
        """Whether the event is what the checkpoint covers in its place."""
        under = self.checkpoint
        return includes(under.root, under.size, self.version, sha256(self.entry).digest(), self.path)

    def in_words(self) -> str:
        """What is proved."""
        under = self.checkpoint
        return f"Event {self.version} ({self.topic}) is one of the {under.size} events of {under.name}"

    def __str__(self) -> str:
        path = [base64.b64encode(each).decode() for each in self.path]
        extra = base64.b64encode(self.entry).decode()
        return "\n".join([PROOF, f"extra {extra}", f"index {self.version}", *path, "", self.note])


def read_proof(text: str) -> EventProof:
    """Read what `str` of a proof gave. Raises UnreadableError for anything else; whether it holds is another matter."""
    head, _, note = text.lstrip("\ufeff").replace("\r\n", "\n").partition("\n\n")
    found = _HEAD.fullmatch(head)
    try:
        path = [from_base64(each) for each in found[3].split()] if found else []
        read = _of_entry(from_base64(found[1]), tuple(path), note) if found else None
    except ValueError:
        read = None
    if found is None or read is None or read.version != int(found[2]) or any(len(each) != _HASH for each in path):
        raise UnreadableError(
            "This is not a proof as `sits audit prove GAME EVENT` prints it. Save the proof exactly as it was sent."
        )
    Checkpoint.parse(note)  # a fault in it has words of its own
    return read


def _of_entry(entry: bytes, path: tuple[bytes, ...], note: str) -> EventProof:
    """The proof of the event whose digest is taken over these bytes. Raises ValueError if they are no event's."""
    from_bytes = BytesIO(entry)

    def number(size: int) -> int:
        return int.from_bytes(from_bytes.read(size), "big")

    previous, stream = from_bytes.read(_HASH), from_bytes.read(number(4)).decode()
    version, topic, state = number(8), from_bytes.read(number(4)).decode(), from_bytes.read(number(4))
    read = EventProof(stream=stream, version=version, topic=topic, state=state, previous=previous, path=path, note=note)
    if read.entry != entry:
        raise ValueError("not the bytes of an event")
    return read
