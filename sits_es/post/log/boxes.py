"""The box that a seal carries: its orders and nonce, encrypted with a key that only the author knows.

For each seal, any two people share a secret that nobody else can work out. The author's secret with themselves is the
key. A reading keeper gets the key from `keeper_key`, and all holders of an escrow get it together. All boxes of a game
have one length, and a box counts only if it opens the commitment. Rule: house, for play by mail.
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
#: Most bytes that a box may unpack to.
_MOST: Final = 1 << 20


def place(game: str, branch: str, moment: Moment, cast: str, player: str, commitment: str) -> bytes:
    """The 64 bytes that name a seal's box; people derive their secrets for the seal from them."""
    named = canonical([game, branch, moment.turn, moment.segment, cast, player])
    return hashlib.sha256(_PLACE + named).digest() + bytes.fromhex(commitment)


def size_of(lines: Sequence[str]) -> int:
    """How many bytes the orders of one exchange take in a box, compressed; the terms set the limit."""
    return len(_packed(lines))


def mixed(*secrets: bytes) -> str:
    """Secrets mixed, in hexadecimal: whoever knows all but one of them can work that one out."""
    return reduce(lambda one, other: bytes(a ^ b for a, b in zip(one, other, strict=True)), secrets).hex()


def box(size: int, opening: Opening, key: bytes) -> str:
    """A seal's box, encrypted with its key. Raises ValueError for orders that take more than `size` bytes."""
    packed = _packed(opening.lines)
    if len(packed) > size:
        raise ValueError(f"orders of {len(packed)} bytes do not fit into a box of {size}")
    bound = bytes.fromhex(opening.bound) if opening.bound is not None else bytes(_NONCE)
    content = bytes.fromhex(opening.nonce) + bound + packed.ljust(size, b"\0")
    return base64.b64encode(encrypt_under(key, content)).decode()


def unbox(box: str, key: bytes) -> Opening:
    """What a box holds, whether or not it opens the commitment. Raises UnreadableError."""
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
    """A box's key, split between all holders. shares: what each shares with the author, by id."""
    digests = {each: hashlib.sha256(share).hexdigest() for each, share in shares.items()}
    return Escrow(rest=mixed(key, *shares.values()), digests=digests)


def fits(escrow: Escrow, holder: str, share: str) -> bool:
    """Whether a share in hexadecimal is the one whose digest the seal names for its holder."""
    return escrow.digests.get(holder) == hashlib.sha256(bytes.fromhex(share)).hexdigest()


def open_escrow(escrow: Escrow, box: str, shares: Mapping[str, str]) -> Opening:
    """What all holders together find in a seal's box. Raises UnreadableError, also if a share is missing."""
    if set(shares) != set(escrow.digests):
        raise UnreadableError("There must be one share from each holder.")
    return unbox(box, bytes.fromhex(mixed(*map(bytes.fromhex, (escrow.rest, *shares.values())))))


def _packed(lines: Sequence[str]) -> bytes:
    return zlib.compress(canonical(list(lines)), 9)
