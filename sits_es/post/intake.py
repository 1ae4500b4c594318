"""Mails taken in: their packets into the journal, one's own orders sealed; what is wrong with any of them in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import Factory, define, evolve

from sits_es.errors import GameError
from sits_es.mail.armour import Part, join
from sits_es.mail.guard import Writer
from sits_es.mail.letters import MARK
from sits_es.mail.mbox import MOST_MAIL
from sits_es.mail.packet import Signed
from sits_es.mail.reading import Found, read_letter
from sits_es.mail.sources import Mail
from sits_es.post.arrivals import arrive
from sits_es.post.copies import is_copy
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.floods import keep_part
from sits_es.post.orders import Receipt, game_named, has_ticket, take_block
from sits_es.post.replica import replica_of
from sits_es.post.tickets import keep_ticket
from sits_es.sentences import one_line
from sits_es.service.progress import Progress, silent

#: Why nobody else's orders are taken as text, and what to do.
PLAIN = (
    "Anybody could have written them, and read them on the way. A player's own program signs and seals them, and "
    "encrypts them where there is an umpire. Save them as a file, then type: sits orders seal FILE, and: sits mail out"
)


#: Mails after which games are settled and orders taken, before more are read.
BATCH = 500


@define
class Taken:
    """What mails held. mails: read; packets: new ones; games: that they are for; words: receipts and faults.

    empty: mails that held nothing of a game, each by sender and subject; cut: why not all mails could be read.
    """

    mails: int = 0
    packets: int = 0
    games: set[str] = Factory(set)
    words: list[str] = Factory(list)
    empty: list[str] = Factory(list)
    cut: GameError | OSError | None = None


def take_mails(desk: Desk, mails: Iterable[Mail], told: Progress = silent) -> Taken:
    """Read mails, whatever order they came in, and take every game as far as it goes.

    A mail counts as read, and a bookmark moves past it, only after its orders were taken. Where the source breaks off,
    what came is dealt with. told: of mails that were read, of nobody knows how many.
    """
    taken, source = Taken(), iter(mails)
    own = desk.journal.own_letters()
    read: list[Mail] = []
    orders: list[tuple[Mail, Found]] = []
    while True:
        try:
            mail = next(source, None)
        except (GameError, OSError) as fault:
            mail, taken.cut = None, fault
        if mail is not None:
            found = read_letter(mail.content, own)
            taken.mails += 1
            told(taken.mails, 0)
            _take_letter(desk, mail, found, taken)
            mail = evolve(mail, content=b"")  # what counts of it is in what was found
            read.append(mail)
            if found.orders and not mail.is_too_long:
                orders.append((mail, found))
        if mail is None or len(read) == BATCH:
            _deal_with(desk, read, orders, taken)
            read, orders = [], []
        if mail is None:
            return taken


def _deal_with(desk: Desk, read: list[Mail], orders: list[tuple[Mail, Found]], taken: Taken) -> None:
    """Play on with what mails brought, take the orders in them, and only then count them as read."""
    _take_parts(desk, taken)
    taken.words += settle_all(desk)
    if orders:
        for mail, found in orders:
            _take_orders(desk, mail, found, taken)
        taken.words += settle_all(desk)
    desk.journal.note_read([mail.mark for mail in read if mail.bookmark is None], desk.clock())
    for name, value in dict(mail.bookmark for mail in read if mail.bookmark is not None).items():
        desk.journal.keep(name, value)


def settle_all(desk: Desk) -> list[str]:
    """Take every game by mail as far as it goes; what keeps one of them back, in words, does not hold up the others."""
    troubles: list[str] = []
    for seat in desk.journal.seats():
        try:
            replica_of(desk, seat).settle()
        except GameError as trouble:
            troubles.append(f"{seat.game}: {trouble}")
    return troubles


def _take_letter(desk: Desk, mail: Mail, found: Found, taken: Taken) -> None:
    """What a mail brings but for orders; a mail that brings nothing is named."""
    if mail.is_too_long:
        taken.words.append(
            f"{mail.source}: a mail of {mail.size / 1_000_000:.1f} MB {_from(found)} was not opened. A mail may have "
            f"{MOST_MAIL // 1_000_000} MB; a letter of a game has far less."
        )
        return
    if found.verdict.writer is not Writer.NOISE:
        for signed in found.packets:
            _arrive(desk, signed, mail.source, taken)
        for part in found.waiting:
            keep_part(desk, part)
        for ticket in found.tickets:  # once the invitation in the same letter is here
            keep_ticket(desk, ticket)
        taken.words += [f"{mail.source}: {fault.text}" for fault in found.faults]
    if found.page_alone:
        said = f"{mail.source}: a letter of a game ({_from(found)}) came without its packet"
        taken.words.append(f"{said}: only its page was passed on. Have it forwarded as an attachment, or as a file.")
        return
    ours = found.verdict.own or found.message_id.startswith(MARK)  # a reminder, or a report for who looks on
    if not (found.packets or found.waiting or found.orders or found.faults or ours):
        why = f"; {found.verdict.reason}" if found.verdict.writer is Writer.NOISE else ""
        taken.empty.append(f"{_from(found) or mail.source}{why}")


def _from(found: Found) -> str:
    """Who sent a mail, and what it is about, as it says itself."""
    who = f"from {one_line(found.sender)}" if found.sender else ""
    subject = f'subject "{one_line(found.subject)[:80]}"' if found.subject else ""
    return ", ".join(said for said in (who, subject) if said)


def _take_parts(desk: Desk, taken: Taken) -> None:
    """Put long packets together whose parts are all here now."""
    for packet in desk.journal.whole_packets():
        kept = desk.journal.parts(packet)
        found = [Part(packet=packet, index=index, count=count, content=each) for index, count, each in kept]
        for signed in join(found).packets:
            _arrive(desk, signed, "parts", taken)
            desk.journal.drop_parts(packet)


def _arrive(desk: Desk, signed: Signed, source: str, taken: Taken) -> None:
    game = arrive(desk, signed, source)
    if game is not None:
        taken.packets += 1
        taken.games.add(game)
    elif is_copy(signed) and desk.journal.seat(signed.packet.game) is None:
        # there is no game here yet whose news would say it
        entries = desk.journal.entries(signed.packet.game, ("refused",))
        taken.words += [f"{source}: {each.why}" for each in entries if each.signed == signed]


def _take_orders(desk: Desk, mail: Mail, found: Found, taken: Taken) -> None:
    """Orders count from one's own address, or from a text that has none; of several blocks the one meant."""
    addresses = {desk.journal.addresses(seat.game).get(seat.player or "", "").lower() for seat in desk.journal.seats()}
    if found.sender and found.sender.lower() not in addresses:
        if not _turn_down(desk, mail, found, taken):
            taken.words += _not_from_there(desk, mail, found)
        return
    try:
        receipt = take_block(desk, mail.source, found.orders[0].text)
    except GameError as fault:
        taken.words.append(str(fault))
        return
    taken.games.add(desk.seat(receipt.game).game)
    taken.words.append(receipt.words)
    if found.verdict.answered and found.sender and not receipt.again:
        _answer(desk, found, receipt)


