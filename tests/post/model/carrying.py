"""Programs at one table, and the packets that are carried between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sits_es.mail.packet import Signed
from tests.post.model.beginning import PEOPLE, TRUSTEE
from tests.post.model.seat import Seat


def seats(players: int, *, escrow: bool = False, program: type[Seat] = Seat) -> dict[str, Seat]:
    """Programs of everybody at a table; between two with an escrow the trustee's as well. program: of what kind."""
    there = [*PEOPLE[:players], *([TRUSTEE] if escrow and players == 2 else [])]
    return {who: program.at_a_table_of(players, who, escrow=escrow) for who in there}


def carry(found: dict[str, Seat], but: Iterable[str] = ()) -> None:
    """Carry packets round until nothing moves. but: who neither gets nor sends any."""
    there = [seat for who, seat in found.items() if who not in but]
    moved = True
    while moved:
        before = [len(seat.accepted) + len(seat.seconds) for seat in there]
        packets: dict[Any, Signed] = {signed.digest: signed for seat in there for signed in seat.everything()}
        for seat in there:
            seat.take(packets.values())
            seat.go_on()
        moved = before != [len(seat.accepted) + len(seat.seconds) for seat in there]


def wait(found: dict[str, Seat], now: str) -> None:
    """Let it be later for everybody."""
    for seat in found.values():
        seat.now = now
        seat.go_on()
