"""What arrives: packets put into the journal, known ones left alone, forged ones refused; no game changes here."""

from __future__ import annotations

from sits_es.errors import GameError
from sits_es.mail.packet import Signed, is_signed_by
from sits_es.post.copies import is_copy, take_copy
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.bodies import Invite, Join
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.judgement import second_content
from sits_es.post.protocol.kinds import read_body
from sits_es.post.protocol.opening import invite_faults
from sits_es.post.replica import replica_of
from sits_es.sentences import typed

#: Packets of one game that wait for earlier ones at most; more are a flood.
MOST_PARKED = 2000


def arrive(desk: Desk, signed: Signed, source: str) -> str | None:
    """Put a packet into the journal. The game that it is for, when it is new; None for one that changes nothing."""
    packet, journal = signed.packet, desk.journal
    if is_copy(signed):
        return _copied(desk, signed, source)
    earlier = journal.at(packet.game, packet.sender, packet.number)
    body = None if earlier is not None and earlier.digest == signed.digest else _body(desk, signed, source)
    if body is None:
        return None
    key = _key_of(desk, signed, body)
    if key is not None and not is_signed_by(signed, key):
        _refuse(desk, signed, f"The {packet.title} is not signed with {packet.sender}'s key.", None, source)
    elif earlier is not None:
        # before the keys are known here, a stranger's second content proves nothing
        if key is not None:
            _refuse(desk, signed, second_content(packet, earlier.packet), earlier.digest, source)
    elif isinstance(body, Invite):
        return _invited(desk, signed, body, source)
    elif not _is_invited(desk, signed):
        _refuse(desk, signed, f"Nobody is invited to {packet.game} as {packet.sender}.", None, source)
    elif len(journal.parked_places(packet.game)) < MOST_PARKED:
        return packet.game if journal.put(signed, "parked", source=source, at=desk.clock()) else None
    elif not journal.told(packet.game, ("flood",)):
        said = f"{MOST_PARKED} packets wait for earlier ones, and no more are kept. When those are here, ask everybody"
        journal.tell(packet.game, "flood", f"{said}: sits mail out --again {typed(packet.game)}", desk.clock())
    return None


def _is_invited(desk: Desk, signed: Signed) -> bool:
    """Whether a sender has a place in a game that has not begun; anybody may have while no invitation is here."""
    seat = desk.journal.seat(signed.packet.game)
    if seat is None or desk.started(seat) or (invite := desk.journal.find(seat.invite)) is None:
        return True
    body = read_body(invite.packet.kind, invite.packet.body)
    return not isinstance(body, Invite) or signed.packet.sender in {place.player for place in body.places}


def _copied(desk: Desk, signed: Signed, source: str) -> str | None:
    """A whole game, for a player who lost it."""
    try:
        return signed.packet.game if take_copy(desk, signed) else None
    except GameError as fault:
        _refuse(desk, signed, str(fault), None, source)
        return None


def _body(desk: Desk, signed: Signed, source: str) -> Body | None:
    try:
        return read_body(signed.packet.kind, signed.packet.body)
    except GameError as fault:
        _refuse(desk, signed, str(fault), None, source)
        return None


def _key_of(desk: Desk, signed: Signed, body: Body) -> str | None:
    """The key with which a packet must be signed; None while it is not known here."""
    packet = signed.packet
    if isinstance(body, Invite):
        return body.host.key
    seat = desk.journal.seat(packet.game)
    if seat is not None and desk.started(seat):
        return replica_of(desk, seat).key_of(packet.sender, packet.number)
    if isinstance(body, Join):
        return body.seat.key
    invite = desk.journal.find(seat.invite) if seat is not None else None
    if invite is not None and invite.packet.sender == packet.sender:
        first = read_body(invite.packet.kind, invite.packet.body)
        return first.host.key if isinstance(first, Invite) else None
    return None


def _invited(desk: Desk, signed: Signed, body: Invite, source: str) -> str | None:
    """An invitation opens a seat, unless the name is taken or the game could not begin."""
    packet, at = signed.packet, desk.clock()
    seat = desk.journal.seat(packet.game)
    faults = list(invite_faults(signed, body, read_fact))
    if seat is not None and seat.invite != signed.digest:
        faults.append(f"There is already another game {packet.game} by mail here.")
    if faults:
        _refuse(desk, signed, " ".join(faults), None, source)
        return None
    desk.journal.put(signed, "accepted", source=source, at=at)
    if seat is None:
        desk.journal.sit(Seat(game=packet.game, player=None, identity=None, invite=signed.digest, branch=packet.game))
    return packet.game


def _refuse(desk: Desk, signed: Signed, why: str, against: str | None, source: str) -> None:
    at = desk.clock()
    if desk.journal.put(signed, "refused", why=why, against=against, source=source, at=at):
        desk.journal.tell(signed.packet.game, "refusal", why, at)
