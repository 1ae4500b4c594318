"""Letters: one mail to all who are in a game, with a report first and a bundle of entries and packets last.

A letter holds the log as far as any reader isn't known to have it, and all packets that the log lacks. Nothing is sent
while nothing is new.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from textwrap import wrap
from typing import Final

from sits_es.canonical import canonical
from sits_es.errors import NotAllowedError
from sits_es.mail.armour import MOST_BYTES
from sits_es.mail.blocks import ticket_block
from sits_es.mail.letters import Letter
from sits_es.post import mailbox, news, opening, outgoing, reports
from sits_es.post.bundle import Bundle, split
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log import due
from sits_es.post.log.entries import Entry, Found, packets_in
from sits_es.post.log.packets import Ask, Body, Decline, Holds, Join, Note, Place, Signed, write_part
from sits_es.post.outgoing import Outgoing, event_at, mark_of, point_of
from sits_es.post.replica import Replica, replica_of
from sits_es.report.prose import first_line, joined, sentences
from sits_es.sentences import shell

#: Bytes of entries in a letter, packed: of a longer gap this much goes, and its reader asks for the rest.
MOST_ENTRIES: Final = 30_000
#: After so many days a packet that the log still lacks is sent again.
AGAIN: Final = (1, 2, 4, 8, 16, 32)
_DAY: Final = 24 * 60
#: After so many hours the keeper shows what the log holds, though nobody waits for it.
ACKNOWLEDGE: Final = 12
#: Under these names the drawer keeps what was sent, up to which entry, and what of the record has been told.
_SENT, _DAYS, _UPTO, _TOLD = "sent", "sent again", "sent up to", "told"
#: Characters in a line of a letter.
_COLUMNS: Final = 76


def due_letters(desk: Desk, again: str | None = None, *, own_reports: bool = False) -> Iterator[Outgoing]:
    """Every letter that must go out. again: a game whose whole log goes to everybody once more.

    own_reports: one's own report goes to one's own address as well, to be answered with orders.
    """
    yield from _answers(desk)
    for here in desk.drawer.games():
        if here.me is None or here.key is None:
            continue
        if not desk.begun(here):
            yield from _before(desk, here, again=here.name == again)
        else:
            replica = replica_of(desk, here.name)
            try:
                found = list(_in_game(replica, again=here.name == again))
            except NotAllowedError:
                continue  # its key is not here, as has been said; other games' letters go out
            yield from found
            yield from _own_report(replica) if own_reports and not here.away else ()


def _own_report(replica: Replica) -> Iterator[Outgoing]:
    """One's own report, where something is new in it."""
    desk, name, me = replica.desk, replica.name, replica.me
    address, mark = desk.drawer.addresses(name).get(me), f"{_TOLD} to {me}"
    told, asked = mark_of(desk, name, mark), news.asked(replica, me)
    new = f"{point_of(replica.course)} {asked}"
    if address and told != new:
        text = reports.own(replica, event_at(replica.course, told.partition(" ")[0]))
        letter = _mail(desk, replica.here, address, f"{news.where(replica)}: your report", [text], None)
        yield Outgoing(letter=letter, game=name, marks={mark: new})


# before the game


def _before(desk: Desk, here: GameHere, *, again: bool) -> Iterator[Outgoing]:
    """The invitation to each seat, or one's answer to the host."""
    addresses = desk.drawer.addresses(here.name)
    if here.me == here.invite.by:
        for place in opening.offer_of(here).seats:
            mark = f"{_SENT} to {place.id}"
            if place.id != here.me and place.id in addresses and (again or not mark_of(desk, here.name, mark)):
                letter = _invitation(desk, here, place, addresses[place.id])
                yield Outgoing(letter=letter, game=here.name, marks={mark: "invited"})
        return
    pool = desk.drawer.pool(here.name).values()
    own = tuple(packet for packet in pool if packet.by == here.me)
    host = addresses.get(here.invite.by)
    if own and host and (again or mark_of(desk, here.name, _SENT) != own[-1].digest):
        declines = isinstance(own[-1].body, Decline)
        did = "does not play" if declines else "joins"
        words = [f"Nothing to do: {here.me} {did} {here.name}, and your program (sits mail in) notes it."]
        subject = f"{here.name}: {'refusal' if declines else 'answer'} of {here.me}"
        letter = _mail(desk, here, host, subject, words, Bundle(packets=own))
        yield Outgoing(letter=letter, game=here.name, marks={_SENT: own[-1].digest})


