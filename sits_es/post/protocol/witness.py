"""What packets bear witness to: when and after what they were sent, and what was signed as somebody failed.

Part of the ledger, and like it made of accepted packets alone, whatever order they came in.
"""

from __future__ import annotations

from attrs import Factory, define, frozen
from msgspec import UNSET

from sits_es.mail.packet import Packet, Signed
from sits_es.post.protocol.content import Body, Named
from sits_es.post.protocol.failures import (
    Forfeit,
    Readmission,
    Reseat,
    Resignation,
    Share,
    StandingOrders,
    Without,
)
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Said:
    """A packet as its sender's word. number, packet: its own, and its digest; head: version of the event that it names.

    at: its time; taken: the last packets that its sender had taken, by who sent them; body: what it says.
    """

    player: str
    number: int
    packet: str
    head: int
    at: str
    taken: dict[str, Named]
    body: Body

    def had(self, player: str) -> int:
        """The number of the last packet of a player that its sender had; 0 for none."""
        return self.taken[player][0] if player in self.taken else 0


def said_in(signed: Signed, body: Body) -> Said | None:
    """A packet as its sender's word; None for one without a time."""
    if body.at is UNSET or body.taken is UNSET:
        return None
    packet = signed.packet
    return Said(
        player=packet.sender,
        number=packet.number,
        packet=signed.digest,
        head=packet.head.version if packet.head is not None else -1,
        at=body.at,
        taken=body.taken,
        body=body,
    )


@define
class Witness:
    """From a turn on. first: by sender and head (version, digest), their first packet that names it; last: the latest.

    words: by sender, all in order; withouts, forfeits, seats: by exchange, in order of sender and number; shares: by
    who sealed, by digest of the seal's packet and exchange, by holder; resigned, standing: by player, whatever the
    turn, the last resignation. heads: by branch and sender, each last event that they named as their record's, by
    version and digest, with the number of the packet that did so first; be it of this record or not.
    """

    first: dict[tuple[str, int, str], Said] = Factory(dict)
    last: dict[str, Said] = Factory(dict)
    words: dict[str, list[Said]] = Factory(dict)
    withouts: dict[Moment, list[Said]] = Factory(dict)
    forfeits: dict[Moment, list[Said]] = Factory(dict)
    seats: dict[Moment, list[Said]] = Factory(dict)
    shares: dict[tuple[str, str, Moment], dict[str, Said]] = Factory(dict)
    resigned: dict[str, Said] = Factory(dict)
    standing: dict[str, list[Said]] = Factory(dict)
    heads: dict[tuple[str, str], dict[tuple[int, str], int]] = Factory(dict)

    def last_of(self, player: str, upto: int | None = None) -> Said | None:
        """A player's latest word, or the latest of a number that is not above one."""
        if upto is None:
            return self.last.get(player)
        return next((said for said in reversed(self.words.get(player, ())) if said.number <= upto), None)

    def hear(self, packet: Packet) -> None:
        """Note at which event an accepted packet's sender stood, whether or not it is of the record here."""
        if packet.head is not None and "at" in packet.body:
            found = self.heads.setdefault((packet.branch, packet.sender), {})
            head = packet.head.version, packet.head.digest
            found[head] = min(packet.number, found.get(head, packet.number))

    def take(self, signed: Signed, body: Body) -> None:
        """Enter an accepted packet; one without a time is of a game that knows nothing of this."""
        if (said := said_in(signed, body)) is None:
            return
        head = signed.packet.head
        self.first.setdefault((said.player, said.head, head.digest if head is not None else ""), said)
        self.last[said.player] = said
        self.words.setdefault(said.player, []).append(said)
        if isinstance(body, Without | Forfeit | Reseat | Readmission):
            found = self._signed(body)
            found.setdefault(body.moment, []).append(said)
            found[body.moment].sort(key=lambda each: (each.player, each.number))
        elif isinstance(body, Share):
            self.shares.setdefault((body.of, body.packet, body.moment), {})[said.player] = said
        elif isinstance(body, Resignation):
            self.resigned[said.player] = said
        elif isinstance(body, StandingOrders):
            self.standing.setdefault(said.player, []).append(said)

    def resigned_before(self, said: Said) -> None:
        """Enter a resignation that was sent in a branch which the game has left; an earlier one stays."""
        self.resigned.setdefault(said.player, said)

    def is_past(self, player: str, branch: str, version: int, upto: int | None = None) -> bool:
        """Whether a player's packets name a later event of a branch: what follows this one is over for them.

        upto: the number of the last packet of theirs that counts; None: all.
        """
        named = self.heads.get((branch, player), {}).items()
        return any(later > version and (upto is None or number <= upto) for (later, _), number in named)

    def _signed(self, body: Without | Forfeit | Reseat | Readmission) -> dict[Moment, list[Said]]:
        if isinstance(body, Without):
            return self.withouts
        return self.forfeits if isinstance(body, Forfeit) else self.seats

    def forget_before(self, turn: int) -> None:
        """Forget what was signed for turns that are over."""
        for signed in (self.withouts, self.forfeits, self.seats):
            for moment in [moment for moment in signed if moment.turn < turn]:
                del signed[moment]
        self.shares = {place: by for place, by in self.shares.items() if place[2].turn >= turn}
