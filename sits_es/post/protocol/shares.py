"""Shares of an escrow: released when a reveal is missing after the time, judged, and put together.

What all holders together open brings the same facts as a reveal. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import evolve
from msgspec import UNSET

from sits_es.errors import UnreadableError
from sits_es.game.seals import Sealed, commitment
from sits_es.game.state import Game
from sits_es.mail.packet import Packet
from sits_es.post.protocol.acting import acts_there, answers
from sits_es.post.protocol.bodies import Ack, Seals
from sits_es.post.protocol.boxes import Unbox, fits, open_escrow, share_in
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import Seal
from sits_es.post.protocol.content import Body, Opened
from sits_es.post.protocol.errands import Errand, Post, Tell
from sits_es.post.protocol.failures import Escrow, Share, Without
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.readers import box_form_faults, list_form_faults, trustee_of
from sits_es.post.protocol.seals import all_sealed, line_faults
from sits_es.post.protocol.witness import Said
from sits_es.rules.moments import Moment
from sits_es.sentences import utc

#: What a receipt says by which a holder's term begins to run.
RECEIVED: Final = "came"


def may_share(game: Game, player: str) -> bool:
    """Whether somebody can hold shares: players, and the trustee."""
    return player in game.players or player == trustee_of(game)


def term_over(chain: Chain, ledger: Ledger, moment: Moment, version: int, holder: str, player: str) -> str | None:
    """When a player's time for an exchange is over for a holder, grace aside; None before the holder's term runs.

    It runs from the holder's first packet that names the exchange's head, the event `version`. A deadline for the
    turn takes its place, and an absence that was granted moves it.
    """
    terms, first = chain.terms, ledger.first_word(holder, version, chain)
    if terms is None or first is None:
        return None
    game = chain.game_at(version)
    end = later(first.at, terms.hours)
    if game.deadline is not None and game.deadline.since.turn == moment.turn:
        end = max(first.at, game.deadline.until)
    since, until = game.absences.get(player, ("", ""))
    return until if since <= end and first.at <= until else end


def escrow_of(seal: Seal | None) -> Escrow | None:
    """The escrow that came with a seal."""
    return seal.boxes.escrow if seal is not None and seal.boxes is not None else None


# released


def due_shares(chain: Chain, ledger: Ledger, me: str, is_over: Callable[[str], bool], unbox: Unbox) -> Iterator[Errand]:
    """One's shares that are due: all seals are there, one's own part is open, and somebody's is missing after the time.

    is_over: whether a time, UTC, has come, and no mail of before it is still to be read. A share that does not fit its
    packet, its place or its digest is told of, and not released.
    """
    game, owed, version = chain.game, chain.game.owed, chain.head.version
    if owed is None or game.play == "umpired" or not may_share(game, me):
        return
    moment = owed.moment
    if not all_sealed(chain, ledger, moment) or (not owed.sealed and not _all_acted(chain, ledger, me)):
        return
    if me in game.sealers_of(owed) and ledger.reveal(me, moment, chain) is None:
        return
    if any(said.player == me and said.head == version for said in ledger.witness.withouts.get(moment, ())):
        return
    here = answers(chain, ledger, owed)
    for player in here:
        over = term_over(chain, ledger, moment, version, me, player)
        if player != me and (over is None or is_over(over)):
            yield from _due(chain, ledger, me, player, here, unbox)


def _due(chain: Chain, ledger: Ledger, me: str, player: str, here: dict[str, str], unbox: Unbox) -> Iterator[Errand]:
    """One's share of a player's seal for the exchange at hand, where the time is over and the reveal is missing."""
    moment = chain.game.moment
    seal, where = ledger.seal(player, moment, chain), chain.rules.label(moment)
    escrow = escrow_of(seal)
    if seal is None or seal.place is None or escrow is None or me not in escrow.shares:
        return
    given = _given(ledger, player, seal, moment)
    if ledger.reveal(player, moment, chain) is not None:
        return
    if set(given) >= set(escrow.shares) and (player, seal.commitment) not in ledger.joined:
        shared = f"All who hold it shared what {player} sealed for {where}"
        yield Tell(kind="box", words=f"{shared}, and it is nothing that {player} could reveal: it is ignored.")
    if me in given:
        return
    if ledger.first_word(me, chain.head.version, chain) is None:
        yield Post(body=Ack(packet=seal.packet, words=RECEIVED))  # one's term runs from one's own word there
        return
    try:
        share = share_in(escrow, me, seal.place, unbox)
    except UnreadableError as fault:
        said = f"Your share of what {player} sealed for {where}, in packet {seal.number}, is not released. {fault}"
        yield Tell(kind="box", words=said)
        return
    segments = (moment.segment,)
    yield Post(
        body=Share(turn=moment.turn, segments=segments, of=player, packet=seal.packet, share=share.hex(), answers=here)
    )


def _all_acted(chain: Chain, ledger: Ledger, me: str) -> bool:
    owed = chain.game.owed
    if owed is None:
        return False
    if me in chain.game.sealers_of(owed):
        return acts_there(chain, ledger, owed, me)
    return all(ledger.act(player, owed.moment, chain) is not None for player in owed.orders_by)


def _given(ledger: Ledger, player: str, seal: Seal, moment: Moment) -> Mapping[str, Said]:
    return ledger.witness.shares.get((player, seal.packet, moment), {})


# judged


def faults_of_boxes(packet: Packet, body: Body, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with the boxes of seals, or with a share; nothing of anything else."""
    if isinstance(body, Seals):
        yield from box_form_faults(packet, body, chain, version)
    elif isinstance(body, Without):
        yield from list_form_faults(packet, body, chain, version)
    elif isinstance(body, Share) and chain.owed[version] != body.moment:
        where, owed = chain.rules.label(body.moment), chain.rules.label(chain.owed[version])
        yield refused(f"{packet.sender} shares {where}, and at the head of the packet {owed} is owed.")
    elif isinstance(body, Share):
        yield from _share_faults(packet, body, ledger, chain, version)


