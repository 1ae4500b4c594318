"""How games by mail stand: who owes what, what waits, what was refused, and how reliable everybody has been."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import asdict, frozen

from sits_es.post.confirmations import confirmed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.agreements import accusations, accused
from sits_es.post.protocol.releases import owing
from sits_es.post.reliability import Reliability, reliability
from sits_es.post.replica import Replica


@frozen(kw_only=True)
class Status:
    """One game by mail. owed: player and what; waiting: packets that can't count yet; refused: with the reason.

    against: voids and claims that were signed and don't hold yet, in words; arrived: players who said that one's own
    packets came, and up to which; reliable: figures of each player where there were deadlines.
    """

    game: str
    branch: str
    me: str | None
    stands: str
    owed: tuple[tuple[str, str], ...] = ()
    waiting: tuple[tuple[str, str], ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    against: tuple[str, ...] = ()
    arrived: tuple[tuple[str, int], ...] = ()
    reliable: tuple[tuple[str, Reliability], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)

    def in_words(self) -> str:
        """For people."""
        owed = [f"  owed: {what} of {player}{' (you)' if player == self.me else ''}" for player, what in self.owed]
        waiting = [f"  waits: {title}{': ' + why if why else ''}" for title, why in self.waiting]
        refused = [f"  refused: {title}: {why}" for title, why in self.refused]
        arrived = [f"  arrived: {player} has your packets up to {number}" for player, number in self.arrived]
        reliable = [f"  seals of {player}: {figures.in_words()}" for player, figures in self.reliable]
        signed = [f"  signed: {words}" for words in self.against]
        return "\n".join([f"{self.branch}: {self.stands}", *owed, *signed, *waiting, *refused, *arrived, *reliable])


def status_of(desk: Desk, seat: Seat) -> Status:
    """How one game stands."""
    entries = desk.journal.entries(seat.game, ("parked", "refused"))
    waiting = tuple((each.signed.packet.title, each.why) for each in entries if each.state == "parked")
    refused = tuple((each.signed.packet.title, each.why) for each in entries if each.state == "refused")
    stands, owed = stands_at(desk, seat)
    return Status(
        game=seat.game,
        branch=seat.branch,
        me=seat.player,
        stands=stands,
        owed=owed,
        waiting=waiting,
        refused=refused,
        against=tuple(accused_here(Replica(desk, seat))) if desk.started(seat) else (),
        arrived=tuple(sorted(confirmed(desk, seat).items())),
        reliable=tuple(reliability(desk, seat).items()) if desk.started(seat) else (),
    )


def accused_here(replica: Replica) -> Iterator[str]:
    """Voids and claims that were signed for the exchange owed and don't hold yet, in words."""
    chain = replica.chain()
    return (accused(chain, body, by) for body, by in accusations(chain, replica.ledger(chain)))


def stands_at(desk: Desk, seat: Seat) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Where a game stands in words, and who owes what."""
    replica = Replica(desk, seat)
    if not desk.started(seat):
        gathering = replica.gathering()
        host = gathering.body.host.player
        left = [place.player for place in gathering.body.places if place.player not in (*gathering.joins, host)]
        owed = tuple((player, "answer to the invitation") for player in left)
        return "not begun", owed or ((host, "start"),)
    chain = replica.chain()
    if chain.game.ended is not None:
        return f"over: {chain.game.ended}", ()
    if chain.game.people[replica.me].role == "spectator":
        return "you look on; reports come by mail", ()
    found = tuple(owing(chain, replica.ledger(chain), seat.player))
    return f"stands at {chain.game.moment.written(chain.rules.steps)}", found
