"""What arrives: packets put into the journal, known ones left alone, forged ones refused; no game changes here."""

from __future__ import annotations

from msgspec import UNSET

from sits_es.errors import GameError
from sits_es.mail.packet import Signed, is_signed_by
from sits_es.post.asking_back import take_asking
from sits_es.post.copies import is_copy, take_copy
from sits_es.post.declining import take_no
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact
from sits_es.post.desk.given_up import comes_too_late
from sits_es.post.desk.journal import Seat
from sits_es.post.floods import floods, turn_away
from sits_es.post.lost_mail import note_came_again
from sits_es.post.protocol.bodies import Invite, Join
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Behind, Declined
from sits_es.post.protocol.judgement import second_content
from sits_es.post.protocol.kinds import body_of, content_of
from sits_es.post.protocol.opening import invite_faults, ticket_fault
from sits_es.post.replica import replica_of
from sits_es.post.restored import note_what_was_told, take_up
from sits_es.sentences import one_line


def arrive(desk: Desk, signed: Signed, source: str) -> str | None:
    """Put a packet into the journal. The game that it is for, when it is new; None for one that changes nothing."""
    if is_copy(signed):
        return _copied(desk, signed, source)
    if signed.packet.kind == "behind":
        body = _body(desk, signed, source)
        if isinstance(body, Behind):
            take_asking(desk, signed, body)
        return None
    return _declined(desk, signed, source) if signed.packet.kind == "decline" else _arrive(desk, signed, source)


def _arrive(desk: Desk, signed: Signed, source: str) -> str | None:
    packet, journal = signed.packet, desk.journal
    earlier = journal.at(packet.game, packet.sender, packet.number)
    if earlier is not None and earlier.digest == signed.digest:
        note_came_again(desk, signed)
        return None
    body = _body(desk, signed, source)
    if body is None:
        return None
    key = _key_of(desk, signed, body)
    if key is not None and is_signed_by(signed, key) and comes_too_late(desk, signed):
        return None
    if key is not None and not is_signed_by(signed, key):
        _refuse(desk, signed, f"The {packet.title} is not signed with {packet.sender}'s key.", None, source)
    elif isinstance(body, Join) and (fault := _uninvited(desk, signed, body)) is not None:
        turn_away(desk, packet.game, fault)
    elif earlier is not None:
        # before the keys are known here, a stranger's second content proves nothing, and is not even kept
        return _again(desk, signed, body, earlier, source) if key is not None else None
    else:
        return _new(desk, signed, body, source, known=key is not None and not isinstance(body, Join))
    return None


def _new(desk: Desk, signed: Signed, body: Body, source: str, *, known: bool) -> str | None:
    """A packet under a number that nothing here has; its game."""
    if isinstance(body, Invite):
        return _invited(desk, signed, body, source)
    if known:
        note_what_was_told(desk, signed)
    return _park(desk, signed, source, known=known)


def _again(desk: Desk, signed: Signed, body: Body, earlier: Signed, source: str) -> str | None:
    """Another packet under a number that is taken: one's own earlier one is taken up, anybody else's is refused."""
    if take_up(desk, signed, source):
        return signed.packet.game
    why = _second(signed, body, earlier)
    # one's own that was withdrawn comes back from others: they hold two of its number, and so must this folder
    desk.journal.settle(signed, "refused", why, earlier.digest)
    _refuse(desk, signed, why, earlier.digest, source)
    return None


def _park(desk: Desk, signed: Signed, source: str, *, known: bool) -> str | None:
    """Keep a packet until it is judged, unless its sender has no place or it is one too many; its game, when new."""
    game = signed.packet.game
    if not _is_invited(desk, signed):
        turn_away(desk, game, f"Nobody is invited to {game} as {signed.packet.sender}.")
        return None
    # who holds the ticket to a place is not shut out by what strangers send in that place's name
    if not _has_its_ticket(desk, signed) and floods(desk, signed, known=known):
        return None
    return game if desk.journal.put(signed, "parked", source=source, at=desk.clock()) else None


def _second(signed: Signed, body: Body, earlier: Signed) -> str:
    """What is said of another packet under a number that is taken."""
    packet = signed.packet
    if not isinstance(body, Join) or body.ticket is UNSET:
        return second_content(packet, earlier.packet)
    who = f"{one_line(body.seat.name)}, {one_line(body.seat.address)}"
    said = f"{packet.sender} has answered already, and a second answer, of {who}, does not count."
    return f"{said} Two people have had that letter, or one of them has two keys: compare the key's words by telephone."


def _has_its_ticket(desk: Desk, signed: Signed) -> bool:
    """Whether a packet is an answer with the ticket to its sender's own place."""
    body, invite = body_of(signed), _invite_of(desk, signed.packet.game)
    if not isinstance(body, Join) or invite is None or invite.tickets is UNSET:
        return False
    return body.seat.player == signed.packet.sender and ticket_fault(signed.packet.sender, body, invite) is None


def _uninvited(desk: Desk, signed: Signed, body: Join) -> str | None:
    """Why an answer is not kept: it comes without the ticket to its place, from whoever it may be."""
    invite = _invite_of(desk, signed.packet.game)
    if invite is None or invite.tickets is UNSET or (fault := ticket_fault(body.seat.player, body, invite)) is None:
        return None
    return f"{fault} It came from {one_line(body.seat.name)}, {one_line(body.seat.address)}, and is not kept."


def _invite_of(desk: Desk, game: str) -> Invite | None:
    """The invitation to a game, once it is here."""
    seat = desk.journal.seat(game)
    found = desk.journal.find(seat.invite) if seat is not None else None
    body = content_of(found) if found is not None else None
    return body if isinstance(body, Invite) else None


def _is_invited(desk: Desk, signed: Signed) -> bool:
    """Whether a sender has a place in a game that has not begun; anybody may have while no invitation is here."""
    seat = desk.journal.seat(signed.packet.game)
    if seat is None or desk.started(seat) or (invite := _invite_of(desk, seat.game)) is None:
        return True
    return signed.packet.sender in {place.player for place in invite.places}


def _copied(desk: Desk, signed: Signed, source: str) -> str | None:
    """A whole game, for a player who lost it."""
    try:
        return signed.packet.game if take_copy(desk, signed) else None
    except GameError as fault:
        _refuse(desk, signed, str(fault), None, source)
        return None


def _declined(desk: Desk, signed: Signed, source: str) -> str | None:
    """Somebody does not play."""
    body, invite = _body(desk, signed, source), _invite_of(desk, signed.packet.game)
    if isinstance(body, Declined) and invite is not None and is_signed_by(signed, body.key):
        return take_no(desk, signed, body, invite, source)
    return None


def _body(desk: Desk, signed: Signed, source: str) -> Body | None:
    try:
        return content_of(signed)
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
    invite = _invite_of(desk, packet.game)
    return invite.host.key if invite is not None and invite.host.player == packet.sender else None


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
