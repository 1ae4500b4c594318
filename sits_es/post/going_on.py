"""What somebody can do by themselves about those who keep an exchange waiting once time and grace are over."""

from __future__ import annotations

from sits_es.post.clock import had_time_to_reveal
from sits_es.post.decisions import waited_for
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.notice import notice_of, over_at
from sits_es.post.parting import may_part
from sits_es.post.protocol.holding_back import unaware
from sits_es.post.protocol.leaving import TWO, offered
from sits_es.post.protocol.seals import owing
from sits_es.post.protocol.without import in_force
from sits_es.post.replica import Replica
from sits_es.post.signing import Missing, first_to_sign, has_signed, left_of, missing_at, waits_for
from sits_es.sentences import listed, shell, utc


def way_on(replica: Replica) -> str:
    """The next step of this folder's own person, as a sentence; empty while there is none but to wait."""
    chain = replica.chain()
    if chain.terms is None or (chain.game.owed is None and chain.game.play == "umpired"):
        return ""
    return _past_the_umpire(replica) if chain.game.play == "umpired" else _among_peers(replica)


def _among_peers(replica: Replica) -> str:
    chain, found, name = replica.chain(), missing_at(replica), shell(replica.chain().called)
    if found is None:
        return ""
    if has_signed(replica, found):
        return may_part(replica) or _once_signed(replica, found)
    if signs := _when_it_signs(replica, found):
        return f"{signs}; to take that back: sits without {name} --cancel"
    offers = any(each.player == replica.me for each, _ in offered(chain, replica.ledger()))
    if waits_for(replica, found) or _could_not_reveal_yet(replica, found) or (offers and len(left_of(replica)) <= TWO):
        return ""
    return f"Grace is over: {_after_grace(replica, found)}"


def _once_signed(replica: Replica, found: Missing) -> str:
    """What one's signature waits for."""
    chain, ledger, who = replica.chain(), replica.ledger(), listed(found.players)
    sheet = in_force(chain, ledger, found.owed.moment, found.version, found.what)
    left = unaware(chain, ledger, found.owed, found.version, sheet) if sheet is not None else ()
    if left:
        return (
            f"All have signed that it goes on without {who}. It does once a letter of {listed(left)} shows they know."
        )
    return f"You have signed that it goes on without {who}, once all others sign it."


def _after_grace(replica: Replica, found: Missing) -> str:
    """What one can do once time and grace are over, without a full stop; of two peers nothing more than once."""
    who, name = listed(found.players), shell(replica.chain().called)
    if len(left_of(replica)) <= TWO:
        return f"to offer the game's end: sits forfeit {name}"
    if first := first_to_sign(replica, found):
        return f"it can go on without {who} once {first} has signed so, and then you"
    return f"to go on without {who}: sits without {name}"


def _when_it_signs(replica: Replica, found: Missing) -> str:
    """When one's program signs, as one asked it to, without a full stop; empty where one did not."""
    notice, signs = notice_of(replica, found.what, found.players), "your program signs that it goes on without"
    if at := over_at(replica, notice):
        return f"From {utc(write_time(at))} on {signs} {listed(found.players)}"
    if notice is None or not notice.left:
        return ""
    gone = f"Once your letters to {listed(notice.left)} have gone, and the grace after them"
    return f"{gone}, {signs} {listed(found.players)}"


def _could_not_reveal_yet(replica: Replica, found: Missing) -> bool:
    """Whether reveals have been owed for less than a day: those who owe them may have learned it just now."""
    chain = replica.chain()
    if found.what != "reveal" or replica.ledger().any_doubled(found.players, found.owed.moment):
        return False
    return not had_time_to_reveal(replica, chain, read_time(replica.desk.clock()))


def _past_the_umpire(replica: Replica) -> str:
    chain, ledger = replica.chain(), replica.ledger()
    if replica.me not in chain.game.umpires:
        return ""
    now = read_time(replica.desk.clock())
    late = [
        player
        for player, what in owing(chain, ledger, replica.me)
        if what != "reveal"
        and chain.game.people[player].role == "player"
        and now >= waited_for(replica, chain, ledger, player, "drift")
    ]
    said = listed(f"sits default {shell(chain.called)} {player}" for player in late)
    return f"Grace is over: to go on without {listed(late)}: {said}" if late else ""
