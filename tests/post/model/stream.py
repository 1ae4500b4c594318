"""A branch in memory: its facts, each with a digest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import Factory, define

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.game.state import Game
from sits_es.post.protocol.chain import Chain, Row, chain_of
from tests.shared.protocol_values import rows


@define
class Stream:
    """name: the branch; facts: all of them, inherited ones first; digests: of each, in hex.

    Equal facts have equal digests at equal places, in whichever branch.
    """

    name: str
    facts: list[Event] = Factory(list)
    digests: list[str] = Factory(list)
    _games: dict[int, Game] = Factory(dict)

    @classmethod
    def begun(cls, name: str, facts: Sequence[Event]) -> Stream:
        """A game's own branch, which has just begun."""
        found = cls(name)
        found.append(facts)
        return found

    def append(self, facts: Iterable[Event]) -> list[Row]:
        """Write facts behind the last one; gives them with their places and digests."""
        added = rows(facts, len(self.facts) - 1)
        for _, fact, digest in added:
            self.facts.append(fact)
            self.digests.append(digest)
        return added

    def forked(self, name: str, after: int, facts: Iterable[Event]) -> Stream:
        """A branch that parts after one of the events."""
        found = Stream(name, self.facts[: after + 1], self.digests[: after + 1])
        found.append(facts)
        return found

    def copy(self) -> Stream:
        """The same, to be written on by itself."""
        return Stream(self.name, [*self.facts], [*self.digests], dict(self._games))

    def chain(self) -> Chain:
        """All of it, as the protocol reads it."""
        told = zip(range(len(self.facts)), self.facts, self.digests, strict=True)
        return chain_of(self.name, told, Fold().add_all(self.facts), self.past)

    def past(self, version: int) -> Game:
        """The game after one of its events; each is worked out once."""
        if version not in self._games:
            self._games[version] = Fold().add_all(self.facts[: version + 1]).game
        return self._games[version]
