"""A player's program in memory, in a game whose terms say what happens when people fail: no folder, no desk, no chance.

It does what a replica does with a journal and a store, so that thousands of games can be played in a minute.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from attrs import Factory, define, evolve

from sits_es.events import Event
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.protocol.acting import nonces_ahead
from sits_es.post.protocol.boxes import Unbox
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.doubles import followed, goes_over, to_judge_again
from sits_es.post.protocol.earlier_lists import silent_since
from sits_es.post.protocol.errands import Append, ChangeBranch, Errand, GoOnWithout, OpenBranch, Post, SealOrders
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.judgement import judge_packet
from sits_es.post.protocol.kinds import as_data, content_of, kind_of
from sits_es.post.protocol.last_signer import signable_held_back, to_be_named
from sits_es.post.protocol.late_signer import signable_late
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.longer_list import longer_list
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.progress import advance, reveal
from sits_es.post.protocol.put_out import opened_first, put_out, sign_list, signed_list
from sits_es.post.protocol.seals import Kept, sealed
from sits_es.post.protocol.sequence import Arrived
from sits_es.post.protocol.shares import due_shares, join_shares
from sits_es.post.protocol.sorting import COUNTS_ASIDE, ledger_of
from sits_es.post.protocol.two_records import sealed_again, undone
from sits_es.post.protocol.unasked import (
    cannot_sign,
    fewer,
    first_word,
    last_word,
    repeated,
    settling_word,
    which_counts,
)
from sits_es.rules.moments import Moment
from tests.post.model.beginning import KEYS, begun
from tests.post.model.stream import Stream
from tests.shared.protocol_values import MARK


@define
class Seat:
    """One player's program. now: its clock; streams: every branch's facts; accepted: by sender and number.

    seconds: refused packets whose number is taken; waiting: parked; refusals: why others were refused; draws: how many
    nonces were drawn, so that each is another.
    """

    player: str
    streams: dict[str, Stream]
    now: str = "2026-01-01T00:00Z"
    branch: str = "duel"
    chain: Chain = Factory(lambda self: self.streams["duel"].chain(), takes_self=True)
    ledger: Ledger = Factory(Ledger)
    accepted: dict[tuple[str, int], Signed] = Factory(dict)
    seconds: list[Signed] = Factory(list)
    waiting: dict[str, Signed] = Factory(dict)
    refusals: dict[str, str] = Factory(dict)
    secrets: dict[str, Kept] = Factory(dict)
    draws: int = 0
    _settled: tuple[object, ...] = ()

    @classmethod
    def at_a_table_of(cls, players: int, player: str, *, escrow: bool = False) -> Seat:
        """A program whose game has just begun."""
        return cls(player, {"duel": Stream.begun("duel", begun(players, escrow=escrow))})

    def copy(self) -> Seat:
        """The same program as it would be restored from a copy of its folder."""
        found = evolve(
            self,
            streams={name: stream.copy() for name, stream in self.streams.items()},
            accepted=dict(self.accepted),
            seconds=list(self.seconds),
            waiting=dict(self.waiting),
            refusals=dict(self.refusals),
            secrets=dict(self.secrets),
        )
        found._read_again()
        return found

    # what one says

    @property
    def sent(self) -> list[Signed]:
        """One's own packets, in order."""
        return [signed for (who, _), signed in sorted(self.accepted.items()) if who == self.player]

    def last(self, player: str) -> Signed | None:
        """A sender's last packet that was taken."""
        number = self.ledger.numbers.get(player, 0)
        return self.accepted.get((player, number))

    def _before(self, player: str) -> Signed | None:
        """A sender's last packet that counts."""
        found = [each for (who, _), each in self.accepted.items() if who == player and each.digest not in self.refusals]
        return max(found, key=lambda each: each.packet.number, default=None)

    @property
    def next_number(self) -> int:
        """The number of one's next packet."""
        return self.ledger.numbers.get(self.player, 0) + 1

    def say(self, body: Body, head: LastEvent | None = None) -> Signed:
        """One's next packet."""
        signed = self.written(body, head)
        self._enter(signed, body)
        return signed

    def written(self, body: Body, head: LastEvent | None = None) -> Signed:
        """What one's next packet would be."""
        own = self.last(self.player)
        others = {who: each for who in self.chain.game.people if who != self.player and (each := self.last(who))}
        whole = msgspec.structs.replace(
            body,
            mark=MARK,
            previous=own.digest if own is not None else "0" * 64,
            taken={who: (each.packet.number, each.digest) for who, each in others.items()},
            at=max(self.now, own.packet.body["at"] if own is not None else ""),
        )
        packet = Packet(
            kind=kind_of(whole), game="duel", branch=self.branch, sender=self.player,
            number=own.packet.number + 1 if own is not None else 1, head=head or self.chain.head, body=as_data(whole),
        )  # fmt: skip
        return sign(packet, KEYS[self.player])

    def _enter(self, signed: Signed, body: Body | None) -> None:
        self.accepted[signed.packet.sender, signed.packet.number] = signed
        if signed.digest in self.refusals:
            self.ledger.count(signed.packet)
        else:
            self.ledger.hear(signed.packet)
        if body is not None:
            head = signed.packet.head
            ahead = head is not None and head.version > self.chain.head.version
            if head is not None and (ahead or self.chain.holds(head)):
                self.ledger.take(signed, content_of(signed))
        for second in self.seconds:
            if (second.packet.sender, second.packet.number) == (signed.packet.sender, signed.packet.number):
                self.ledger.second(signed, second, self.chain)

    def random(self, number: int) -> bytes:
        """Bytes that nobody else knows."""
        self.draws += 1
        return hashlib.sha256(f"{self.player} {self.draws}".encode()).digest()[:number]

    # what a person does

    def seal(self) -> bool:
        """Seal no orders for the exchange at hand, where none are sealed. Whether there was anything to do."""
        owed = self.chain.game.owed
        if owed is None or self.player not in self.chain.game.players:
            return False
        if sends_no_more(self.chain, self.ledger, self.player):
            return False
        if self.ledger.seal(self.player, owed.moment, self.chain) is not None:
            return False
        body, kept = sealed(self.chain, self.player, {owed.moment: ()}, self.random, self.next_number)
        self.secrets |= dict(kept)
        self.say(body)
        self.go_on()
        return True

    def go_on_without(self, what: What, players: Sequence[str] | None = None) -> Signed | None:
        """Sign that the exchange at hand goes on without those whose part is missing, where that would be accepted."""
        owed, version = self.chain.game.owed, self.chain.head.version
        if owed is None:
            return None
        place = self.chain, self.ledger, owed, version, self.player
        last = (signable_held_back(*place) or signable_late(*place)) if what == "reveal" else ()
        missing = players or last or to_be_named(self.chain, self.ledger, owed, version, self.player, what)
        silent = silent_since(self.chain, self.ledger, owed, version, self.player, what)
        if missing and not players:
            missing = tuple(sorted({*missing, *(who for who, until in silent.items() if until <= self.now)}))
        find = self.secrets.get
        for errand in (
            sign_list(self.chain, self.ledger, self.player, owed, version, what, missing, find) if missing else []
        ):
            assert isinstance(errand, GoOnWithout)
            body, kept = signed_list(self.chain, self.player, errand, self.random, self.next_number)
            signed = self.written(body, errand.head)
            if self.judged(signed)[0] is Fate.ACCEPTED:
                self.secrets |= dict(kept)
                self._enter(signed, body)
                self.go_on()
                return signed
        return None

    def agrees(self, body: Body) -> Signed | None:
        """Sign what takes several, where that would be accepted."""
        signed = self.written(body)
        if self.judged(signed)[0] is not Fate.ACCEPTED:
            return None
        self._enter(signed, body)
        self.go_on()
        return signed

    # what comes

    def take(self, packets: Iterable[Signed]) -> None:
        """Let packets arrive, and go on as far as it goes."""
        new = False
        for signed in packets:
            place = signed.packet.sender, signed.packet.number
            known = self.accepted.get(place)
            if (known is not None and known.digest == signed.digest) or signed in self.seconds:
                continue
            if signed.digest not in self.refusals and signed.digest not in self.waiting:
                self.waiting[signed.digest], new = signed, True
        if new:
            self.go_on()

    def go_on(self) -> None:
        """Judge, play and release until nothing moves any more; nothing does where nothing has come since."""
        if self._settled != self._at_hand:
            while self._judge() or self._go_over() or self._next():
                pass
            self._settled = self._at_hand

    @property
    def _at_hand(self) -> tuple[object, ...]:
        """What moves a program: the time, where its game is, and how much of what came it has kept."""
        kept = len(self.accepted), len(self.seconds), len(self.waiting), len(self.refusals)
        return self.now, self.branch, self.chain.head, kept, self.draws

    def judged(self, signed: Signed) -> tuple[Fate, str]:
        """What becomes of a packet, and why."""
        join_shares(self.chain, self.ledger)
        found, _ = judge_packet(signed, self.chain, lambda _: self.ledger, self.streams.__contains__, self._arrived())
        return found.fate, found.why

    def _arrived(self) -> Arrived:
        def holds(player: str, number: int, digest: str) -> bool:
            found = self.accepted.get((player, number))
            if (found is not None and found.digest == digest) or any(each.digest == digest for each in self.seconds):
                return True
            return twice(player, number) and digest in self.waiting  # it follows the other of the two

        def twice(player: str, number: int) -> bool:
            return any(each.packet.sender == player and each.packet.number <= number for each in self.seconds)

        return Arrived(
            last=self.last,
            before=self._before,
            holds=holds,
            counts=lambda who, digest: any(
                sender == who and each.digest == digest for (sender, _), each in self.accepted.items()
            ),
            missed=lambda _sender, _player: True,
            twice=twice,
            now=self.now,
            key=lambda packet: KEYS[packet.sender].key,
        )

    def _judge(self) -> bool:
        for signed in sorted(self.waiting.values(), key=lambda each: (each.packet.number, each.packet.sender)):
            sender, number = signed.packet.sender, signed.packet.number
            last = self.ledger.numbers.get(sender, 0)
            if number <= last:
                del self.waiting[signed.digest]
                if self.accepted[sender, number].digest != signed.digest:
                    self._second(signed)
                return True
            if number != last + 1:
                continue
            join_shares(self.chain, self.ledger)
            found, body = judge_packet(
                signed, self.chain, lambda _: self.ledger, self.streams.__contains__, self._arrived()
            )
            if found.fate is Fate.WAITS:
                continue
            del self.waiting[signed.digest]
            if found.fate is Fate.REFUSED:
                self.refusals[signed.digest] = found.why
            if found.fate is not Fate.REFUSED or found.numbered:
                if found.fate is not Fate.REFUSED:
                    self.refusals.pop(signed.digest, None)
                self._enter(signed, body if found.fate is Fate.ACCEPTED else None)
            if found.fate is Fate.ASIDE and signed.packet.kind in COUNTS_ASIDE:
                self._read_again()  # who leaves does so in every branch; one may have signed ahead of the last signer
            return True
        return False

    def _second(self, signed: Signed) -> None:
        self.seconds.append(signed)
        self.ledger.second(self.accepted[signed.packet.sender, signed.packet.number], signed, self.chain)

    def _go_over(self) -> bool:
        for second in list(self.seconds):
            sender, number = second.packet.sender, second.packet.number
            first = self.accepted.get((sender, number))
            if sender == self.player or first is None or first.digest == second.digest:
                continue
            kept = {*self.accepted.values(), *self.waiting.values(), *self.seconds}
            theirs = sorted((e for e in kept if e.packet.sender == sender), key=lambda e: (e.packet.number, e.digest))
            counts, other = (followed(each, theirs) for each in (first, second))
            if second.packet.body["previous"] == first.packet.body["previous"] and goes_over(
                self.ledger, self.player, counts, other, self.chain, theirs, self._here
            ):
                given_up = [each for each in self.accepted.values() if each in theirs and each.packet.number >= number]
                self.accepted = {place: each for place, each in self.accepted.items() if each not in given_up}
                self.seconds = [*(each for each in self.seconds if each not in other), *given_up]
                numbered = [each for (who, _), each in sorted(self.accepted.items()) if who != self.player]
                again = to_judge_again(counts, numbered, lambda each: each.digest in self.refusals)
                self.accepted = {place: each for place, each in self.accepted.items() if each not in again}
                self.waiting |= {each.digest: each for each in (*other, *again)}
                for each in again:
                    self.refusals.pop(each.digest, None)
                self._read_again()
                return True
        return False

    def _read_again(self) -> None:
        """Make the chain and the ledger again from what is kept."""
        self.chain = self.streams[self.branch].chain()
        since = max(self.chain.game.moment.turn - 1, 1)
        self.ledger = ledger_of(self._counting(), self.chain, since)
        for who, number in self.accepted:
            self.ledger.numbers[who] = max(number, self.ledger.numbers.get(who, 0))
        for first, second in self._pairs():
            self.ledger.second(first, second, self.chain)

    def _next(self) -> bool:
        chain, ledger, me = self.chain, self.ledger, self.player
        unbox: Unbox = KEYS[me].open
        join_shares(chain, ledger)
        looks: tuple[Callable[[], list[Errand]], ...] = (
            lambda: opened_first(chain, ledger, me, self.secrets.get),
            lambda: put_out(chain, ledger, me, self._held, self.secrets.get),
            lambda: longer_list(chain, self._counting, self._pairs, self._held),
            lambda: advance(chain, ledger, me, self.secrets.get, unbox, {}),
            lambda: nonces_ahead(chain, ledger, me),
            lambda: fewer(chain, ledger, me) or repeated(chain, ledger, me),
            lambda: reveal(chain, ledger, me, self.secrets.get),
            lambda: [each for each in due_shares(chain, ledger, me, self.now.__ge__, unbox) if isinstance(each, Post)],
            lambda: sealed_again(chain, ledger, me),
            lambda: (
                last_word(chain, ledger, me)
                or first_word(chain, ledger, me)
                or which_counts(chain, ledger, me)
                or cannot_sign(chain, ledger, me)
                or settling_word(chain, ledger, me)
            ),
            lambda: undone(chain, ledger, me, self._held),
        )
        for look in looks:
            if errands := look():
                for errand in errands:
                    self._do(errand)
                return True
        return False

    def _counting(self, _: int = 0) -> list[Signed]:
        """All packets that count."""
        return [each for each in self.accepted.values() if each.digest not in self.refusals]

    def _here(self) -> list[Signed]:
        """All packets that have a number here or wait for it: what a desk looks for among them, and more."""
        return [*self.accepted.values(), *self.waiting.values()]

    def _pairs(self) -> list[tuple[Signed, Signed]]:
        """Two packets under one number, the one first that counts, or is to count once it can be judged."""
        here = {**{(each.packet.sender, each.packet.number): each for each in self.waiting.values()}, **self.accepted}
        found = [(here.get((each.packet.sender, each.packet.number)), each) for each in self.seconds]
        return [(first, second) for first, second in found if first is not None and first is not second]

    def _held(self, name: str, after: int, count: int) -> list[Event] | None:
        return self.streams[name].facts[after + 1 : after + 1 + count] if name in self.streams else None

    def _do(self, errand: Errand) -> None:
        match errand:
            case Append():
                written = self.streams[self.branch].append(errand.facts)
                self.chain = self.chain.extended(written, errand.fold)
                self.ledger.forget_before(max(self.chain.game.moment.turn - 1, 1))
                for first, second in self._pairs():
                    self.ledger.second(first, second, self.chain)
            case SealOrders():
                orders = dict(errand.orders)
                body, kept_ones = sealed(self.chain, self.player, orders, self.random, self.next_number)
                self.secrets |= dict(kept_ones)
                self.say(body)
            case GoOnWithout():
                without, kept_ones = signed_list(self.chain, self.player, errand, self.random, self.next_number)
                self.secrets |= dict(kept_ones)
                self.say(without, errand.head)
            case Post():
                self.say(errand.body, errand.head)
            case OpenBranch():
                parent = self.streams[errand.parent]
                self.streams[errand.name] = parent.forked(errand.name, errand.after, errand.facts)
            case ChangeBranch():
                self.branch = errand.name
                self._read_again()

    # what came of it

    def everything(self) -> Iterator[Signed]:
        """All packets that are kept here: who has them sends them on."""
        yield from self.accepted.values()
        yield from self.seconds
        yield from self.waiting.values()

    def opened(self, moment: Moment) -> bool:
        """Whether one's own seal of an exchange is known to others."""
        return self.ledger.reveal(self.player, moment, self.chain) is not None

    def record(self) -> tuple[str, ...]:
        """The digests of all facts of the branch that is the game."""
        return tuple(self.streams[self.branch].digests)
