"""Who was left behind along a record, who came back, and how its branch began."""

from __future__ import annotations

from attrs import Factory, define, frozen

from sits_es.events import Event
from sits_es.game.events import (
    ExchangeFact,
    GameForked,
    OrdersDefaulted,
    PlayerReadmitted,
    PlayersPutOut,
    SeatTaken,
    SegmentClosed,
)
from sits_es.post.protocol.decided import Agreed, agreed_on
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class PutOut:
    """How a branch began that plays an exchange again without some players.

    version: of the event that says so; before: of the last event of the parent; players: who is out; by: who signed;
    earlier: how the parent began, where it was so too.
    """

    version: int
    before: int
    parent: str
    moment: Moment
    players: tuple[str, ...]
    by: tuple[str, ...]
    earlier: PutOut | None = None


@define
class LeftBehind:
    """Who was left behind along a record, who came back, how its branch began. missed: in the exchange under way."""

    behind: dict[int, tuple[str, ...]]
    put_out: PutOut | None
    returned: dict[str, tuple[int, ...]]
    seated: dict[str, tuple[int, ...]]
    agreed: dict[Agreed, Moment]
    missed: list[str] = Factory(list)
    fork: GameForked | None = None
    earlier: PutOut | None = None

    def take(self, version: int, fact: Event) -> None:
        """Go past one event."""
        if isinstance(fact, ExchangeFact) and (agreed := agreed_on(fact)) is not None:
            self.agreed[agreed] = Moment(fact.turn, fact.segment)
        if isinstance(fact, OrdersDefaulted):
            self.missed.append(fact.player)
        elif isinstance(fact, SegmentClosed):
            self.behind[version], self.missed = tuple(self.missed), []
        elif isinstance(fact, PlayerReadmitted):
            self.returned[fact.player] = (*self.returned.get(fact.player, ()), version)
        elif isinstance(fact, SeatTaken):
            self.seated[fact.player] = (*self.seated.get(fact.player, ()), version)
        elif isinstance(fact, GameForked):
            self.fork, self.earlier, self.put_out = fact, self.put_out, None
        elif isinstance(fact, PlayersPutOut) and self.fork is not None:
            self.put_out = PutOut(
                version=version,
                before=self.fork.at_version,
                parent=self.fork.parent,
                moment=Moment(self.fork.turn, self.fork.segment),
                players=tuple(sorted(fact.players)),
                by=fact.by,
                earlier=self.earlier,
            )
