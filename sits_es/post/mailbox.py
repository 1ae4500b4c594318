"""Seats without a program: friends answer reports, and a keeper seals for them. The last orders count."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec
from attrs import evolve

from sits_es.mail.blocks import orders_block
from sits_es.mail.letters import MARK
from sits_es.post import news, orders, reports
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere, decoded
from sits_es.post.replica import Replica, replica_of
from sits_es.post.reports import Outgoing
from sits_es.sentences import one_line
from sits_es.service.orders import game_named

if TYPE_CHECKING:
    from sits_es.mail.reading import Found

_NO_BLOCK: Final = "The mail holds no ORDERS block."
_RULES: Final = (
    "You need only your mail program. When a report comes, answer it from the address it was sent to: keep "
    "the lines from BEGIN ORDERS to END ORDERS, write your orders between them, and send. The reply tells you what "
    "was understood, every mistake with its line, and where your orders lead. To change your orders, answer again: "
    "until all others have sealed, each new answer replaces the one before."
)


def invitation(here: GameHere, seat: str) -> Iterator[str]:
    """How to answer, for the invitation of a seat without a program."""
    yield f"{here.invite.by} invites you to play {seat} in {here.name}, by mail alone."
    yield _RULES
    yield f"The first report comes when the others have joined. If you don't want to play, tell {here.me}."
    yield f"You trust {here.me}, who keeps the log, reads your orders and supplies your part of the dice."


# mails that come


def take(desk: Desk, found: Found, source: str) -> orders.Receipt | None:
    """Take a person's mail and answer it, unless they are a stranger; None if it is for no game."""
    half = " ".join(fault.text for fault in found.faults if fault.name is None)
    replica = _game_of(desk, found, asks=bool(found.orders or half or found.in_reply_to.startswith(MARK)))
    if replica is None:
        return _said(f"{source}: these orders are not for a game played by mail here.") if found.orders else None
    # the least quoted block is meant, but one that came back unchanged counts last
    least = [block.text for block in found.orders if block.depth == found.orders[0].depth]
    blocks = [text for text in least if not orders.stands(replica, text)] or least[:1] or [""]
    mark = f"mail {hashlib.sha256(f'{found.message_id} {blocks}'.encode()).hexdigest()}"
    if found.message_id and desk.drawer.mark(replica.name, mark):
        return _said(f"{source}: this mail was answered when it first arrived.")
    seat, ticket = seat_of(replica, found.sender), orders.seat_of_ticket(replica, blocks[0])
    why = _why_not(replica, found, seat, ticket, "" if blocks[0] else half or _NO_BLOCK)
    if seat is None and not why:
        said = f"{source}: orders for {replica.called} came from {one_line(found.sender)} and were not accepted."
        return _said(f"{said} No seat in the game has that address.")
    if seat is None or why:
        receipt = orders.refused(replica, why)
    else:
        receipt = orders.take_block(replica, seat, source, blocks[0])
    words, did = receipt.words, "taken" if receipt.kept else "NOT taken"
    if receipt.kept and seat is not None:
        _note(replica, seat, found, blocks[0])
        words = f"Your mail holds {len(blocks)} ORDERS blocks; only the first counts.\n{words}" if blocks[1:] else words
    elif seat is not None:
        words += _once_more(replica, seat, blocks[0] if ticket == seat else "")
    if found.message_id:
        desk.drawer.put_mark(replica.name, mark, "answered")
    if found.sender:
        subject, text, to = f"{receipt.game}: your orders are {did}", reports.wrapped(words), found.message_id or None
        answer = reports.from_here(desk, replica.here, found.sender, subject, text, {}, in_reply_to=to)
        desk.drawer.keep("", "answer", f"{found.sender} {mark}", msgspec.json.encode(answer))
    return receipt


def answers(desk: Desk) -> Iterator[Outgoing]:
    """Answers to mails with orders: what was understood, every mistake, and where the orders lead."""
    for key, content in desk.drawer.kept("", "answer").items():
        yield evolve(decoded(Outgoing, content), answer=key)


def _said(words: str) -> orders.Receipt:
    """Words only for the player here."""
    return orders.Receipt(game="", kept=(), words=words)


def _game_of(desk: Desk, found: Found, *, asks: bool) -> Replica | None:
    """The game that orders name, or else one in which the sender has a seat without a program."""
    named = game_named(found.orders[0].text) if found.orders else None
    games = [here for here in desk.drawer.games() if here.begun]
    if named is not None and (here := desk.find_game(named)) in games:
        return replica_of(desk, here.name)
    for here in games if asks else ():
        with desk.apart(here.name):
            if seat_of(replica := replica_of(desk, here.name), found.sender) not in (None, replica.me):
                return replica
    return None


