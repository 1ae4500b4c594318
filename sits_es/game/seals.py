"""Seals and seeds: nobody can change orders once sealed, and nobody can choose dice. Rule: house, for play by mail.

Where all sit at one machine a player's nonces can be fixed before the first order, so that whoever holds the folder
can't throw again: they are a chain, each the SHA-256 of the one that is opened after it. Rule: house, for fair dice.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Final

from attrs import field, frozen

from sits_es.canonical import canonical
from sits_es.rules.moments import Moment
from sits_es.sentences import listed
from sits_es.values import Value

_SEAL = b"sits-es/seal/1"
_DICE = b"sits-es/dice/1"
_NONCE = b"sits-es/nonce/1"
_SECRET = b"sits-es/secret/1"

#: Nonces in a chain: more exchanges than any game has.
CHAIN: Final = 10_000


@frozen(kw_only=True)
class Sealed(Value):
    """What a player seals for one exchange. lines: the orders as text, exactly; nonce: 32 secret bytes."""

    player: str
    lines: tuple[str, ...]
    nonce: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if len(self.nonce) != 32:
            raise ValueError(f"a nonce has 32 bytes, not {len(self.nonce)}")


def commitment(game: str, branch: str, moment: Moment, sealed: Sealed) -> str:
    """SHA-256 over exchange, player, orders and nonce, in hexadecimal. game: the root game; branch: the stream."""
    place = [game, branch, moment.turn, moment.segment, sealed.player, list(sealed.lines), sealed.nonce.hex()]
    return hashlib.sha256(_SEAL + canonical(place)).hexdigest()


def seed(game: str, branch: str, moment: Moment, commitments: Mapping[str, str], nonces: Mapping[str, bytes]) -> bytes:
    """The 32 bytes from which an exchange's dice are worked out.

    commitments and nonces: by player. Raises ValueError unless the same players, at least two, gave both: a player
    alone could choose the dice.
    """
    players: Sequence[str] = sorted(commitments)
    if players != sorted(nonces) or len(players) < 2:
        raise ValueError(
            "a seed needs seals and nonces of the same two or more players; "
            f"seals are of {listed(players)}, nonces of {listed(sorted(nonces))}"
        )
    parts = [[commitments[player] for player in players], [nonces[player].hex() for player in players]]
    return hashlib.sha256(_DICE + canonical([game, branch, moment.turn, moment.segment, *parts])).digest()


def nonce_from(secret: bytes, player: str, moment: Moment) -> bytes:
    """A nonce made from a secret of 32 bytes: one for each exchange, none of which tells anything of the others."""
    return hmac.digest(secret, _NONCE + canonical([player, moment.turn, moment.segment]), hashlib.sha256)


def chain_of(words: str, game: str, player: str) -> bytes:
    """The 32 bytes from which a player's chain of nonces for a game is made. words: their secret; game: its id.

    It takes a while on purpose, so that nobody can try all words that somebody may have chosen.
    """
    salt = _SECRET + canonical([game, player])
    return hashlib.scrypt(unicodedata.normalize("NFC", words).encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)


def end_of(chain: bytes) -> str:
    """What commits a player to a chain, in hexadecimal: it tells nothing of the nonces before it."""
    return next(islice(_links(chain), CHAIN, None)).hex()


def before(chain: bytes, opened: str) -> bytes | None:
    """The nonce that is next: the one whose SHA-256 was opened last, or is the commitment. None if none in it is."""
    links = islice(pairwise(_links(chain)), CHAIN)
    return next((nonce for nonce, after in links if after.hex() == opened), None)


def follows(nonce: bytes, opened: str) -> bool:
    """Whether a nonce is the one before the last that was opened, or before the commitment."""
    return hashlib.sha256(nonce).hexdigest() == opened


def _links(chain: bytes) -> Iterator[bytes]:
    while True:
        yield chain
        chain = hashlib.sha256(chain).digest()
