"""Letters to all in a game: a report, the log as far as a reader lacks it, and the pool. None without news."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, takewhile
from typing import Final, TypeVar

from sits_es.canonical import canonical
from sits_es.mail.blocks import MOST_BYTES
from sits_es.post import mailbox, news, opening, reports
from sits_es.post.bundle import MOST_LINES, Bundle, split
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log import due
from sits_es.post.log.entries import Entry, packets_in
from sits_es.post.log.packets import Ask, Body, Decline, Holds, Invite, Join, Note, Place, Signed, write_part
from sits_es.post.replica import Replica, replica_of
from sits_es.post.reports import Outgoing, from_here, wrapped
from sits_es.sentences import paragraphs

#: Most bytes of entries in a letter, packed. A reader with a longer gap asks for the rest.
MOST_ENTRIES: Final = 30_000
#: A packet that the log still lacks is sent again after this many days.
AGAIN: Final = (1, 2, 4, 8, 16, 32)
_DAY: Final = 24 * 60
Fitting = TypeVar("Fitting", Entry, Signed)
#: After this many hours the keeper shows what the log holds, even if nobody waits for it.
ACKNOWLEDGE: Final = 12


def due_letters(desk: Desk, again: str | None = None, *, own_reports: bool = False) -> Iterator[Outgoing]:
    """Every letter that is due. again: a game whose whole log goes out again; own_reports: also the player's own."""
    yield from mailbox.answers(desk)
    for here in desk.drawer.games():
        found, once_more = list[Outgoing](), here.name == again
        with desk.apart(here.name):  # such as a missing key
            if here.key is not None and not here.begun:
                found = [*before(desk, here, again=once_more)]
            elif here.key is not None:
                replica = replica_of(desk, here.name)
                found = [
                    *_to_programs(replica, again=once_more),
                    *_to_spectators(replica),
                    *mailbox.letters(replica, own=own_reports and not here.away),
                ]
        yield from found


# before the game


def before(desk: Desk, here: GameHere, *, again: bool = False) -> Iterator[Outgoing]:
    """The invitation to each seat, or the answer to the host."""
    addresses, pool = desk.drawer.addresses(here.name), desk.drawer.pool(here.name).values()
    own = tuple(packet for packet in pool if packet.by == here.me)
    if here.me == here.invite.by:
        for place in here.offer.seats:
            mark = f"sent to {place.id}"
            if place.id != here.me and place.id in addresses and (again or not desk.drawer.mark(here.name, mark)):
                subject, lines, bundle = _invitation(desk, here, place, own)
                to, text = addresses[place.id], wrapped(*lines)
                yield from_here(desk, here, to, subject, text, {mark: "invited"}, content=bundle)
        return
    host = addresses.get(here.invite.by)
    if own and host and (again or desk.drawer.mark(here.name, "sent") != own[-1].digest):
        did, what = ("does not play", "refusal") if isinstance(own[-1].body, Decline) else ("joins", "answer")
        words = wrapped(f"Nothing to do: {here.me} {did} {here.name}; your program records the {what} (sits mail in).")
        subject, marks = f"{here.name}: {what} from {here.me}", {"sent": own[-1].digest}
        yield from_here(desk, here, host, subject, words, marks, content=write_part(Bundle(packets=own)))


def _invitation(desk: Desk, here: GameHere, place: Place, own: Iterable[Signed]) -> tuple[str, list[str], bytes | None]:
    """The host's letter to a seat: subject, lines, and a bundle if the seat has a program."""
    subject = f"{here.name}: invitation from {here.me}"
    if place.role == "spectator":
        words = [f"Nothing to do: you are watching {here.name}. Reports come to you by mail.", ""]
        return f"{here.name}: you are watching", [*words, *opening.game_text(here)], None
    if place.mailbox:
        return subject, [*mailbox.invitation(here, place.id), "", *opening.invitation_text(here)], None
    invites = f"{here.invite.by} invites you to {here.name} as {place.id}."
    answer = f"{invites} To see the terms and answer, save this letter as a file: sits mail in FILE"
    ticket = desk.drawer.mark(here.name, f"ticket {place.id}")
    joins = tuple(packet for packet in own if isinstance(packet.body, Join))
    bundle = write_part(Bundle(packets=(here.invite, *joins), ticket=ticket))
    return f"{subject} - please answer", [answer, "", *opening.game_text(here)], bundle


# in the game