def _share_faults(packet: Packet, body: Share, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with a share, by its sender's own packets and what they had taken."""
    sender, moment, where = packet.sender, body.moment, chain.rules.label(body.moment)
    if body.of not in chain.game.players:
        yield refused(f"{sender} shares what {body.of} sealed, and no player of {packet.game} is called that.")
        return
    had = body.taken.get(body.of, (0, ""))[0] if body.taken is not UNSET else 0
    seal = ledger.seal_known(body.of, moment, chain, version, had)
    if seal is None:
        yield refused(f"{sender} shares what {body.of} sealed for {where}, and had no seal of theirs.")
        return
    what = f"what {body.of} sealed for {where}"
    for fault in _unfit(sender, body, seal, what):
        yield refused(fault, seal.packet)
    if sender in _given(ledger, body.of, seal, moment):
        yield refused(f"{sender} has already shared {what}.", seal.packet)
    opened = ledger.opened_with.get((body.of, seal.commitment))
    # from two packets under one number on, the sender may have had others than those that count
    if opened is not None and opened <= had and opened < ledger.twice.get(body.of, opened + 1):
        yield refused(f"{sender} shares {what}, and had taken the reveal.", seal.packet)
    if any(each.player == sender and each.head == version for each in ledger.witness.withouts.get(moment, ())):
        yield refused(f"{sender} has signed that {where} goes on without others, and shares nothing of it any more.")
    over = term_over(chain, ledger, moment, version, sender, body.of)
    if over is None or body.at is UNSET or body.at < over:
        until = f"until {utc(over)}" if over is not None else f"time, which runs from {sender}'s word there"
        yield refused(f"{sender} shares {what}, and {body.of} has {until}.")


def _unfit(sender: str, body: Share, seal: Seal, what: str) -> Iterator[str]:
    """Why a share is not one of a seal's escrow."""
    escrow = escrow_of(seal)
    if seal.packet != body.packet:
        yield f"{sender} shares {what}, by another packet than the one with that seal."
    elif escrow is None or sender not in escrow.shares:
        yield f"{sender} shares {what}, and holds no share of it."
    elif not fits(escrow, sender, bytes.fromhex(body.share)):
        yield f"{sender}'s share of {what} is not the one whose digest the seal names."


# put together


def join_shares(chain: Chain, ledger: Ledger) -> None:
    """Open what all holders have shared, and what fits the seal; it counts as revealed.

    Also of an exchange that was played already: who has taken all shares has known it, whatever came here first.
    """
    for (player, packet, moment), by in ledger.witness.shares.items():
        seal = next((each for each in ledger.seals.get((player, moment), ()) if each.packet == packet), None)
        escrow = escrow_of(seal)
        if seal is None or escrow is None or (player, seal.commitment) in ledger.joined:
            continue
        given = {holder: said for holder, said in by.items() if holder in escrow.shares}
        opened = _opened(chain, ledger, player, moment, seal, escrow, given)
        if opened is not None:
            first = min(given.values(), key=lambda said: said.player)
            had = max(said.had(player) for said in given.values())
            word = evolve(first, player=player, number=had, packet=seal.packet, taken={})
            ledger.joined[player, seal.commitment] = opened, _answers(first), word


def _answers(said: Said) -> Mapping[str, str]:
    return said.body.answers if isinstance(said.body, Share) else {}


def _opened(
    chain: Chain, ledger: Ledger, player: str, moment: Moment, seal: Seal, escrow: Escrow, given: Mapping[str, Said]
) -> Opened | None:
    """What an escrow holds; nothing where a share is missing, or it is not what a reveal could say."""
    if seal.place is None or set(given) != set(escrow.shares):
        return None
    shares = {holder: said.body for holder, said in given.items()}
    if len({tuple(sorted(_answers(said).items())) for said in given.values()}) != 1:
        return None
    keys = {holder: bytes.fromhex(body.share) for holder, body in shares.items() if isinstance(body, Share)}
    try:
        opened = open_escrow(escrow, seal.place, keys)
        promise = Sealed(player=player, lines=opened.lines, nonce=bytes.fromhex(opened.nonce))
    except (UnreadableError, ValueError):
        return None
    version = max(said.head for said in given.values())
    if commitment(chain.game.root, chain.name, moment, promise) != seal.commitment or version not in chain.owed:
        return None
    owed = chain.game_at(version).owed
    alone = owed is None or not owed.sealed or player not in owed.orders_by
    otherwise = None if (player, moment) in ledger.ahead else opened.lines
    may = () if alone else ledger.bound.get((player, moment), otherwise)
    if opened.lines != may or any(line_faults(chain, player, moment, opened.lines, version)):
        return None
    return opened
