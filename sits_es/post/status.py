"""How games by mail stand: who owes what, what waits, what was refused, and how reliable everybody has been."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from attrs import asdict, evolve, frozen

from sits_es.game.events import DeadlineSet, OrdersDefaulted, OrdersSealed, SegmentClosed, TurnClosed
from sits_es.post.changing_seats import proposals
from sits_es.post.declining import declined, who_declined
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.times import read_time
from sits_es.post.entries import standing_entries
from sits_es.post.going_on import way_on
from sits_es.post.joiners import unconfirmed
from sits_es.post.leaving import departures
from sits_es.post.lost_mail import had
from sits_es.post.protocol.acting import parted
from sits_es.post.protocol.agreements import accusations, accused
from sits_es.post.protocol.bodies import Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.punctual import Reliability, reliability_by_terms, with_carried
from sits_es.post.protocol.seals import owing, umpire_of, unready
from sits_es.post.protocol.terms import terms_of
from sits_es.post.replica import Replica, replica_of
from sits_es.post.waiting_reveals import waiting_reveals

#: What is left out where a game has not begun, or has none of it.
_MAY_LACK = ("programs", "parted", "records", "left", "next")


@frozen(kw_only=True)
class Status:
    """One game by mail. owed: player and what; waiting: packets that can't count yet; refused: with the reason.

    branch: its id; called: what people see in its place.
    against: voids and claims that were signed and don't hold yet, in words; arrived: players who said that one's own
    packets came, and up to which; reliable: figures of each player where there were deadlines.
    programs: players whose programs have still to send something by themselves; parted: reveals that answer other
    packets than those here, records: those proposed, both in words; None before the game begins.
    left: who has left, and what is signed about seats, in words; next: what this folder's person can do about those who
    keep the game waiting, or has done; None where there is none of it.
    """

    game: str
    branch: str
    called: str
    me: str | None
    stands: str
    owed: tuple[tuple[str, str], ...] = ()
    waiting: tuple[tuple[str, str], ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    against: tuple[str, ...] = ()
    arrived: tuple[tuple[str, int], ...] = ()
    reliable: tuple[tuple[str, Reliability], ...] = ()
    programs: tuple[str, ...] | None = None
    parted: tuple[str, ...] | None = None
    records: tuple[str, ...] | None = None
    left: tuple[str, ...] | None = None
    next: str | None = None

    def as_json(self) -> dict[str, Any]:
        """For programs. What only a game that has begun has is left out before."""
        data = asdict(self) | {
            "owed": [{"player": player, "what": what} for player, what in self.owed],
            "waiting": [{"packet": title, "why": why} for title, why in self.waiting],
            "refused": [{"packet": title, "why": why} for title, why in self.refused],
            "arrived": [{"player": player, "packet": number} for player, number in self.arrived],
            "reliable": [{"player": player, **asdict(figures)} for player, figures in self.reliable],
        }
        left_out = {"called", *(name for name in _MAY_LACK if data[name] is None)}
        return {name: data[name] for name in data if name not in left_out}

    def in_words(self) -> str:
        """For people."""
        owed = [f"  owed: {what} of {player}{' (you)' if player == self.me else ''}" for player, what in self.owed]
        waiting = [f"  waits: {title}{': ' + why if why else ''}" for title, why in self.waiting]
        refused = [f"  refused: {title}: {why}" for title, why in self.refused]
        arrived = [f"  arrived: {player} has your packets up to {number}" for player, number in self.arrived]
        reliable = [f"  seals of {player}: {figures.in_words()}" for player, figures in self.reliable]
        signed = [f"  signed: {words}" for words in self.against]
        owed += [f"  waits for {player}'s program" for player in self.programs or ()]
        owed += [f"  next: {self.next}"] if self.next is not None else []
        owed += [f"  record: {words}" for words in self.records or ()]
        owed += [f"  seats: {words}" for words in self.left or ()]
        owed += [f"  parted: {words}" for words in self.parted or ()]
        return "\n".join([f"{self.called}: {self.stands}", *owed, *signed, *waiting, *refused, *arrived, *reliable])


def status_of(desk: Desk, seat: Seat) -> Status:
    """How one game stands."""
    entries = desk.journal.entries(seat.game, ("parked", "refused", "void"))
    waiting = tuple((each.signed.packet.title, each.why) for each in entries if each.state == "parked")
    refused = tuple(
        (each.signed.packet.title, each.why)
        for each in entries
        if each.state in ("refused", "void") and each.signed.packet.kind != "decline"
    )
    stands, owed = stands_at(desk, seat)
    no = who_declined(desk, seat.game)
    replica = replica_of(desk, seat) if desk.started(seat) else None
    return Status(
        game=seat.game,
        branch=seat.branch,
        called=desk.session.display_name(seat.branch),
        me=seat.player,
        stands=stands,
        owed=owed,
        waiting=waiting,
        refused=refused,
        against=tuple(accused_here(replica)) if replica is not None else (),
        arrived=tuple(sorted(confirmed(desk, seat).items())),
        reliable=tuple(reliability(desk, seat).items()) if replica is not None else (),
        programs=unready(*_here(replica), seat.player) if replica is not None else None,
        parted=tuple(parted(*_here(replica))) if replica is not None else None,
        records=tuple(standing_entries(replica)) if replica is not None else None,
        left=(*departures(replica), *proposals(replica)) or None if replica is not None else no or None,
        next=way_on(replica) or None if replica is not None else None,
    )


def _here(replica: Replica) -> tuple[Chain, Ledger]:
    return replica.chain(), replica.ledger()


def accused_here(replica: Replica) -> Iterator[str]:
    """Voids and claims that were signed for the exchange owed and don't hold yet, and whose list holds them back."""
    chain = replica.chain()
    yield from (accused(chain, body, by) for body, by in accusations(chain, replica.ledger()))
    yield from waiting_reveals(chain, replica.ledger())


