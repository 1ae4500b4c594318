"""Parting: where half of the players signed that others are missing, those of them who agree play on without these.

It is an offer that binds nobody else. Rule: house, for play by mail: "Without".
"""

from __future__ import annotations

from sits_es.errors import NotNowError
from sits_es.post.protocol.parts import part
from sits_es.post.protocol.put_out import alone_on, branch_without, offers_without, open_without
from sits_es.post.protocol.without import Sheet, taking_part
from sits_es.post.replica import Replica
from sits_es.post.signing import careful_terms
from sits_es.rules.moments import Moment
from sits_es.sentences import listed, shell


def agree_without(replica: Replica) -> str:
    """Go over to the branch of a list that too few signed to be in force, of several to that of the latest exchange.

    Raises NotNowError where there is none, or where all that was missing has come since.
    """
    careful_terms(replica)
    chain, ledger = replica.chain(), replica.ledger()
    came: list[str] = []
    for moment, version, sheet in reversed([*offers_without(chain, ledger)]):
        if replica.me in sheet.by:
            if _has_come(replica, moment, version, sheet):
                came.append(chain.rules.label(moment))
                continue
            replica.do(open_without(chain, ledger, moment, version, sheet, replica.held))
            replica.settle()
            where = chain.rules.label(moment)
            owed = f" You owe orders for {replica.chain().called} {where}." if sheet.what == "seal" else ""
            return f"You play on from {where} without {listed(sheet.players)}.{owed}"
    if came:
        raise NotNowError(f"What was missing of {chain.called} {came[0]} has come since you signed: it is played on.")
    if (alone := alone_on(chain, ledger, replica.me)) is not None:
        said = f"Nobody but you is left in {chain.called} without {listed(alone.players)}, and nobody plays alone"
        raise NotNowError(f"{said}. It goes on once their letters come.")
    said = f"You and those who are still there have not all signed that {chain.called} goes on without the others"
    raise NotNowError(f"{said}. To sign it: sits without {shell(chain.called)}")


def may_part(replica: Replica) -> str | None:
    """That one may play on without others, in a sentence; None where half of the players have not signed so."""
    chain, ledger = replica.chain(), replica.ledger()
    for moment, version, sheet in reversed([*offers_without(chain, ledger)]):
        if replica.me in sheet.by and not _has_come(replica, moment, version, sheet):
            all_ = len(taking_part(chain, ledger, moment, version))
            signed = f"Of {all_}, {len(sheet.by)} signed that it goes on without {listed(sheet.players)}"
            command = f"sits agree {shell(chain.called)} --without"
            return f"{signed}: too few to bind them. You may play on without them: {command}"
    return None


def _has_come(replica: Replica, moment: Moment, version: int, sheet: Sheet) -> bool:
    """Whether a list is no offer any more, and no other who signed it has gone over all the same.

    One of missing reveals where nothing that it names is missing any more, one of missing seals where any has come.
    """
    chain, ledger = replica.chain(), replica.ledger()
    if (owed := chain.game_at(version).owed) is None or sheet.what == "record":
        return False
    there = [part(chain, ledger, owed, version, each, sheet.what) is not None for each in sheet.players]
    branch = branch_without(chain, moment, version, sheet.players, sheet.what)
    gone_over = any(each.packet.branch == branch for each in replica.desk.journal.parked(replica.game))
    return (any(there) if sheet.what == "seal" else all(there)) and not gone_over
