"""The box that a seal carries: its orders and nonce once more, under a key that is made for it.

That key goes to the sender and a reading keeper, and in shares to all holders together. Boxes are of one length in a
game, whatever they hold, and bound to their place, so that nobody can pass another's off as one of theirs. What they
hold counts only where it opens the commitment. Rule: house, for play by mail.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Final

import msgspec

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.mail.locks import KEY_BYTES, decrypt_under, encrypt_to, encrypt_under
from sits_es.post.log.packets import Escrow, Lines, Opening
from sits_es.rules.moments import Moment

#: Gives as many unguessable bytes as it is asked for, such as os.urandom.
Random = Callable[[int], bytes]
#: Opens what was encrypted to one's own key. Raises UnreadableError.
Unbox = Callable[[bytes], bytes]

_PLACE: Final = b"sits-es/box/2"
_NONCE: Final = 32
_BOUND: Final = 32
#: Bytes of orders that a box is unpacked to at most.
_MOST: Final = 1 << 20


def place(game: str, branch: str, moment: Moment, cast: str, player: str) -> bytes:
    """Where a box belongs, in 32 bytes; it stands in the box."""
    return hashlib.sha256(_PLACE + canonical([game, branch, moment.turn, moment.segment, cast, player])).digest()


def size_of(lines: Sequence[str]) -> int:
    """Bytes that the orders of one exchange take in a box, compressed; the terms say how many they may take."""
    return len(_packed(lines))


def box(size: int, where: bytes, opening: Opening, key: bytes) -> str:
    """What a seal holds, under its key. Raises ValueError for orders that take more than `size` bytes."""
    return _text(encrypt_under(key, _content(size, where, opening)))


def locked(reader: str, where: bytes, key: bytes, random: Random) -> str:
    """The key of a box, or a share of it, encrypted to a public key and bound to its place."""
    return _text(encrypt_to(reader, where + key, random))


def unbox(box: str, key: str, where: bytes, open_own: Unbox) -> Opening:
    """What a box holds whose key is locked to oneself. Raises UnreadableError, but not for a false commitment."""
    return _opening(decrypt_under(_unlocked(key, where, open_own), _bytes(box)), where)


def escrow(holders: Mapping[str, str], where: bytes, key: bytes, random: Random) -> Escrow:
    """The key of a box, for all holders together. holders: public keys by id, one at least."""
    first, *others = sorted(holders)
    shares = {holder: random(KEY_BYTES) for holder in others}
    shares[first] = _joined([key, *shares.values()])
    return Escrow(
        shares={each: locked(holders[each], where, share, random) for each, share in shares.items()},
        digests={each: hashlib.sha256(share).hexdigest() for each, share in shares.items()},
    )


def own_share(escrow: Escrow, holder: str, where: bytes, open_own: Unbox) -> str:
    """A holder's share, in hexadecimal. Raises UnreadableError for one that can't be used: its seal was made badly."""
    share = _unlocked(escrow.shares.get(holder, ""), where, open_own).hex()
    if not fits(escrow, holder, share):
        raise UnreadableError("The share is not the one whose digest the seal names.")
    return share


def fits(escrow: Escrow, holder: str, share: str) -> bool:
    """Whether a share in hexadecimal is the one of a holder whose digest the seal names."""
    return escrow.digests.get(holder) == hashlib.sha256(bytes.fromhex(share)).hexdigest()


def open_escrow(escrow: Escrow, box: str, where: bytes, shares: Mapping[str, str]) -> Opening:
    """What all holders open together of a seal's box. Raises UnreadableError, also where a share is missing."""
    if set(shares) != set(escrow.digests):
        raise UnreadableError("The shares are not those of all holders.")
    key = _joined(bytes.fromhex(share) for share in shares.values())
    return _opening(decrypt_under(key, _bytes(box)), where)


def _unlocked(key: str, where: bytes, open_own: Unbox) -> bytes:
    content = open_own(_bytes(key))
    if content[:_BOUND] != where:
        raise UnreadableError("The key is for a box of another game, branch, exchange, cast or player.")
    return content[_BOUND:]


def _packed(lines: Sequence[str]) -> bytes:
    return zlib.compress(canonical(list(lines)), 9)


def _content(size: int, where: bytes, opening: Opening) -> bytes:
    packed = _packed(opening.lines)
    if len(packed) > size:
        raise ValueError(f"orders of {len(packed)} bytes are more than the {size} that a box holds")
    bound = bytes.fromhex(opening.bound) if opening.bound is not None else bytes(_NONCE)
    return bytes.fromhex(opening.nonce) + bound + where + packed.ljust(size, b"\0")


def _opening(content: bytes, where: bytes) -> Opening:
    nonce, bound, rest = content[:_NONCE], content[_NONCE : 2 * _NONCE], content[2 * _NONCE :]
    if rest[:_BOUND] != where:
        raise UnreadableError("The box belongs to another game, branch, exchange, cast or player.")
    unpacker = zlib.decompressobj()
    try:
        lines = msgspec.json.decode(unpacker.decompress(rest[_BOUND:], _MOST), type=Lines)
    except (zlib.error, msgspec.MsgspecError, RecursionError):
        raise UnreadableError("The box holds no orders.") from None
    return Opening(lines=lines, nonce=nonce.hex(), bound=bound.hex() if any(bound) else None)


def _joined(shares: Iterable[bytes]) -> bytes:
    """What all shares together give: the key. One of them less, or changed, gives nothing."""
    return reduce(lambda one, other: bytes(a ^ b for a, b in zip(one, other, strict=True)), shares)


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise UnreadableError("The box is not base64.") from None
