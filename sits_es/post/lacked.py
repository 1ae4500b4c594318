"""What one's own packets that came back say was taken, and is not in this folder: it is an older copy, with an umpire.

Nothing is sent before that is here, for a while, and it is asked for until it comes: its sender knows that it was
taken, and doesn't send it again unasked. Among peers, packets that came back wait for what they name.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterable

from sits_es.post.desk.desk import Desk
from sits_es.post.desk.places import how_long, lacked_by
from sits_es.post.desk.times import read_time
from sits_es.post.protocol.chain import Chain
from sits_es.post.rebuilt import resumed_at
from sits_es.sentences import listed


def waited_for_here(desk: Desk, chain: Chain, game: str, me: str) -> dict[str, int]:
    """Whose packets are waited for before anything is sent, up to which number; none once that took too long."""
    lacked, terms = lacked_by(desk, chain, game, me), chain.terms
    last = desk.journal.last_number(game, me)
    if not lacked or terms is None or desk.journal.made_here(game, me, last):
        return {}
    ((_, at),) = desk.journal.came(game, me, last - 1)
    resumed = resumed_at(desk, game)
    if at is None or (resumed is not None and read_time(resumed) >= read_time(at)):
        return {}
    if read_time(desk.clock()) >= read_time(at) + how_long(terms):
        return {}
    return {player: number for player, (number, _) in lacked.items()}


def lacked_in_words(game: str, lacked: Iterable[tuple[str, int]]) -> str:
    """Why nothing can be sent, for people. lacked: whose packets are missing, up to which number."""
    named = listed(f"packet {number} of {player}" for player, number in lacked)
    return (
        f"Your own packets came back to {game}, and say that you had taken {named}, which this folder lacks: it is an "
        "older copy. Your program asks for what is missing. Send its letters, and take in what they answer: "
        "sits mail out, sits mail in"
    )
