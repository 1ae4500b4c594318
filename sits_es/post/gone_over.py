"""What one has agreed to and forgotten: a lost or older folder goes over to the branch that its person played in.

Half of the players signed a list, and each of them who agreed went over by themselves; no packet says so but those that
they sent there. Rule: house, for play by mail.
"""

from __future__ import annotations

from sits_es.post.desk.journal import Journal
from sits_es.post.protocol.agreements import Held
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.errands import Errand
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.put_out import branch_without, offers_without, open_without


def note_branch(journal: Journal, game: str, branch: str) -> None:
    """Note the branch in which the game is played that another's letter brings back here."""
    journal.keep(f"branch of the copy {game}", branch)


def gone_over(journal: Journal, game: str, me: str, chain: Chain, ledger: Ledger, held: Held) -> list[Errand]:
    """Go over to the branch of a list that half of the players signed, oneself too, where one had done so before.

    One's own packets show it, or the letter that brought the game back. held: what branches that are here hold.
    """
    offers = [each for each in offers_without(chain, ledger) if me in each[2].by]
    if not offers:
        return []
    known = {journal.kept(f"branch of the copy {game}"), *(each.packet.branch for each in journal.parked(game, me))}
    for moment, version, sheet in offers:
        if branch_without(chain, moment, version, sheet.players, sheet.what) in known:
            return open_without(chain, ledger, moment, version, sheet, held)
    return []
