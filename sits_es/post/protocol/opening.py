"""How a game by mail begins: invitation, answers, start; then every replica writes the same facts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from msgspec import UNSET

from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameCreated, PlayerJoined
from sits_es.game.play import begin
from sits_es.mail.addresses import read_address
from sits_es.mail.locks import can_be_encrypted_to
from sits_es.mail.packet import Packet, Signed, is_signed_by, read_packet
from sits_es.orders.names import problem_of
from sits_es.post.protocol.bodies import Invite, Join, Start
from sits_es.post.protocol.chain import PROTOCOL
from sits_es.post.protocol.content import Body, Person, ReadFact
from sits_es.post.protocol.fate import ACCEPTED, Fate, Judgement
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.terms import terms_in
from sits_es.sentences import one_line

#: A game's mark: 32 random bytes in hexadecimal.
_MARK = re.compile("[0-9a-f]{64}")


@frozen(kw_only=True)
class Gathering:
    """A game before its start. invite: the packet; joins: accepted answers by player."""

    invite: Signed
    body: Invite
    joins: Mapping[str, Signed]


def gather(invite: Signed, joins: Sequence[Signed]) -> Gathering:
    """An invitation with the answers so far."""
    body = content_of(invite)
    if not isinstance(body, Invite):
        raise TypeError(f"{invite.packet.title} is not an invitation")
    return Gathering(invite=invite, body=body, joins={signed.packet.sender: signed for signed in joins})


def invite_faults(signed: Signed, body: Invite, read: ReadFact) -> Iterator[str]:
    """Everything wrong with an invitation: it must be a game that can begin. read: reads a fact."""
    packet, host = signed.packet, body.host
    if problem := problem_of(packet.game):
        yield problem
    if (packet.number, packet.branch, packet.sender) != (1, packet.game, host.player):
        yield f"The {packet.title} is not the first packet of its host, {host.player}."
    players = [place.player for place in body.places]
    if len(players) != len(set(players)) or host.player not in players:
        yield "The invitation names a place twice, or none for its host."
    yield from _early_faults(packet, body)
    try:
        created = read(body.created)
        if not isinstance(created, GameCreated) or created.game != packet.game or created.play == "hot seat":
            yield "The invitation does not create the game that it is for."
        elif fault := next(_protocol_faults(packet.game, created), None):
            yield fault
        elif faults := list(_terms_faults(created, body)):
            yield from faults
        elif not _MARK.fullmatch(str(created.terms.get("mark"))):
            yield "The invitation has no mark, by which packets of another game of this name could be told apart."
        else:
            joined = [_joined(Person(**_fields(place), key="0" * 64)) for place in body.places]
            begin(created, joined, [read(each) for each in body.placed])
    except (GameError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as fault:
        # a stranger's data, in whatever shape: each of these says that it is not a game
        yield f"The game of the invitation cannot begin: {fault}"
    yield from _address_faults(host)


def _early_faults(packet: Packet, body: Body) -> Iterator[str]:
    """What only packets of a game that has begun say."""
    if packet.head is not None or not body.previous is body.taken is body.at is UNSET:
        yield f"The {packet.title} says where the record stands or what came before it, and nothing did."


def _protocol_faults(game: str, created: GameCreated) -> Iterator[str]:
    """A protocol that this program does not know: the invitation comes from a newer release."""
    named: object = created.terms.get("protocol")
    if named != PROTOCOL or isinstance(named, bool):
        said = f"{game} is played by protocol {one_line(str(named))}; this program knows {PROTOCOL}"
        yield f"{said}. Install a newer release."


def _terms_faults(created: GameCreated, body: Invite) -> Iterator[str]:
    """Terms that no game could be played by."""
    try:
        terms = terms_in(created.terms)
    except ValueError as fault:
        yield f"The terms of the invitation cannot be kept: {fault}."
        return
    if terms is None:
        if body.tickets is not UNSET:
            yield "The invitation names tickets, which games of its terms do not know."
        return
    roles = {place.player: place.role for place in body.places}
    players = sum(role == "player" for role in roles.values())
    if body.tickets is UNSET or sorted(body.tickets) != sorted(set(roles) - {body.host.player}):
        yield "The invitation does not name the ticket of each letter."
    if created.play == "umpired" and (terms.escrow or terms.reveal == "run"):
        yield "The terms name an escrow or whole runs, and with an umpire nobody reveals."
    elif terms.escrow and players < 3 and terms.trustee is None:
        yield "The terms name an escrow between two players, and no trustee who holds the other share."
    if terms.trustee is not None and (not terms.escrow or players > 2 or roles.get(terms.trustee) != "spectator"):
        yield f"{terms.trustee} is no trustee: only with an escrow between two players, somebody who looks on can be."


def _address_faults(seat: Person) -> Iterator[str]:
    """An address to which no letter could be written: it would hold up the letters to everybody else."""
    try:
        read_address(seat.address)
    except UnreadableError as fault:
        yield f"{seat.player} names an address where no mail goes: {fault}"


def _fields(place: object) -> dict[str, Any]:
    names = ("player", "name", "side", "role", "address")
    return {name: getattr(place, name) for name in names}


def judge_opening(packet: Packet, body: object, gathering: Gathering) -> Judgement:
    """Judge a packet that comes before the start."""
    if isinstance(body, Join):
        fault = next(_join_faults(packet, body, gathering), None)
    elif isinstance(body, Start):
        fault = next(_start_faults(packet, body, gathering), None)
    else:
        return Judgement(fate=Fate.WAITS, why=f"{packet.game} has not begun here")
    return Judgement(fate=Fate.REFUSED, why=fault) if fault else ACCEPTED


def _join_faults(packet: Packet, body: Join, gathering: Gathering) -> Iterator[str]:
    seat = body.seat
    place = next((place for place in gathering.body.places if place.player == packet.sender), None)
    if body.invite != gathering.invite.digest:
        yield f"{packet.sender} answers another invitation than the one that is here."
    if place is None or seat.player != packet.sender or packet.sender == gathering.body.host.player:
        yield f"Nobody is invited as {packet.sender}."
    elif (seat.side, seat.role) != (place.side, place.role):
        yield f"{packet.sender} is invited as {place.role} of {place.side or 'no side'}, and joins as something else."
    if packet.number != 1:
        yield f"The {packet.title} is not the first packet of {packet.sender}."
    yield from _early_faults(packet, body)
    if (fault := ticket_fault(packet.sender, body, gathering.body)) is not None:
        yield fault
    elif gathering.body.tickets is not UNSET and not can_be_encrypted_to(seat.key):
        yield f"{packet.sender} answers with a key to which nothing can be encrypted."
    yield from _address_faults(seat)


def ticket_fault(player: str, body: Join, invite: Invite) -> str | None:
    """Why an answer does not hold the ticket to its place; None where it does, or the game has no tickets."""
    if invite.tickets is UNSET:
        return None if body.ticket is UNSET else f"{player} answers with a ticket, and this invitation has none."
    if body.ticket is UNSET:
        return f"{player} answers without the ticket that stands in {player}'s own letter."
    if hashlib.sha256(bytes.fromhex(body.ticket)).hexdigest() != invite.tickets.get(player):
        return f"{player} answers with another ticket than the one that stands in {player}'s own letter."
    return None


def _start_faults(packet: Packet, body: Start, gathering: Gathering) -> Iterator[str]:
    host = gathering.body.host
    if packet.sender != host.player or packet.number != 2:
        yield f"{packet.sender} cannot start a game that {host.player} hosts."
    if body.invite != gathering.invite.digest:
        yield f"{packet.sender} starts another game than the one that the invitation is for."
    yield from _early_faults(packet, body)
    try:
        answers = [read_packet(text.encode()) for text in body.joins]
        people = {host.player: host} | {signed.packet.sender: _seat_of(signed, gathering) for signed in answers}
    except GameError as fault:
        yield f"The start holds an answer that does not count: {fault}"
        return
    if [seat.player for seat in body.people] != sorted(place.player for place in gathering.body.places):
        yield "The start does not name everybody who was invited, in order."
    if any(people.get(seat.player) != seat for seat in body.people):
        yield "The start says something of somebody that is not in their answer."
    for signed in answers:
        mine = gathering.joins.get(signed.packet.sender)
        if mine is not None and mine.digest != signed.digest:
            yield f"The start holds another answer of {signed.packet.sender} than the one that came here."


def _seat_of(signed: Signed, gathering: Gathering) -> Person:
    body = content_of(signed)
    if not isinstance(body, Join) or not is_signed_by(signed, body.seat.key):
        raise UnreadableError(f"The {signed.packet.title} is not an answer signed with its own key.")
    if fault := next(_join_faults(signed.packet, body, gathering), None):
        raise NotAllowedError(fault)
    return body.seat


def first_facts(body: Invite, start: Start, read: ReadFact) -> list[Event]:
    """The facts that every replica begins with. read: reads a fact."""
    created = read(body.created)
    if not isinstance(created, GameCreated):
        raise UnreadableError("The invitation does not create a game.")
    return begin(created, [_joined(seat) for seat in start.people], [read(each) for each in body.placed])


def _joined(seat: Person) -> PlayerJoined:
    return PlayerJoined(player=seat.player, name=seat.name, side=seat.side, role=seat.role, key=seat.key)


def answer_all(gathering: Gathering) -> Start | None:
    """The start of a game, once everybody has answered; None before that."""
    host = gathering.body.host
    wanted = sorted(place.player for place in gathering.body.places)
    if wanted != sorted([*gathering.joins, host.player]):
        return None
    people = {host.player: host} | {player: _seat_of(signed, gathering) for player, signed in gathering.joins.items()}
    joins = tuple(gathering.joins[player].bytes.decode() for player in sorted(gathering.joins))
    return Start(invite=gathering.invite.digest, people=tuple(people[player] for player in wanted), joins=joins)
