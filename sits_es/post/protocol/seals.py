"""Sealing one's own orders: nonces of their own, commitments that travel, secrets that stay."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.game.moments import Moment
from sits_es.game.seals import Sealed, commitment
from sits_es.mail.identity import Identity, open_box, sealed_box
from sits_es.post.desk.secrets import Kept, Secrets
from sits_es.post.protocol.bodies import Opened, Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Seal


def umpire_of(chain: Chain) -> str | None:
    """The umpire's id, where there is one."""
    return next((player for player, who in sorted(chain.game.people.items()) if who.role == "umpire"), None)


def seal_orders(
    chain: Chain,
    me: str,
    orders: Mapping[Moment, Sequence[str]],
    secrets: Secrets,
    random: Callable[[int], bytes],
) -> Seals:
    """Seal lines for exchanges of one turn. The secrets are kept before anything can travel.

    random: gives as many unguessable bytes as it is asked for, such as os.urandom.
    """
    sealed: list[tuple[str, Kept]] = []
    for moment in sorted(orders):
        kept = Kept(player=me, moment=moment, lines=tuple(orders[moment]), nonce=random(32))
        promise = Sealed(player=me, lines=kept.lines, nonce=kept.nonce)
        sealed.append((commitment(chain.game.root, chain.name, moment, promise), kept))
    secrets.keep(chain.name, sealed)
    umpire = umpire_of(chain)
    box = None
    if umpire is not None and umpire != me:
        inside = [{"lines": list(kept.lines), "nonce": kept.nonce.hex()} for _, kept in sealed]
        box = box_for(chain, umpire, inside)
    return Seals(
        turn=min(orders).turn,
        segments=tuple(moment.segment for moment in sorted(orders)),
        seals=tuple(seal for seal, _ in sealed),
        box=box,
    )


def box_for(chain: Chain, player: str, inside: object) -> str:
    """Plain JSON that one player, or the umpire, alone can read, in base64."""
    key = chain.game.people[player].key or ""
    return base64.b64encode(sealed_box(key, canonical(inside))).decode()


def from_box(box: str, identity: Identity) -> object:
    """What somebody encrypted to this identity. Raises UnreadableError."""
    try:
        return json.loads(open_box(identity, base64.b64decode(box, validate=True)))
    except ValueError as fault:
        raise UnreadableError("What was encrypted to the umpire cannot be read.") from fault


def open_seal(seal: Seal, identity: Identity) -> Opened:
    """The orders that a player encrypted to the umpire with a seal. Raises UnreadableError."""
    if seal.box is None:
        raise UnreadableError("The seal came without orders for the umpire.")
    box, place = seal.box
    inside = from_box(box, identity)
    try:
        one = inside[place]  # type: ignore[index]  # whatever else it is, is no box of ours
        return Opened(lines=tuple(str(line) for line in one["lines"]), nonce=str(one["nonce"]))
    except (KeyError, IndexError, TypeError) as fault:
        raise UnreadableError("What was encrypted to the umpire does not hold the orders of each seal.") from fault
