"""The clock: deadlines that ran out, standing orders sealed in time, reminders. Times are UTC.

No clock runs while the program could not have received mail: a deadline counts as run out only at a reading of mail
after it, and after a gap in the readings everybody has a day more. Rule: house, for play by mail.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from attrs import frozen

from sits_es.errors import GameError, NotAllowedError
from sits_es.game.play import read_forms
from sits_es.orders.normal import standing_lines
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.outages import after_an_outage, back_since, note_reading
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Clock
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import owing, umpire_of
from sits_es.post.replica import Replica, replica_of
from sits_es.post.signing import sign_when_due
from sits_es.sentences import shell, utc

#: How long a player has to reveal, grace not included, once the last seal of the exchange is known.
TO_REVEAL = timedelta(hours=24)
#: How long before a deadline reminders begin; where the terms give grace, they begin once that is over.
REMIND = timedelta(hours=24)


@frozen(kw_only=True)
class Due:
    """By when the orders of the exchange owed are due. at: the deadline; late: when its grace is over as well."""

    at: datetime
    late: datetime


def to_come(until: str, now: str) -> str:
    """A time of the record that is still to come. Raises NotAllowedError for one that is not."""
    if read_time(until) <= read_time(now):
        raise NotAllowedError(
            f"{utc(until)} is not in the future: it is {utc(write_time(read_time(now)))}. Name a later time."
        )
    return until


def due(chain: Chain, ledger: Ledger, player: str, back: datetime | None = None) -> Due | None:
    """When a player's orders for the exchange owed are due; None without a deadline.

    back: when mail could be received again after an outage; an absence that was granted moves the deadline to its end.
    """
    found = by_terms(chain, ledger, player) if chain.terms is not None else _latest(chain, ledger)
    if found is None:
        return None
    until, grace = found
    away = _absence(chain, ledger, player)
    if away is not None and away[0] <= until <= away[1]:
        until = away[1]
    return Due(at=until, late=after_an_outage(until, back, _after(until, grace)))


def reveal_due(desk: Desk, seat: Seat, chain: Chain, ledger: Ledger, player: str) -> Due | None:
    """When a player's reveal for the exchange owed is due; None without a deadline or while a seal is missing.

    Nobody can reveal before they know the last seal, however late that one is.
    """
    if chain.terms is not None:
        return due(chain, ledger, player, back_since(desk))
    limit, found = due(chain, ledger, player, back_since(desk)), _latest(chain, ledger)
    seals = [ledger.seal(each, chain.game.moment, chain) for each in chain.game.sealers]
    if limit is None or found is None or any(seal is None for seal in seals):
        return None
    packets = {seal.packet for seal in seals if seal is not None}
    came = [
        read_time(each.arrived_at)
        for each in desk.journal.entries(seat.game, ("accepted",), kind="seal", turn=chain.game.moment.turn)
        if each.signed.digest in packets and each.arrived_at is not None
    ]
    at = max([limit.at, *(time + TO_REVEAL for time in came)])
    return Due(at=at, late=max(limit.late, _after(at, found[1])))


def by_terms(chain: Chain, ledger: Ledger, player: str) -> tuple[datetime, int] | None:
    """When a player's time for the exchange owed is up by the terms, with the hours of grace.

    It runs from the first word of another at the exchange's head, as far as it is known here; while there is none, from
    the player's own. A deadline for the turn takes its place. None before anybody's word, or without such terms.
    """
    terms, head = chain.terms, chain.head.version
    if terms is None:
        return None
    spoken = {each: said for each in chain.game.people if (said := ledger.first_word(each, head, chain)) is not None}
    others = [
        said.at for each, said in spoken.items() if each != player and chain.game.people[each].role != "spectator"
    ]
    if not others and player not in spoken:
        return None
    since = read_time(min(others) if others else spoken[player].at)
    latest = _latest(chain, ledger)
    if latest is not None:
        return max(since, latest[0]), latest[1]
    return _after(since, terms.hours), terms.grace


def _after(time: datetime, hours: int) -> datetime:
    """So many hours later; the last minute that can be written where that is later still."""
    return read_time(later(write_time(time), hours))


def _latest(chain: Chain, ledger: Ledger) -> tuple[datetime, int] | None:
    """The deadline in force, with its hours of grace: on the record, or signed by all for the exchange owed."""
    at, set_before = chain.game.moment, chain.game.deadline
    found = None
    if set_before is not None and set_before.since.turn == at.turn:
        found = read_time(set_before.until), set_before.grace
    for body, by in ledger.signed(at, chain):
        if isinstance(body, Clock) and body.player is None and set(deciders(chain.game)) <= set(by):
            found = read_time(body.until), body.grace
    return found


def _absence(chain: Chain, ledger: Ledger, player: str) -> tuple[datetime, datetime] | None:
    for body, by in ledger.signed(chain.game.moment, chain):
        if isinstance(body, Clock) and body.player == player and set(deciders(chain.game)) <= set(by):
            return read_time(body.since or body.until), read_time(body.until)
    granted = chain.game.absences.get(player)
    return (read_time(granted[0]), read_time(granted[1])) if granted else None


def keep_time(desk: Desk) -> None:
    """Note that mail was read now, and do what the clock asks for in every game."""
    note_reading(desk)
    time = read_time(desk.clock())
    for seat in desk.journal.seats():
        if desk.started(seat):
            replica = replica_of(desk, seat)
            _watch(replica, time)
            sign_when_due(replica)
            if (terms := replica.chain().terms) is not None and terms.escrow:
                replica.settle()  # shares wait for a reading of mail after the time


def _watch(replica: Replica, time: datetime) -> None:
    chain = replica.chain()
    if chain.game.ended is not None:
        return
    ledger = replica.ledger()
    back = back_since(replica.desk)
    for player, what in list(owing(chain, ledger, replica.me)):
        opens = what == "reveal"
        limit = reveal_due(replica.desk, replica.seat, chain, ledger, player) if opens else None
        limit = limit if opens else due(chain, ledger, player, back)
        # a reveal goes out by itself: there is nothing to remind of before it is late
        if limit is None or time + (timedelta() if opens else REMIND) < limit.at:
            continue
        careful = chain.terms is not None
        if careful and opens:
            _note_owed_reveals(replica, chain)
            if not had_time_to_reveal(replica, chain, time):
                continue
        if player != replica.me:
            # where the terms give grace, and after an outage, their letters may still be on their way
            if not careful or time >= limit.late:
                _remind(replica, chain, player, what, limit, time)
        elif what == "seal" and time >= (limit.late if careful else limit.at):
            _seal_standing(replica, chain, ledger)


def had_time_to_reveal(replica: Replica, chain: Chain, time: datetime) -> bool:
    """Whether the reveals of the exchange at hand have been owed for a day, counted from when this program saw it.

    Nobody can reveal before they know the last seal, however late that one is, or a list without it.
    """
    since = replica.desk.journal.kept(_owed_reveals(chain))
    return since is not None and time - read_time(since) >= TO_REVEAL


def _note_owed_reveals(replica: Replica, chain: Chain) -> None:
    """Note when the reveals of the exchange at hand were first seen to be owed."""
    if replica.desk.journal.kept(_owed_reveals(chain)) is None:
        replica.desk.journal.keep(_owed_reveals(chain), replica.desk.clock())


def _owed_reveals(chain: Chain) -> str:
    return f"reveals owed {chain.name} {chain.rules.label(chain.game.moment)}"


def _seal_standing(replica: Replica, chain: Chain, ledger: Ledger) -> None:
    """A player's own program seals their standing orders when the deadline has passed without any."""
    desk, at = replica.desk, chain.game.moment
    lines = desk.secrets.standing(replica.game, replica.me)
    umpire = umpire_of(chain)
    if (
        lines is None
        or sends_no_more(chain, ledger, replica.me)
        or replica.me == umpire
        or (umpire and ledger.seal(umpire, at, chain) is None)
    ):
        return
    try:
        lines = standing_lines(lines, chain.rules.language, at.segment)
        read_forms(chain.rules, lines, at.segment)
    except GameError:
        lines = ()  # the turn break takes other orders
    replica.seal({at: lines})
    where = chain.rules.label(at)
    words = f"The deadline has passed: your program has sealed your standing orders for {where}."
    replica.tell("clock", words)
    replica.settle()


