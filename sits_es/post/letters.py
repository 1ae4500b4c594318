"""Letters: one mail to all who are in a game, with a report first and a bundle of entries and packets last.

A letter holds the log as far as any reader isn't known to have it, and all packets that the log lacks. Nothing is sent
while nothing is new.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

import msgspec
from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.mail.letters import Letter
from sits_es.mail.prose import first_line, joined, preformatted, sentences
from sits_es.mail.tickets import ticket_block
from sits_es.post import news, opening, reports
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log import due
from sits_es.post.log.entries import Entry, signature_faults
from sits_es.post.log.packets import Ask, Decline, Part, Signed, Verify, read_part, signature_fault, write_part
from sits_es.post.replica import Replica
from sits_es.sentences import counted, listed, one_line, shell

#: Bytes of entries in a letter: of a longer gap this much goes, and its reader asks for the rest.
MOST_ENTRIES: Final = 14_000
#: After so many days a packet that the log still lacks is sent again.
AGAIN: Final = (1, 2, 4, 8, 16, 32)
#: Under these names the drawer keeps what was sent, and what of the record has been told.
_SENT, _TOLD = "sent", "told"


class Bundle(Part, frozen=True, kw_only=True):
    """What a letter carries: entries of logs, the oldest first, and packets."""

    entries: tuple[Entry, ...] = ()
    packets: tuple[Signed, ...] = ()


@frozen(kw_only=True)
class Opened:
    """A bundle whose signatures hold. faults: what was left out of it, in words."""

    bundle: Bundle
    faults: tuple[str, ...] = ()


def read_bundle(content: bytes, verify: Verify) -> Opened:
    """Read what a letter carries; what is not signed by whom it names is left out. Raises UnreadableError."""
    bundle = read_part(content, Bundle, "letter")
    faults: list[str] = []
    packets, entries = [], []
    for packet in bundle.packets:
        fault = signature_fault(packet, verify)
        faults += [fault] if fault else []
        packets += [] if fault else [packet]
    for entry in bundle.entries:
        found = list(signature_faults(entry, verify))
        faults += found
        entries += [] if found else [entry]
    return Opened(bundle=Bundle(entries=tuple(entries), packets=tuple(packets)), faults=tuple(faults))


@frozen(kw_only=True)
class Outgoing:
    """A letter to write. game: its name; mark: what to keep under `_SENT` once it is written; told: up to which event."""

    letter: Letter
    game: str
    mark: str
    told: int = -1


def outgoing(desk: Desk, again: str | None = None) -> Iterator[Outgoing]:
    """Every letter that must go out. again: a game whose whole log goes to everybody once more."""
    for here in desk.drawer.games():
        if here.me is None or here.key is None:
            continue
        if not desk.begun(here):
            yield from _before(desk, here, again=here.name == again)
            continue
        replica = desk.replica(here.name)
        found = _letter(replica, again=here.name == again)
        if found is not None:
            yield found
        yield from reports.to_spectators(replica)


def note(desk: Desk, sent: Outgoing) -> None:
    """Keep that a letter was written."""
    desk.drawer.put_mark(sent.game, _SENT, sent.mark.encode())
    if sent.told >= 0:
        desk.drawer.put_mark(sent.game, _TOLD, str(sent.told).encode())
    desk.drawer.save()


def told_upto(desk: Desk, game: str) -> int:
    """The last event that one's letters have told."""
    return int(desk.drawer.mark(game, _TOLD) or b"-1")


# before the game


def _before(desk: Desk, here: GameHere, *, again: bool) -> Iterator[Outgoing]:
    """The invitation to each seat, or one's answer to the host."""
    addresses = desk.drawer.addresses(here.name)
    pool = desk.drawer.pool(here.name).values()
    if here.me == here.invite.by:
        for place in opening.offer_of(here).seats:
            mark = f"{_SENT} {place.id}"
            if place.id != here.me and place.id in addresses and (again or not desk.drawer.mark(here.name, mark)):
                letter = _invitation(desk, here, place.id, addresses)
                yield Outgoing(letter=letter, game=here.name, mark=mark)
        return
    own = tuple(packet for packet in pool if packet.by == here.me)
    host = addresses.get(here.invite.by)
    if own and host and (again or not desk.drawer.mark(here.name, _SENT)):
        what = "decline" if isinstance(own[0].body, Decline) else "join"
        words = [f"{here.me} {'does not play' if what == 'decline' else 'joins'} {here.name}."]
        words += ["Nothing to do: your program begins the game when all have answered."]
        yield Outgoing(
            letter=_mail(desk, here, (host,), f"{here.name}: {what} of {here.me}", words, Bundle(packets=own)),
            game=here.name,
            mark="answered",
        )


