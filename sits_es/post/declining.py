"""Declining an invitation: the host is told, and the game is put away here."""

from __future__ import annotations

from attrs import evolve
from msgspec import UNSET

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.settings import post_settings
from sits_es.post.protocol.bodies import Invite
from sits_es.post.protocol.failures import Declined
from sits_es.post.protocol.opening import Gathering
from sits_es.post.replica import replica_of
from sits_es.post.tickets import fingerprint_of, ticket_here
from sits_es.sentences import one_line, shell, without_full_stop


def decline(desk: Desk, game: str, words: str, player: str | None = None, key: str | None = None) -> Signed:
    """Answer an invitation with no. words: for the host; player: the place, where it is not clear which; key: whose.

    Raises NotNowError when it is answered already, NotAllowedError when it is not clear which place one declines.
    """
    seat = desk.seat(game)
    if seat.player is not None:
        verb = "sits resign" if desk.started(seat) else "sits archive"
        said = f"You have answered the invitation to {game} already, as {seat.player}"
        raise NotNowError(f"{said}. To leave it: {verb} {shell(game)}")
    gathering = replica_of(desk, seat).gathering()
    place = _place(desk, gathering, game, player)
    identity = desk.identity(key)
    desk.journal.sit(evolve(seat, player=place, identity=identity.name))
    invited_at = next(each.address for each in gathering.body.places if each.player == place)
    desk.journal.write_address(game, place, post_settings(desk.folder).address or invited_at)
    desk.journal.write_address(game, gathering.body.host.player, gathering.body.host.address)
    body = Declined(invite=seat.invite, ticket=ticket_here(desk, gathering.body, place), key=identity.key, words=words)
    signed = replica_of(desk, desk.seat(game)).post(body)
    desk.journal.archive(game)
    return signed


def _place(desk: Desk, gathering: Gathering, game: str, player: str | None) -> str:
    host = gathering.body.host.player
    places = [each.player for each in gathering.body.places if each.player != host]
    mine = [each for each in places if ticket_here(desk, gathering.body, each) is not None]
    chosen = [each for each in (places if player is not None or not mine else mine) if player in (None, each)]
    if len(chosen) != 1:
        raise NotAllowedError(f"Say which place in {game} you decline with --as: {', '.join(places)}.")
    if gathering.body.tickets is not UNSET and chosen[0] not in mine:
        raise NotAllowedError(
            f"The ticket to {chosen[0]}'s place in {game} is not here, so {host} could not tell that it is you. "
            f"To put the invitation away without a word: sits archive {shell(game)}"
        )
    return chosen[0]


def declined(desk: Desk, seat: Seat) -> bool:
    """Whether one has declined an invitation oneself."""
    own = desk.journal.at(seat.game, seat.player, 1) if seat.player is not None else None
    return own is not None and own.packet.kind == "decline"


def take_no(desk: Desk, signed: Signed, body: Declined, invite: Invite, source: str) -> str | None:
    """Tell the host who does not play, once; a no counts only with the ticket of its place, where there are any.

    It takes no number: who has declined can still join, as long as the game has not begun.
    """
    packet, tickets = signed.packet, invite.tickets
    if packet.sender not in {place.player for place in invite.places}:
        why = f"Nobody is invited to {packet.game} as {packet.sender}."
    elif tickets is not UNSET and (body.ticket is None or fingerprint_of(body.ticket) != tickets.get(packet.sender)):
        why = f"{packet.sender} declines without the ticket that stands in {packet.sender}'s own letter."
    else:
        why = f"{packet.sender} does not play{': ' + without_full_stop(one_line(body.words)) if body.words else ''}."
        if desk.journal.put(signed, "refused", why=why, source=source, at=desk.clock()):
            again = f"Invite somebody else to another game, or put this one away: sits archive {shell(packet.game)}"
            desk.journal.tell(packet.game, "declined", f"{why} {again}", desk.clock())
            return packet.game
        return None
    if desk.journal.put(signed, "refused", why=why, source=source, at=desk.clock()):
        desk.journal.tell(packet.game, "refusal", why, desk.clock())
    return None


def who_declined(desk: Desk, game: str) -> tuple[str, ...]:
    """Who has declined, in words, in order of arrival."""
    entries = desk.journal.entries(game, ("refused",), kind="decline")
    return tuple(each.why for each in entries if "does not play" in each.why)