def _invitation(desk: Desk, here: GameHere, place: Place, address: str) -> Letter:
    """The host's letter to a seat, with its ticket.

    A seat without a program gets the rules of answering instead, and a spectator has nothing to answer.
    """
    subject = f"{here.name}: invitation of {here.me} - please answer"
    if place.role == "spectator":
        words = [f"Nothing to do: you look on at {here.name}. Reports of what is played come to you by mail.", ""]
        words += opening.game_text(here)
        return _mail(desk, here, address, f"{here.name}: you look on", words, None)
    if place.mailbox:
        words = [*mailbox.invitation(here, place.id), "", *opening.invitation_text(here)]
        return _mail(desk, here, address, f"{here.name}: invitation of {here.me}", words, None)
    answer = [f"Answer {here.invite.by}'s invitation to {here.name}: sits join {shell(here.name)}", ""]
    ticket = ticket_block(here.name, place.id, bytes.fromhex(opening.ticket_for(desk, here, place.id) or ""))
    lines = [*answer, *opening.invitation_text(here), "", ticket]
    pool = desk.drawer.pool(here.name).values()
    own = tuple(packet for packet in pool if packet.by == here.me and isinstance(packet.body, Join))
    return _mail(desk, here, address, subject, lines, Bundle(packets=(here.invite, *own)))


def _mail(desk: Desk, here: GameHere, to: str, subject: str, lines: Iterable[str], bundle: Bundle | None) -> Letter:
    about = (f"Game: {here.name}", f"From: {here.me}")
    content = None if bundle is None else write_part(bundle)
    return outgoing.letter(desk, here, (to,), subject, "\n".join(wrapped(lines)), content=content, about=about)


