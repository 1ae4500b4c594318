"""Tickets in the letters of an invitation: each letter's own, by which an answer shows that it answers that letter.

A ticket is 32 unguessable bytes, written in hexadecimal between marks. Rule: house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from sits_es.mail.blocks import TICKET, cut, marked, unmarked

#: Tickets of one mail that are looked at, and characters of each block.
MOST_TICKETS: Final = 20
_MOST_LETTERS: Final = 2000

_HEX: Final = re.compile(r"ticket:?([0-9a-f]{64})", re.IGNORECASE)


def ticket_block(game: str, player: str, ticket: bytes) -> str:
    """A ticket as the letter to a player carries it; game and player are for people to read."""
    return marked(TICKET, f"game {unmarked(game)}\nplayer {unmarked(player)}\nticket\n{ticket.hex()}\n")


def find_tickets(text: str) -> Iterator[str]:
    """Tickets in a text, in hexadecimal, whatever mail programs did to them; half a block holds none."""
    for block in islice(cut(TICKET, text), MOST_TICKETS):
        if not block.missing and (found := _HEX.search(re.sub(r"[\s>|]", "", block.text[:_MOST_LETTERS]))):
            yield found[1].lower()
