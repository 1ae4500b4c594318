"""Tickets in the letters of an invitation: each letter's own, by which an answer shows that it answers that letter.

A ticket is 32 unguessable bytes, written in hexadecimal between marks. Rule: house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sits_es.mail.blocks import TICKET, cut, marked

#: Characters of a ticket's block that are looked at, and tickets of one mail that are.
MOST_LETTERS: Final = 2000
MOST_TICKETS: Final = 20

_QUOTES: Final = re.compile(r"[\s>|]")
_HEX: Final = re.compile(r"ticket:?([0-9a-f]{64})", re.IGNORECASE)


def ticket_block(game: str, player: str, ticket: bytes) -> str:
    """A ticket as the letter to a player carries it; game and player are for people to read."""
    return marked(TICKET, f"game {game}\nplayer {player}\nticket\n{ticket.hex()}\n")


def find_tickets(text: str) -> Iterator[str]:
    """Tickets in a text, in hexadecimal, whatever mail programs did to them; half a block holds none."""
    for number, block in enumerate(cut(TICKET, text)):
        if number == MOST_TICKETS:
            return
        found = None if block.missing else _HEX.search(_QUOTES.sub("", block.text[:MOST_LETTERS]))
        if found is not None:
            yield found[1].lower()
