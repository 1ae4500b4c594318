"""Merkle trees over event digests, as in RFC 6962: one root per stream, and short proofs against a root kept elsewhere.

Leaves are the digests of a branch in version order. A proof is a list of 32-byte hashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Self

#: Bytes of a hash.
_HASH = sha256().digest_size


def leaf_hash(data: bytes) -> bytes:
    """Hash one leaf. The zero byte keeps leaves and nodes apart."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees into the node above them."""
    return sha256(b"\1" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Root of the tree over these leaves; of no leaves at all, the hash of nothing."""
    row = [leaf_hash(leaf) for leaf in leaves]
    if not row:
        return sha256(b"").digest()
    while len(row) > 1:
        odd = row[-1:] if len(row) % 2 else []
        row = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)] + odd
    return row[0]


class Peaks:
    """A tree that grows: of the whole subtrees that it consists of, the largest first, only the roots are kept.

    So it takes a few hashes however many leaves it has, and another with the same beginning can go on from a copy.
    """

    __slots__ = ("_by_height",)

    def __init__(self) -> None:
        #: The root of the subtree of 2**height leaves, or None where there is none of that height.
        self._by_height: list[bytes | None] = []

    @classmethod
    def unpacked(cls, size: int, packed: object) -> Self | None:
        """A tree of so many leaves from what `packed` gave; None for anything that no tree of that size gives."""
        heights = [height for height in range(size.bit_length()) if size >> height & 1]
        if not isinstance(packed, bytes) or len(packed) != _HASH * len(heights):
            return None
        found = cls()
        found._by_height = [None] * size.bit_length()
        for place, height in enumerate(reversed(heights)):
            found._by_height[height] = packed[_HASH * place : _HASH * (place + 1)]
        return found

    @property
    def packed(self) -> bytes:
        """The roots that are kept, the largest subtree's first, one after the other."""
        return b"".join(peak for peak in reversed(self._by_height) if peak is not None)

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


def _split(size: int) -> int:
    """Largest power of two below size, where the left subtree ends; size 2 up."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Prove that the leaf at `index` (0 up) is under the root of these leaves. IndexError when there is none."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"no leaf {index} among {len(leaves)}")
    if len(leaves) == 1:
        return []
    left = _split(len(leaves))
    if index < left:
        return [*inclusion_proof(leaves[:left], index), root_of(leaves[left:])]
    return [*inclusion_proof(leaves[left:], index - left), root_of(leaves[:left])]


def includes(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Tell whether a proof shows that `leaf` is number `index` under the root of a tree of `size` leaves."""
    return includes_hash(root, size, index, leaf_hash(leaf), proof)


def includes_hash(root: bytes, size: int, index: int, hashed_leaf: bytes, proof: Sequence[bytes]) -> bool:
    """The same, of a leaf of which only the hash of 32 bytes is known."""
    if not 0 <= index < size or len(hashed_leaf) != sha256().digest_size:
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


def consistency_proof(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """Prove that the tree of the first `old_size` leaves (0 up) grew into this one. IndexError when it is larger."""
    if not 0 <= old_size <= len(leaves):
        raise IndexError(f"no tree of {old_size} leaves among {len(leaves)}")
    return _grown(leaves, old_size, whole=True) if old_size else []


def _grown(leaves: Sequence[bytes], old_size: int, *, whole: bool) -> list[bytes]:
    if old_size == len(leaves):
        # the checker knows the old root itself, but not the root of a part of the old tree
        return [] if whole else [root_of(leaves)]
    left = _split(len(leaves))
    if old_size <= left:
        return [*_grown(leaves[:left], old_size, whole=whole), root_of(leaves[left:])]
    return [*_grown(leaves[left:], old_size - left, whole=False), root_of(leaves[:left])]


def grew(old_root: bytes, old_size: int, root: bytes, size: int, proof: Sequence[bytes]) -> bool:
    """Tell whether a proof shows that the tree with `old_root` is the beginning of the tree with `root`."""
    if old_size == 0:
        return not proof and old_root == root_of([]) and (size > 0 or root == old_root)
    if old_size == size:
        return not proof and old_root == root
    if not 0 < old_size < size or not proof:
        return False
    path = list(proof) if old_size & (old_size - 1) else [old_root, *proof]
    at, last = old_size - 1, size - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    old = new = path[0]
    for hashed in path[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            old, new = node_hash(hashed, old), node_hash(hashed, new)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node_hash(new, hashed)
        at, last = at >> 1, last >> 1
    return last == 0 and old == old_root and new == root