def _to_programs(replica: Replica, *, again: bool) -> Iterator[Outgoing]:
    """The letter to all programs, if there is something new for them."""
    desk, name, state = replica.desk, replica.name, replica.state
    addresses = {seat: at for seat, at in desk.drawer.addresses(name).items() if seat in replica.readers()}
    if not addresses:
        return
    shows, now = {"sent": _mark(replica), **_newcomers(replica, addresses)}, desk.minutes()
    # how many times it is due to ask and send again, as letters may be lost
    days = sum(now - min(_waits(replica), default=now) >= day * _DAY for day in AGAIN)
    new = {mark for mark, says in shows.items() if says not in ("", desk.drawer.mark(name, mark))}
    late = days > int(desk.drawer.mark(name, "sent again") or 0)
    if late:
        replica.ask()
    sent, asks = desk.drawer.kept(name, "sent"), (packet for packet, _ in replica.held.said(Ask))
    questions = tuple(packet for packet in asks if packet.by != replica.me and packet.digest not in sent)
    bundle = _bundle(replica, addresses, questions, whole=again or bool(new - {"sent"}))
    carried = [*bundle.packets, *(packet for entry in bundle.entries for packet in packets_in(entry))]
    first_said = (each for each in carried if each.digest not in sent and not isinstance(each.body, Invite | Join))
    own = [each for each in first_said if each.by == replica.me]
    if not (again or late or new or own or questions or _is_to_acknowledge(replica)):
        return
    # the keeper tells what was played, once the game waits for people again
    keeps, known = state.keeper == replica.me, desk.drawer.mark(name, "told")
    # another keeper has told what came before
    since = replica.course.event_at(known) if known or not state.link.epoch else replica.course.point.version
    tells = keeps and news.is_at_rest(replica)
    tells_it = tells and not again
    holds = ", ".join(sorted({_kind(each.body) for each in own})) or "the log"
    holds = "report" if tells_it and replica.course.point.version > since else holds
    words = [
        news.status_line(replica),
        f"From {replica.me}, for your program (sits mail in): {holds}.",
        reports.public(replica, since if tells_it or not (keeps or again) else None, tells=tells_it),
    ]
    first = addresses.get(state.keeper) or next(iter(addresses.values()))
    told = replica.course.bookmark(since if keeps and not tells else None)
    yield from_here(
        desk,
        replica.here,
        first,
        f"{news.where(replica)}: {holds} from {replica.me}",
        paragraphs(words),
        {**shows, "sent again": str(days), "sent up to": str(state.link.n), "told": told},
        holds=holds,
        packets=tuple(each.digest for each in carried),
        cc=tuple(address for address in addresses.values() if address != first),
        page=holds == "report",
        content=write_part(bundle),
    )


def is_owed_one(replica: Replica) -> bool:
    """Whether the others have not been written what the player has signed or, as the keeper, logged."""
    drawer, link, name = replica.desk.drawer, replica.state.link, replica.name
    new = link.since(int(drawer.mark(name, "sent up to") or 0))
    signed = (*due.unlogged(replica.held), *(packet for each in new for packet in packets_in(each.entry)))
    own = (each for each in signed if each.by == replica.me and not isinstance(each.body, Invite | Join))
    sent, shows = drawer.kept(name, "sent"), _mark(replica)
    return any(each.digest not in sent for each in own) or shows not in ("", drawer.mark(name, "sent"))


def _to_spectators(replica: Replica) -> Iterator[Outgoing]:
    """The report to each spectator after something was played; only the host's program writes it."""
    desk, name = replica.desk, replica.name
    seats = replica.here.offer.seats if replica.me == replica.here.invite.by else ()
    for seat in (place.id for place in seats if place.role == "spectator"):
        address, mark = desk.drawer.addresses(name).get(seat), f"told to {seat}"
        # of what is resolved, as many exchanges late as agreed
        ends = [each.last for each in replica.opened.history.played() if each.last is not None]
        upto = (ends[: max(len(ends) - replica.state.terms.spectators, 0)] or [-1])[-1]
        told = replica.course.event_at(desk.drawer.mark(name, mark))
        if address and upto > told and news.is_at_rest(replica):
            words = f"Nothing to do: you are watching {replica.called}."
            text = wrapped(words, "", paragraphs(reports.played(replica, told, upto)))
            subject, marks = f"{news.where(replica)}: report", {mark: replica.course.bookmark(upto)}
            yield from_here(desk, replica.here, address, subject, text, marks)


def _newcomers(replica: Replica, readers: Iterable[str]) -> dict[str, str]:
    """A bookmark for each reader whose seat a decision gave them, by key: they know nothing before a first letter."""
    first = replica.state.link.since(-1)[0].entry
    keys = {packet.key for packet in packets_in(first)}
    seats = [replica.state.seats[seat] for seat in readers]
    return {f"sent to {seat.id} {seat.key}": "all of the log" for seat in seats if seat.key not in keys}


def _waits(replica: Replica) -> Iterator[int]:
    """Since when the log lacks a packet of ours, or we wait for others, in UTC minutes. Programs have a day."""
    state, waiting = replica.state, news.waiting(replica)
    if (own := replica.oldest_waiting(replica.me)) is not None:
        yield own
    logged = state.link.entry.order.at + _DAY
    if not waiting and state.owed is not None and state.keeper != replica.me:
        yield logged
    for each in waiting:
        if each.seat != replica.me:
            yield each.due - _DAY if each.person else logged


