"""How a log begins: the invitation, an answer from each seat, and the entry in which both stand."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from sits_es.errors import UnreadableError
from sits_es.post.log.entries import NOTHING, Entry, Found, Link
from sits_es.post.log.packets import Decline, Invite, Join, Place, Signed
from sits_es.post.log.state import Course, Keepers, Seat, State

#: Sets up the game of an invitation, with the answers of all who joined, by seat. Raises GameError if it can't begin.
Begin = Callable[[Invite, Mapping[str, Signed]], Course]


def answers(invite: Signed, packets: Sequence[Signed]) -> dict[str, Signed]:
    """The first valid answer of each seat, by id, including the host's own."""
    programs, found = {place.id for place in _seats(invite) if not place.mailbox}, dict[str, Signed]()
    for each in packets:
        if each.by in programs and isinstance(each.body, Join) and answers_to(invite, each):
            found.setdefault(each.by, each)
    return found


def _seats(invite: Signed) -> tuple[Place, ...]:
    return invite.body.seats if isinstance(invite.body, Invite) else ()


def answers_to(invite: Signed, packet: Signed) -> bool:
    """Whether a packet answers an invitation for a seat, with the ticket of its letter. The host needs none."""
    place = next((each for each in _seats(invite) if each.id == packet.by), None)
    if place is None or not isinstance(packet.body, Join | Decline) or packet.packet.game != invite.digest:
        return False
    if place.ticket is None:
        return packet.by == invite.by and packet.key == invite.key
    return hashlib.sha256(packet.body.ticket.encode()).hexdigest() == place.ticket


def waited_for(invite: Signed, packets: Sequence[Signed]) -> tuple[str, ...]:
    """The seats that must still join, by id: all with a program except spectators."""
    joined = answers(invite, packets)
    return tuple(sorted(place.id for place in _seats(invite) if place.joins and place.id not in joined))


def offer_faults(host: str, offer: Invite) -> Iterator[str]:
    """Everything that is wrong with an invitation."""
    terms, ids, roles = offer.terms, {place.id for place in offer.seats}, Counter(place.role for place in offer.seats)
    shared = "If the keeper opens all seals, there can be no escrow, and players cannot open a whole run."
    rows = (
        (len(ids) < len(offer.seats), "Two seats have the same name."),
        (host not in ids, f"{host} sends the invitations but has no seat."),
        (roles["player"] < 2, "A game needs at least two players."),
        (roles["keeper"] > 1, "A game can have only one neutral keeper."),
        (terms.reads and not roles["keeper"], "Only a neutral keeper, who plays no side, can read orders."),
        (terms.reads and (terms.escrow or terms.reveal == "run"), shared),
        (terms.rules == "keeper" and not roles["keeper"], "Only a neutral keeper can rule alone."),
    )
    yield from (fault for holds, fault in rows if holds)
    for place in offer.seats:
        if place.mailbox and not (terms.reads and place.role == "player"):
            yield f"{place.id} has no program; only a player can do without one, and only under an umpire."
        if (place.ticket is None) != (place.id == host):
            needs = "needs a ticket" if place.ticket is None else "sends the invitations and needs no ticket"
            yield f"{place.id} {needs}."


def keepers_of(host: str, offer: Invite) -> Keepers:
    """Who keeps the log, in turn: a neutral keeper, else the host, then the players with a program by id."""
    keeps = sorted((place.role != "keeper", place.id != host, place.id) for place in offer.seats if place.joins)
    return Keepers(since=0, order=tuple(each for _, _, each in keeps), reads=offer.terms.reads)


def found(entry: Entry, begin: Begin) -> State:
    """The state after a founding entry. Raises UnreadableError if it begins no game, and what `begin` raises."""
    order, what = entry.order, entry.order.what
    if not isinstance(what, Found) or (order.epoch, order.n, order.prev) != (0, 0, NOTHING):
        raise UnreadableError("This is not the first entry of a game.")
    invite, offer = what.invite, what.invite.body
    if not isinstance(offer, Invite) or invite.packet.game is not None or entry.key != invite.key:
        raise UnreadableError("The first entry holds no invitation from its signer.")
    faults = list(offer_faults(invite.by, offer))
    joined = answers(invite, what.joins)
    if waited_for(invite, what.joins) or len(joined) != len(what.joins):
        faults.append("The first entry lacks a seat's answer, or has one too many.")
    if faults:
        raise UnreadableError(faults)
    course = begin(offer, joined)
    if course.record != order.record:
        raise UnreadableError("The first entry leads to a different record here than on its host's machine.")
    return State(
        game=entry.digest,
        terms=offer.terms,
        link=Link(entry, None),
        at=order.at,
        course=course,
        seats={place.id: _seat(place, joined) for place in offer.seats if place.role != "spectator"},
        keepers=(keepers_of(invite.by, offer),),
        cast=entry.digest,
        since=order.at,
    )


def _seat(place: Place, joined: Mapping[str, Signed]) -> Seat:
    answer = joined.get(place.id)
    key, join = (NOTHING, None) if answer is None else (answer.key, answer.body)
    recovery = join.recovery if isinstance(join, Join) else None
    return Seat(id=place.id, key=key, plays=place.role == "player", mailbox=place.mailbox, recovery=recovery)
