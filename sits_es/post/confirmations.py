"""Receipts between programs: whose letter came and needs no other answer is told so, once, and never for a receipt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.outgoing import readers, waiting_for
from sits_es.post.protocol.bodies import Ack
from sits_es.post.receipts import TAKEN
from sits_es.post.replica import Replica


def confirm(replica: Replica, *, wanted: bool) -> None:
    """Answer everybody whose packets are new here and to whom nothing else goes. wanted: False only notes them."""
    desk, game = replica.desk, replica.game
    if not desk.started(replica.seat) or replica.chain().game.people[replica.me].role == "spectator":
        return
    for sender, signed in _newest(desk.journal.accepted(game), readers(replica)):
        name = f"confirmed {game} {sender}"
        if signed.packet.number <= int(desk.journal.kept(name) or 0):
            continue
        desk.journal.keep(name, str(signed.packet.number))
        if wanted and not waiting_for(replica, sender):
            replica.post(Ack(packet=signed.digest, words=TAKEN))


def _newest(packets: Sequence[Signed], senders: Sequence[str]) -> Iterator[tuple[str, Signed]]:
    """The last packet of each sender that is no receipt."""
    found = {signed.packet.sender: signed for signed in packets if signed.packet.kind != "ack"}
    return ((sender, found[sender]) for sender in senders if sender in found)


def confirmed(desk: Desk, seat: Seat) -> dict[str, int]:
    """The number of one's last packet of which each player has said that it came."""
    found: dict[str, int] = {}
    for signed in desk.journal.accepted(seat.game, kinds=("ack",)):
        about = desk.journal.find(signed.packet.body["packet"])
        if about is not None and about.packet.sender == seat.player != signed.packet.sender:
            sender = signed.packet.sender
            found[sender] = max(about.packet.number, found.get(sender, 0))
    return found