def _is_to_acknowledge(replica: Replica) -> bool:
    """Whether we keep the log, and for hours it has held packets of others that no letter shows."""
    state, old = replica.state, replica.desk.minutes() - ACKNOWLEDGE * 60
    new = state.link.since(int(replica.desk.drawer.mark(replica.name, "sent up to") or 0))
    logged = (each for link in new if link.entry.order.at <= old for each in packets_in(link.entry))
    return state.keeper == replica.me and any(each.by != replica.me for each in logged)


def _mark(replica: Replica) -> str:
    """Changes once our log has news for others, or we hold two logs; empty if there is nothing to show."""
    state = replica.state
    kept: list[object] = []
    if state.keeper == replica.me:
        course, sets = state.course, (each.set for each in state.exchanges.values() if each.set is not None)
        seats = [[seat.id, seat.away, seat.out, seat.until] for seat in state.seats.values()]
        fixed = sorted(each.digest or each.bare for each in sets)
        kept = [course.record, state.cast, state.link.epoch, fixed, sorted(state.passed), sorted(state.votes), seats]
    elif state.link.n == 0 and replica.me == replica.here.invite.by:
        kept = ["begun"]  # the host signs the beginning, even if somebody else keeps the log
    two = sorted(link.digest for link in replica.held.logs if not state.link.holds(link.has))
    return hashlib.sha256(canonical([kept, two])).hexdigest() if kept or two else ""


def _bundle(replica: Replica, readers: Collection[str], questions: Sequence[Signed], *, whole: bool) -> Bundle:
    """What a letter carries: the log as far as one of its readers lacks it, and the pool.

    Packets that the readers have are only named. Packets of others go along after a day, as their own letters may be
    lost. whole: the whole log with its packets, longer than usual letters, for anybody who asks.
    """
    held, drawer, name = replica.held, replica.desk.drawer, replica.name
    gaps = {each: due.lacked(held, each) for each in readers}
    links = held.state.link.since(-1) if whole else max(gaps.values(), key=len)
    answers = (link for each in questions for link in due.answer(held, each))
    found = {link.digest: link.entry for link in (*links, *answers)}
    whole = whole or bool(questions)
    sent, came, old = drawer.kept(name, "sent"), drawer.came(name), replica.desk.minutes() - _DAY
    keeps, key = held.state.keeper == replica.me, replica.identity.key
    logged = takewhile(
        lambda entry: whole or keeps or entry.key == key or entry.order.at <= old,
        sorted(found.values(), key=lambda entry: entry.order.n),
    )
    entries, lines = split(logged, lambda packet: not whole and (packet.digest in sent or packet.by in readers))
    fit = list(_that_fit(entries, MOST_BYTES // 2))
    packed = accumulate(0 if whole else len(zlib.compress(write_part(entry), 1)) for entry in fit)
    kept = [entry for entry, size in zip(fit, packed, strict=True) if size <= MOST_ENTRIES] or entries[:1]
    packets = [
        packet
        for packet in due.unlogged(held)
        if (whole or packet.by == replica.me or came.get(packet.digest, old) <= old)
        and (whole or not due.spent(held.state, packet))
        and not (isinstance(packet.body, Ask) and packet.by != replica.me and packet.digest in sent)
    ]
    # a letter has a limit, whatever fills the pool: the most useful goes
    packets.sort(key=lambda packet: (packet.by != replica.me, len(write_part(packet)), packet.digest))
    proof = due.beside(held)
    known = {each: n for each, gap in gaps.items() if (n := held.state.link.n - len(gap)) >= 0}
    head = replica.signed(Holds(known=known, answers=tuple(each.digest for each in questions)))
    return Bundle(
        head=head, entries=(*kept, *_that_fit(proof)), lines=lines[:MOST_LINES], packets=tuple(_that_fit(packets))
    )


def _that_fit(parts: Sequence[Fitting], most: int = MOST_BYTES // 6) -> Iterator[Fitting]:
    """The first parts of a bundle that leave room for the others. most: bytes."""
    sizes = accumulate(len(write_part(each)) for each in parts)
    return (each for each, size in zip(parts, sizes, strict=True) if size <= most)


#: What people call a kind of packet, if that is another word.
_KINDS: Final = {
    "act": "orders",
    "open": "opening",
    "resign": "resignation",
    "decide": "signature",
    "standing": "standing orders",
    "next": "request for another keeper",
    "ask": "log request",
}


def _kind(body: Body) -> str:
    if isinstance(body, Note):
        return "dispute" if body.about is not None else "message" if body.offer is None else "what-if"
    return _KINDS.get(body.kind, body.kind)
