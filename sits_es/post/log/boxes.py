"""The box that a seal carries: its orders and nonce once more, under a key that its author alone knows.

Any two people share a secret for each seal that nobody else can work out. An author's with themselves is the key; a
reading keeper finds it by what is mixed into theirs with the author; those of all holders give it together. Boxes of a
game have one length, and count only where they open the commitment. Rule: house, for play by mail.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final

import msgspec

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.keys.locks import decrypt_under, encrypt_under
from sits_es.post.log.packets import Escrow, Lines, Opening
from sits_es.rules.moments import Moment

_PLACE: Final = b"sits-es/box/2"
_NONCE: Final = 32
#: Bytes of orders that a box is unpacked to at most.
_MOST: Final = 1 << 20


def place(game: str, branch: str, moment: Moment, cast: str, player: str, commitment: str) -> bytes:
    """Where a seal's box belongs, in 64 bytes: for this two people have a secret, and an author the key of the box."""
    named = canonical([game, branch, moment.turn, moment.segment, cast, player])
    return hashlib.sha256(_PLACE + named).digest() + bytes.fromhex(commitment)


def size_of(lines: Sequence[str]) -> int:
    """Bytes that the orders of one exchange take in a box, compressed; the terms say how many they may take."""
    return len(_packed(lines))


def mixed(*secrets: bytes) -> str:
    """Secrets mixed, in hexadecimal: whoever knows all but one of them finds that one."""
    return reduce(lambda one, other: bytes(a ^ b for a, b in zip(one, other, strict=True)), secrets).hex()


def box(size: int, opening: Opening, key: bytes) -> str:
    """What a seal holds, under its key. Raises ValueError for orders that take more than `size` bytes."""
    packed = _packed(opening.lines)
    if len(packed) > size:
        raise ValueError(f"orders of {len(packed)} bytes do not fit into a box of {size}")
    bound = bytes.fromhex(opening.bound) if opening.bound is not None else bytes(_NONCE)
    content = bytes.fromhex(opening.nonce) + bound + packed.ljust(size, b"\0")
    return base64.b64encode(encrypt_under(key, content)).decode()


def unbox(box: str, key: bytes) -> Opening:
    """What a box holds. Raises UnreadableError. Whether it opens the commitment is not looked at."""
    try:
        content = decrypt_under(key, base64.b64decode(box, validate=True))
    except ValueError:
        raise UnreadableError("The box is not base64.") from None
    nonce, bound, rest = content[:_NONCE], content[_NONCE : 2 * _NONCE], content[2 * _NONCE :]
    unpacker = zlib.decompressobj()
    try:
        lines = msgspec.json.decode(unpacker.decompress(rest, _MOST), type=Lines)
    except (zlib.error, msgspec.MsgspecError, RecursionError):
        raise UnreadableError("The box holds no orders.") from None
    return Opening(lines=lines, nonce=nonce.hex(), bound=bound.hex() if any(bound) else None)


def escrow(key: bytes, shares: Mapping[str, bytes]) -> Escrow:
    """The key of a box, for all holders together. shares: what each knows of the seal, by id."""
    digests = {each: hashlib.sha256(share).hexdigest() for each, share in shares.items()}
    return Escrow(rest=mixed(key, *shares.values()), digests=digests)


def fits(escrow: Escrow, holder: str, share: str) -> bool:
    """Whether a share in hexadecimal is the one of a holder whose digest the seal names."""
    return escrow.digests.get(holder) == hashlib.sha256(bytes.fromhex(share)).hexdigest()


def open_escrow(escrow: Escrow, box: str, shares: Mapping[str, str]) -> Opening:
    """What all holders open together of a seal's box. Raises UnreadableError, also where a share is missing."""
    if set(shares) != set(escrow.digests):
        raise UnreadableError("The shares are not one from each holder.")
    return unbox(box, bytes.fromhex(mixed(*map(bytes.fromhex, (escrow.rest, *shares.values())))))


def _packed(lines: Sequence[str]) -> bytes:
    return zlib.compress(canonical(list(lines)), 9)
