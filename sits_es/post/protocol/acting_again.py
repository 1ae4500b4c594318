"""What keeps one from acting in the open for now, and orders given so before, which one's program gives again.

Whoever gave orders in an exchange that is played again, as others withheld a nonce, is bound to them. Where orders are
sealed the signature seals them again; here the program acts once more. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sits_es.post.protocol.acting import act_for
from sits_es.post.protocol.bodies import Act
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.entries import unsettled
from sits_es.post.protocol.errands import Errand, Post
from sits_es.post.protocol.holding_back import lists_before, open_list, unsettled_double
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import Find
from sits_es.post.protocol.silent_signers import waits_for_signers
from sits_es.rules.system import Owed

#: Two packets of somebody under one number; a list that one has signed; one of those who stay silent about facts.
InTheWay = Literal["double", "list", "silent"]


def in_the_way(chain: Chain, ledger: Ledger, owed: Owed, me: str) -> Iterator[tuple[InTheWay, tuple[str, ...]]]:
    """What must be settled before one acts, each with whom it is about: an act opens one's nonce, and counts once.

    A list of missing nonces that one has signed holds back nobody who acts alone: the act decides about it.
    """
    for player in chain.game.sealers_of(owed):
        if player != me and unsettled_double(chain, ledger, owed, player):
            yield "double", (player,)
    own = open_list(chain, ledger, owed, chain.head.version, me, "seal") if len(owed.orders_by) > 1 else None
    for sheet in [*([own] if own is not None else []), *lists_before(chain, ledger, me)]:
        yield "list", sheet.players
    if waits_for_signers(chain, ledger, me):
        yield "silent", ()


def acted_again(chain: Chain, ledger: Ledger, me: str, find: Find) -> list[Errand]:
    """The act that one is bound to in the exchange at hand, once nothing is in its way. find: what one has sealed."""
    owed = chain.game.owed
    if owed is None or owed.sealed or me not in owed.orders_by or (me, owed.moment) not in ledger.bound:
        return []
    seal = ledger.seal(me, owed.moment, chain)
    kept = find(seal.commitment) if seal is not None else None
    if kept is None or kept.lines or ledger.act(me, owed.moment, chain) is not None:
        return []
    if unsettled(chain, ledger, me) is not None or any(True for _ in in_the_way(chain, ledger, owed, me)):
        return []
    made = act_for(chain, ledger, me, ledger.bound[me, owed.moment], kept.nonce)
    return [Post(body=made)] if isinstance(made, Act) else []
