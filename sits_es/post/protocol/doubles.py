"""Two packets under one number: which of them counts. Rule: house, for play by mail.

The first that came counts, until the sender's next packet names the other as the one before it, or somebody's reveal
answers the other, and one has not revealed to the first: then the other counts. Both are kept as proof.
"""

from __future__ import annotations

from collections.abc import Iterable

from sits_es.mail.packet import Signed
from sits_es.post.protocol.ledger import Ledger


def goes_over(ledger: Ledger, me: str, first: Signed, second: Signed, following: Iterable[Signed]) -> bool:
    """Whether the second content of a sender's last number is to count instead of the first.

    following: packets of the number after it that wait.
    """
    sender = first.packet.sender
    answered = {(who == me, answers.get(sender)) for (who, _), answers in ledger.answered.items() if who != sender}
    if (True, first.digest) in answered:
        return False  # one has revealed to it
    before = [signed.packet.body.get("previous") for signed in following]
    if second.digest in before:
        return first.digest not in before
    return (False, second.digest) in answered and (False, first.digest) not in answered
