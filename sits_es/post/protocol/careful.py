"""What games ask for whose terms say what happens when people fail. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.mail.packet import Packet
from sits_es.post.protocol.bodies import Act, Default, Reveals, Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Readmission, Reseat, Without
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.leaving import resigned
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.missing import signed_otherwise, without_faults


def careful_faults(packet: Packet, body: Body, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What games ask for whose terms say what happens when people fail."""
    if chain.terms is None:
        return
    sender, game = packet.sender, chain.game_at(version)
    if isinstance(body, Without):
        yield from without_faults(packet, body, ledger, chain, version)
    elif sender in game.out and sender in game.players and not isinstance(body, Readmission | Reseat):
        yield refused(
            f"{sender} is out of the game, and can send no {packet.kind}; who is out can ask to be let in again."
        )
    elif isinstance(body, Seals | Act) and resigned(chain, ledger, sender, version):
        yield refused(f"{sender} has resigned and seals nothing any more.")
    if isinstance(body, Default) and game.play == "peers":
        yield refused(f"{sender} signs a default, and in this game others go on without somebody: sits without.")
    if isinstance(body, Reveals | Act):
        yield from signed_otherwise(packet, body, ledger, chain, version)
    if isinstance(body, Reveals | Act) and (sender, body.moment) in ledger.bound:
        yield from _changed_lines(packet, body, ledger, chain, version)
    elif isinstance(body, Reveals) and (sender, body.moment) in ledger.ahead:
        where = chain.rules.label(body.moment)
        why = f"{sender} reveals {where}, and has not opened what {sender} had sealed before others were put out."
        yield refused(why)


def _changed_lines(
    packet: Packet, body: Reveals | Act, ledger: Ledger, chain: Chain, version: int
) -> Iterator[Judgement]:
    """Orders that are not those that their sender had revealed, before others were put out of the game."""
    sender, moment = packet.sender, body.moment
    lines = body.orders[0].lines if isinstance(body, Reveals) else body.lines
    in_the_open = isinstance(body, Reveals) and ledger.act(sender, moment, chain, version) is not None
    if lines != ledger.bound[sender, moment] and not in_the_open:
        where = chain.rules.label(moment)
        yield refused(f"What {sender} orders for {where} is not what {sender} revealed before others were put out.")
