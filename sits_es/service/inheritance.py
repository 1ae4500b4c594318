"""What a what-if takes from the games that it left: seeds, and the orders of players who change nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from sits_es.events import Event
from sits_es.game.events import GameForked, OrdersSealed, SeedMade
from sits_es.game.play import Given
from sits_es.game.verify import given_again, orders_by_player
from sits_es.rules.moments import Moment

if TYPE_CHECKING:
    from sits_es.service.session import Session


class _Branch:
    """One branch of the line: its own rows alone, read only where they are needed.

    origin: the fact that opened it; None for a game that is not a fork.
    """

    def __init__(self, session: Session, name: str, after: int, origin: Event | None) -> None:
        self._session = session
        self.name = name
        self.after = after
        self.origin = origin if isinstance(origin, GameForked) else None

    @cached_property
    def _firsts(self) -> list[int]:
        seals = self._session.store.versions_of(self.name, "game.OrdersSealed", after=self.after)
        return [first for before, first in zip([-2, *seals], seals, strict=False) if first != before + 1]

    def _moment(self, first: int) -> Moment:
        (sealed,) = self._session.facts(self.name, first, first)
        return Moment(sealed.turn, sealed.segment) if isinstance(sealed, OrdersSealed) else Moment()

    def played(self, moment: Moment) -> list[Event]:
        """The events of the exchange that this branch itself played at a moment; nothing when it did not."""
        number = bisect_left(self._firsts, moment, key=self._moment)
        if number == len(self._firsts) or self._moment(self._firsts[number]) != moment:
            return []
        last = self._firsts[number + 1] - 1 if number + 1 < len(self._firsts) else None
        return self._session.facts(self.name, self._firsts[number], last)


class Inheritance:
    """The line of a what-if, from its parent up; empty for any other game.

    An exchange to which a what-if has not come yet it would take from its own parent.
    """

    def __init__(self, session: Session, name: str) -> None:
        self._session = session
        self._name = session.own.meant(name)

    @cached_property
    def _line(self) -> Sequence[_Branch]:
        opened = {name: each.event for name, each in self._session.store.openings(self._name).items()}
        line = self._session.store.line(self._name)
        return [_Branch(self._session, name, after, opened.get(name)) for name, after in line]

    @cached_property
    def _went_on(self) -> Sequence[_Branch]:
        """The ancestors that have events which are no part of this game's own past."""
        heads = self._session.store.ends([each.name for each in self._line[1:]])
        shared = accumulate((child.after for child in self._line), min)
        return [parent for parent, upto in zip(self._line[1:], shared, strict=False) if heads[parent.name] > upto]

    def _ancestors(self, moment: Moment) -> Iterator[_Branch]:
        """Branches that may have played an exchange which the game inherits, nearest first."""
        own = self._line[0].origin
        # what comes after the game's own past only those can have played who went on after it was left
        old = own is None or moment < Moment(own.turn, own.segment)
        left = None if old else len(self._went_on)
        for child, parent in zip(self._line, self._line[1:], strict=False):
            if left == 0:
                return
            origin = child.origin
            # a branch that became the game takes nothing over after its beginning
            if origin is None or not (origin.what_if or moment < Moment(origin.turn, origin.segment)):
                return
            if left is None:
                yield parent
            elif parent in self._went_on:
                left -= 1
                yield parent

    def facts(self, moment: Moment) -> list[Event]:
        """The events of the exchange in the nearest ancestor that played it; nothing where none did."""
        return next((facts for each in self._ancestors(moment) if (facts := each.played(moment))), [])

    def seed(self, moment: Moment) -> bytes | None:
        """The seed that an exchange keeps; None where there is none to keep."""
        return next((bytes.fromhex(fact.seed) for fact in self.facts(moment) if isinstance(fact, SeedMade)), None)

    def orders(self, moment: Moment) -> dict[str, Given]:
        """What each player ordered in an exchange."""
        facts = self.facts(moment)
        orders = orders_by_player(facts, self._session.rules(self._name).order_types) if facts else {}
        return {given.player: given for given in given_again(facts, orders)}
