"""How reliable everybody has been, by the clocks of those who sent, from what every program has that played as far.

Each exchange is reckoned from the packets that its reveals define, or that an umpire told of, so that all come to the
same figures, whatever came late to whom. Only in games whose terms say what happens when people fail. Rule: house, for
play by mail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from attrs import Factory, define, evolve, field, frozen

from sits_es.events import Event
from sits_es.game.events import AbsenceGranted, DeadlineSet, OrdersDefaulted, OrdersSealed, SegmentClosed
from sits_es.mail.packet import Signed
from sits_es.post.protocol.carried import carried_by
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.terms import Terms
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Reliability:
    """Seals of one player that were owed by a deadline: how many came in time, late, and not at all."""

    in_time: int = 0
    late: int = 0
    missing: int = 0

    def in_words(self) -> str:
        """For people."""
        return f"{self.in_time} in time, {self.late} late, {self.missing} missing"


@define
class _Sent:
    """What was sent, by who. words: by exchange whose head it names, number and time; opened: number of who shows what.

    seals: time by commitment.
    """

    words: dict[tuple[str, Moment], list[tuple[int, str]]] = Factory(lambda: defaultdict(list))
    opened: dict[tuple[str, Moment], int] = Factory(dict)
    seals: dict[str, str] = Factory(dict)

    def take(self, signed: Signed, chain: Chain) -> None:
        packet, head = signed.packet, signed.packet.head
        at = packet.body.get("at")
        if head is None or not isinstance(at, str):
            return
        if packet.kind == "seal":
            for commitment in packet.body["seals"]:
                self.seals.setdefault(commitment, at)
        if not (head.version < len(chain.digests) and chain.digests[head.version] == head.digest):
            return
        owed = chain.owed.get(head.version)
        if owed is not None:
            self.words[packet.sender, owed].append((packet.number, at))
        if packet.kind in ("reveal", "act"):
            for segment in packet.body["segments"]:
                self.opened.setdefault((packet.sender, Moment(packet.body["turn"], segment)), packet.number)

    def first(self, player: str, moment: Moment) -> str | None:
        """A player's first word at an exchange, as far as their own reveal or act of it; an umpire's is every one."""
        upto = self.opened.get((player, moment))
        known = [at for number, at in self.words.get((player, moment), ()) if upto is None or number <= upto]
        return min(known, default=None)


@define
class _Reckoning:
    """The figures so far, along a record."""

    terms: Terms
    sent: _Sent
    umpire: str | None
    found: dict[str, Reliability] = Factory(dict)
    deadline: DeadlineSet | None = None
    away: dict[str, tuple[str, str]] = Factory(dict)
    sealed: list[OrdersSealed] = field(factory=list)

    def take(self, fact: Event) -> None:
        if isinstance(fact, OrdersSealed):
            self.sealed.append(fact)
        elif isinstance(fact, DeadlineSet):
            self.deadline = fact
        elif isinstance(fact, AbsenceGranted):
            self.away[fact.player] = fact.since, fact.until
        elif isinstance(fact, OrdersDefaulted):
            old = self.found.get(fact.player, Reliability())
            self.found[fact.player] = evolve(old, missing=old.missing + 1)
        elif isinstance(fact, SegmentClosed):
            self._close(Moment(fact.turn, fact.segment))
            self.sealed = []

    def _close(self, moment: Moment) -> None:
        players = [each.player for each in self.sealed]
        for each in self.sealed:
            at, until = self.sent.seals.get(each.commitment), self._until(each.player, players, moment)
            if at is None or until is None or each.player == self.umpire:
                continue
            old, good = self.found.get(each.player, Reliability()), at <= until
            self.found[each.player] = evolve(old, in_time=old.in_time + good, late=old.late + (not good))

    def _until(self, player: str, players: Sequence[str], moment: Moment) -> str | None:
        """When a player's time for an exchange was up: hours after the first word of another, or by its deadline."""
        others = [self.umpire] if self.umpire is not None else [each for each in players if each != player]
        spoken = [at for other in others if (at := self._spoken(other, moment)) is not None]
        if not spoken:
            return None
        end = later(min(spoken), self.terms.hours)
        if self.deadline is not None and self.deadline.turn == moment.turn:
            end = max(min(spoken), self.deadline.until)
        since, back = self.away.get(player, ("", ""))
        return max(end, back) if since <= end and min(spoken) <= back else end

    def _spoken(self, other: str, moment: Moment) -> str | None:
        known = other == self.umpire or (other, moment) in self.sent.opened
        return self.sent.first(other, moment) if known else None


def reliability_by_terms(
    chain: Chain, terms: Terms, facts: Iterable[Event], packets: Iterable[Signed], umpire: str | None
) -> dict[str, Reliability]:
    """Figures by player. facts: the record's; packets: all that were accepted, and those that bundles carried."""
    sent = _Sent()
    for signed in packets:
        sent.take(signed, chain)
    reckoning = _Reckoning(terms=terms, sent=sent, umpire=umpire)
    for fact in facts:
        reckoning.take(fact)
    return dict(sorted(reckoning.found.items()))


def with_carried(packets: Iterable[Signed]) -> Iterator[Signed]:
    """Packets, and those that an umpire's bundles among them carry."""
    for signed in packets:
        yield signed
        yield from carried_by([signed])
