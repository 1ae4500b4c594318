"""Seals taken back: as long as no letter with them is marked as out, which happens before it is written.

Only in games whose terms say what happens when people fail.
"""

from __future__ import annotations

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.packet import Signed
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.sentences import shell

#: Kinds of packets that give orders.
_ORDERS = ("seal", "act")


def unseal(replica: Replica) -> str:
    """Withdraw one's own orders that are not out yet, and what was signed after them; what was done, in words.

    Raises NotAllowedError for a game whose seals are never taken back, NotNowError where there is none to take back.
    """
    chain = replica.chain()
    if chain.terms is None:
        raise NotAllowedError(f"{chain.called} began without terms for that: a seal of it is never taken back.")
    found = _sealed(replica)
    here = [signed for signed in found if signed.packet.number > left_upto(replica)]
    if not here:
        if found:
            span = _span(replica, found)
            raise NotNowError(f"Your orders for {chain.called} {span} are out: their letter is marked as written.")
        where = chain.rules.label(chain.game.moment)
        raise NotNowError(f"Nothing of yours is sealed in {chain.called} at {where}.")
    first = here[0].packet.number
    replica.withdraw(first)
    span, name = _span(replica, here), shell(replica.game)
    said = f"Your orders for {chain.called} {span} are not sealed any more; nobody has seen them."
    return f"{said} Seal others: sits orders seal FILE. To look again at what is owed: sits mail status {name}"


def can_unseal(replica: Replica) -> bool:
    """Whether orders of one's own are sealed and not out."""
    careful = replica.chain().terms is not None
    return careful and any(signed.packet.number > left_upto(replica) for signed in _sealed(replica))


def firmness(replica: Replica) -> str:
    """Whether the seals that stand can still be taken back, and how, in words."""
    if not can_unseal(replica):
        return "a seal is never changed."
    return f"no letter with it is written yet. To take it back: sits orders unseal {shell(replica.chain().called)}"


def left_upto(replica: Replica) -> int:
    """The number of one's last packet that a letter which is marked as out holds; 0 for none."""
    return replica.desk.journal.left(replica.game)


def _sealed(replica: Replica) -> list[Signed]:
    """One's packets with orders that were given since the last event of the record: nothing follows from them yet."""
    chain = replica.chain()
    own = replica.desk.journal.accepted(replica.game, sender=replica.me, kinds=_ORDERS, turn=chain.game.moment.turn)
    return [signed for signed in own if signed.packet.branch == chain.name and signed.packet.head == chain.head]


def _span(replica: Replica, packets: list[Signed]) -> str:
    """The exchanges that packets give orders for, the first and the last."""
    rules = replica.chain().rules
    turn = packets[0].packet.body["turn"]
    steps = [
        step for signed in packets if signed.packet.body["turn"] == turn for step in signed.packet.body["segments"]
    ]
    first, last = (rules.label(Moment(turn, step)) for step in (min(steps), max(steps)))
    return first if first == last else f"{first} to {last}"