def stands_at(desk: Desk, seat: Seat) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Where a game stands in words, and who owes what."""
    replica = replica_of(desk, seat)
    if not desk.started(seat):
        gathering = replica.gathering()
        host = gathering.body.host.player
        left = [place.player for place in gathering.body.places if place.player not in (*gathering.joins, host)]
        owed = tuple((player, "answer to the invitation") for player in left)
        if declined(desk, seat):
            return "you have declined the invitation", ()
        if host == seat.player:
            owed += tuple((host, f"confirmation of {player}") for player in unconfirmed(replica, gathering))
        return "not begun", owed or ((host, "start"),)
    chain = replica.chain()
    if chain.game.ended is not None:
        return f"over: {chain.game.ended}", ()
    if chain.game.people[replica.me].role == "spectator":
        return "you look on; reports come by mail", ()
    if chain.game.owed is None:
        return chain.game.waits, ()
    found = tuple(owing(chain, replica.ledger(), seat.player))
    return f"stands at {chain.rules.label(chain.game.moment)}", found


def reliability(desk: Desk, seat: Seat) -> dict[str, Reliability]:
    """Figures by player, by the terms of the game and the clocks of those who sent: alike for all.

    In games without such terms what counts is when a seal came here, so they include the post's delays.
    """
    chain = replica_of(desk, seat).chain()
    terms = chain.terms
    if terms is not None:
        packets = list(with_carried(desk.journal.accepted(seat.game)))
        return reliability_by_terms(
            chain, terms, desk.session.open_game(seat.branch).facts(), packets, umpire_of(chain)
        )
    came = _arrivals(desk, seat)
    found: dict[str, Reliability] = {}
    deadline: datetime | None = None
    sealed: list[OrdersSealed] = []
    for fact in desk.session.open_game(seat.branch).facts():
        if isinstance(fact, OrdersSealed):
            sealed.append(fact)
        elif isinstance(fact, DeadlineSet):
            deadline = read_time(fact.until)
        elif isinstance(fact, OrdersDefaulted):
            old = found.get(fact.player, Reliability())
            found[fact.player] = evolve(old, missing=old.missing + 1)
        elif isinstance(fact, SegmentClosed):
            # deadlines agreed on within the exchange come after its seals
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
            body = content_of(entry.signed)
            if isinstance(body, Seals):
                came |= dict.fromkeys(body.seals, read_time(entry.arrived_at))
    return came


def confirmed(desk: Desk, seat: Seat) -> dict[str, int]:
    """The number of one's last packet of which each player has said that it came."""
    found: dict[str, int] = {}
    for signed in desk.journal.accepted(seat.game, kinds=("ack",)):
        about = desk.journal.find(signed.packet.body["packet"])
        if about is not None and about.packet.sender == seat.player != signed.packet.sender:
            sender = signed.packet.sender
            found[sender] = max(about.packet.number, found.get(sender, 0))
    game = replica_of(desk, seat).chain().game if seat.player is not None and desk.started(seat) else None
    if game is None or terms_of(game) is None:
        return found  # only what receipts say: other packets don't name what their senders have
    for player in game.people:
        number = had(desk, seat, player, seat.player or "") if player != seat.player else 0
        if number > found.get(player, 0):
            found[player] = number
    return found
