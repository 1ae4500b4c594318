"""Games of example systems as plain values: a chain that knows its past, a ledger, and everybody's nonces."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from attrs import Factory, define, evolve

from sits_es.events import Event
from sits_es.game.events import PlayerJoined
from sits_es.game.fold import Fold
from sits_es.game.play import begin, create
from sits_es.mail.packet import Signed
from sits_es.post.protocol.acting import act_for, nonces_ahead
from sits_es.post.protocol.bodies import Act, Record
from sits_es.post.protocol.chain import chain_of
from sits_es.post.protocol.errands import Append, SealOrders
from sits_es.post.protocol.progress import advance
from sits_es.rules import system
from tests.post.example_games import THREE
from tests.shared.protocol_values import KEYS, MARK, Table, rows

#: Where the example system of the tests is.
RULES: Final = [Path(__file__).parents[2] / "systems" / "slots" / "rules"]


def begun(rules: str, scenario: str, *, umpire: bool = False, **terms: Any) -> list[Event]:
    """The facts with which a game of a system begins. scenario: a bundled one, or its text."""
    known = system(rules)
    bundled = known.bundled().get(scenario)
    setup = known.setup(scenario if bundled is None else bundled.text, "duel.toml", {})
    joined = [
        PlayerJoined(player=player, name=who, side=side, key=KEYS[player].key)
        for player, (who, side) in setup.players.items()
    ]
    if umpire:
        joined.append(PlayerJoined(player="ump", name="Uma", side=None, role="umpire", key=KEYS["ump"].key))
    play = "umpired" if umpire else "peers"
    made = create("duel", known, setup, play, {"mark": MARK, **terms})  # type: ignore[arg-type]
    return begin(made, joined, setup.opening)


@define
class OpenTable(Table):
    """A table whose chain gives the game after any of its events. told: all facts."""

    told: list[Event] = Factory(list)

    @classmethod
    def open(cls, rules: str = "slots", scenario: str = "narrows", *, umpire: bool = False, **terms: Any) -> OpenTable:
        """A game that has begun."""
        facts = begun(rules, THREE if scenario == "three" else scenario, umpire=umpire, **terms)
        chain = chain_of("duel", rows(facts), Fold().add_all(facts))
        return cls(chain, told=facts)._remembering()

    def _remembering(self) -> OpenTable:
        facts = list(self.told)
        self.chain = evolve(self.chain, past=lambda version: Fold().add_all(facts[: version + 1]).game)
        return self

    def write(self, facts: Any, fold: Fold | None = None) -> None:
        super().write(facts, fold)
        self.told += facts
        self._remembering()

    def ahead(self, *players: str) -> None:
        """Programs seal what is sealed ahead; by default everybody's."""
        for player in players or self.chain.game.players:
            for errand in nonces_ahead(self.chain, self.ledger, player):
                assert isinstance(errand, SealOrders)
                self.seal_nonces(player, *(moment.segment for moment in errand.orders))

    def seal_nonces(self, player: str, *segments: int) -> None:
        self.seal(player, *segments)

    def planned(self) -> OpenTable:
        """Initiative is rolled, and every nonce of the turn is sealed: somebody acts alone."""
        self.play()
        self.ahead()
        return self

    @property
    def actor(self) -> str:
        owed = self.chain.game.owed
        assert owed is not None
        return owed.orders_by[0]

    def act(self, *lines: str, player: str | None = None) -> Act:
        """The actor's act, not said yet."""
        who = player or self.actor
        seal = self.ledger.seal(who, self.chain.game.moment, self.chain)
        assert seal is not None
        made = act_for(self.chain, self.ledger, who, lines, self.secrets[seal.commitment].nonce)
        assert isinstance(made, Act)
        return made

    def record(self, player: str, *lines: str) -> Record:
        """Facts of a player for the head at hand."""
        at = self.chain.game.moment
        return Record(turn=at.turn, segments=(at.segment,), player=player, lines=lines)

    def go_on(self, me: str = "red") -> Append:
        """What follows, written on the record."""
        (errand,) = advance(self.chain, self.ledger, me, self.secrets.get, KEYS[me].open, {})
        assert isinstance(errand, Append)
        self.write(errand.facts, errand.fold)
        return errand

    def signed(self, player: str, body: Any) -> Signed:
        """A packet that is said at once."""
        return self.say(player, body)
