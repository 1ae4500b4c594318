"""Seals and seeds: nobody can change orders once sealed, and nobody can choose dice. Rule: house, for play by mail."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from attrs import field, frozen

from sits_es.canonical import canonical
from sits_es.rules.moments import Moment
from sits_es.sentences import listed

_SEAL = b"sits-es/seal/1"
_DICE = b"sits-es/dice/1"
_NONCE = b"sits-es/nonce/1"


@frozen(kw_only=True)
class Sealed:
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