def _not_from_there(desk: Desk, mail: Mail, found: Found) -> Iterator[str]:
    """Orders that answer one's own report from an address that is not known here: one's own mistake, most likely."""
    text = found.orders[0].text
    seat = _seat_named(desk, text)
    if seat is not None and seat.player is not None and has_ticket(replica_of(desk, seat), text):
        counts = desk.journal.addresses(seat.game).get(seat.player, "")
        said = f"{mail.source}: your orders for {game_named(text)} come from {one_line(found.sender)} and are ignored."
        yield f"{said} Only those from {counts} count: send them from there."


def _seat_named(desk: Desk, text: str) -> Seat | None:
    """The game that orders name, when it has begun here."""
    named = game_named(text)
    seat = desk.find_seat(named) if named is not None else None
    return seat if seat is not None and desk.started(seat) else None


def _turn_down(desk: Desk, mail: Mail, found: Found, taken: Taken) -> bool:
    """Another player's orders in plain text: nobody reads them, and the player is told what to do instead.

    False when they are not another player's.
    """
    named = game_named(found.orders[0].text)
    seat = _seat_named(desk, found.orders[0].text)
    if seat is None:
        return False
    addresses = desk.journal.addresses(seat.game).items()
    who = next((player for player, address in addresses if address.lower() == found.sender.lower()), None)
    if who is None:
        return False
    taken.words.append(f"{mail.source}: {who} sends orders for {named} in plain text. They are not taken. {PLAIN}")
    if found.verdict.answered:
        words = f"Your orders for {named} are not taken. {PLAIN}"
        subject = f"{named}: your orders are NOT taken"
        desk.journal.queue(seat.game, found.sender, subject, words, found.message_id or None)
    return True


def _answer(desk: Desk, found: Found, receipt: Receipt) -> None:
    how = "given" if receipt.in_the_open else "sealed"
    done = how if receipt.sealed else f"NOT {how}"
    subject = f"{receipt.game}: your orders are {done}"
    desk.journal.queue(desk.seat(receipt.game).game, found.sender, subject, receipt.words, found.message_id or None)
