"""What an umpire's bundle carries: the packets in which players signed what is in it.

Those are the seals and acts that it opens, the word of who resigns, and of who hands over a seat. Only in games whose
terms say what happens when people fail. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen
from msgspec import UNSET

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.events import OrdersGiven, OrdersSealed, PlayerResigned, SeatTaken
from sits_es.mail.packet import Packet, Signed, read_packet
from sits_es.post.protocol.bodies import Act, EventBundle, Seals
from sits_es.post.protocol.failures import Reseat, Resignation
from sits_es.post.protocol.kinds import body_of, content_of
from sits_es.rules.moments import Moment

#: Kinds of packets that a bundle carries.
KINDS = ("seal", "act", "resign", "reseat")


@frozen(kw_only=True)
class Carried:
    """A player's packet that a bundle carried. body: what it says."""

    signed: Signed
    body: Seals | Act | Resignation | Reseat

    @property
    def packet(self) -> Packet:
        """Its content."""
        return self.signed.packet

    @property
    def head(self) -> int:
        """The version of the event that it names, -1 for none."""
        return self.packet.head.version if self.packet.head is not None else -1

    def seal(self, moment: Moment) -> str | None:
        """The commitment to orders of an exchange; None where it seals none."""
        if not isinstance(self.body, Seals):
            return None
        return dict(zip(self.body.moments, self.body.seals, strict=True)).get(moment)

    def had(self, player: str) -> tuple[int, str]:
        """Number and digest of the last packet that its sender had of a player; 0 and nothing for none."""
        taken = {} if self.body.taken is UNSET else self.body.taken
        return taken.get(player, (0, ""))


def read_carried(packets: Iterable[Signed]) -> list[Carried]:
    """Those of KINDS among packets. Raises UnreadableError for one that says nothing this program knows."""
    found: list[Carried] = []
    for signed in packets:
        body = content_of(signed)
        if isinstance(body, Seals | Act | Resignation | Reseat):
            found.append(Carried(signed=signed, body=body))
    return found


def carried_by(bundles: Iterable[Signed]) -> list[Signed]:
    """Those of KINDS that bundles carry, as they were signed, and nothing that cannot be read."""
    return [
        found
        for signed in bundles
        if signed.packet.kind == "bundle" and signed.packet.body.get("why") == "resolved"
        if isinstance(body := body_of(signed), EventBundle)
        for text in body.packets
        if (found := _readable(text)) is not None
    ]


def _readable(text: str) -> Signed | None:
    try:
        found = read_packet(text.encode())
    except GameError:
        return None
    return found if found.packet.kind in KINDS and body_of(found) is not None else None


def to_carry(facts: Iterable[Event], packets: Iterable[Signed], before: Iterable[Signed]) -> tuple[str, ...]:
    """What a bundle with these facts must carry, in order of sender and number.

    packets: of KINDS that are here; before: those that earlier bundles carried, which need not travel again.
    """
    wanted: set[object] = set()
    for fact in facts:
        if isinstance(fact, OrdersSealed):
            wanted.add((fact.player, fact.commitment))
        elif isinstance(fact, OrdersGiven):
            wanted.add((fact.player, Moment(fact.turn, fact.segment), fact.lines))
        elif isinstance(fact, PlayerResigned):
            wanted.add((fact.player, "resigns"))
        elif isinstance(fact, SeatTaken):
            wanted.add((fact.player, "hands over", fact.key))
    known = {signed.digest for signed in before}
    found: dict[tuple[str, int], str] = {}
    for each in read_carried(packets):
        if _said(each) & wanted and each.signed.digest not in known:
            found[each.packet.sender, each.packet.number] = each.signed.bytes.decode()
    return tuple(found[place] for place in sorted(found))


def _said(each: Carried) -> set[object]:
    """What facts follow from a packet, as `to_carry` looks for them."""
    who = each.packet.sender
    match each.body:
        case Seals(seals=seals):
            return {(who, seal) for seal in seals}
        case Act() as act:
            return {(who, act.moment, act.lines)}
        case Resignation():
            return {(who, "resigns")}
        case Reseat(seat=seat):
            return {(who, "hands over", seat.key)}
