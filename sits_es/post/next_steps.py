"""Going on in a game by mail: the branch of a ruling opened, exchanges played, receipts and reveals sent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from attrs import evolve

from sits_es.canonical import canonical
from sits_es.mail.packet import LastEvent
from sits_es.post.branches import open_branch
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.progress import peers_next, umpires_next
from sits_es.post.protocol.releases import due_reveal, unsealed_by
from sits_es.post.protocol.seals import seal_orders, umpire_of
from sits_es.post.protocol.umpire import bundle, opened_by_umpire, standing_orders, told_upto
from sits_es.post.receipts import due_receipt

if TYPE_CHECKING:
    from sits_es.post.replica import Replica


def go_on(replica: Replica, chain: Chain, ledger: Ledger) -> bool:
    """Do the next thing that follows from what is here. Whether there was any."""
    return (
        _fork(replica, chain, ledger)
        or _confirm(replica, chain)
        or _advance(replica, chain, ledger)
        or _release(replica, chain, ledger)
    )


def _fork(replica: Replica, chain: Chain, ledger: Ledger) -> bool:
    """Go over to the branch that a ruling made the game."""
    branch = open_branch(replica.desk, chain, ledger)
    if branch is not None:
        replica.seat = evolve(replica.seat, branch=branch)
        replica.desk.journal.sit(replica.seat)
    return branch is not None


def _confirm(replica: Replica, chain: Chain) -> bool:
    """An umpire gives each player a receipt for his orders, before anything comes of them."""
    if umpire_of(chain) != replica.me:
        return False
    receipt = due_receipt(replica.desk, replica.seat, chain)
    if receipt is not None:
        replica.post(receipt)
    return receipt is not None


def _advance(replica: Replica, chain: Chain, ledger: Ledger) -> bool:
    """Write what follows, when all is there."""
    if chain.game.ended is not None:
        return False
    if chain.game.play == "peers":
        brought = peers_next(chain, ledger)
    elif umpire_of(chain) == replica.me:
        notes = standing_orders(
            replica.desk, replica.seat, replica.desk.journal.accepted(replica.game, kinds=("note",))
        )
        brought = umpires_next(
            chain, ledger, lambda player: opened_by_umpire(replica.desk, replica.seat, chain, ledger, player), notes
        )
    else:
        return False
    if brought is None:
        return False
    command = canonical([chain.game.moment.turn, chain.game.moment.segment, chain.head.digest])
    replica.desk.session.append(
        chain.name, brought.facts, after=chain.head.version, command_id=command, fold=brought.fold
    )
    return True


def _release(replica: Replica, chain: Chain, ledger: Ledger) -> bool:
    """Send what is due."""
    if chain.game.people[replica.me].role == "umpire":
        return _report_and_seal(replica, chain, ledger)
    if chain.game.ended is not None or chain.game.play != "peers" or replica.me not in chain.game.players:
        return False
    reveal = due_reveal(chain, ledger, replica.me, replica.desk.secrets)
    if reveal is not None:
        replica.post(reveal)
    return reveal is not None


def _report_and_seal(replica: Replica, chain: Chain, ledger: Ledger) -> bool:
    """An umpire sends what he resolved, and seals what comes next, before anybody orders it."""
    told = told_upto(replica.desk, replica.seat, chain)
    if told < chain.head.version:
        replica.post(bundle(replica.desk, chain, told, "resolved"), LastEvent(told, chain.digests[told]))
        return True
    if chain.game.ended is not None:
        return False
    open_moments = unsealed_by(chain, ledger, replica.me)
    if not open_moments:
        return False
    replica.post(seal_orders(chain, replica.me, dict.fromkeys(open_moments, ()), replica.desk.secrets, os.urandom))
    return True