def _at(replica: Replica, sender: str) -> str | None:
    """Who has an address."""
    addresses, seats = replica.desk.drawer.addresses(replica.name), replica.state.seats
    return next((seat for seat, at in addresses.items() if seat in seats and at.lower() == sender.lower()), None)


def seat_of(replica: Replica, sender: str) -> str | None:
    """The seat that a mail can order for: the player's own, or one that this program seals for; None for others."""
    seat, seats = _at(replica, sender) if sender else replica.me, replica.state.seats
    seals = seat is not None and seats[seat].mailbox and news.can_order(replica, seats[seat])
    return seat if seals or seat == replica.me else None


def _why_not(replica: Replica, found: Found, seat: str | None, ticket: str | None, lacks: str) -> str:
    """Why orders are not taken, or "". seat: whose they may be; ticket: whose they hold; lacks: their block's fault."""
    keeper, whose = replica.state.keeper, _at(replica, found.sender)
    if seat is not None:
        later = float(replica.desk.drawer.mark(replica.name, f"wrote {seat}") or 0)
        if found.date is not None and found.date < later:
            return "You sent a later message, and its orders count instead. To change your orders, answer again."
        return lacks
    if whose is not None and replica.state.seats[whose].mailbox:
        return f"{keeper} keeps the log now and does not read orders. Ask {keeper} how to continue."
    if whose is not None:
        return "Your orders came in plain text. Seal them with your program instead: sits orders seal FILE"
    if ticket is None:
        return ""
    where = f"Your mail comes from {one_line(found.sender)}, but orders for {ticket} count only from the address"
    return f"{where} that the report was sent to. Send your orders from there."


def _note(replica: Replica, seat: str, found: Found, text: str) -> None:
    """Note which mail's orders were taken and when it was written; a clock that is ahead does not count."""
    now = replica.desk.minutes() * 60
    wrote = now if found.date is None else min(found.date, now)
    replica.desk.drawer.put_mark(replica.name, f"wrote {seat}", str(wrote))
    if seat != replica.me:
        replica.desk.drawer.put_mark(replica.name, f"mail {seat}", text)


def _once_more(replica: Replica, seat: str, text: str) -> str:
    """The block to answer with: the same, or a new one if it is empty."""
    if text:
        return f"\n\nTo correct them, answer with this block:\n\n{orders_block(text)}"
    new = "\n\n".join(reports.block(replica, seat))
    return f"\n\nTo give orders, answer with this block:\n\n{new}" if new else ""


# mails that go out


def letters(replica: Replica, *, own: bool) -> Iterator[Outgoing]:
    """Reports to seats without a program, the last one when their umpire stops. own: also the player's own."""
    state, desk, course, addresses = (
        replica.state,
        replica.desk,
        replica.course,
        replica.desk.drawer.addresses(replica.name),
    )
    serves = state.keeper == replica.me and state.reads
    for seat in state.seats.values():
        mine = own and seat.id == replica.me
        theirs = seat.mailbox and (serves or replica.me == replica.here.invite.by)
        if not (mine or theirs) or seat.id not in addresses:
            continue
        mark, in_turns = f"told to {seat.id}", (mine or serves) and not seat.out
        known = desk.drawer.mark(replica.name, mark).split()
        owed = news.owes(replica, seat.id) if in_turns and course.moment not in replica.plots(seat.id) else None
        # who is not waited for gets one a turn; who is late, one more; facts from a table are told as they come
        calls = owed or course.over or (state.owed is None and in_turns) or (mine and news.to_sign(replica, seat.id))
        late = f"{course.moment.turn}.{course.moment.segment}.{state.cast}" if owed and owed.late else "-"
        stands = ["out" if seat.out else "away" if seat.away else "in", str(course.moment.turn) if in_turns else "-"]
        new = [course.bookmark(), *stands, late]
        if known[1:3] == stands and not (calls and known != new):
            continue
        subject = f"{news.where(replica)}: {'please send your orders' if owed else 'report'}"
        marks = {mark: " ".join(new), **dict([reports.notes_told(replica, seat.id)])}
        report = reports.wrapped(reports.own(replica, course.event_at(known[0] if known else ""), seat.id))
        yield reports.from_here(desk, replica.here, addresses[seat.id], subject, report, marks)
