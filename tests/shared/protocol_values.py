"""Games by mail as plain values: facts, packets, a chain and a ledger. No folder, no desk, no chance."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain as chain_together
from itertools import repeat
from typing import Any, Final, Literal

import msgspec
from attrs import Factory, define

from sits_es.canonical import canonical
from sits_es.events import Event
from sits_es.game.events import GameCreated, PlayerJoined
from sits_es.game.fold import Fold
from sits_es.game.play import begin, create
from sits_es.mail.identity import Identity
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.protocol.chain import PROTOCOL, Chain, Row, chain_of
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.errands import Append
from sits_es.post.protocol.kinds import as_data, kind_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.progress import advance
from sits_es.post.protocol.seals import Kept, due_reveal, sealed
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.system import Setup
from sits_es.store.codec import Codec
from tests.shared.duels import SCENARIO, of_three

MARK: Final = "ab" * 32
KEYS: Final = {
    player: Identity.from_secret(player, player.encode().ljust(32, b"\0"))
    for player in ("red", "blue", "green", "ump", "eve")
}
SHIPS: Final = {"red": "Fearless", "blue": "Sirius", "green": "Hood"}


@cache
def set_up(*, third: bool = False) -> Setup:
    """The duel of the tests, with a third ship where it is wanted."""
    return system("sits").setup(of_three("blue") if third else SCENARIO, "duel.toml", {})


def created(play: Literal["peers", "umpired"] = "peers", **terms: Any) -> GameCreated:
    return create("duel", system("sits"), set_up(), play, {"mark": MARK, "protocol": PROTOCOL, **terms})


def begun(*, third: bool = False, umpire: bool = False, **terms: Any) -> list[Event]:
    """The facts with which a game by mail begins: orders for 1.1 are owed."""
    setup = set_up(third=third)
    joined = [
        PlayerJoined(player=player, name=who, side=side, key=KEYS[player].key)
        for player, (who, side) in setup.players.items()
    ]
    if umpire:
        joined.append(PlayerJoined(player="ump", name="Uma", side=None, role="umpire", key=KEYS["ump"].key))
    return begin(created("umpired" if umpire else "peers", **terms), joined, setup.opening)


def write(fact: Event) -> tuple[str, Any]:
    """A fact as a packet carries it."""
    topic, state = Codec().encode(fact)
    return topic, msgspec.json.decode(state)


def read(written: Sequence[Any]) -> Event:
    """A fact from a packet."""
    return Codec().decode(written[0], canonical(written[1]))


def rows(facts: Iterable[Event], after: int = -1) -> list[Row]:
    """Facts as they would stand on record behind an event, each with a digest that is its own."""
    return [
        (version, fact, hashlib.sha256(f"{version} {fact}".encode()).hexdigest())
        for version, fact in enumerate(facts, start=after + 1)
    ]


def chain(facts: Sequence[Event], name: str = "duel") -> Chain:
    return chain_of(name, rows(facts), Fold().add_all(facts))


def nonce_of(player: str, moment: Moment) -> bytes:
    return hashlib.sha256(f"{player} {moment}".encode()).digest()


def packet(of: Chain, sender: str, number: int, body: Body, head: LastEvent | None = None) -> Signed:
    """A packet of a game, with its mark, signed by its sender; it answers the record's last event, or another."""
    marked = msgspec.structs.replace(body, mark=of.mark)
    said = Packet(kind=kind_of(body), game="duel", branch=of.name, sender=sender, number=number,
                  head=head or of.head, body=as_data(marked))  # fmt: skip
    return sign(said, KEYS[sender])


@define
class Table:
    """A game in play: its chain, its ledger, and everybody's secrets."""

    chain: Chain
    ledger: Ledger = Factory(Ledger)
    numbers: Counter[str] = Factory(Counter)
    secrets: dict[str, Kept] = Factory(dict)

    @classmethod
    def of(cls, *, third: bool = False, umpire: bool = False, **terms: Any) -> Table:
        """A game that has begun."""
        return cls(chain(begun(third=third, umpire=umpire, **terms)))

    @property
    def players(self) -> tuple[str, ...]:
        return self.chain.game.sealers

    def next(self, sender: str, body: Body, head: LastEvent | None = None) -> Signed:
        """A player's next packet, which has not arrived yet."""
        self.numbers[sender] += 1
        return packet(self.chain, sender, self.numbers[sender], body, head)

    def say(self, sender: str, body: Body, head: LastEvent | None = None) -> Signed:
        """A player's next packet, and it is entered into the ledger."""
        signed = self.next(sender, body, head)
        self.ledger.take(signed, body)
        return signed

    def seal(self, player: str, *segments: int, lines: Sequence[str] = ()) -> Signed:
        """A player seals the same lines for segments of the turn at hand, by default for the exchange owed."""
        at = self.chain.game.moment
        orders = {Moment(at.turn, segment): tuple(lines) for segment in segments or (at.segment,)}
        nonces = chain_together([nonce_of(player, moment) for moment in sorted(orders)], repeat(bytes(range(32))))
        body, kept = sealed(self.chain, player, orders, lambda _: next(nonces), self.numbers[player] + 1)
        self.secrets |= dict(kept)
        return self.say(player, body)

    def reveal(self, player: str) -> Signed:
        """A player opens what is due."""
        body = due_reveal(self.chain, self.ledger, player, self.secrets.get)
        assert body is not None
        return self.say(player, body)

    def write(self, facts: Sequence[Event], fold: Fold | None = None) -> None:
        """Facts come to stand on the record."""
        after = fold or self.chain.fold.copy().add_all(facts)
        self.chain = self.chain.extended(rows(facts, self.chain.head.version), after)

    def play(self) -> None:
        """Everybody seals nothing and reveals it, and the exchange is played."""
        for player in self.players:
            self.seal(player)
        for player in self.players:
            self.reveal(player)
        (errand,) = advance(self.chain, self.ledger, "red", self.secrets.get, KEYS["red"].open, {})
        assert isinstance(errand, Append)
        self.write(errand.facts, errand.fold)
