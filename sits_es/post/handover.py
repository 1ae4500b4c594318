"""Players who go on without their umpire: what one signs, and who has still to sign: all must."""

from __future__ import annotations

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.packet import Signed
from sits_es.post.lost_with_the_umpire import give_up_lost
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Succession
from sits_es.post.protocol.succession import Handover, handovers, lookers_on, new_umpire_fault
from sits_es.post.protocol.terms import terms_of
from sits_es.post.replica import Replica
from sits_es.sentences import listed, typed

#: What follows from a signature before all have signed.
PRICE = (
    "Your letters now go to the other players as well, with all that you have sent so far. Your signature stands: "
    "whoever signs last decides when it holds, even if the umpire writes again meanwhile."
)


def hand_over(replica: Replica, new: str | None) -> str:
    """Propose, or agree, that all players go on without the umpire. new: the umpire from then on, None for peers.

    Raises NotAllowedError for one who can't sign it, NotNowError where it was signed or makes no sense any more.
    """
    chain = _chain(replica)
    if new is not None and new not in lookers_on(chain.game):
        raise NotAllowedError(new_umpire_fault(chain, new))
    umpire = chain.game.umpires[0]
    chain = _go_on_from(replica, umpire)
    at = chain.owed[chain.head.version]
    body = Succession(turn=at.turn, segments=(at.segment,), umpire=umpire, new=new)
    for each in handovers(chain, _signed(replica)):
        if (each.body.umpire, each.body.new) == (umpire, new):
            if replica.me in each.by:
                raise NotNowError(f"You have signed that already. Still to sign: {', '.join(each.missing(chain))}.")
            return _sign(replica, chain, each)
    return _sign(replica, chain, Handover(body=body, head=chain.head, by=()))


def sign_proposed(replica: Replica) -> str | None:
    """Sign what another player has proposed about the umpire; None where there is nothing of the kind."""
    chain = replica.chain()
    if replica.me not in chain.game.still_in:
        return None
    waiting = replica.desk.journal.parked(replica.game)
    if not chain.game.umpires or not (
        handovers(chain, _signed(replica)) or any(each.packet.kind == "succession" for each in waiting)
    ):
        return None
    chain = _go_on_from(replica, chain.game.umpires[0])
    proposed = [each for each in handovers(chain, _signed(replica)) if replica.me not in each.by]
    return _sign(replica, chain, proposed[-1]) if proposed else None


def has_signed(replica: Replica) -> bool:
    """Whether one's own signature about this branch's umpire is out: from then on players write to each other."""
    branch = replica.chain().name
    return any(signed.packet.branch == branch for signed in _own(replica))


def parted_with(replica: Replica, umpire: str) -> int:
    """The number of one's last packet that says to go on without somebody, who is told that much; 0 for none."""
    named = [signed.packet.number for signed in _own(replica) if signed.packet.body["umpire"] == umpire]
    return max(named, default=0)


def last_signature(replica: Replica) -> int:
    """The number of one's last packet about any umpire of the game, whatever branch it was sent in; 0 for none."""
    return max((signed.packet.number for signed in _own(replica)), default=0)


def _own(replica: Replica) -> list[Signed]:
    return replica.desk.journal.accepted(replica.game, kinds=("succession",), sender=replica.me)


def _signed(replica: Replica) -> list[Signed]:
    return replica.desk.journal.accepted(replica.game, kinds=("succession",))


def _go_on_from(replica: Replica, umpire: str) -> Chain:
    """The record as far as it goes without what an umpire who is left had alone."""
    give_up_lost(replica, umpire)
    replica.settle()
    return replica.chain()


def _chain(replica: Replica) -> Chain:
    """The record. Raises as `hand_over`."""
    chain = replica.chain()
    game = chain.game
    if game.ended is not None:
        raise NotNowError(f"{chain.called} is over: {game.ended}")
    if game.play != "umpired" or terms_of(game) is None:
        raise NotAllowedError(f"{chain.called} has no umpire without whom its players could go on.")
    if replica.me not in game.still_in:
        raise NotAllowedError(f"That is for {listed(game.still_in)} to say in {chain.called}.")
    return chain


def _sign(replica: Replica, chain: Chain, handover: Handover) -> str:
    replica.post(handover.body, handover.head)
    left = tuple(player for player in handover.missing(chain) if player != replica.me)
    replica.settle()
    if left:
        again = f"They sign with: sits agree {typed(chain.called)}"
        return f"You sign that {handover.in_words()}. Still to sign: {', '.join(left)}. {again}\n{PRICE}"
    new = handover.body.new
    if new is None:
        return "Signed by all: you go on as peers. Everything is sealed again from there on."
    copy = f"sits mail out --bundle {typed(replica.game)} --for {typed(new)}"
    return f"Signed by all: {new} is the umpire now. Everything is sealed again. To send {new} the record: {copy}"