def _answers(desk: Desk) -> Iterator[Outgoing]:
    """Answers to mails with orders: what was understood, every mistake, and where the orders lead."""
    for number, name, address, subject, words, answers in desk.drawer.queued():
        report = "\n".join(wrapped([words]))
        letter = outgoing.letter(desk, desk.game(name), (address,), subject, report, in_reply_to=answers)
        yield Outgoing(letter=letter, game=name, marks={}, answer=number)


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Lines no longer than mail programs let be; what goes on is set in as its line is. Blocks stay as they are."""
    inside = False
    for line in "\n".join(lines).split("\n"):
        inside = line.startswith("-----BEGIN") or (inside and not line.startswith("-----END"))
        if inside:
            yield line
            continue
        indent = line[: len(line) - len(line.lstrip())]
        yield from wrap(line, _COLUMNS, subsequent_indent=indent, break_long_words=False) or [""]


# in the game


def _in_game(replica: Replica, *, again: bool) -> Iterator[Outgoing]:
    """The letter to all who have programs, where something is new to them; the reports of those who have none."""
    desk, name = replica.desk, replica.name
    addresses = desk.drawer.addresses(name)
    readers = [seat for seat in replica.readers() if seat in addresses]
    mark, days = _mark(replica), _days(replica)
    late = days > int(mark_of(desk, name, _DAYS) or 0)
    if late and readers:
        replica.ask()
    late = late or _is_to_acknowledge(replica)
    news_of_log = mark not in ("", mark_of(desk, name, _SENT))
    newcomers = [mark for mark in _newcomers(replica, readers) if not mark_of(desk, name, mark)]
    if readers and (again or late or newcomers or news_of_log or _is_new(replica, readers) or asked(replica)):
        bundle = bundle_for(replica, readers, whole=again or bool(newcomers))
        tells = _tells(replica)
        yield Outgoing(
            letter=_letter(replica, readers, addresses, bundle, tells=tells and not again),
            game=name,
            marks={
                _SENT: mark,
                **dict.fromkeys(newcomers, "all of the log"),
                _DAYS: str(days),
                _UPTO: str(replica.state.link.n),
                _TOLD: point_of(
                    replica.course, None if tells or replica.state.keeper != replica.me else _since(replica)
                ),
            },
            packets=tuple(packet.digest for packet in packets_of(bundle)),
        )
    for seat in replica.spectators():
        upto = reports.told_to_spectators(replica)
        told = event_at(replica.course, mark_of(desk, name, f"{_TOLD} to {seat}"))
        if seat in addresses and upto > told and news.is_at_rest(replica):
            looks = f"Nothing to do: you look on at {replica.called}."
            text = f"{looks}\n\n{reports.resolved(replica, told, upto).text}"
            letter = _mail(desk, replica.here, addresses[seat], f"{news.where(replica)}: report", [text], None)
            yield Outgoing(letter=letter, game=name, marks={f"{_TOLD} to {seat}": point_of(replica.course, upto)})
    yield from mailbox.letters(replica, addresses)


def _newcomers(replica: Replica, readers: Sequence[str]) -> Iterator[str]:
    """A bookmark for each reader to whom a decision gave a seat, by key: they hold nothing before a first letter."""
    first = replica.state.link.since(-1)[0].entry.order.what
    keys = {packet.key for packet in first.joins} if isinstance(first, Found) else set()
    seats = (replica.state.seats[seat] for seat in readers)
    return (f"{_SENT} to {seat.id} {seat.key}" for seat in seats if seat.key not in keys)


def _is_new(replica: Replica, readers: Sequence[str]) -> bool:
    """Whether there is a packet of one's own that no letter has carried and that a reader may lack.

    What another keeper has logged is theirs to tell.
    """
    lacked = max((due.lacked(replica.held, each) for each in readers), key=len, default=())
    kept = (link.entry for link in lacked if link.entry.key == replica.identity.key)
    logged = (each for entry in kept for each in packets_in(entry))
    sent = replica.desk.drawer.sent(replica.name)
    own = (each for each in (*logged, *due.unlogged(replica.held)) if each.by == replica.me)
    return any(each.digest not in sent for each in own)


def asked(replica: Replica) -> tuple[Signed, ...]:
    """Questions of others that no letter from here has answered."""
    sent = replica.desk.drawer.sent(replica.name)
    pool = replica.held.pool.items()
    return tuple(each for key, each in pool if isinstance(each.body, Ask) and each.by != replica.me and key not in sent)


def _days(replica: Replica) -> int:
    """How often it is time to ask and send again, as letters may be lost."""
    now = replica.desk.minutes()
    since = min(_waits(replica), default=now)
    return sum(now - since >= day * _DAY for day in AGAIN)


def _waits(replica: Replica) -> Iterator[int]:
    """Since when the log lacks a packet of one's own, or one waits for others, in UTC minutes.

    A program has a day for its answer; people have time until they are due.
    """
    state, waiting = replica.state, news.waiting(replica)
    if (own := replica.oldest_own()) is not None:
        yield own
    logged = state.link.entry.order.at + _DAY
    if not waiting and state.owed is not None and state.keeper != replica.me:
        yield logged
    for each in waiting:
        if each.seat != replica.me:
            yield each.due - _DAY if each.person else logged


def _is_to_acknowledge(replica: Replica) -> bool:
    """Whether one keeps the log, and it has held others' packets for hours that no letter has shown in it."""
    state = replica.state
    if state.keeper != replica.me:
        return False
    new = state.link.since(int(mark_of(replica.desk, replica.name, _UPTO) or 0))
    logged = [link.entry.order.at for link in new if any(each.by != replica.me for each in packets_in(link.entry))]
    return bool(logged) and replica.desk.minutes() - logged[0] >= ACKNOWLEDGE * 60


def _mark(replica: Replica) -> str:
    """What changes when the log that one keeps has come to something that others wait for, or two logs are held.

    Empty for a seat that does not keep the log, and has nothing to show.
    """
    state = replica.state
    kept: list[object] = []
    if state.keeper == replica.me:
        sets = [each.set.digest or each.set.bare for each in state.exchanges.values() if each.set is not None]
        kept = [
            state.course.record,
            state.cast,
            state.link.epoch,
            sorted(sets),
            sorted(state.passed),
            sorted(state.votes),
        ]
        kept += [[seat.id, seat.away, seat.out, seat.until] for seat in state.seats.values()]
    two = sorted(link.digest for link in replica.held.logs if not state.link.holds(link.has))
    return hashlib.sha256(canonical([kept, two])).hexdigest() if kept or two else ""


def _tells(replica: Replica) -> bool:
    """Whether a letter tells what was played: the keeper's does, once the game has come to people again."""
    return replica.state.keeper == replica.me and news.is_at_rest(replica)


def _since(replica: Replica) -> int:
    """The last event that letters have told of, where one keeps the log; another keeper told what was before."""
    told = mark_of(replica.desk, replica.name, _TOLD)
    new = replica.state.link.epoch > 0 and not told
    return replica.course.point.version if new else event_at(replica.course, told)


