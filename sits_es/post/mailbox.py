"""Seats without a program: friends who play by answering reports, under a keeper who reads and seals for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.mail.letters import Letter
from sits_es.post import news, orders, reports, signing
from sits_es.post.drawer import GameHere
from sits_es.post.outgoing import Outgoing, mark_of, thread_of
from sits_es.post.replica import Replica
from sits_es.sentences import one_line

#: Under these names the drawer keeps what a seat was told, and of what it was reminded.
_TOLD, _REMINDED = "told to", "reminded"
_RULES: Final = (
    "You need nothing but this mail program. When a report comes, answer it: keep the lines from BEGIN ORDERS to END "
    "ORDERS, write your orders between them, and send. An answer tells you what was understood, every mistake with its "
    "line, and where your orders lead. Answer again to change them; the last answer counts when all "
    "others have sealed."
)


def invitation(here: GameHere, seat: str) -> Iterator[str]:
    """The rules of answering, for the invitation of a seat without a program."""
    yield f"{here.invite.by} invites you to play {seat} in {here.name}, by mail alone."
    yield _RULES
    yield f"What you trust: {here.me}, who keeps the game, reads your orders and makes your part of the dice."


def seat_of(replica: Replica, sender: str) -> str | None:
    """Whose address a mail comes from: one's own seat, or one without a program that one seals for; None for others."""
    addresses = replica.desk.drawer.addresses(replica.name)
    state = replica.state
    for seat in state.seats.values():
        mine = seat.id == replica.me or (seat.mailbox and state.keeper == replica.me and state.reads)
        if mine and addresses.get(seat.id, "").lower() == sender.lower():
            return seat.id
    return replica.me if not sender else None


def take(replica: Replica, sender: str, source: str, text: str) -> orders.Receipt:
    """Take orders that answer a report. Raises NotAllowedError for those of nobody who may give them so."""
    seat = seat_of(replica, sender)
    if seat is None:
        raise NotAllowedError(
            f"{source}: orders for {replica.called} come from {one_line(sender)} in plain text and are not taken. A "
            "player with a program gives them with it: sits orders seal FILE"
        )
    receipt = orders.take_block(replica, seat, source, text)
    if receipt.kept and seat != replica.me:
        signing.note_mail(replica, seat, text)
    return receipt


def letters(replica: Replica, addresses: Mapping[str, str]) -> Iterator[Outgoing]:
    """The report to each seat without a program where something is new for it, and one reminder when it is late."""
    state, desk, name = replica.state, replica.desk, replica.name
    if state.keeper != replica.me or not state.reads:
        return
    for seat in state.seats.values():
        if not seat.mailbox or seat.out or seat.id not in addresses:
            continue
        told = int(mark_of(desk, name, f"{_TOLD} {seat.id}") or -1)
        waits = any(each.seat == seat.id for each in news.waiting(replica))
        waits = waits and state.course.moment not in replica.plots(seat.id)
        late = waits and desk.minutes() >= state.due(seat.id)
        reminder = f"{state.course.moment.turn}.{state.course.moment.segment} {state.cast}"
        new = replica.course.point.version > told and (waits or replica.course.over or told < 0)
        if not new and not (late and mark_of(desk, name, f"{_REMINDED} {seat.id}") != reminder):
            continue
        subject = f"{news.where(replica)}: {'please send your orders' if waits else 'report'}"
        yield Outgoing(
            letter=Letter(
                sender=addresses.get(replica.me, ""),
                to=(addresses[seat.id],),
                subject=one_line(subject),
                report=reports.own(replica, told, seat.id),
                thread=thread_of(replica.here),
                date=datetime.fromisoformat(desk.clock()),
            ),
            game=name,
            marks={
                f"{_TOLD} {seat.id}": str(replica.course.point.version),
                **dict([reports.notes_told(replica, seat.id)]),
                **({f"{_REMINDED} {seat.id}": reminder} if late else {}),
            },
        )
