"""What players have sealed, opened and signed in a game, from their accepted packets; the order of arrival is lost."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define, field, frozen
from msgspec import UNSET

from sits_es.canonical import canonical
from sits_es.mail.packet import Packet, Signed
from sits_es.post.protocol.bodies import Act, Clock, Default, Dispute, Record, Reveals, Ruling, Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import Seal, sealed_by, seals_in
from sits_es.post.protocol.content import Body, Named, Opened, Placed
from sits_es.post.protocol.failures import Resignation
from sits_es.post.protocol.kinds import body_of, kind_of, said
from sits_es.post.protocol.witness import Said, Witness
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Signature:
    """A player's signature under something that takes several. body: what was signed; head, number: as of a seal."""

    player: str
    head: int
    number: int
    body: Clock | Default | Ruling
    #: What was signed, the same for all who signed the same.
    signed: bytes = field(init=False, repr=False)

    @signed.default
    def _signed(self) -> bytes:
        return canonical([kind_of(self.body), said(self.body)])


@frozen(kw_only=True)
class Acted:
    """What a player did in the open. number, packet, taken: as of a seal."""

    body: Act
    taken: Mapping[str, Named]
    number: int
    packet: str


@frozen(kw_only=True)
class Entered:
    """A player's signature under a record. number: as of a seal."""

    player: str
    number: int
    body: Record


