"""Who may write a whole game for whom, of those who play it by mail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sits_es.errors import NotAllowedError
from sits_es.mail.packet import Signed
from sits_es.post.handover import has_signed
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.readers import trustee_of
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.replica import Replica
from sits_es.sentences import shell


def must_help(replica: Replica, chain: Chain, player: str) -> None:
    """Refuse to write a game for somebody who can't be helped so. Raises NotAllowedError."""
    people, umpire = chain.game.people, umpire_of(chain)
    if player not in people or player == replica.me:
        others = ", ".join(sorted(each for each in people if each != replica.me))
        raise NotAllowedError(f"Nobody else in {replica.game} is called {player}. The others: {others}.")
    trustee = trustee_of(chain.game)
    looking = [each for each in (replica.me, player) if people[each].role == "spectator" and each != trustee]
    if looking:
        raise NotAllowedError(f"{looking[0]} looks on: spectators have reports only, not the record.")
    if player == umpire and chain.terms is None:
        raise NotAllowedError(f"{player} is the umpire: what an umpire needs to go on is in nobody else's folder.")
    if umpire not in (None, replica.me, player) and not has_signed(replica):
        faults = [f"Only the umpire has what {player} has sent. Ask {umpire} for the letter."]
        if chain.terms is not None:
            sign, game = f"sits umpire {shell(chain.called)} --none", shell(replica.game)
            faults.append(f"If {umpire} is silent for good: {sign}, then: sits mail out --bundle {game} --for {player}")
        raise NotAllowedError(faults)


def of_an_umpire(replica: Replica, player: str, packets: Iterable[Signed]) -> list[Signed]:
    """Packets that an umpire's copy of a game holds for somebody: the umpire's own and theirs.

    Of an umpire who came after another one also all of the first one's, and the other players' up to their signatures.
    """
    signed = replica.desk.journal.accepted(replica.game, kinds=("succession",))
    signed = [each for each in signed if each.packet.body["umpire"] != replica.me]
    whole = {replica.me, player, *(each.packet.body["umpire"] for each in signed)}
    upto = {each.packet.sender: each.packet.number for each in signed}  # the last of each, as they come in order
    return [
        each for each in packets if each.packet.sender in whole or each.packet.number <= upto.get(each.packet.sender, 0)
    ]


def waiting_twice(replica: Replica) -> list[Signed]:
    """Packets of others that wait here, each sender's from the first number on that two of them have.

    With an umpire a player holds none of those that they follow; and an umpire who has lost the folder may have played
    by one of the two, which its sender has lost too.
    """
    waiting: dict[str, list[Signed]] = {}
    for each in replica.desk.journal.parked(replica.game):
        if each.packet.sender != replica.me and replica.is_theirs(each):
            waiting.setdefault(each.packet.sender, []).append(each)
    found: list[Signed] = []
    for packets in waiting.values():
        times = Counter(each.packet.number for each in packets)
        first = min((number for number, count in times.items() if count > 1), default=None)
        found += [each for each in packets if first is not None and each.packet.number >= first]
    return found
