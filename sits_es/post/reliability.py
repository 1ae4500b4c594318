"""How reliable players have been: seals in time, late and missing, where a deadline was on record."""

from __future__ import annotations

from datetime import datetime

from attrs import evolve, frozen

from sits_es.game.events import DeadlineSet, OrdersDefaulted, OrdersSealed, SegmentClosed, TurnClosed
from sits_es.post.clock import read_time
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.bodies import Seals, read_body


@frozen(kw_only=True)
class Reliability:
    """Seals of one player that were owed by a deadline: how many came in time, late, and not at all."""

    in_time: int = 0
    late: int = 0
    missing: int = 0

    def in_words(self) -> str:
        """For people."""
        return f"{self.in_time} in time, {self.late} late, {self.missing} missing"


def reliability(desk: Desk, seat: Seat) -> dict[str, Reliability]:
    """Figures by player; what counts is when a seal came here, so that the post's delays stand in them."""
    came = _arrivals(desk, seat)
    found: dict[str, Reliability] = {}
    deadline: datetime | None = None
    sealed: list[OrdersSealed] = []
    for fact in desk.session.facts(seat.branch):
        if isinstance(fact, OrdersSealed):
            sealed.append(fact)
        elif isinstance(fact, DeadlineSet):
            deadline = read_time(fact.until)
        elif isinstance(fact, OrdersDefaulted):
            old = found.get(fact.player, Reliability())
            found[fact.player] = evolve(old, missing=old.missing + 1)
        elif isinstance(fact, SegmentClosed):
            # deadlines agreed on within the exchange stand behind its seals
            if deadline is not None:
                for seal in (seal for seal in sealed if seal.commitment in came):
                    old, good = found.get(seal.player, Reliability()), came[seal.commitment] <= deadline
                    found[seal.player] = evolve(old, in_time=old.in_time + good, late=old.late + (not good))
            sealed = []
        elif isinstance(fact, TurnClosed):
            deadline = None
    return dict(sorted(found.items()))


def _arrivals(desk: Desk, seat: Seat) -> dict[str, datetime]:
    """When each commitment came."""
    came: dict[str, datetime] = {}
    for entry in desk.journal.entries(seat.game, ("accepted",)):
        if entry.signed.packet.kind == "seal" and entry.arrived_at is not None:
            body = read_body("seal", entry.signed.packet.body)
            if isinstance(body, Seals):
                came |= dict.fromkeys(body.seals, read_time(entry.arrived_at))
    return came
