"""Who reads the boxes of a seal: its sender, an umpire, and the holders of its escrow together.

Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from msgspec import UNSET

from sits_es.canonical import canonical
from sits_es.game.state import Game
from sits_es.mail.packet import Packet, most_bytes
from sits_es.post.protocol.bodies import Seals
from sits_es.post.protocol.boxes import Boxes, Readers, lengths
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import boxes_in
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.terms import terms_of
from sits_es.sentences import listed

#: Bytes of a packet that boxes may take.
MOST_BOXED: Final = most_bytes("seal") - (64 << 10)


def trustee_of(game: Game) -> str | None:
    """Who looks on and holds the other share between two players, where the terms name somebody at the table."""
    terms = terms_of(game)
    who = game.people.get(terms.trustee or "") if terms is not None and terms.escrow else None
    return terms.trustee if terms is not None and who is not None and who.role == "spectator" else None


def holders_of(chain: Chain, me: str, without: Iterable[str] = (), version: int | None = None) -> tuple[str, ...]:
    """Who shares the escrow of a player's seals, by id: all others still in; of two the opponent and the trustee.

    without: who is not in any more where the seal holds; version: of the last event its sender knew, by default the
    record's. Nobody where the terms, or the number of players, give no escrow.
    """
    game = chain.game if version is None else chain.game_at(version)
    terms = terms_of(game)
    if terms is None or not terms.escrow or game.play == "umpired" or me not in game.players:
        return ()
    others = [player for player in game.still_in if player != me and player not in without]
    if len(others) == 1 and (trustee := trustee_of(game)) is not None:
        others.append(trustee)
    return tuple(sorted(others)) if len(others) > 1 else ()


def readers_of(chain: Chain, me: str, without: Iterable[str] = (), version: int | None = None) -> Readers:
    """For whom a player's boxes are made now. without, version: as in `holders_of`.

    Raises ValueError in a game without boxes.
    """
    if (terms := chain.terms) is None:
        raise ValueError(f"the terms of {chain.called} know no boxes")
    umpire = next((each for each in chain.game.umpires if each != me), None)
    return Readers(
        own=_key(chain, me),
        umpire=_key(chain, umpire) if umpire is not None else None,
        holders={holder: _key(chain, holder) for holder in holders_of(chain, me, without, version)},
        size=terms.box,
    )


def _key(chain: Chain, player: str) -> str:
    return chain.game.people[player].key or ""


def box_form_faults(packet: Packet, body: Seals, chain: Chain, version: int) -> Iterator[Judgement]:
    """Boxes that the terms do not know, or want otherwise. What they hold is seen when they open."""
    careful = chain.terms is not None
    if careful and body.box is not None:
        yield refused(f"{packet.sender} seals with one box for all exchanges; in {chain.called} each has its own.")
    boxes = boxes_in(body)
    if careful or any(each is not UNSET for each in (body.own, body.umpire, body.escrow)):
        if careful and not boxes:
            yield refused(f"{packet.sender} seals without the boxes that all seals of {chain.called} hold.")
        holders = holders_of(chain, packet.sender, version=version)
        yield from (refused(fault) for fault in form_faults(chain, packet.sender, boxes, holders))


def list_form_faults(packet: Packet, body: Without, chain: Chain, version: int) -> Iterator[Judgement]:
    """The same of the seal in a signed list, which holds for a branch without those whom it names."""
    if body.own is UNSET:
        if body.seal is not UNSET:
            yield refused(f"{packet.sender} seals without the boxes that all seals of {chain.called} hold.")
    elif body.seal is UNSET:
        yield refused(f"The {packet.title} holds boxes, and no seal that they belong to.")
    else:
        escrow = body.escrow if body.escrow is not UNSET else None
        boxes = [Boxes(own=body.own, umpire=None, escrow=escrow)]
        holders = holders_of(chain, packet.sender, body.players, version)
        yield from (refused(fault) for fault in form_faults(chain, packet.sender, boxes, holders))


def form_faults(chain: Chain, player: str, boxes: Iterable[Boxes], holders: Collection[str]) -> Iterator[str]:
    """What boxes of a player's seals are not, at first sight, as the terms want them: their lengths, and for whom.

    holders: of an escrow, as `holders_of` names them at the packet's head.
    """
    terms = chain.terms
    if terms is None:
        yield f"{player} seals with boxes, which the terms of {chain.called} do not know."
        return
    one, two, three = lengths(terms.box)
    for_the_umpire = any(umpire != player for umpire in chain.game.umpires)
    for each in boxes:
        if (each.umpire is not None) != for_the_umpire:
            yield f"{player} seals {'without' if for_the_umpire else 'with'} a box for an umpire."
        escrow = each.escrow
        if len(each.own) != one or (each.umpire is not None and len(each.umpire) != one):
            yield f"{player} seals with a box that does not have the {one} characters of all boxes of {chain.called}."
        if escrow is None and holders:
            yield f"{player} seals without escrow, which the terms of {chain.called} want."
        elif escrow is not None and not set(holders) == set(escrow.shares) == set(escrow.digests):
            who = listed(sorted(holders)) if holders else "nobody"
            yield f"{player} seals with an escrow that is not shared among those who hold it here: {who}."
        elif escrow is not None and (
            len(escrow.box) != two or {len(share) for share in escrow.shares.values()} != {three}
        ):
            yield f"{player} seals with an escrow that does not have the length of all escrows of {chain.called}."


def most_in_a_packet(readers: Readers) -> int:
    """Exchanges whose boxes one packet holds at most, 1 up."""
    one, two, three = lengths(readers.size)
    names = sum(len(canonical(holder)) for holder in readers.holders)
    # a holder's share and digest, with their names, besides what is around each box
    escrow = two + len(readers.holders) * (three + 80) + 2 * names + 60 if readers.holders else 0
    each = 100 + one * (2 if readers.umpire is not None else 1) + escrow
    return max(1, MOST_BOXED // each)
