"""What stands in the parent of a branch that plays an exchange again without some players: who is bound to which lines.

Nobody judges what comes from the parent once the game is played in the branch: a reveal must fit what was sealed there.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from attrs import Factory, define
from msgspec import UNSET

from sits_es.game.seals import Sealed, commitment
from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Act, Reveals, Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import seal_of_list
from sits_es.post.protocol.content import Opened, Placed
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.left_behind import PutOut
from sits_es.post.protocol.missing import had_of


def enter_what_was_sealed_before(ledger: Ledger, ordered: Iterable[Signed], chain: Chain) -> None:
    """Enter in a branch's ledger the seals and lines of those who signed that an exchange is played again there.

    Who signed had revealed, opens their seal in the signature, or does so after it: the lines stay as they are, and the
    new seal stands in the signature. Who was left out as their seal was missing has no orders. ordered: packets of
    every branch, each sender's in order of number.
    """
    if (put_out := chain.put_out) is None:
        return
    before = _Before(ledger, chain, put_out)
    for signed in ordered:
        packet = signed.packet
        if packet.sender not in put_out.by or packet.head is None:
            continue
        body = content_of(signed)
        if isinstance(body, Placed) and put_out.moment in body.moments:
            before.enter(signed, body, already=packet.head.version >= put_out.before)
    before.without_orders()


@define
class _Before:
    """The parent, read packet by packet. sealed: by player, the commitment of their seal there.

    listed: by who has signed lists of missing seals of the exchange there, whom these name; had: by player, what they
    had taken when they sealed; shown: in which packet they revealed.
    """

    ledger: Ledger
    chain: Chain
    put_out: PutOut
    sealed: dict[str, str] = Factory(dict)
    listed: dict[str, set[str]] = Factory(dict)
    had: dict[str, dict[str, int]] = Factory(dict)
    shown: dict[str, int] = Factory(dict)

    def enter(self, signed: Signed, body: Placed, *, already: bool) -> None:
        """Enter what a packet says of the exchange. already: whether its sender's record had come to it."""
        sender, branch, moment = signed.packet.sender, signed.packet.branch, self.put_out.moment
        earlier = self.put_out.earlier
        if earlier is not None and _leads_to(body, branch, earlier):
            self.sealed[sender] = str(body.seal)
        if branch != self.put_out.parent:
            return
        if isinstance(body, Seals):
            self.sealed[sender] = body.seals[body.moments.index(moment)]
            self.had[sender] = had_of(body)
        elif isinstance(body, Reveals):
            self._reveal(signed, body.orders[body.moments.index(moment)])
        elif isinstance(body, Act) and already:
            self.ledger.bound.setdefault((sender, moment), body.lines)
        elif isinstance(body, Without) and body.what == "seal":
            self.listed.setdefault(sender, set()).update(body.players)
        elif already and _leads_to(body, branch, self.put_out):
            self._list(signed, body)

    def without_orders(self) -> None:
        """Whoever sealed when they had the reveal of one who had gone on without them has no orders there."""
        for place in self.ledger.bound:
            player, moment = place
            knew = any(
                player in self.listed.get(other, ()) and number <= self.had.get(player, {}).get(other, 0)
                for other, number in self.shown.items()
            )
            if knew and moment == self.put_out.moment:
                self.ledger.bound[place] = ()

    def _reveal(self, signed: Signed, opened: Opened) -> None:
        sender = signed.packet.sender
        promise = Sealed(player=sender, lines=opened.lines, nonce=bytes.fromhex(opened.nonce))
        made = commitment(self.chain.game.root, self.put_out.parent, self.put_out.moment, promise)
        place = sender, self.put_out.moment
        if made != self.sealed.get(sender):
            return
        self.shown.setdefault(sender, signed.packet.number)
        if opened.lines or place not in self.ledger.bound:
            self.ledger.bound[place] = opened.lines

    def _list(self, signed: Signed, body: Without) -> None:
        place = signed.packet.sender, self.put_out.moment
        seal = seal_of_list(signed, body, str(body.seal), self.chain.name, self.put_out.version)
        self.ledger.seals.setdefault(place, []).append(seal)
        if body.opened is not UNSET:
            self.ledger.bound.setdefault(place, body.opened.lines)
        elif place not in self.ledger.bound and signed.packet.sender in self.listed:
            self.ledger.ahead.add(place)
        else:
            self.ledger.bound.setdefault(place, ())  # their seal had been missing: see `late_signer`


def _leads_to(body: Placed, branch: str, put_out: PutOut) -> TypeGuard[Without]:
    """Whether a packet of a branch signs the list of missing reveals with which another branch began."""
    if not isinstance(body, Without) or body.what != "reveal" or body.seal is UNSET or branch != put_out.parent:
        return False
    return (body.moment, tuple(sorted(body.players))) == (put_out.moment, put_out.players)
