"""Tickets to places of a game: what the host writes into each letter, and what is kept of those that came."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from msgspec import UNSET

from sits_es.canonical import canonical
from sits_es.mail.tickets import ticket_block
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.bodies import Invite

#: Tickets that are kept before their invitation is here; mails come in any order.
MOST_KEPT: Final = 100


def ticket_to(desk: Desk, mark: str, player: str) -> bytes:
    """The ticket to a place of one's own game. mark: the game's.

    It follows from a secret of this folder, so that the same letter written again carries the same one.
    """
    return hmac.digest(desk.secrets.ticket(), canonical(["invitation", mark, player]), hashlib.sha256)


def fingerprint_of(ticket: str) -> str:
    """SHA-256 of a ticket given in hexadecimal, as an invitation names it."""
    return hashlib.sha256(bytes.fromhex(ticket)).hexdigest()


def ticket_text(desk: Desk, game: str, invite: Invite, player: str) -> str:
    """What a host's letter to a player carries besides the invitation; nothing in games without tickets."""
    mark = str(invite.created[1].get("terms", {}).get("mark", ""))
    ticket = ticket_to(desk, mark, player)
    if invite.tickets is UNSET or invite.tickets.get(player) != fingerprint_of(ticket.hex()):
        return ""
    said = "Your own ticket to this game: your program needs it to answer. Give it to nobody else."
    return f"{said}\n\n{ticket_block(game, player, ticket)}"


def keep_ticket(desk: Desk, ticket: str) -> bool:
    """Keep a ticket that came in a letter. Whether it is new, and of a game that is here or may still come."""
    digest = fingerprint_of(ticket)
    if desk.journal.kept(_name(digest)) is not None:
        return False
    wanted = any(digest in _tickets(desk, seat.invite).values() for seat in desk.journal.seats())
    if not wanted and desk.journal.count_kept(_name("")) >= MOST_KEPT + len(desk.journal.seats()):
        return False
    desk.journal.keep(_name(digest), ticket)
    return wanted


def ticket_here(desk: Desk, invite: Invite, player: str) -> str | None:
    """The ticket to a player's place, once the letter with it is here."""
    wanted = invite.tickets.get(player) if invite.tickets is not UNSET else None
    return desk.journal.kept(_name(wanted)) if wanted is not None else None


def _tickets(desk: Desk, digest: str) -> dict[str, str]:
    found = desk.journal.find(digest)
    said = found.packet.body.get("tickets") if found is not None else None
    return dict(said) if isinstance(said, dict) else {}


def _name(digest: str) -> str:
    return f"ticket {digest}"
