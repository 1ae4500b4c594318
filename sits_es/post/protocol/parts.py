"""A player's part of an exchange, by the packet that brought it: a seal, an act, or a reveal and what stands for it.

Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger
from sits_es.rules.system import Owed

What = Literal["seal", "reveal", "record"]
#: Numbers of packets up to which they count, by sender; None: all that are here.
Upto = Mapping[str, int] | None


def part(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, what: What, upto: Upto = None
) -> int | None:
    """The number of the packet with a player's part of an exchange: their seal, or what they act; or their reveal.

    upto: numbers of packets up to which shares count that stand for a reveal, by sender.
    """
    seal = ledger.seal(player, owed.moment, chain, version)
    if seal is None:
        return None
    if what == "reveal":
        joined = ledger.joined.get((player, seal.commitment))
        given = ledger.witness.shares.get((player, seal.packet, owed.moment), {})
        if joined is not None and all(upto is None or said.number <= upto.get(who, 0) for who, said in given.items()):
            return joined[2].number
        return ledger.opened_with.get((player, seal.commitment))
    if owed.sealed or player not in owed.orders_by:
        return seal.number
    act = ledger.act(player, owed.moment, chain, version)
    return act.number if act is not None else None
