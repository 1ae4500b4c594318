"""Leaving a game by mail: who resigns, who offers the end after a missed deadline, and when a time is over.

Rule: house, for play by mail: "Ways out" and "Two peers". Only in games whose terms say what happens when people fail.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from sits_es.events import Coded, Event
from sits_es.game.events import GameClaimed, GameEnded
from sits_es.mail.packet import Packet
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Forfeit, Resignation
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.kinds import said
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.missing import time_is_up
from sits_es.post.protocol.silent_signers import answered_with, stood_by
from sits_es.post.protocol.without import taking_part
from sits_es.post.protocol.witness import Said
from sits_es.rules.moments import Moment
from sits_es.sentences import utc

#: Of how many peers neither can go on without the other.
TWO = 2


def resigned(chain: Chain, ledger: Ledger, player: str, version: int | None = None) -> bool:
    """Whether a player has resigned, be it that a seal of theirs still holds, and was not signed in again since.

    version: of the event up to which the record is asked, by default its end.
    """
    found, upto = ledger.witness.resigned.get(player), chain.head.version if version is None else version
    return player in chain.game.players and found is not None and found.head >= chain.back_by(player, upto)


def sends_no_more(chain: Chain, ledger: Ledger, player: str) -> bool:
    """Whether a player's program seals nothing any more: they have resigned or are out."""
    return player in chain.game.out or resigned(chain, ledger, player)


def resignation_faults(packet: Packet, chain: Chain, ledger: Ledger) -> Iterator[Judgement]:
    """A resignation counts once, and for somebody who takes part, by the record as its sender knew it."""
    head, sender = packet.head, packet.sender
    known = chain.beginning if head is None else head.version
    if sender in chain.game_at(known).out:
        yield refused(f"{packet.sender} resigns, and does not take part in {packet.game} any more.")
    elif resigned(chain, ledger, sender, known):
        yield refused(f"{packet.sender} has already resigned.")