def _letter(
    replica: Replica, readers: Sequence[str], addresses: Mapping[str, str], bundle: Bundle, *, tells: bool
) -> Letter:
    keeper, since = replica.state.keeper, _since(replica) if tells else None
    first = [seat for seat in readers if seat == keeper] or readers[:1]
    holds = holding(replica, bundle)
    words = [
        first_line(f"{news.status_line(replica)}"),
        sentences([f"From {replica.me}, for your program (sits mail in): {holds}."]),
    ]
    whole = joined([*words, reports.public(replica, since)])
    return outgoing.letter(
        replica.desk,
        replica.here,
        [addresses[seat] for seat in first],
        f"{news.where(replica)}: {holds} of {replica.me}",
        whole.text,
        cc=tuple(addresses[seat] for seat in readers if seat not in first),
        page=whole.page if tells else "",
        content=write_part(bundle),
        about=(f"Game: {replica.name}", f"From: {replica.me}", f"Holds: {holds}"),
    )


def bundle_for(replica: Replica, readers: Sequence[str], *, whole: bool = False) -> Bundle:
    """What a letter to some readers carries: the log from where the first of them is known to have it, and the pool.

    A packet that a letter brought them before is only named. What others have written goes along once it is a day old:
    their own letters bring it, and may be lost. whole: all of the log with all of its packets, also what is more than a
    letter usually holds; whoever asks gets so what they lack.
    """
    held, drawer, name = replica.held, replica.desk.drawer, replica.name
    questions = asked(replica)
    gaps = {each: due.lacked(held, each) for each in readers}
    links = held.state.link.since(-1) if whole else max(gaps.values(), key=len)
    answers = (link for each in questions for link in due.answer(held, each))
    found = {link.digest: link for link in (*links, *answers)}
    whole = whole or bool(questions)
    came, keeps, key = drawer.came(name), held.state.keeper == replica.me, replica.identity.key
    old = replica.desk.minutes() - _DAY
    sent = drawer.sent(name)
    logged = takewhile(
        lambda entry: whole or keeps or entry.key == key or entry.order.at <= old,
        (link.entry for link in sorted(found.values(), key=lambda link: link.n)),
    )
    entries, lines = split(
        logged,
        lambda packet: not whole and (packet.digest in sent or packet.by in readers),
    )
    kept: list[Entry] = []
    size = 0
    for entry in entries:
        size += len(write_part(entry) if whole else zlib.compress(write_part(entry), 1))
        if kept and size > (MOST_BYTES // 2 if whole else MOST_ENTRIES):
            break
        kept.append(entry)
    own = held.state.link
    ends = [end for end in held.logs if not own.holds(end.has)]
    aside = [link.entry for end in ends for link in end.since(-1) if not own.holds(link.has)]
    packets = tuple(
        packet
        for packet in due.unlogged(held)
        if (whole or packet.by == replica.me or came.get(packet.digest, old) <= old)
        and not _is_answered(replica, packet, sent)
    )
    known = {each: n for each, gap in gaps.items() if (n := held.state.link.n - len(gap)) >= 0}
    head = replica.signed(Holds(known=known, answers=tuple(each.digest for each in questions)))
    return Bundle(head=head, entries=(*kept, *aside), lines=lines, packets=packets)


def _is_answered(replica: Replica, packet: Signed, sent: Collection[str]) -> bool:
    """Whether a packet is a question of another seat that a letter from here has answered."""
    return isinstance(packet.body, Ask) and packet.by != replica.me and packet.digest in sent


#: Kinds of packets as a person says them, where that is another word.
_KINDS: Final = {
    "act": "orders",
    "open": "opening",
    "resign": "resignation",
    "decide": "signature",
    "standing": "standing orders",
    "next": "request for another keeper",
    "ask": "request for the log",
}


def holding(replica: Replica, bundle: Bundle) -> str:
    """What a letter carries, for people: kinds of one's own packets that are new, or the log."""
    sent = replica.desk.drawer.sent(replica.name)
    every = (*bundle.packets, *(packet for entry in bundle.entries if entry.order.n for packet in packets_in(entry)))
    own = [each for each in every if each.by == replica.me and each.digest not in sent]
    said = sorted({_kind(packet.body) for packet in own})
    return ", ".join(said) if said else "the log"


def _kind(body: Body) -> str:
    if isinstance(body, Note):
        return "dispute" if body.about is not None else "message" if body.offer is None else "what-if"
    return _KINDS.get(news.named(body), news.named(body))


def packets_of(bundle: Bundle) -> Iterator[Signed]:
    """Every packet that a bundle carries, in the log or beside it."""
    yield from bundle.packets
    for entry in bundle.entries:
        yield from packets_in(entry)
