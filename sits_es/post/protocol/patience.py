"""How long an umpire waits for a player, before the game goes on without them: by the terms, and by the umpire's clock.

The time of the terms and its grace run from when the umpire told of the exchange. The umpire may give more time with a
deadline, never less. A player to whom the umpire granted an absence is not waited for while it lasts, until a seal of
theirs comes; then the umpire's program goes on by itself. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET

from sits_es.events import Event
from sits_es.game.events import AbsenceGranted, DeadlineSet, OrdersDefaulted, PlayerResigned
from sits_es.game.state import Deadline, Game
from sits_es.mail.packet import Signed
from sits_es.post.protocol.acting import nonce_alone
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Clock, Default, EventBundle, Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.ledger import Ledger, Signature
from sits_es.post.protocol.terms import Terms, terms_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import utc


def told_at(version: int, packets: Iterable[Signed]) -> str | None:
    """When an umpire told of an event: by the clock of the first packet that tells it, or that names it or a later one.

    packets: the umpire's. None where none does.
    """
    times: list[str] = []
    for signed in packets:
        body, head = content_of(signed), signed.packet.head
        tells = isinstance(body, EventBundle) and body.why == "resolved" and body.after + len(body.events) >= version
        if (tells or (head is not None and head.version >= version)) and isinstance(body.at, str):
            times.append(body.at)
    return min(times, default=None)


def until(terms: Terms, deadline: Deadline | None, turn: int, since: str) -> str:
    """When an umpire may go on without a seal that is missing, grace included. since: when it was told of."""
    limit = later(since, terms.hours + terms.grace)
    if deadline is not None and deadline.since.turn == turn:
        limit = max(limit, later(deadline.until, deadline.grace))
    return limit


def is_away(absences: Mapping[str, tuple[str, str]], player: str, at: str) -> bool:
    """Whether an absence that was granted covers a time."""
    since, end = absences.get(player, ("", ""))
    return since <= at < end


def impatient(
    game: Game, stretch: Sequence[Event], by: str, at: str, since: str | None, signed: Iterable[Signature], where: str
) -> Iterator[str]:
    """Players without whom an umpire goes on too early in one exchange, or without saying so.

    game: as it stood before it; by: the umpire; at: the umpire's clock, of the bundle; since: when the umpire had told
    of the exchange, None where that was not before the bundle; signed: what the umpire signed for it before.
    """
    terms = terms_of(game)
    resigned = {fact.player for fact in stretch if isinstance(fact, PlayerResigned)}
    # nobody waits for those who are out
    gone = [
        fact
        for fact in stretch
        if isinstance(fact, OrdersDefaulted) and fact.player not in game.out and fact.player not in resigned
    ]
    if terms is None or not gone:
        return
    bodies = [each.body for each in signed if each.player == by]
    absences, deadline = dict(game.absences), game.deadline
    for fact in stretch:
        if isinstance(fact, AbsenceGranted):
            clocks = [(body.player, body.since, body.until) for body in bodies if isinstance(body, Clock)]
            if (fact.player, fact.since, fact.until) not in clocks:
                yield f"{where}: {by} had not sent the absence of {fact.player} before."
            absences[fact.player] = (fact.since, fact.until)
        elif isinstance(fact, DeadlineSet):
            deadline = Deadline(since=Moment(fact.turn, fact.segment), until=fact.until, grace=fact.grace)
    limit = until(terms, deadline, game.moment.turn, since) if since is not None else None
    for player in (fact.player for fact in gone):
        if not any(isinstance(body, Default) and body.player == player for body in bodies):
            yield f"{where}: {by} goes on without {player}, and had not signed that before."
        if not is_away(absences, player, at):
            yield from _in_a_hurry(by, player, at, limit, where)


def _in_a_hurry(by: str, player: str, at: str, limit: str | None, where: str) -> Iterator[str]:
    """An umpire who does not wait for one player as long as the terms say. limit: until when they say it."""
    if limit is None:
        yield f"{where}: {by} goes on without {player}, who was not told of it before."
    elif at < limit:
        yield f"{where}: {by} goes on without {player} at {utc(at)}. By the terms {player} has until {utc(limit)}."


def given(chain: Chain, ledger: Ledger, owed: Owed, player: str) -> bool:
    """Whether what a player owes for an exchange is here: their seal or, where they act in the open, their act."""
    acts = not owed.sealed and player in owed.orders_by
    return (ledger.act if acts else ledger.seal)(player, owed.moment, chain) is not None


def not_waited_for(
    chain: Chain, ledger: Ledger, at: str, clocks: Iterable[Signed], seals: Callable[[], Iterable[Signed]]
) -> tuple[str, ...]:
    """Players who are away, and without whom the umpire's program goes on by itself, as all others have sealed.

    at: the umpire's clock; clocks: the deadlines and absences that the umpire signed; seals: packets with seals and
    acts. Nobody while the umpire's nonce alone would make the dice.
    """
    game = chain.game
    owed = game.owed
    if owed is None or terms_of(game) is None:
        return ()
    missing = [player for player in game.sealers_of(owed) if not given(chain, ledger, owed, player)]
    absences = absences_of(chain, ledger)
    away = [player for player in missing if is_away(absences, player, at)]
    if not away or away != missing or set(game.umpires) & set(missing) or len(game.sealers_of(owed)) - len(missing) < 2:
        return ()
    if _back(chain, clocks, seals()) & set(away):
        return ()
    signed = {body.player for body, by in ledger.signed(owed.moment, chain) if isinstance(body, Default)}
    return tuple(player for player in away if player not in signed)


def absences_of(chain: Chain, ledger: Ledger) -> dict[str, tuple[str, str]]:
    """Absences on record, and those that the umpire has signed for the exchange at hand."""
    found = dict(chain.game.absences)
    for body, by in ledger.signed(chain.game.moment, chain):
        if isinstance(body, Clock) and body.player is not None and set(deciders(chain.game)) <= set(by):
            found[body.player] = (body.since or body.until, body.until)
    return found


def deadlines_of(chain: Chain, ledger: Ledger) -> list[Deadline | None]:
    """The deadline on record, and those that the umpire has signed for the exchange at hand."""
    found = [chain.game.deadline]
    for body, by in ledger.signed(chain.game.moment, chain):
        if isinstance(body, Clock) and body.player is None and set(deciders(chain.game)) <= set(by):
            found.append(Deadline(since=body.moment, until=body.until, grace=body.grace))
    return found


def _back(chain: Chain, clocks: Iterable[Signed], seals: Iterable[Signed]) -> set[str]:
    """Players who have sealed orders since the umpire granted them their last absence.

    Nonces that a program seals by itself bring nobody back.
    """
    granted: dict[str, int] = {}
    for signed in clocks:
        body = content_of(signed)
        if isinstance(body, Clock) and body.player is not None and body.taken is not UNSET:
            granted[body.player] = body.taken.get(body.player, (0, ""))[0]
    found: set[str] = set()
    for signed in seals:
        packet = signed.packet
        if packet.sender in granted and packet.sender not in found and packet.number > granted[packet.sender]:
            body = content_of(signed)
            if not isinstance(body, Seals) or _orders(chain, signed, body):
                found.add(packet.sender)
    return found


def _orders(chain: Chain, signed: Signed, body: Seals) -> bool:
    """Whether seals are for orders: for one exchange at least in which their sender owed more than a nonce."""
    packet = signed.packet
    if packet.head is None or not chain.holds(packet.head):
        return False
    upcoming = chain.game_at(packet.head.version).upcoming
    return any(owed.moment in body.moments and not nonce_alone(owed, packet.sender) for owed in upcoming)