def _remind(replica: Replica, chain: Chain, player: str, what: str, limit: Due, time: datetime) -> None:
    """Queue a reminder, one a day for each exchange and player, as a mail to send."""
    journal, where = replica.desk.journal, chain.rules.label(chain.game.moment)
    noted = f"reminder {chain.name} {where} {player} {time.date().isoformat()}"
    address = journal.addresses(replica.game).get(player)
    if journal.kept(noted) or not address or journal.archived(replica.game):
        return
    verbs = ("are owed by", "were owed by") if what == "orders" else ("is owed by", "was owed by")
    verb = verbs[time >= limit.at]
    words = f"The {what} of {player} for {chain.called} {where} {verb} {utc(write_time(limit.at))}."
    after = f"Grace {'ended' if time >= limit.late else 'ends'} {utc(write_time(limit.late))}."
    told = f"{words} {after}"
    if chain.terms is not None:
        told = f"{words}\n{after}"
        name = shell(chain.called)
        new = f"sits orders new {name} --as {shell(player)} -o FILE, then sits orders seal FILE"
        told += f"\nWhat to do: {'sits mail in, and send what it writes' if what == 'reveal' else new}"
    journal.queue(replica.game, address, f"{chain.called} {where}: a reminder", told)
    replica.tell("reminder", words)
    journal.keep(noted, replica.desk.clock())
