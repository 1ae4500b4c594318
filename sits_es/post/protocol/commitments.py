"""Commitments as they were sent: which packet holds them, and what came encrypted with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen
from msgspec import UNSET

from sits_es.game.seals import Sealed, commitment
from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Seals
from sits_es.post.protocol.boxes import Boxes, BoxPlace
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body, Named, Opened
from sits_es.post.protocol.failures import Without
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Seal:
    """A commitment that was sent. head: version of the last event its sender had seen; packet: its digest.

    taken: the last packets that its sender had taken, by who sent them, where packets say so.

    box: what was encrypted to the umpire with it, and this seal's place in it. In games whose terms say what happens
    when people fail, instead, boxes: its orders once more, encrypted; place: where it is, to which they are bound.
    """

    commitment: str
    head: int
    number: int
    packet: str
    taken: Mapping[str, Named] = field(factory=dict, repr=False)
    box: tuple[str, int] | None = None
    boxes: Boxes | None = None
    place: BoxPlace | None = None


def opens(opened: Opened, seal: Seal, player: str, moment: Moment, chain: Chain) -> bool:
    """Whether orders and nonce are what a player has sealed for an exchange."""
    promise = Sealed(player=player, lines=opened.lines, nonce=bytes.fromhex(opened.nonce))
    return commitment(chain.game.root, chain.name, moment, promise) == seal.commitment


def boxes_in(body: Seals) -> list[Boxes]:
    """The boxes of each seal in a packet; none in games without boxes."""
    if body.own is UNSET:
        return []
    umpire = body.umpire if body.umpire is not UNSET else (None,) * len(body.own)
    escrow = body.escrow if body.escrow is not UNSET else (None,) * len(body.own)
    return [Boxes(own=one, umpire=two, escrow=three) for one, two, three in zip(body.own, umpire, escrow, strict=True)]


def seals_in(signed: Signed, body: Seals) -> Iterator[tuple[Moment, Seal]]:
    """The seals that a packet holds, by exchange. body: what it says."""
    packet, boxes = signed.packet, boxes_in(body)
    mark, sender, number = body.mark or "", packet.sender, packet.number
    for at, (moment, sealed) in enumerate(zip(body.moments, body.seals, strict=True)):
        yield (
            moment,
            Seal(
                commitment=sealed,
                head=packet.head.version if packet.head else -1,
                number=number,
                packet=signed.digest,
                taken=body.taken if body.taken is not UNSET else {},
                box=(body.box, at) if body.box is not None else None,
                boxes=boxes[at] if boxes else None,
                place=BoxPlace(mark=mark, branch=packet.branch, moment=moment, player=sender, number=number),
            ),
        )


def sealed_by(body: Body | None) -> Iterator[tuple[Moment, str]]:
    """The commitments that a packet holds, by exchange; those of a signed list are for the branch that it opens."""
    if isinstance(body, Seals):
        yield from zip(body.moments, body.seals, strict=True)
    elif isinstance(body, Without) and body.seal is not UNSET:
        yield body.moment, body.seal


def seal_of_list(signed: Signed, body: Without, sealed: str, branch: str, head: int) -> Seal:
    """The seal that a signed list holds for a branch. sealed: its commitment; head: where the branch begins."""
    packet, moment = signed.packet, body.moment
    escrow = body.escrow if body.escrow is not UNSET else None
    place = BoxPlace(mark=body.mark or "", branch=branch, moment=moment, player=packet.sender, number=packet.number)
    boxes = Boxes(own=body.own, umpire=None, escrow=escrow) if body.own is not UNSET else None
    taken = body.taken if body.taken is not UNSET else {}
    return Seal(
        commitment=sealed,
        head=head,
        number=packet.number,
        packet=signed.digest,
        taken=taken,
        boxes=boxes,
        place=place,
    )
