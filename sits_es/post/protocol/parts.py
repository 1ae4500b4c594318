"""A player's part of an exchange: their seal, or what they act, and later their reveal; and who knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger
from sits_es.rules.system import Owed

What = Literal["seal", "reveal", "record"]
#: Numbers of packets up to which they count, by sender; None: all that are here.
Upto = Mapping[str, int] | None
#: What a list for an exchange says is missing; the later first.
KINDS_OF_LISTS: Final[tuple[What, ...]] = ("reveal", "seal")


def part(chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, what: What) -> int | None:
    """The number of the packet with a player's part of an exchange: their seal, or what they act; or their reveal."""
    seal = ledger.seal(player, owed.moment, chain, version)
    if seal is None:
        return None
    if what == "reveal":
        joined = ledger.joined.get((player, seal.commitment))
        return joined[2].number if joined is not None else ledger.opened_with.get((player, seal.commitment))
    if owed.sealed or player not in owed.orders_by:
        return seal.number
    act = ledger.act(player, owed.moment, chain, version)
    return act.number if act is not None else None


def known_part(
    chain: Chain, ledger: Ledger, owed: Owed, version: int, player: str, what: What, had: Mapping[str, int]
) -> int | None:
    """The number of the packet with a player's part, for one who has taken so much of everybody; None: not known.

    Whoever has taken the shares of all holders knows what was sealed as if it had been revealed.
    """
    seal = ledger.seal(player, owed.moment, chain, version)
    if what == "seal" or seal is None:
        number = part(chain, ledger, owed, version, player, what)
    else:
        number = ledger.opened_with.get((player, seal.commitment))
    if number is not None and number <= had.get(player, 0):
        return number
    if what == "seal" or seal is None or (player, seal.commitment) not in ledger.joined:
        return None
    given = ledger.witness.shares.get((player, seal.packet, owed.moment), {})
    return seal.number if all(said.number <= had.get(said.player, 0) for said in given.values()) else None