def forfeit_faults(packet: Packet, body: Forfeit, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """A forfeit is offered by one of two peers once the other's time is over, or signed by the other as it stands."""
    sender, where = packet.sender, chain.rules.label(body.moment)
    had = {} if body.taken is UNSET else {player: number for player, (number, _) in body.taken.items()}
    had[sender] = packet.number - 1
    still = taking_part(chain, ledger, body.moment, version, had)
    if chain.game_at(version).play != "peers" or len(still) != TWO or not {sender, body.player} <= {*still}:
        yield refused(f"{sender} offers a forfeit, which is for one of two peers to offer.")
        return
    if body.what == "record" and sender != body.player and stood_by(chain, ledger, version, sender) is None:
        yield refused(f"{sender} has signed no facts at {where}, so no answer of {body.player} is missing.")
    if _had(chain, ledger, body, version, sender, had.get(body.player, 0)):
        yield refused(f"{sender} signs that the {body.what} of {body.player} for {where} is missing, but had it.")
    if sender == body.player:
        offers = ledger.witness.forfeits.get(body.moment, ())
        if not any(said(each.body) == said(body) and each.number <= had.get(each.player, 0) for each in offers):
            yield refused(f"{sender} signs a forfeit of {where} that nobody has offered.")
        return
    term = time_is_up(chain, ledger, body.moment, version, sender, body.player)
    if term is None or body.at is UNSET or body.at < term:
        until = f"has until {utc(term)}, grace included" if term is not None else "has the whole time from now on"
        yield refused(f"{sender} offers a forfeit of {where}, and {body.player} {until}.")


def _had(chain: Chain, ledger: Ledger, body: Forfeit, version: int, sender: str, number: int) -> bool:
    """Whether who signs had what a forfeit calls missing, by the number of the last packet taken from its player."""
    if body.what == "record":
        answered = _answered(chain, ledger, body, version, sender)
        return answered is not None and answered <= number
    seal = ledger.seal_known(body.player, body.moment, chain, version, number)
    if seal is None or body.what == "seal":
        return seal is not None
    act = ledger.acts.get((body.player, seal.commitment))
    numbers = [ledger.opened_with.get((body.player, seal.commitment)), act.number if act is not None else None]
    return any(each is not None and each <= number for each in numbers)


def _answered(chain: Chain, ledger: Ledger, body: Forfeit, version: int, offerer: str) -> int | None:
    """The number of the packet in which a forfeit's player answered to the facts that who offers it stands by."""
    mine = stood_by(chain, ledger, version, offerer) if offerer != body.player else None
    return answered_with(chain, ledger, version, mine.digest, body.player) if mine is not None else None


def shown(chain: Chain, ledger: Ledger, body: Forfeit, version: int | None = None) -> bool:
    """Whether what a forfeit calls missing is here."""
    if body.what == "seal":
        return ledger.seal(body.player, body.moment, chain, version) is not None
    return ledger.shown(body.player, body.moment, chain, version)


def given_up(chain: Chain, ledger: Ledger, player: str, moment: Moment, version: int) -> bool:
    """Whether a player has signed a forfeit of an exchange against themselves: nothing of theirs counts there.

    version: of the event up to which the record is asked.
    """
    since = chain.void_before(version)
    return any(
        isinstance(each.body, Forfeit) and each.player == each.body.player == player and each.head >= since
        for each in ledger.witness.forfeits.get(moment, ())
    )


def given_up_faults(packet: Packet, body: Body, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What comes for an exchange from a player who has signed a forfeit of it: the game is over there."""
    if packet.kind not in ("seal", "reveal", "act", "record"):
        return
    for moment in getattr(body, "moments", ()):
        if given_up(chain, ledger, packet.sender, moment, version):
            where = chain.rules.label(moment)
            yield refused(f"{packet.sender} has signed a forfeit of {where} and sends nothing for it any more.")


def offered(chain: Chain, ledger: Ledger) -> list[tuple[Said, Forfeit]]:
    """Forfeits that were offered for the exchange at hand, where what they call missing has not come since."""
    if chain.game.ended is not None:
        return []
    since = chain.void_before(chain.head.version)
    return [
        (each, each.body)
        for each in ledger.witness.forfeits.get(chain.game.moment, ())
        if isinstance(each.body, Forfeit)
        and each.player != each.body.player
        and each.head >= since
        and not _came(chain, ledger, each, each.body)
    ]


def _came(chain: Chain, ledger: Ledger, offer: Said, body: Forfeit) -> bool:
    """Whether what an offer calls missing is here, or is not waited for any more."""
    if body.what != "record":
        return shown(chain, ledger, body)
    return offer.head != chain.head.version or _answered(chain, ledger, body, offer.head, offer.player) is not None


def conceded(chain: Chain, ledger: Ledger, moment: Moment) -> list[Event]:
    """The end of the game, where both of two peers have signed the same forfeit; otherwise nothing."""
    for offer, body in offered(chain, ledger):
        both = any(
            each.player == body.player and said(each.body) == said(body) and each.head >= offer.head
            for each in ledger.witness.forfeits.get(moment, ())
        )
        if both:
            why = Coded("claimed", (body.player, chain.rules.label(moment)))
            claimed = GameClaimed(turn=moment.turn, segment=moment.segment, player=body.player, by=(offer.player,))
            return [claimed, GameEnded(winner=chain.game.people[offer.player].side, outcome=(why,))]
    return []


def is_careful(chain: Chain) -> bool:
    """Whether the game's terms say what happens when people fail."""
    return chain.terms is not None


def faults_of_leaving(packet: Packet, body: Body, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with a packet of those who leave, or with one of somebody who has left."""
    if isinstance(body, Resignation):
        yield from resignation_faults(packet, chain, ledger)
    elif isinstance(body, Forfeit):
        yield from forfeit_faults(packet, body, ledger, chain, version)
    yield from given_up_faults(packet, body, ledger, chain, version)