@define
class Ledger:
    """Accepted packets of a branch, sorted out, from a turn on. opened, acts: by player and commitment.

    opened_with: the numbers of the packets that opened them; answered: what a reveal answers, by who takes part;
    signatures: in order of player and number; records: by the digest of the head that they are for, likewise;
    refusals: of records, by the digest of the record and by who refused it, with the turn;
    refused_with: the numbers of the packets that refused them, by record and player;
    joined: by player and commitment, what all holders of an escrow opened, what they answer, and their word;
    numbers: of each sender's last accepted packet; witness: when and after what they were sent, where they say it;
    spoken: by player and commitment, the packet that opened it or that acts, as its sender's word;
    doubles: by sender, exchanges about which they sent two packets under one number, with the last such number;
    left_in_one: who resigned in one of two packets under one number: such two are about every exchange;
    twice: the first such number of each sender, whatever it was about; either: what such packets seal, by exchange;
    bound: by player, the lines that they have revealed where a branch plays an exchange again;
    ahead: who had not revealed then and signed the list that leads there: they open what they had sealed first.
    """

    since: int = 0
    seals: dict[tuple[str, Moment], list[Seal]] = Factory(dict)
    opened: dict[tuple[str, str], Opened] = field(factory=dict, repr=False)
    opened_with: dict[tuple[str, str], int] = Factory(dict)
    answered: dict[tuple[str, str], Mapping[str, str]] = Factory(dict)
    acts: dict[tuple[str, str], Acted] = Factory(dict)
    signatures: dict[Moment, list[Signature]] = Factory(dict)
    records: dict[str, list[Entered]] = Factory(dict)
    refusals: dict[str, dict[str, int]] = Factory(dict)
    refused_with: dict[tuple[str, str], int] = Factory(dict)
    joined: dict[tuple[str, str], tuple[Opened, Mapping[str, str], Said]] = field(factory=dict, repr=False)
    numbers: dict[str, int] = Factory(dict)
    witness: Witness = Factory(Witness)
    spoken: dict[tuple[str, str], Said] = Factory(dict)
    doubles: dict[str, dict[Moment, int]] = Factory(dict)
    left_in_one: set[str] = Factory(set)
    twice: dict[str, int] = Factory(dict)
    either: dict[tuple[str, Moment], set[str]] = Factory(dict)
    bound: dict[tuple[str, Moment], tuple[str, ...]] = Factory(dict)
    ahead: set[tuple[str, Moment]] = Factory(set)

    def count(self, packet: Packet) -> None:
        """Note the number of an accepted packet; of one that counts for nothing it is all there is to note."""
        self.numbers[packet.sender] = max(packet.number, self.numbers.get(packet.sender, 0))

    def hear(self, packet: Packet) -> None:
        """Note the number of an accepted packet of another record or branch, and where its sender stands."""
        self.count(packet)
        self.witness.hear(packet)

    def take(self, signed: Signed, body: Body) -> None:
        """Enter an accepted packet; each sender's come in order of number. One for a turn that is over only counts."""
        packet = signed.packet
        self.hear(packet)
        self.witness.take(signed, body)
        if not isinstance(body, Placed) or body.turn < self.since:
            return
        sender, number = packet.sender, packet.number
        head = packet.head.version if packet.head else -1
        if isinstance(body, Seals):
            for moment, seal in seals_in(signed, body):
                self.seals.setdefault((sender, moment), []).append(seal)
        elif isinstance(body, Reveals):
            for moment, opened, answered in zip(body.moments, body.orders, body.answers, strict=True):
                self._open(sender, moment, number, opened, answered)
        elif isinstance(body, Act):
            self._act(signed, body)
        elif isinstance(body, Record) and packet.head is not None:
            self._enter(packet.head.digest, Entered(player=sender, number=number, body=body))
        elif isinstance(body, Dispute) and body.record is not UNSET:
            self.refusals.setdefault(body.record, {})[sender] = body.turn
            self.refused_with.setdefault((body.record, sender), number)
        elif isinstance(body, Clock | Default | Ruling):
            signature = Signature(player=sender, head=head, number=number, body=body)
            signatures = self.signatures.setdefault(body.moment, [])
            insort(signatures, signature, key=lambda each: (each.player, each.number))

    def _open(
        self, sender: str, moment: Moment, number: int, opened: Opened, answers: Mapping[str, str] | None = None
    ) -> None:
        if (sealed := self._last(sender, moment)) is not None:
            place = sender, sealed.commitment
            self.opened[place], self.opened_with[place] = opened, number
            if answers is not None:
                self.answered[place] = answers
            if (said := self.witness.last.get(sender)) is not None:
                self.spoken[place] = said

    def _act(self, signed: Signed, body: Act) -> None:
        sender, number = signed.packet.sender, signed.packet.number
        if (sealed := self._last(sender, body.moment)) is not None:
            self.acts[sender, sealed.commitment] = Acted(
                body=body,
                taken=body.taken if body.taken is not UNSET else {},
                number=number,
                packet=signed.digest,
            )
        if body.nonce is not None:
            self._open(sender, body.moment, number, Opened(lines=(), nonce=body.nonce))

    def _enter(self, head: str, entered: Entered) -> None:
        insort(self.records.setdefault(head, []), entered, key=lambda each: (each.player, each.number))

    def forget_before(self, turn: int) -> None:
        """Forget what was sealed, opened and signed for turns that are over."""
        self.since = max(turn, self.since)
        self.witness.forget_before(self.since)
        self.seals = {place: seals for place, seals in self.seals.items() if place[1].turn >= turn}
        self.signatures = {moment: signed for moment, signed in self.signatures.items() if moment.turn >= turn}
        known = {(player, seal.commitment) for (player, _), seals in self.seals.items() for seal in seals}
        self.opened = {place: opened for place, opened in self.opened.items() if place in known}
        self.opened_with = {place: number for place, number in self.opened_with.items() if place in known}
        self.answered = {place: answers for place, answers in self.answered.items() if place in known}
        self.acts = {place: act for place, act in self.acts.items() if place in known}
        self.joined = {place: found for place, found in self.joined.items() if place in known}
        self.spoken = {place: said for place, said in self.spoken.items() if place in known}
        self.doubles = {
            who: {at: number for at, number in about.items() if at.turn >= turn} for who, about in self.doubles.items()
        }
        self.bound = {place: lines for place, lines in self.bound.items() if place[1].turn >= turn}
        self.either = {place: sealed for place, sealed in self.either.items() if place[1].turn >= turn}
        self.ahead = {place for place in self.ahead if place[1].turn >= turn}
        self.refusals = {record: by for record, by in self.refusals.items() if max(by.values()) >= turn}
        self.refused_with = {place: at for place, at in self.refused_with.items() if place[0] in self.refusals}
        self.records = {head: entered for head, entered in self.records.items() if entered[0].body.turn >= turn}

    def _last(self, player: str, moment: Moment) -> Seal | None:
        found = self.seals.get((player, moment))
        return found[-1] if found else None

    def find(self, player: str, commitment: str) -> tuple[Moment, Seal] | None:
        """A player's seal of a commitment, with its exchange."""
        own = ((moment, seal) for (whose, moment), seals in self.seals.items() if whose == player for seal in seals)
        return next(((moment, seal) for moment, seal in own if seal.commitment == commitment), None)

    def seal(self, player: str, moment: Moment, chain: Chain, version: int | None = None) -> Seal | None:
        """A player's seal that holds for an exchange, as the record stood after `version`, by default at its head."""
        upto = chain.head.version if version is None else version
        last = self._last(player, moment)
        if last is None or last.head < chain.void_before(upto):
            return None
        # nobody can open what an earlier key of the seat sealed for exchanges after it changed hands
        return None if last.head < chain.seated_by(player, upto) else last

    def seal_known(self, player: str, moment: Moment, chain: Chain, version: int, seen: int) -> Seal | None:
        """A player's seal that held after `version` for one who had their packets up to the number `seen`."""
        since = chain.void_before(version)
        since = max(since, chain.seated_by(player, version))
        found = [seal for seal in self.seals.get((player, moment), ()) if seal.number <= seen and seal.head >= since]
        return found[-1] if found else None

    def reveal(self, player: str, moment: Moment, chain: Chain, version: int | None = None) -> Opened | None:
        """What a player's seal for an exchange was opened to."""
        seal = self.seal(player, moment, chain, version)
        return self.opened.get((player, seal.commitment)) if seal else None

    def opening(self, player: str, moment: Moment, chain: Chain) -> Opened | None:
        """What a player's seal holds: opened by all holders of its escrow, or by the player."""
        seal = self.seal(player, moment, chain)
        joined = self.joined.get((player, seal.commitment)) if seal else None
        return joined[0] if joined is not None else self.reveal(player, moment, chain)

    def answers_of(self, player: str, commitment: str) -> Mapping[str, str] | None:
        """What the reveal of a seal, or what stands for it, answers."""
        joined = self.joined.get((player, commitment))
        return joined[1] if joined is not None else self.answered.get((player, commitment))

    def word_of(self, player: str, commitment: str) -> Said | None:
        """The packet that opened a seal, as its sender's word, or what stands for it."""
        joined = self.joined.get((player, commitment))
        return joined[2] if joined is not None else self.spoken.get((player, commitment))

    def act(self, player: str, moment: Moment, chain: Chain, version: int | None = None) -> Acted | None:
        """What a player did in the open in an exchange."""
        seal = self.seal(player, moment, chain, version)
        return self.acts.get((player, seal.commitment)) if seal else None

    def any_doubled(self, players: Iterable[str], moment: Moment) -> bool:
        """Whether one of these players has sent two packets under one number about an exchange."""
        return any(self.doubled(player, moment) for player in players)

    def doubled(self, player: str, moment: Moment) -> bool:
        """Whether a player has sent two packets under one number about an exchange, or resigned in one of two."""
        return player in self.left_in_one or moment in self.doubles.get(player, ())

    def second(self, one: Signed, other: Signed, chain: Chain) -> None:
        """Note two packets under one number of one sender."""
        sender, number = one.packet.sender, one.packet.number
        self.twice[sender] = min(number, self.twice.get(sender, number))
        for signed in (one, other):
            head = signed.packet.head
            found = self.doubles.setdefault(signed.packet.sender, {})
            body = body_of(signed)
            about = list(body.moments) if isinstance(body, Placed) else []
            if isinstance(body, Resignation):
                self.left_in_one.add(sender)
            if head is not None and 0 <= head.version <= chain.head.version and chain.holds(head):
                about.append(chain.owed[head.version])
            for moment, sealed in sealed_by(body):
                self.either.setdefault((sender, moment), set()).add(sealed)
            for moment in about:
                found[moment] = max(signed.packet.number, found.get(moment, 0))

    def first_word(self, player: str, version: int, chain: Chain) -> Said | None:
        """A player's first packet that names this very event of the record as its head."""
        return self.witness.first.get((player, version, chain.digests[version]))

    def shown(self, player: str, moment: Moment, chain: Chain, version: int | None = None) -> bool:
        """Whether a player's part in an exchange is known: they have opened their seal, or acted."""
        opened = self.reveal(player, moment, chain, version)
        return opened is not None or self.act(player, moment, chain, version) is not None

    def defaults(self, moment: Moment, chain: Chain, version: int | None = None) -> Iterator[Signature]:
        """Signatures under defaults, voids and claims of an exchange, whoever they are against."""
        since = chain.void_before(chain.head.version if version is None else version)
        for signature in self.signatures.get(moment, ()):
            if isinstance(signature.body, Default) and signature.head >= since:
                yield signature

    def given_up(self, player: str, moment: Moment, chain: Chain, version: int | None = None) -> str | None:
        """The act, void or claim, to which a player agreed against themselves instead of opening their seal."""
        for signature in self.defaults(moment, chain, version):
            body = signature.body
            if isinstance(body, Default) and signature.player == body.player == player:
                return body.act
        return None

    def signed(
        self, moment: Moment, chain: Chain, upto: Mapping[str, int] | None = None, since: int | None = None
    ) -> list[tuple[Clock | Default | Ruling, tuple[str, ...]]]:
        """What was signed for an exchange, in an order that is the same everywhere, each with its signers by id.

        upto: numbers of packets up to which they count, by sender; None: all. since: the first event that a packet may
        name that counts, by default the last one that made seals void.
        """
        since = chain.void_before(chain.head.version) if since is None else since
        found: dict[bytes, tuple[Clock | Default | Ruling, set[str]]] = {}
        for signature in self.signatures.get(moment, ()):
            counts = upto is None or signature.number <= upto.get(signature.player, 0)
            if counts and signature.head >= since:
                found.setdefault(signature.signed, (signature.body, set()))[1].add(signature.player)
        return [
            (body, tuple(sorted(players))) for _, (body, players) in sorted(found.items(), key=lambda each: each[0])
        ]