def _invitation(desk: Desk, here: GameHere, seat: str, addresses: dict[str, str]) -> Letter:
    ticket = opening.ticket_for(desk, here, seat) or ""
    answer = [f"Answer {here.invite.by}'s invitation to {here.name}: sits join {shell(here.name)}", ""]
    lines = [*answer, *opening.invitation_text(here), "", ticket_block(here.name, seat, ticket)]
    subject = f"{here.name}: invitation of {here.me} - please answer"
    return _mail(desk, here, (addresses[seat],), subject, lines, Bundle(packets=(here.invite,)))


def _mail(desk: Desk, here: GameHere, to: Sequence[str], subject: str, lines: Iterable[str], bundle: Bundle) -> Letter:
    text = "\n".join(lines)
    return Letter(
        sender=desk.drawer.addresses(here.name).get(here.me or "", ""),
        to=tuple(to),
        subject=subject,
        report=text,
        content=write_part(bundle),
        about=(f"Game: {here.name}", f"From: {here.me}"),
        thread=thread_of(here),
        date=datetime.fromisoformat(desk.clock()),
    )


# in the game


def _letter(replica: Replica, *, again: bool) -> Outgoing | None:
    """The letter to all others, where something in it is new to them."""
    mark = _mark(replica)
    if not again and mark == (replica.desk.drawer.mark(replica.name, _SENT) or b"").decode():
        return None
    addresses = replica.desk.drawer.addresses(replica.name)
    readers = [seat for seat in replica.readers() if seat in addresses]
    if not readers or mark is None:
        return None
    keeper = replica.state.keeper
    first = [seat for seat in readers if seat == keeper] or readers[:1]
    bundle = bundle_for(replica, readers, whole=again)
    since = -1 if again else told_upto(replica.desk, replica.name)
    asked = [news.asked(replica, seat) for seat in readers]
    head = listed(sorted({*asked})) if len({*asked}) == 1 else news.others(replica)[:1].upper() + news.others(replica)[1:]
    holds = holding(replica, bundle)
    told = [first_line(head.rstrip(".") + "."), sentences([f"From {replica.me}, for your program (sits mail in): {holds}."])]
    whole = joined([*told, reports.public(replica, since)])
    return Outgoing(
        letter=Letter(
            sender=addresses.get(replica.me, ""),
            to=tuple(addresses[seat] for seat in first),
            cc=tuple(addresses[seat] for seat in readers if seat not in first),
            subject=one_line(f"{news.where(replica)}: {holds} of {replica.me}"),
            report=whole.text,
            page=whole.page,
            content=write_part(bundle),
            about=(f"Game: {replica.name}", f"From: {replica.me}", f"Holds: {holds}"),
            thread=thread_of(replica.here),
            date=datetime.fromisoformat(replica.desk.clock()),
        ),
        game=replica.name,
        mark=mark,
        told=replica.course.point.version,
    )


def bundle_for(replica: Replica, readers: Sequence[str], *, whole: bool = False) -> Bundle:
    """What a letter to some readers carries: the log from where the first of them isn't known to have it, and the pool."""
    links = replica.state.link.since(-1) if whole else max((due.lacked(replica.held, each) for each in readers), key=len)
    entries, size = [], 0
    for link in links:
        size += len(write_part(link.entry))
        if entries and size > MOST_ENTRIES and not whole:
            break
        entries.append(link.entry)
    left = [link.entry for end in replica.held.logs if not replica.state.link.holds(end.has) for link in _parted(replica, end)]
    return Bundle(entries=(*entries, *left), packets=due.unlogged(replica.held))
