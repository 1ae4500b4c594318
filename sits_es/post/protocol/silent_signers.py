"""Facts that wait for somebody who neither signs nor refuses them: a list of those who stay silent, and what follows.

Where no exchange is open, the game waits for facts, and these for everybody's signature. After time and grace, which
run from a signer's own first packet there, those who have signed the same facts sign that the game goes on without the
silent ones, at the head that the facts are for. Once it is in force, as every list, it opens the branch in which they
are out, and the facts are entered there. It is judged by its signer's own word. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from sits_es.mail.packet import Packet
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.entries import Proposal, proposals, record_digest
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.parts import Upto
from sits_es.post.protocol.without import lists_of, sheets, signers_of, taking_part
from sits_es.rules.moments import Moment
from sits_es.sentences import listed


def stood_by(chain: Chain, ledger: Ledger, version: int, player: str) -> Proposal | None:
    """The record that a player stands by after an event: the smallest that they have signed there."""
    found = proposals(chain, ledger, chain.digests[version])
    return next((each for each in reversed(found) if player in each.by), None)


def answered_with(chain: Chain, ledger: Ledger, version: int, record: str, player: str) -> int | None:
    """The number of the packet in which a player signed a record, by digest, or refused it."""
    head = chain.digests[version]
    own = [each for each in ledger.records.get(head, ()) if each.player == player]
    numbers = [each.number for each in own if record_digest(head, each.body) == record]
    numbers += [ledger.refused_with[record, player]] if (record, player) in ledger.refused_with else []
    return min(numbers, default=None)


def silent_at(chain: Chain, ledger: Ledger, version: int, me: str, upto: Upto = None) -> tuple[str, ...]:
    """Who is in, and has neither signed nor refused what one stands by after an event, by id; nobody without it.

    upto: numbers of packets up to which they count, by sender.
    """
    game, mine = chain.game_at(version), stood_by(chain, ledger, version, me)
    if mine is None or game.owed is not None:
        return ()
    numbers = {player: answered_with(chain, ledger, version, mine.digest, player) for player in game.still_in}
    return tuple(
        player
        for player, number in numbers.items()
        if player != me and (number is None or (upto is not None and number > upto.get(player, 0)))
    )


def silent_faults(
    packet: Packet, body: Without, ledger: Ledger, chain: Chain, version: int, had: Mapping[str, int]
) -> Iterator[Judgement]:
    """What is wrong with a list of those who stay silent, but for their time. had: what its signer had taken."""
    game, sender, where = chain.game_at(version), packet.sender, chain.rules.label(body.moment)
    if game.owed is not None or game.moment != body.moment:
        yield refused(f"The {packet.title} is for facts at {where}, and at its head no facts are waited for there.")
        return
    if sender not in game.still_in:
        yield refused(f"{sender} is out of the game and cannot sign that it goes on without others.")
    if body.seal is not UNSET:
        yield refused(f"The {packet.title} has a seal for {where}.")
    if stood_by(chain, ledger, version, sender) is None:
        yield refused(f"{sender} has signed no facts at {where}, and cannot sign that others do not.")
        return
    missing = silent_at(chain, ledger, version, sender, {**had, sender: packet.number - 1})
    if body.players != tuple(sorted(missing)):
        who = f"{listed(sorted(missing))} had not answered" if missing else "all had answered"
        yield refused(f"{sender} goes on without {listed(body.players)} at {where}, and by {sender}'s packets {who}.")
    own = lists_of(ledger, body.moment, version, "record", sender)
    if own and not set(body.players) < set(own[-1][1]):
        said = f"{sender} has signed that {where} goes on without {listed(own[-1][1])}"
        yield refused(f"{said}; a later list may only be part of it.")


def waits_for_signers(chain: Chain, ledger: Ledger, me: str) -> bool:
    """Whether a list of silent ones that one has signed can still come into force: until then one reveals nothing.

    It can't any more once somebody whose signature it lacks has taken an answer of those on it.
    """
    for moment in sorted(ledger.witness.withouts):
        for version in sorted({said.head for said in ledger.witness.withouts[moment]}):
            if _can_come(chain, ledger, moment, version, me):
                return True
    return False


def _can_come(chain: Chain, ledger: Ledger, moment: Moment, version: int, me: str) -> bool:
    signed_lists = sheets(ledger, moment, version, "record")
    if not signed_lists:
        return False
    still, last = taking_part(chain, ledger, moment, version), ledger.witness.last
    for sheet in signed_lists:
        signers, mine = signers_of(chain, ledger, moment, version, sheet), stood_by(chain, ledger, version, me)
        if me not in sheet.by or mine is None or 2 * len(signers) <= len(still):
            continue
        numbers = {who: answered_with(chain, ledger, version, mine.digest, who) for who in sheet.players}
        left = [player for player in signers if player not in sheet.by]
        if not any(
            number is not None and player in last and last[player].had(who) >= number
            for player in left
            for who, number in numbers.items()
        ):
            return True
    return False
