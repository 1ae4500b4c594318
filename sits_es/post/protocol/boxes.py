"""Boxes that a seal carries: its orders and nonce once more, for its sender, the umpire, or all holders together.

All are of one length in a game, whatever they hold. Each is bound to its place, so that nobody can pass another's box
or share off as one of theirs. What they hold counts only where it opens the commitment. Rule: house, for play by mail.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Final

from attrs import frozen

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.mail.locks import KEY_BYTES, TO_KEY_ADDS, UNDER_KEY_ADDS, decrypt_under, encrypt_to, encrypt_under
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.failures import Escrow
from sits_es.rules.moments import Moment

#: Opens what was encrypted to one's own key. Raises UnreadableError.
Unbox = Callable[[bytes], bytes]
#: Gives as many unguessable bytes as it is asked for, such as os.urandom.
Random = Callable[[int], bytes]

_PLACE: Final = b"sits-es/box/1"
_NONCE: Final = 32
_BOUND: Final = 32
#: Bytes of orders that a box is unpacked to at most.
_MOST: Final = 1 << 20


@frozen(kw_only=True)
class BoxPlace:
    """What a box is bound to: the game's mark, the branch, the exchange, who sealed, and the number of their packet."""

    mark: str
    branch: str
    moment: Moment
    player: str
    number: int

    @property
    def digest(self) -> bytes:
        """The place in 32 bytes, as boxes and shares hold it."""
        said = [self.mark, self.branch, self.moment.turn, self.moment.segment, self.player, self.number]
        return hashlib.sha256(_PLACE + canonical(said)).digest()


@frozen(kw_only=True)
class Readers:
    """For whom one's boxes are made. own: one's public key; umpire: the umpire's, where another resolves the game.

    holders: public keys of those who share an escrow, by id; empty: there is none. size: bytes of orders in a box.
    """

    own: str
    umpire: str | None
    holders: Mapping[str, str]
    size: int


@frozen(kw_only=True)
class Boxes:
    """One exchange's orders and nonce, encrypted. umpire, escrow: None where the game has none."""

    own: str
    umpire: str | None
    escrow: Escrow | None


def make_boxes(readers: Readers, place: BoxPlace, lines: Sequence[str], nonce: bytes, random: Random) -> Boxes:
    """One exchange's orders and nonce in boxes. Raises ValueError for orders that don't fit: see `size_of`."""
    content = _content(readers.size, place, lines, nonce)
    escrow = _escrow(readers.holders, place, content, random) if readers.holders else None
    return Boxes(
        own=_text(encrypt_to(readers.own, content, random)),
        umpire=_text(encrypt_to(readers.umpire, content, random)) if readers.umpire is not None else None,
        escrow=escrow,
    )


def open_own(box: str, place: BoxPlace, unbox: Unbox) -> Opened:
    """What a box to one's own key holds: a player's own, or the umpire's. Raises UnreadableError.

    Whether it opens the commitment is for the caller to see.
    """
    return _opened(unbox(_bytes(box)), place)


def size_of(lines: Sequence[str]) -> int:
    """Bytes that the orders of one exchange take in a box, compressed; the terms say how many they may take."""
    return len(zlib.compress(canonical(list(lines)), 9))


def _content(size: int, place: BoxPlace, lines: Sequence[str], nonce: bytes) -> bytes:
    packed = zlib.compress(canonical(list(lines)), 9)
    if len(packed) > size:
        raise ValueError(f"orders of {len(packed)} bytes are more than the {size} that a box holds")
    return nonce + place.digest + packed.ljust(size, b"\0")


def _opened(content: bytes, place: BoxPlace) -> Opened:
    nonce, bound, packed = content[:_NONCE], content[_NONCE : _NONCE + _BOUND], content[_NONCE + _BOUND :]
    if bound != place.digest:
        raise UnreadableError("The box belongs to another game, branch, exchange, player or packet.")
    unpacker = zlib.decompressobj()
    try:
        lines = json.loads(unpacker.decompress(packed, _MOST))
    except (zlib.error, ValueError, RecursionError):
        lines = None
    if not unpacker.eof or not isinstance(lines, list):
        raise UnreadableError("The box holds no orders.")
    return Opened(lines=tuple(str(line) for line in lines), nonce=nonce.hex())


def _escrow(holders: Mapping[str, str], place: BoxPlace, content: bytes, random: Random) -> Escrow:
    key = random(KEY_BYTES)
    first, *others = sorted(holders)
    shares = {holder: random(KEY_BYTES) for holder in others}
    shares[first] = joined([key, *shares.values()])
    return Escrow(
        box=_text(encrypt_under(key, content)),
        shares={
            holder: _text(encrypt_to(holders[holder], place.digest + share, random)) for holder, share in shares.items()
        },
        digests={holder: hashlib.sha256(share).hexdigest() for holder, share in shares.items()},
    )


def joined(shares: Iterable[bytes]) -> bytes:
    """What all shares together give: the key. One of them less, or changed, gives nothing."""
    return reduce(lambda one, other: bytes(a ^ b for a, b in zip(one, other, strict=True)), shares)


def share_in(escrow: Escrow, holder: str, place: BoxPlace, unbox: Unbox) -> bytes:
    """A holder's own share. Raises UnreadableError for one that is bound to another place or has another digest."""
    if holder not in escrow.shares:
        raise UnreadableError(f"{holder} holds no share of it.")
    content = unbox(_bytes(escrow.shares[holder]))
    if content[:_BOUND] != place.digest:
        raise UnreadableError("The share belongs to another game, branch, exchange, player or packet.")
    share = content[_BOUND:]
    if not fits(escrow, holder, share):
        raise UnreadableError("The share is not the one whose digest the seal names.")
    return share


def fits(escrow: Escrow, holder: str, share: bytes) -> bool:
    """Whether a share is the one of a holder whose digest the seal names."""
    return len(share) == KEY_BYTES and escrow.digests.get(holder) == hashlib.sha256(share).hexdigest()


def open_escrow(escrow: Escrow, place: BoxPlace, shares: Mapping[str, bytes]) -> Opened:
    """What an escrow holds, by the shares of all its holders. Raises UnreadableError, also where one is missing."""
    if sorted(shares) != sorted(escrow.shares) or not all(fits(escrow, *each) for each in shares.items()):
        raise UnreadableError("The shares are not those of all holders.")
    return _opened(decrypt_under(joined(shares.values()), _bytes(escrow.box)), place)


def lengths(size: int) -> tuple[int, int, int]:
    """Characters of a box to somebody's key, of an escrow's box and of a share. size: bytes of orders in a box."""
    content = _NONCE + _BOUND + size
    plain = content + TO_KEY_ADDS, content + UNDER_KEY_ADDS, _BOUND + KEY_BYTES + TO_KEY_ADDS
    one, two, three = (4 * -(-each // 3) for each in plain)
    return one, two, three


def _text(box: bytes) -> str:
    return base64.b64encode(box).decode()


def _bytes(box: str) -> bytes:
    try:
        return base64.b64decode(box, validate=True)
    except ValueError:
        raise UnreadableError("The box is not base64.") from None
