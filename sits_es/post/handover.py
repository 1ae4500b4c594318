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
from sits_es.sentences import listed, shell

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
    mine, others = _mine_and_others(replica, chain)
    if mine is not None and (mine.body.umpire, mine.body.new) == (umpire, new):
        raise NotNowError(f"You have signed that already. Still to sign: {', '.join(mine.missing(chain))}.")
    wanted = Handover(
        body=Succession(turn=at.turn, segments=(at.segment,), umpire=umpire, new=new), head=chain.head, by=()
    )
    alike = [each for each in others if (each.body.umpire, each.body.new) == (umpire, new)]
    if mine is not None:
        alike = [each for each in alike if _rank(each) > _rank(mine)]
        if not alike and _rank(wanted) < _rank(mine):
            raise NotNowError(_only_later(chain, mine, wanted))
    return _sign(replica, chain, alike[-1] if alike else wanted)


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
    mine, others = _mine_and_others(replica, chain)
    proposed = [each for each in others if mine is None or _rank(each) > _rank(mine)]
    return _sign(replica, chain, proposed[-1]) if proposed else None


def only_later(replica: Replica) -> str | None:
    """Why what another player has proposed about the umpire can't be signed any more; None where that is not so."""
    chain = replica.chain()
    mine, others = _mine_and_others(replica, chain)
    return _only_later(chain, mine, others[-1]) if mine is not None and others else None


def _mine_and_others(replica: Replica, chain: Chain) -> tuple[Handover | None, list[Handover]]:
    """The last of what one has signed oneself about this branch's umpire, and what only others have; the last last."""
    found = sorted(handovers(chain, _signed(replica)), key=_rank)
    mine = [each for each in found if replica.me in each.by]
    return mine[-1] if mine else None, [each for each in found if replica.me not in each.by]


def _rank(handover: Handover) -> tuple[int, str]:
    """Where what is signed stands among all that could be. A player signs only what ranks higher than before.

    So of two that cross only one can be signed by all, whatever comes late: who signed the higher one first never
    signs the lower.
    """
    return handover.head.version, handover.body.new or ""


def _only_later(chain: Chain, mine: Handover, other: Handover) -> str:
    return (
        f"You have signed that {mine.in_words()}. That {other.in_words()} cannot be signed after that: two games could "
        f"come of it. Still to sign yours: {', '.join(mine.missing(chain))}, with: sits agree {shell(chain.called)}"
    )


def has_signed(replica: Replica) -> bool:
    """Whether one's own signature about this branch's umpire is out: from then on players write to each other."""
    branch = replica.chain().name
    return any(signed.packet.branch == branch for signed in _own(replica))


def parted_with(replica: Replica, umpire: str) -> int:
    """The number of one's last packet that says to go on without somebody, who is told that much; 0 for none."""
    named = [signed.packet.number for signed in _own(replica) if signed.packet.body["umpire"] == umpire]
    return max(named, default=0)


def parted_from(replica: Replica) -> tuple[str, ...]:
    """The umpires without whom one has signed to go on, by id, in whatever branch."""
    return tuple(sorted({signed.packet.body["umpire"] for signed in _own(replica)}))


def gone_for(replica: Replica, reader: str) -> tuple[str, ...]:
    """The umpires whose letters one passes on to a reader: without them one has signed to go on, and both play."""
    return parted_from(replica) if {replica.me, reader} <= {*replica.chain().game.players} else ()


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
        again = f"They sign with: sits agree {shell(chain.called)}"
        return f"You sign that {handover.in_words()}. Still to sign: {', '.join(left)}. {again}\n{PRICE}"
    new = handover.body.new
    if new is None:
        return "Signed by all: you go on as peers. Everything is sealed again from there on."
    copy = f"sits mail out --bundle {shell(replica.game)} --for {shell(new)}"
    return f"Signed by all: {new} is the umpire now. Everything is sealed again. To send {new} the record: {copy}"
