"""A player's program in memory: judges packets, keeps a ledger and a record, seals ahead, reveals, goes on.

What a replica does with a journal and a store, without either, so that a test can copy it and try what else could come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from copy import deepcopy

from attrs import Factory, define, evolve

from sits_es.events import Event
from sits_es.game.events import SeedMade, SegmentClosed
from sits_es.game.fold import Fold
from sits_es.mail.packet import LastEvent, Signed
from sits_es.post.protocol.acting import act_for, nonces_ahead
from sits_es.post.protocol.agreements import ruled_branch
from sits_es.post.protocol.bodies import Act
from sits_es.post.protocol.chain import Chain, chain_of
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.errands import Append, ChangeBranch, OpenBranch, Post, SealOrders
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.judgement import judge_packet
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.progress import advance, reveal
from sits_es.post.protocol.seals import Kept, sealed
from sits_es.rules.moments import Moment
from tests.shared.protocol_values import KEYS, packet, rows

#: Bytes that nobody else knows, for a player and an exchange.
Nonce = Callable[[str, Moment], bytes]


def usual(player: str, moment: Moment) -> bytes:
    """The nonce of a player who is honest."""
    return hashlib.sha256(f"{player} {moment}".encode()).digest()


@define
class Program:
    """One player's. sent: own packets; taken: whose number holds which; waiting: parked; fates: of what came.

    plan: orders by exchange; nonce: where nonces come from; branched: branches that became the game.
    """

    player: str
    told: list[Event]
    plan: dict[Moment, tuple[str, ...]] = Factory(dict)
    nonce: Nonce = usual
    chain: Chain = Factory(lambda self: _chain(self.told), takes_self=True)
    ledger: Ledger = Factory(Ledger)
    secrets: dict[str, Kept] = Factory(dict)
    sent: list[Signed] = Factory(list)
    taken: dict[tuple[str, int], str] = Factory(dict)
    waiting: list[Signed] = Factory(list)
    fates: dict[str, tuple[Fate, str]] = Factory(dict)
    branched: list[str] = Factory(list)

    def copy(self) -> Program:
        """Another that goes its own way from here."""
        return evolve(
            self,
            told=list(self.told),
            ledger=deepcopy(self.ledger),
            secrets=dict(self.secrets),
            sent=list(self.sent),
            taken=dict(self.taken),
            waiting=list(self.waiting),
            fates=dict(self.fates),
            branched=list(self.branched),
        )

    # what one says

    def say(self, body: Body, head: LastEvent | None = None) -> Signed:
        """One's next packet."""
        signed = packet(self.chain, self.player, len(self.sent) + 1, body, head)
        self.sent.append(signed)
        self.taken[self.player, len(self.sent)] = signed.digest
        self.ledger.take(signed, body)
        return signed

    def seal(self, orders: dict[Moment, tuple[str, ...]]) -> Signed:
        """Seal lines for exchanges."""
        nonces = iter([self.nonce(self.player, moment) for moment in sorted(orders)])
        body, kept = sealed(self.chain, self.player, orders, lambda _: next(nonces))
        self.secrets |= dict(kept)
        return self.say(body)

    def play(self) -> bool:
        """Do what a person does for the open exchange: seal orders, or act. Whether there was anything to do."""
        game = self.chain.game
        owed = game.owed
        if owed is None or self.player not in owed.orders_by:
            return False
        seal, lines = self.ledger.seal(self.player, owed.moment, self.chain), self.plan.get(owed.moment, ())
        if owed.sealed and seal is None:
            self.seal({owed.moment: lines})
            return True
        if owed.sealed or seal is None or self.ledger.act(self.player, owed.moment, self.chain) is not None:
            return False
        made = act_for(self.chain, self.ledger, self.player, lines, self.secrets[seal.commitment].nonce)
        if isinstance(made, Act):
            self.say(made)
        return isinstance(made, Act)

    # what comes

    def take(self, packets: Sequence[Signed]) -> None:
        """Let packets arrive, and go on as far as it goes."""
        for signed in packets:
            place = signed.packet.sender, signed.packet.number
            if signed.packet.sender != self.player and signed.digest not in self.fates:
                if place in self.taken:
                    self.fates[signed.digest] = Fate.REFUSED, "the number is taken"
                else:
                    self.waiting.append(signed)
        while self._judge() or self._go_on():
            pass

    def _judge(self) -> bool:
        for signed in list(self.waiting):
            place = signed.packet.sender, signed.packet.number
            before = signed.packet.sender, signed.packet.number - 1
            if place in self.taken:
                self.waiting.remove(signed)
                self.fates[signed.digest] = Fate.REFUSED, "the number is taken"
            elif before in self.taken or before[1] == 0:
                found, body = judge_packet(signed, self.chain, lambda _: self.ledger, lambda _: False)
                self.fates[signed.digest] = found.fate, found.why
                if found.fate is Fate.WAITS:
                    continue
                self.waiting.remove(signed)
                if found.fate is not Fate.REFUSED:
                    self.taken[place] = signed.digest
                if found.fate is Fate.ACCEPTED and body is not None:
                    self.ledger.take(signed, body)
                return True
        return False

    def _go_on(self) -> bool:
        chain, ledger, me = self.chain, self.ledger, self.player
        errands = (
            ruled_branch(chain, ledger, lambda *_: None)
            or advance(chain, ledger, me, self.secrets.get, KEYS[me].open, {})
            or nonces_ahead(chain, ledger, me)
            or reveal(chain, ledger, me, self.secrets.get)
        )
        for errand in errands:
            match errand:
                case Append():
                    self._append(errand)
                case SealOrders():
                    self.seal({moment: tuple(lines) for moment, lines in errand.orders.items()})
                case Post():
                    self.say(errand.body)
                case OpenBranch() | ChangeBranch():
                    self.branched.append(errand.name)
                    return False
        return bool(errands)

    def _append(self, errand: Append) -> None:
        self.told = [*self.told, *errand.facts]
        told = list(self.told)
        longer = self.chain.extended(rows(errand.facts, self.chain.head.version), errand.fold)
        self.chain = evolve(longer, past=lambda version: Fold().add_all(told[: version + 1]).game)
        self.ledger.forget_before(self.chain.game.moment.turn)

    # what came of it

    def seeds(self) -> dict[Moment, str]:
        """The seeds on one's record."""
        return {Moment(fact.turn, fact.segment): fact.seed for fact in self.told if isinstance(fact, SeedMade)}

    def course(self, moment: Moment) -> tuple[Event, ...] | None:
        """Every fact up to the close of an exchange; None where it is not on one's record."""
        closed = SegmentClosed(turn=moment.turn, segment=moment.segment)
        return tuple(self.told[: self.told.index(closed) + 1]) if closed in self.told else None

    def opened(self, moment: Moment) -> bool:
        """Whether one's own nonce for an exchange is known to everybody."""
        return self.ledger.shown(self.player, moment, self.chain) or moment in self.seeds()


def _chain(told: Sequence[Event]) -> Chain:
    facts = list(told)
    past = lambda version: Fold().add_all(facts[: version + 1]).game  # noqa: E731
    return chain_of("duel", rows(facts), Fold().add_all(facts), past)


def go_round(programs: Sequence[Program], until: Moment) -> None:
    """Carry packets round until nothing moves. until: the last exchange for which people write what they owe."""
    moved = True
    while moved:
        before = [len(each.sent) + len(each.told) for each in programs]
        for each in programs:
            for other in programs:
                each.take(other.sent)
            if each.chain.game.moment <= until:
                each.play()
        moved = before != [len(each.sent) + len(each.told) for each in programs]
